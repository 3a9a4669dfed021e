// The directory at the end of the archive names every member and where it starts (PKWARE's APPNOTE.TXT, 4.3). A member is stored as it is
// or deflated. All numbers come from the file and are not trusted.
#include "ask/jcstress/jar.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace thinair::jcstress {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestMember = std::size_t{1} << 28;  // no list of tests is larger
constexpr std::size_t kBestRatio = 1032;                      // of deflate: a size beyond it is a lie

Diagnostic unreadable(const std::string& path, std::string_view why) {
  Diagnostic d;
  d.code = "file-unreadable";
  d.has_position = false;
  d.message = fmt::format("cannot read '{}': {}", path, why);
  return d;
}

Result<std::string> read_whole(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return fail(unreadable(path.string(), std::strerror(EISDIR)));
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(unreadable(path.string(), std::strerror(errno)));
  return std::string(std::istreambuf_iterator<char>(file), {});
}

class Archive {
 public:
  explicit Archive(std::string_view bytes) : bytes_(bytes) {}

  // False: this is no archive.
  bool open() {
    constexpr std::size_t kEndSize = 22;
    if (bytes_.size() < kEndSize) return false;
    const std::size_t at = bytes_.rfind("PK\5\6", bytes_.size() - kEndSize);
    if (at == std::string_view::npos) return false;
    directory_ = number(at + 16, 4);
    return directory_ < at;
  }

  std::optional<std::string> member(const std::string& name) const {
    for (std::size_t at = directory_; at + 46 <= bytes_.size() && bytes_.substr(at, 4) == "PK\1\2";) {
      const std::size_t name_size = number(at + 28, 2);
      if (at + 46 + name_size <= bytes_.size() && bytes_.substr(at + 46, name_size) == name)
        return contents(number(at + 42, 4), number(at + 10, 2), number(at + 20, 4), number(at + 24, 4));
      at += 46 + name_size + number(at + 30, 2) + number(at + 32, 2);
    }
    return std::nullopt;
  }

 private:
  // Little-endian; 0 beyond the end.
  std::size_t number(std::size_t at, std::size_t size) const {
    std::size_t out = 0;
    for (std::size_t i = size; i-- > 0;) out = out << 8 | (at + i < bytes_.size() ? static_cast<unsigned char>(bytes_[at + i]) : 0U);
    return out;
  }

  std::optional<std::string> contents(std::size_t header, std::size_t method, std::size_t packed, std::size_t size) const {
    const std::size_t at = header + 30 + number(header + 26, 2) + number(header + 28, 2);
    if (at > bytes_.size() || packed > bytes_.size() - at || size > kLargestMember) return std::nullopt;
    const std::string_view data = bytes_.substr(at, packed);
    if (method == 0) return std::string(data);
    if (method != Z_DEFLATED || size / kBestRatio > packed + 1) return std::nullopt;
    return inflated(data, size);
  }

  static std::optional<std::string> inflated(std::string_view data, std::size_t size) {
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

  std::string_view bytes_;
  std::size_t directory_ = 0;
};

}  // namespace

Result<std::optional<std::string>> read_member(const std::string& jar, const std::string& member) {
  std::error_code ignored;
  if (fs::is_directory(jar, ignored)) {
    const fs::path path = fs::path(jar) / member;
    if (!fs::exists(path, ignored)) return std::nullopt;
    auto text = read_whole(path);
    if (!text) return fail(std::move(text.error()));
    return std::optional(std::move(*text));
  }
  const auto bytes = read_whole(jar);
  if (!bytes) return fail(bytes.error());
  Archive archive(*bytes);
  if (!archive.open()) return fail(unreadable(jar, "it is no jar"));
  return archive.member(member);
}

}  // namespace thinair::jcstress
