// What can be asked over HTTP: each question is a command of thinair with some of its options.
//
//   takes   the last part of a path (`outcomes`), and the JSON document that was sent
//   gives   a job, and what its output is; or what is wrong with the document
//   does not pass on a word that it has not looked at: names are shipped ones or the document's own, numbers are numbers
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "serve/job.hpp"

namespace thinair::serve {

struct Question {
  Job job;
  enum class Output { lines, html, svg, dot, tikz } output = Output::lines;  // lines: JSON documents, answered as a list
};

struct Wrong {
  std::string code, message;
};

struct Limits {
  double seconds = 10;
  std::uint64_t memory = 512ULL << 20;
};

bool is_question(std::string_view name);
tl::expected<Question, Wrong> read_question(std::string_view name, std::string_view document, const Limits& limits);

// For a run over the catalogue: one model of the user's beside a shipped one.
struct Change {
  Job job;  // without tests
  std::string before, after;
  std::string family;  // a folder of the catalogue; "": all of it
};
tl::expected<Change, Wrong> read_change(std::string_view document, const Limits& limits);

// A path below /api/tests/, /api/models/, /api/schemes/ as the command's argument.
bool is_name(std::string_view name);

}  // namespace thinair::serve
