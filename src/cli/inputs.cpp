#include "cli/inputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace thinair::cli {
namespace {

namespace fs = std::filesystem;

Diagnostic unreadable(std::string_view name, std::string_view why) {
  Diagnostic d;
  d.code = "file-unreadable";
  d.message = fmt::format("cannot read '{}': {}", name, why);
  d.has_position = false;
  return d;
}

void expand_directory(const std::string& root, Inputs& out) {
  std::vector<std::string> found;
  bool sources = false;  // of Java
  std::error_code error;
  fs::recursive_directory_iterator at(root, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    if (at->path().extension() == ".litmus" && at->is_regular_file(ignored)) found.push_back(at->path().string());
    sources = sources || at->path().extension() == ".java";
  }
  if (error) {
    out.problems.push_back(unreadable(root, error.message()));
  } else if (found.empty()) {
    out.problems.push_back(unreadable(root, "the directory has no .litmus file below it"));
    if (sources) out.problems.back().hint = "compile its .java files, or name them one by one";
  }
  std::ranges::sort(found);
  for (const std::string& path : found) out.tests.push_back({.path = path, .name = printable(path), .gathered = true});
}

// Every program of a class file, a jar, a folder or a source.
void expand_program(const std::string& path, const programs::Selection& selection, Inputs& out) {
  auto found = programs::find(path, selection);
  if (!found) {
    out.problems.insert(out.problems.end(), found.error().begin(), found.error().end());
    return;
  }
  const bool several = found->size() > 1;
  for (programs::Program& program : *found) {
    const std::string name = several ? fmt::format("{}:{}", path, read::bytecode::java_name(program.entry.of)) : path;
    out.tests.push_back({.path = path, .name = printable(name), .program = std::move(program)});
  }
}

// What is no file: a shipped test, or something that cannot be read.
void expand_name(const std::string& name, Inputs& out) {
  const auto tests = suite::shipped_tests_called(name);
  if (tests.size() > 1)
    out.problems.push_back(ambiguous_test(name, tests));
  else if (tests.size() == 1)
    out.tests.push_back({.path = name, .name = suite::name_of(tests[0]), .shipped = tests[0].text});
  else
    out.tests.push_back({.path = name, .name = printable(name), .hint = hint_for_missing_test(name)});
}

}  // namespace

Diagnostic ambiguous_test(std::string_view name, const std::vector<suite::ShippedTest>& tests) {
  std::vector<std::string_view> ids;
  for (const suite::ShippedTest& test : tests) ids.push_back(test.id);
  Diagnostic d;
  d.code = "test-ambiguous";
  d.message = fmt::format("{} shipped tests are called '{}'", ids.size(), name);
  d.hint = fmt::format("say which one: {}", fmt::join(ids, ", "));
  d.has_position = false;
  return d;
}

std::string hint_for_missing_test(std::string_view name) {
  constexpr std::string_view kLitmus = ".litmus";
  if (name.ends_with(kLitmus)) name.remove_suffix(kLitmus.size());
  std::vector<std::string> known;
  for (const suite::ShippedTest& test : suite::shipped_tests()) {
    if (test.id.substr(0, test.id.rfind('/')) == name)
      return fmt::format("it is a family of shipped tests: 'thinair suite --family {}' judges them all", name);
    known.emplace_back(test.id);
    known.emplace_back(test.id.substr(test.id.rfind('/') + 1));
  }
  const std::string near = nearest(name, known);
  return near.empty() ? "" : fmt::format("did you mean the shipped test '{}'?", near);
}

Inputs expand(const std::vector<std::string>& arguments, const programs::Selection* selection) {
  Inputs out;
  for (const std::string& argument : arguments) {
    std::error_code ignored;
    if (argument == "-") {
      out.tests.push_back({.path = "-", .name = "stdin"});
    } else if (selection && fs::exists(argument, ignored) && programs::is_program(argument)) {
      expand_program(argument, *selection, out);
    } else if (fs::is_directory(argument, ignored)) {
      expand_directory(argument, out);
    } else if (fs::exists(argument, ignored)) {
      out.tests.push_back({.path = argument, .name = printable(argument)});
    } else {
      expand_name(argument, out);
    }
  }
  return out;
}

Inputs expand(const std::vector<std::string>& arguments, const std::map<std::string, std::string>& texts) {
  Inputs out;
  for (const std::string& argument : arguments) {
    if (const auto given = texts.find(argument); given != texts.end()) {
      out.tests.push_back({.path = argument, .name = argument, .shipped = given->second});
      continue;
    }
    const auto tests = suite::shipped_tests_called(argument);
    if (tests.size() == 1) {
      out.tests.push_back({.path = argument, .name = suite::name_of(tests[0]), .shipped = tests[0].text});
      continue;
    }
    if (tests.empty()) {
      Diagnostic d = unreadable(printable(argument), "no shipped test is called so");
      d.hint = hint_for_missing_test(argument);
      out.problems.push_back(std::move(d));
    } else {
      out.problems.push_back(ambiguous_test(argument, tests));
    }
  }
  return out;
}

Result<std::string> read_text(const Input& input) {
  if (input.shipped) return std::string(*input.shipped);
  const auto close = [](std::FILE* file) {
    if (file != stdin) std::fclose(file);
  };
  const std::unique_ptr<std::FILE, decltype(close)> file(input.path == "-" ? stdin : std::fopen(input.path.c_str(), "rb"), close);
  if (!file) {
    Diagnostic d = unreadable(input.name, std::strerror(errno));
    d.hint = input.hint;
    return fail(std::move(d));
  }
  // Positions are 32 bits wide, and nobody writes a test of this size.
  constexpr std::size_t kLargest = std::size_t{1} << 28;
  std::string text;
  char buffer[1 << 16];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, file.get())) {
    text.append(buffer, n);
    if (text.size() > kLargest) return fail(unreadable(input.name, "larger than 256 MiB"));
  }
  if (std::ferror(file.get())) return fail(unreadable(input.name, std::strerror(errno)));
  return text;
}

}  // namespace thinair::cli
