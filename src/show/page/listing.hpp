// The program of a test as a page shows it: threads side by side, with the pieces of text that make events marked, so that the page
// can link them with pictures.
//
//   takes   a test and its text
//   gives   HTML; where the text is not laid out as expected, nothing
//   does not parse the language: places of accesses are the test's, threads are found by their headings
#pragma once

#include <string>

#include "program/condition.hpp"
#include "support/source.hpp"

namespace thinair::report::html {

// A place in the test's text, as programs and pictures name it; "" for a place that is none.
std::string place_key(Span where);

std::string listing(const program::Test& test, const Sources& sources);

}  // namespace thinair::report::html
