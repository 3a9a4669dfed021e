// What a thread in assembly becomes, as a listing; rows of such listings, one per kind of instruction.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "read/lower.hpp"

namespace thinair::read {

struct Row {
  const char* name;
  const char* init;
  const char* source;  // instructions of one thread, separated by ';'
  const char* expected;
};

// The listing of thread 0, or the messages.
inline std::string listing(const std::string& dialect, const std::string& init, const std::string& source) {
  Sources sources;
  const Result<program::Test> test =
      read_test(sources, sources.add("t.litmus", dialect + " t\n{ " + init + " }\nP0 ;\n" + source + " ;\n"), nullptr);
  if (!test) return to_text(sources, test.error());
  const std::string all = to_text(test->program);
  const std::string before = "thread 0\n";
  return all.substr(all.find(before) + before.size());
}

inline std::string name_of(const testing::TestParamInfo<Row>& instance) { return instance.param.name; }

}  // namespace thinair::read
