// Models as text again.
//
//   gives   text that parses to the same tree: to_text(parse(to_text(m))) == to_text(m)
//   does not print the bodies of included files, nor the standard library that load() puts first
#pragma once

#include <string>

#include "language/cat/ast.hpp"

namespace thinair::cat {

enum class Parens {
  needed,  // only where precedence asks for them
  all,     // around every operation: what the parser understood
};

std::string to_text(const Model& model);
std::string to_text(const Stmt& stmt);
std::string to_text(const Expr& expr, Parens parens = Parens::needed);
std::string to_text(const Condition& condition);
std::string to_text(const Check& check);

}  // namespace thinair::cat
