#include "engine/axiomatic/explore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/axiomatic/learner.hpp"
#include "engine/axiomatic/symmetry.hpp"
#include "engine/bounds/primitives.hpp"
#include "engine/candidates/condition.hpp"
#include "support/check.hpp"

namespace thinair::axiomatic {

using answer::Open;
using bounds::Network;
using candidates::as_term;
using candidates::truth;
using relation::EventSet;

namespace {
constexpr EventId kNoEvent = UINT32_MAX;
constexpr std::size_t kMostCases = 256;  // of a goal
}  // namespace

Explorer::Explorer(const Exploration& exploration, const Network& network)
    : x_(exploration),
      test_(*exploration.test),
      question_(*exploration.question),
      structure_(*exploration.structure),
      net_(network),
      budget_(*exploration.budget),
      pool_(exploration.unfolding->pool),
      reads_from_(pool_, structure_, network),
      propagator_(reads_from_.propagator()),
      flow_(reads_from_.flow()),
      completer_(network, propagator_, structure_, budget_),
      observed_(program::observed(test_)),
      observed_final_(test_.program.locations.size(), kNoEvent),
      may_see_(x_.fixed_rf ? *x_.fixed_rf : reads_from_.every_candidate()),
      may_be_final_(x_.fixed_fw ? *x_.fixed_fw : EventSet::full(structure_.size())),
      patience_(question_.patience) {
  std::set<program::LocId> looked_at;
  for (const program::Observable& o : observed_)
    if (o.is_location) looked_at.insert(o.index);
  for (const EventSet& group : bounds::final_write_groups(structure_)) {
    const auto writes = group.elements();
    const program::LocId location = structure_.events[writes.front()].location;
    const bool tells_apart = x_.each_execution && network.fw != Network::kNone;
    if (looked_at.contains(location) || tells_apart) shown_locations_.emplace_back(location, writes);
  }
}

bool Explorer::run() {
  std::optional<bounds::State> start;
  if (question_.goal && !structure_.bound_reached) {
    candidates::narrow(*question_.goal, structure_, flow_, may_see_, may_be_final_);
    if (net_.fw != Network::kNone && !x_.any_state) {
      start = propagator_.initial();
      for (const auto& [location, writes] : shown_locations_)
        for (const EventId w : writes)
          if (!may_be_final_.has(w)) propagator_.exclude(*start, net_.fw, w);
    }
  }
  const bool one = question_.first_only || x_.any_state;
  EventSet matter;
  bool some = false;
  if (reads_from_.many()) {
    registers_tell_ = !x_.any_state && !x_.each_execution && std::ranges::none_of(observed_, &program::Observable::is_location);
    matter = reads_that_matter();
    some = matter.count() < reads_from_.reads().size() && (one || registers_tell_);
    registers_tell_ = registers_tell_ && some;
  }
  const bool can_learn =
      one && net_.rf != Network::kNone && !net_.is_constant(net_.rf) && (net_.fw != Network::kNone || shown_locations_.empty());
  if (can_learn) completer_.patience = &patience_;
  bool found = reads_from_.run(
      &may_see_, budget_, [this](const bounds::State&) { return goal_so_far() == false || known_state(); },
      [this](const bounds::State& state) { return leaf(state); },
      {.start = start ? &*start : nullptr,
       .one_is_enough = one,
       .patience = can_learn ? &patience_ : nullptr,
       .matter = some ? &matter : nullptr});
  if (can_learn && patience_.lost() && !budget_.limit().reached() && !found_) found = case_by_case(start ? &*start : nullptr);
  x_.statistics->propagations += propagator_.passes();
  x_.statistics->nodes += reads_from_.nodes() + completer_.nodes;
  return found && budget_.reason().empty();
}

// Of a goal of several cases each is a goal of its own: what it says about single reads then narrows the search.
bool Explorer::case_by_case(const bounds::State* start) {
  if (!question_.goal || x_.any_state) return learn(start);
  const std::vector<program::Prop> parts = candidates::cases(*question_.goal, kMostCases);
  if (parts.size() <= 1) return parts.empty() ? false : learn(start);
  engine::Question question = question_;
  Exploration x = x_;
  x.question = &question;
  for (const program::Prop& part : parts) {
    question.goal = &part;
    if (Explorer(x, net_).run() || budget_.limit().reached()) return true;
  }
  return false;
}

bool Explorer::learn(const bounds::State* start) {
  completer_.patience = nullptr;
  auto root = reads_from_.root(&may_see_, budget_, start);
  if (!root) return budget_.limit().reached();
  Learner::Task task;
  task.test = &test_;
  task.structure = &structure_;
  task.network = &net_;
  task.reads_from = &reads_from_;
  task.completer = &completer_;
  task.budget = &budget_;
  if (!x_.any_state) {
    if (test_.filter) task.wanted.push_back(&*test_.filter);
    if (question_.goal) task.wanted.push_back(question_.goal);
    task.final_writes = shown_locations_;
  }
  for (const Precedence& p : break_symmetry(pool_, structure_, flow_, propagator_, *root, task.wanted))
    propagator_.require(*root, p.order, p.before, p.after);
  if (!propagator_.propagate(*root)) return budget_.limit().reached();
  Grounded grounded(structure_, net_, reads_from_, budget_);
  if (!grounded.probe(*root)) return budget_.limit().reached();
  task.grounded = &grounded;
  const EventSet matter = reads_that_matter();
  task.matter = &matter;
  task.accept = [this](const bounds::State& state) { return leaf(state); };
  Learner learner(task, std::move(*root));
  const bool found = learner.run();
  x_.statistics->nodes += learner.nodes();
  return found;
}

std::optional<bool> Explorer::goal_so_far() const {
  if (!question_.goal || structure_.bound_reached) return true;
  return truth(*question_.goal, [this](const program::Observable& o) -> std::optional<Value> {
    if (o.is_location) return std::nullopt;
    return flow_.evaluate(structure_.registers[o.index]);
  });
}

// Reads whose values make the goal true or false; without a goal those whose values make states different.
EventSet Explorer::reads_that_matter() const {
  EventSet out(structure_.size());
  const auto looks_at = question_.goal && question_.first_only ? candidates::observables(*question_.goal)
                                                               : std::set<program::Observable>(observed_.begin(), observed_.end());
  for (const program::Observable& o : looks_at)
    if (!o.is_location)
      for (const VarId var : pool_.variables(structure_.registers[o.index])) out.add(flow_.event_of(var));
  return out;
}

void Explorer::how_threads_end(State& state) const {
  for (std::uint32_t t = 0; t < structure_.threw.size(); ++t) {
    if (structure_.threw[t]) state.threw.push_back(t);
    if (structure_.blocked[t]) state.blocked.push_back(t);
  }
}

// The values that are known make a state that was found already.
bool Explorer::known_state() const {
  if (!registers_tell_ || x_.states->empty()) return false;
  State state;
  for (const program::Observable& o : test_.shown) {
    const auto value = flow_.evaluate(structure_.registers[o.index]);
    if (!value) return false;
    state.values.emplace_back(*value);
  }
  how_threads_end(state);
  return x_.states->contains(state);
}

bool Explorer::leaf(const bounds::State& state) {
  for (const Valuation& valuation : x_.open_values->solve(structure_, flow_))
    if (final_writes(state, valuation, 0)) {
      found_ = true;
      return true;
    }
  return completer_.patience && patience_.lost();
}

// Chooses the final write of each location that the test looks at.
bool Explorer::final_writes(const bounds::State& state, const Valuation& valuation, std::size_t at) {
  if (x_.any_state || at == shown_locations_.size()) return record(state, valuation);
  const auto& [location, writes] = shown_locations_[at];
  for (const EventId w : writes) {
    if (!may_be_final_.has(w)) continue;
    if (budget_.limit().reached()) return true;
    observed_final_[location] = w;
    if (net_.fw == Network::kNone) {
      if (final_writes(state, valuation, at + 1)) return true;
      continue;
    }
    bounds::State next = state;
    propagator_.require(next, net_.fw, w);
    if (propagator_.propagate(next) && final_writes(next, valuation, at + 1)) return true;
  }
  return false;
}

State Explorer::state_of(const Valuation& valuation, std::vector<TermId>& terms) const {
  const auto substitute = [&](TermId term) {
    return pool_.substitute(term, [&](VarId var) { return std::optional(valuation.reads[flow_.event_of(var)]); });
  };
  const program::Test& test = test_;
  std::map<VarId, std::string> names;  // v1, v2, .. in the order in which the shown values mention them
  const auto name_of = [&](VarId var) { return names.try_emplace(var, fmt::format("v{}", names.size() + 1)).first->second; };
  State out;
  for (const program::Observable& o : observed_) {
    if (!o.is_location) {
      terms.push_back(substitute(structure_.registers[o.index]));
    } else if (observed_final_[o.index] == kNoEvent) {
      terms.push_back(pool_.constant(test.program.locations[o.index].initial));
    } else {
      terms.push_back(substitute(structure_.events[observed_final_[o.index]].written));
    }
    for (const VarId var : pool_.variables(terms.back())) name_of(var);
  }
  for (std::size_t i = 0; i < test.shown.size(); ++i) {
    const TermId term = terms[i];
    if (const auto value = pool_.as_constant(term)) {
      out.values.emplace_back(*value);
      continue;
    }
    Open open{pool_.to_text(term, name_of), ""};
    for (const TermId constraint : valuation.constraints) {
      const auto& mine = pool_.variables(term);
      const bool about = std::ranges::any_of(pool_.variables(constraint), [&](VarId v) { return std::ranges::binary_search(mine, v); });
      if (about) open.where += (open.where.empty() ? "" : " && ") + pool_.to_text(constraint, name_of);
    }
    out.values.emplace_back(std::move(open));
  }
  how_threads_end(out);
  return out;
}

bool Explorer::record(const bounds::State& network_state, const Valuation& valuation) {
  const program::Test& test = test_;
  std::vector<TermId> terms;
  State state = state_of(valuation, terms);
  const bool known = !x_.any_state && x_.states->contains(state);
  if (known && !x_.each_execution) return false;
  const auto possible = [&](const program::Prop& prop) {
    std::vector<TermId> all = valuation.constraints;
    all.push_back(as_term(prop, observed_, terms, pool_));
    return x_.open_values->satisfiable(std::move(all));
  };
  if (!x_.any_state && ((test.filter && !possible(*test.filter)) || (question_.goal && !possible(*question_.goal)))) return false;
  const auto completion = completer_.complete(network_state);
  if (!completion) return false;
  if (x_.any_state) return true;

  Outcome outcome;
  outcome.state = std::move(state);
  outcome.terms = std::move(terms);
  outcome.constraints = valuation.constraints;
  events::Execution& witness = outcome.witness;
  witness.structure = x_.structure;
  witness.reads_from.assign(structure_.size(), 0);
  for (const EventId r : reads_from_.reads()) witness.reads_from[r] = flow_.writer(r);
  witness.read_values = valuation.reads;
  witness.final_write.assign(test.program.locations.size(), 0);
  for (const EventSet& group : bounds::final_write_groups(structure_)) {
    const EventId any = group.elements().back();
    const program::LocId location = structure_.events[any].location;
    EventId chosen = any;
    if (x_.fixed_fw) {
      chosen = (*x_.fixed_fw & group).elements().front();
    } else if (net_.fw != Network::kNone) {
      const auto found = (completion->final_writes & group).elements();
      check(found.size() == 1, "a witness has one final write per location");
      chosen = found.front();
    } else if (observed_final_[location] != kNoEvent) {
      chosen = observed_final_[location];
    }
    witness.final_write[location] = chosen;
  }
  for (const auto& [name, node] : net_.choices) {
    const auto order = std::ranges::find(net_.orders, node, &bounds::Order::node);
    witness.orders.emplace_back(
        name, order == net_.orders.end() ? net_.relation(node) : completion->orders[static_cast<std::size_t>(order - net_.orders.begin())]);
  }
  if (x_.each_execution) (*x_.each_execution)(witness, net_.fw != Network::kNone);
  if (!known) x_.states->add(outcome);
  return question_.first_only;
}

}  // namespace thinair::axiomatic
