// The rules of a loaded model, numbered.
#pragma once

#include "language/cat/ast.hpp"

namespace thinair::cat {

// Gives every check, every call of a procedure and every `with` its rule, and fills Model::rules. Load does it, once.
void number_rules(Model& model);

}  // namespace thinair::cat
