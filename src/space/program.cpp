#include "space/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

namespace thinair::space {
namespace {

constexpr std::string_view kActLetters = "RWUC", kModeLettersOf = "poarv", kGuardLetters = " cn", kFenceLetters = " lsarf";

// The place of the read that an access at `at` names by the number of reads between; -1 if there is none.
int read_before(const Thread& thread, std::size_t at, std::size_t between) {
  for (std::size_t i = at; i-- > 0;)
    if (thread[i].reads() && between-- == 0) return static_cast<int>(i);
  return -1;
}

// Which modes there are for what: acquire is for reads, release for writes; updates are acquire, release or volatile.
bool possible(Act act, Mode mode) {
  if (act == Act::read) return mode != Mode::release;
  if (act == Act::write) return mode != Mode::acquire;
  return strength(mode) >= 2;
}

}  // namespace

int strength(Mode mode) {
  switch (mode) {
    case Mode::plain: return 0;
    case Mode::opaque: return 1;
    case Mode::acquire:
    case Mode::release: return 2;
    case Mode::strong: return 3;
  }
  return 0;
}

std::size_t Program::accesses() const {
  std::size_t out = 0;
  for (const Thread& thread : threads) out += thread.size();
  return out;
}

std::size_t Program::locations() const {
  std::size_t out = 0;
  for (const Thread& thread : threads)
    for (const Access& a : thread) out = std::max<std::size_t>(out, a.location + std::size_t{1});
  return out;
}

std::string to_text(const Program& program) {
  std::string out;
  const auto named = [&](char what, std::uint8_t between) {
    out += what;
    if (between > 0) out += static_cast<char>('0' + between);
  };
  for (const Thread& thread : program.threads) {
    if (!out.empty()) out += '|';
    for (std::size_t i = 0; i < thread.size(); ++i) {
      const Access& a = thread[i];
      if (i > 0) out += '.';
      if (a.fence != Fence::none) out += {'F', kFenceLetters[static_cast<std::size_t>(a.fence)], '.'};
      if (a.locks) out += '(';
      out += {kActLetters[static_cast<std::size_t>(a.act)], kLocationNames[a.location], kModeLettersOf[static_cast<std::size_t>(a.mode)]};
      if (a.guard != Guard::always) named(kGuardLetters[static_cast<std::size_t>(a.guard)], a.guarded_by);
      if (a.copies) named('d', a.copied);
      if (a.unlocks) out += ')';
    }
  }
  return out;
}

namespace {

class ProgramReader {
 public:
  explicit ProgramReader(std::string_view text) : text_(text) {}
  std::optional<Program> run() {
    Program out;
    do {
      Thread& thread = out.threads.emplace_back();
      bool inside = false;
      do {
        Access a;
        const std::string_view whole = text_;
        if (out.threads.size() > kMostThreads || !access(a)) return std::nullopt;
        if ((a.locks ? inside : a.unlocks && !inside) || !has_its_reads(thread, a)) {
          text_ = whole;
          return std::nullopt;
        }
        inside = (inside || a.locks) && !a.unlocks;
        thread.push_back(a);
      } while (take('.'));
      if (inside) return std::nullopt;
    } while (take('|'));
    return text_.empty() ? std::optional(std::move(out)) : std::nullopt;
  }
  std::string_view rest() const { return text_; }

