#include "space/name.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "support/check.hpp"

namespace thinair::space {
namespace {

struct Family {
  std::string_view name;
  Program program;
};

// Cycles of two, three and four threads, as Alglave et al. (Herding Cats, TOPLAS 2014) and the tutorial of Maranget, Sarkar and Sewell name
// them, and what one location does. The order of the threads is the order of the suffixes.
const std::vector<Family>& families() {
  static const std::vector<Family> kFamilies = [] {
    std::vector<Family> out;
    for (const auto& [name, text] :
         std::initializer_list<std::pair<std::string_view, std::string_view>>{{"SB", "Wxp.Ryp|Wyp.Rxp"},
                                                                              {"MP", "Wxp.Wyp|Ryp.Rxp"},
                                                                              {"LB", "Rxp.Wyp|Ryp.Wxp"},
                                                                              {"S", "Wxp.Wyp|Ryp.Wxp"},
                                                                              {"R", "Wxp.Wyp|Wyp.Rxp"},
                                                                              {"2+2W", "Wxp.Wyp|Wyp.Wxp"},
                                                                              {"WRC", "Wxp|Rxp.Wyp|Ryp.Rxp"},
                                                                              {"WWC", "Wxp|Rxp.Wyp|Ryp.Wxp"},
                                                                              {"RWC", "Wxp|Rxp.Ryp|Wyp.Rxp"},
                                                                              {"WRR+2W", "Wxp|Rxp.Ryp|Wyp.Wxp"},
                                                                              {"WRW+WR", "Wxp|Rxp.Wyp|Wyp.Rxp"},
                                                                              {"WRW+2W", "Wxp|Rxp.Wyp|Wyp.Wxp"},
                                                                              {"3.SB", "Wxp.Ryp|Wyp.Rzp|Wzp.Rxp"},
                                                                              {"3.LB", "Rxp.Wyp|Ryp.Wzp|Rzp.Wxp"},
                                                                              {"3.2W", "Wxp.Wyp|Wyp.Wzp|Wzp.Wxp"},
                                                                              {"ISA2", "Wxp.Wyp|Ryp.Wzp|Rzp.Rxp"},
                                                                              {"W+RWC", "Wxp.Wyp|Ryp.Rzp|Wzp.Rxp"},
                                                                              {"Z6.0", "Wxp.Wyp|Ryp.Wzp|Wzp.Rxp"},
                                                                              {"Z6.1", "Wxp.Wyp|Wyp.Wzp|Rzp.Wxp"},
                                                                              {"Z6.2", "Wxp.Wyp|Ryp.Wzp|Rzp.Wxp"},
                                                                              {"Z6.3", "Wxp.Wyp|Wyp.Wzp|Rzp.Rxp"},
                                                                              {"Z6.4", "Wxp.Wyp|Wyp.Rzp|Wzp.Rxp"},
                                                                              {"Z6.5", "Wxp.Wyp|Wyp.Wzp|Wzp.Rxp"},
                                                                              {"IRIW", "Wxp|Rxp.Ryp|Wyp|Ryp.Rxp"},
                                                                              {"IRRWIW", "Wxp|Rxp.Ryp|Wyp|Ryp.Wxp"},
                                                                              {"IRWIW", "Wxp|Rxp.Wyp|Wyp|Ryp.Wxp"},
                                                                              {"4.SB", "Wxp.Ryp|Wyp.Rzp|Wzp.Rwp|Wwp.Rxp"},
                                                                              {"4.LB", "Rxp.Wyp|Ryp.Wzp|Rzp.Wwp|Rwp.Wxp"},
                                                                              {"4.2W", "Wxp.Wyp|Wyp.Wzp|Wzp.Wwp|Wwp.Wxp"},
                                                                              {"CoRR", "Rxp.Rxp|Wxp"},
                                                                              {"CoRW1", "Rxp.Wxp"},
                                                                              {"CoRW2", "Rxp.Wxp|Wxp"},
                                                                              {"CoWR", "Wxp.Rxp|Wxp"},
                                                                              {"CoWW", "Wxp.Wxp"}}) {
      const auto program = parse_program(text);
      check(program.has_value(), "the programs of families can be read");
      out.push_back({name, *program});
    }
    return out;
  }();
  return kFamilies;
}

constexpr std::string_view kLetters = "poarv";

// How a thread gets from one access to the next.
std::string edge(const Thread& thread, std::size_t to) {
  const Access &a = thread[to - 1], &b = thread[to];
  static const std::map<Fence, std::string> kFences{{Fence::load_load, "loadload"},
                                                    {Fence::store_store, "storestore"},
                                                    {Fence::acquire, "acquirefence"},
                                                    {Fence::release, "releasefence"},
                                                    {Fence::full, "fence"}};
  const auto depends_on_last = [&](std::uint8_t between) { return a.reads() && between == 0; };
  std::string out;
  if (b.fence != Fence::none)
    out = kFences.at(b.fence);
  else if (b.copies && depends_on_last(b.copied))
    out = "data";
  else if (b.guard != Guard::always && depends_on_last(b.guarded_by))
    out = "ctrl";
  else if (a.location != b.location)
    out = "po";
  else if (a.writes() && b.writes())
    out = "coi";
  else if (a.writes())
    out = "rfi";
  else
    out = b.writes() ? "fri" : "posRR";
  if (a.mode != Mode::plain || b.mode != Mode::plain) {
    out += kLetters[static_cast<std::size_t>(a.mode)];
    out += kLetters[static_cast<std::size_t>(b.mode)];
  }
  return out;
}

std::string chain(const Thread& thread) {
  std::string out;
  for (std::size_t i = 1; i < thread.size(); ++i) out += (i > 1 ? "-" : "") + edge(thread, i);
  return out;
}

// Does it depend on something that its name would not show?
bool hidden(const Thread& thread) {
  for (std::size_t i = 0; i < thread.size(); ++i) {
    const Access& a = thread[i];
    if (a.act == Act::add || a.act == Act::exchange || a.locks || a.unlocks) return true;
    if (!a.depends()) continue;
    const bool last = thread[i - 1].reads() && a.guarded_by == 0 && a.copied == 0;
    if (!last || a.fence != Fence::none || (a.guard != Guard::always && a.copies) || a.guard == Guard::if_not_one) return true;
  }
  return false;
}

// The accesses at the ends of a thread, which make the cycle.
Thread ends(const Thread& thread) {
  Thread out{thread.front()};
  if (thread.size() > 1) out.push_back(thread.back());
  for (Access& a : out) a = {.act = a.act, .location = a.location};
  return out;
}

bool same_up_to_locations(const Thread& a, const Thread& b, std::map<std::uint8_t, std::uint8_t>& to,
                          std::map<std::uint8_t, std::uint8_t>& from) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].act != b[i].act) return false;
    if (to.try_emplace(a[i].location, b[i].location).first->second != b[i].location) return false;
    if (from.try_emplace(b[i].location, a[i].location).first->second != a[i].location) return false;
  }
  return true;
}

