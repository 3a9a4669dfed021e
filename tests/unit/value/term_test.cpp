// Terms: Java's int arithmetic, and simplification that never changes a value.
#include "value/term.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "ask/generate/rng.hpp"

namespace thinair::value {
namespace {

constexpr Value kMin = std::numeric_limits<std::int32_t>::min();
constexpr Value kMax = std::numeric_limits<std::int32_t>::max();
const std::vector<Value> kEdges = {kMin, kMin + 1, -33, -32, -31, -2, -1, 0, 1, 2, 3, 5, 31, 32, 33, 0xFFFF, kMax - 1, kMax};
const std::vector<Op> kUnary = {Op::neg, Op::bit_not, Op::log_not};
const std::vector<Op> kBinary = {Op::add, Op::sub, Op::mul, Op::div, Op::rem, Op::shl,     Op::shr,     Op::ushr,  Op::lt,
                                 Op::le,  Op::gt,  Op::ge,  Op::eq,  Op::ne,  Op::bit_and, Op::bit_xor, Op::bit_or};

// JLS 15.17-15.22, with 64-bit arithmetic and a final narrowing, which for int operands loses nothing before the end.
Value java(Op op, Value a, Value b) {
  const auto narrow = [](Value v) {
    return static_cast<Value>(static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(v))));
  };
  const auto distance = static_cast<unsigned>(b & 31);
  switch (op) {
    case Op::neg: return narrow(-a);
    case Op::bit_not: return narrow(~a);
    case Op::log_not: return a == 0;
    case Op::add: return narrow(a + b);
    case Op::sub: return narrow(a - b);
    case Op::mul: return narrow(a * b);
    case Op::div: return narrow(a / b);
    case Op::rem: return narrow(a % b);
    case Op::shl: return narrow(static_cast<Value>(static_cast<std::uint64_t>(a) << distance));
    case Op::shr: return a >> distance;
    case Op::ushr: return narrow(static_cast<Value>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(a)) >> distance));
    case Op::lt: return a < b;
    case Op::le: return a <= b;
    case Op::gt: return a > b;
    case Op::ge: return a >= b;
    case Op::eq: return a == b;
    case Op::ne: return a != b;
    case Op::bit_and: return a & b;
    case Op::bit_xor: return a ^ b;
    case Op::bit_or: return a | b;
    default: return 0;
  }
}

bool divides_by_zero(Op op, Value b) { return (op == Op::div || op == Op::rem) && b == 0; }

TEST(Arithmetic, IsJavasOnEdgeValues) {
  for (const Value a : kEdges) {
    for (const Op op : kUnary) EXPECT_EQ(apply(op, a, 0, 32), java(op, a, 0)) << static_cast<int>(op) << " " << a;
    for (const Value b : kEdges)
      for (const Op op : kBinary) {
        if (divides_by_zero(op, b)) continue;
        EXPECT_EQ(apply(op, a, b, 32), java(op, a, b)) << a << " op " << static_cast<int>(op) << " " << b;
      }
  }
}

TEST(Arithmetic, SaysWhatTheJlsSays) {
  EXPECT_EQ(apply(Op::div, kMin, -1, 32), kMin);
  EXPECT_EQ(apply(Op::rem, kMin, -1, 32), 0);
  EXPECT_EQ(apply(Op::div, -7, 2, 32), -3);
  EXPECT_EQ(apply(Op::rem, -7, 2, 32), -1);
  EXPECT_EQ(apply(Op::shl, 1, 33, 32), 2);
  EXPECT_EQ(apply(Op::shl, 1, 31, 32), kMin);
  EXPECT_EQ(apply(Op::ushr, -1, 28, 32), 15);
  EXPECT_EQ(apply(Op::ushr, -1, 0, 32), -1);
  EXPECT_EQ(apply(Op::shr, kMin, 31, 32), -1);
  EXPECT_EQ(apply(Op::add, kMax, 1, 32), kMin);
  EXPECT_EQ(apply(Op::neg, kMin, 0, 32), kMin);
}

