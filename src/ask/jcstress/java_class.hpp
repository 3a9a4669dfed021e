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

struct JavaText {
  std::string text;
  std::string kinds;       // of the values of a result
  std::size_t actors = 0;  // how many it has
};

JavaText java_class(const JavaClass& c);

// The class that holds a result of these kinds (I: int, J: long): one of jcstress for up to 8 ints, one of our own beyond. A test without
// registers has a result all the same, as jcstress wants one; it is always 0.
std::string result_class(const std::string& kinds);
bool is_own_result_class(const std::string& kinds);
std::string result_class_source(const std::string& package, const std::string& kinds);

}  // namespace thinair::jcstress
