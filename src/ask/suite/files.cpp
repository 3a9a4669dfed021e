#include "ask/suite/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "ask/suite/embedded.hpp"

namespace thinair::suite {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Diagnostics> unreadable(const std::string& name, std::string_view why) {
  Diagnostic d;
  d.code = "file-unreadable";
  d.message = fmt::format("cannot read '{}': {}", name, why);
  d.has_position = false;
  return fail(std::move(d));
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

Result<File> read(const fs::path& path, std::string relative) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) return unreadable(path.string(), "it cannot be opened, or is empty");
  return File{std::move(relative), path.string(), std::move(text).str()};
}

// Every file below `root` with this extension, as paths relative to it, sorted.
Result<std::vector<std::string>> below(const fs::path& root, std::string_view extension) {
  std::vector<std::string> out;
  std::error_code error;
  fs::recursive_directory_iterator at(root, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error))
    if (at->path().extension() == extension && is_file(at->path())) out.push_back(at->path().lexically_relative(root).generic_string());
  if (error) return unreadable(root.string(), error.message());
  std::ranges::sort(out);
  return out;
}

bool has_tables(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator at(folder / "expected", error); !error && at != fs::directory_iterator(); at.increment(error))
    if (at->path().extension() == ".csv") return true;
  return false;
}

// The nearest folder, from `from` outwards, that has tables. Paths are made absolute only to look further out than they say.
std::optional<fs::path> enclosing_catalogue(fs::path from) {
  std::error_code error;
  from = fs::absolute(from, error).lexically_normal();
  if (!from.has_filename()) from = from.parent_path();
  for (;; from = from.parent_path()) {
    if (has_tables(from)) return from;
    if (!from.has_relative_path()) return std::nullopt;
  }
}

// As the user would write it: relative to where we are if that does not lead out of it.
fs::path shown(const fs::path& absolute) {
  std::error_code error;
  const fs::path relative = absolute.lexically_relative(fs::current_path(error));
  return error || relative.empty() || *relative.begin() == ".." ? absolute : relative;
}

}  // namespace

Files shipped_files() {
  Files out;
  for (const EmbeddedFile& file : embedded_files()) {
    out.all.push_back({std::string(file.path), fmt::format("shipped:litmus/{}", file.path), std::string(file.text)});
    if (file.path.ends_with(".litmus")) out.chosen.emplace_back(file.path);
  }
  return out;
}

std::vector<ShippedTest> shipped_tests() {
  constexpr std::string_view kLitmus = ".litmus";
  std::vector<ShippedTest> out;
  for (const EmbeddedFile& file : embedded_files())
    if (file.path.ends_with(kLitmus)) out.push_back({file.path.substr(0, file.path.size() - kLitmus.size()), file.text});
  return out;
}

std::vector<ShippedTest> shipped_tests_called(std::string_view name) {
  std::vector<ShippedTest> out;
  for (const ShippedTest& test : shipped_tests()) {
    if (test.id == name) return {test};
    if (!name.empty() && test.id.ends_with(fmt::format("/{}", name))) out.push_back(test);
  }
  return out;
}

std::string name_of(const ShippedTest& test) { return fmt::format("shipped:litmus/{}.litmus", test.id); }

Result<std::vector<File>> tables_of(const std::string& folder) {
  if (!is_folder(folder)) return unreadable(folder, "it is not a folder");
  const auto paths = below(folder, ".csv");
  if (!paths) return fail(paths.error());
  std::vector<File> out;
  for (const std::string& path : *paths) {
    auto file = read(fs::path(folder) / path, std::string(kTables) + path);
    if (!file) return fail(std::move(file.error()));
    out.push_back(std::move(*file));
  }
  if (out.empty()) return unreadable(folder, "the folder has no table MODEL.csv");
  return out;
}

Result<Files> files_of(const std::string& argument) {
  const bool folder = is_folder(argument);
  if (!folder && !is_file(argument)) return unreadable(argument, "there is no such file or folder");
  std::error_code error;
  fs::path asked = fs::absolute(argument, error).lexically_normal();
  if (!asked.has_filename()) asked = asked.parent_path();
  const auto around = enclosing_catalogue(folder ? asked : asked.parent_path());
  const fs::path root = around ? *around : folder ? asked : asked.parent_path();
  const auto paths = below(root, ".litmus");
  if (!paths) return fail(paths.error());
  Files out;
  for (const std::string& path : *paths) {
    auto file = read(shown(root / path), printable(path));  // as tables show it
    if (!file) return fail(std::move(file.error()));
    const std::string within = asked == root ? "" : asked.lexically_relative(root).generic_string();
    if (within.empty() || path == within || path.starts_with(within + "/")) out.chosen.push_back(printable(path));
    out.all.push_back(std::move(*file));
  }
  if (out.chosen.empty()) return unreadable(argument, folder ? "the folder has no .litmus file below it" : "it is not a .litmus file");
  if (!around) return out;
  if (const fs::path times = root / kTimes; is_file(times)) {
    auto file = read(shown(times), std::string(kTimes));
    if (!file) return fail(std::move(file.error()));
    out.all.push_back(std::move(*file));
  }
  auto tables = tables_of(shown(root / "expected").string());
  if (!tables) return fail(std::move(tables.error()));
  std::ranges::move(*tables, std::back_inserter(out.all));
  return out;
}

}  // namespace thinair::suite
