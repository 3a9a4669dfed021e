// How a model wants programs to be read: what an update is, whether it speaks of loops that go round forever, and whether it speaks of
// registers.
#pragma once

#include "events/structure.hpp"
#include "language/cat/ast.hpp"

namespace thinair::engine {

events::Reading reading_under(const cat::Model& model, const program::Program& program);

}  // namespace thinair::engine
