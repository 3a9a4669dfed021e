#include "cli/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace thinair::cli {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Diagnostics> unwritten(const std::string& path, std::string_view why) {
  Diagnostic d;
  d.code = "cli-write";
  d.message = fmt::format("cannot write '{}': {}", path, why);
  d.has_position = false;
  return fail(std::move(d));
}

// Writes all of it and closes; errno's number if that does not work.
int write_and_close(int descriptor, const std::string& text) {
  int error = 0;
  for (std::size_t at = 0; at < text.size() && error == 0;) {
    const ssize_t n = write(descriptor, text.data() + at, text.size() - at);
    if (n >= 0)
      at += static_cast<std::size_t>(n);
    else if (errno != EINTR)
      error = errno;
  }
  if (close(descriptor) != 0 && error == 0) error = errno;
  return error;
}

Result<void> write_in_place(const std::string& path, const std::string& text) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  const int error = descriptor < 0 ? errno : write_and_close(descriptor, text);
  if (error != 0) return unwritten(path, std::strerror(error));
  return {};
}

// The permissions of the file that is there, or those that a new one gets.
mode_t mode_for(const std::string& path) {
  struct stat there {};
  if (stat(path.c_str(), &there) == 0) return there.st_mode & 07777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

bool is_standard_output(const std::string& path) { return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1"; }

bool takes_all(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return is_standard_output(path) || (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status));
}

Result<void> write_file(const std::string& path, const std::string& text) {
  if (is_standard_output(path)) {
    std::fwrite(text.data(), 1, text.size(), stdout);  // main tells if that did not work
    return {};
  }
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return unwritten(path, std::strerror(EISDIR));
  if (takes_all(path)) return write_in_place(path, text);
  const bool exists = fs::exists(path, ignored);
  const fs::path real = exists ? fs::canonical(path, ignored) : fs::path(path);  // what a link leads to is written, and the link stays
  const fs::path folder = real.has_parent_path() ? real.parent_path() : fs::path(".");
  if (const fs::file_status around = fs::status(folder, ignored); around.type() == fs::file_type::not_found)
    return unwritten(path, fmt::format("there is no folder '{}'", folder.string()));
  std::string beside = (folder / ".thinair-XXXXXX").string();
  const int descriptor = mkstemp(beside.data());
  if (descriptor < 0) return exists ? write_in_place(path, text) : unwritten(path, std::strerror(errno));
  const mode_t mode = mode_for(real.string());
  int error = fchmod(descriptor, mode) == 0 ? 0 : errno;
  if (const int failed = write_and_close(descriptor, text); failed != 0) error = failed;
  if (error == 0 && std::rename(beside.c_str(), real.c_str()) != 0) error = errno;
  if (error == 0) return {};
  unlink(beside.c_str());
  return unwritten(path, std::strerror(error));
}

Result<void> make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error && !fs::is_directory(path, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) return unwritten(path, error.message());
  return {};
}

std::string numbered(const std::string& path, std::size_t number) {
  const fs::path whole(path);
  return (whole.parent_path() / fmt::format("{}-{}{}", whole.stem().string(), number, whole.extension().string())).string();
}

}  // namespace thinair::cli
