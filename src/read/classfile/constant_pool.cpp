#include "read/classfile/constant_pool.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace thinair::read::classfile {
namespace {

enum Tag : std::uint8_t {
  tag_utf8 = 1,
  tag_integer = 3,
  tag_float = 4,
  tag_long = 5,
  tag_double = 6,
  tag_class = 7,
  tag_string = 8,
  tag_field = 9,
  tag_method = 10,
  tag_interface_method = 11,
  tag_name_and_type = 12,
  tag_handle = 15,
  tag_method_type = 16,
  tag_dynamic = 17,
  tag_invoke_dynamic = 18,
  tag_module = 19,
  tag_package = 20,
};

void append_utf8(std::string& out, std::uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

// Modified UTF-8 (JVMS 4.4.7): U+0000 takes two bytes, and characters beyond U+FFFF are two surrogates of three bytes each.
std::string plain_utf8(std::string_view in) {
  std::string out;
  std::uint32_t high = 0;  // a surrogate that waits for the other one
  for (std::size_t at = 0; at < in.size();) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(in[at + i])); };
    const std::uint32_t first = byte(0);
    const std::size_t size = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : 0;
    if (size == 0 || at + size > in.size()) throw Malformed{"a name is not in modified UTF-8"};
    for (std::size_t i = 1; i < size; ++i)
      if (byte(i) >> 6 != 2) throw Malformed{"a name is not in modified UTF-8"};
    const std::uint32_t c = size == 1   ? first
                            : size == 2 ? (first & 0x1F) << 6 | (byte(1) & 0x3F)
                                        : (first & 0xF) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    at += size;
    if (high != 0 && c >= 0xDC00 && c < 0xE000) {
      append_utf8(out, 0x10000 + ((high - 0xD800) << 10) + (c - 0xDC00));
      high = 0;
      continue;
    }
    if (high != 0) append_utf8(out, high);
    high = 0;
    if (c >= 0xD800 && c < 0xDC00)
      high = c;
    else
      append_utf8(out, c);
  }
  if (high != 0) append_utf8(out, high);
  return out;
}

}  // namespace

ConstantPool::ConstantPool(Bytes& in) {
  const std::uint16_t count = in.u2();
  entries_.resize(std::max<std::size_t>(count, 1));
  for (std::size_t i = 1; i < count; ++i) {
    Entry& e = entries_[i];
    e.tag = in.u1();
    switch (e.tag) {
      case tag_utf8: e.text = plain_utf8(in.take(in.u2())); break;
      case tag_integer: e.number = static_cast<std::int32_t>(in.u4()); break;
      case tag_float: e.number = static_cast<std::int32_t>(in.u4()); break;
      case tag_long:
      case tag_double:
        e.number = static_cast<std::int64_t>(in.u8());
        ++i;  // they take two indices (JVMS 4.4.5)
        break;
      case tag_class:
      case tag_string:
      case tag_method_type:
      case tag_module:
      case tag_package: e.a = in.u2(); break;
      case tag_handle:
        e.a = in.u1();
        e.b = in.u2();
        break;
      case tag_field:
      case tag_method:
      case tag_interface_method:
      case tag_name_and_type:
      case tag_dynamic:
      case tag_invoke_dynamic:
        e.a = in.u2();
        e.b = in.u2();
        break;
      default: throw Malformed{fmt::format("constant {} has the unknown tag {}", i, e.tag)};
    }
  }
}

const ConstantPool::Entry& ConstantPool::entry(std::uint16_t index, std::initializer_list<std::uint8_t> tags) const {
  if (index == 0 || index >= entries_.size() || std::ranges::find(tags, entries_[index].tag) == tags.end())
    throw Malformed{fmt::format("there is no constant {} of the kind that is needed", index)};
  return entries_[index];
}

const std::string& ConstantPool::utf8(std::uint16_t index) const { return entry(index, {tag_utf8}).text; }
const std::string& ConstantPool::class_name(std::uint16_t index) const { return utf8(entry(index, {tag_class}).a); }
std::int64_t ConstantPool::number(std::uint16_t index) const { return entry(index, {tag_integer, tag_float, tag_long, tag_double}).number; }

MemberRef ConstantPool::member(std::uint16_t index) const {
  const Entry& e = entry(index, {tag_field, tag_method, tag_interface_method});
  const Entry& signature = entry(e.b, {tag_name_and_type});
  return {class_name(e.a), utf8(signature.a), utf8(signature.b)};
}

MethodHandle ConstantPool::handle(std::uint16_t index) const {
  const Entry& e = entry(index, {tag_handle});
  return {static_cast<std::uint8_t>(e.a), member(e.b)};
}

Constant ConstantPool::constant(std::uint16_t index) const {
  using Kind = Constant::Kind;
  Constant out;
  const Entry& e = entries_[index];
  switch (e.tag) {
    case tag_integer:
    case tag_float:
    case tag_long:
    case tag_double:
      out.kind = e.tag == tag_integer ? Kind::integer
                 : e.tag == tag_float ? Kind::floating
                 : e.tag == tag_long  ? Kind::long_
                                      : Kind::double_;
      out.number = e.number;
      break;
    case tag_class:
    case tag_string:
    case tag_method_type:
      out.kind = e.tag == tag_class ? Kind::class_ : e.tag == tag_string ? Kind::string : Kind::method_type;
      out.text = utf8(e.a);
      break;
    case tag_field:
    case tag_method:
    case tag_interface_method:
      out.kind = Kind::member;
      out.member = member(index);
      break;
    case tag_handle:
      out.kind = Kind::handle;
      out.handle = handle(index);
      break;
    case tag_dynamic:
    case tag_invoke_dynamic: {
      const Entry& signature = entry(e.b, {tag_name_and_type});
      out.kind = Kind::dynamic;
      out.bootstrap = e.a;
      out.member = {"", utf8(signature.a), utf8(signature.b)};
      break;
    }
    default: break;
  }
  return out;
}

std::vector<Constant> ConstantPool::constants() const {
  std::vector<Constant> out;
  for (std::size_t i = 0; i < entries_.size(); ++i) out.push_back(constant(static_cast<std::uint16_t>(i)));
  return out;
}

}  // namespace thinair::read::classfile
