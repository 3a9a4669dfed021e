// Tests -> a project of its own: Java sources, the side file, builds for Maven and for javac alone, and a README.
//
//   takes   tests with their texts, and gradings for each
//   gives   the files of the project, in memory; write() puts them into a folder
//   does not run anything: run.hpp does
#pragma once

#include <string>
#include <vector>

#include "ask/jcstress/identifiers.hpp"
#include "ask/jcstress/java_class.hpp"
#include "ask/jcstress/records.hpp"
#include "support/diagnostic.hpp"

namespace thinair::jcstress {

inline constexpr std::string_view kVersion = "0.16";  // of jcstress
inline constexpr std::string_view kSideFile = "src/main/resources/thinair/tests.jsonl";

struct ProjectFile {
  std::string path;  // below the project's folder
  std::string text;
  bool executable = false;
};

class Project {
 public:
  explicit Project(std::string package = "litmus");

  // `text` is the test as it was written, `tree` and `test` what was read from it. The program must be Java.
  void add(std::string_view text, const litmus::Test& tree, const program::Test& test, const Gradings& gradings, const Shape& shape);

  const std::vector<TestRecord>& tests() const { return tests_; }
  std::vector<ProjectFile> files() const;  // sorted by path

 private:
  std::string package_;
  Identifiers classes_;
  std::vector<TestRecord> tests_;
  std::vector<ProjectFile> sources_;
  std::vector<std::string> kinds_;  // of results that need a class of our own
};

// "litmus", "org.example.litmus".
bool is_package(std::string_view name);

// Creates the folder if need be. A project that was generated there earlier is replaced, its other files are left alone; a folder with
// anything else in it is refused.
Result<void> write(const std::vector<ProjectFile>& files, const std::string& folder);

}  // namespace thinair::jcstress
