// What JVMs showed beside what models allow, and the gradings of jcstress tests, as text and as JSON.
#pragma once

#include <string>

#include "ask/jcstress/class_check.hpp"
#include "ask/jcstress/gradings.hpp"
#include "ask/jcstress/judge.hpp"
#include "ask/jcstress/records.hpp"
#include "ask/jcstress/test_list.hpp"
#include "show/report/report.hpp"

namespace thinair::report {

struct Witnessed {
  const jcstress::Judged& judged;
  std::string_view model;
  std::vector<notes::Note> notes = {};
  Origin origin = {};
};

struct ListedGradings {
  const jcstress::ListedTest& test;
  const std::vector<std::string>& remarks;  // of jcstress::lint
};

// Gradings of a test of a class file, beside what a model allows.
struct ClassGradings {
  const jcstress::ClassTest& test;
  const jcstress::ClassChecked& checked;
  std::string_view model, file;
};

// A file of a generated project.
struct ProjectText {
  std::string_view path, text;
  bool executable = false;
};

// A test of a generated project.
struct Generated {
  const jcstress::TestRecord& test;
  std::string_view folder;
  std::string_view model;   // that graded it; empty: none did
  std::string_view scheme;  // that compiled it, if one did
  const jcstress::Gradings& gradings;
};

namespace text {
std::string witnessed(const Witnessed& w, const Style& style);
std::string gradings(const ListedGradings& g, const Style& style);
std::string class_gradings(const ClassGradings& g, const Style& style);
}  // namespace text
namespace json {
std::string witnessed(const Witnessed& w);
std::string gradings(const ListedGradings& g);
std::string class_gradings(const ClassGradings& g);
std::string generated(const Generated& g);
std::string project(const std::vector<ProjectText>& files);  // all of it in one document
}  // namespace json

}  // namespace thinair::report
