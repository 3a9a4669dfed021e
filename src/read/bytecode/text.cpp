#include "read/bytecode/text.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>

namespace thinair::read::bytecode {
namespace {

// The shortest digits that tell the number apart from its neighbours, as Double.toString has them: plain between 1e-3 and 1e7, otherwise
// with an exponent, and at least one digit on each side of the point.
template <class Float>
std::string floating_text(Float v) {
  if (std::isnan(v)) return "NaN";
  const std::string sign = std::signbit(v) ? "-" : "";
  if (std::isinf(v)) return sign + "Infinity";
  const Float size = std::abs(v);
  if (size == 0) return sign + "0.0";
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, size, std::chars_format::scientific).ptr;
  std::string text(buffer, end);
  const std::size_t e = text.find('e');
  const int exponent = std::stoi(text.substr(e + 1));
  std::string digits = text.substr(0, 1);
  if (e > 2) digits += text.substr(2, e - 2);
  if (size >= static_cast<Float>(1e-3) && size < static_cast<Float>(1e7)) {
    std::string out;
    if (exponent < 0) return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
    const auto whole = static_cast<std::size_t>(exponent) + 1;
    if (digits.size() < whole + 1) digits += std::string(whole + 1 - digits.size(), '0');
    return sign + digits.substr(0, whole) + "." + digits.substr(whole);
  }
  if (digits.size() < 2) digits += "0";
  return fmt::format("{}{}.{}E{}", sign, digits.substr(0, 1), digits.substr(1), exponent);
}

}  // namespace

std::string java_text(program::Value value, const std::string& descriptor) {
  switch (descriptor.empty() ? 'I' : descriptor[0]) {
    case 'Z': return value != 0 ? "true" : "false";
    case 'F': return floating_text(std::bit_cast<float>(static_cast<std::uint32_t>(value)));
    case 'D': return floating_text(std::bit_cast<double>(static_cast<std::uint64_t>(value)));
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
