#include "engine/axiomatic/learner.hpp"

#include <algorithm>

#include "engine/candidates/condition.hpp"
#include "support/check.hpp"

namespace thinair::axiomatic {

using bounds::Network;
using program::Prop;

Learner::Learner(const Task& task, bounds::State start)
    : task_(task),
      structure_(*task.structure),
      net_(*task.network),
      flow_(task.reads_from->flow()),
      propagator_(task.reads_from->propagator()),
      learning_(propagator_, std::move(start)) {
  marks_.push_back(flow_.mark());
}

bool Learner::run() {
  std::uint64_t restart = 64;
  for (;;) {
    ++nodes_;
    if (task_.budget->exhausted()) break;
    if (!learning_.propagate()) {
      if (task_.budget->limit().reached()) break;
      if (!back(learning_.learn())) break;
      continue;
    }
    if (!follow() || !settled()) {
      if (!back(learning_.learn(together_))) break;
      continue;
    }
    if (learning_.conflicts() > restart) {
      restart = learning_.conflicts() + 64;
      learning_.restart();
      back(true);
      continue;
    }
    std::optional<Literal> next = next_read();
    if (!next) next = next_order();
    if (task_.budget->limit().reached()) break;
    if (next) {
      marks_.push_back(flow_.mark());
      learning_.decide(*next);
      continue;
    }
    if (learning_.aside([&] { return task_.accept(learning_.state()); })) {
      flow_.rewind(marks_.front());
      return true;
    }
    if (!back(learning_.learn(learning_.decisions()))) break;
  }
  flow_.rewind(marks_.front());
  return task_.budget->limit().reached();
}

// The flow goes back as far as the search did.
bool Learner::back(bool more) {
  if (marks_.size() > learning_.level() + 1) {
    flow_.rewind(marks_[learning_.level() + 1]);
    marks_.resize(learning_.level() + 1);
  }
  return more;
}

// Gives reads that are decided their values. False: a path's constraint cannot hold; together_ says why.
bool Learner::follow() {
  const bounds::State& state = learning_.state();
  for (const EventId r : task_.reads_from->reads()) {
    if (flow_.assigned(r)) continue;
    for (EventId w = 0; w < structure_.size(); ++w) {
      if (!propagator_.lower_has(state, net_.rf, w, r)) continue;
      if (flow_.assign(r, w)) break;
      const auto violated = std::ranges::find_if(structure_.constraints, [&](value::TermId c) { return flow_.evaluate(c) == 0; });
      check(violated != structure_.constraints.end(), "a constraint is violated");
      together_.clear();
      cone(*violated, together_);
      return false;
    }
  }
  return true;
}

// False: what is wanted is false; together_ says why.
bool Learner::settled() {
  const auto value = [this](const program::Observable& o) { return value_of(o); };
  for (const Prop* prop : task_.wanted) {
    if (candidates::truth(*prop, value) != false) continue;
    together_.clear();
    why(*prop, false, together_);
    return false;
  }
  if (task_.grounded && task_.grounded->applies())
    for (const Prop* prop : task_.wanted) {
      together_.clear();
      if (task_.grounded->excludes(learning_.state(), *prop, task_.final_writes, learning_.record(), together_)) return false;
    }
  return true;
}

std::optional<Learner::EventId> Learner::final_write(program::LocId location) const {
  for (const auto& [at, writes] : task_.final_writes)
    if (at == location && net_.fw != Network::kNone)
      for (const EventId w : writes)
        if (propagator_.lower_has(learning_.state(), net_.fw, 0, w)) return w;
  return std::nullopt;
}

std::optional<program::Value> Learner::value_of(const program::Observable& o) const {
  if (!o.is_location) return flow_.evaluate(structure_.registers[o.index]);
  const auto write = final_write(o.index);
  return write ? flow_.evaluate(structure_.events[*write].written) : std::nullopt;
}

// What a value that is known comes from: which writes the reads see that it is made of, and so on.
void Learner::cone(value::TermId term, std::vector<Literal>& to) const {
  for (const value::VarId var : flow_.pool().variables(term)) {
    const EventId read = flow_.event_of(var);
    if (!flow_.assigned(read)) continue;
    const Literal literal = learning_.record().in(net_.rf, flow_.writer(read), read);
    if (std::ranges::find(to, literal) != to.end()) continue;
    to.push_back(literal);
    cone(structure_.events[flow_.writer(read)].written, to);
  }
}

void Learner::cone(const program::Observable& o, std::vector<Literal>& to) const {
  if (!o.is_location) return cone(structure_.registers[o.index], to);
  const auto write = final_write(o.index);
  if (!write) return;
  to.push_back(learning_.record().in(net_.fw, 0, *write));
  cone(structure_.events[*write].written, to);
}

// Why a proposition is true or false.
void Learner::why(const Prop& prop, bool is, std::vector<Literal>& to) const {
  const auto known = [&](const Prop& part) {
    return candidates::truth(part, [this](const program::Observable& o) { return value_of(o); });
  };
  switch (prop.kind) {
    case Prop::Kind::true_:
    case Prop::Kind::false_: return;
    case Prop::Kind::atom:
      for (const program::Operand* o : {&prop.lhs, &prop.rhs})
        if (!o->is_constant) cone(o->observable, to);
      return;
    case Prop::Kind::not_: return why(prop.kids[0], !is, to);
    case Prop::Kind::and_:
    case Prop::Kind::or_:
      for (const Prop& kid : prop.kids) {
        if ((prop.kind == Prop::Kind::or_) == is) {
          if (known(kid) != is) continue;
          return why(kid, is, to);  // one is enough
        }
        why(kid, is, to);
      }
      return;
    case Prop::Kind::implies:
      if (!is || known(prop.kids[0]) == false) why(prop.kids[0], !is, to);
      if (!is || known(prop.kids[0]) != false) why(prop.kids[1], is, to);
      return;
  }
}

// Reads that matter first; then the one with the most part in conflicts, then with the fewest writes left.
std::optional<Learner::Literal> Learner::next_read() const {
  const bounds::State& state = learning_.state();
  std::optional<Literal> best;
  double most = -1;
  std::size_t fewest = SIZE_MAX;
  bool first = false;
  for (const EventId r : task_.reads_from->reads()) {
    if (flow_.assigned(r)) continue;
    std::size_t count = 0;
    double active = 0, top = -1;
    Literal likely = 0;
    for (EventId w = 0; w < structure_.size(); ++w) {
      if (!propagator_.upper_has(state, net_.rf, w, r)) continue;
      ++count;
      const Literal literal = learning_.record().in(net_.rf, w, r);
      const double a = learning_.activity(literal);
      active = std::max(active, a);
      if (a > top) top = a, likely = literal;
    }
    const bool matters = task_.matter->has(r);
    if (first > matters) continue;
    if (first == matters && (active < most || (active == most && count >= fewest))) continue;
    first = matters;
    most = active;
    fewest = count;
    best = likely;
  }
  return best;
}

// Final writes that are asked for, then pairs of orders, unless what is open does not matter.
std::optional<Learner::Literal> Learner::next_order() {
  const bounds::State& state = learning_.state();
  if (net_.fw != Network::kNone)
    for (const auto& [location, writes] : task_.final_writes) {
      if (final_write(location)) continue;
      for (auto w = writes.rbegin(); w != writes.rend(); ++w)
        if (propagator_.upper_has(state, net_.fw, 0, *w)) return learning_.record().in(net_.fw, 0, *w);
    }
  return learning_.aside([&]() -> std::optional<Literal> {
    const auto open = task_.completer->open_decision(state);
    if (!open) return std::nullopt;
    return learning_.record().in(open->node, open->row, open->column);
  });
}

}  // namespace thinair::axiomatic
