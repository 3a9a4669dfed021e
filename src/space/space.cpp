#include "space/space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <numeric>

#include "space/cycle.hpp"
#include "support/check.hpp"

namespace thinair::space {
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

namespace {

template <class T>
bool has(const std::vector<T>& list, const T& one) {
  return std::ranges::find(list, one) != list.end();
}

// Does the thread do only what the space knows?
bool thread_fits(const Space& space, const Thread& thread) {
  std::size_t reads = 0;
  const auto depends = [&](std::size_t between) { return between < reads && (space.any_read || between == 0); };
  for (const Access& a : thread) {
    if (!has(space.acts, a.act) || !has(space.modes(a.act), a.mode)) return false;
    if (a.depends() && !has(a.act == Act::write ? space.of_writes : space.of_reads, Dependency{a.guard, a.copies})) return false;
    if ((a.guard != Guard::always && !depends(a.guarded_by)) || (a.copies && !depends(a.copied))) return false;
    if ((a.fence != Fence::none && !has(space.fences, a.fence)) || ((a.locks || a.unlocks) && !space.locks)) return false;
    reads += a.reads();
  }
  return true;
}

}  // namespace

bool fits(const Space& space, const Program& program) {
  const std::size_t locations = program.locations();
  if (locations > space.locations) return false;
  std::vector<bool> written(locations, false);
  std::vector<std::uint32_t> used(locations, 0);  // by location: the threads, as bits
  std::vector<std::optional<Mode>> mode(locations);
  std::uint32_t locked = 0;  // the threads with synchronized blocks
  const std::size_t own = program.threads.size() - std::min(program.threads.size(), space.context.size());
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    if (t < own && !thread_fits(space, program.threads[t])) return false;
    for (const Access& a : program.threads[t]) {
      if (space.by_location && mode[a.location].value_or(a.mode) != a.mode) return false;
      mode[a.location] = a.mode;
      written[a.location] = written[a.location] || a.writes();
      used[a.location] |= 1U << t;
      if (a.locks) locked |= 1U << t;
    }
  }
  if (space.shared)
    for (std::size_t x = 0; x < locations; ++x)
      if (!written[x] || (used[x] & (used[x] - 1)) == 0) return false;
  if (space.cycle && !is_cycle(program)) return false;
  if (!space.connected) return true;
  used.push_back(locked);
  std::uint32_t reached = 1;
  for (std::size_t round = 0; round < program.threads.size(); ++round)
    for (const std::uint32_t threads : used)
      if (threads & reached) reached |= threads;
  return reached == (1U << program.threads.size()) - 1;
}

std::vector<Symmetry> symmetries(const Space& space, const Program& program) {
  Lengths lengths;
  for (const Thread& thread : program.threads) lengths.push_back(thread.size());
  std::vector<Symmetry> out = symmetries(lengths, program.locations());
  if (space.context.empty()) return out;
  const std::size_t own = program.threads.size() - space.context.size();
  std::erase_if(out, [&](const Symmetry& s) {
    for (std::size_t t = own; t < program.threads.size(); ++t) {
      if (s.threads[t] != t) return true;
      for (const Access& a : program.threads[t])
        if (s.locations[a.location] != a.location) return true;
    }
    return false;
  });
  return out;
}

namespace {

// Accesses one after the other. Of a canonical program the locations come in the order of their first use, behind those of the context.
class Lister {
 public:
  Lister(const Space& space, const Lengths& size, const std::function<bool(const Program&)>& use, const std::atomic<bool>* stop)
      : space_(space), size_(size), use_(use), stop_(stop), plain_(space) {
    plain_.reads = plain_.writes = plain_.updates = {Mode::plain};
    program_.threads.resize(size.size());
    for (const Thread& thread : space.context) {
      program_.threads.push_back(thread);
      for (Access& a : program_.threads.back()) a.mode = Mode::plain;
      for (const Access& a : thread) named_ = std::max<std::uint8_t>(named_, static_cast<std::uint8_t>(a.location + 1));
    }
  }
  bool run() {
    next(0, named_, 0, false);
    return !ended();
  }

 private:
  bool ended() const { return ended_ || (stop_ && *stop_); }
  void next(std::size_t thread, std::uint8_t locations, std::uint8_t reads, bool inside) {
    if (ended()) return;
    if (thread == size_.size()) return add(locations);
    Thread& at = program_.threads[thread];
    if (at.size() == size_[thread]) {
      if (!inside && (!space_.cycle || may_become_cycle(program_, thread + 1))) next(thread + 1, locations, 0, false);
      return;
    }
    const auto step = [&](const Access& a) {
      at.push_back(a);
      next(thread, std::max<std::uint8_t>(locations, static_cast<std::uint8_t>(a.location + 1)),
           static_cast<std::uint8_t>(reads + a.reads()), (inside || a.locks) && !a.unlocks);
      at.pop_back();
    };
    for (const Act act : space_.acts)
      for (std::uint8_t x = 0; x < std::min<std::size_t>(locations + std::size_t{1}, space_.locations); ++x)
        dependencies(act, reads, [&](Access a) {
          a.act = act;
          a.location = x;
          surroundings(a, at.empty(), inside, step);
        });
  }

