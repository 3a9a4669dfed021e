// Numbering of the variables that stand for the values of reads: the k-th read of thread t on its path.
#pragma once

#include "value/term.hpp"

namespace thinair::events {

inline constexpr std::uint32_t kMaxEventsPerPath = 1 << 12;

inline value::VarId variable_of(std::uint32_t thread, std::uint32_t index) { return thread * kMaxEventsPerPath + index; }
inline std::uint32_t thread_of(value::VarId var) { return var / kMaxEventsPerPath; }
inline std::uint32_t index_of(value::VarId var) { return var % kMaxEventsPerPath; }

}  // namespace thinair::events
