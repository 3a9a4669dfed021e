#include "verdict/explain.hpp"

#include <algorithm>

#include "cat/print.hpp"

namespace thinair::verdict {
namespace {

// Calls `on_name` with the name of everything that can be left out by name: checks that reject an execution, wherever they stand,
// and calls of procedures `as` something; and with how it would be called if it had no name.
template <class Statements, class F>
void for_each_name(Statements& statements, const F& on_name) {
  for (auto& s : statements) {
    if (s.kind == cat::Stmt::Kind::check || s.kind == cat::Stmt::Kind::let)
      for (auto& check : s.checks) on_name(check.name, [&] { return cat::to_text(check); });
    if (s.kind == cat::Stmt::Kind::call) on_name(s.check_name, [&] { return cat::to_text(s); });
    for_each_name(s.body, on_name);
    for_each_name(s.otherwise, on_name);
    for (auto& clause : s.clauses) for_each_name(clause.body, on_name);
  }
}

// Whether the single-execution model allows a state that satisfies the goal when some checks are left out; none after a limit.
Result<std::optional<bool>> consistent(const model::Question& question, const cat::Model& single, const std::vector<std::string>& left_out,
                                       Budget& budget) {
  search::Question q;
  q.test = question.test;
  q.model = &single;
  q.goal = question.goal;
  q.first_only = true;
  q.variants = question.variants;
  q.skipped = question.skipped;
  q.skipped.insert(q.skipped.end(), left_out.begin(), left_out.end());
  auto answer = search::solve(q, budget);
  if (!answer) return fail(std::move(answer.error()));
  if (!answer->outcomes.empty()) return std::optional(true);
  return answer->complete ? std::optional(false) : std::nullopt;
}

// A minimal set of checks that excludes the goal: each one is left out in turn, and stays out if the goal is excluded all the same.
Result<void> find_checks(const model::Question& question, Budget& budget, Explanation& out) {
  const cat::Model single = with_named_checks(question.model->single());
  std::vector<std::string> left_out;
  for (const std::string& name : check_names(single)) {
    std::vector<std::string> trial = left_out;
    trial.push_back(name);
    const auto still_open = consistent(question, single, trial, budget);
    if (!still_open) return fail(still_open.error());
    if (*still_open == false) {
      left_out = std::move(trial);
      continue;
    }
    out.checks.push_back(name);
    if (!still_open->has_value()) out.all_needed = false;
  }
  out.why = out.checks.empty() ? Explanation::Why::values : Explanation::Why::checks;
  return {};
}

}  // namespace

cat::Model with_named_checks(cat::Model model) {
  for_each_name(model.statements, [](std::string& name, const auto& text) {
    if (name.empty()) name = text();
  });
  return model;
}

std::vector<std::string> check_names(const cat::Model& model) {
  std::vector<std::string> out;
  for_each_name(model.statements, [&](const std::string& name, const auto&) {
    if (!name.empty() && std::ranges::find(out, name) == out.end()) out.push_back(name);
  });
  return out;
}

Result<Explanation> explain(model::Question question, Budget& budget) {
  Explanation out;
  question.first_only = true;
  auto answer = model::solve(question, budget, out.obstacle);
  if (!answer) return fail(std::move(answer.error()));
  out.answer = std::move(*answer);
  if (!out.answer.outcomes.empty()) {
    out.verdict = Verdict::allowed;
    out.for_some_values = search::satisfies(*question.test, out.answer, out.answer.outcomes.front(), *question.goal) == search::Truth::open;
    return out;
  }
  if (!out.answer.complete) {
    out.reason = out.answer.reason;
    return out;
  }
  out.verdict = Verdict::forbidden;
  if (question.model->multi()) {
    if (!out.obstacle.no_candidate) {
      out.why = Explanation::Why::unjustified;
      return out;
    }
    const auto possible = consistent(question, question.model->single(), {}, budget);
    if (!possible) return fail(possible.error());
    if (*possible == true) {
      out.why = Explanation::Why::thin_air;
      return out;
    }
  }
  if (const auto found = find_checks(question, budget, out); !found) return fail(found.error());
  return out;
}

}  // namespace thinair::verdict
