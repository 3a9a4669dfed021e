// Conditions on final states, with names resolved to registers and locations of the program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/program.hpp"

namespace thinair::program {

// A register or a location whose final value can be looked at.
struct Observable {
  bool is_location = false;
  std::uint32_t index = 0;  // RegId or LocId
  auto operator<=>(const Observable&) const = default;
};

struct Operand {
  bool is_constant = false;
  Value value = 0;
  Observable observable;
};

enum class Relop { eq, ne, lt, le, gt, ge };

struct Prop {
  enum class Kind { true_, false_, atom, not_, and_, or_, implies } kind = Kind::true_;
  Operand lhs, rhs;  // atom
  Relop relop = Relop::eq;
  std::vector<Prop> kids;
};

struct Clause {
  // exists only asks (check reports what it finds); required must be allowed; forbidden must not be;
  // not_exists is forbidden P and forall is forbidden not P, kept apart because herd's output names them.
  enum class Kind { exists, not_exists, forall, required, forbidden } kind = Kind::exists;
  Prop prop;
  Span where;
  std::string text;  // the proposition as written, white space folded
};

// A litmus test, ready to be judged.
struct Test {
  std::string name;
  std::string doc;
  std::vector<std::pair<std::string, std::string>> header;  // Key=value lines
  Program program;
  std::vector<Clause> clauses;
  std::optional<Prop> filter;
  // What a state shows, in order: registers by thread, then locations. From `locations` and the clauses; without a
  // `locations` clause every register that the program assigns, and what the clauses mention.
  std::vector<Observable> shown;
  // What only the filter (or a question asked of the test) mentions: looked at, not shown.
  std::vector<Observable> hidden;
};

// Everything that must have a final value: shown, then hidden.
std::vector<Observable> observed(const Test& test);
// Makes sure that everything the proposition mentions is observed.
void observe(Test& test, const Prop& prop);

// The values that the proposition mentions, ascending, each once.
std::vector<Value> constants(const Prop& prop);

Type type_of(const Program& program, const Observable& observable);
std::string to_text(const Program& program, const Observable& observable);  // "0:r1" or "x"
std::string to_text(const Program& program, const Prop& prop);              // herd's syntax

}  // namespace thinair::program