TEST(Arithmetic, WrapSignExtends) {
  EXPECT_EQ(wrap(kMax + 1, 32), kMin);
  EXPECT_EQ(wrap(0xFFFFFFFF, 32), -1);
  EXPECT_EQ(wrap(Value{1} << 32, 32), 0);
  EXPECT_EQ(wrap(255, 8), -1);
  EXPECT_EQ(wrap(std::numeric_limits<Value>::min(), 64), std::numeric_limits<Value>::min());
}

// A term built twice: through the pool, which simplifies, and as a plain tree.
struct Tree {
  Op op = Op::constant;
  Value value = 0;
  VarId variable = 0;
  std::vector<Tree> kids;
};

Tree random_tree(generate::Rng& rng, unsigned depth) {
  if (depth == 0 || rng.chance(15)) {
    if (rng.chance(50)) return {Op::reg, 0, rng.below(3), {}};
    return {Op::constant, rng.pick(kEdges), 0, {}};
  }
  if (rng.chance(20)) return {rng.pick(kUnary), 0, 0, {random_tree(rng, depth - 1)}};
  Tree left = random_tree(rng, depth - 1);
  Tree right = rng.chance(20) ? left : random_tree(rng, depth - 1);
  return {rng.pick(kBinary), 0, 0, {std::move(left), std::move(right)}};
}

TermId build(TermPool& pool, const Tree& tree) {
  if (tree.op == Op::constant) return pool.constant(tree.value);
  if (tree.op == Op::reg) return pool.variable(tree.variable);
  if (tree.kids.size() == 1) return pool.unary(tree.op, build(pool, tree.kids[0]));
  const TermId left = build(pool, tree.kids[0]);
  return pool.binary(tree.op, left, build(pool, tree.kids[1]));
}

// None if it divides by zero somewhere: programs are guarded against that, and simplification may remove it.
std::optional<Value> evaluate(const Tree& tree, const std::vector<Value>& variables) {
  if (tree.op == Op::constant) return tree.value;
  if (tree.op == Op::reg) return variables[tree.variable];
  const auto a = evaluate(tree.kids[0], variables);
  const auto b = tree.kids.size() == 1 ? std::optional<Value>(0) : evaluate(tree.kids[1], variables);
  if (!a || !b || divides_by_zero(tree.op, *b)) return std::nullopt;
  return java(tree.op, *a, *b);
}

TEST(TermPool, SimplificationKeepsTheValue) {
  generate::Rng rng(2024);
  TermPool pool(32);
  int compared = 0;
  for (int i = 0; i < 20000; ++i) {
    const Tree tree = random_tree(rng, 1 + rng.below(4));
    const TermId term = build(pool, tree);
    for (int k = 0; k < 5; ++k) {
      const std::vector<Value> variables = {rng.pick(kEdges), rng.pick(kEdges), rng.pick(kEdges)};
      const auto expected = evaluate(tree, variables);
      if (!expected) continue;
      const auto env = [&](VarId v) { return std::optional(variables[v]); };
      ASSERT_EQ(pool.evaluate(term, env), expected) << pool.to_text(term, [](VarId v) { return "v" + std::to_string(v); });
      ++compared;
    }
  }
  EXPECT_GT(compared, 50000);
}

TEST(TermPool, SubstitutionThenEvaluationIsEvaluation) {
  generate::Rng rng(7);
  TermPool pool(32);
  for (int i = 0; i < 5000; ++i) {
    const TermId term = build(pool, random_tree(rng, 1 + rng.below(4)));
    const std::vector<Value> variables = {rng.pick(kEdges), rng.pick(kEdges), rng.pick(kEdges)};
    const TermId closed = pool.substitute(term, [&](VarId v) { return std::optional(pool.constant(variables[v])); });
    const auto expected = pool.evaluate(term, [&](VarId v) { return std::optional(variables[v]); });
    // Only division by a constant zero may stay unfolded, and it evaluates to the same.
    ASSERT_EQ(pool.evaluate(closed, [](VarId) { return std::optional<Value>(); }), expected);
  }
}

