// What is modelled of the JDK: locks, latches and semaphores, by what their documentation says they synchronise.
#include <fmt/format.h>

#include "read/bytecode/thread_code.hpp"
#include "read/java/sets.hpp"

namespace thinair::read::bytecode {

bool ThreadCode::lock_call(Call&) { return false; }
bool ThreadCode::stamped_call(Call&) { return false; }
bool ThreadCode::latch_call(Call&) { return false; }

}  // namespace thinair::read::bytecode
