// The tree of the program section of a C litmus test (herd's dialect C, as far as C11's atomics go).
//
//   takes   nothing: read/c/parser builds it
//   gives   statements per thread with its parameters; expressions in one arena per program
//   does not know what names and functions mean: read/c/lower does
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "read/java/operators.hpp"
#include "support/source.hpp"

namespace thinair::litmus::c {

// C's operators bind as Java's do, which has taken them from there; `>>>` is not among them.
using java::Binary;
using java::Unary;
using ExprId = std::uint32_t;

// `volatile int*`: words in order, stars counted.
struct Type {
  std::vector<std::string> words;
  std::uint32_t stars = 0;
  Span where;
};

struct Expr {
  enum class Kind : std::uint8_t {
    literal,
    name,
    unary,
    deref,    // *kids[0]
    address,  // &kids[0]
    binary,
    conditional,
    call,  // name(kids)
    cast,  // (type) kids[0]
  } kind = Kind::literal;
  Span where;
  std::int64_t value = 0;  // literal
  std::string name;        // name, call
  Span name_where;
  Unary unary = Unary::minus;
  Binary binary = Binary::add;
  Type type;                 // cast
  std::vector<ExprId> kids;  // operands, arguments
  std::uint32_t height = 1;  // of the tree below; the parser limits it, so recursion over it is safe
};

struct Declarator {
  std::string name;
  Span where;
  std::optional<ExprId> value;
};

struct Stmt {
  enum class Kind : std::uint8_t {
    empty,
    block,
    declare,
    assign,     // place = expr, place op= expr
    increment,  // place++, --place
    call,
    branch,
    while_loop,
    do_loop,
    for_loop,
    break_,
    continue_,
    return_,
  } kind = Kind::empty;
  Span where;
  Type type;                            // declare
  std::vector<Declarator> declarators;  // declare
  ExprId place = 0;                     // assign, increment
  std::optional<Binary> compound;       // assign: of `op=`; increment: add or sub
  ExprId expr = 0;                      // assign: the value; call; branch and loops: the guard
  bool has_expr = true;                 // for_loop: false without a guard
  std::vector<Stmt> body;               // block: statements; branch: one arm or two; loops: one
  std::vector<Stmt> init, step;         // for_loop
};

struct Parameter {
  Type type;
  std::string name;
  Span where;
};

struct Thread {
  std::vector<Parameter> parameters;
  std::vector<Stmt> body;
  Span where;  // of the word `P0`
};

struct Program {
  std::vector<Thread> threads;
  std::vector<Expr> exprs;
};

std::string to_text(const Type& type);
std::string to_text(const Program& program);

}  // namespace thinair::litmus::c
