// Paths on which a thread is blocked for good.
#pragma once

#include "events/structure.hpp"

namespace thinair::events {

// Takes away the paths on which a thread waits for something that no other thread can keep from it: a monitor that nobody who is blocked
// himself can hold, the end of a thread that always ends.
void drop_unblocked(const program::Program& program, Unfolding& unfolding);

}  // namespace thinair::events
