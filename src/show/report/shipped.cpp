#include "show/report/shipped.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "show/report/json_parts.hpp"

namespace thinair::report {

namespace text {

std::string library_files(const std::vector<ModelInfo>& files) {
  std::size_t width = 0;
  for (const ModelInfo& file : files) width = std::max(width, file.name.size());
  std::string out = "Files that models include:\n";
  for (const ModelInfo& file : files) out += fmt::format("{:<{}}  {}\n", file.name, width, file.title);
  return out;
}

std::string schemes(const std::vector<SchemeInfo>& schemes) {
  std::size_t width = 0;
  for (const SchemeInfo& scheme : schemes) width = std::max(width, scheme.name.size());
  std::string out;
  for (const SchemeInfo& scheme : schemes)
    out += fmt::format("{:<{}}  {}\n{:<{}}  to {}, judged under {}\n", scheme.name, width, scheme.summary, "", width, scheme.target,
                       scheme.model);
  return out;
}

std::string tests(const std::vector<TestInfo>& tests) {
  std::size_t width = 0;
  for (const TestInfo& test : tests) width = std::max(width, test.id.size());
  std::string out;
  for (const TestInfo& test : tests) out += fmt::format("{:<{}}  {}\n", test.id, width, test.title);
  return out;
}

}  // namespace text

namespace json {

std::string library_file(const ModelInfo& info, const std::string* text) {
  Json document = {{"model", nullptr}, {"library", info.name}, {"title", info.title}, {"summary", info.summary}};
  if (text) document["text"] = *text;
  return line(document);
}

std::string scheme(const SchemeInfo& info, const std::string* text) {
  Json document = {{"scheme", info.name}, {"target", info.target}, {"model", info.model}, {"summary", info.summary}};
  if (text) document["text"] = *text;
  return line(document);
}

std::string test(const TestInfo& info, const std::string* text) {
  Json document = {{"test", info.id}, {"dialect", info.dialect}, {"title", info.title}, {"lines", info.lines}};
  if (text) document["text"] = *text;
  return line(document);
}

}  // namespace json

}  // namespace thinair::report
