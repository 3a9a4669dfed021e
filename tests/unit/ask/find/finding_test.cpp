// What is said of a finding, and that one way of being found does not hide another.
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/ask/find/asked.hpp"

namespace thinair::find {
namespace {

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

}  // namespace
}  // namespace thinair::find
