// Random Java tests for models of many executions: a few accesses in every mode, mixed on the same one or two locations.
//
//   takes   a seed and knobs; the same ones give the same text
//   gives   a test of two or three threads with `accesses` accesses in all, one statement per line; registers are shown
//
// Values are few, so that writes are often equal, and what is read decides by `if` what is written: that is where it matters which
// write of another execution a write is.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace thinair::tests {

struct MixedKnobs {
  unsigned accesses = 5;  // both sides of a branch count
  unsigned max_threads = 3;
  unsigned max_locations = 2;
  unsigned update_percent = 10;  // of statements
  bool fences = false;
  bool half_fences = false;  // storeStoreFence and loadLoadFence too
  bool show_locations = false;
  bool by_location = false;  // each location is plain or volatile: all of its accesses are, and there are no updates or fences
};

std::string mixed_program(std::uint64_t seed, const MixedKnobs& knobs = {});

// A test in which threads do nothing but getAndAdd(1), in every mode, on one or two locations, and read.
struct CountingProgram {
  std::string test;
  std::map<std::string, std::vector<std::string>> updates;  // by location: the registers that hold what its updates found, as 0:r1
};
CountingProgram counting_program(std::uint64_t seed);

// Random rules in the form of those of JLS 17.4.8 and of their variations, as a .mem model over jls-hb.
std::string random_rules(std::uint64_t seed);

}  // namespace thinair::tests
