#include "ask/explain/explain.hpp"

#include <algorithm>

namespace thinair::verdict {
namespace {

// Whether the single-execution model allows a state that satisfies the goal; none after a limit.
Result<std::optional<bool>> consistent(const model::Question& question, Budget& budget) {
  axiomatic::Question q;
  q.test = question.test;
  q.model = &question.model->single();
  q.goal = question.goal;
  q.first_only = true;
  q.variants = question.variants;
  q.skipped = question.skipped;
  auto answer = axiomatic::solve(q, budget);
  if (!answer) return fail(std::move(answer.error()));
  if (!answer->outcomes.empty()) return std::optional(true);
  return answer->complete ? std::optional(false) : std::nullopt;
}

void refute_candidates(const model::Question& question, Budget& budget, Explanation& out) {
  const auto kept = [&](const std::string& name) {
    return std::ranges::find(out.reason.rules, name, &Rule::name) != out.reason.rules.end();
  };
  cat::Model single = with_named_checks(question.model->single());
  std::vector<std::string> dropped;
  for (const Rule& rule : everything(question, true, budget).rules)
    if (!kept(rule.name)) dropped.push_back(rule.name);
  single = with_free_orders(std::move(single), dropped);
  axiomatic::Question q;
  q.test = question.test;
  q.model = &single;
  q.goal = question.goal;
  q.variants = question.variants;
  q.skipped = question.skipped;
  q.skipped.insert(q.skipped.end(), dropped.begin(), dropped.end());
  Budget again = budget.again();
  out.refutation = refute(q, again);
  // An order that does not exist is no check, but what stands against the outcome all the same.
  const bool order = std::ranges::any_of(out.refutation.by_check, [](const auto& c) { return c.first.starts_with("with "); });
  out.why = out.reason.rules.empty() && !order ? Explanation::Why::values : Explanation::Why::checks;
}

std::vector<EventId> find_circle(const events::Structure& s, const std::vector<EventId>& reads_from) {
  relation::Relation because = s.addr | s.data | s.ctrl;
  for (EventId r = 0; r < s.size(); ++r)
    if (s.events[r].reads() && reads_from[r] < s.size()) because.add(reads_from[r], r);
  return relation::shortest_cycle(because);
}

// An execution that has the values when the conditions on justifications are all left out.
void show_consistent(const model::Question& question, Budget& budget, Explanation& out) {
  model::Question q = question;
  for (const mem::Condition& c : question.model->multi()->conditions) q.skipped.push_back(c.name);
  for (const mem::Keep& k : question.model->multi()->keeps) q.skipped.push_back(k.name);
  q.among_values = true;
  q.verify = false;
  Budget again = budget.again();
  auto answer = model::solve(q, again);
  if (!answer || answer->outcomes.empty()) return;
  out.consistent = std::move(*answer);
  const events::Execution& x = out.consistent.outcomes.front().witness;
  out.circle = find_circle(*x.structure, x.reads_from);
}

}  // namespace

Result<Explanation> explain(model::Question question, Budget& budget) {
  Explanation out;
  question.first_only = true;
  auto answer = model::solve(question, budget, out.obstacle);
  if (!answer) return fail(std::move(answer.error()));
  out.answer = std::move(*answer);
  if (!out.answer.outcomes.empty()) {
    out.verdict = Verdict::allowed;
    out.for_some_values = axiomatic::satisfies(*question.test, out.answer, out.answer.outcomes.front(), *question.goal) == axiomatic::Truth::open;
    return out;
  }
  if (!out.answer.complete) {
    out.limit = out.answer.reason;
    return out;
  }
  out.verdict = Verdict::forbidden;
  out.why = Explanation::Why::checks;
  if (question.model->multi() && !out.obstacle.no_candidate) {
    out.why = Explanation::Why::unjustified;
    const justified::Candidate& target = (*out.obstacle.candidates)[out.obstacle.target];
    out.circle = find_circle(*target.structure, target.reads_from);
  } else if (question.model->multi()) {
    const auto possible = consistent(question, budget);
    if (!possible) return fail(possible.error());
    if (*possible == true) {
      out.why = Explanation::Why::thin_air;
      show_consistent(question, budget, out);
    }
  }
  out.reason = find_reason(question, out.of_single(), budget);
  if (out.of_single()) refute_candidates(question, budget, out);
  return out;
}

}  // namespace thinair::verdict
