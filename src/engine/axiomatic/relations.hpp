// What the relations that a model wants to be shown are on one execution.
//
//   takes   an execution: reads-from, final writes, and orders as far as they are decided
//   gives   po, rf, and what `show` names (co and fr, and chosen orders, if it names nothing), by name
//   does not ask whether the model allows the execution
#pragma once

#include <string>
#include <vector>

#include "language/cat/ast.hpp"
#include "engine/justified/solve.hpp"
#include "events/execution.hpp"

namespace thinair::verdict {

struct Seen {
  const events::Structure* structure = nullptr;
  std::vector<events::EventId> reads_from;
  std::vector<events::EventId> final_write;  // may be empty
  std::vector<std::pair<std::string, relation::Relation>> orders;
};
Seen seen(const events::Execution& execution);
Seen seen(const justified::Candidate& candidate);

using NamedRelation = std::pair<std::string, relation::Relation>;
std::vector<NamedRelation> shown(const program::Program& program, const cat::Model& model, const std::vector<std::string>& variants,
                                 const Seen& seen);

}  // namespace thinair::verdict
