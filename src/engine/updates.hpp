// What an update of Java is under a model: one event, or two that belong together.
#pragma once

#include "events/structure.hpp"
#include "language/cat/ast.hpp"

namespace thinair::engine {

inline events::Updates updates_under(const cat::Model& model) {
  return model.updates_as_pairs ? events::Updates::pairs : events::Updates::single;
}

}  // namespace thinair::engine
