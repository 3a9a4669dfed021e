#include "ask/jcstress/grade.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "ask/verdict/compare.hpp"
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
                       const problem::ConfiguredModel& model, Budget& budget, const Coding& coding, const std::optional<Code>& code) {
  Gradings out;
  std::set<std::string> known;
  const auto add = [&](const answer::State& state, Expect expect, const std::string& why) {
    std::string id = id_of(test, columns, values(state, columns), coding);
    if (columns.empty()) id = "0";  // the result object holds something, see java_class.hpp
    if (known.insert(id).second) out.outcomes.push_back({{id}, expect, why});
  };
  const auto add_all = [&](answer::Answer& answer, Expect expect, std::string_view why) {
    for (const answer::Outcome& outcome : answer.outcomes)
      add(outcome.state, expect, fmt::format("{}{}", why, asked_by(test, answer, outcome)));
  };
  const auto note_limit = [&](const Limit& limit) {
    if (!limit.reached() || !out.complete) return;
    out.complete = false;
    out.reason = limit.text;
  };
  auto interleaving = problem::Problem::make(test, sc);
  if (!interleaving) return fail(std::move(interleaving.error()));
  auto problem = model.problem(test);
  if (!problem) return fail(std::move(problem.error()));
  auto strong = interleaving->outcomes(budget);
  if (!strong) return fail(std::move(strong.error()));
  add_all(*strong, Expect::acceptable, "an interleaving of the threads gives it");
  note_limit(strong->limit);
  auto weak = problem->outcomes(budget);
  if (!weak) return fail(std::move(weak.error()));
  note_limit(weak->limit);
  const bool all_allowed_known = out.complete;
  const std::string& name = model.model.name();
  std::string only_the_model = fmt::format("{} allows it, no interleaving gives it", name);
  if (code) {
    for (const answer::State& state : code->shows.states) {
      if (verdict::has(test, *weak, state))
        add(state, Expect::acceptable, fmt::format("code of {} shows it, no interleaving gives it", code->scheme));
      else if (weak->complete)
        add(state, Expect::forbidden,
            fmt::format("{} forbids it, yet code of {} shows it under {}: the model or the scheme is wrong", name, code->scheme,
                        code->model));
      else
        add(state, Expect::interesting,
            fmt::format("code of {} shows it; {} was not asked to the end: {}", code->scheme, name, weak->limit.text));
    }
    note_limit(code->shows.limit);
    only_the_model =
        code->shows.limit.reached()
            ? fmt::format("{} allows it; whether code of {} shows it is not known: {}", name, code->scheme, code->shows.limit.text)
            : fmt::format("{} allows it, code of {} does not show it: a compiler did more than translate", name, code->scheme);
  }
  add_all(*weak, Expect::interesting, only_the_model);
  if (all_allowed_known)
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
