#include "verdict/explain.hpp"

#include <algorithm>

namespace thinair::verdict {
namespace {

void collect(const std::vector<cat::Stmt>& statements, std::vector<std::string>& out) {
  for (const cat::Stmt& s : statements) {
    for (const cat::Check& check : s.checks)
      if (s.kind == cat::Stmt::Kind::check && !check.name.empty() && std::ranges::find(out, check.name) == out.end()) out.push_back(check.name);
    collect(s.body, out);
    collect(s.otherwise, out);
  }
}

// Whether the single-execution model allows a state that satisfies the goal when some checks are left out; none after a limit.
Result<std::optional<bool>> consistent(const model::Question& question, const std::vector<std::string>& left_out, Budget& budget) {
  search::Question q;
  q.test = question.test;
  q.model = &question.model->single();
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
  const std::vector<std::string> all = check_names(question.model->single());
  std::vector<std::string> left_out;
  for (const std::string& name : all) {
    std::vector<std::string> trial = left_out;
    trial.push_back(name);
    const auto still_open = consistent(question, trial, budget);
    if (!still_open) return fail(still_open.error());
    if (*still_open == false)
      left_out = std::move(trial);
    else
      out.checks.push_back(name);
  }
  out.why = out.checks.empty() ? Explanation::Why::values : Explanation::Why::checks;
  return {};
}

}  // namespace

std::vector<std::string> check_names(const cat::Model& model) {
  std::vector<std::string> out;
  collect(model.statements, out);
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
    const auto possible = consistent(question, {}, budget);
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
