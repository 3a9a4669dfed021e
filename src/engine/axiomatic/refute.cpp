#include "engine/axiomatic/refute.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "engine/axiomatic/derivation.hpp"
#include "engine/candidates/condition.hpp"
#include "engine/candidates/open_values.hpp"
#include "engine/candidates/reads_from.hpp"

namespace thinair::axiomatic {
namespace {

using answer::Assumed;
using answer::Case;
using answer::Finding;
using answer::kMostShown;
using answer::Refutation;
using answer::Refuted;
using bounds::Network;
using bounds::NodeId;
using candidates::Valuation;
using events::EventId;
using language::Rule;
using relation::EventSet;
using relation::Relation;

// What has been decided, and the bounds that follow.
struct Position {
  struct Decision {
    NodeId node;
    EventId a, b;
    bool is_set;  // b means nothing
  };
  bounds::State state;
  std::vector<Decision> made;
};

void require(const bounds::Propagator& propagator, bounds::State& state, const Position::Decision& d) {
  if (d.is_set)
    propagator.require(state, d.node, d.a);
  else
    propagator.require(state, d.node, d.a, d.b);
}

// The names that each check uses itself, in the order of its text.
using Mentions = std::vector<std::pair<Span, std::vector<std::string>>>;

std::string order_rule(const bounds::Order& order) { return "with " + order.name; }

// One network: the candidates of one choice of paths. Its axioms are looked at from outside, so that it never rejects by itself.
// Reads are chosen under an empty network, by values alone; why no order exists is asked of one whose orders may be any relation.
class Refuter {
 public:
  Refuter(const program::Test& test, const program::Prop& goal, std::shared_ptr<events::Unfolding> unfolding,
          std::shared_ptr<const events::Structure> structure, Network bare, std::vector<bounds::Axiom> axioms, const Mentions& mentions,
          Budget& budget, Refutation& out)
      : test_(test),
        goal_(goal),
        unfolding_(std::move(unfolding)),
        structure_(std::move(structure)),
        net_(std::move(bare)),
        loose_(net_),
        blank_(structure_->size()),
        axioms_(std::move(axioms)),
        mentions_(mentions),
        budget_(budget),
        reads_from_(unfolding_->pool, *structure_, blank_),
        propagator_(net_),
        open_values_(unfolding_->pool, budget),
        observed_(program::observed(test)),
        out_(out) {
    for (const EventSet& group : bounds::final_write_groups(*structure_)) {
      const auto writes = group.elements();
      const program::LocId location = structure_->events[writes.front()].location;
      if (std::ranges::find(observed_, program::Observable{true, location}) != observed_.end()) looked_at_.push_back({location, writes});
    }
    loose_.orders.clear();
    final_.assign(test.program.locations.size(), 0);
  }

  void run() {
    reads_from_.run(
        nullptr, budget_, [this](const bounds::State&) { return cut(); },
        [this](const bounds::State&) {
          for (const Valuation& valuation : open_values_.solve(*structure_, reads_from_.flow())) {
            Position start{propagator_.initial(), {}};
            if (net_.rf != Network::kNone)
              for (const EventId r : reads_from_.reads()) decide(start, {net_.rf, reads_from_.flow().writer(r), r, false});
            final_writes(start, valuation, 0);
          }
          return budget_.exhausted();
        });
  }

 private:
  bool cut() const {
    return candidates::truth(goal_, [this](const program::Observable& o) -> std::optional<program::Value> {
             if (o.is_location) return std::nullopt;
             return reads_from_.flow().evaluate(structure_->registers[o.index]);
           }) == false;
  }

  void decide(Position& at, const Position::Decision& d) const {
    require(propagator_, at.state, d);
    at.made.push_back(d);
  }

