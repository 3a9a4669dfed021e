// C source -> listing of the instructions. One row per rule of the dialect.
#include <gtest/gtest.h>

#include "read/lower.hpp"

namespace thinair::read {
namespace {

// The listing of thread 0, or the messages.
std::string c_listing(const std::string& body) {
  Sources sources;
  const std::string text = "C t\n{ x=0; y=0; 0:s=7; }\nP0 (atomic_int* x, int* y, atomic_bool* f) {\n" + body + "\n}\n";
  const Result<program::Test> test = read_test(sources, sources.add("t.litmus", text), nullptr);
  if (!test) return to_text(sources, test.error());
  const std::string all = to_text(test->program);
  const std::string before = "thread 0\n";
  return all.substr(all.find(before) + before.size());
}

struct CRow {
  const char* name;
  const char* source;
  const char* expected;
};

class LoweringC : public testing::TestWithParam<CRow> {};

TEST_P(LoweringC, gives_the_listing) { EXPECT_EQ(c_listing(GetParam().source), GetParam().expected); }

constexpr CRow kRows[] = {
    {"loads",
     "int a = atomic_load(x); int b = atomic_load_explicit(x, memory_order_relaxed); int c = atomic_load_explicit(x, memory_order_acquire);"
     "int d = atomic_load_explicit(x, memory_order_consume); int e = *y;",
     "   0  a := load [x] {A,SC}\n   1  b := load [x] {A,RLX}\n   2  c := load [x] {A,ACQ}\n   3  d := load [x] {A,CON}\n"
     "   4  e := load [y] {NA}\n"},
    {"stores", "atomic_store(x, 1); atomic_store_explicit(x, 2, memory_order_release); *y = 3; atomic_init(x, 4);",
     "   0  store [x], 1 {A,SC}\n   1  store [x], 2 {A,REL}\n   2  store [y], 3 {NA}\n   3  store [x], 4 {NA}\n"},
    {"fences", "atomic_thread_fence(memory_order_acq_rel); fence(memory_order_seq_cst);",
     "   0  fence {NA,ACQ_REL}\n   1  fence {NA,SC}\n"},
    {"updates",
     "int a = atomic_exchange(x, 1); int b = atomic_fetch_add_explicit(x, a, memory_order_acq_rel); atomic_fetch_xor(x, 1);"
     "b = atomic_fetch_sub(x, b);",
     "   0  a := update [x], 1 {A,SC}\n   1  b := update [x], b + a {A,ACQ_REL}\n   2  %0 := update [x], %0 ^ 1 {A,SC}\n"
     "   3  %1 := update [x], %1 - b {A,SC}\n   4  b := %1\n"},
    {"compare_exchange_through_a_location",
     "int a = atomic_compare_exchange_strong_explicit(x, y, 1, memory_order_release, memory_order_relaxed);",
     "   0  %0 := load [y] {NA}\n   1  %1, a := compare-update [x], %0, 1 {A,REL} else {A,RLX}\n   2  unless !a goto 4, join 4\n"
     "   3  store [y], %1 {NA}\n"},
    {"compare_exchange_of_a_local", "int e = 0; int a = atomic_compare_exchange_weak(x, &e, 1);",
     "   0  e := 0\n   1  %0 := e\n   2  %1, a := weak compare-update [x], %0, 1 {A,SC} else {A,SC}\n   3  e := %1\n"},
    {"a_bool_is_0_or_1", "bool b = 5; atomic_store(f, s); b = atomic_flag_test_and_set(f);",
     "   0  b := 5 != 0\n   1  store [f], s != 0 {A,SC}\n   2  b := update [f], 1 != 0 {A,SC}\n"},
    {"operands_in_either_order", "int a = atomic_load(x) - *y;",
     "   0  perhaps goto 4\n   1  %0 := load [x] {A,SC}\n   2  %1 := load [y] {NA}\n   3  goto 6\n   4  %1 := load [y] {NA}\n"
     "   5  %0 := load [x] {A,SC}\n   6  a := %0 - %1\n"},
    {"branches", "if (s && *y) { *y = 1; } else *y = 2;",
     "   0  unless s goto 5, join 6\n   1  %0 := load [y] {NA}\n   2  unless %0 goto 5, join 6\n   3  store [y], 1 {NA}\n   4  goto 6\n"
     "   5  store [y], 2 {NA}\n"},
    {"loops", "while (atomic_load(x)) { if (s) continue; break; }",
     "   0  %0 := load [x] {A,SC}\n   1  unless %0 goto 6, join 6\n   2  unless s goto 4, join 4\n   3  goto 5\n   4  goto 6\n   5  goto "
     "0\n"},
    {"compound", "*y += 2; (*y)--; int a = 1; a <<= 3; a++;",
     "   0  %0 := load [y] {NA}\n   1  store [y], %0 + 2 {NA}\n   2  %1 := load [y] {NA}\n   3  store [y], %1 - 1 {NA}\n   4  a := 1\n"
     "   5  a := a << 3\n   6  a := a + 1\n"},
    {"values", "int a = s > 1 ? -s : ~(s ^ s); int b = !s || s == 2;",
     "   0  unless s > 1 goto 3, join 4\n   1  a := -s\n   2  goto 4\n   3  a := ~(s ^ s)\n   4  unless !s goto 7, join 8\n   5  b := 1\n"
     "   6  goto 8\n   7  b := (s == 2) != 0\n"},
};

INSTANTIATE_TEST_SUITE_P(Rules, LoweringC, testing::ValuesIn(kRows), [](const auto& instance) { return std::string(instance.param.name); });

TEST(LowerC, names_locations_by_parameters_and_bindings) {
  Sources sources;
  const auto test = read_test(
      sources, sources.add("t.litmus", "C t\n{ x=1; 0:p=x; }\nP0 (int* p, int* q) { *p = 2; *q = 3; }\nexists (x=2 /\\ q=3)\n"), nullptr);
  ASSERT_TRUE(test) << to_text(sources, test.error());
  EXPECT_EQ(to_text(test->program), "x = 1\nq = 0\nthread 0\n   0  store [x], 2 {NA}\n   1  store [q], 3 {NA}\n");
}

}  // namespace
}  // namespace thinair::read
