// The laws of relation algebra, on random relations of sizes around the word boundary, each against a definition written
// out with pairs.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "ask/generate/rng.hpp"
#include "relation/relation.hpp"

namespace thinair::relation {
namespace {

EventSet random_set(generate::Rng& rng, std::size_t n, unsigned percent) {
  EventSet set(n);
  for (std::size_t i = 0; i < n; ++i)
    if (rng.chance(percent)) set.add(i);
  return set;
}

Relation random_relation(generate::Rng& rng, std::size_t n, unsigned percent) {
  Relation r(n);
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b)
      if (rng.chance(percent)) r.add(a, b);
  return r;
}

struct Sample {
  std::size_t n;
  Relation r, s, t;
  EventSet a, b;
};

class Laws : public ::testing::TestWithParam<std::size_t> {
 protected:
  void for_each_sample(const std::function<void(const Sample&)>& law) {
    const std::size_t n = GetParam();
    generate::Rng rng(n * 7919 + 1);
    for (int i = 0; i < 20; ++i) {
      const unsigned density = rng.pick(std::vector<unsigned>{1, 3, 10, 50});
      law({n, random_relation(rng, n, density), random_relation(rng, n, density), random_relation(rng, n, density), random_set(rng, n, 40),
           random_set(rng, n, 40)});
    }
  }
};

TEST_P(Laws, ComposeIsItsDefinition) {
  for_each_sample([](const Sample& x) {
    Relation expected(x.n);
    for (const auto& [a, b] : x.r.pairs())
      for (const auto& [c, d] : x.s.pairs())
        if (b == c) expected.add(a, d);
    EXPECT_EQ(x.r.compose(x.s), expected);
  });
}

TEST_P(Laws, ComposeIsAssociativeAndDistributes) {
  for_each_sample([](const Sample& x) {
    EXPECT_EQ(x.r.compose(x.s).compose(x.t), x.r.compose(x.s.compose(x.t)));
    EXPECT_EQ(x.r.compose(x.s | x.t), x.r.compose(x.s) | x.r.compose(x.t));
    EXPECT_EQ((x.s | x.t).compose(x.r), x.s.compose(x.r) | x.t.compose(x.r));
    EXPECT_EQ(x.r.compose(Relation::identity(x.n)), x.r);
    EXPECT_EQ(Relation::identity(x.n).compose(x.r), x.r);
  });
}

TEST_P(Laws, InverseReversesComposition) {
  for_each_sample([](const Sample& x) {
    EXPECT_EQ(x.r.inverse().inverse(), x.r);
    EXPECT_EQ(x.r.compose(x.s).inverse(), x.s.inverse().compose(x.r.inverse()));
    EXPECT_EQ((x.r & x.s).inverse(), x.r.inverse() & x.s.inverse());
  });
}

TEST_P(Laws, ClosureIsTheLeastTransitiveRelationAbove) {
  for_each_sample([](const Sample& x) {
    Relation expected = x.r;  // r | r;r | r;r;r | ...
    for (Relation more = expected | expected.compose(x.r); more != expected; more = expected | expected.compose(x.r)) expected = more;
    const Relation closure = x.r.transitive_closure();
    EXPECT_EQ(closure, expected);
    EXPECT_EQ(closure.transitive_closure(), closure);
    EXPECT_EQ(x.r.acyclic(), closure.irreflexive());
  });
}

TEST_P(Laws, DeMorganAndDifference) {
  for_each_sample([](const Sample& x) {
    EXPECT_EQ((x.r | x.s).complement(), x.r.complement() & x.s.complement());
    EXPECT_EQ(x.r - x.s, x.r & x.s.complement());
    EXPECT_EQ(x.r.complement().complement(), x.r);
    EXPECT_EQ(x.r.count() + x.r.complement().count(), x.n * x.n);
    EXPECT_EQ((x.a | x.b).complement(), x.a.complement() & x.b.complement());
    EXPECT_EQ(x.a - x.b, x.a & x.b.complement());
    EXPECT_EQ(x.a.count() + x.a.complement().count(), x.n);
  });
}

TEST_P(Laws, DomainRangeProductAndRestriction) {
  for_each_sample([](const Sample& x) {
    EXPECT_EQ(x.r.domain(), x.r.inverse().range());
    EventSet domain(x.n), range(x.n);
    for (const auto& [a, b] : x.r.pairs()) domain.add(a), range.add(b);
    EXPECT_EQ(x.r.domain(), domain);
    EXPECT_EQ(x.r.range(), range);
    EXPECT_EQ(x.r.restrict_to(x.a, x.b), Relation::identity(x.a).compose(x.r).compose(Relation::identity(x.b)));
    if (!x.b.empty()) {
      EXPECT_EQ(Relation::product(x.a, x.b).domain(), x.a);
    }
    EXPECT_EQ(Relation::product(x.a, x.b).count(), x.a.count() * x.b.count());
  });
}

TEST_P(Laws, ShortestCycleIsACycleAndThereIsOneIfAndOnlyIfCyclic) {
  for_each_sample([](const Sample& x) {
    const auto cycle = shortest_cycle(x.r);
    EXPECT_EQ(cycle.empty(), x.r.acyclic());
    for (std::size_t i = 0; i < cycle.size(); ++i) EXPECT_TRUE(x.r.has(cycle[i], cycle[(i + 1) % cycle.size()]));
    Relation power = x.r;  // no shorter one: r, r;r, ... are irreflexive up to its length
    for (std::size_t k = 1; k < cycle.size(); ++k, power = power.compose(x.r)) EXPECT_TRUE(power.irreflexive());
  });
}

TEST_P(Laws, LinearExtensionExtends) {
  for_each_sample([](const Sample& x) {
    Relation upwards(x.n);  // a random acyclic relation
    for (const auto& [a, b] : x.r.pairs())
      if (a < b) upwards.add(x.n - 1 - a, x.n - 1 - b);
    const auto order = linear_extension(x.a, upwards);
    EXPECT_EQ(order.size(), x.a.count());
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) EXPECT_FALSE(upwards.has(order[i], order[j]));
  });
}

INSTANTIATE_TEST_SUITE_P(Sizes, Laws, ::testing::Values(0, 1, 2, 5, 17, 63, 64, 65));

}  // namespace
}  // namespace thinair::relation
