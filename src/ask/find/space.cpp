#include "ask/find/space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <numeric>

#include "support/check.hpp"

namespace thinair::find {
namespace {

// All lengths that are no larger, place by place.
void add_smaller(const Lengths& most, Lengths& chosen, std::vector<Lengths>& out) {
  if (chosen.size() == most.size()) {
    out.push_back(chosen);
    return;
  }
  const std::size_t limit = std::min(most[chosen.size()], chosen.empty() ? most[0] : chosen.back());
  for (std::size_t n = 1; n <= limit; ++n) {
    chosen.push_back(n);
    add_smaller(most, chosen, out);
    chosen.pop_back();
  }
}

}  // namespace

std::optional<std::vector<Lengths>> parse_sizes(std::string_view text) {
  const bool up_to = text.starts_with("..");
  if (up_to) text.remove_prefix(2);
  Lengths lengths;
  while (true) {
    std::size_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc{} || n == 0 || n > 6 || lengths.size() == 6) return std::nullopt;
    lengths.push_back(n);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) break;
    if (text[0] != '+') return std::nullopt;
    text.remove_prefix(1);
  }
  std::ranges::sort(lengths, std::greater{});
  if (!up_to) return std::vector<Lengths>{lengths};
  std::vector<Lengths> out;
  Lengths chosen;
  add_smaller(lengths, chosen, out);
  const auto size = [](const Lengths& l) { return std::accumulate(l.begin(), l.end(), std::size_t{0}); };
  std::ranges::stable_sort(out, [&](const Lengths& a, const Lengths& b) { return std::pair(size(a), a) < std::pair(size(b), b); });
  return out;
}

bool fits(const Space& space, const Program& program) {
  const std::size_t locations = program.locations();
  if (locations > space.locations) return false;
  std::vector<bool> written(locations, false);
  std::vector<std::uint32_t> used(locations, 0);  // by location: the threads, as bits
  std::vector<std::optional<Mode>> mode(locations);
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    bool has_read = false;
    for (const Access& a : program.threads[t]) {
      if (std::ranges::find(a.write ? space.writes : space.reads, a.mode) == (a.write ? space.writes : space.reads).end()) return false;
      if (space.by_location && mode[a.location].value_or(a.mode) != a.mode) return false;
      mode[a.location] = a.mode;
      if (a.depends != Depends::no && (!a.write || !has_read || std::ranges::find(space.depends, a.depends) == space.depends.end()))
        return false;
      has_read = has_read || !a.write;
      written[a.location] = written[a.location] || a.write;
      used[a.location] |= 1U << t;
    }
  }
  if (space.shared)
    for (std::size_t x = 0; x < locations; ++x)
      if (!written[x] || (used[x] & (used[x] - 1)) == 0) return false;
  if (!space.connected) return true;
  std::uint32_t reached = 1;
  for (std::size_t round = 0; round < program.threads.size(); ++round)
    for (const std::uint32_t threads : used)
      if (threads & reached) reached |= threads;
  return reached == (1U << program.threads.size()) - 1;
}

namespace {

// Accesses one after the other. Of a canonical program the locations come in the order of their first use.
class Lister {
 public:
  Lister(const Space& space, const Lengths& size) : space_(space), size_(size), plain_(space) {
    plain_.reads = plain_.writes = {Mode::plain};
    for (std::size_t n = 1; n <= space.locations; ++n) symmetries_.push_back(symmetries(size, n));
    program_.threads.resize(size.size());
  }
  std::vector<Program> run() {
    next(0, 0, false);
    return std::move(out_);
  }

 private:
  void next(std::size_t thread, std::uint8_t locations, bool has_read) {
    if (thread == size_.size()) return add(locations);
    Thread& at = program_.threads[thread];
    if (at.size() == size_[thread]) return next(thread + 1, locations, false);
    for (const bool write : {false, true})
      for (std::uint8_t x = 0; x < std::min<std::size_t>(locations + std::size_t{1}, space_.locations); ++x)
        for (std::size_t d = 0; d <= (write && has_read ? space_.depends.size() : 0); ++d) {
          at.push_back({write, x, d == 0 ? Depends::no : space_.depends[d - 1], Mode::plain});
          next(thread, std::max<std::uint8_t>(locations, static_cast<std::uint8_t>(x + 1)), has_read || !write);
          at.pop_back();
        }
  }

