#include "ask/find/program.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

namespace thinair::find {
namespace {

char letter(const Access& a) {
  switch (a.mode) {
    case Mode::plain: return 'p';
    case Mode::opaque: return 'o';
    case Mode::ordered: return a.write ? 'r' : 'a';
    case Mode::strong: return 'v';
  }
  return '?';
}

// The place of the read that an access depends on; -1 if it depends on none.
int dependency(const Thread& thread, std::size_t at) {
  if (thread[at].depends == Depends::no) return -1;
  for (std::size_t i = at; i-- > 0;)
    if (!thread[i].write) return static_cast<int>(i);
  return -1;
}

}  // namespace

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
  for (const Thread& thread : program.threads) {
    if (!out.empty()) out += '|';
    for (std::size_t i = 0; i < thread.size(); ++i) {
      const Access& a = thread[i];
      if (i > 0) out += '.';
      out += {a.write ? 'W' : 'R', kLocationNames[a.location], letter(a)};
      if (a.depends != Depends::no) out += a.depends == Depends::data ? 'd' : a.depends == Depends::if_one ? 'c' : 'n';
    }
  }
  return out;
}

std::optional<Program> parse_program(std::string_view text) {
  Program out;
  out.threads.emplace_back();
  while (!text.empty()) {
    if (text.size() < 3 || (text[0] != 'R' && text[0] != 'W')) return std::nullopt;
    Access a;
    a.write = text[0] == 'W';
    const auto location = kLocationNames.find(text[1]);
    const auto mode = std::string_view("poav").find(text[2] == 'r' ? 'a' : text[2]);
    if (location == std::string_view::npos || mode == std::string_view::npos || (text[2] == 'r') != (a.write && mode == 2))
      return std::nullopt;
    a.location = static_cast<std::uint8_t>(location);
    a.mode = static_cast<Mode>(mode);
    text.remove_prefix(3);
    if (const auto depends = text.empty() ? std::string_view::npos : std::string_view("dcn").find(text[0]);
        depends != std::string_view::npos) {
      a.depends = static_cast<Depends>(depends + 1);
      text.remove_prefix(1);
    }
    out.threads.back().push_back(a);
    if (text.empty()) return out;
    if (text[0] == '|')
      out.threads.emplace_back();
    else if (text[0] != '.')
      return std::nullopt;
    text.remove_prefix(1);
  }
  return std::nullopt;
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
      if (a.write != b.write || a.mode > b.mode || (a.depends != Depends::no && a.depends != b.depends)) continue;
      if (a.depends != Depends::no) {
        const int reads = dependency(small, i), there = dependency(large, j);
        if (reads < 0 || there != static_cast<int>(places_[static_cast<std::size_t>(reads)])) continue;
      }
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

bool before(const Program& a, const Program& b) {
  const auto key = [](const Program& p) {
    int strength = 0;
    for (const Thread& thread : p.threads)
      for (const Access& access : thread) strength += static_cast<int>(access.mode);
    return std::tuple(p.accesses(), p.threads.size(), p.locations(), strength, to_text(p));
  };
  return key(a) < key(b);
}

std::string family(const Program& program) {
  static const std::map<std::string, std::string, std::less<>> kNames = [] {
    std::map<std::string, std::string, std::less<>> out;
    for (const auto& [name, text] :
         {std::pair("SB", "Wxp.Ryp|Wyp.Rxp"), std::pair("MP", "Wxp.Wyp|Ryp.Rxp"), std::pair("LB", "Rxp.Wyp|Ryp.Wxp"),
          std::pair("S", "Wxp.Wyp|Ryp.Wxp"), std::pair("R", "Wxp.Wyp|Wyp.Rxp"), std::pair("2+2W", "Wxp.Wyp|Wyp.Wxp"),
          std::pair("CoRR", "Rxp.Rxp|Wxp"), std::pair("CoRW1", "Rxp.Wxp"), std::pair("CoWR", "Wxp.Rxp|Wxp"),
          std::pair("CoRW2", "Rxp.Wxp|Wxp"), std::pair("CoWW", "Wxp.Wxp"), std::pair("SB+rfi", "Wxp.Rxp.Ryp|Wyp.Rxp"),
          std::pair("SB+rfis", "Wxp.Rxp.Ryp|Wyp.Ryp.Rxp"), std::pair("R+rfi", "Wxp.Rxp.Ryp|Wyp.Wxp"),
          std::pair("IRIW", "Wxp|Wyp|Rxp.Ryp|Ryp.Rxp"), std::pair("WRC", "Wxp|Rxp.Wyp|Ryp.Rxp")})
      out.emplace(to_text(canonical(*parse_program(text))), name);
    return out;
  }();
  for (const Thread& thread : program.threads)
    for (const Access& a : thread)
      if (a.depends != Depends::no) return "";
  const auto at = kNames.find(to_text(canonical(skeleton(program))));
  return at == kNames.end() ? "" : at->second;
}

}  // namespace thinair::find
