// What JVMs showed beside what models allow, and the gradings of jcstress tests, as text and as JSON.
#pragma once

#include <string>

#include "ask/jcstress/judge.hpp"
#include "ask/jcstress/test_list.hpp"
#include "show/report/report.hpp"

namespace thinair::report {

struct Witnessed {
  const jcstress::Judged& judged;
  std::string_view model;
  Origin origin = {};
};

struct ListedGradings {
  const jcstress::ListedTest& test;
  const std::vector<std::string>& remarks;  // of jcstress::lint
};

namespace text {
std::string witnessed(const Witnessed& w, const Style& style);
std::string gradings(const ListedGradings& g, const Style& style);
}  // namespace text
namespace json {
std::string witnessed(const Witnessed& w);
std::string gradings(const ListedGradings& g);
}  // namespace json

}  // namespace thinair::report
