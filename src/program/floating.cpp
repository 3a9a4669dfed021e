#include "program/floating.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace thinair::program {
namespace {

// The shortest digits that tell the number apart from its neighbours, as Double.toString has them: plain between 1e-3 and 1e7, otherwise
// with an exponent, and at least one digit on each side of the point.
template <class Float>
std::string text_of(Float v) {
  if (std::isnan(v)) return "NaN";
  const std::string sign = std::signbit(v) ? "-" : "";
  if (std::isinf(v)) return sign + "Infinity";
  const Float size = std::abs(v);
  if (size == 0) return sign + "0.0";
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, size, std::chars_format::scientific).ptr;
  std::string text(buffer, end);
  // Of numbers that one digit tells apart, Java takes the nearest with two: Double.MIN_VALUE is 4.9E-324.
  if (text.find('.') == std::string::npos)
    text.assign(buffer, std::to_chars(buffer, buffer + sizeof buffer, size, std::chars_format::scientific, 1).ptr);
  const std::size_t e = text.find('e');
  const int exponent = std::stoi(text.substr(e + 1));
  std::string digits = text.substr(0, 1);
  if (e > 2 && text.substr(2, e - 2) != "0") digits += text.substr(2, e - 2);
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

std::string floating_text(float number) { return text_of(number); }
std::string floating_text(double number) { return text_of(number); }

}  // namespace thinair::program
