// FILE arguments -> texts of tests.
//
//   takes   paths, directories, names of shipped tests and "-"
//   gives   the tests to judge, in a stable order, each read when its turn comes
//   does not parse
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/programs/programs.hpp"
#include "ask/suite/files.hpp"
#include "support/diagnostic.hpp"

namespace thinair::cli {

struct Input {
  std::string path;                               // "-": standard input
  std::string name;                               // as diagnostics show it
  std::optional<std::string_view> shipped = {};   // the text of a shipped test, or one that came with the question
  bool gathered = false;                          // from a directory: nobody asked for this test in particular
  std::string hint = {};                          // if there is no such file
  std::optional<programs::Program> program = {};  // Java, instead of a text
};

struct Inputs {
  std::vector<Input> tests;
  Diagnostics problems;  // arguments that gave no test: reported, and the others are judged all the same
};

// Files as they are; of a directory every .litmus file below it, sorted by path; what is no file, the shipped test of that name.
// With a selection, Java programs too: class files, jars, sources, folders of classes.
Inputs expand(const std::vector<std::string>& arguments, const programs::Selection* selection = nullptr);
// Of a question that brings its texts: these, and shipped tests. `texts` outlives what is returned.
Inputs expand(const std::vector<std::string>& arguments, const std::map<std::string, std::string>& texts);

// A name that several shipped tests have.
Diagnostic ambiguous_test(std::string_view name, const std::vector<suite::ShippedTest>& tests);
// What to say about a name that no file and no shipped test has.
std::string hint_for_missing_test(std::string_view name);

Result<std::string> read_text(const Input& input);

}  // namespace thinair::cli
