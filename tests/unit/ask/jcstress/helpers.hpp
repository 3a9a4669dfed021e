// Litmus text to Java text in one line.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "ask/jcstress/actors.hpp"
#include "read/litmus/parser.hpp"
#include "read/lower.hpp"

namespace thinair::tests {

inline const std::string kSB = "Java SB\n{ x=0; y=0; }\nThread0 { X.set(1); int r1 = Y.get(); }\nThread1 { Y.set(1); int r2 = X.get(); }\n";

struct ReadTest {
  litmus::Test tree;
  program::Test test;
};

inline ReadTest read(const std::string& text) {
  Sources sources;
  auto tree = litmus::parse(sources, sources.add("test.litmus", text));
  EXPECT_TRUE(tree) << (tree ? "" : to_text(sources, tree.error()));
  if (!tree) return {};
  auto test = read::lower(sources, *tree, nullptr);
  EXPECT_TRUE(test) << (test ? "" : to_text(sources, test.error()));
  return {std::move(*tree), test ? std::move(*test) : program::Test{}};
}

// The lines of the only thread of a test with these items of the init block.
inline std::string actor(const std::string& body, const std::string& init = "x=0; y=0;", const jcstress::Shape& shape = {}) {
  const ReadTest read_now = read("Java T\n{ " + init + " }\nThread0 {\n" + body + "\n}\n");
  const auto actors = jcstress::actors(read_now.tree, read_now.test, jcstress::columns(read_now.test), shape);
  std::string out;
  for (const std::string& line : actors.bodies.at(0)) out += line + "\n";
  return out;
}

}  // namespace thinair::tests
