// An execution as the rules of a multi-execution model see it: values written, and what the single-execution model binds.
//
//   takes   a candidate and a single-execution model
//   gives   one world for every choice of total orders with which the model accepts the candidate
//   does not merge choices: two worlds may be equal
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/reference/judge.hpp"
#include "engine/reference/valuation.hpp"
#include "language/mem/ast.hpp"

namespace thinair::reference {

struct World {
  std::shared_ptr<const events::Structure> structure;
  std::vector<std::optional<program::Value>> written;  // by event; empty for events that do not write
  std::map<std::string, Value> names;                  // "rf", "hb", "R", ..: sets of events and relations

  std::size_t size() const { return structure->size(); }
};

// Every name that the conditions of a model use of its single-execution model, without T. and G.; also names of its own definitions,
// which then mean nothing there.
std::vector<std::string> names_used(const mem::Model& model);

// Calls `visit` with every world of the candidate until it returns false. `orders` and `skipped` as in judge.hpp; the verdict is
// judge's: rejected if there is no world or `visit` went through all of them.
using VisitWorld = std::function<bool(const World&)>;
Result<Judgement> for_each_world(const cat::Model& model, const std::vector<std::string>& names, const Candidate& candidate,
                                 std::shared_ptr<const events::Structure> structure,
                                 const std::vector<std::optional<program::Value>>& written, JudgeOptions options, Budget& budget,
                                 const VisitWorld& visit);

// What every writing event writes when reads return `values`.
std::vector<std::optional<program::Value>> written_values(const value::TermPool& pool, const events::Structure& structure,
                                                          const ReadValues& values);

}  // namespace thinair::reference
