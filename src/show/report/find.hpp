// What a search found, as text and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ask/find/findings.hpp"
#include "show/report/report.hpp"

namespace thinair::report {

// A finding with what is known of it beyond the search.
struct FindingTold {
  const find::Finding& finding;
  std::vector<std::string> lines;        // the program, a thread each: "x=1; r0=x.vol"
  std::vector<std::string> rules;        // that forbid it
  std::optional<bool> confirmed;         // by the reference engine; nothing: not asked, or too large
  std::optional<find::Program> smaller;  // found in the same way, outside the space
};

// A model that is monotone in modes, by proof.
struct Proved {
  std::string model;
  bool without_locks = false;  // of programs that have none
};

struct Search {
  std::string question;  // "jam21 compiled by x86"
  const find::Summary& summary;
  std::uint64_t skeletons = 0;
  std::vector<FindingTold> told;  // of the summary's findings, the first
  std::uint64_t missing = 0;  // programs of the space, or of the shard, that were not asked: the search was stopped, or a part is missing
  double seconds = 0;
  std::vector<Proved> monotone;      // where that was the question
  std::vector<std::string> assumed;  // models that are monotone, as was taken for granted
};

namespace text {
std::string search(const Search& search, const Style& style);
}
namespace json {
std::string search(const Search& search);
// A space or a transformation that is shipped, or read from a file; with its text if it was asked for.
std::string space(const std::string& name, const std::string& title, std::uint64_t programs, const std::string* text);
std::string transformation(const std::string& name, const std::string& title, const std::string* text);
}  // namespace json

}  // namespace thinair::report
