#include "ask/suite/judge.hpp"

#include "ask/verdict/check.hpp"
#include "problem/problem.hpp"

namespace thinair::suite {
namespace {

using verdict::Verdict;

Status status_of(Verdict verdict, const Expectation* expected) {
  if (verdict == Verdict::unknown) return Status::unknown;
  if (!expected || expected->verdict == Verdict::unknown) return Status::no_expectation;
  return expected->verdict == verdict ? Status::pass : Status::fail;
}

}  // namespace

std::vector<Judged> judge(const Entry& entry, const problem::ConfiguredModel& model, const Expectations* expectations, Budget& budget) {
  std::vector<Judged> out;
  for (const program::Clause& clause : entry.test.clauses)
    out.push_back(
        {.verdict = Verdict::unknown, .expected = expectations ? expectations->find(entry.id, clause.text) : nullptr, .reason = ""});
  const auto refused = [&](Status status, const Diagnostics& why) {
    for (Judged& judged : out) {
      judged.status = status;
      judged.reason = why.front().message;
    }
    return out;
  };
  const auto unsupported = [&](const Diagnostics& why) { return refused(Status::unsupported, why); };
  if (const Diagnostics why = model.model.other_architecture(entry.test.program); !why.empty()) return refused(Status::foreign, why);
  auto problem = model.problem(entry.test);
  if (!problem) return unsupported(problem.error());
  const auto checked = verdict::check(*problem, budget);
  if (!checked) return unsupported(checked.error());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i].verdict = checked->judgements[i].verdict;
    out[i].reason = checked->judgements[i].limit.text;
    out[i].status = status_of(out[i].verdict, out[i].expected);
  }
  return out;
}

}  // namespace thinair::suite