  void final_writes(const Position& from, const Valuation& valuation, std::size_t at) {
    if (at < looked_at_.size()) {
      for (const EventId w : looked_at_[at].second) {
        if (budget_.limit().reached()) return;
        final_[looked_at_[at].first] = w;
        Position next = from;
        if (net_.fw != Network::kNone) decide(next, {net_.fw, w, w, true});
        final_writes(next, valuation, at + 1);
      }
      return;
    }
    if (!wanted(valuation)) return;
    Refuted refuted;
    refuted.execution.structure = structure_;
    refuted.execution.reads_from.assign(structure_->size(), 0);
    for (const EventId r : reads_from_.reads()) refuted.execution.reads_from[r] = reads_from_.flow().writer(r);
    refuted.execution.read_values = valuation.reads;
    refuted.execution.final_write = final_;
    Position begun = from;
    if (auto finding = fails(begun))
      refuted.cases.push_back({{}, std::move(*finding)});
    else
      split(begun, {}, refuted.cases);
    if (budget_.limit().reached()) return;
    ++out_.count;
    std::set<std::string> rules;
    for (const Case& c : refuted.cases) {
      rules.insert(c.finding.rule);
      out_.no_order = out_.no_order || c.finding.kind == Rule::Kind::order;
    }
    for (const std::string& rule : rules) ++out_.by_rule[rule];
    if (out_.candidates.size() >= kMostShown) return;
    out_.candidates.push_back(std::move(refuted));
  }

  bool wanted(const Valuation& valuation) {
    value::TermPool& pool = unfolding_->pool;
    std::vector<value::TermId> terms;
    for (const program::Observable& o : observed_) {
      value::TermId term = pool.constant(0);
      if (!o.is_location)
        term = structure_->registers[o.index];
      else if (std::ranges::find(looked_at_, o.index, &std::pair<program::LocId, std::vector<EventId>>::first) != looked_at_.end())
        term = structure_->events[final_[o.index]].written;
      else
        term = pool.constant(test_.program.locations[o.index].initial);
      terms.push_back(
          pool.substitute(term, [&](value::VarId var) { return std::optional(valuation.reads[reads_from_.flow().event_of(var)]); }));
    }
    const auto possible = [&](const program::Prop& prop) {
      std::vector<value::TermId> all = valuation.constraints;
      all.push_back(candidates::as_term(prop, observed_, terms, pool));
      return open_values_.satisfiable(std::move(all));
    };
    return (!test_.filter || possible(*test_.filter)) && possible(goal_);
  }

  // Propagates; what is wrong however the rest is decided.
  std::optional<Finding> fails(Position& at) {
    if (!propagator_.propagate(at.state)) return budget_.limit().reached() ? Finding{} : no_order(at);
    for (const bounds::Axiom& axiom : axioms_)
      if (auto finding = violation(axiom, at.state)) return finding;
    return std::nullopt;
  }

  std::optional<Finding> violation(const bounds::Axiom& axiom, const bounds::State& state) {
    Finding out{axiom.name, Rule::Kind::check, axiom.where, {}, {}};
    Derivation derivation(net_, propagator_, state);
    for (const auto& [where, names] : mentions_)
      if (where == axiom.where) derivation.prefer(names);
    const bool constant = net_.is_constant(axiom.node);
    if (net_[axiom.node].is_set) {
      const EventSet low = constant ? net_.set(axiom.node) : propagator_.lower_set(state, axiom.node);
      const EventSet high = constant ? low : propagator_.upper_set(state, axiom.node);
      if (axiom.negated ? high.empty() : !low.empty()) {
        out.events = low.elements();
        return out;
      }
      return std::nullopt;
    }
    const Relation low = constant ? net_.relation(axiom.node) : propagator_.lower(state, axiom.node);
    if (axiom.negated) {
      const Relation high = constant ? low : propagator_.upper(state, axiom.node);
      const bool holds = axiom.test == cat::Test::acyclic       ? high.acyclic()
                         : axiom.test == cat::Test::irreflexive ? high.irreflexive()
                                                                : high.empty();
      return holds ? std::optional(out) : std::nullopt;
    }
    std::vector<std::pair<EventId, EventId>> edges;
    if (axiom.test == cat::Test::acyclic) {
      const auto cycle = relation::shortest_cycle(low);
      for (std::size_t i = 0; i < cycle.size(); ++i) edges.emplace_back(cycle[i], cycle[(i + 1) % cycle.size()]);
    } else {
      for (const auto& [a, b] : low.pairs())
        if (edges.empty() && (axiom.test == cat::Test::empty || a == b)) edges.emplace_back(a, b);
    }
    if (edges.empty()) return std::nullopt;
    for (const auto& [a, b] : edges) std::ranges::move(derivation.path(axiom.node, a, b), std::back_inserter(out.steps));
    return out;
  }

