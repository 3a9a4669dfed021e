#include <gtest/gtest.h>

#include "ask/verdict/compare.hpp"

namespace thinair::verdict {
namespace {

using answer::Datum;
using answer::Open;
using answer::State;
using answer::Value;

State state(std::vector<Datum> values, std::vector<std::uint32_t> threw = {}) { return {std::move(values), std::move(threw)}; }
Datum value(Value v) { return Datum{v}; }
Datum any(std::string symbol, std::string where = "") { return Datum{Open{std::move(symbol), std::move(where)}}; }

TEST(Covers, ConcreteStatesCoverThemselvesOnly) {
  EXPECT_TRUE(covers(state({value(1), value(2)}), state({value(1), value(2)})));
  EXPECT_FALSE(covers(state({value(1), value(2)}), state({value(1), value(3)})));
}

TEST(Covers, ASymbolStandsForAnyValueButTheSameOneEverywhere) {
  const State general = state({any("v1"), any("v1")});
  EXPECT_TRUE(covers(general, state({value(7), value(7)})));
  EXPECT_FALSE(covers(general, state({value(7), value(8)})));
  EXPECT_TRUE(covers(general, state({any("v9"), any("v9")})));
  EXPECT_FALSE(covers(general, state({any("v1"), any("v2")})));
  EXPECT_TRUE(covers(state({any("v1"), any("v2")}), general));
}

TEST(Covers, ASpecialStateDoesNotCoverAGeneralOne) { EXPECT_FALSE(covers(state({value(0)}), state({any("v1")}))); }

TEST(Covers, AConstrainedSymbolStandsForItselfOnly) {
  const State odd = state({any("v1", "v1 & 1 = 1")});
  EXPECT_TRUE(covers(odd, odd));
  EXPECT_FALSE(covers(odd, state({value(3)})));
  EXPECT_FALSE(covers(odd, state({any("v1")})));
}

TEST(Covers, ThreadsThatThrewAreCompared) {
  EXPECT_FALSE(covers(state({value(0)}), state({value(0)}, {1})));
  EXPECT_TRUE(covers(state({value(0)}, {1}), state({value(0)}, {1})));
}

// Answers of concrete states: terms are asked only of open ones.
answer::Answer answer(std::vector<State> states) {
  answer::Answer a;
  for (State& s : states) {
    answer::Outcome outcome;
    outcome.state = std::move(s);
    a.outcomes.add(outcome);
  }
  return a;
}

TEST(Compare, GivesWhatEachSideHasAlone) {
  const program::Test test;
  answer::Answer first = answer({state({value(0)}), state({value(1)})});
  answer::Answer second = answer({state({value(1)}), state({value(2)})});
  const Difference d = compare(test, first, second);
  EXPECT_EQ(d.only_first, std::vector{state({value(0)})});
  EXPECT_EQ(d.only_second, std::vector{state({value(2)})});
  EXPECT_FALSE(d.equal());
  EXPECT_TRUE(compare(test, first, first).equal());
}

TEST(Compare, AnOpenStateHasItsInstances) {
  const program::Test test;
  answer::Answer general = answer({state({any("v1"), any("v1")})});
  answer::Answer special = answer({state({value(0), value(0)})});
  const Difference d = compare(test, special, general);
  EXPECT_TRUE(d.only_first.empty());
  EXPECT_EQ(d.only_second.size(), 1U);
}

TEST(Compare, IsCompleteOnlyIfBothAnswersAre) {
  const program::Test test;
  answer::Answer whole = answer({});
  answer::Answer part = answer({});
  part.complete = false;
  EXPECT_TRUE(compare(test, whole, whole).complete);
  EXPECT_FALSE(compare(test, whole, part).complete);
  EXPECT_FALSE(compare(test, part, whole).complete);
}

}  // namespace
}  // namespace thinair::verdict
