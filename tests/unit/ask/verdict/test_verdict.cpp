#include <gtest/gtest.h>

#include "ask/verdict/verdict.hpp"

namespace thinair::verdict {
namespace {

using answer::Truth;
using program::Clause;
using program::Prop;
using Kind = Clause::Kind;

TEST(Decide, AFoundStateSettlesItEvenIfTheSearchWasCutShort) {
  EXPECT_EQ(decide(true, true), Verdict::allowed);
  EXPECT_EQ(decide(true, false), Verdict::allowed);
}

TEST(Decide, NothingFoundIsForbiddenOnlyWhenEverythingWasLookedAt) {
  EXPECT_EQ(decide(false, true), Verdict::forbidden);
  EXPECT_EQ(decide(false, false), Verdict::unknown);
}

struct Row {
  Kind kind;
  Standing allowed, forbidden;
};

class Standings : public testing::TestWithParam<Row> {};

TEST_P(Standings, FollowFromTheVerdict) {
  EXPECT_EQ(standing(GetParam().kind, Verdict::allowed), GetParam().allowed);
  EXPECT_EQ(standing(GetParam().kind, Verdict::forbidden), GetParam().forbidden);
  EXPECT_EQ(standing(GetParam().kind, Verdict::unknown), Standing::undecided);
}

INSTANTIATE_TEST_SUITE_P(AllKinds, Standings,
                         testing::Values(Row{Kind::exists, Standing::met, Standing::met},
                                         Row{Kind::required, Standing::met, Standing::not_met},
                                         Row{Kind::forbidden, Standing::not_met, Standing::met},
                                         Row{Kind::not_exists, Standing::not_met, Standing::met},
                                         Row{Kind::forall, Standing::not_met, Standing::met}));

TEST(Sought, ForallIsDecidedByItsNegation) {
  Clause clause;
  clause.prop.kind = Prop::Kind::true_;
  clause.kind = Kind::forall;
  const Prop negation = sought(clause);
  ASSERT_EQ(negation.kind, Prop::Kind::not_);
  ASSERT_EQ(negation.kids.size(), 1U);
  EXPECT_EQ(negation.kids[0].kind, Prop::Kind::true_);
  for (const Kind kind : {Kind::exists, Kind::not_exists, Kind::required, Kind::forbidden}) {
    clause.kind = kind;
    EXPECT_EQ(sought(clause).kind, Prop::Kind::true_);
  }
}

std::vector<Judgement> judgements(std::initializer_list<Standing> standings) {
  std::vector<Judgement> all;
  for (const Standing s : standings) all.emplace_back().standing = s;
  return all;
}

TEST(Worst, NotMetOverUndecidedOverMet) {
  EXPECT_EQ(worst({}), Standing::met);
  EXPECT_EQ(worst(judgements({Standing::met, Standing::met})), Standing::met);
  EXPECT_EQ(worst(judgements({Standing::met, Standing::undecided})), Standing::undecided);
  EXPECT_EQ(worst(judgements({Standing::not_met, Standing::undecided, Standing::met})), Standing::not_met);
}

TEST(Tally, AnOpenStateCountsOnBothSides) {
  const Tally count = tally({Truth::yes, Truth::no, Truth::no, Truth::open});
  EXPECT_EQ(count.positive, 2U);
  EXPECT_EQ(count.negative, 3U);
}

}  // namespace
}  // namespace thinair::verdict
