#include "ask/jcstress/grade.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/satisfies.hpp"

namespace thinair::jcstress {
namespace {

// The text of the result; where the model leaves values open, a regular expression in which equal symbols are equal values.
// What `where` says about an open value cannot be said there: such an id accepts more than the model does, never less.
std::string id_of(const program::Test& test, const std::vector<Column>& columns, const std::vector<answer::Datum>& values,
                  const Coding& coding) {
  std::map<std::string, std::size_t> groups;
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const answer::Datum& datum = values[i];
    if (!out.empty()) out += ", ";
    if (const auto* value = std::get_if<program::Value>(&datum)) {
      out += std::to_string(coded(test, columns[i], *value, coding));
      continue;
    }
    const auto [group, first] = groups.try_emplace(std::get<answer::Open>(datum).symbol, groups.size() + 1);
    out += first ? "(-?\\d+)" : fmt::format("\\{}", group->second);
  }
  return out;
}

// "exists", "required" ... for a state that a clause of the test speaks about.
std::string asked_by(const program::Test& test, answer::Answer& answer, const answer::Outcome& outcome) {
  for (const program::Clause& clause : test.clauses)
    if (clause.kind != program::Clause::Kind::forall && engine::satisfies(test, answer, outcome, clause.prop) == answer::Truth::yes)
      return "; the test asks about it";
  return "";
}

}  // namespace

Result<Gradings> grade(const program::Test& test, const std::vector<Column>& columns, const problem::Model& sc,
                       const problem::ConfiguredModel& model, Budget& budget, const Coding& coding) {
  Gradings out;
  std::set<std::string> known;
  const auto add = [&](answer::Answer& answer, Expect expect, std::string_view why) {
    for (const answer::Outcome& outcome : answer.outcomes) {
      std::string id = id_of(test, columns, values(outcome.state, columns), coding);
      if (columns.empty()) id = "0";  // the result object holds something, see java_class.hpp
      if (known.insert(id).second) out.outcomes.push_back({{id}, expect, fmt::format("{}{}", why, asked_by(test, answer, outcome))});
    }
    if (!answer.complete && out.complete) {
      out.complete = false;
      out.reason = answer.limit.text;
    }
  };
  auto interleaving = problem::Problem::make(test, sc);
  if (!interleaving) return fail(std::move(interleaving.error()));
  auto problem = model.problem(test);
  if (!problem) return fail(std::move(problem.error()));
  auto strong = interleaving->outcomes(budget);
  if (!strong) return fail(std::move(strong.error()));
  add(*strong, Expect::acceptable, "an interleaving of the threads gives it");
  auto weak = problem->outcomes(budget);
  if (!weak) return fail(std::move(weak.error()));
  const std::string& name = model.model.name();
  add(*weak, Expect::interesting, fmt::format("{} allows it, no interleaving gives it", name));
  if (out.complete)
    out.outcomes.push_back({{}, Expect::forbidden, fmt::format("{} forbids it", name)});
  else
    out.outcomes.push_back({{}, Expect::interesting, fmt::format("{} was not asked to the end: {}", name, out.reason)});
  return out;
}

Gradings observing() {
  Gradings out;
  out.outcomes.push_back({{}, Expect::acceptable, "observed; nothing is judged here"});
  return out;
}

}  // namespace thinair::jcstress
