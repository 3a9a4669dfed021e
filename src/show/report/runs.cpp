#include "show/report/runs.hpp"

#include <fmt/format.h>

#include "show/report/json_parts.hpp"
#include "show/report/paint.hpp"
#include "show/report/text.hpp"

namespace thinair::report {

std::string text::runs(const Runs& r, const Style& style) {
  std::string out;
  if (r.limit.reached()) out += fmt::format("  executions and runs: {}, {}\n", paint("unknown", Tint::bad, style), r.limit.text);
  if (r.equal() && !r.limit.reached()) {
    const std::string all = r.executions == 1 ? "the execution" : fmt::format("each of the {} executions", r.executions);
    out += fmt::format("  {} of {} is a run of {}\n", all, r.model, r.machine);
  }
  if (!r.no_run.empty()) {
    out += fmt::format("  {} has no run for {} of the {} executions of {}:\n", r.machine, r.no_run.size(), r.executions, r.model);
    for (const std::string& execution : r.no_run) out += fmt::format("    {}\n", execution);
  }
  for (const answer::State& state : r.no_execution)
    out += fmt::format("  the trace of {} to {} is no execution of {}\n", r.machine, state_line(r.test, state), r.model);
  return out;
}

std::string json::runs(const Runs& r) {
  Json document = about(r.test, r.origin);
  document["models"] = {r.machine, r.model};
  Json states = Json::array();
  for (const answer::State& state : r.no_execution) states.push_back(state_json(r.test, state));
  document["runs"] = {
      {"executions", r.executions}, {"no_run", r.no_run}, {"no_execution", std::move(states)}, {"complete", !r.limit.reached()}};
  return line(document);
}

}  // namespace thinair::report
