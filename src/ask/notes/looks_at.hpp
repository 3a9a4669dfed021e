// Does the text of a model tell events of an access mode from plain ones?
//
//   takes   a model as a tree, the names of a dialect's event sets, and a kind of event
//   gives   whether some rule may come out differently if the event were in none of these sets
//   does not run the model: no test is at hand
//
// Every expression is evaluated for two events at once that are alike but for the sets: is each of them in it, as far as that can be told,
// and may the answer differ? What is not told apart here cannot matter to any rule. The other way round it is a guess that errs to `looks
// at`.
#pragma once

#include <string>
#include <vector>

#include "problem/model.hpp"

namespace thinair::notes {

struct EventKind {
  bool reads = false, writes = false, fence = false;
  program::SetMask sets = 0;
  auto operator<=>(const EventKind&) const = default;
};

bool looks_at(const problem::Model& model, const std::vector<std::string>& set_names, const EventKind& kind);

}  // namespace thinair::notes