 private:
  static bool has_its_reads(const Thread& thread, const Access& a) {
    return (a.guard == Guard::always || read_before(thread, thread.size(), a.guarded_by) >= 0) &&
           (!a.copies || read_before(thread, thread.size(), a.copied) >= 0);
  }
  bool take(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  template <class T>
  bool one_of(std::string_view letters, T& out) {
    const auto at = text_.empty() ? std::string_view::npos : letters.find(text_[0]);
    if (at == std::string_view::npos) return false;
    out = static_cast<T>(at);
    text_.remove_prefix(1);
    return true;
  }
  bool access(Access& a) {
    if (take('F') && (!one_of(kFenceLetters, a.fence) || a.fence == Fence::none || !take('.'))) return false;
    a.locks = take('(');
    if (!one_of(kActLetters, a.act) || !one_of(kLocationNames, a.location) || !one_of(kModeLettersOf, a.mode) || !possible(a.act, a.mode))
      return false;
    if (one_of(kGuardLetters, a.guard)) one_of("0123456789", a.guarded_by);
    if (take('d')) {
      a.copies = true;
      one_of("0123456789", a.copied);
    }
    if (a.copies && a.act != Act::write) return false;
    a.unlocks = take(')');
    return true;
  }
  std::string_view text_;
};

}  // namespace

std::optional<Program> parse_program(std::string_view text, std::string_view* rest) {
  ProgramReader reader(text);
  auto out = reader.run();
  if (rest) *rest = reader.rest();
  return out;
}

std::string no_program(std::string_view text) {
  std::string_view rest;
  parse_program(text, &rest);
  std::string out = fmt::format("'{}' is no program", text);
  if (static_cast<std::size_t>(std::ranges::count(text, '|')) >= kMostThreads)
    return out + fmt::format(": at most {} threads", kMostThreads);
  if (rest.empty()) return out + (text.empty() ? "" : ": something is missing at its end");
  return rest.size() == text.size() ? out : out + fmt::format(" from '{}' on", rest);
}

std::vector<Symmetry> symmetries(const std::vector<std::size_t>& lengths, std::size_t locations) {
  std::vector<Symmetry> out;
  Symmetry s;
  s.threads.resize(lengths.size());
  std::iota(s.threads.begin(), s.threads.end(), std::uint8_t{0});
  do {
    bool fits = true;
    for (std::size_t t = 0; t < lengths.size(); ++t) fits = fits && lengths[t] == lengths[s.threads[t]];
    if (!fits) continue;
    s.locations.resize(locations);
    std::iota(s.locations.begin(), s.locations.end(), std::uint8_t{0});
    do out.push_back(s);
    while (std::ranges::next_permutation(s.locations).found);
  } while (std::ranges::next_permutation(s.threads).found);
  return out;
}

Program image(const Program& program, const Symmetry& symmetry) {
  Program out;
  out.threads.resize(program.threads.size());
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    Thread& to = out.threads[symmetry.threads[t]] = program.threads[t];
    for (Access& a : to) a.location = symmetry.locations[a.location];
  }
  return out;
}

std::strong_ordering compare_image(const Program& program, const Symmetry& symmetry) {
  for (std::size_t to = 0; to < program.threads.size(); ++to) {
    std::size_t from = 0;
    while (symmetry.threads[from] != to) ++from;
    const Thread &moved = program.threads[from], &there = program.threads[to];
    for (std::size_t i = 0; i < moved.size() && i < there.size(); ++i) {
      Access a = moved[i];
      a.location = symmetry.locations[a.location];
      if (const auto order = a <=> there[i]; order != 0) return order;
    }
    if (const auto order = moved.size() <=> there.size(); order != 0) return order;
  }
  return std::strong_ordering::equal;
}

Program skeleton(const Program& program) {
  Program out = program;
  for (Thread& thread : out.threads)
    for (Access& a : thread) a.mode = Mode::plain;
  return out;
}

Program canonical(const Program& program) {
  Program sorted = program;
  std::ranges::stable_sort(sorted.threads, std::greater{}, &Thread::size);
  std::vector<std::uint8_t> names(256, 255);
  std::uint8_t next = 0;
  for (Thread& thread : sorted.threads)
    for (Access& a : thread) {
      if (names[a.location] == 255) names[a.location] = next++;
      a.location = names[a.location];
    }
  std::vector<std::size_t> lengths;
  for (const Thread& thread : sorted.threads) lengths.push_back(thread.size());
  std::pair<Program, Program> least{skeleton(sorted), sorted};
  for (const Symmetry& s : symmetries(lengths, next)) {
    Program other = image(sorted, s);
    std::pair<Program, Program> key{skeleton(other), std::move(other)};
    if (key < least) least = std::move(key);
  }
  return least.second;
}

namespace {

// The number of the synchronized block that the access is in; -1 if it is in none.
int block_of(const Thread& thread, std::size_t at) {
  int block = -1;
  bool inside = false;
  for (std::size_t i = 0; i <= at; ++i) {
    if (i > 0 && thread[i - 1].unlocks) inside = false;
    if (!thread[i].locks) continue;
    inside = true;
    ++block;
  }
  return inside ? block : -1;
}

// Threads one by one; each takes the accesses of another thread of `large` in order, locations one to one.
class Embedding {
 public:
  Embedding(const Program& small, const Program& large) : small_(small), large_(large), used_(large.threads.size(), false) {
    to_.assign(small.locations(), 255);
    taken_.assign(large.locations(), false);
  }
  bool thread(std::size_t t) {
    if (t == small_.threads.size()) return true;
    for (std::size_t u = 0; u < large_.threads.size(); ++u) {
      if (used_[u]) continue;
      used_[u] = true;
      places_.assign(small_.threads[t].size(), 0);
      if (access(t, u, 0, 0)) return true;
      used_[u] = false;
    }
    return false;
  }

