// Which names of the test a model speaks of.
//
//   takes   a loaded model, includes expanded
//   gives   every name that it does not bind itself and that some check, choice or flag depends on, by way of its definitions
//   does not know the test: both parts of a `try` count, and both branches of an `if`
//
// What only unused definitions mention does not count, and neither does what is only shown: so the standard library may have definitions
// for everybody. The names say how a program is to be read (engine/reading) and what is worth a note (ask/notes).
#pragma once

#include <set>
#include <string>

#include "language/cat/ast.hpp"

namespace thinair::cat {

std::set<std::string, std::less<>> names_reached(const Model& model);

}  // namespace thinair::cat
