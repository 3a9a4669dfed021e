// Printing a test and reading it back changes nothing: over the recorded tests, when they are there, and the fuzz corpus.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "read/litmus/parser.hpp"
#include "read/lower.hpp"

namespace thinair {
namespace {

namespace fs = std::filesystem;

// The JSON string that follows `"key": "`, with its escapes undone; enough for records of litmus text.
std::string json_string(const std::string& record, const std::string& key) {
  const std::string before = "\"" + key + "\": \"";
  std::size_t at = record.find(before);
  std::string out;
  if (at == std::string::npos) return out;
  for (at += before.size(); at < record.size() && record[at] != '"'; ++at) {
    if (record[at] != '\\') {
      out += record[at];
    } else {
      ++at;
      out += record[at] == 'n' ? '\n' : record[at] == 't' ? '\t' : record[at];
    }
  }
  return out;
}

// Reads, prints, reads again; the second print and the second program must be the first ones.
void expect_round_trip(const std::string& name, const std::string& text, bool must_be_valid) {
  SCOPED_TRACE(name);
  Sources sources;
  const Result<litmus::Test> tree = litmus::parse(sources, sources.add(name, text));
  if (!tree) {
    EXPECT_FALSE(must_be_valid) << to_text(sources, tree.error());
    return;
  }
  const std::string printed = litmus::to_text(*tree);
  const Result<litmus::Test> again = litmus::parse(sources, sources.add(name, printed));
  ASSERT_TRUE(again) << to_text(sources, again.error());
  EXPECT_EQ(litmus::to_text(*again), printed);
  const Result<program::Test> first = read::lower(sources, *tree, nullptr);
  const Result<program::Test> second = read::lower(sources, *again, nullptr);
  ASSERT_EQ(first.has_value(), second.has_value());
  if (first) {
    EXPECT_EQ(program::to_text(first->program), program::to_text(second->program));
  } else {
    EXPECT_FALSE(must_be_valid) << to_text(sources, first.error());
  }
}

TEST(RoundTrip, recorded_tests) {
  const fs::path folder = fs::path(THINAIR_SOURCE_DIR) / "../shared/oracle";
  if (!fs::exists(folder)) GTEST_SKIP() << "no recorded tests in " << folder;
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".jsonl") continue;
    if (entry.path().stem() == "umm") continue;  // uses monitors, which are not read yet
    std::ifstream in(entry.path());
    for (std::string record; std::getline(in, record); ++count)
      expect_round_trip(json_string(record, "name"), json_string(record, "litmus"), true);
  }
  EXPECT_GT(count, 0U);
}

TEST(RoundTrip, fuzz_corpus) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(THINAIR_SOURCE_DIR) / "tests/fuzz/corpus/litmus")) {
    std::ifstream in(entry.path(), std::ios::binary);
    expect_round_trip(entry.path().filename(), {std::istreambuf_iterator<char>(in), {}}, false);
    ++count;
  }
  EXPECT_GE(count, 25U);
}

}  // namespace
}  // namespace thinair
