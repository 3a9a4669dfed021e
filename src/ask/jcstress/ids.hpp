// The ids of gradings: texts of results, or regular expressions that match some.
//
//   takes   an id and the text of a result
//   gives   whether the id fits
//   does not know all of Java's syntax: what ECMAScript's cannot read fits nothing but its own text
#pragma once

#include <string>

namespace thinair::jcstress {

bool is_pattern(const std::string& id);
// The text itself, or a pattern that matches it. Results are short: of a long one, or a long id, only the text counts.
bool id_fits(const std::string& id, const std::string& text);

}  // namespace thinair::jcstress
