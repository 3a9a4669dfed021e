// Rules and the comments that belong to them.
#include <gtest/gtest.h>

#include "show/report/rule_text.hpp"

namespace thinair::report {
namespace {

RuleText text_of(const std::string& model, const std::string& rule) {
  Sources sources;
  language::Rule r;
  const auto at = static_cast<std::uint32_t>(model.find(rule));
  r.where = {sources.add("m.cat", model), at, at + static_cast<std::uint32_t>(rule.size())};
  return rule_text(r, sources);
}

TEST(RuleText, TheCommentBehindARuleIsItsTitle) {
  const RuleText text = text_of("acyclic  po | rf as sc  (* one order\n   explains it. *)\n", "acyclic  po | rf as sc");
  EXPECT_EQ(text.title, "One order explains it");
  EXPECT_EQ(text.formula, "acyclic po | rf as sc");
}

TEST(RuleText, OrElseTheOneRightAboveIt) {
  EXPECT_EQ(text_of("let a = po\n(* no cycle *)\nacyclic a as b\n", "acyclic a as b").title, "No cycle");
}

TEST(RuleText, CommentsOfOthersAreNotTaken) {
  EXPECT_EQ(text_of("(* far *)\n\nacyclic a as b\n", "acyclic a as b").title, "");
  EXPECT_EQ(text_of("let a = po (* of a *)\nacyclic a as b\n", "acyclic a as b").title, "");
  EXPECT_EQ(text_of("acyclic a as b\nempty c (* of c *)\n", "acyclic a as b").title, "");
  EXPECT_EQ(text_of("(* " + std::string(400, 'x') + " *)\nacyclic a as b\n", "acyclic a as b").title, "");
}

TEST(RuleText, WithoutAPlaceThereIsNothingToShow) {
  EXPECT_EQ(rule_text({}, Sources{}).title, "");
  EXPECT_EQ(rule_text({}, Sources{}).formula, "");
}

}  // namespace
}  // namespace thinair::report
