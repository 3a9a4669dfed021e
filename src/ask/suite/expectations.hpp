// Tables of expected verdicts: what each model is expected to answer on each outcome of each test, and who says so.
//
//   takes   MODEL.csv with the columns test,outcome,verdict,source,note, and the catalogue it is about
//   gives   expectations by test and outcome, or everything that is wrong with the table: a test or outcome that does not exist,
//           one that is there twice, a verdict that is none, an expectation without source
#pragma once

#include <map>
#include <string>

#include "ask/suite/catalogue.hpp"
#include "ask/verdict/verdict.hpp"

namespace thinair::suite {

struct Expectation {
  verdict::Verdict verdict = verdict::Verdict::unknown;  // unknown: nobody knows, or sources disagree; the note says more
  std::string source;
  std::string note;  // where it departs from what others expect
  Span where;
};

class Expectations {
 public:
  // Null if there is none. `outcome` is a proposition as written.
  const Expectation* find(const std::string& test, std::string_view outcome) const;
  std::size_t size() const { return by_outcome_.size(); }

 private:
  friend Result<Expectations> read_expectations(const Sources&, std::uint32_t, const Catalogue&);
  std::map<std::pair<std::string, std::string>, Expectation> by_outcome_;  // test id, canonical proposition
};

Result<Expectations> read_expectations(const Sources& sources, std::uint32_t file, const Catalogue& catalogue);

}  // namespace thinair::suite
