// Explanations as pages for a browser: one file each, with its style and script inside; nothing is fetched.
//
//   takes   explanations and verdicts, one at a time, since a catalogue has thousands
//   gives   HTML: a page per test, and the index of a site
//   does not write files
#pragma once

#include <string>
#include <vector>

#include "ask/suite/tally.hpp"
#include "show/page/library.hpp"
#include "show/report/explain.hpp"

namespace thinair::report::html {

// What one model says of one outcome.
struct Cell {
  std::string model;
  std::string verdict;   // "allowed", "forbidden", "unknown", "unsupported"
  std::string expected;  // "as expected", "expected allowed", ..; "" if nobody expects anything
  std::string source;    // who expects it; may be empty
  bool surprising = false;
  std::string article;  // explanation(..); "" if there is none
};

struct Row {
  std::string keyword;  // "exists", ..
  std::string asked;
  std::vector<Cell> cells;  // one per model
};

struct Page {
  std::string name, doc, source;  // of the test; `source` is its text
  std::vector<std::string> models;
  std::vector<Row> rows;
  std::string home;          // the index, if the page is part of a site
  std::string model_folder;  // where its texts of models are; "" for a page of its own, which has them at its end
};

// An article: the program beside pictures to step through, the reason, the model's rules. `id` is unique in the page.
std::string explanation(const Explained& explained, const std::string& id, const Library& library, const std::string& model_folder);

std::string page(const Page& page, const Library& library);

// One line of the index: a test, and what each model says of its outcomes.
struct Entry {
  std::string id, family, name, doc, link;
  std::string architecture;  // as people call it: "Java", "x86-64"
  std::vector<Row> rows;     // without articles
};
std::string index(const suite::Run& run, const std::vector<Entry>& entries, const Library& library);

// The row of a clause, with what the catalogue expects; without articles.
Row row(const suite::Run& run, const suite::TestResult& result, std::size_t clause);

}  // namespace thinair::report::html
