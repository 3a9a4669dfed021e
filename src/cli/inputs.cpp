#include "cli/inputs.hpp"

#include <fmt/format.h>

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
  std::error_code error;
  fs::recursive_directory_iterator at(root, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    if (at->path().extension() == ".litmus" && at->is_regular_file(ignored)) found.push_back(at->path().string());
  }
  if (error) {
    out.problems.push_back(unreadable(root, error.message()));
  } else if (found.empty()) {
    out.problems.push_back(unreadable(root, "the directory has no .litmus file below it"));
  }
  std::ranges::sort(found);
  for (std::string& path : found) out.tests.push_back({path, path});
}

}  // namespace

Inputs expand(const std::vector<std::string>& arguments) {
  Inputs out;
  for (const std::string& argument : arguments) {
    std::error_code ignored;
    if (argument == "-") {
      out.tests.push_back({"-", "stdin"});
    } else if (fs::is_directory(argument, ignored)) {
      expand_directory(argument, out);
    } else {
      out.tests.push_back({argument, argument});
    }
  }
  return out;
}

Result<std::string> read_text(const Input& input) {
  const auto close = [](std::FILE* file) {
    if (file != stdin) std::fclose(file);
  };
  const std::unique_ptr<std::FILE, decltype(close)> file(input.path == "-" ? stdin : std::fopen(input.path.c_str(), "rb"), close);
  if (!file) return fail(unreadable(input.name, std::strerror(errno)));
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
