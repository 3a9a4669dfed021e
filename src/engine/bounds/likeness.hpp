// What a network says, as text: what its checks and orders reach, in the order in which they reach it.
//
//   takes   a network
//   gives   a text that another network over the same events has exactly if both let the same unknowns through
//   does not name anything: what no check and no order looks at, and how a node came about, does not show
//
// Programs that differ in access modes alone often differ in nothing that a check looks at. Their networks are then the same, and so are
// their states.
#pragma once

#include <string>

#include "engine/bounds/network.hpp"

namespace thinair::bounds {

void add_likeness(const Network& network, std::string& out);

}  // namespace thinair::bounds
