// A rule of a model as people read it: what its comment says, and the formula without the comment.
//
//   takes   a rule and the text that it stands in
//   gives   the comment `(* .. *)` behind the rule on its last line, or else right above it; "" if there is none
//   does not make up words for a rule that has no comment
#pragma once

#include <string>

#include "language/rule.hpp"
#include "support/source.hpp"

namespace thinair::report {

struct RuleText {
  std::string title;    // "A read sees no write that happens after it"
  std::string formula;  // "irreflexive rf ; hb as hb-consistency"; "" if nobody knows where the rule stands
};

RuleText rule_text(const language::Rule& rule, const Sources& sources);

}  // namespace thinair::report
