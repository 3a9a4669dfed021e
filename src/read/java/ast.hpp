// The tree of the program section of a Java litmus test.
//
//   takes   nothing: read/java/parser builds it
//   gives   statements per thread; expressions in one arena per program, so that no tree is deep in memory
//   does not know methods, handles or shared locations: read/java/lower does
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/source.hpp"

namespace thinair::litmus::java {

using ExprId = std::uint32_t;

enum class Unary : std::uint8_t { minus, plus, bit_not, log_not };

// In the order of Java's precedence, weakest first (JLS 15); see precedence() in read/java/operators.hpp.
enum class Binary : std::uint8_t {
  log_or,
  log_and,
  bit_or,
  bit_xor,
  bit_and,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  shl,
  shr,
  ushr,
  add,
  sub,
  mul,
  div,
  rem,
};

struct Expr {
  // modify: `n++`, `--n`, `n += e`, whose value is used.
  enum class Kind : std::uint8_t { literal, name, unary, binary, conditional, call, modify } kind = Kind::literal;
  Span where;
  std::int64_t value = 0;  // literal; true and false are 1 and 0
  bool boolean = false;    // literal: written true or false
  std::string name;        // name: itself; call: the receiver, empty in `fullFence()`; modify: what is modified
  Span name_where;
  std::string method;  // call
  Span method_where;
  Unary unary = Unary::minus;
  Binary binary = Binary::add;  // binary; modify: add and sub in `n++` and `n--`, which have no kid
  bool postfix = false;         // modify: gives the old value
  bool modifies = false;        // there is a modify at or below this node
  std::vector<ExprId> kids;     // operands in order of evaluation; arguments of a call
  std::uint32_t height = 1;     // of the tree below; the parser limits it, so recursion over it is safe
};

struct Declarator {
  std::string name;
  Span where;
  std::optional<ExprId> value;
};

struct Stmt {
  enum class Kind : std::uint8_t { empty, block, declare, assign, increment, call, branch } kind = Kind::empty;
  Span where;
  // declare
  bool is_final = false;
  bool boolean = false;
  std::vector<Declarator> declarators;
  // assign, increment
  std::string target;
  Span target_where;
  std::optional<Binary> compound;  // `r += e`, `r++` (add) and `r--` (sub); absent in `r = e`
  // assign: right-hand side; call: the call; branch: the guard
  ExprId expr = 0;
  // block: its statements; branch: one statement, or two with else
  std::vector<Stmt> body;
};

struct Thread {
  std::vector<Stmt> body;
  Span where;  // of the header word, `Thread0`
};

struct Program {
  std::vector<Thread> threads;
  std::vector<Expr> exprs;
};

std::string to_text(const Program& program);

}  // namespace thinair::litmus::java
