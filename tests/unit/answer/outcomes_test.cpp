// What goes in comes out, in the order of the states.
#include "answer/outcomes.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>

namespace thinair::answer {
namespace {

Outcome random_outcome(std::mt19937& rng, const std::vector<std::shared_ptr<const events::Structure>>& structures) {
  const std::vector<Value> values{
      0, 1, -1, 127, 128, 255, 256, -128, -129, 65536, std::numeric_limits<Value>::max(), std::numeric_limits<Value>::min()};
  const std::vector<std::string> texts{"", "v1", "v1 + 1", std::string("a\0b", 3), "\1", "\2z", "\xFF"};
  const auto value = [&] { return values[rng() % values.size()]; };
  const auto text = [&] { return texts[rng() % texts.size()]; };
  Outcome out;
  for (int i = 0; i < 3; ++i) {
    if (rng() % 4 != 0) {
      out.state.values.emplace_back(value());
      continue;
    }
    Open open{text(), text()};
    if (rng() % 2 == 0) open.example = value();
    out.state.values.emplace_back(open);
  }
  for (std::uint32_t t = 0; t < 3; ++t) {
    if (rng() % 4 == 0) out.state.threw.push_back(t);
    if (rng() % 4 == 0) out.state.blocked.push_back(t);
  }
  out.witness.structure = structures[rng() % structures.size()];
  const std::size_t events = 1 + rng() % 80;
  for (std::size_t e = 0; e < events; ++e) {
    out.witness.reads_from.push_back(rng() % 5 == 0 ? kNoEvent : static_cast<EventId>(rng() % events));
    out.witness.read_values.push_back(static_cast<value::TermId>(rng() % 100'000));
  }
  out.witness.final_write = {0, kNoEvent, 300};
  relation::Relation order(events);
  for (std::size_t i = 0; i < events; ++i) order.add(rng() % events, rng() % events);
  out.witness.orders = {{"co", order}, {"so", relation::Relation(events)}};
  if (rng() % 2 == 0) out.justification = std::make_shared<const Justification>();
  out.terms = {1, 2, 3};
  out.constraints = {static_cast<value::TermId>(rng() % 1000)};
  return out;
}

void expect_same(const Outcome& a, const Outcome& b) {
  EXPECT_EQ(a.state, b.state);
  EXPECT_EQ(a.witness.structure, b.witness.structure);
  EXPECT_EQ(a.witness.reads_from, b.witness.reads_from);
  EXPECT_EQ(a.witness.final_write, b.witness.final_write);
  EXPECT_EQ(a.witness.read_values, b.witness.read_values);
  EXPECT_EQ(a.witness.orders, b.witness.orders);
  EXPECT_EQ(a.justification, b.justification);
  EXPECT_EQ(a.terms, b.terms);
  EXPECT_EQ(a.constraints, b.constraints);
}

TEST(Outcomes, GiveBackWhatWasAddedInTheOrderOfTheStates) {
  std::mt19937 rng(1);
  const std::vector<std::shared_ptr<const events::Structure>> structures{nullptr, std::make_shared<const events::Structure>(),
                                                                         std::make_shared<const events::Structure>()};
  std::map<State, Outcome> expected;
  Outcomes outcomes;
  for (int i = 0; i < 3000; ++i) {
    const Outcome outcome = random_outcome(rng, structures);
    EXPECT_EQ(outcomes.contains(outcome.state), expected.contains(outcome.state));
    EXPECT_EQ(outcomes.add(outcome), expected.emplace(outcome.state, outcome).second);
    EXPECT_TRUE(outcomes.contains(outcome.state));
  }
  outcomes.sort();
  ASSERT_EQ(outcomes.size(), expected.size());
  std::size_t i = 0;
  for (const auto& [state, outcome] : expected) {
    EXPECT_EQ(outcomes.state(i), state);
    EXPECT_TRUE(outcomes.contains(state));
    expect_same(outcomes[i++], outcome);
  }
}

TEST(Outcomes, CopiesGoTheirOwnWays) {
  std::mt19937 rng(2);
  const std::vector<std::shared_ptr<const events::Structure>> structures{nullptr};
  Outcomes first{random_outcome(rng, structures)};
  Outcomes second = first;
  const Outcome one = random_outcome(rng, structures), other = random_outcome(rng, structures);
  first.add(one);
  second.add(other);
  expect_same(first[1], one);
  expect_same(second[1], other);
  expect_same(first[0], second[0]);
}

}  // namespace
}  // namespace thinair::answer
