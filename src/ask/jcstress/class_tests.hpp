// jcstress tests as their class files have them: annotations of the class, actors, arbiter, gradings.
//
//   takes   the classes of a jar or folder
//   gives   every class with @JCStressTest, and what is lowered of it
//   does not need META-INF/TestList: all annotations of jcstress are kept in class files
#pragma once

#include <string>
#include <vector>

#include "ask/jcstress/test_list.hpp"
#include "read/bytecode/lower.hpp"

namespace thinair::jcstress {

struct ClassTest {
  std::string name;  // with dots
  bool termination = false;
  ListedTest graded;  // its gradings
  read::bytecode::Entry entry;
  std::string problem;  // why it is no test that can be judged; empty if it is one
};

// None if the class is no test.
std::optional<ClassTest> class_test(read::bytecode::World& world, const std::string& class_name);

}  // namespace thinair::jcstress
