// What is shipped with the program, as lists for people and for scripts.
#pragma once

#include <string>
#include <vector>

#include "show/report/report.hpp"

namespace thinair::report {

struct SchemeInfo {
  std::string name;
  std::string summary;
  std::string target;  // dialect
  std::string model;   // that compiled tests are judged under
};

struct TestInfo {
  std::string id;  // family/name
  std::string dialect;
  std::string title;
  std::size_t lines = 0;  // of its file
};

namespace text {
std::string library_files(const std::vector<ModelInfo>& files);
std::string schemes(const std::vector<SchemeInfo>& schemes);
std::string tests(const std::vector<TestInfo>& tests);  // lines begin with the id
}  // namespace text

// `text`: the file itself, if asked for.
namespace json {
std::string library_file(const ModelInfo& info, const std::string* text);
std::string scheme(const SchemeInfo& info, const std::string* text);
std::string test(const TestInfo& info, const std::string* text);
}  // namespace json

}  // namespace thinair::report
