// Every execution that a single-execution model allows, with concrete values.
//
//   takes   a test, the single-execution model, the names whose meaning the rules need
//   gives   candidates: all of them, whatever their final state
//   does not ask which are justified
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/justified/candidate.hpp"
#include "engine/axiomatic/engine.hpp"

namespace thinair::justified {

struct CandidateRequest {
  const program::Test* test = nullptr;
  const cat::Model* model = nullptr;
  std::shared_ptr<events::Unfolding> unfolding;
  std::vector<std::string> names;         // "E" is the set of all events
  std::vector<std::string> total_orders;  // orders whose every pair the rules look at: each total order is a candidate
  std::vector<std::string> variants;
  std::vector<std::string> skipped;
  std::vector<Value> also;  // values that locations may hold besides those that do not come out of thin air
};

// What the names mean on this test: which are sets, and which are orders that the model chooses.
struct NameKinds {
  std::map<std::string, bool> is_set;
  std::vector<std::string> orders;
};
Result<NameKinds> name_kinds(const CandidateRequest& request, Budget& budget);

struct Candidates {
  std::vector<Candidate> all;
  bool left_out = false;  // executions whose values only thin air could supply; a model must exclude those for the list to be complete
};
Result<Candidates> candidates(const CandidateRequest& request, Budget& budget, axiomatic::Statistics& statistics);

}  // namespace thinair::justified
