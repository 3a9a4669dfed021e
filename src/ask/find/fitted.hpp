// What was observed, which models agree with it, and what tells these apart: as data, by number.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "space/program.hpp"

namespace thinair::find {
using namespace space;

struct Seen {
  std::string test;
  std::string outcome;  // a proposition
  bool allowed = true;  // else it is known not to happen
};

struct Fitted {
  std::vector<std::size_t> against;  // observations, by number
  std::size_t unknown = 0;           // without an answer
  bool fits() const { return against.empty() && unknown == 0; }
};

// A program that splits models which nothing before it did.
struct Split {
  Program program;
  std::string state;                         // that some allow and some forbid
  std::vector<std::size_t> allows, forbids;  // models, by number
};

struct Separation {
  std::vector<Split> splits;
  std::vector<std::vector<std::size_t>> together;  // those that no program told apart; one is alone
  std::uint64_t programs = 0, unknown = 0;
};

}  // namespace thinair::find
