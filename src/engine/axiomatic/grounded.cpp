#include "engine/axiomatic/grounded.hpp"

#include <algorithm>
#include <set>

#include "engine/candidates/condition.hpp"

namespace thinair::axiomatic {

using bounds::Network;
using program::Prop;
using program::Value;
using relation::Relation;

bool Grounded::probe(bounds::State& root) {
  bounds::Propagator& propagator = reads_from_.propagator();
  const std::size_t n = structure_.size();
  const bool computed = std::ranges::any_of(
      structure_.events, [&](const events::Event& e) { return e.writes() && !flow_.pool().variables(e.written).empty(); });
  candidates_.assign(n, {});
  freed_ = Relation(n);
  read_.assign(n, Domain());
  next_ = read_;
  if (!computed) {
    for (const EventId r : reads_from_.reads())
      for (EventId w = 0; w < n; ++w)
        if (propagator.upper_has(root, net_.rf, w, r)) candidates_[r].push_back(w);
    applies_ = find_values();
    return true;
  }
  // Nodes that must have no cycle, and of each those pairs (write, read) that are in it once the read sees the write.
  std::vector<bounds::NodeId> acyclic;
  for (const bounds::Order& order : net_.orders) acyclic.push_back(order.node);
  for (const bounds::Axiom& axiom : net_.axioms)
    if (axiom.test == cat::Test::acyclic && !axiom.negated && !net_.is_constant(axiom.node)) acyclic.push_back(axiom.node);
  std::vector<Relation> ways(acyclic.size(), Relation(n));
  for (const EventId r : reads_from_.reads())
    for (EventId w = 0; w < n; ++w) {
      if (!propagator.upper_has(root, net_.rf, w, r)) continue;
      if (budget_.exhausted()) return false;
      bounds::State with = root;
      propagator.require(with, net_.rf, w, r);
      if (propagator.propagate(with)) {
        for (std::size_t i = 0; i < acyclic.size(); ++i)
          if (propagator.lower_has(with, acyclic[i], w, r)) ways[i].add(w, r);
        continue;
      }
      if (budget_.limit().reached()) return false;
      propagator.exclude(root, net_.rf, w, r);
      if (!propagator.propagate(root)) return false;
    }
  for (const EventId r : reads_from_.reads())
    for (EventId w = 0; w < n; ++w)
      if (propagator.upper_has(root, net_.rf, w, r)) candidates_[r].push_back(w);
  for (std::size_t i = 0; i < acyclic.size(); ++i) ways[i] |= propagator.lower(root, acyclic[i]).transitive_closure();
  applies_ = circles_are_broken(ways) && find_values();
  return !applies_ || find_sums(root);
}

// One of the relations has every edge that can be part of a circle of values: from a write to the reads that may see it, and from a read to
// the writes that are made of it.
bool Grounded::circles_are_broken(const std::vector<Relation>& ways) const {
  const std::size_t n = structure_.size();
  Relation flow(n);
  for (const EventId r : reads_from_.reads())
    for (const EventId w : candidates_[r]) flow.add(w, r);
  for (EventId w = 0; w < n; ++w)
    if (structure_.events[w].writes())
      for (const value::VarId var : flow_.pool().variables(structure_.events[w].written))
        if (flow_.event_of(var) != w) flow.add(flow_.event_of(var), w);  // an update is one event
  const Relation closed = flow.transitive_closure();
  Relation circles(n);
  for (const auto& [a, b] : flow.pairs())
    if (closed.has(b, a)) circles.add(a, b);
  return std::ranges::any_of(ways, [&](const Relation& way) { return (circles - way).empty(); });
}

// Values that reads can have at the root, and what becomes of each in every write. In an execution in which no value depends on itself a
// value passes through no read twice, so as many rounds as there are reads are enough.
bool Grounded::find_values() {
  const value::TermPool& pool = flow_.pool();
  const std::size_t n = structure_.size();
  std::vector<std::set<Value>> read(n);
  const auto written_by = [&](EventId w) -> std::optional<std::set<Value>> {
    const value::TermId term = structure_.events[w].written;
    if (const auto constant = pool.as_constant(term)) return std::set{*constant};
    const auto& variables = pool.variables(term);
    std::size_t ways = 1;
    for (const value::VarId var : variables)
      if ((ways *= read[flow_.event_of(var)].size()) > kMostValues) return std::nullopt;
    std::set<Value> out;
    for (std::size_t way = 0; way < ways; ++way) {
      const auto value = pool.evaluate(term, [&](value::VarId var) -> std::optional<Value> {
        std::size_t rest = way;
        for (const value::VarId v : variables) {
          const std::set<Value>& of = read[flow_.event_of(v)];
          if (v == var) return *std::next(of.begin(), static_cast<std::ptrdiff_t>(rest % of.size()));
          rest /= of.size();
        }
        return std::nullopt;
      });
      if (!value) return std::nullopt;
      out.insert(*value);
    }
    return out;
  };
  std::vector<std::optional<std::set<Value>>> written(n);
  bool grown = true;
  for (std::size_t round = 0; grown && round <= reads_from_.reads().size(); ++round) {
    if (budget_.exhausted()) return false;
    for (EventId w = 0; w < n; ++w)
      if (structure_.events[w].writes() && !(written[w] = written_by(w))) return false;
    grown = false;
    for (const EventId r : reads_from_.reads()) {
      const std::size_t before = read[r].size();
      for (const EventId w : candidates_[r]) read[r].insert(written[w]->begin(), written[w]->end());
      grown = grown || read[r].size() != before;
    }
  }
  std::set<Value> all;
  for (const auto& values : read) all.insert(values.begin(), values.end());
  for (const auto& values : written)
    if (values) all.insert(values->begin(), values->end());
  std::size_t edges = 0;
  for (const auto& writes : candidates_) edges += writes.size();
  if (all.size() > kMostValues || edges > kMostEdges) return false;
  values_.assign(all.begin(), all.end());
  const auto number = [&](Value value) {
    const auto at = std::ranges::lower_bound(values_, value);
    return at != values_.end() && *at == value ? static_cast<std::size_t>(at - values_.begin()) : kMostValues;
  };
  writes_.assign(n, {});
  for (EventId w = 0; w < n; ++w) {
    if (!structure_.events[w].writes()) continue;
    const value::TermId term = structure_.events[w].written;
    const auto& variables = pool.variables(term);
    if (variables.size() != 1) {  // several reads: what they can give at the root
      writes_[w].fixed.emplace();
      for (const Value value : *written[w]) writes_[w].fixed->set(number(value));
      continue;
    }
    writes_[w].of = flow_.event_of(variables.front());
    for (const Value value : values_) {
      const auto becomes = pool.evaluate(term, [&](value::VarId) { return std::optional(value); });
      writes_[w].becomes.push_back(static_cast<std::uint8_t>(becomes ? number(*becomes) : kMostValues));
    }
  }
  return true;
}

// The sum of a counter. Let every write to a location but the initial one be of an update that adds a constant to what it reads there. If
// no two updates can see the same write, and none can see the final one, then they see all others, each once: the writes but the final one
// and the values read by the updates are the same. So the final value is the initial one and all that was added, in whatever order. That is
// a matter of counting, which no search over arrangements finds out in less than all of them.
bool Grounded::find_sums(bounds::State& root) {
  if (net_.fw == Network::kNone) return true;
  bounds::Propagator& propagator = reads_from_.propagator();
  const value::TermPool& pool = flow_.pool();
  for (const relation::EventSet& group : net_.fw_groups) {
    const std::vector<EventId> writes = group.elements();
    const program::LocId location = structure_.events[writes.front()].location;
    std::optional<Value> sum;
    std::vector<EventId> updating, all;
    for (EventId w = 0; w < structure_.size(); ++w) {
      const events::Event& event = structure_.events[w];
      if (!event.writes() || event.location != location) continue;
      all.push_back(w);
      if (event.is_init()) sum = pool.as_constant(event.written);
    }
    bool counts = sum.has_value() && all.size() == writes.size() + 1;
    for (const EventId w : writes) {
      const value::TermId term = structure_.events[w].written;
      const auto& variables = pool.variables(term);
      if (!counts || variables.size() != 1) {
        counts = false;
        break;
      }
      updating.push_back(flow_.event_of(variables.front()));
      const auto of = [&](Value value) { return pool.evaluate(term, [value](value::VarId) { return std::optional(value); }); };
      const auto zero = of(0);
      counts = zero && structure_.events[updating.back()].location == location &&
               std::ranges::all_of(values_, [&](Value value) { return of(value) == value::wrap(value + *zero, pool.bits()); });
      if (counts) sum = value::wrap(*sum + *zero, pool.bits());
    }
    const std::set<EventId> different(updating.begin(), updating.end());
    counts = counts && different.size() == updating.size();
    // Each write is seen by one update at most, and the final one by none.
    for (std::size_t i = 0; i < all.size() && counts; ++i)
      for (auto a = updating.begin(); a != updating.end() && counts; ++a) {
        const EventId w = all[i];
        if (!propagator.upper_has(root, net_.rf, w, *a)) continue;
        bounds::State seen = root;
        propagator.require(seen, net_.rf, w, *a);
        if (!propagator.propagate(seen)) continue;
        const auto also = [&](auto&& decide) {
          bounds::State both = seen;
          decide(both);
          return propagator.propagate(both);
        };
        if (group.has(w) && propagator.upper_has(seen, net_.fw, 0, w))
          counts = !also([&](bounds::State& both) { propagator.require(both, net_.fw, w); });
        for (auto b = std::next(a); b != updating.end() && counts; ++b)
          if (propagator.upper_has(seen, net_.rf, w, *b))
            counts = !also([&](bounds::State& both) { propagator.require(both, net_.rf, w, *b); });
        if (budget_.exhausted()) return false;
      }
    if (counts) sums_.emplace(location, *sum);
  }
  return true;
}

Grounded::Domain Grounded::written(EventId write) const {
  const Write& w = writes_[write];
  if (w.fixed) return *w.fixed;
  Domain out;
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (read_[w.of][i] && w.becomes[i] < kMostValues) out.set(w.becomes[i]);
  return out;
}

void Grounded::compute(const bounds::State& state) {
  const bounds::Propagator& propagator = reads_from_.propagator();
  const std::vector<EventId>& reads = reads_from_.reads();
  for (const EventId r : reads) read_[r].reset();
  std::vector<Domain> written_by(structure_.size());
  bool grown = true;
  for (std::size_t round = 0; grown && round < reads.size(); ++round) {
    grown = false;
    for (EventId w = 0; w < structure_.size(); ++w)
      if (structure_.events[w].writes()) written_by[w] = written(w);
    for (const EventId r : reads) {
      next_[r].reset();
      for (const EventId w : candidates_[r])
        if (freed_.has(w, r) || propagator.upper_has(state, net_.rf, w, r)) next_[r] |= written_by[w];
      grown = grown || next_[r] != read_[r];
    }
    std::swap(read_, next_);
  }
}

// None: nothing is known.
std::optional<std::vector<Value>> Grounded::of(const program::Operand& operand, const bounds::State& state, const Finals& finals) const {
  if (operand.is_constant) return std::vector{operand.value};
  const program::Observable& o = operand.observable;
  const auto listed = [&](const Domain& domain) {
    std::vector<Value> out;
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (domain[i]) out.push_back(values_[i]);
    return out;
  };
  if (!o.is_location) {
    const value::TermId term = structure_.registers[o.index];
    if (const auto constant = flow_.pool().as_constant(term)) return std::vector{*constant};
    const auto& variables = flow_.pool().variables(term);
    if (variables.size() != 1) return std::nullopt;
    std::vector<Value> out;
    for (const Value value : listed(read_[flow_.event_of(variables.front())])) {
      const auto becomes = flow_.pool().evaluate(term, [&](value::VarId) { return std::optional(value); });
      if (!becomes) return std::nullopt;
      out.push_back(*becomes);
    }
    return out;
  }
  if (const auto sum = sums_.find(o.index); sum != sums_.end()) return std::vector{sum->second};
  for (const auto& [location, writes] : finals) {
    if (location != o.index || net_.fw == Network::kNone) continue;
    Domain all;
    for (const EventId w : writes)
      if (reads_from_.propagator().upper_has(state, net_.fw, 0, w)) all |= written(w);
    return listed(all);
  }
  return std::nullopt;
}

// None: it depends, or nothing is known.
std::optional<bool> Grounded::truth(const Prop& prop, const bounds::State& state, const Finals& finals) const {
  switch (prop.kind) {
    case Prop::Kind::true_: return true;
    case Prop::Kind::false_: return false;
    case Prop::Kind::atom: {
      const auto left = of(prop.lhs, state, finals), right = of(prop.rhs, state, finals);
      if (!left || !right || left->empty() || right->empty()) return std::nullopt;
      std::optional<bool> all;
      for (const Value a : *left)
        for (const Value b : *right) {
          const bool is = candidates::compare(prop.relop, a, b);
          if (all && *all != is) return std::nullopt;
          all = is;
        }
      return all;
    }
    case Prop::Kind::not_: {
      const auto inner = truth(prop.kids[0], state, finals);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    case Prop::Kind::and_:
    case Prop::Kind::or_: {
      const bool decides = prop.kind == Prop::Kind::or_;
      bool open = false;
      for (const Prop& kid : prop.kids) {
        const auto inner = truth(kid, state, finals);
        if (inner == decides) return decides;
        open = open || !inner;
      }
      return open ? std::nullopt : std::optional(!decides);
    }
    case Prop::Kind::implies: {
      const auto a = truth(prop.kids[0], state, finals), b = truth(prop.kids[1], state, finals);
      if (a == false || b == true) return true;
      if (!a || !b) return std::nullopt;
      return false;
    }
  }
  return std::nullopt;
}

// A read without any value is in no execution.
bool Grounded::impossible(const bounds::State& state, const Prop& prop, const Finals& finals) {
  compute(state);
  return std::ranges::any_of(reads_from_.reads(), [&](EventId r) { return read_[r].none(); }) || truth(prop, state, finals) == false;
}

bool Grounded::excludes(const bounds::State& state, const Prop& prop, const Finals& finals, const bounds::Record& record,
                        std::vector<bounds::Literal>& to) {
  freed_ = Relation(structure_.size());
  if (!impossible(state, prop, finals)) return false;
  // What reads might as well see has no part in it: first all that a read does not see any more, then one write after the other.
  const bounds::Propagator& propagator = reads_from_.propagator();
  for (const EventId r : reads_from_.reads()) {
    std::vector<EventId> out;
    for (const EventId w : candidates_[r])
      if (!propagator.upper_has(state, net_.rf, w, r)) out.push_back(w);
    for (const EventId w : out) freed_.add(w, r);
    if (out.empty() || impossible(state, prop, finals)) continue;
    for (const EventId w : out) freed_.remove(w, r);
    for (const EventId w : out) {
      freed_.add(w, r);
      if (impossible(state, prop, finals)) continue;
      freed_.remove(w, r);
      to.push_back(record.out(net_.rf, w, r));
    }
  }
  for (const program::Observable& o : candidates::observables(prop))
    for (const auto& [location, writes] : finals)
      if (o.is_location && location == o.index && net_.fw != Network::kNone)
        for (const EventId w : writes)
          if (!propagator.upper_has(state, net_.fw, 0, w)) to.push_back(record.out(net_.fw, 0, w));
  return true;
}

}  // namespace thinair::axiomatic
