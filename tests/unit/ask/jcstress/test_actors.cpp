#include "unit/ask/jcstress/helpers.hpp"

namespace thinair::jcstress {
namespace {

using tests::actor;
using tests::read;

TEST(Actors, PlainAccessesAreFieldsAndOthersHandles) {
  EXPECT_EQ(actor("X.set(1); int r1 = X.getOpaque(); int r2 = Y.get();"),
            "x = 1;\nint r1 = (int) X.getOpaque(this);\nint r2 = y;\nr.r1 = r1;\nr.r2 = r2;\n");
}

TEST(Actors, VolatileOnlyLocationsAreVolatileFields) {
  const std::string body = "X.setVolatile(1); int r1 = X.getVolatile();";
  EXPECT_EQ(actor(body), "x = 1;\nint r1 = x;\nr.r1 = r1;\n");
  EXPECT_EQ(actor(body, "x=0;", {.handles = true}), "X.setVolatile(this, 1);\nint r1 = (int) X.getVolatile(this);\nr.r1 = r1;\n");
}

TEST(Actors, MixedModesShareAPlainField) {
  const auto t = read("Java T\n{ x=0; }\nThread0 { X.set(1); }\nThread1 { int r1 = X.getVolatile(); }\n");
  const auto out = actors(t.tree, t.test, columns(t.test), {});
  ASSERT_EQ(out.fields.size(), 1U);
  EXPECT_FALSE(out.fields[0].is_volatile);
  EXPECT_EQ(out.fields[0].handle, "X");
}

TEST(Actors, PlainAccessOfADeclaredVolatileNeedsTheHandle) {
  EXPECT_EQ(actor("x = 1; int r1 = x; int r2 = X.get();", "volatile int x=0;"),
            "x = 1;\nint r1 = x;\nint r2 = (int) X.get(this);\nr.r1 = r1;\nr.r2 = r2;\n");
}

TEST(Actors, UpdatesFencesAndDiscardedValues) {
  EXPECT_EQ(actor("X.getAndAdd(1); fullFence(); X.get(); Y.getAcquire(); boolean b = X.weakCompareAndSetPlain(0, 2);"),
            "X.getAndAdd(this, 1);\nVarHandle.fullFence();\nint unused = x;\nint unused_2 = (int) Y.getAcquire(this);\n"
            "boolean b = X.weakCompareAndSetPlain(this, 0, 2);\nr.r1 = b ? 1 : 0;\n");
}

TEST(Actors, AtomicIntegersMethodsAreGetAndAdd) {
  EXPECT_EQ(actor("int a = X.incrementAndGet(); int b = X.addAndGet(2) * 2; X.decrementAndGet(); X.lazySet(3);"),
            "int a = (int) X.getAndAdd(this, 1) + 1;\nint b = ((int) X.getAndAdd(this, 2) + 2) * 2;\nX.getAndAdd(this, -1);\n"
            "X.setRelease(this, 3);\nr.r1 = a;\nr.r2 = b;\n");
  EXPECT_EQ(actor("int a = X.addAndGet(Y.get());"), "int added;\nint a = (int) X.getAndAdd(this, added = y) + added;\nr.r1 = a;\n");
}

TEST(Actors, IncrementsInsideExpressions) {
  EXPECT_EQ(actor("int a = -++x; int b = a-- - --a; boolean c = true; int d = (y += 2) * c++;"),
            "int a = -(++x);\nint b = a-- - --a;\nint c = 1;\nint d = (y += 2) * c++;\nr.r1 = a;\nr.r2 = b;\nr.r3 = c;\nr.r4 = d;\n");
}

TEST(Actors, TruthValuesAndNumbersAreKeptApart) {
  // An int that gets a truth value, a guard that is a number, a boolean that gets a number somewhere.
  EXPECT_EQ(actor("int r1 = X.compareAndSet(0, 1); if (r1) { Y.set(true); }"),
            "int r1 = X.compareAndSet(this, 0, 1) ? 1 : 0;\nif (r1 != 0) {\n    y = 1;\n}\nr.r1 = r1;\n");
  EXPECT_EQ(actor("boolean r1 = true; r1 = X.get();"), "int r1 = 1;\nr1 = x;\nr.r1 = r1;\n");
  EXPECT_EQ(actor("int r1 = !X.get() + (Y.get() == 1);"), "int r1 = (x == 0 ? 1 : 0) + (y == 1 ? 1 : 0);\nr.r1 = r1;\n");
}

TEST(Actors, RegistersSetInBranchesAreDeclaredBefore) {
  EXPECT_EQ(actor("int a = X.get(); if (a == 1) { int b = Y.get(); } else if (a == 2) c = 3; else { Y.set(a + 1); }"),
            "int b = 0;\nint c = 0;\nint a = x;\nif (a == 1) {\n    b = y;\n} else if (a == 2) {\n    c = 3;\n} else {\n    y = a + 1;\n}\n"
            "r.r1 = a;\nr.r2 = b;\nr.r3 = c;\n");
}

TEST(Actors, InitialValuesOfLocals) { EXPECT_EQ(actor("a += X.get();", "x=0; 0:a=5;"), "int a = 5;\na += x;\nr.r1 = a;\n"); }

TEST(Actors, DivisionByZeroIsAResult) {
  EXPECT_EQ(actor("int a = 1 / X.get(); Y.set(a);"),
            "int a = 0;\ntry {\n    a = 1 / x;\n    y = a;\n} catch (ArithmeticException e) {\n    r.r2 = 1;\n}\nr.r1 = a;\n");
}

TEST(Actors, NamesThatJavaOrWeNeed) {
  // The parameter gives way to a register `r`; a register called like a location gets another name.
  EXPECT_EQ(actor("int r = X.get(); int y = Y.get();"), "int r = x;\nint y_2 = y;\nr_2.r1 = r;\nr_2.r2 = y_2;\n");
}

TEST(Actors, TypesAreNotHidden) {
  EXPECT_EQ(actor("int VarHandle = X.get(); fullFence();"), "int VarHandle_2 = x;\nVarHandle.fullFence();\nr.r1 = VarHandle_2;\n");
}

TEST(Actors, SignsAndPrecedence) {
  EXPECT_EQ(actor("int a = -(-1) - -X.get() * (2 + 3); int b = -(X.getOpaque());"),
            "int a = -(-1) - -x * (2 + 3);\nint b = -(int) X.getOpaque(this);\nr.r1 = a;\nr.r2 = b;\n");
}

TEST(Actors, AliasesTakeTurns) {
  EXPECT_EQ(actor("int a = X.get(); int b = X.get(); Y.setOpaque(1);", "x=0; y=0;", {.aliased = true}),
            "Shared h1 = this.h1;\nShared h2 = this.h2;\nh1.trap = 0;\nh2.trap = 0;\nint a = h1.x;\nint b = h2.x;\n"
            "Y.setOpaque(h1, 1);\nr.r1 = a;\nr.r2 = b;\n");
}

}  // namespace
}  // namespace thinair::jcstress
