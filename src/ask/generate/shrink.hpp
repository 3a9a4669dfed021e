// Makes a failing input smaller while it still fails.
//
//   takes   a text of lines (a litmus test or a model) and a predicate "still fails"
//   gives   a text for which the predicate holds and of which no line can be dropped or simplified further
//   does not know the languages: a candidate that does not parse is one that does not fail
#pragma once

#include <functional>
#include <string>

namespace thinair::generate {

std::string shrink(std::string text, const std::function<bool(const std::string&)>& still_fails);

}  // namespace thinair::generate
