// Spaces: their text, how many programs they have, and that these are the ones that should be there.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "space/code.hpp"
#include "space/cycle.hpp"
#include "space/name.hpp"
#include "unit/space/spaces.hpp"

namespace thinair::space {
namespace {

// Published sizes of the spaces, by number of locations 2 and rules shared and connected.
TEST(Space, SizesAreThePublishedOnes) {
  struct Row {
    const char* size;
    std::uint64_t skeletons, java5, modes;
  };
  for (const Row& row :
       {Row{"1+1", 2, 7, 26}, Row{"2+1", 7, 56, 448}, Row{"2+2", 20, 278, 4280}, Row{"3+1", 15, 240, 3840}, Row{"3+2", 157, 5024, 160768},
        Row{"3+3", 473, 29236, 1862816}, Row{"2+1+1", 20, 292, 4448}, Row{"2+2+1", 106, 3236, 102304}}) {
    EXPECT_EQ(count(with_modes(row.size, "plain")), row.skeletons) << row.size;
    EXPECT_EQ(count(with_modes(row.size, "plain volatile")), row.java5) << row.size;
    EXPECT_EQ(count(with_modes(row.size, kAllModes)), row.modes) << row.size;
  }
  Sources sources;
  EXPECT_EQ(count(*load_space(sources, "java5")), 23437U);
  EXPECT_EQ(count_by_formula(2, {3, 3}, 2), 1056U);
  EXPECT_EQ(count_by_formula(8, {3, 3}, 2), 4196352U);
  EXPECT_EQ(count_by_formula(2, {4, 2, 2}, 3), 144064U);
}

// Without rules: what is listed is as much as the formula says, and no two are the same.
TEST(Space, EnumerationEqualsBurnside) {
  for (const auto& [size, lengths] :
       std::map<std::string, Lengths>{{"2+2", {2, 2}}, {"3+1", {3, 1}}, {"1+1+1", {1, 1, 1}}, {"2+1+1", {2, 1, 1}}}) {
    const Space space = with_modes(size, "plain volatile", "");
    std::set<Program> seen;
    for (const Program& one : skeletons(space, lengths)) {
      const Modes modes(space, one);
      for (std::uint64_t i = 0; i < modes.choices(); ++i)
        if (const auto program = modes.program(i)) {
          EXPECT_EQ(canonical(*program), *program);
          EXPECT_TRUE(seen.insert(*program).second);
        }
    }
    EXPECT_EQ(seen.size(), count_by_formula(4, lengths, 2)) << size;
    EXPECT_EQ(seen.size(), count(space)) << size;
  }
}

TEST(Space, TextIsReadBackAndMistakesAreNamed) {
  for (const ShippedSpace& shipped : shipped_spaces()) {
    Sources sources;
    const auto space = load_space(sources, shipped.name);
    ASSERT_TRUE(space.has_value()) << shipped.name;
    EXPECT_EQ(to_text(space_of(to_text(*space))), to_text(*space));
  }
  for (const auto& [text, message] : std::map<std::string, std::string>{
           {"locations 2\n", "the space has no size"},
           {"size 2+x\n", "'2+x' is no size"},
           {"size 7+1\n", "is no size"},
           {"size 2+2\nlocations 9\n", "1 to 4 locations"},
           {"size 2\nmodes plian\n", "did you mean 'plain'?"},
           {"size 2\nmodes acquire\n", "reads and writes both need a mode"},
           {"size 2\nmodes plain acquire by location\n", "by location"},
           {"size 2\nmodes plain volatile by location\nupdates add volatile\n", "updates have modes of their own"},
           {"size 2\nsize 3\n", "'size' is said twice"},
           {"size 2\nvalues\n", "needs something behind it"},
           {"size 2\nsizes 3\n", "did you mean 'size'?"},
           {"space two\nsize 2\n", "a title in quotes"}}) {
    Sources sources;
    const auto space = parse_space(sources, sources.add("test.space", text));
    ASSERT_FALSE(space.has_value()) << text;
    EXPECT_NE(to_text(sources, space.error()).find(message), std::string::npos) << to_text(sources, space.error());
  }
}

// Programs of a space made at random, by other means than listing: each is among those that are listed.
TEST(Space, HasWhatFits) {
  Space space = space_of(
      "size 2+1\nlocations 2\nmodes plain\nwrites copy if-one copy-if-not-one\nreads if-one\ndependencies any-read\nupdates add "
      "compare-exchange "
      "volatile\nfences full\nlocks yes\nrules shared connected\n");
  space.reads = space.writes = space.updates = {Mode::plain};
  const auto all = skeletons(space, {2, 1});
  const std::set<Program> listed(all.begin(), all.end());
  EXPECT_EQ(listed.size(), all.size());
  for (const Program& one : all) EXPECT_EQ(canonical(one), one);
  std::uint64_t state = 1;
  const auto below = [&](std::uint64_t n) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint8_t>((state >> 33) % n);
  };
  std::set<Program> met;
  for (int i = 0; i < 90'000; ++i) {
    Program program;
    for (const std::size_t length : {2U, 1U}) {
      Thread& thread = program.threads.emplace_back();
      bool inside = false, read = false;
      for (std::size_t k = 0; k < length; ++k) {
        Access a;
        a.act = static_cast<Act>(below(4));
        a.location = below(2);
        a.guard = read ? static_cast<Guard>(below(3)) : Guard::always;
        a.copies = read && a.act == Act::write && below(2) == 0;
        a.fence = k == 0 ? Fence::none : static_cast<Fence>(below(3) == 0 ? 0 : 5);
        read = read || a.reads();
        a.locks = !inside && below(2) == 0;
        a.unlocks = (inside || a.locks) && (k + 1 == length || below(2) == 0);
        inside = (inside || a.locks) && !a.unlocks;
        thread.push_back(a);
      }
    }
    if (program.locations() == 2 && program.threads[0][0].location == 1 && program.threads[0][1].location == 1 &&
        program.threads[1][0].location == 1)
      continue;
    const Program form = canonical(program);
    if (!fits(space, form)) continue;
    EXPECT_TRUE(listed.contains(form)) << to_text(form);
    met.insert(form);
  }
  EXPECT_GT(met.size() * 10, listed.size() * 8);
}

TEST(Space, ContextsStay) {
  Sources sources;
  const Space space = *load_space(sources, "context");
  const auto all = skeletons(space, {2});
  EXPECT_EQ(std::set<Program>(all.begin(), all.end()).size(), all.size());
  for (const Program& one : all) EXPECT_EQ(to_text(one).substr(to_text(one).find('|')), "|Rxp.Wypd");
  EXPECT_NE(std::ranges::find(all, *parse_program("Ryp.Wxpd|Rxp.Wypd")), all.end());
  EXPECT_EQ(count(space), 21368U);
  EXPECT_EQ(count(*load_space(sources, "brief")), 1982U);
}

TEST(Space, CyclesAreThoseOfTheFamilies) {
  const auto cycle = [](const char* text) { return is_cycle(*parse_program(text)); };
  for (const char* text : {"Wxp.Ryp|Wyp.Rxp", "Wxp.Wyp|Ryp.Rxp", "Wxp|Rxp.Wyp|Ryp.Rxp", "Wxp|Wyp|Rxp.Ryp|Ryp.Rxp", "Wxp.Rxp.Ryp|Wyp.Rxp",
                           "Wxp.Wyp|Wyp.Wzp|Wzp.Wxp", "Wxp.Ryp|Wyp.Rzp|Wzp.Rwp|Wwp.Rxp"})
    EXPECT_TRUE(cycle(text)) << text;
  for (const char* text : {"Wxp.Ryp|Wxp.Ryp", "Wxp.Rxp|Wxp", "Rxp.Ryp|Ryp.Rxp", "Wxp.Wyp|Ryp.Rxp|Wxp.Wyp", "Rxp|Rxp.Wyp|Ryp.Wxp",
                           "Wxp.Ryp|Wyp.Rxp|Wzp.Rwp|Wwp.Rzp"})
    EXPECT_FALSE(cycle(text)) << text;
  // Each skeleton that is a cycle, and no other, is listed; all of up to three threads have names.
  Space space = space_of("space \"s\"\nsize 2+2 2+2+1 2+2+2\nlocations 3\nmodes plain\nrules shared connected\n");
  std::vector<std::string> filtered, listed;
  for (const Lengths& size : space.sizes)
    for (const Program& one : skeletons(space, size))
      if (is_cycle(one)) filtered.push_back(to_text(one));
  space.cycle = true;
  for (const Lengths& size : space.sizes)
    for (const Program& one : skeletons(space, size)) {
      listed.push_back(to_text(one));
      EXPECT_NE(name_of(one), "") << to_text(one);
    }
  EXPECT_EQ(listed, filtered);
  EXPECT_EQ(listed.size(), 6U + 6U + 11U);
}

}  // namespace
}  // namespace thinair::space
