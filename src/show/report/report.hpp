// What the printers print: results, with the names people know them by.
//
//   takes   answers and judgements, as the engine and ask/verdict/ give them
//   gives   nothing: text, json and herd turn these into strings, and cli/ writes those
//   does not decide anything
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "answer/answer.hpp"
#include "ask/notes/note.hpp"
#include "ask/verdict/check.hpp"
#include "ask/verdict/compare.hpp"
#include "program/condition.hpp"

namespace thinair::report {

struct Style {
  bool colour = false;
  bool times = true;   // --no-times turns it off: output is then the same on every machine
  bool stats = false;  // --stats
};

// Where a test comes from.
struct Origin {
  std::string_view file = {};  // as the user knows it; "": nobody asks
  bool ambiguous = false;      // another test of the run has the same name, so people need to see the file
};

// The test's name, with its file where it needs one.
std::string title(const program::Test& test, const Origin& origin);

struct Outcomes {
  const program::Test& test;
  std::string_view model;
  const answer::Answer& answer;
  double seconds = 0;
  verdict::Tally tally = {};  // of the clause that herd's log is about
  std::vector<notes::Note> notes = {};
  Origin origin = {};
};

struct Check {
  const program::Test& test;
  std::string_view model;
  const verdict::Checked& checked;
  double seconds = 0;
  std::vector<notes::Note> notes = {};
  Origin origin = {};
};

struct Comparison {
  const program::Test& test;
  std::string_view first, second;  // models
  const verdict::Difference& difference;
  std::vector<notes::Note> notes = {};  // on either model
  Origin origin = {};
  std::map<std::string, std::vector<std::string>> undefined = {};  // by model: Answer::undefined, where there is any
};

struct ModelInfo {
  std::string name;
  std::string title;
  std::string summary;
};

// "0:r1", "x": the names of a state's values, parallel to Test::shown.
std::vector<std::string> column_names(const program::Test& test);

// "exists", "~exists", "forall", "required", "forbidden".
std::string_view keyword(program::Clause::Kind kind);

// "time", "memory", "steps", "paths", "bound", "solver", "unsupported", "stopped".
std::string_view word(Incomplete kind);

std::string_view name(verdict::Verdict verdict);  // "allowed", "forbidden", "unknown"

// How a judgement of a clause of this kind is called: allowed, forbidden, unknown; for `forall`: holds, violated, unknown.
std::string_view word(program::Clause::Kind kind, verdict::Verdict verdict);
// A clause that stands in no text is the property of a Java program (read/bytecode): its text is a sentence.
inline bool is_property(const program::Clause& clause) { return clause.kind == program::Clause::Kind::forall && clause.where == Span{}; }
// The same of a clause of a test; of a property of a program: holds, fails, bounded (it holds as far as loops were followed), unknown.
std::string_view word(const program::Clause& clause, const verdict::Judgement& judgement);
// "forbidden (0:r1=1)"; a property without a keyword.
std::string clause_text(const program::Clause& clause);

}  // namespace thinair::report