TEST(TermPool, PartialEvaluationIsNeverWrong) {
  generate::Rng rng(11);
  TermPool pool(32);
  for (int i = 0; i < 5000; ++i) {
    const TermId term = build(pool, random_tree(rng, 1 + rng.below(4)));
    const std::vector<Value> variables = {rng.pick(kEdges), rng.pick(kEdges), rng.pick(kEdges)};
    const VarId hidden = rng.below(3);
    const auto partial = pool.evaluate(term, [&](VarId v) { return v == hidden ? std::nullopt : std::optional(variables[v]); });
    const auto total = pool.evaluate(term, [&](VarId v) { return std::optional(variables[v]); });
    if (partial) {
      ASSERT_EQ(partial, total);
    }
  }
}

TEST(TermPool, EqualTermsHaveEqualIds) {
  TermPool pool(32);
  const TermId x = pool.variable(0), y = pool.variable(1);
  EXPECT_EQ(pool.binary(Op::add, x, y), pool.binary(Op::add, y, x));
  EXPECT_EQ(pool.binary(Op::bit_xor, x, x), pool.constant(0));
  EXPECT_EQ(pool.unary(Op::neg, pool.unary(Op::neg, x)), x);
  EXPECT_EQ(pool.logical_not(pool.binary(Op::lt, x, y)), pool.binary(Op::ge, x, y));
  EXPECT_EQ(pool.variables(pool.binary(Op::add, x, pool.binary(Op::mul, y, x))), (std::vector<VarId>{0, 1}));
  EXPECT_TRUE(pool.variables(pool.binary(Op::sub, x, x)).empty());
}

// What a cycle of values asks for: r + 1 == r has no solution, and no solver is needed to see it.
TEST(TermPool, EqualitiesOfOneTermAndConstantsAreDecided) {
  TermPool pool(32);
  const TermId x = pool.variable(0), y = pool.variable(1);
  const auto plus = [&](TermId term, Value n) { return pool.binary(Op::add, term, pool.constant(n)); };
  const auto minus = [&](TermId term, Value n) { return pool.binary(Op::sub, term, pool.constant(n)); };
  const auto exclusive_or = [&](TermId term, Value n) { return pool.binary(Op::bit_xor, term, pool.constant(n)); };
  EXPECT_EQ(pool.as_constant(pool.binary(Op::eq, plus(x, 1), x)), 0);
  EXPECT_EQ(pool.as_constant(pool.binary(Op::ne, x, plus(x, 1))), 1);
  EXPECT_EQ(pool.as_constant(pool.binary(Op::eq, plus(plus(x, 1), 2), plus(x, 3))), 1);
  EXPECT_EQ(pool.as_constant(pool.binary(Op::eq, plus(plus(x, kMax), kMax), minus(x, 2))), 1);  // it wraps
  EXPECT_EQ(pool.as_constant(pool.binary(Op::eq, exclusive_or(x, 1), x)), 0);
  EXPECT_EQ(pool.as_constant(pool.binary(Op::eq, exclusive_or(exclusive_or(x, 1), 3), exclusive_or(x, 2))), 1);
  EXPECT_EQ(pool.binary(Op::eq, pool.binary(Op::add, x, x), x), pool.binary(Op::eq, x, pool.constant(0)));
  EXPECT_EQ(pool.binary(Op::ne, y, pool.binary(Op::bit_xor, x, y)), pool.binary(Op::ne, x, pool.constant(0)));
  EXPECT_FALSE(pool.as_constant(pool.binary(Op::eq, plus(x, 1), plus(y, 1))));
  EXPECT_FALSE(pool.as_constant(pool.binary(Op::eq, exclusive_or(x, 1), plus(x, 1))));
}

}  // namespace
}  // namespace thinair::value
