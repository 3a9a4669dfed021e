#include "cli/expected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace thinair::cli {
namespace {

bool is_table(const suite::File& file) { return file.path.starts_with(suite::kTables) && file.path.ends_with(".csv"); }

// The catalogue that the file is in, if it has tables.
std::optional<suite::Files> around(const std::string& path) {
  auto files = suite::files_of(path);
  if (!files || files->chosen.size() != 1 || std::ranges::none_of(files->all, is_table)) return std::nullopt;
  return std::move(*files);
}

// The first line, and those of this test.
std::string rows_of(std::string_view table, const std::string& test) {
  std::string out;
  for (std::size_t at = 0; at < table.size();) {
    const std::size_t end = std::min(table.find('\n', at), table.size() - 1) + 1;
    const std::string_view line = table.substr(at, end - at);
    if (at == 0 || (line.starts_with(test) && line.substr(test.size()).starts_with(','))) out += line;
    at = end;
  }
  return out;
}

}  // namespace

Expected::Expected(const std::string& path, std::string_view text, const std::vector<std::string>& models) {
  auto files = around(path);
  if (!files) {
    files = suite::shipped_files();
    files->chosen.clear();
    for (const suite::File& file : files->all)
      if (file.path.ends_with(".litmus") && file.text == text) files->chosen.push_back(file.path);
  }
  if (files->chosen.size() != 1) return;
  // This test alone is read, and the rows about it: the whole catalogue takes a hundred times as long.
  const std::string& chosen = files->chosen.front();
  std::vector<suite::File> alone;
  for (const suite::File& file : files->all)
    if (file.path == chosen) alone.push_back(file);
  Sources sources;
  Diagnostics problems;
  const suite::Catalogue catalogue = suite::read_catalogue(sources, alone, problems);
  if (catalogue.tests.size() != 1) return;
  id_ = catalogue.tests.front().id;
  for (const std::string& model : models)
    for (const suite::File& file : files->all)
      if (is_table(file) && file.path == fmt::format("{}{}.csv", suite::kTables, model))
        if (auto table = suite::read_expectations(sources, sources.add(file.name, rows_of(file.text, id_)), catalogue))
          tables_.emplace(model, std::move(*table));
}

const suite::Expectation* Expected::find(const std::string& model, std::string_view outcome) const {
  const auto table = tables_.find(model);
  return table == tables_.end() ? nullptr : table->second.find(id_, outcome);
}

}  // namespace thinair::cli
