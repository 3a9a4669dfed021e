// The directory at the end of the archive names every member and where it starts (PKWARE's APPNOTE.TXT, 4.3). A member is stored as it is
// or deflated. All numbers come from the file and are not trusted.
#include "read/classfile/archive.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace thinair::read::classfile {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestMember = std::size_t{1} << 28;  // no class and no list of tests is larger
constexpr std::size_t kBestRatio = 1032;                      // of deflate: a size beyond it is a lie

Diagnostic unreadable(const std::string& path, std::string_view why) {
  Diagnostic d;
  d.code = "file-unreadable";
  d.has_position = false;
  d.message = fmt::format("cannot read '{}': {}", path, why);
  return d;
}

std::optional<std::string> whole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::optional<std::string> inflated(std::string_view data, std::size_t size) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return std::nullopt;
  std::string out(size, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));  // zlib does not write there
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  return status == Z_STREAM_END && stream.avail_out == 0 ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace

Result<Archive> Archive::open(const std::string& path) {
  Archive out;
  std::error_code error;
  if (fs::is_directory(path, error)) {
    out.folder_ = path;
    fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
      std::error_code ignored;
      if (at->is_regular_file(ignored)) out.files_.emplace(at->path().lexically_relative(path).generic_string(), at->path().string());
    }
    if (error) return fail(unreadable(path, error.message()));
    return out;
  }
  errno = 0;
  auto bytes = whole(path);
  if (!bytes) return fail(unreadable(path, std::strerror(errno)));
  out.bytes_ = std::move(*bytes);
  if (!out.index()) return fail(unreadable(path, "it is no jar"));
  return out;
}

std::optional<Archive> Archive::of_bytes(std::string bytes) {
  Archive out;
  out.bytes_ = std::move(bytes);
  return out.index() ? std::optional(std::move(out)) : std::nullopt;
}

// False: this is no archive.
bool Archive::index() {
  constexpr std::size_t kEndSize = 22;
  if (bytes_.size() < kEndSize) return false;
  const std::size_t end = bytes_.rfind("PK\5\6", bytes_.size() - kEndSize);
  if (end == std::string::npos) return false;
  const std::size_t directory = number(end + 16, 4);
  if (directory > end) return false;
  for (std::size_t at = directory; at + 46 <= bytes_.size() && bytes_.compare(at, 4, "PK\1\2") == 0;) {
    const std::size_t name_size = number(at + 28, 2);
    if (at + 46 + name_size > bytes_.size()) break;
    members_.try_emplace(bytes_.substr(at + 46, name_size),
                         Member{number(at + 42, 4), number(at + 10, 2), number(at + 20, 4), number(at + 24, 4)});
    at += 46 + name_size + number(at + 30, 2) + number(at + 32, 2);
  }
  return true;
}

// Little-endian; 0 beyond the end.
std::size_t Archive::number(std::size_t at, std::size_t size) const {
  std::size_t out = 0;
  for (std::size_t i = size; i-- > 0;) out = out << 8 | (at + i < bytes_.size() ? static_cast<unsigned char>(bytes_[at + i]) : 0U);
  return out;
}

std::vector<std::string> Archive::names() const {
  std::vector<std::string> out;
  for (const auto& [name, member] : members_) out.push_back(name);
  for (const auto& [name, path] : files_) out.push_back(name);
  return out;
}

std::optional<std::string> Archive::member(const std::string& name) const {
  if (!folder_.empty()) {
    const auto found = files_.find(name);
    return found == files_.end() ? std::nullopt : whole(found->second);
  }
  const auto found = members_.find(name);
  if (found == members_.end()) return std::nullopt;
  const Member& m = found->second;
  const std::size_t at = m.header + 30 + number(m.header + 26, 2) + number(m.header + 28, 2);
  if (at > bytes_.size() || m.packed > bytes_.size() - at || m.size > kLargestMember) return std::nullopt;
  const std::string_view data = std::string_view(bytes_).substr(at, m.packed);
  if (m.method == 0) return std::string(data);
  if (m.method != Z_DEFLATED || m.size / kBestRatio > m.packed + 1) return std::nullopt;
  return inflated(data, m.size);
}

}  // namespace thinair::read::classfile
