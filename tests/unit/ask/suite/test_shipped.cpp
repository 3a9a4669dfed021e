// The catalogue that is shipped: complete, readable, and every test in it expected to do something.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "ask/suite/expectations.hpp"
#include "ask/suite/files.hpp"
#include "read/litmus/parser.hpp"

namespace thinair::suite {
namespace {

TEST(Shipped, TravelsWithTheProgram) {
  std::set<std::string> embedded, on_disk;
  for (const File& file : shipped_files().all) EXPECT_TRUE(embedded.insert(file.path).second) << file.path << " is there twice";
  const std::filesystem::path root = std::string(THINAIR_SOURCE_DIR) + "/litmus";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const auto extension = entry.path().extension();
    if (extension == ".litmus" || extension == ".csv") on_disk.insert(entry.path().lexically_relative(root).generic_string());
  }
  EXPECT_EQ(embedded, on_disk);
}

TEST(Shipped, EveryTestIsReadPrintedAndReadAgain) {
  Sources sources;
  for (const File& file : shipped_files().all) {
    if (!file.path.ends_with(".litmus")) continue;
    const auto once = litmus::parse(sources, sources.add(file.path, file.text));
    ASSERT_TRUE(once) << to_text(sources, once.error());
    const std::string printed = litmus::to_text(*once);
    const auto again = litmus::parse(sources, sources.add(file.path + ", printed", printed));
    ASSERT_TRUE(again) << to_text(sources, again.error());
    EXPECT_EQ(litmus::to_text(*again), printed) << file.path;
  }
}

TEST(Shipped, EveryTestSaysWhereItComesFromAndIsInATable) {
  Sources sources;
  Diagnostics problems;
  const Files files = shipped_files();
  const Catalogue catalogue = read_catalogue(sources, files.all, problems);
  EXPECT_TRUE(problems.empty()) << to_text(sources, problems);
  std::vector<Expectations> tables;
  for (const File& file : files.all) {
    if (!file.path.starts_with(kTables)) continue;
    auto table = read_expectations(sources, sources.add(file.path, file.text), catalogue);
    ASSERT_TRUE(table) << to_text(sources, table.error());
    tables.push_back(std::move(*table));
  }
  EXPECT_FALSE(tables.empty());
  for (const Entry& entry : catalogue.tests) {
    EXPECT_FALSE(entry.family.empty()) << entry.id;
    EXPECT_FALSE(entry.test.doc.empty()) << entry.id << " has no title";
    EXPECT_FALSE(entry.test.clauses.empty()) << entry.id;
    const auto is_source = [](const auto& line) { return line.first == "Source"; };
    EXPECT_TRUE(std::ranges::any_of(entry.test.header, is_source)) << entry.id << " names no source";
    for (const program::Clause& clause : entry.test.clauses) {
      const auto lists = [&](const Expectations& table) { return table.find(entry.id, clause.text) != nullptr; };
      EXPECT_TRUE(std::ranges::any_of(tables, lists)) << entry.id << ": no table has " << clause.text;
    }
  }
}

}  // namespace
}  // namespace thinair::suite
