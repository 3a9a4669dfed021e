// A note on what a model speaks of and no test here has: page tables and the like, whose instructions the readers refuse.
#pragma once

#include <vector>

#include "ask/notes/note.hpp"
#include "problem/model.hpp"
#include "program/program.hpp"

namespace thinair::notes {

// One note, or none.
std::vector<Note> absent_notes(const program::Program& program, const problem::Model& model);

}  // namespace thinair::notes
