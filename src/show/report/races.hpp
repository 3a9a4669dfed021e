// Data races as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "ask/races/races.hpp"
#include "show/report/report.hpp"
#include "support/source.hpp"

namespace thinair::report {

// What a model says about the clauses of a test with races: are these benign?
struct Benign {
  std::string model;
  const verdict::Checked& checked;
};

struct RacesFound {
  const program::Test& test;
  const races::Races& races;
  const Sources& sources;
  double seconds = 0;
  std::vector<Benign> benign = {};
  Origin origin = {};
};

namespace text {
std::string races(const RacesFound& found, const Style& style);
}
namespace json {
std::string races(const RacesFound& found);
}

}  // namespace thinair::report
