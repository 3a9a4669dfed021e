// The tests of a catalogue.
//
//   takes   the files of a catalogue: tests in one folder per family
//   gives   every test, read, in the order of their names
//   does not read files (ask/suite/files does) or judge
#pragma once

#include <string>
#include <vector>

#include "ask/suite/files.hpp"
#include "program/condition.hpp"
#include "support/diagnostic.hpp"

namespace thinair::suite {

struct Entry {
  std::string id;      // family/name
  std::string family;  // folder; "" for a test that stands in none
  std::string name;    // file name without .litmus
  program::Test test;
};

struct Catalogue {
  std::vector<Entry> tests;           // sorted by family, then name
  std::vector<std::string> rejected;  // ids of tests that could not be read
  const Entry* find(const std::string& id) const;
};

// Reads every .litmus file. A test that is rejected is told of in `problems` and left out.
Catalogue read_catalogue(Sources& sources, const std::vector<File>& files, Diagnostics& problems);

// A proposition in the form in which expectations are compared with clauses: no white space, no brackets around the whole.
std::string canonical(std::string_view proposition);

// Shell patterns: * stands for any characters, ? for one. The name or the id must match as a whole.
bool matches(std::string_view pattern, const Entry& entry);

}  // namespace thinair::suite
