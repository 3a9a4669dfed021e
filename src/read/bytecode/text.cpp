#include "read/bytecode/text.hpp"

#include "program/floating.hpp"

namespace thinair::read::bytecode {

std::string java_text(program::Value value, const std::string& descriptor) {
  switch (descriptor.empty() ? 'I' : descriptor[0]) {
    case 'Z': return value != 0 ? "true" : "false";
    case 'F': return program::floating_text(program::as_float(value));
    case 'D': return program::floating_text(program::as_double(value));
    case 'C': {
      const auto c = static_cast<std::uint32_t>(value) & 0xFFFF;
      std::string out;
      if (c < 0x80) return std::string(1, static_cast<char>(c));
      if (c < 0x800) return {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 0x3F))};
      return {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 0x3F)), static_cast<char>(0x80 | (c & 0x3F))};
    }
    default: return std::to_string(value);
  }
}

}  // namespace thinair::read::bytecode
