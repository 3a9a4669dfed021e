// What is said of a finding: its name, whether it can be smaller, and that one way of being found does not hide another.
#include <gtest/gtest.h>

#include <algorithm>

#include "ask/find/cycle.hpp"
#include "ask/find/name.hpp"
#include "ask/find/reduce.hpp"
#include "unit/ask/find/asked.hpp"

namespace thinair::find {
namespace {

TEST(FindName, IsTheOneOfDiy) {
  const auto name = [](const char* text) { return name_of(*parse_program(text)); };
  EXPECT_EQ(name("Wxp.Ryp|Wyp.Rxp"), "SB");
  EXPECT_EQ(name("Wxv.Ryv|Wyv.Rxv"), "SB+povvs");
  EXPECT_EQ(name("Wyv.Rxp|Wxv.Ryp"), "SB+povps");
  EXPECT_EQ(name("Rya.Rxp|Wxp.Wyr"), "MP+popr+poap");  // the writer comes first, wherever it stands
  EXPECT_EQ(name("Rxp.Wyp|Ryv.Wxv"), "LB+po+povv");
  EXPECT_EQ(name("Wxp.Rxv.Ryv|Wyv.Rxv"), "SB+povv+rfipv-povv");
  EXPECT_EQ(name("Wxp.Rxp.Ryp|Wyp.Ryp.Rxp"), "SB+rfi-pos");
  EXPECT_EQ(name("Wxp.Ff.Ryp|Wyp.Ff.Rxp"), "SB+fences");
  EXPECT_EQ(name("Wxp|Rxp.Wypd|Ryp.Rxp"), "WRC+data+po");
  EXPECT_EQ(name("Rxp.Wypc|Ryp.Wxpc"), "LB+ctrls");
  EXPECT_EQ(name("Rxp.Wypn|Ryp.Wxpc"), "");  // how a condition is asked has no name
  EXPECT_EQ(name("Wxp|Wyp|Rxa.Ryp|Rya.Rxp"), "IRIW+poaps");
  EXPECT_EQ(name("Wxp.Wyp|Ryp.Wzp|Wzp.Rxp"), "Z6.0");
  EXPECT_EQ(name("Rxp.Rxp|Wxp"), "CoRR");
  EXPECT_EQ(name("Rxa.Wxp|Wxp"), "CoRW2+friap");
  EXPECT_EQ(name("Wxp.Ryp|Wxp.Ryp"), "");
}

TEST(FindReduce, TakesOneThingAway) {
  Space space = with_modes("..3+2", "plain volatile");
  space.of_writes = {{Guard::if_one, false}, {Guard::always, true}};
  const auto less = [&](const char* text) {
    std::vector<std::string> out;
    for (const Program& one : reductions(*parse_program(text), space)) out.push_back(to_text(one));
    std::ranges::sort(out);
    return out;
  };
  EXPECT_EQ(less("Rxp|Wxp"), (std::vector<std::string>{"Rxp", "Wxp"}));
  EXPECT_EQ(less("Rxv.Wyp|Wxp"), (std::vector<std::string>{"Rxp.Wyp|Wxp", "Rxv.Wyp", "Rxv|Wxp", "Wxp|Wyp"}));
  // Who depended on the read that is gone depends on nothing; who depended on another, on that one still.
  EXPECT_EQ(less("Rxp.Ryp.Wxpd"), (std::vector<std::string>{"Rxp.Ryp", "Rxp.Ryp.Wxp", "Rxp.Wxp", "Rxp.Wypd"}));
  EXPECT_EQ(less("Rxp.Ryp.Wxpc1"), (std::vector<std::string>{"Rxp.Ryp", "Rxp.Ryp.Wxp", "Rxp.Wxpc", "Rxp.Wyp"}));
  // The end of a block moves to what is left of it; a block without accesses is none.
  EXPECT_EQ(less("(Rxp.Wxp)"), (std::vector<std::string>{"(Rxp)", "(Wxp)", "Rxp.Wxp"}));
  EXPECT_EQ(less("(Rxp).Wxp"), (std::vector<std::string>{"(Rxp)", "Rxp.Wxp", "Wxp"}));
  space.by_location = true;
  EXPECT_EQ(less("Rxv.Wxv"), (std::vector<std::string>{"Rxp.Wxp", "Rxv", "Wxv"}));
}

TEST(FindReduce, ContextsStay) {
  Space space = space_of("space \"s\"\nsize ..2\nlocations 2\nmodes plain\ncontext Rxp.Wypd\n");
  std::vector<std::string> out;
  for (const Program& one : reductions(*parse_program("Ryp.Wxp|Rxp.Wypd"), space)) out.push_back(to_text(one));
  EXPECT_EQ(out, (std::vector<std::string>{"Wxp|Rxp.Wypd", "Ryp|Rxp.Wypd"}));
}

// JAM21 is weaker than JAM19 on most programs, and stronger on few: each way has its own smallest programs.
TEST(FindSearch, OneWayDoesNotHideTheOther) {
  Asked setup(Kind::difference, {"jam19", "jam21"});
  const Summary found = summarise(setup.run(with_modes("2+2", kAllModes)), false);
  const auto by = [&](const char* model) {
    return std::ranges::count_if(found.findings, [&](const Finding& f) { return f.breach.allows == model; });
  };
  EXPECT_GT(by("jam21"), 0);
  EXPECT_GT(by("jam19"), 0);
  for (const Finding& a : found.findings)
    for (const Finding& b : found.findings)
      if (&a != &b && a.breach.group() == b.breach.group()) {
        EXPECT_FALSE(embeds(a.program, b.program)) << to_text(a.program) << " " << to_text(b.program);
      }
}

TEST(FindSearch, SeveralModelsAndSchemesAreAskedSideBySide) {
  const Space space = with_modes("..2+1", "plain volatile");
  const auto alone = [&](const std::vector<std::string>& models) {
    return summarise(Asked(Kind::difference, models).run(space), false).findings.size();
  };
  EXPECT_EQ(alone({"sc", "jam21", "jls04"}), alone({"sc", "jam21"}) + alone({"sc", "jls04"}) + alone({"jam21", "jls04"}));
  Asked two(Kind::unsound, {"jam21"}, "aarch64");
  const compile::Scheme x86 = *compile::load_scheme(two.sources, "x86");
  const problem::Model tso = *problem::load(two.sources, x86.model, {});
  const Space larger = with_modes("2+2", "plain opaque");
  const auto arm = minimal(two.run(larger));
  two.settings.targets.push_back({&x86, &tso});
  EXPECT_EQ(minimal(two.run(larger)), arm);  // x86 adds nothing of this size
  two.settings.targets.erase(two.settings.targets.begin());
  EXPECT_TRUE(minimal(two.run(larger)).empty());
}

// A space of one size reports what a smaller program shows already, and says so.
TEST(FindSearch, SmallerProgramsOutsideTheSpaceAreNamed) {
  Asked setup(Kind::difference, {"sc", "jls04"});
  const Space space = space_of("space \"s\"\nlocations 2\nmodes plain\nprograms Wxp.Ryp.Ryp|Wyp.Rxp\n");
  const Summary found = summarise(setup.run(space), false);
  ASSERT_EQ(found.findings.size(), 1U);
  const Finding& f = found.findings[0];
  const auto smaller = Question::make(setup.settings).smaller(f.program, space, f.breach);
  ASSERT_TRUE(smaller.has_value());
  EXPECT_EQ(smaller->accesses(), 4U);
  EXPECT_EQ(Question::make(setup.settings).smaller(*parse_program("Wxp.Ryp|Wyp.Rxp"), space, f.breach), std::nullopt);
}

TEST(FindSpace, CyclesAreThoseOfTheFamilies) {
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
}  // namespace thinair::find
