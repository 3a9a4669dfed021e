// Floating numbers as values: a float is its 32 bits, sign-extended, a double its 64 bits. Programs move them and compare them; nothing
// computes with them.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "program/program.hpp"

namespace thinair::program {

inline float as_float(Value bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
inline double as_double(Value bits) { return std::bit_cast<double>(static_cast<std::uint64_t>(bits)); }
inline Value bits_of(float number) { return static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(number)); }
inline Value bits_of(double number) { return static_cast<Value>(std::bit_cast<std::uint64_t>(number)); }

// As Float.toString and Double.toString of Java have them.
std::string floating_text(float number);
std::string floating_text(double number);

}  // namespace thinair::program
