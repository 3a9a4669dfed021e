// The tree of the program section of a Java litmus test.
//
//   takes   nothing: read/java/parser builds it
//   gives   statements per thread and classes; expressions in one arena per program, so that no tree is deep in memory
//   does not know what names mean: read/java/lower does
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

// `int`, `Node[]`.
struct TypeName {
  std::string name;
  std::uint32_t dimensions = 0;
  Span where;
};

struct Expr {
  enum class Kind : std::uint8_t {
    literal,
    name,
    unary,
    binary,
    conditional,
    call,
    modify,  // `n++`, `--n`, `n += e`
    null,
    string,       // name: the text between the quotes
    this_,        // `this`
    field,        // kids[0].name
    index,        // kids[0][kids[1]]
    assign,       // kids[0] = kids[1], as a value or a statement
    new_object,   // new type(kids)
    new_array,    // new type[kids[0]][kids[1]] and so on; with `braces` new type[] {kids}
    cast,         // (type) kids[0]
    instance_of,  // kids[0] instanceof type
  } kind = Kind::literal;
  Span where;
  std::int64_t value = 0;  // literal; true and false are 1 and 0
  bool boolean = false;    // literal: written true or false
  bool is_long = false;    // literal: 1L
  bool is_char = false;    // literal: 'a'
  bool is_float = false;   // literal: 1.5f; the value is its bits
  bool is_double = false;  // literal: 1.5, likewise
  bool on_object = false;  // call: kids[0] is the receiver; modify: kids[0] is the place
  bool braces = false;     // new_array
  TypeName type;           // new_object, cast, instance_of: the class; new_array: of its elements
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

struct Stmt;
struct Catch {
  std::vector<TypeName> types;  // `A | B`
  std::string name;
  Span where;
  std::vector<Stmt> body;
};

struct Stmt {
  enum class Kind : std::uint8_t {
    empty,
    block,
    declare,
    assign,
    increment,
    call,  // also any other expression that is a statement
    branch,
    while_loop,
    do_loop,
    for_loop,
    for_each,  // declarators: the local; expr: the array
    labelled,
    switch_,  // body: case_ markers and statements as they stand; `case 1 -> s` is case_, s in braces, break_
    case_,
    break_,
    continue_,
    return_,
    synchronized_,
    try_,
    throw_,
    assert_,
  } kind = Kind::empty;
  Span where;
  // declare
  bool is_final = false;
  TypeName type;
  std::vector<Declarator> declarators;
  // assign, increment
  std::string target;
  Span target_where;
  std::optional<Binary> compound;  // `r += e`, `r++` (add) and `r--` (sub); absent in `r = e`
  // assign: right-hand side; call: the call; branch: the guard
  ExprId expr = 0;
  // block, synchronized, try: its statements; branch: one statement, or two with else; loop: one
  std::vector<Stmt> body;
  bool has_expr = true;             // for_loop, return_: false without a guard, a value
  std::string label = {};           // labelled; break_, continue_: where to, empty: the innermost
  std::vector<ExprId> values = {};  // case_: its constants
  bool is_default = false;          // case_
  std::vector<Stmt> init, step;     // for_loop
  std::vector<Catch> catches = {};  // try_
  std::vector<Stmt> finally = {};   // try_
  bool has_finally = false;
};

struct Thread {
  std::vector<Stmt> body;
  Span where;  // of the header word, `Thread0`
};

struct Field {
  TypeName type;
  std::string name;
  Span where;
  bool is_final = false, is_volatile = false, is_static = false;
  std::optional<ExprId> value;
};

struct Parameter {
  TypeName type;
  std::string name;
  Span where;
};

struct MethodDecl {
  TypeName type;  // of the result; empty name: a constructor
  std::string name;
  Span where;
  std::vector<Parameter> parameters;
  std::vector<Stmt> body;
  bool is_static = false, is_synchronized = false, is_constructor = false;
  bool is_abstract = false;  // without a body
};

struct ClassDecl {
  std::string name;
  std::string super;  // empty: Object
  Span where, super_where;
  std::vector<TypeName> interfaces = {};  // that it implements, or extends if it is one itself
  bool is_interface = false, is_abstract = false;
  std::vector<Field> fields;
  std::vector<MethodDecl> methods;
};

struct Program {
  std::vector<ClassDecl> classes;
  std::vector<MethodDecl> methods;  // outside of classes: every thread may call them
  std::vector<Thread> threads;
  std::vector<Expr> exprs;
};

std::string declarations_to_text(const Program& program);  // what stands before the init block
std::string to_text(const Program& program);               // the threads

}  // namespace thinair::litmus::java
