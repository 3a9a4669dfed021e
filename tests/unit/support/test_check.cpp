#include <gtest/gtest.h>

#include "cli/broken.cpp"  // the program's own; it is no part of the library

namespace thinair {
namespace {

int told = 0;

TEST(Check, WhatHoldsIsNoMatter) { EXPECT_NO_THROW(check(true, "nothing")); }

TEST(Check, ALibraryThrows) {
  try {
    check(false, "two is three");
    FAIL();
  } catch (const InternalError& error) {
    EXPECT_STREQ(error.what(), "two is three");
    EXPECT_NE(std::string_view(error.at().file).find("test_check.cpp"), std::string_view::npos);
    EXPECT_GT(error.at().line, 0U);
  }
}

TEST(Check, AHandlerSeesItFirst) {
  const BrokenHandler before = set_broken_handler([](std::string_view what, CodeLocation) { told += what == "this"; });
  EXPECT_THROW(check(false, "this"), std::logic_error);
  EXPECT_EQ(told, 1);
  set_broken_handler(before);
  EXPECT_THROW(check(false, "this"), std::logic_error);
  EXPECT_EQ(told, 1);
}

TEST(CheckDeathTest, TheCommandLinePrintsAndEndsWithItsCode) {
  EXPECT_EXIT(
      {
        set_broken_handler(cli::report_broken);
        check(false, "two is three");
      },
      testing::ExitedWithCode(70), "thinair: internal error: two is three\n  at .*test_check.cpp:[0-9]+\n.*fault of thinair");
}

}  // namespace
}  // namespace thinair
