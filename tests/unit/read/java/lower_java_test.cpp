// Java source -> listing of the instructions. One row per rule of the language.
#include <gtest/gtest.h>

#include "read/lower.hpp"

namespace thinair::read {
namespace {

// The listing of thread 0, or the messages.
std::string java_listing(const std::string& body, const std::string& init = "x=0; y=0; volatile int v=0;") {
  Sources sources;
  const Result<program::Test> test =
      read_test(sources, sources.add("t.litmus", "Java t\n{ " + init + " }\nThread0 {\n" + body + "\n}\n"), nullptr);
  if (!test) return to_text(sources, test.error());
  const std::string all = to_text(test->program);
  const std::string before = "thread 0\n";
  return all.substr(all.find(before) + before.size());
}

struct JavaRow {
  const char* name;
  const char* source;
  const char* expected;
};

class Lowering : public testing::TestWithParam<JavaRow> {};

TEST_P(Lowering, gives_the_listing) { EXPECT_EQ(java_listing(GetParam().source), GetParam().expected); }

constexpr JavaRow kAccesses[] = {
    {"reads", "a = X.get(); b = X.getPlain(); c = X.getOpaque(); d = X.getAcquire(); e = X.getVolatile();",
     "   0  a := load [x]\n   1  b := load [x]\n   2  c := load [x] {O}\n   3  d := load [x] {ACQ,RA}\n   4  e := load [x] {V}\n"},
    {"writes", "X.set(1); X.setPlain(2); X.setOpaque(3); X.setRelease(4); X.setVolatile(5);",
     "   0  store [x], 1\n   1  store [x], 2\n   2  store [x], 3 {O}\n   3  store [x], 4 {REL,RA}\n   4  store [x], 5 {V}\n"},
    {"plain_syntax", "x = 1; r = x; v = 2; r = v; x = y;",
     "   0  store [x], 1\n   1  r := load [x]\n   2  store [v], 2 {V}\n   3  r := load [v] {V}\n   4  %0 := load [y]\n   5  store [x], "
     "%0\n"},
    {"a_handle_of_a_volatile_location_keeps_its_own_mode", "r = v.get(); V.set(1);", "   0  r := load [v]\n   1  store [v], 1\n"},
    {"compare_and_set", "boolean b = X.compareAndSet(0, 1);", "   0  %0, b := compare-update [x], 0, 1 {V} else {V}\n"},
    {"weak_forms",
     "b = X.weakCompareAndSetPlain(0, 1); b = X.weakCompareAndSet(0, 1); b = X.weakCompareAndSetAcquire(0, 1); b = "
     "X.weakCompareAndSetRelease(0, 1);",
     "   0  %0, b := weak compare-update [x], 0, 1 else {}\n"
     "   1  %1, b := weak compare-update [x], 0, 1 {V} else {V}\n"
     "   2  %2, b := weak compare-update [x], 0, 1 {ACQ,RA} else {ACQ,RA}\n"
     "   3  %3, b := weak compare-update [x], 0, 1 {REL,RA} else {}\n"},
    {"compare_and_exchange",
     "r = X.compareAndExchange(0, 1); r = X.compareAndExchangeAcquire(0, 1); r = X.compareAndExchangeRelease(0, 1);",
     "   0  r, %0 := compare-update [x], 0, 1 {V} else {V}\n"
     "   1  r, %1 := compare-update [x], 0, 1 {ACQ,RA} else {ACQ,RA}\n"
     "   2  r, %2 := compare-update [x], 0, 1 {REL,RA} else {}\n"},
    {"updates",
     "r = X.getAndSet(1); r = X.getAndAddAcquire(2); r = X.getAndBitwiseOrRelease(3); r = X.getAndBitwiseAnd(4); r = "
     "X.getAndBitwiseXor(5);",
     "   0  r := update [x], 1 {V}\n"
     "   1  r := update [x], r + 2 {ACQ,RA}\n"
     "   2  r := update [x], r | 3 {REL,RA}\n"
     "   3  r := update [x], r & 4 {V}\n"
     "   4  r := update [x], r ^ 5 {V}\n"},
    {"an_update_whose_operand_is_its_target", "r = X.getAndSet(r); r = X.getAndAdd(1 + r);",
     "   0  %0 := update [x], r {V}\n   1  r := %0\n   2  %1 := update [x], %1 + (1 + r) {V}\n   3  r := %1\n"},
    {"atomic_integer",
     "r = X.getAndIncrement(); r = X.decrementAndGet(); r = X.addAndGet(r); X.lazySet(1); b = X.weakCompareAndSetVolatile(0, 1);",
     "   0  r := update [x], r + 1 {V}\n"
     "   1  %0 := update [x], %0 + -1 {V}\n   2  r := %0 + -1\n"
     "   3  %1 := update [x], %1 + r {V}\n   4  r := %1 + r\n"
     "   5  store [x], 1 {REL,RA}\n   6  %2, b := weak compare-update [x], 0, 1 {V} else {V}\n"},
    {"this_and_casts", "r = (int) X.getAcquire(this); X.setRelease(this, (int) -1); b = (boolean) X.compareAndSet(this, 0, 1);",
     "   0  r := load [x] {ACQ,RA}\n   1  store [x], -1 {REL,RA}\n   2  %0, b := compare-update [x], 0, 1 {V} else {V}\n"},
    {"fences", "fullFence(); acquireFence(); VarHandle.releaseFence(); loadLoadFence(); VarHandle.storeStoreFence();",
     "   0  fence {V,FULL}\n   1  fence {ACQ,RA,ACQF}\n   2  fence {REL,RA,RELF}\n   3  fence {ACQ,RA,LL}\n   4  fence {REL,RA,SS}\n"},
    {"discarded_values", "X.get(); X.getAndAdd(1); X.compareAndSet(0, 1);",
     "   0  %0 := load [x]\n   1  %1 := update [x], %1 + 1 {V}\n   2  %3, %2 := compare-update [x], 0, 1 {V} else {V}\n"},
};
INSTANTIATE_TEST_SUITE_P(Accesses, Lowering, testing::ValuesIn(kAccesses), [](const auto& instance) { return instance.param.name; });

constexpr JavaRow kExpressions[] = {
    {"operands_left_to_right", "r = X.get() + s * Y.getVolatile() - x; s = 0;",
     "   0  %0 := load [x]\n   1  %1 := load [y] {V}\n   2  %2 := load [x]\n   3  r := (%0 + (s * %1)) - %2\n   4  s := 0\n"},
    {"arguments_before_the_call", "r = X.compareAndExchange(Y.get(), X.get() + 1);",
     "   0  %0 := load [y]\n   1  %1 := load [x]\n   2  r, %2 := compare-update [x], %0, %1 + 1 {V} else {V}\n"},
    {"operators",
     "int a, b; a = 1; b = 2; r = ~a << b >> 1 >>> 2; r = a < b & a <= b | a > b ^ a >= b; r = a == b; r = a != b; r = -a % 3; r = +a; r = "
     "!a;",
     "   0  a := 1\n   1  b := 2\n   2  r := ((~a << b) >> 1) >>> 2\n   3  r := ((a < b) & (a <= b)) | ((a > b) ^ (a >= b))\n   4  r := a "
     "== b\n"
     "   5  r := a != b\n   6  r := -a % 3\n   7  r := a\n   8  r := !a\n"},
    {"increments_of_locations_are_a_read_and_a_write", "int a = ++v; int b = x-- + 1; int c = (x += y);",
     "   0  %0 := load [v] {V}\n   1  store [v], %0 + 1 {V}\n   2  a := %0 + 1\n   3  %1 := load [x]\n   4  store [x], %1 - 1\n   5  b := "
     "%1 + 1\n"
     "   6  %2 := load [x]\n   7  %3 := load [y]\n   8  store [x], %2 + %3\n   9  c := %2 + %3\n"},
    {"locals_are_read_where_they_stand", "r = 1; r = r + r++ + r; r = r++;",
     "   0  r := 1\n   1  %0 := r\n   2  %1 := r\n   3  r := %1 + 1\n   4  %2 := r\n   5  r := (%0 + %1) + %2\n   6  %3 := r\n   7  r := "
     "%3 + 1\n   8  r := %3\n"},
    {"an_increment_that_may_not_happen", "r = 0; if (x == 1 && r++ == 0) y = r;",
     "   0  r := 0\n   1  %0 := load [x]\n   2  unless %0 == 1 goto 7, join 7\n   3  %1 := r\n   4  r := %1 + 1\n   5  unless %1 == 0 goto "
     "7, join 7\n   6  store [y], r\n"},
    {"syntactic_dependencies_stay", "r = X.get(); Y.set(1 + r - r); s = r ^ r;",
     "   0  r := load [x]\n   1  store [y], (1 + r) - r\n   2  s := r ^ r\n"},
    {"and_is_a_branch", "r = x == 1 && y == 2;",
     "   0  %0 := load [x]\n   1  unless %0 == 1 goto 5, join 6\n   2  %1 := load [y]\n   3  r := %1 == 2\n   4  goto 6\n   5  r := 0\n"},
    {"or_is_a_branch", "r = x == 1 || y == 2;",
     "   0  %0 := load [x]\n   1  unless %0 == 1 goto 4, join 6\n   2  r := 1\n   3  goto 6\n   4  %1 := load [y]\n   5  r := %1 == 2\n"},
    {"the_value_of_and_is_a_truth_value", "r = 1 && y;",
     "   0  unless 1 goto 4, join 5\n   1  %0 := load [y]\n   2  r := %0 != 0\n   3  goto 5\n   4  r := 0\n"},
    {"a_conditional_evaluates_one_arm", "r = 1 + (x == 0 ? X.get() : 5);",
     "   0  %1 := load [x]\n   1  unless %1 == 0 goto 4, join 5\n   2  %0 := load [x]\n   3  goto 5\n   4  %0 := 5\n   5  r := 1 + %0\n"},
    {"a_conditional_may_use_its_target", "r = r ? X.get() : r;",
     "   0  unless r goto 3, join 4\n   1  r := load [x]\n   2  goto 4\n   3  r := r\n"},
    {"division_throws_on_zero", "r = x / y; s = 1;",
     "   0  %0 := load [x]\n   1  %1 := load [y]\n   2  unless %1 == 0 goto 4, no join\n   3  throw ArithmeticException\n   4  r := %0 / "
     "%1\n   5  s := 1\n"},
    {"remainder_throws_on_zero", "r = 7 % r;", "   0  unless r == 0 goto 2, no join\n   1  throw ArithmeticException\n   2  r := 7 % r\n"},
    {"a_constant_divisor_needs_no_guard", "r = r / 2 % -3;", "   0  r := (r / 2) % -3\n"},
    {"the_divisor_is_checked_after_both_operands_and_before_what_follows", "r = 1 / x + y;",
     "   0  %0 := load [x]\n   1  unless %0 == 0 goto 3, no join\n   2  throw ArithmeticException\n   3  %1 := load [y]\n   4  r := (1 / "
     "%0) + %1\n"},
};
INSTANTIATE_TEST_SUITE_P(Expressions, Lowering, testing::ValuesIn(kExpressions), [](const auto& instance) { return instance.param.name; });

constexpr JavaRow kStatements[] = {
    {"if_else", "r = x; if (r == 1) y = 1; else y = 2; x = 3;",
     "   0  r := load [x]\n   1  unless r == 1 goto 4, join 5\n   2  store [y], 1\n   3  goto 5\n   4  store [y], 2\n   5  store [x], 3\n"},
    {"if_alone", "if (x) y = 1;", "   0  %0 := load [x]\n   1  unless %0 goto 3, join 3\n   2  store [y], 1\n"},
    {"a_guard_short_circuits", "if (x == 1 && y == 1) r = 1; else r = 2;",
     "   0  %0 := load [x]\n   1  unless %0 == 1 goto 6, join 7\n   2  %1 := load [y]\n   3  unless %1 == 1 goto 6, join 7\n   4  r := 1\n "
     "  5  goto 7\n"
     "   6  r := 2\n"},
    {"a_guard_with_or", "if (x == 1 || y == 1) r = 1;",
     "   0  %0 := load [x]\n   1  unless !(%0 == 1) goto 4, join 5\n   2  %1 := load [y]\n   3  unless %1 == 1 goto 5, join 5\n   4  r := "
     "1\n"},
    {"a_negated_guard", "if (!(x == 1 && y == 1)) r = 1;",
     "   0  %0 := load [x]\n   1  unless %0 == 1 goto 4, join 5\n   2  %1 := load [y]\n   3  unless !(%1 == 1) goto 5, join 5\n   4  r := "
     "1\n"},
    {"compound_assignment_of_a_local", "r = 1; r += x; r >>>= 2;",
     "   0  r := 1\n   1  %0 := load [x]\n   2  r := r + %0\n   3  r := r >>> 2\n"},
    {"compound_assignment_of_a_location_is_not_atomic", "x *= y; v -= 1;",
     "   0  %0 := load [x]\n   1  %1 := load [y]\n   2  store [x], %0 * %1\n   3  %2 := load [v] {V}\n   4  store [v], %2 - 1 {V}\n"},
    {"increments", "r++; --r; x++;", "   0  r := r + 1\n   1  r := r - 1\n   2  %0 := load [x]\n   3  store [x], %0 + 1\n"},
    {"compound_division_is_guarded", "x /= r;",
     "   0  %0 := load [x]\n   1  unless r == 0 goto 3, no join\n   2  throw ArithmeticException\n   3  store [x], %0 / r\n"},
    {"declarations", "int a = 1, b = a; final boolean c = true; int d;", "   0  a := 1\n   1  b := a\n   2  c := 1\n"},
    {"a_declared_local_hides_a_location_in_its_block", "{ int x = 1; x = 2; } x = 3; if (1) int y = 4; y = 5;",
     "   0  x := 1\n   1  x := 2\n   2  store [x], 3\n   3  unless 1 goto 5, join 5\n   4  y := 4\n   5  store [y], 5\n"},
    {"a_local_is_one_register_in_all_blocks", "if (x) { int r = 1; } else { int r = 2; } y = r;",
     "   0  %0 := load [x]\n   1  unless %0 goto 4, join 5\n   2  r := 1\n   3  goto 5\n   4  r := 2\n   5  store [y], r\n"},
    {"empty_statements", ";;{}{;}if(1);", "   0  unless 1 goto 1, join 1\n"},
};
INSTANTIATE_TEST_SUITE_P(Statements, Lowering, testing::ValuesIn(kStatements), [](const auto& instance) { return instance.param.name; });

TEST(Handles, explicit_binding_wins) {
  EXPECT_EQ(java_listing("X.set(1);", "x=0; y=0; 0:X=y;"), "   0  store [y], 1\n");
  EXPECT_EQ(java_listing("x.set(1); x.set(2);", "x=0; y=0; 0:x=y;"), "   0  store [y], 1\n   1  store [y], 2\n");
}

TEST(Handles, implicit_binding_by_name) {
  EXPECT_EQ(java_listing("FLAG.set(1); Flag.set(2); flag.set(3);", "flag=0;"),
            "   0  store [flag], 1\n   1  store [flag], 2\n   2  store [flag], 3\n");
  EXPECT_EQ(java_listing("IsSet.set(1);", "isSet=0;"), "   0  store [isSet], 1\n");
}

TEST(Handles, a_bound_location_need_not_be_declared) {
  EXPECT_EQ(java_listing("X.set(1); r = z;", "0:X=z;"), "   0  store [z], 1\n   1  r := load [z]\n");
}

TEST(Handles, a_location_of_the_same_name_comes_before_an_implicit_binding) {
  EXPECT_EQ(java_listing("X.set(1); X = 2;", "x=0; X=0;"), "   0  store [X], 1\n   1  store [X], 2\n");
}

TEST(Objects, an_object_that_is_only_declared_is_a_monitor) {
  EXPECT_EQ(java_listing("synchronized (m) { x = 1; }", "x=0; Object m;"),
            java_listing("synchronized (m) { x = 1; }", "x=0; Object m = new Object();"));
  // Assigned somewhere, or said to be null: a location, as in Java.
  EXPECT_EQ(java_listing("x = m == null ? 1 : 2; m = new Object();", "x=0; Object m;"),
            java_listing("x = m == null ? 1 : 2; m = new Object();", "x=0; Object m = null;"));
  EXPECT_NE(java_listing("x = m == null ? 1 : 2;", "x=0; Object m = null;"), java_listing("x = m == null ? 1 : 2;", "x=0; Object m;"));
}

TEST(Locals, start_where_the_init_block_says) {
  Sources sources;
  const Result<program::Test> test =
      read_test(sources, sources.add("t", "Java t\n{ x=0; 0:r=5; 0:x=7; 0:unused=1; }\nThread0 { y = r + x; }\n"), nullptr);
  ASSERT_TRUE(test);
  EXPECT_EQ(to_text(test->program), "x = 0\n0:r = 5\n0:x = 7\n0:unused = 1\nthread 0\n   0  y := r + x\n");
}

TEST(Program, has_java_s_sets_and_width) {
  Sources sources;
  const Result<program::Test> test = read_test(sources, sources.add("t", "Java t\n{}\nThread0 {}\nThread1 {}\n"), nullptr);
  ASSERT_TRUE(test);
  EXPECT_EQ(test->program.arch, program::Arch::java);
  EXPECT_EQ(test->program.bits, 32U);
  EXPECT_EQ(test->program.threads.size(), 2U);
  EXPECT_EQ(test->program.set_names,
            (std::vector<std::string>{"V", "ACQ", "REL", "RA", "O", "FULL", "LL", "SS", "ACQF", "RELF", "FINAL", "SPIN"}));
}

}  // namespace
}  // namespace thinair::read
