#include "engine/machine/explorer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/candidates/condition.hpp"
#include "engine/machine/coverage.hpp"
#include "events/variable.hpp"
#include "support/check.hpp"

namespace thinair::machine {

using op::kNoNode;
using op::Type;

Explorer::Explorer(const Exploration& exploration, Findings& findings, Budget& budget)
    : Steps(*exploration.machine, exploration.test->program, *exploration.structure, *exploration.without),
      x_(exploration),
      test_(*exploration.test),
      pool_(exploration.unfolding->pool),
      findings_(findings),
      budget_(budget),
      reads_of_thread_(structure_.chosen.size()),
      recorded_(structure_.size()),
      observed_(program::observed(test_)),
      constraints_of_(structure_.size()),
      wants_of_(structure_.size()),
      reached_(structure_.size()),
      from_(layout_.empty()),
      to_(layout_.empty()),
      local_(structure_.size()) {
  for (EventId e = 0; e < structure_.size(); ++e)
    if (structure_.events[e].reads()) reads_of_thread_[structure_.events[e].thread].push_back(e);
  // The values that something is made of later: a write, a condition on the path, or what the question looks at.
  const auto look_at = [&](value::TermId term) {
    for (const value::VarId var : pool_.variables(term)) recorded_.add(event_of(var));
  };
  for (const events::Event& event : structure_.events)
    if (event.writes()) look_at(event.written);
  for (const value::TermId constraint : structure_.constraints) {
    look_at(constraint);
    for (const value::VarId var : pool_.variables(constraint)) constraints_of_[event_of(var)].push_back(constraint);
  }
  for (const events::Event& event : structure_.events) written_.push_back(event.writes() ? formula(event.written) : Formula{});
  for (const value::TermId term : structure_.registers) registers_.push_back(formula(term));
  const bool narrow = x_.question->goal && x_.question->first_only && !x_.literal;
  const auto wanted =
      narrow ? candidates::observables(*x_.question->goal) : std::set<program::Observable>(observed_.begin(), observed_.end());
  for (const program::Observable& o : wanted)
    if (!o.is_location) look_at(structure_.registers[o.index]);
  if (test_.filter)
    for (const program::Observable& o : candidates::observables(*test_.filter))
      if (!o.is_location) look_at(structure_.registers[o.index]);
  // A path that is cut off is followed to its end all the same: it says whether loops go on.
  if (x_.question->goal && !x_.literal && !structure_.bound_reached)
    for (const candidates::Part& part : candidates::parts(*x_.question->goal))
      for (const program::Observable& o : candidates::observables(*part.prop))
        if (!o.is_location)
          for (const value::VarId var : pool_.variables(structure_.registers[o.index])) wants_of_[event_of(var)].push_back(part);
  if (!x_.literal) local_ = LocalSteps(machine_, structure_, here_).events();
}

Diagnostic no_rule(const program::Test& test, Span where) {
  Diagnostic d;
  d.code = "op-no-rule";
  d.where = where;
  d.has_position = where.end > where.begin;
  d.message = d.has_position ? std::string("the machine has no rule for this")
                             : fmt::format("{}: the machine has no rule for what threads do when they begin or end", test.name);
  return d;
}

EventId Explorer::event_of(value::VarId var) const { return reads_of_thread_[events::thread_of(var)][events::index_of(var)]; }

Explorer::Formula Explorer::formula(value::TermId term) const {
  Formula out;
  out.term = term;
  out.constant = pool_.as_constant(term);
  if (const auto& variables = pool_.variables(term); variables.size() == 1 && term == pool_.variable(variables[0]))
    out.read = event_of(variables[0]);
  return out;
}

std::optional<program::Value> Explorer::evaluate(const Formula& formula, const Configuration& c) const {
  if (formula.constant) return formula.constant;
  if (formula.read != kNone) return c.read[formula.read];
  return evaluate(formula.term, c);
}

std::optional<program::Value> Explorer::evaluate(value::TermId term, const Configuration& c) const {
  if (const auto constant = pool_.as_constant(term)) return constant;
  return pool_.evaluate(term, [&](value::VarId var) { return c.read[event_of(var)]; });
}

void Explorer::problem(Span where, std::string code, std::string message, std::string hint) {
  Diagnostic d;
  d.code = std::move(code);
  d.where = where;
  d.message = std::move(message);
  d.hint = std::move(hint);
  findings_.problems.push_back(std::move(d));
}

bool Explorer::run() {
  for (const value::TermId constraint : structure_.constraints)
    if (const auto value = pool_.as_constant(constraint); value && *value == 0) return false;
  to_ = start();
  for (const op::Need& need : machine_.needs)
    if (!here_.holds(need.test)) {
      problem(need.where, "op-needs", need.reason);
      return false;
    }
  // What no rule ever does would look like something that cannot happen.
  Coverage coverage(machine_, structure_, here_);
  EventSet known(structure_.size());
  for (const op::Rule& rule : machine_.rules) known |= coverage.done_by(rule);
  for (EventId e = structure_.init_count; e < structure_.size(); ++e)
    if (!known.has(e)) {
      findings_.problems.push_back(no_rule(test_, structure_.events[e].where));
      return false;
    }
  for (std::size_t rule = 0; rule < machine_.rules.size(); ++rule)
    if (coverage.may_apply(machine_.rules[rule])) applicable_.push_back(rule);
  add(Store::kRoot, 0);
  bool found = false;
  for (std::uint32_t index = 0; index < store_.size() && !found; ++index) {
    if (!budget_.spend(1 + structure_.size()) || !findings_.problems.empty()) break;
    ++findings_.statistics.nodes;
    layout_.decode(store_.bytes(index), recorded_, from_);
    here_.look_at(&from_);
    from_index_ = index;
    if (is_final(from_))
      found = record(index, from_);
    else
      expand();
  }
  relation::for_each_bit(reached_.words(),
                         [&](EventId e) { findings_.done.emplace(structure_.events[e].kind, structure_.events[e].sets); });
  return found;
}

void Explorer::expand() {
  moved_ = false;
  // A step that concerns nobody else is taken first, and alone.
  const EventSet waiting = here_.next();
  EventSet alone = waiting;
  alone &= local_;
  relation::for_each_bit(alone.words(), [&](EventId e) {
    if (moved_) return;
    only_ = e;
    for (const std::size_t rule : applicable_) choose(rule);
  });
  only_ = kNone;
  if (moved_) return;
  firsts_ = !x_.literal;
  if (firsts_)
    for (const std::size_t rule : applicable_)
      if (!moved_ && !machine_.rules[rule].first.empty()) choose(rule);
  firsts_ = false;
  if (moved_) return;
  for (const std::size_t rule : applicable_) choose(rule);
  if (moved_) return;
  relation::for_each_bit(waiting.words(), [&](EventId e) {
    const events::Event& event = structure_.events[e];
    findings_.stuck.try_emplace({event.kind, event.sets}, event.where);
  });
}

void Explorer::take(std::size_t rule) {
  if (trying_) return trying_(rule);
  moved_ = true;
  to_ = from_;
  acting_.bound() = here_.bound();
  if (!act(machine_.rules[rule].steps, to_, nullptr)) return;
  if (!x_.literal)
    for (std::uint32_t v = 0; v < machine_.variables.size(); ++v)
      if (machine_.variables[v].modulo != kNoNode)
        for (std::size_t part = 0; part < layout_.parts(v); ++part) normalise(v, to_.sequences[layout_.at(v, part)]);
  add(from_index_, static_cast<std::uint32_t>(rule));
}

void Explorer::add(std::uint32_t parent, std::uint32_t rule) {
  layout_.encode(to_, recorded_, bytes_);
  std::uint64_t hash = 0;
  if (store_.has(bytes_, hash) || !budget_.room_for(bytes_.size() + 64)) return;
  store_.add(bytes_, hash, parent, rule);
  if (parent == Store::kRoot) return;
  for (const op::Choice& choice : machine_.rules[rule].choices)
    for (std::uint32_t k = 0; k <= (choice.kind == op::Binding::Kind::pair ? 1U : 0U); ++k) store_.bind(here_.bound()[choice.slot + k]);
}

}  // namespace thinair::machine
