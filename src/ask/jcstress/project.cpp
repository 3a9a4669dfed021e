#include "ask/jcstress/project.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "ask/jcstress/embedded.hpp"

namespace thinair::jcstress {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestName = 80;  // of a class; file systems limit the names of files

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

std::string package_path(std::string package) {
  std::ranges::replace(package, '.', '/');
  return package;
}

// Names in a cell of a Markdown table.
std::string cell(std::string text) {
  replace_all(text, "|", "\\|");
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

Diagnostic unwritable(const fs::path& path, std::string_view why) {
  Diagnostic d;
  d.code = "file-unwritable";
  d.has_position = false;
  d.message = fmt::format("cannot write '{}': {}", path.string(), why);
  return d;
}

// Removes the classes of the project that was generated here before: one that stays behind would be compiled again.
Result<void> clear(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error) || fs::is_empty(folder, error)) return {};
  std::ifstream old(folder / kSideFile, std::ios::binary);
  if (error || !old) return fail(unwritable(folder, error ? error.message() : "the folder is not empty and holds no generated project"));
  Sources sources;
  const auto file = sources.add("tests.jsonl", {std::istreambuf_iterator<char>(old), std::istreambuf_iterator<char>()});
  const auto records = read_records(sources, file);
  if (!records) return {};  // an empty or foreign side file names no classes
  for (const TestRecord& test : records->tests)
    if (is_package(test.class_name)) fs::remove(folder / "src/main/java" / (package_path(test.class_name) + ".java"), error);
  return {};
}

}  // namespace

bool is_package(std::string_view name) {
  while (true) {
    const std::size_t dot = std::min(name.find('.'), name.size());
    const std::string_view part = name.substr(0, dot);
    if (part.empty() || identifier(part) != part) return false;
    if (dot == name.size()) return true;
    name.remove_prefix(dot + 1);
  }
}

Project::Project(std::string package) : package_(std::move(package)), classes_(Identifiers::Case::ignored) {
  // What the generated classes import or inherit under their simple names, and what stands beside them in package thinair.
  for (const std::string_view name :
       {"MethodHandles", "VarHandle", "Actor", "Arbiter", "Expect", "JCStressTest", "Outcome", "State", "Object", "Override", "String",
        "ReflectiveOperationException", "ExceptionInInitializerError", "ArithmeticException", "Shared", "Export", "Lines", "Record"})
    classes_.reserve(name);
}

void Project::add(std::string_view text, const litmus::Test& tree, const program::Test& test, const Gradings& gradings,
                  const Shape& shape) {
  std::string wish = identifier(std::string_view(test.name).substr(0, kLongestName));
  // `X_Result` are the results, and jcstress makes a class `X_jcstress` of every X.
  if (wish.ends_with("_Result") || wish.ends_with("_jcstress")) wish += "_";
  const std::string name = classes_.take(wish);
  const std::vector<Column> shown = columns(test);
  JavaText source = java_class({package_, name, text, tree, test, shown, gradings, shape});
  sources_.push_back({fmt::format("src/main/java/{}/{}.java", package_path(package_), name), std::move(source.text)});
  if (is_own_result_class(source.kinds) && std::ranges::find(kinds_, source.kinds) == kinds_.end()) kinds_.push_back(source.kinds);
  TestRecord record{package_ + "." + name, test.name, static_cast<unsigned>(source.actors), {}, std::string(text)};
  for (const Column& column : shown) record.columns.push_back(jcstress::name(test, column));
  tests_.push_back(std::move(record));
}

std::vector<ProjectFile> Project::files() const {
  std::vector<ProjectFile> out = sources_;
  for (const std::string& kinds : kinds_)
    out.push_back(
        {fmt::format("src/main/java/{}/{}.java", package_path(package_), result_class(kinds)), result_class_source(package_, kinds)});
  std::string table, records;
  for (const TestRecord& test : tests_) {
    table += fmt::format("| `{}` | {} | {} | {} |\n", test.class_name, cell(test.test), test.actors,
                         cell(fmt::format("{}", fmt::join(test.columns, ", "))));
    records += to_line(test);
  }
  if (!table.empty()) table.pop_back();
  out.push_back({std::string(kSideFile), records});
  for (const EmbeddedFile& file : embedded_files()) {
    std::string text(file.text);
    replace_all(text, "@VERSION@", kVersion);
    replace_all(text, "@PACKAGE_PATH@", package_path(package_));
    replace_all(text, "@COUNT@", fmt::format("{} test{}", tests_.size(), tests_.size() == 1 ? "" : "s"));
    replace_all(text, "@TABLE@", table);
    out.push_back({std::string(file.path), std::move(text), file.path.ends_with(".sh")});
  }
  std::ranges::sort(out, {}, &ProjectFile::path);
  return out;
}

Result<void> write(const std::vector<ProjectFile>& files, const std::string& folder) {
  if (auto cleared = clear(folder); !cleared) return cleared;
  for (const ProjectFile& file : files) {
    const fs::path path = fs::path(folder) / file.path;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) return fail(unwritable(path.parent_path(), error.message()));
    std::ofstream out(path, std::ios::binary);
    out << file.text;
    out.close();
    if (!out) return fail(unwritable(path, std::strerror(errno)));
    if (file.executable)
      fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add, error);
  }
  return {};
}

}  // namespace thinair::jcstress
