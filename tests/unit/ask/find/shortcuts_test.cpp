// Each shortcut of a search, compared with the search without it: the same findings, on every space that is shipped. Here on a sample of
// each space; with THINAIR_CAMPAIGN set, on all of it (docs/find.md has what that gave).
#include <cstdio>
#include <cstdlib>
#include <set>

#include "ask/find/records.hpp"
#include "unit/ask/find/asked.hpp"

namespace thinair::find {
namespace {

bool thorough() { return std::getenv("THINAIR_CAMPAIGN") != nullptr; }
// THINAIR_CAMPAIGN=modes,java5 takes these spaces only.
bool left_out(const std::string& space) {
  const std::string only = thorough() ? std::getenv("THINAIR_CAMPAIGN") : "";
  return only.find_first_not_of("0123456789") != std::string::npos && ("," + only + ",").find("," + space + ",") == std::string::npos;
}

// A shipped space, or its smaller sizes; of many skeletons some.
struct Sample {
  Space space;
  Shard shard;
};
Sample sample(const std::string& name, std::uint64_t most) {
  Sources sources;
  Sample out{*load_space(sources, name), {}};
  if (thorough()) {
    // All of these are 340,056, 137,884 and 87,720 programs: hours without shortcuts.
    if (out.space.locks) out.space.sizes = *parse_sizes(out.space.context.empty() ? "..2+2" : "..2");
    if (out.space.sizes.front().size() == 1 && out.space.context.empty()) out.space.sizes = *parse_sizes("..3");
    return out;
  }
  if (name == "final") {  // where schemes break jam21
    out.space.sizes = *parse_sizes("2+2");
    out.space.reads = {Mode::plain, Mode::strong};
    out.space.writes = {Mode::plain, Mode::release};
    return out;
  }
  const std::size_t threads = out.space.sizes.front().size();
  out.space.sizes = *parse_sizes(threads == 1 ? "..2" : "..2+1");
  out.shard.of = count(out.space) / most + 1;
  out.shard.index = out.shard.of / 2;
  return out;
}

std::vector<std::string> lines_of(const std::vector<Record>& records) {
  std::vector<std::string> out;
  for (const Record& record : records) out.push_back(to_line(record));
  return out;
}

struct Case {
  Kind kind;
  std::vector<std::string> models;
  std::string scheme;
};

// The same records, byte by byte: what is found, by which state, in which block.
TEST(FindShortcuts, LoseNothing) {
  struct Named {
    const char* name;
    bool Shortcuts::*shortcut;
    bool only_unsound;
  };
  const Named shortcuts[] = {{"same_sets", &Shortcuts::same_sets, false},
                             {"same_network", &Shortcuts::same_network, false},
                             {"same_code", &Shortcuts::same_code, true},
                             {"no_interleavings", &Shortcuts::no_interleavings, true},
                             {"strongest_first", &Shortcuts::strongest_first, true}};
  const Case questions[] = {{Kind::difference, {"jam19", "jam21"}, ""},
                            {Kind::difference, {"sc", "jls04"}, ""},
                            {Kind::stronger, {"jam21"}, ""},
                            {Kind::unsound, {"jam21"}, "x86"},
                            {Kind::unsound, {"jam21"}, "aarch64"}};
  std::size_t compared = 0, found = 0;
  for (const ShippedSpace& shipped : shipped_spaces())
    for (const Case& question : questions) {
      if (left_out(shipped.name)) continue;
      // A scheme must know what to make of a space's accesses; what modes do not change has nothing to be stronger by.
      const Sample of = sample(shipped.name, 6);
      if (of.space.locks && question.models[0].starts_with("jam")) continue;  // these models know no monitors
      if (question.kind == Kind::stronger && of.space.reads.size() == 1) continue;
      Asked asked(question.kind, question.models, question.scheme);
      const auto quick = asked.run(of.space, of.shard);
      for (const Record& record : quick) found += record.found.size();
      for (const Named& one : shortcuts) {
        if (one.only_unsound && question.kind != Kind::unsound) continue;
        asked.settings.shortcuts = {};
        asked.settings.shortcuts.*one.shortcut = false;
        EXPECT_EQ(lines_of(asked.run(of.space, of.shard)), lines_of(quick)) << shipped.name << " without " << one.name;
        ++compared;
      }
      if (thorough())
        std::printf("%s: %zu skeletons, %s %s %s: the same %zu findings\n", shipped.name.c_str(), quick.size(), question.models[0].c_str(),
                    question.models.back().c_str(), question.scheme.c_str(), summarise(quick, true).findings.size());
      std::fflush(stdout);
    }
  EXPECT_GT(compared, thorough() ? 0U : 100U);
  EXPECT_GT(found, thorough() ? 0U : 10U);
}

// Without the symmetries every program is asked under all its names, without the rules also those with accesses that nobody notices: the
// minimal ones are the same. Under both models a thread alone is sequential, so what nobody notices makes no difference.
TEST(FindShortcuts, SymmetriesAndRulesLoseNothing) {
  Asked asked(Kind::difference, {"sc", "jls04"});
  const auto forms = [](const std::vector<Record>& records) {
    std::set<std::string> out;
    for (const Finding& f : summarise(records, false).findings) out.insert(to_text(canonical(f.program)));
    return out;
  };
  std::size_t found = 0;
  for (const ShippedSpace& shipped : shipped_spaces()) {
    Sources sources;
    Space space = *load_space(sources, shipped.name);
    if (!space.context.empty() || left_out(shipped.name)) continue;  // a context has its names
    const std::size_t threads = space.sizes.front().size();
    const bool many = space.locks || !space.fences.empty() || space.acts.size() > 2;  // without rules: millions
    space.sizes = *parse_sizes(threads == 1 ? (thorough() ? "..3" : "..2") : thorough() && !many ? "..2+2" : "..2+1");
    if (!thorough()) {
      if (many) space.sizes = *parse_sizes("1+1");
      space.reads = space.writes = {Mode::plain, Mode::strong};
      if (!space.updates.empty()) space.updates = {Mode::strong};
      if (!space.fences.empty()) space.fences = {Fence::full};
      if (many) space.acts.resize(std::min<std::size_t>(space.acts.size(), 3));
    }
    const auto quick = forms(asked.run(space));
    found += quick.size();
    Space without_rules = space;
    without_rules.shared = without_rules.connected = false;
    EXPECT_EQ(forms(asked.run(without_rules)), quick) << shipped.name << " without rules";
    Space named = space;
    for (const Lengths& lengths : space.sizes)
      for (const Program& skeleton : skeletons(space, lengths))
        for (const Symmetry& symmetry : symmetries(lengths, skeleton.locations())) {
          const Modes modes(space, skeleton);
          for (std::uint64_t i = 0; i < modes.choices(); ++i) named.only.push_back(image(modes.any_program(i), symmetry));
        }
    EXPECT_EQ(forms(asked.run(named)), quick) << shipped.name << " without symmetries";
  }
  EXPECT_GT(found, thorough() ? 0U : 5U);
}

}  // namespace
}  // namespace thinair::find
