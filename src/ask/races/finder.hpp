// Looks for data races: see races.hpp.
#pragma once

#include "ask/races/races.hpp"
#include "problem/problem.hpp"

namespace thinair::races {

// Two models, made ready once.
class Finder {
 public:
  static Finder make();

  // What keeps a test from being asked: it is no Java test. Nothing if it can be.
  Diagnostics incompatibilities(const program::Test& test) const { return whole_.incompatibilities(test.program, {}); }

  // Every pair. `verify`: each execution is checked by the reference engine.
  Result<Races> all(const program::Test& test, Budget& budget, bool verify = false) const;
  // Is there one at all? One question.
  Result<Races> any(const program::Test& test, Budget& budget) const;

 private:
  Finder(problem::Model whole, problem::Model pair) : whole_(std::move(whole)), pair_(std::move(pair)) {}

  problem::Model whole_, pair_;
};

}  // namespace thinair::races
