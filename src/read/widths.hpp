// Numbers as values of a location or register of a processor: of 1 and 2 bytes without sign, of 4 and 8 with one.
#pragma once

#include "program/program.hpp"

namespace thinair::read {

// Whether the number can be written so, as one with a sign or as one without. 0 bytes: not known, taken for 4.
inline bool fits_width(program::Value value, std::uint8_t bytes) {
  if (bytes == 8) return true;
  const unsigned bits = bytes == 0 ? 32 : bytes * 8U;
  return value >= -(program::Value{1} << (bits - 1)) && value < (program::Value{1} << bits);
}

// A number that does not fit stays what it is: no location of that width ever holds it.
inline program::Value of_width(program::Value value, std::uint8_t bytes) {
  if (bytes == 8 || !fits_width(value, bytes)) return value;
  if (bytes == 1 || bytes == 2) return value & ((program::Value{1} << (8U * bytes)) - 1);
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

}  // namespace thinair::read
