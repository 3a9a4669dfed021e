// Is a claimed execution made as executions are made: one path per thread, every read from a write to its location?
//
//   gives   an empty text, or what is wrong, as the rest of a sentence that begins with "it"
//   does not look at values or at a model
#pragma once

#include <string>
#include <vector>

#include "events/structure.hpp"

namespace thinair::reference {

// One initial write per accessed location, then the chosen path of each thread, in program order.
std::string why_not_structure(const program::Program& program, const events::Unfolding& unfolding, const events::Structure& structure);

std::string why_not_reads_from(const events::Structure& structure, const std::vector<events::EventId>& reads_from);

}  // namespace thinair::reference
