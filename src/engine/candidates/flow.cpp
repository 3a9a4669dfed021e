#include "engine/candidates/flow.hpp"

#include "events/variable.hpp"

namespace thinair::candidates {

Flow::Flow(value::TermPool& pool, const Structure& structure)
    : pool_(pool),
      structure_(structure),
      writer_(structure.size(), kNone),
      value_(structure.size()),
      reads_of_thread_(structure.chosen.size()),
      feeds_(structure.size()),
      constrained_(structure.size()) {
  for (EventId e = 0; e < structure.size(); ++e)
    if (structure.events[e].reads()) {
      waiting_.push_back(e);
      reads_of_thread_[structure.events[e].thread].push_back(e);
    }
  for (const events::Event& event : structure.events)
    if (event.writes())
      for (const VarId var : pool.variables(event.written)) feeds_.add(event_of(var));
  for (const TermId constraint : structure.constraints) {
    for (const VarId var : pool.variables(constraint)) constrained_.add(event_of(var));
    if (pool.variables(constraint).empty()) constrained_ = relation::EventSet::full(structure.size());
  }
}

EventId Flow::event_of(VarId var) const { return reads_of_thread_[events::thread_of(var)][events::index_of(var)]; }

std::optional<Value> Flow::evaluate(TermId term) const {
  if (const auto constant = pool_.as_constant(term)) return constant;
  return pool_.evaluate(term, [this](VarId var) { return value_[event_of(var)]; });
}

bool Flow::assign(EventId read, EventId write) {
  writer_[read] = write;
  trail_.push_back({read, false});
  const auto own = evaluate(structure_.events[write].written);
  if (!own) return true;
  value_[read] = own;
  trail_.push_back({read, true});
  bool look = constrained_.has(read);
  for (bool progress = feeds_.has(read); progress;) {
    progress = false;
    for (const EventId r : waiting_) {
      if (writer_[r] == kNone || value_[r]) continue;
      const auto value = evaluate(structure_.events[writer_[r]].written);
      if (!value) continue;
      value_[r] = value;
      trail_.push_back({r, true});
      progress = progress || feeds_.has(r);
      look = look || constrained_.has(r);
    }
  }
  if (!look) return true;
  for (const TermId constraint : structure_.constraints) {
    const auto value = evaluate(constraint);
    if (value && *value == 0) return false;
  }
  return true;
}

void Flow::rewind(std::size_t mark) {
  while (trail_.size() > mark) {
    const Step step = trail_.back();
    trail_.pop_back();
    if (step.is_value)
      value_[step.event].reset();
    else
      writer_[step.event] = kNone;
  }
}

}  // namespace thinair::candidates
