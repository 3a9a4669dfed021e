// What conformance found, as text and as JSON.
#pragma once

#include <string>

#include "ask/conform/conform.hpp"
#include "show/report/explain.hpp"
#include "show/report/report.hpp"

namespace thinair::report {

struct Conformed {
  const program::Test& test;
  std::string_view model;
  std::string_view scheme;
  std::string_view target_model;  // "herd7" if herd was asked
  conform::Conformance& result;   // not const: see Outcomes
  const Sources& sources;
  std::vector<notes::Note> notes = {};  // on the source's model
  Origin origin = {};
};

namespace text {
std::string conform(const Conformed& conformed, const Style& style);
}
namespace json {
std::string conform(const Conformed& conformed);
// A compiled test, and where everything went.
std::string compiled(const program::Test& source, std::string_view file, std::string_view scheme, const conform::CompiledTest& compiled);
}  // namespace json

}  // namespace thinair::report
