// What the commands of `thinair jcstress` have in common: tests with their texts, and results beside models.
#pragma once

#include <deque>
#include <vector>

#include "ask/jcstress/project.hpp"
#include "ask/jcstress/records.hpp"
#include "cli/exit_code.hpp"
#include "cli/options.hpp"
#include "cli/session.hpp"

namespace thinair::cli {

// A Java test as text, tree and program.
struct JavaTest {
  std::string file;  // as diagnostics show it
  std::string text;
  litmus::Test tree;
  program::Test test;
  std::string class_name = {};  // of its results; empty: those of the same name and program
};

// Reads every test; what is wrong is told on stderr. Tests in another dialect are wrong here, and, if they are to run, those in which a
// thread may wait forever.
std::deque<JavaTest> read_java_tests(const Options& options, const std::vector<std::string>& arguments, bool to_run, Exit& exit);

void tell(const Options& options, const Sources& sources, const Diagnostics& diagnostics);  // on stderr

jcstress::Shape shape(const Options& options);

// Compares the records of these tests with every model, and prints.
Exit judge_records(const Options& options, const std::deque<JavaTest>& tests, const jcstress::Records& records);

}  // namespace thinair::cli
