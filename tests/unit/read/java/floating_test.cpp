// Floating numbers: what is written, what it is in bits, and what is shown.
#include "program/floating.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "read/java/constants.hpp"
#include "read/litmus/lexer.hpp"

namespace thinair::read {
namespace {

using Base = JavaType::Base;

// As a JVM prints them (Double.toString, Float.toString of JDK 19 and later).
TEST(FloatingNumbers, AreShownAsJavaShowsThem) {
  EXPECT_EQ(program::floating_text(0.0), "0.0");
  EXPECT_EQ(program::floating_text(-0.0), "-0.0");
  EXPECT_EQ(program::floating_text(1.0), "1.0");
  EXPECT_EQ(program::floating_text(100.0), "100.0");
  EXPECT_EQ(program::floating_text(0.001), "0.001");
  EXPECT_EQ(program::floating_text(0.0001), "1.0E-4");
  EXPECT_EQ(program::floating_text(12345678.5), "1.23456785E7");
  EXPECT_EQ(program::floating_text(1e7), "1.0E7");
  EXPECT_EQ(program::floating_text(std::numeric_limits<double>::denorm_min()), "4.9E-324");
  EXPECT_EQ(program::floating_text(std::numeric_limits<float>::denorm_min()), "1.4E-45");
  EXPECT_EQ(program::floating_text(2e23), "2.0E23");
  EXPECT_EQ(program::floating_text(0.1F), "0.1");
  EXPECT_EQ(program::floating_text(static_cast<double>(0.1F)), "0.10000000149011612");
  EXPECT_EQ(program::floating_text(HUGE_VAL), "Infinity");
  EXPECT_EQ(program::floating_text(-HUGE_VALF), "-Infinity");
  EXPECT_EQ(program::floating_text(std::nan("")), "NaN");
}

TEST(FloatingNumbers, AreReadAsJavaWritesThem) {
  const auto is = [](const char* text, double value, bool single) {
    const auto read = litmus::floating(text);
    ASSERT_TRUE(read.has_value()) << text;
    EXPECT_EQ(read->value, value) << text;
    EXPECT_EQ(read->single, single) << text;
  };
  is("1.5", 1.5, false);
  is("1.5f", 1.5, true);
  is("1d", 1, false);
  is("1F", 1, true);
  is("0.1f", static_cast<double>(0.1F), true);
  is("1e3", 1000, false);
  is("1.0E-4", 0.0001, false);
  is("0f", 0, true);
  for (const char* text : {"1", "0x1f", "0b1", "017", "12L", "1e", "1.5x", "1e999", "1_0.5"}) EXPECT_FALSE(litmus::floating(text)) << text;
}

TEST(FloatingNumbers, AreOneToken) {
  const auto first = [](std::string_view text) { return std::string(litmus::Lexer(text, 0, 0).next().text); };
  EXPECT_EQ(first("1.5f;"), "1.5f");
  EXPECT_EQ(first("1e-3+x"), "1e-3");
  EXPECT_EQ(first("1.0E+10)"), "1.0E+10");
  EXPECT_EQ(first("1-3"), "1");
  EXPECT_EQ(first("0x1e-3"), "0x1e");  // a hexadecimal number, minus 3
  EXPECT_EQ(first("1.x"), "1");
}

TEST(FloatingNumbers, AreConvertedAsInJava) {
  const JavaType whole{Base::int_}, wide{Base::long_}, single{Base::float_}, twice{Base::double_}, byte{Base::byte_};
  EXPECT_EQ(converted_constant(3, whole, twice), program::bits_of(3.0));
  EXPECT_EQ(converted_constant(16777217, whole, single), program::bits_of(16777216.0F));  // 2^24 + 1 is no float
  EXPECT_EQ(converted_constant(program::bits_of(1.9), twice, whole), 1);
  EXPECT_EQ(converted_constant(program::bits_of(-1.9), twice, whole), -1);
  EXPECT_EQ(converted_constant(program::bits_of(1e20), twice, whole), INT32_MAX);
  EXPECT_EQ(converted_constant(program::bits_of(-1e20), twice, wide), INT64_MIN);
  EXPECT_EQ(converted_constant(program::bits_of(std::nan("")), twice, whole), 0);
  EXPECT_EQ(converted_constant(program::bits_of(300.0), twice, byte), 44);
  EXPECT_EQ(converted_constant(program::bits_of(0.1F), single, twice), program::bits_of(0.10000000149011612));
  EXPECT_EQ(converted_constant(300, whole, byte), 44);
}

}  // namespace
}  // namespace thinair::read
