// The tree of a litmus file: layout and conditions, the same for every dialect, around a program section of one dialect.
//
//   takes   nothing: parser.cpp builds it, print.cpp prints it, read/lower reads it
//   gives   what was written, with positions; names are not resolved and values not checked against types
//   does not keep comments, white space, redundant parentheses, or free text of the header
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "read/assembly/ast.hpp"
#include "read/c/ast.hpp"
#include "read/java/ast.hpp"
#include "support/source.hpp"

namespace thinair::litmus {

// The right-hand side of an item of the init block.
struct InitValue {
  enum class Kind { none, number, floating, name, list, object, string } kind = Kind::none;  // none: only declared, starts as 0
  std::int64_t number = 0;
  double floating = 0;
  std::string name;  // a location, written `x` or `&x`, or an element, `x[1]`; the class of an object; what is between the quotes
  std::vector<std::int64_t> list;  // {0,1}; of `new C(1)` its arguments, of `new int[2]` the length
  bool is_array = false;           // object: `name` is the type of the elements
  Span where;
};

// `x = 3`, `[x] = 3`, `volatile int x`, `0:X = x`, `int* 0:X = &x`, `int x[2] = {0,1}`.
struct InitItem {
  std::vector<std::string> type;  // words as written, stars as "*"; empty without a type
  Span type_where;
  std::optional<std::uint32_t> thread;  // of a handle or local; without it the item is about a location
  std::string name;
  Span name_where;
  bool array = false;
  std::uint32_t array_size = 0;  // 0 if left out
  InitValue value;
  Span where;
};

// A register (with its thread) or a location, as conditions name it.
struct Observable {
  std::optional<std::uint32_t> thread;
  std::string name;
  Span where;
  bool contents = false;  // `[x]`, `*x`: what the location holds, also where `x` alone is its address
};

struct Operand {
  bool is_constant = false;
  std::int64_t value = 0;
  std::optional<double> floating = {};  // the constant, if it is written with a fraction or as one
  Observable observable;
  Span where;
};

enum class Relop { eq, ne, lt, le, gt, ge };

struct Prop {
  // and_, or_: two kids or more. not_: one. implies: two.
  enum class Kind { true_, false_, atom, not_, and_, or_, implies } kind = Kind::true_;
  Operand lhs, rhs;  // atom
  Relop relop = Relop::eq;
  std::vector<Prop> kids;
  Span where;
  std::uint32_t height = 1;  // of the tree below; the parser limits it, so recursion over it is safe
};

struct Clause {
  enum class Kind { exists, not_exists, forall, required, forbidden } kind = Kind::exists;  // `final P` and bare `(P)` are exists
  Prop prop;
  std::string text;  // the proposition as written, comments left out, white space folded
  Span where;
};

struct Test {
  std::string dialect;  // as written: Java, JAVA, C, X86_64, AArch64, RISCV, PPC
  std::string name;     // as written; `--` stands for the file's base name
  std::string doc;
  std::vector<std::pair<std::string, std::string>> header;  // Key=value lines, in order
  std::vector<InitItem> init;
  std::variant<java::Program, assembly::Program, c::Program> program;
  bool has_locations = false;
  std::vector<Observable> locations;
  std::optional<Prop> filter;
  std::vector<Clause> clauses;
  std::vector<Span> ignored;  // parts that are read and have no effect, worth a warning (`with Name: ...`)
  Span where;                 // the whole file
};

// "exists", "~exists", "forall", "required", "forbidden".
std::string_view keyword(Clause::Kind kind);

// Valid litmus text: parsing it gives a tree that prints the same.
std::string to_text(const Test& test);
std::string to_text(const Prop& prop);

}  // namespace thinair::litmus
