#include "engine/justified/solve.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "engine/justified/candidates.hpp"
#include "engine/bounds/build.hpp"
#include "engine/axiomatic/condition.hpp"
#include "support/check.hpp"

namespace thinair::justified {
namespace {

using axiomatic::Answer;
using axiomatic::Outcome;
using axiomatic::State;

Value value_of(const program::Test& test, const Candidate& c, const std::vector<EventId>& final_write, const program::Observable& o) {
  if (!o.is_location) return c.registers[o.index];
  return final_write[o.index] == kNoEvent ? test.program.locations[o.index].initial : c.written[final_write[o.index]];
}

State state_of(const program::Test& test, const Candidate& c, const std::vector<EventId>& final_write) {
  State out;
  for (const program::Observable& o : test.shown) out.values.emplace_back(value_of(test, c, final_write, o));
  for (std::uint32_t t = 0; t < c.structure->threw.size(); ++t)
    if (c.structure->threw[t]) out.threw.push_back(t);
  return out;
}

// The states that a candidate ends in: one, unless the model leaves the final write of a shown location open.
void final_states(const program::Test& test, const Candidate& c,
                  const std::function<void(const State&, const std::vector<EventId>&)>& use) {
  const std::vector<program::Observable> observables = observed(test);
  std::vector<EventId> final_write = c.final_write;
  std::vector<std::pair<program::LocId, std::vector<EventId>>> open;
  for (const EventSet& group : bounds::final_write_groups(*c.structure)) {
    const auto writes = group.elements();
    const program::LocId location = c.structure->events[writes.front()].location;
    const bool shown = std::ranges::find(observables, program::Observable{true, location}) != observables.end();
    if (final_write[location] != kNoEvent) continue;
    final_write[location] = writes.back();
    if (shown) open.emplace_back(location, writes);
  }
  const std::function<void(std::size_t)> choose = [&](std::size_t at) {
    if (at < open.size()) {
      for (const EventId w : open[at].second) {
        final_write[open[at].first] = w;
        choose(at + 1);
      }
      return;
    }
    use(state_of(test, c, final_write), final_write);
  };
  choose(0);
}

events::Execution witness_of(const Candidate& c, const std::vector<EventId>& final_write, value::TermPool& pool) {
  events::Execution w;
  w.structure = c.structure;
  w.reads_from = c.reads_from;
  for (EventId& from : w.reads_from)
    if (from == kNoEvent) from = 0;
  w.final_write = final_write;
  for (EventId& e : w.final_write)
    if (e == kNoEvent) e = 0;
  for (const Value value : c.read) w.read_values.push_back(pool.constant(value));
  for (std::size_t o = 0; o < c.orders.size(); ++o) {
    const auto sequence = relation::linear_extension(c.order_scopes[o], c.orders[o]);
    Relation total(c.size());
    for (std::size_t i = 0; i < sequence.size(); ++i)
      for (std::size_t j = i + 1; j < sequence.size(); ++j)
        if (c.order_pairs[o].has(sequence[i], sequence[j])) total.add(sequence[i], sequence[j]);
    w.orders.emplace_back(c.order_names[o], std::move(total));
  }
  return w;
}

}  // namespace

Result<Answer> solve(const Question& question, Budget& budget, Obstacle* obstacle) {
  const program::Test& test = *question.test;
  Answer answer;
  answer.unfolding = std::make_shared<events::Unfolding>(events::unfold(test.program, budget));
  CandidateRequest request;
  request.test = &test;
  request.model = &question.model->single;
  request.unfolding = answer.unfolding;
  request.variants = question.variants;
  request.skipped = question.skipped;
  request.names = mentioned_names(*question.model);
  if (std::ranges::find(request.names, "rf") == request.names.end()) request.names.push_back("rf");
  auto kinds = name_kinds(request, budget);
  if (!kinds) return fail(std::move(kinds.error()));
  const auto nothing_known = [&] {
    answer.complete = false;
    answer.reason = budget.reason();
    return answer;
  };
  if (budget.limit().reached()) return nothing_known();  // not even what the names mean
  auto compiled = compile(*question.model, {kinds->is_set, kinds->orders, question.skipped});
  if (!compiled) return fail(std::move(compiled.error()));
  const auto rules = std::make_shared<const Rules>(std::move(*compiled));
  request.names = rules->names;
  request.total_orders = rules->total_orders;
  // Rules that let values come out of thin air: those that are asked about are tried all the same.
  if (question.goal && !rules->values_are_grounded) request.also = program::constants(*question.goal);
  auto collected = candidates(request, budget, answer.statistics);
  if (!collected) return fail(std::move(collected.error()));
  if (budget.limit().reached()) return nothing_known();  // some candidates are missing, and there is no time to justify the others
  const auto all = std::make_shared<const std::vector<Candidate>>(std::move(collected->all));
  if (collected->left_out && !rules->values_are_grounded && !question.among_values) {
    answer.complete = false;
    answer.reason =
        "these rules do not keep values from coming out of thin air, and such values are not enumerated under a multi-execution model";
  }

  // Executions without races first: they are justified at once, and most states have one.
  std::vector<std::size_t> order(all->size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto hb = std::ranges::find(rules->names, "hb") - rules->names.begin();
  const bool has_hb = static_cast<std::size_t>(hb) < rules->names.size();
  std::vector<std::size_t> races;
  for (const Candidate& c : *all) races.push_back(has_hb ? (c.rf - c.names[static_cast<std::size_t>(hb)]).count() : c.rf.count());
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return races[i]; });
  if (has_hb)
    for (const Candidate& c : *all) {
      if (budget.exhausted()) return nothing_known();
      if (!(c.names[static_cast<std::size_t>(hb)] - Relation::identity(c.size())).acyclic()) {
        Diagnostic d;
        d.code = "mem-cyclic-hb";
        d.has_position = false;
        d.message = "happens-before (hb) of the single-execution model '" + question.model->single.name +
                    "' is cyclic in an execution of test '" + test.name + "'; justifications need a partial order";
        return fail(std::move(d));
      }
    }

