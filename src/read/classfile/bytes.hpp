// Numbers and texts of a class file, read one after the other. Reading beyond the end throws Malformed, which read_class catches.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace thinair::read::classfile {

struct Malformed {
  std::string why;
};

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  std::uint8_t u1() { return static_cast<std::uint8_t>(number(1)); }
  std::uint16_t u2() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u4() { return static_cast<std::uint32_t>(number(4)); }
  std::uint64_t u8() { return number(8); }
  std::string_view take(std::size_t size) {
    if (size > bytes_.size() - at_) throw Malformed{"the file ends too early"};
    const std::string_view out = bytes_.substr(at_, size);
    at_ += size;
    return out;
  }
  std::size_t at() const { return at_; }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  std::uint64_t number(std::size_t size) {
    std::uint64_t out = 0;
    for (const char c : take(size)) out = out << 8 | static_cast<unsigned char>(c);
    return out;
  }
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace thinair::read::classfile
