// The constant pool of a class file (JVMS 4.4): read once, and asked by index and kind.
#pragma once

#include <vector>

#include "read/classfile/bytes.hpp"
#include "read/classfile/class_file.hpp"

namespace thinair::read::classfile {

class ConstantPool {
 public:
  explicit ConstantPool(Bytes& in);

  const std::string& utf8(std::uint16_t index) const;
  const std::string& class_name(std::uint16_t index) const;
  std::int64_t number(std::uint16_t index) const;  // of any of the four kinds
  // With all that an entry refers to; none for what only other entries refer to.
  std::vector<Constant> constants() const;
  Constant constant(std::uint16_t index) const;
  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    std::uint8_t tag = 0;
    std::uint16_t a = 0, b = 0;
    std::int64_t number = 0;
    std::string text;
  };
  const Entry& entry(std::uint16_t index, std::initializer_list<std::uint8_t> tags) const;
  MemberRef member(std::uint16_t index) const;
  MethodHandle handle(std::uint16_t index) const;
  std::vector<Entry> entries_;
};

}  // namespace thinair::read::classfile
