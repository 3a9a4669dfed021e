// FILE arguments -> texts of tests.
//
//   takes   paths, directories and "-"
//   gives   the tests to judge, in a stable order, each read when its turn comes
//   does not parse
#pragma once

#include <string>
#include <vector>

#include "support/diagnostic.hpp"

namespace thinair::cli {

struct Input {
  std::string path;  // "-": standard input
  std::string name;  // as diagnostics show it
};

struct Inputs {
  std::vector<Input> tests;
  Diagnostics problems;  // arguments that gave no test: reported, and the others are judged all the same
};

// Files as they are; of a directory every .litmus file below it, sorted by path.
Inputs expand(const std::vector<std::string>& arguments);

Result<std::string> read_text(const Input& input);

}  // namespace thinair::cli