  void add(std::uint8_t locations) {
    if (!fits(plain_, program_)) return;
    for (const Symmetry& s : symmetries_[locations - 1U])
      if (image(program_, s) < program_) return;
    out_.push_back(program_);
  }

  const Space& space_;
  const Lengths& size_;
  Space plain_;
  std::vector<std::vector<Symmetry>> symmetries_;  // by number of locations - 1
  Program program_;
  std::vector<Program> out_;
};

}  // namespace

std::vector<Program> skeletons(const Space& space, const Lengths& size) { return Lister(space, size).run(); }

Modes::Modes(const Space& space, const Program& skeleton) : space_(space), skeleton_(skeleton) {
  Lengths lengths;
  for (const Thread& thread : skeleton.threads) lengths.push_back(thread.size());
  for (const Symmetry& s : symmetries(lengths, skeleton.locations()))
    if (image(skeleton, s) == skeleton) stabiliser_.push_back(s);
  if (space.by_location)
    radix_.assign(skeleton.locations(), space.reads.size());
  else
    for (const Thread& thread : skeleton.threads)
      for (const Access& a : thread) radix_.push_back(a.write ? space.writes.size() : space.reads.size());
  for (const std::uint64_t r : radix_) choices_ *= r;
  // Burnside: a choice that a symmetry leaves as it is has one mode on each cycle of what it permutes.
  std::uint64_t sum = 0;
  for (const Symmetry& s : stabiliser_) {
    std::vector<std::size_t> to;  // where each access, or location, goes
    if (space.by_location) {
      to.assign(s.locations.begin(), s.locations.end());
    } else {
      std::vector<std::size_t> first(lengths.size(), 0);
      for (std::size_t t = 1; t < lengths.size(); ++t) first[t] = first[t - 1] + lengths[t - 1];
      for (std::size_t t = 0; t < lengths.size(); ++t)
        for (std::size_t i = 0; i < lengths[t]; ++i) to.push_back(first[s.threads[t]] + i);
    }
    std::uint64_t fixed = 1;
    std::vector<bool> seen(to.size(), false);
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (seen[i]) continue;
      fixed *= radix_[i];
      for (std::size_t j = i; !seen[j]; j = to[j]) seen[j] = true;
    }
    sum += fixed;
  }
  count_ = sum / stabiliser_.size();
  std::erase_if(stabiliser_, [](const Symmetry& s) { return std::ranges::is_sorted(s.threads) && std::ranges::is_sorted(s.locations); });
}

Program Modes::any_program(std::uint64_t number) const {
  std::vector<std::uint64_t> digits;
  for (const std::uint64_t r : radix_) {
    digits.push_back(number % r);
    number /= r;
  }
  Program out = skeleton_;
  std::size_t at = 0;
  for (Thread& thread : out.threads)
    for (Access& a : thread) {
      const std::uint64_t digit = digits[space_.by_location ? a.location : at];
      a.mode = (a.write ? space_.writes : space_.reads)[digit];
      ++at;
    }
  return out;
}

std::optional<Program> Modes::program(std::uint64_t number) const {
  Program out = any_program(number);
  for (const Symmetry& s : stabiliser_)
    if (image(out, s) < out) return std::nullopt;
  return out;
}

std::uint64_t count(const Space& space) {
  std::uint64_t out = 0;
  for (const Lengths& size : space.sizes)
    for (const Program& skeleton : skeletons(space, size)) out += Modes(space, skeleton).count();
  return out;
}

std::uint64_t count_by_formula(std::size_t choices, const Lengths& size, std::size_t locations) {
  std::uint64_t sum = 0;
  const auto group = symmetries(size, locations);
  for (const Symmetry& s : group) {
    std::uint64_t fixed = 1;
    std::vector<bool> seen(size.size(), false);
    for (std::size_t t = 0; t < size.size(); ++t) {
      if (seen[t]) continue;
      std::size_t cycle = 0;
      for (std::size_t u = t; !seen[u]; u = s.threads[u], ++cycle) seen[u] = true;
      std::uint64_t still = 0;  // locations that the power of the permutation leaves as they are
      for (std::size_t x = 0; x < locations; ++x) {
        std::size_t y = x;
        for (std::size_t i = 0; i < cycle; ++i) y = s.locations[y];
        still += y == x;
      }
      for (std::size_t i = 0; i < size[t]; ++i) fixed *= choices * still;
    }
    sum += fixed;
  }
  return sum / group.size();
}

}  // namespace thinair::find