 private:
  // Is what `a` names by this number, at its place, what `b` names by that?
  bool same_read(std::size_t t, std::size_t i, std::size_t between, std::size_t u, std::size_t j, std::size_t there) const {
    const int reads = read_before(small_.threads[t], i, between), other = read_before(large_.threads[u], j, there);
    return reads >= 0 && other == static_cast<int>(places_[static_cast<std::size_t>(reads)]);
  }
  // What is between the access before it and `j` in the larger thread has the fence, unless the smaller one has none.
  static bool fenced(Fence fence, const Thread& large, std::size_t after, std::size_t j) {
    if (fence == Fence::none) return true;
    for (std::size_t k = after; k <= j; ++k)
      if (large[k].fence == fence || large[k].fence == Fence::full) return true;
    return false;
  }
  // What is in a block stays in one, and what is in the same one or in two stays so, whatever is between.
  bool locked_alike(const Thread& small, std::size_t i, const Thread& large, std::size_t j) const {
    const int block = block_of(small, i), there = block_of(large, j);
    if (block < 0) return true;
    if (there < 0) return false;
    for (std::size_t k = i; k-- > 0;)
      if (const int before = block_of(small, k); before >= 0) return (before == block) == (block_of(large, places_[k]) == there);
    return true;
  }
  bool access(std::size_t t, std::size_t u, std::size_t i, std::size_t from) {
    const Thread &small = small_.threads[t], &large = large_.threads[u];
    if (i == small.size()) {
      const std::vector<std::size_t> places = places_;
      const bool rest = thread(t + 1);
      places_ = places;
      return rest;
    }
    for (std::size_t j = from; j < large.size(); ++j) {
      const Access &a = small[i], &b = large[j];
      if (a.act != b.act || (a.mode != b.mode && !weaker(a.mode, b.mode)) || !fenced(a.fence, large, from, j)) continue;
      if (!locked_alike(small, i, large, j)) continue;
      if (a.guard != Guard::always && (a.guard != b.guard || !same_read(t, i, a.guarded_by, u, j, b.guarded_by))) continue;
      if (a.copies && (!b.copies || !same_read(t, i, a.copied, u, j, b.copied))) continue;
      const bool fresh = to_[a.location] == 255;
      if (fresh ? taken_[b.location] : to_[a.location] != b.location) continue;
      to_[a.location] = b.location;
      taken_[b.location] = true;
      places_[i] = j;
      if (access(t, u, i + 1, j + 1)) return true;
      if (fresh) {
        to_[a.location] = 255;
        taken_[b.location] = false;
      }
    }
    return false;
  }

  const Program &small_, &large_;
  std::vector<bool> used_, taken_;
  std::vector<std::uint8_t> to_;
  std::vector<std::size_t> places_;
};

}  // namespace

bool embeds(const Program& small, const Program& large) {
  if (small.threads.size() > large.threads.size() || small.accesses() > large.accesses() || small.locations() > large.locations())
    return false;
  return Embedding(small, large).thread(0);
}

namespace {

// What an access has besides itself: of two programs that are alike but for this, the one that embeds in the other has less. Every fence
// embeds in a full one.
int surroundings(const Access& a) {
  const int fence = a.fence == Fence::none ? 0 : a.fence == Fence::full ? 2 : 1;
  return (a.guard != Guard::always) + a.copies + fence;
}

}  // namespace

bool before(const Program& a, const Program& b) {
  const auto key = [](const Program& p) {
    int strength = 0, around = 0;
    for (const Thread& thread : p.threads)
      for (std::size_t i = 0; i < thread.size(); ++i) {
        strength += space::strength(thread[i].mode);
        around += surroundings(thread[i]) + (block_of(thread, i) >= 0);
      }
    return std::tuple(p.accesses(), p.threads.size(), p.locations(), strength, around, to_text(p));
  };
  return key(a) < key(b);
}

}  // namespace thinair::space