  // Every way to depend on what was read.
  template <class F>
  void dependencies(Act act, std::uint8_t reads, F use) const {
    use(Access{});
    if (reads == 0) return;
    const std::uint8_t far = space_.any_read ? reads : std::uint8_t{1};
    for (const Dependency& d : act == Act::write ? space_.of_writes : space_.of_reads)
      for (std::uint8_t g = 0; g < (d.guard == Guard::always ? 1 : far); ++g)
        for (std::uint8_t c = 0; c < (d.copies ? far : 1); ++c) {
          Access a;
          a.guard = d.guard;
          a.guarded_by = g;
          a.copies = d.copies;
          a.copied = c;
          use(a);
        }
  }

  // Every fence before it, and every way to be in a synchronized block.
  template <class F>
  void surroundings(Access a, bool first, bool inside, F use) const {
    for (std::size_t f = 0; f <= (first ? 0 : space_.fences.size()); ++f) {
      a.fence = f == 0 ? Fence::none : space_.fences[f - 1];
      a.locks = a.unlocks = false;
      use(a);
      if (!space_.locks) continue;
      a.unlocks = true;
      if (inside) {
        use(a);
        continue;
      }
      a.locks = true;
      use(a);
      a.unlocks = false;
      use(a);
    }
  }

  void add(std::uint8_t locations) {
    if (!fits(plain_, program_)) return;
    if (symmetries_.size() < locations) symmetries_.resize(locations);
    auto& group = symmetries_[locations - 1U];
    if (group.empty()) group = symmetries(space_, program_);
    for (const Symmetry& s : group)
      if (compare_image(program_, s) < 0) return;
    ended_ = !use_(program_);
  }

  const Space& space_;
  const Lengths& size_;
  const std::function<bool(const Program&)>& use_;
  const std::atomic<bool>* stop_;
  Space plain_;
  std::uint8_t named_ = 0;                         // locations of the context
  std::vector<std::vector<Symmetry>> symmetries_;  // by number of locations - 1
  Program program_;
  bool ended_ = false;
};

}  // namespace

bool for_each_skeleton(const Space& space, const Lengths& size, const std::function<bool(const Program&)>& use,
                       const std::atomic<bool>* stop) {
  return Lister(space, size, use, stop).run();
}

std::vector<Program> skeletons(const Space& space, const Lengths& size) {
  std::vector<Program> out;
  for_each_skeleton(space, size, [&](const Program& one) {
    out.push_back(one);
    return true;
  });
  return out;
}

Modes::Modes(const Space& space, const Program& skeleton) : space_(space), skeleton_(skeleton) {
  Lengths lengths;
  for (const Thread& thread : skeleton.threads) lengths.push_back(thread.size());
  for (const Symmetry& s : symmetries(space, skeleton))
    if (compare_image(skeleton, s) == 0) stabiliser_.push_back(s);
  if (space.by_location)
    radix_.assign(skeleton.locations(), space.reads.size());
  else
    for (std::size_t t = 0; t < skeleton.threads.size(); ++t)
      for (std::size_t i = 0; i < skeleton.threads[t].size(); ++i) radix_.push_back(modes(t, i).size());
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
  for (std::size_t t = 0; t < out.threads.size(); ++t)
    for (std::size_t i = 0; i < out.threads[t].size(); ++i, ++at) {
      Access& a = out.threads[t][i];
      a.mode = modes(t, i)[digits[space_.by_location ? a.location : at]];
    }
  return out;
}

// Threads of the context have their modes.
const std::vector<Mode>& Modes::modes(std::size_t thread, std::size_t at) const {
  const std::size_t own = skeleton_.threads.size() - space_.context.size();
  if (thread < own || space_.by_location) return space_.modes(skeleton_.threads[thread][at].act);
  static const std::vector<std::vector<Mode>> kOne{{Mode::plain}, {Mode::opaque}, {Mode::acquire}, {Mode::release}, {Mode::strong}};
  return kOne[static_cast<std::size_t>(space_.context[thread - own][at].mode)];
}

std::optional<Program> Modes::program(std::uint64_t number) const {
  Program out = any_program(number);
  for (const Symmetry& s : stabiliser_)
    if (compare_image(out, s) < 0) return std::nullopt;
  return out;
}

std::uint64_t count(const Space& space) {
  if (!space.only.empty()) return space.only.size();
  std::uint64_t out = 0;
  for (const Lengths& size : space.sizes)
    for_each_skeleton(space, size, [&](const Program& skeleton) {
      out += Modes(space, skeleton).count();
      return true;
    });
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

}  // namespace thinair::space
