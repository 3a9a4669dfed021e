// Bounds must contain every solution, and must meet once everything is decided. Random networks, all solutions listed.
#include "engine/bounds/propagate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "engine/bounds/learning.hpp"

namespace thinair::bounds {
namespace {

constexpr std::size_t kEvents = 4;

// A relation node of any shape over what is there already.
NodeId grow(Network& net, std::mt19937& rng, std::vector<NodeId>& relations) {
  const auto pick = [&] { return relations[rng() % relations.size()]; };
  switch (rng() % 8) {
    case 0: return net.make(Kind::union_, pick(), pick());
    case 1: return net.make(Kind::intersection, pick(), pick());
    case 2: return net.make(Kind::difference, pick(), pick());
    case 3: return net.make(Kind::sequence, pick(), pick());
    case 4: return net.make(Kind::plus, pick());
    case 5: return net.make(Kind::inverse, pick());
    case 6: return net.make(Kind::identity, net.make(Kind::domain, pick()));
    default: return net.make(Kind::product, net.make(Kind::range, pick()), net.make(Kind::domain, pick()));
  }
}

Relation random_relation(std::mt19937& rng) {
  Relation r(kEvents);
  for (std::size_t i = 0; i < 5; ++i) r.add(rng() % kEvents, rng() % kEvents);
  return r;
}

Relation value(const Network& net, NodeId id, const Relation& order);

EventSet set_value(const Network& net, NodeId id, const Relation& order) {
  if (net.is_constant(id)) return net.set(id);
  const Relation r = value(net, net[id].a, order);
  return net[id].kind == Kind::domain ? r.domain() : r.range();
}

// The obvious evaluation of a network with its one order decided.
Relation value(const Network& net, NodeId id, const Relation& order) {
  const Node& n = net[id];
  switch (n.kind) {
    case Kind::constant: return net.relation(id);
    case Kind::unknown: return order;
    case Kind::union_: return value(net, n.a, order) | value(net, n.b, order);
    case Kind::intersection: return value(net, n.a, order) & value(net, n.b, order);
    case Kind::difference: return value(net, n.a, order) - value(net, n.b, order);
    case Kind::sequence: return value(net, n.a, order).compose(value(net, n.b, order));
    case Kind::plus: return value(net, n.a, order).transitive_closure();
    case Kind::inverse: return value(net, n.a, order).inverse();
    case Kind::identity: return Relation::identity(set_value(net, n.a, order));
    case Kind::product: return Relation::product(set_value(net, n.a, order), set_value(net, n.b, order));
    default: break;
  }
  ADD_FAILURE() << "a set where a relation is wanted";
  return Relation(kEvents);
}

bool holds(const Axiom& axiom, const Relation& r) {
  bool ok = true;
  if (axiom.test == cat::Test::acyclic) ok = r.acyclic();
  if (axiom.test == cat::Test::irreflexive) ok = r.irreflexive();
  if (axiom.test == cat::Test::empty) ok = r.empty();
  return ok != axiom.negated;
}

class RandomNetworks : public ::testing::TestWithParam<unsigned> {};

// A network over one order, with all orders there are and those that satisfy its axioms.
struct Listed {
  Network net{kEvents};
  Order order;
  std::vector<Relation> solutions, orders;
};

Listed listed(unsigned seed) {
  std::mt19937 rng(seed);
  Listed out;
  Network& net = out.net;
  Order& order = out.order;
  order.name = "o";
  order.node = net.unknown(false);
  order.base = net.constant(Relation(kEvents));
  order.classes = {EventSet::full(kEvents)};
  order.on = EventSet::full(kEvents);
  order.scope = Relation::full(kEvents) - Relation::identity(kEvents);
  net.orders.push_back(order);
  std::vector<NodeId> relations{order.node, net.constant(random_relation(rng)), net.constant(random_relation(rng))};
  for (int i = 0; i < 8; ++i) relations.push_back(grow(net, rng, relations));
  for (int i = 0; i < 2; ++i)
    net.axioms.push_back(
        {static_cast<cat::Test>(rng() % 3), rng() % 4 == 0, relations[relations.size() - 1 - static_cast<std::size_t>(i)], "a", {}});

  std::vector<std::uint32_t> sequence{0, 1, 2, 3};
  do {
    Relation total(kEvents);
    for (std::size_t i = 0; i < kEvents; ++i)
      for (std::size_t j = i + 1; j < kEvents; ++j) total.add(sequence[i], sequence[j]);
    out.orders.push_back(total);
    if (std::ranges::all_of(net.axioms, [&](const Axiom& a) { return holds(a, value(net, a.node, total)); }))
      out.solutions.push_back(total);
  } while (std::ranges::next_permutation(sequence).found);
  return out;
}

TEST_P(RandomNetworks, BoundsContainEverySolutionAndMeetAtTheEnd) {
  const auto [net, order, solutions, orders] = listed(GetParam());
  Propagator propagator(net);
  State state = propagator.initial();
  if (!propagator.propagate(state)) {
    EXPECT_TRUE(solutions.empty()) << "a conflict although there are solutions";
    return;
  }
  const bool entailed = propagator.entailed(state);
  for (const Relation& solution : solutions) {
    EXPECT_TRUE((propagator.lower(state, order.node) - solution).empty());
    EXPECT_TRUE((solution - propagator.upper(state, order.node)).empty());
  }
  for (const Relation& total : orders) {
    State decided = state;
    for (std::size_t a = 0; a < kEvents; ++a)
      for (std::size_t b = 0; b < kEvents; ++b)
        if (a != b && total.has(a, b)) propagator.require(decided, order.node, a, b);
    const bool accepted = propagator.propagate(decided);
    const bool is_solution = std::ranges::find(solutions, total) != solutions.end();
    EXPECT_EQ(accepted, is_solution);
    if (entailed && (propagator.lower(state, order.node) - total).empty()) {
      EXPECT_TRUE(is_solution) << "entailed, and yet an axiom fails";
    }
    EXPECT_EQ(accepted, accepted && propagator.entailed(decided));
  }
}

// Does a literal hold of the value that its node has in a solution?
bool holds_in(const Network& net, const Record& record, Literal literal, const Relation& solution) {
  const std::uint32_t word = literal / 64;
  const NodeId id = record.node_of(word);
  const bool in = record.is_lower(word);
  const std::size_t row = word - record.layout().offset[id] - (in ? 0 : record.layout().length(id)), column = literal % 64;
  return (net[id].is_set ? set_value(net, id, solution).has(column) : value(net, id, solution).has(row, column)) == in;
}

TEST_P(RandomNetworks, LearningFindsEverySolutionOnceAndLearnsOnlyWhatIsTrue) {
  const auto [net, order, solutions, orders] = listed(GetParam());
  std::mt19937 rng(GetParam());
  Propagator propagator(net);
  State state = propagator.initial();
  if (!propagator.propagate(state)) return;
  Learning learning(propagator, state);
  std::vector<Relation> found;
  for (bool more = true; more;) {
    if (!learning.propagate()) {
      more = learning.learn();
      continue;
    }
    std::vector<Literal> open;
    for (std::size_t a = 0; a < kEvents; ++a)
      for (std::size_t b = 0; b < kEvents; ++b)
        if (!propagator.lower_has(learning.state(), order.node, a, b) && propagator.upper_has(learning.state(), order.node, a, b))
          open.push_back(rng() % 2 ? learning.record().in(order.node, a, b) : learning.record().out(order.node, a, b));
    if (!open.empty()) {
      learning.decide(open[rng() % open.size()]);
      continue;
    }
    if (found.empty()) {
      for (const auto& clause : learning.clauses())
        for (const Relation& solution : solutions)
          EXPECT_TRUE(std::ranges::any_of(clause, [&](Literal l) { return holds_in(net, learning.record(), l, solution); }));
    }
    found.push_back(propagator.lower(learning.state(), order.node));
    more = learning.learn(learning.decisions());
  }
  EXPECT_EQ(found.size(), solutions.size());
  for (const Relation& solution : solutions) EXPECT_EQ(std::ranges::count(found, solution), 1);
  if (std::ranges::none_of(net.axioms, &Axiom::negated)) {
    EXPECT_EQ(learning.unexplained(), 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomNetworks, ::testing::Range(0U, 400U));

}  // namespace
}  // namespace thinair::bounds