  // No order extends what the model asks it to: that, with the pairs assumed so far, has a cycle.
  Finding no_order(const Position& at) {
    bounds::Propagator propagator(loose_);
    bounds::State state = propagator.initial();
    for (const Position::Decision& d : at.made) require(propagator, state, d);
    propagator.propagate(state);
    if (budget_.limit().reached()) return {};
    Derivation derivation(loose_, propagator, state);
    for (const bounds::Order& order : net_.orders) {
      const Relation base = net_.is_constant(order.base) ? net_.relation(order.base) : propagator.lower(state, order.base);
      const Relation on_it = base.restrict_to(order.on, order.on);
      const auto cycle = relation::shortest_cycle(on_it | propagator.lower(state, order.node));
      if (cycle.empty()) continue;
      Finding out{order_rule(order), Rule::Kind::order, {}, {}, {}};
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        const EventId a = cycle[i], b = cycle[(i + 1) % cycle.size()];
        std::ranges::move(derivation.path(on_it.has(a, b) ? order.base : order.node, a, b), std::back_inserter(out.steps));
      }
      return out;
    }
    return {net_.orders.empty() ? "" : order_rule(net_.orders.front()), Rule::Kind::order, {}, {}, {}};
  }

  struct Open {
    const bounds::Order* order;
    EventId a, b;
  };
  std::vector<Open> open_pairs(const bounds::State& state) const {
    std::vector<Open> out;
    for (const bounds::Order& order : net_.orders) {
      const Relation open = propagator_.upper(state, order.node) - propagator_.lower(state, order.node);
      for (const auto& [a, b] : open.pairs())
        if (a < b || !open.has(b, a)) out.push_back({&order, a, b});
    }
    return out;
  }

  // Why no choice of orders makes this candidate pass: a tree of cases, each leaf of which has a finding.
  //
  // A total order has each pair of its events one way round or the other. So for an open pair the
  // two cases "a before b" and "b before a" cover everything, and a candidate is refuted when every
  // leaf of such a tree fails. A leaf fails when propagation leaves no order at all (no_order), or
  // when some check is violated by what must be there: cycles are read off lower bounds, so the one
  // cycle that is shown is there in every order that the case still allows, and the pairs that were
  // assumed to get there are all that it needs. Checks are no axioms of this network. If they were,
  // propagation would turn a case away without telling which check did it and how.
  //
  // Any order of splitting is right; a good one gives few cases, which is what people read. So pairs are
  // tried before one is taken, as SAT solvers look ahead (a literal that fails leaves only its opposite):
  //   1. a pair that fails both ways ends it, with two cases;
  //   2. a pair that fails one way: that is one case, and the other way round is not a case but a
  //      consequence, under which splitting goes on;
  //   3. otherwise the first pair, both ways; then the final write of a location, each that is left.
  // This is greedy: the number of cases is not the least. It ends, since each step decides a pair
  // or a final write that was open. If nothing is open and no check fails, the checks that are left
  // do not exclude the candidate, and the refutation says that it is not complete. With the rules
  // of a reason that should not happen: the reason was found by asking the engine whether they
  // exclude the goal.
  void split(const Position& from, const std::vector<Assumed>& assumed, std::vector<Case>& out) {
    if (budget_.exhausted()) return;
    const auto with = [&](const std::string& order, EventId a, EventId b) {
      std::vector<Assumed> all = assumed;
      all.push_back({order, a, b});
      return all;
    };
    const auto after = [&](const bounds::Order& order, EventId a, EventId b) {
      Position next = from;
      decide(next, {order.node, a, b, false});
      return next;
    };
    const auto pairs = open_pairs(from.state);
    std::optional<Open> half;
    std::optional<Finding> half_finding;
    for (const Open& open : pairs) {
      for (const bool turned : {false, true}) {
        const EventId a = turned ? open.b : open.a, b = turned ? open.a : open.b;
        Position one = after(*open.order, a, b);
        auto first = fails(one);
        if (!first) continue;
        Position other = after(*open.order, b, a);
        if (auto second = fails(other)) {
          out.push_back({with(open.order->name, a, b), std::move(*first)});
          out.push_back({with(open.order->name, b, a), std::move(*second)});
          return;
        }
        if (!half) {
          half = Open{open.order, a, b};
          half_finding = std::move(first);
        }
        break;
      }
      if (budget_.exhausted()) return;
    }
    if (half) {
      out.push_back({with(half->order->name, half->a, half->b), std::move(*half_finding)});
      Position rest = after(*half->order, half->b, half->a);
      return enter(rest, with(half->order->name, half->b, half->a), out);
    }
    if (!pairs.empty()) {
      const Open& open = pairs.front();
      for (const bool turned : {false, true}) {
        const EventId a = turned ? open.b : open.a, b = turned ? open.a : open.b;
        Position next = after(*open.order, a, b);
        enter(next, with(open.order->name, a, b), out);
      }
      return;
    }
    if (net_.fw != Network::kNone)
      for (const EventSet& group : net_.fw_groups) {
        const EventSet open = (group & propagator_.upper_set(from.state, net_.fw)) - propagator_.lower_set(from.state, net_.fw);
        if (open.empty()) continue;
        for (const EventId w : open.elements()) {
          Position next = from;
          decide(next, {net_.fw, w, w, true});
          enter(next, with("", w, w), out);
        }
        return;
      }
    out_.complete = false;  // nothing is open and no check fails: these checks do not exclude it
  }

