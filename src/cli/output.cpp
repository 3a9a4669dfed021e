#include "cli/output.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

namespace thinair::cli {

Result<void> write_file(const std::string& path, const std::string& text) {
  const std::filesystem::path target(path);
  std::error_code ignored;
  if (target.has_parent_path()) std::filesystem::create_directories(target.parent_path(), ignored);
  std::ofstream out(target, std::ios::binary);
  out << text;
  out.close();
  if (out) return {};
  Diagnostic d;
  d.code = "cli-write";
  d.message = fmt::format("cannot write '{}'", path);
  d.has_position = false;
  return fail(std::move(d));
}

std::string numbered(const std::string& path, std::size_t number) {
  const std::filesystem::path whole(path);
  return (whole.parent_path() / fmt::format("{}-{}{}", whole.stem().string(), number, whole.extension().string())).string();
}

}  // namespace thinair::cli