  Justifier justifier(*all, *rules, question.identity.value_or(question.model->identity), budget);
  std::map<State, Outcome> found;
  bool done = false;
  for (const std::size_t c : order) {
    if (done || budget.exhausted()) break;
    const Candidate& target = (*all)[c];
    std::vector<std::pair<State, std::vector<EventId>>> wanted;
    final_states(test, target, [&](const State& state, const std::vector<EventId>& final_write) {
      if (found.contains(state)) return;
      const auto value = [&](const program::Observable& o) { return std::optional(value_of(test, target, final_write, o)); };
      if (test.filter && axiomatic::truth(*test.filter, value) == false) return;
      if (question.goal && axiomatic::truth(*question.goal, value) == false) return;
      wanted.emplace_back(state, final_write);
    });
    if (wanted.empty()) continue;
    if (obstacle) obstacle->no_candidate = false;
    const auto justification = justifier.justify(c);
    if (!justification) {
      if (obstacle && (obstacle->stopped_by.empty() || justifier.best().committed.count() > obstacle->committed.count())) {
        obstacle->target = c;
        obstacle->stages = justifier.best().stages;
        obstacle->committed = justifier.best().committed;
        obstacle->stopped_by = justifier.best().stopped_by;
        obstacle->candidates = all;
      }
      continue;
    }
    const auto proof = std::make_shared<const Proof>(Proof{*justification, all, rules});
    for (auto& [state, final_write] : wanted) {
      Outcome outcome;
      outcome.state = state;
      for (const program::Observable& o : observed(test))
        outcome.terms.push_back(answer.unfolding->pool.constant(value_of(test, target, final_write, o)));
      outcome.witness = witness_of(target, final_write, answer.unfolding->pool);
      outcome.proof = proof;
      found.emplace(state, std::move(outcome));
      done = done || question.first_only;
    }
  }
  answer.statistics.nodes += justifier.nodes;
  for (auto& [state, outcome] : found) answer.outcomes.push_back(std::move(outcome));
  if (!budget.reason().empty()) {
    answer.complete = false;
    answer.reason = budget.reason();
  }
  return answer;
}

}  // namespace thinair::justified
