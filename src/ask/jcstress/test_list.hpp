// The list of tests that jcstress' annotation processor leaves in META-INF/TestList, one line per test.
//
//   JCTEST, then items `<length>S<text>`, `<length>I<number>`, `1B[T|F]`: name, binary name, runner, description, actors (count, names),
//   needs a fork, outcomes (count, then each: expectation, description, ids (count, texts)), references (count, texts)
//
//   takes   the text of such a file
//   gives   tests and gradings
//   does not judge them: lint.hpp does
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"

namespace thinair::jcstress {

struct ListedOutcome {
  std::string expect;  // ACCEPTABLE, ACCEPTABLE_INTERESTING, FORBIDDEN, UNKNOWN
  std::string description;
  std::vector<std::string> ids;  // texts or patterns; empty, or one that is empty: everything else
  bool is_default() const { return ids.empty() || (ids.size() == 1 && ids[0].empty()); }
};

struct ListedTest {
  std::string name;
  std::string description;
  std::vector<std::string> actors;
  std::vector<ListedOutcome> outcomes;
};

Result<std::vector<ListedTest>> read_test_list(const Sources& sources, std::uint32_t file);

}  // namespace thinair::jcstress
