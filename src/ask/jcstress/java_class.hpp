// A litmus test -> the Java source of a jcstress test that a person would be glad to read.
//
//   takes   the test as tree, as program and as text, its columns and gradings, and the names to use
//   gives   the text of one .java file
//   does not write files: project.hpp does
#pragma once

#include <string>
#include <string_view>

#include "ask/jcstress/actors.hpp"
#include "ask/jcstress/grade.hpp"

namespace thinair::jcstress {

struct JavaClass {
  std::string package;
  std::string name;
  std::string_view litmus;  // the test as it was written, for the comment
  const litmus::Test& tree;
  const program::Test& test;
  const std::vector<Column>& columns;
  const Gradings& gradings;
  Shape shape;
};

std::string java_class(const JavaClass& c);

// The class that holds a result of so many values: one of jcstress up to 8, one of our own beyond. A test without registers
// has a result all the same, as jcstress wants one; it is always 0.
std::string result_class(std::size_t columns);
bool is_own_result_class(std::size_t columns);
std::string result_class_source(const std::string& package, std::size_t columns);

}  // namespace thinair::jcstress
