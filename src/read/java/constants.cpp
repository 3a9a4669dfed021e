#include "read/java/constants.hpp"

#include <cmath>
#include <limits>

#include "program/floating.hpp"

namespace thinair::read {
namespace {

using Base = JavaType::Base;

// Towards zero; what is too big becomes the biggest, and what is no number 0.
template <class Integer>
Value rounded(double number) {
  using Limits = std::numeric_limits<Integer>;
  if (std::isnan(number)) return 0;
  if (number >= static_cast<double>(Limits::max())) return Limits::max();
  if (number <= static_cast<double>(Limits::min())) return Limits::min();
  return static_cast<Integer>(number);
}

Value narrowed(Value value, Base to) {
  switch (to) {
    case Base::byte_: return static_cast<std::int8_t>(value);
    case Base::short_: return static_cast<std::int16_t>(value);
    case Base::char_: return static_cast<std::uint16_t>(value);
    case Base::int_: return static_cast<std::int32_t>(value);
    default: return value;
  }
}

}  // namespace

JavaType type_of_literal(const litmus::java::Expr& e) {
  return {e.is_long     ? Base::long_
          : e.boolean   ? Base::boolean
          : e.is_char   ? Base::char_
          : e.is_float  ? Base::float_
          : e.is_double ? Base::double_
                        : Base::int_};
}

Value converted_constant(Value value, JavaType from, JavaType to) {
  if (from == to) return value;
  if (!from.is_floating() && !to.is_floating()) return narrowed(value, to.base);
  // An integer goes to a float in one rounding, not by way of a double.
  if (!from.is_floating()) return to.base == Base::float_ ? bits_of(static_cast<float>(value)) : bits_of(static_cast<double>(value));
  const double number = from.base == Base::float_ ? static_cast<double>(as_float(value)) : as_double(value);
  if (to.base == Base::float_) return bits_of(static_cast<float>(number));
  if (to.base == Base::double_) return bits_of(number);
  return to.base == Base::long_ ? rounded<std::int64_t>(number) : narrowed(rounded<std::int32_t>(number), to.base);
}

}  // namespace thinair::read
