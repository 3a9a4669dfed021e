// What a real JVM showed, beside what a model allows.
//
//   takes   a test, the records of its runs, and the model to ask
//   gives   every result that was seen with its verdict, and the states that are allowed and were not seen
//   does not call the second kind a failure: a JVM need not show what it may, and a run is a sample
//
// The test's filter plays no part: a model that allows a state only when nobody looks at it does not exist.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answer/explanation.hpp"
#include "ask/jcstress/columns.hpp"
#include "ask/jcstress/records.hpp"
#include "ask/verdict/verdict.hpp"

namespace thinair::problem {
struct ConfiguredModel;
}  // namespace thinair::problem

namespace thinair::jcstress {

struct Configuration {
  std::vector<std::string> jvm;
  std::string compile;
  std::uint64_t count = 0;    // of one result
  std::uint64_t samples = 0;  // of all results
};

struct Seen {
  std::vector<program::Value> values;  // by column
  std::uint64_t count = 0;
  verdict::Verdict verdict = verdict::Verdict::unknown;
  std::vector<Configuration> configurations;  // that showed it
  std::optional<answer::Explanation> why;     // if forbidden
};

struct Judged {
  program::Test test;  // showing its columns
  std::vector<Column> columns;
  std::vector<Seen> seen;                          // by values
  std::vector<std::vector<answer::Datum>> unseen;  // allowed, and not seen
  std::uint64_t samples = 0;
  std::size_t configurations = 0;     // in which it ran
  std::vector<std::string> troubles;  // JVMs that did not end well, each kind once
  std::string not_run;                // why nothing was observed; empty if something was
  bool complete = true;               // the model was asked to the end
  std::string reason;

  std::size_t mismatches() const;
};

// The record of this very program: results of another one that has the same name are none. Null if there is none.
const TestRecord* find_record(const Records& records, const program::Test& test);

// `budget` gives the limits of the search for states, `explaining` those of the search for the reason against
// each mismatch. Of a test that was not run the model is not asked.
Result<Judged> judge(const program::Test& test, const Records& records, const TestRecord& record, const problem::ConfiguredModel& model,
                     const std::function<Budget()>& budget, const std::function<Budget()>& explaining, const Coding& coding = {});

}  // namespace thinair::jcstress
