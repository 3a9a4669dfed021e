// Programs as pages show them.
#include "show/page/listing.hpp"

#include <gtest/gtest.h>

#include <regex>

#include "read/lower.hpp"

namespace thinair::report::html {
namespace {

std::string listed_html(const std::string& litmus) {
  Sources sources;
  const auto test = read::read_test(sources, sources.add("t.litmus", litmus), nullptr);
  return test ? listing(*test, sources) : "not read";
}

// Names of threads and their lines, without marks.
std::string listed_text(const std::string& litmus) {
  std::string out = listed_html(litmus);
  out = std::regex_replace(out, std::regex("<span class=\"line[^>]*>"), "/ ");
  return std::regex_replace(out, std::regex("<[^>]*>|\n"), "");
}

TEST(Listing, BlocksOfJavaStandSideBySide) {
  EXPECT_EQ(listed_text(
                "Java T\n{ x=0; y=0; }\nThread0 {\n  x = 1; // a }\n\n  if (y == 1) {\n    x = 2;\n  }\n}\nThread1 { int r1 = y; y = 1; }\n"
                "exists (1:r1=0)\n"),
            "x=0; y=0;Thread0/ x = 1; // a }/ if (y == 1) {/   x = 2;/ }Thread1/ int r1 = y;/ y = 1;");
}

TEST(Listing, ColumnsOfProcessorsToo) {
  EXPECT_EQ(
      listed_text("X86_64 T\n{ }\n P0 | P1 ;\n movl $1,(x) | movl (x),%eax ;\n | mfence ;\nlocations [x; 1:rax;]\nexists (1:rax=0)\n"),
      "P0/ movl $1,(x)P1/ movl (x),%eax/ mfence");
}

TEST(Listing, AThreadThatDoesNothingHasAnEmptyBlock) {
  EXPECT_EQ(listed_text("Java T\n{ x=0; }\nThread0 { x = 1; }\nThread1 { }\nexists (x=1)\n"), "x=0;Thread0/ x = 1;Thread1");
}

TEST(Listing, AccessesAreMarkedAlsoInsideOthers) {
  const std::string html = listed_html("Java T\n{ x=0; y=0; }\nThread0 { y = x + 1; }\nexists (y=1)\n");
  EXPECT_TRUE(std::regex_search(
      html,
      std::regex(
          "<span class=\"access\" data-at=\"(\\d+-\\d+)\">y = <span class=\"access\" data-at=\"(\\d+-\\d+)\">x</span> \\+ 1;?</span>")))
      << html;
}

TEST(Listing, NamesOfThreadsInTheHeaderAreNoThreads) {
  EXPECT_EQ(listed_text("Java T\n\"Thread0 { sees } P0\"\n{ x=0; }\nThread0 { x = 1; }\nexists (x=1)\n"), "x=0;Thread0/ x = 1;");
}

TEST(Listing, ClassesAndMethodsStandAboveTheThreads) {
  EXPECT_EQ(
      listed_text("Java T\nSource=Thread0\nclass A { int v; A() { v = 1; } }\nstatic int get() {\n  return x;\n}\n{ x=0; A a = null; }\n"
                  "Thread0 { a = new A(); }\nThread1 { int r = get(); }\nexists (1:r=0)\n"),
      "/ class A { int v; A() { v = 1; } }/ static int get() {/   return x;/ }x=0; A a = null;Thread0/ a = new A();Thread1/ int r = "
      "get();");
  EXPECT_TRUE(std::regex_search(
      listed_html("Java T\nclass A { int v; A() { v = 1; } }\n{ A a = null; }\nThread0 { a = new A(); }\nexists (a=null)\n"),
      std::regex("data-at=\"\\d+-\\d+\">v = 1;")));
}

TEST(Listing, ABlockOnOneLineEndsItsLine) {
  EXPECT_EQ(
      listed_text(
          "Java T\n{ x=0; Object m = new Object(); }\nThread0 { synchronized (m) { x++; } if (x == 1) { x = 2; } else { x = 3; } x = 4; }\n"
          "exists (x=1)\n"),
      "x=0; Object m = new Object();Thread0/ synchronized (m) { x++; }/ if (x == 1) { x = 2; } else { x = 3; }/ x = 4;");
}

}  // namespace
}  // namespace thinair::report::html
