// The files of a catalogue: those that travel inside the program, or those of a folder.
//
//   gives   paths below the catalogue's root, names for diagnostics, and texts, sorted by path
//   does not read tests or tables
//
// A catalogue is a folder with one folder of .litmus files per family, a folder `expected` of tables MODEL.csv, and
// perhaps a table times.csv.
#pragma once

#include <string>
#include <vector>

#include "support/diagnostic.hpp"

namespace thinair::suite {

struct File {
  std::string path;  // below the root: "pugh/test17.litmus", "expected/jls04.csv"
  std::string name;  // as diagnostics show it
  std::string text;
};

struct Files {
  std::vector<File> all;
  std::vector<std::string> chosen;  // paths of the tests that were asked for
};

inline constexpr std::string_view kTables = "expected/";
inline constexpr std::string_view kTimes = "times.csv";

Files shipped_files();

struct ShippedTest {
  std::string_view id;  // family/name: "classic/SB", "hardware/x86/SB"
  std::string_view text;
};
std::vector<ShippedTest> shipped_tests();  // in the order of their ids

// Those that somebody means who writes this: family/name, or the end of it ("SB", "x86/SB"). More than one if the name is not unique.
std::vector<ShippedTest> shipped_tests_called(std::string_view name);

// "shipped:litmus/classic/SB.litmus": as diagnostics show it.
std::string name_of(const ShippedTest& test);

// `argument` is a catalogue, a folder in one, or a test in one: the catalogue is the nearest folder around it that has tables
// in a folder `expected`. If there is none, the argument itself is the catalogue, and one without tables.
Result<Files> files_of(const std::string& argument);

// The tables of a folder, as if it were the folder `expected` of a catalogue.
Result<std::vector<File>> tables_of(const std::string& folder);

}  // namespace thinair::suite
