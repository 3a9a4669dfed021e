// How a model wants programs to be read: what an update is, and whether it speaks of loops that go round forever.
#pragma once

#include "events/structure.hpp"
#include "language/cat/ast.hpp"

namespace thinair::engine {

events::Reading reading_under(const cat::Model& model, const program::Program& program);

}  // namespace thinair::engine
