#include "cli/expected.hpp"

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

}  // namespace

Expected::Expected(const std::string& path, std::string_view text) {
  auto files = around(path);
  if (!files) {
    files = suite::shipped_files();
    files->chosen.clear();
    for (const suite::File& file : files->all)
      if (file.path.ends_with(".litmus") && file.text == text) files->chosen.push_back(file.path);
  }
  if (files->chosen.size() != 1) return;
  Sources sources;
  Diagnostics problems;
  const suite::Catalogue catalogue = suite::read_catalogue(sources, files->all, problems);
  for (const suite::Entry& entry : catalogue.tests)
    if (entry.id + ".litmus" == files->chosen.front()) id_ = entry.id;
  if (id_.empty()) return;
  for (const suite::File& file : files->all)
    if (is_table(file))
      if (auto table = suite::read_expectations(sources, sources.add(file.name, file.text), catalogue))
        tables_.emplace(file.path.substr(suite::kTables.size(), file.path.size() - suite::kTables.size() - 4), std::move(*table));
}

const suite::Expectation* Expected::find(const std::string& model, std::string_view outcome) const {
  const auto table = tables_.find(model);
  return table == tables_.end() ? nullptr : table->second.find(id_, outcome);
}

}  // namespace thinair::cli