std::string with_suffixes(std::string_view family, const std::vector<std::string>& chains) {
  std::string out(family);
  if (chains.empty()) return out;
  // A family means one plain step in each thread, along different locations or, where it has one location, along that.
  static constexpr std::string_view kImplied[] = {"po", "rfi", "fri", "coi", "posRR"};
  if (std::ranges::all_of(chains, [](const std::string& one) { return std::ranges::find(kImplied, one) != std::end(kImplied); }))
    return out;
  if (chains.size() > 1 && std::ranges::all_of(chains, [&](const std::string& one) { return one == chains[0]; }))
    return out + "+" + chains[0] + "s";
  for (const std::string& one : chains) out += "+" + one;
  return out;
}

}  // namespace

std::string name_of(const Program& program) {
  if (std::ranges::any_of(program.threads, hidden)) return "";
  std::vector<std::size_t> order(program.threads.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::string least;
  do {  // every order of the threads; a family that several fit takes the least name
    for (const Family& family : families()) {
      if (family.program.threads.size() != order.size()) continue;
      std::map<std::uint8_t, std::uint8_t> to, from;
      bool fits = true;
      std::vector<std::string> chains;
      for (std::size_t i = 0; fits && i < order.size(); ++i) {
        const Thread& thread = program.threads[order[i]];
        fits = same_up_to_locations(family.program.threads[i], ends(thread), to, from);
        if (thread.size() > 1) chains.push_back(chain(thread));
      }
      if (!fits) continue;
      const std::string name = with_suffixes(family.name, chains);
      if (least.empty() || name < least) least = name;
    }
  } while (std::ranges::next_permutation(order).found);
  return least;
}

}  // namespace thinair::space
