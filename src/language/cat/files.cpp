#include "language/cat/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "language/cat/embedded.hpp"

namespace thinair::cat {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestFile = std::size_t{16} << 20;

bool is_file(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_directory(status);
}

// Normalised, so that a file has one name however it is reached: that is how cycles are found.
std::string beside(const fs::path& folder, const std::string& name) { return (folder / name).lexically_normal().string(); }

std::optional<ModelFile> given_text(const std::string& name, const LoadOptions& options) {
  if (options.texts == nullptr) return std::nullopt;
  const auto found = options.texts->find(name);
  return found == options.texts->end() ? std::nullopt : std::optional(ModelFile{name, found->second});
}

std::optional<ModelFile> first_file(std::vector<std::string> candidates) {
  for (std::string& candidate : candidates)
    if (is_file(candidate)) return ModelFile{std::move(candidate), std::nullopt};
  return std::nullopt;
}

}  // namespace

std::optional<ModelFile> shipped_file(std::string_view path) {
  const auto files = embedded_files();
  const auto found = std::ranges::find(files, path, &EmbeddedFile::path);
  if (found == files.end()) return std::nullopt;
  return ModelFile{std::string(kShipped) + std::string(path), found->text};
}

std::optional<ModelFile> find_file(const std::string& name, std::string_view user, const LoadOptions& options) {
  const bool from_shipped = user.starts_with(kShipped);
  const auto shipped = [&] {
    auto found = shipped_file(std::string(kLibrary) + name);
    return found ? found : shipped_file(name);
  };
  if (from_shipped)
    if (auto found = shipped()) return found;
  if (auto found = given_text(name, options)) return found;
  if (options.read_files && !name.empty()) {
    std::vector<std::string> candidates;
    if (fs::path(name).is_absolute()) {
      candidates.push_back(name);
    } else {
      if (!from_shipped) candidates.push_back(beside(fs::path(user).parent_path(), name));
      for (const std::string& dir : options.include_path) candidates.push_back(beside(dir, name));
    }
    if (auto found = first_file(std::move(candidates))) return found;
  }
  return shipped();
}

std::optional<ModelFile> find_path(const std::string& path, const LoadOptions& options) {
  if (auto found = given_text(path, options)) return found;
  if (!options.read_files) return std::nullopt;
  std::vector<std::string> candidates{path};
  if (!fs::path(path).is_absolute())
    for (const std::string& dir : options.include_path) candidates.push_back(beside(dir, path));
  return first_file(std::move(candidates));
}

tl::expected<std::string, std::string> read_file(const ModelFile& file) {
  if (file.shipped) return std::string(*file.shipped);
  std::ifstream in(file.name, std::ios::binary);
  if (!in) return tl::unexpected(fmt::format("cannot read '{}'", file.name));
  std::string text;
  std::vector<char> buffer(std::size_t{1} << 16);
  while (in) {
    in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    text.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kLargestFile) return tl::unexpected(fmt::format("'{}' is larger than {} MiB", file.name, kLargestFile >> 20));
  }
  return text;
}

std::string_view stem(std::string_view name) {
  if (const auto slash = name.find_last_of('/'); slash != std::string_view::npos) name.remove_prefix(slash + 1);
  if (name.starts_with(kShipped)) name.remove_prefix(kShipped.size());
  if (const auto dot = name.find_last_of('.'); dot != std::string_view::npos && dot > 0) name = name.substr(0, dot);
  return name;
}

std::vector<std::string> includable() {
  std::vector<std::string> names;
  for (const EmbeddedFile& f : embedded_files())
    if (f.path.ends_with(".cat")) names.emplace_back(f.path.starts_with(kLibrary) ? f.path.substr(kLibrary.size()) : f.path);
  return names;
}

Diagnostic unknown_model(const std::string& name, bool path_like, std::string code) {
  std::vector<std::string> names;
  for (const ShippedModel& m : shipped_models()) names.push_back(m.name);
  const std::string near = nearest(stem(name), names);
  Diagnostic d;
  d.code = std::move(code);
  std::error_code ignored;
  if (path_like && fs::is_directory(name, ignored)) {
    d.message = fmt::format("'{}' is a directory, not a model file", name);
    d.has_position = false;
    return d;
  }
  d.message = path_like ? fmt::format("there is no model file '{}'", name) : fmt::format("unknown model '{}'", name);
  d.hint = near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
  d.hint += fmt::format("shipped models: {}", fmt::join(names, ", "));
  d.has_position = false;
  return d;
}

}  // namespace thinair::cat
