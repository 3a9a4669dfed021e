// Results of a run, as JSON lines: written by the Java classes of a project, read here.
//
//   run    where it ran: {"record":"run","format":1,"java":"17.0.15","vm":...,"os":...,"cpus":2}
//   test   what a result of a class stands for: {"record":"test","class":...,"test":...,"actors":2,"columns":["0:r1",...],"litmus":...}
//   fork   what one JVM showed: {"record":"fork","class":...,"status":"NORMAL","jvm":[...],"compile":...,"states":{"0, 1":7}}
//   end    the run came to its end; without it the run was cut off
//
// The records of the tests are the side file of a project: they travel in its jar, so that results can be read without it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "support/diagnostic.hpp"

namespace thinair::jcstress {

struct TestRecord {
  std::string class_name;  // with its package
  std::string test;
  unsigned actors = 0;
  std::vector<std::string> columns;
  std::string litmus;  // the text of the test
};

struct ForkRecord {
  std::string class_name;
  std::string status;  // NORMAL, or what went wrong
  std::vector<std::string> jvm;
  std::string compile;                          // how each actor was compiled
  std::map<std::string, std::uint64_t> states;  // text of the result -> how often
  std::vector<std::string> messages;            // if the status is not NORMAL
};

struct Records {
  std::string java, vm, os;
  unsigned cpus = 0;  // 0: not recorded
  std::vector<TestRecord> tests;
  std::vector<ForkRecord> forks;
  bool complete = false;
};

std::string to_line(const TestRecord& record);

// A last line without its end is what a run was writing when it was stopped; it is left out.
Result<Records> read_records(const Sources& sources, std::uint32_t file);

}  // namespace thinair::jcstress