  void enter(Position& at, const std::vector<Assumed>& assumed, std::vector<Case>& out) {
    if (auto finding = fails(at))
      out.push_back({assumed, std::move(*finding)});
    else
      split(at, assumed, out);
  }

  const program::Test& test_;
  const program::Prop& goal_;
  std::shared_ptr<events::Unfolding> unfolding_;
  std::shared_ptr<const events::Structure> structure_;
  Network net_, loose_, blank_;
  std::vector<bounds::Axiom> axioms_;
  const Mentions& mentions_;
  Budget& budget_;
  candidates::ReadsFrom reads_from_;
  bounds::Propagator propagator_;
  candidates::OpenValues open_values_;
  std::vector<program::Observable> observed_;
  std::vector<std::pair<program::LocId, std::vector<EventId>>> looked_at_;
  std::vector<EventId> final_;
  Refutation& out_;
};

void mentioned(const cat::Expr& expr, std::vector<std::string>& out) {
  if (expr.kind == cat::Expr::Kind::name) out.push_back(expr.name);
  for (const cat::ExprPtr& kid : expr.kids) mentioned(*kid, out);
}

void mentioned(const std::vector<cat::Stmt>& statements, Mentions& out) {
  for (const cat::Stmt& s : statements) {
    if (s.kind == cat::Stmt::Kind::check)
      mentioned(*s.checks[0].expr, out.emplace_back(s.checks[0].span, std::vector<std::string>{}).second);
    mentioned(s.body, out);
  }
}

}  // namespace

Refutation refute(const program::Test& test, const bounds::PlannedModel& model, const program::Prop& goal, const language::RuleSet& without,
                  candidates::Structures& structures, Budget& budget) {
  Refutation out;
  bounds::BuildOptions options;
  options.without = without;
  options.labels = true;
  Mentions mentions;
  mentioned(model.model->statements, mentions);
  std::set<std::string> known;
  for (const auto& [where, names] : mentions) known.insert(names.begin(), names.end());
  structures.each(budget, [&](std::size_t, const std::shared_ptr<const events::Structure>& structure) {
    const auto need = bounds::build(model, *structure, options, budget, [&](Network& net) {
      std::vector<bounds::Axiom> axioms = std::move(net.axioms);
      net.axioms.clear();
      // Of several names for one relation, a reader knows best those that the checks use.
      std::ranges::stable_partition(net.labels, [&](const auto& label) { return known.contains(label.first); });
      net.exports.clear();
      for (NodeId id = 0; id < net.nodes().size(); ++id) net.exports.push_back(id);  // bounds of all nodes are kept up to date
      Refuter(test, goal, structures.unfolding(), structure, net, std::move(axioms), mentions, budget, out).run();
      return !budget.exhausted();
    });
    if (need && *need == bounds::Need::nothing) return true;
    out.complete = false;
    return false;
  });
  out.cut = budget.limit().kind == Incomplete::bound && out.count > 0;
  if (budget.limit().reached()) out.complete = false;
  return out;
}

}  // namespace thinair::axiomatic
