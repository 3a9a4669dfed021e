// The steps of a machine in words, one line each.
#pragma once

#include <string>
#include <vector>

#include "answer/trace.hpp"
#include "show/report/execution.hpp"
#include "support/source.hpp"

namespace thinair::report {

// "1  write   Thread0 `X.set(1)` before `Y.get()`". With no sources, events are told by their labels.
// The first line names the columns for what the machine remembers, if it remembers anything.
std::vector<std::string> trace_lines(const answer::Trace& trace, const DrawnExecution& execution, const Sources& sources);

// One step, and what it changes, for a page on which a reader steps through them.
std::vector<std::string> step_sentences(const answer::TraceStep& step, const DrawnExecution& execution, const Sources& sources);

}  // namespace thinair::report
