// Does a rule make sense: are its holes those of its operation, and does the target have its instructions?
#pragma once

#include "ask/compile/scheme.hpp"
#include "read/java/methods.hpp"

namespace thinair::compile {

Diagnostics check_rule(const Rule& rule, const read::java::Method& method, litmus::assembly::Isa isa);

// The names of an operation's operands: x the location, r the result, v the value or operand, e and n what is expected and new.
std::vector<std::string> operand_names(const read::java::Method& method);

// A register that the rule needs for itself.
bool is_temporary(std::string_view hole);

}  // namespace thinair::compile
