#include "problem/runs.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "engine/axiomatic/engine.hpp"
#include "engine/machine/engine.hpp"
#include "engine/reading.hpp"
#include "support/check.hpp"

namespace thinair::problem {
namespace {

// What tells one execution from another: paths, reads-from, and final writes where they count.
using Key = std::tuple<std::vector<std::uint32_t>, std::vector<events::EventId>, std::vector<events::EventId>>;

Key key_of(const events::Execution& execution, const std::vector<events::LocId>& accessed, bool ends) {
  Key out{execution.structure->chosen, execution.reads_from, {}};
  for (events::EventId e = 0; e < execution.structure->size(); ++e)
    if (!execution.structure->events[e].reads()) std::get<1>(out)[e] = 0;
  if (ends)
    for (const events::LocId location : accessed) std::get<2>(out).push_back(execution.final_write[location]);
  return out;
}

bool is_blocked(const events::Structure& structure) {
  return std::ranges::any_of(structure.blocked, [](const auto& blocked) { return blocked.has_value(); });
}

}  // namespace

bool has_runs(const Problem& machine, const Problem& model) {
  return machine.model().kind() == Model::Kind::machine && model.model().kind() == Model::Kind::single_execution;
}

Result<Runs> runs(Problem& machine, Problem& model, const answer::Answer& states, Budget& budget) {
  check(has_runs(machine, model), "only a machine has runs, and only a model of single executions has what they are compared with");
  Runs out;
  const program::Test& test = machine.test();
  const events::Reading reading = engine::reading_under(model.model().single(), test.program);
  if (reading.updates != events::Updates::single || reading.registers) {
    out.limit = {Incomplete::unsupported, model.model().name() + " takes instructions apart, and machines do not"};
    return out;
  }
  const bool has_memory = machine.model().machine()->memory.has_value();
  std::vector<events::Execution> all;
  std::set<Key> allowed;
  bool ends = has_memory;  // both sides say what locations hold at the end
  auto* axioms = dynamic_cast<axiomatic::Engine*>(&model.engine());
  check(axioms != nullptr, "a model of single executions has the engine of axioms");
  auto answer = axioms->each_execution(budget, [&](const events::Execution& execution, bool looks_at_ends) {
    if (!budget.room_for(64 + 8 * execution.reads_from.size())) return;
    ends = ends && looks_at_ends;
    all.push_back({execution.structure, execution.reads_from, execution.final_write, {}, {}});
  });
  if (!answer) return fail(std::move(answer.error()));
  out.terms = answer->unfolding;
  out.limit = answer->limit;
  auto* engine = dynamic_cast<machine::Engine*>(&machine.engine());
  check(engine != nullptr, "a machine has the engine of machines");
  for (const events::Execution& execution : all) {
    if (!allowed.insert(key_of(execution, out.terms->accessed, ends)).second) continue;
    // A model may speak of threads that go round forever, or never get a monitor; a machine has no runs without end.
    if (reading.endless != 0 && is_blocked(*execution.structure)) continue;
    ++out.executions;
    auto follows = engine->follows(out.terms, execution, ends, budget);
    if (!follows) return fail(std::move(follows.error()));
    if (budget.limit().reached()) {
      out.limit = budget.limit();
      return out;
    }
    if (!*follows) out.no_run.push_back(execution);
  }
  // Paths have the same numbers only if both sides read the test alike: a model may follow loops that go round forever.
  if (out.limit.reached() || states.unfolding->threads != out.terms->threads) return out;
  for (const answer::Outcome& outcome : states.outcomes)
    if (!allowed.contains(key_of(outcome.witness, out.terms->accessed, ends))) out.no_execution.push_back(outcome.state);
  return out;
}

}  // namespace thinair::problem
