#include "engine/machine/engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/machine/explorer.hpp"
#include "engine/machine/whole_program.hpp"
#include "support/check.hpp"

namespace thinair::machine {

using answer::Answer;

namespace {
constexpr unsigned kMostTurnsTried = 16;        // of a loop, where states are known to need more than the bound lets them have
constexpr std::uint64_t kLeastSteps = 200'000;  // for each such attempt
}  // namespace

Engine::Engine(const program::Test& test, std::shared_ptr<const op::Machine> machine, const language::Rules& rules,
               language::RuleSet always, bool literal)
    : test_(test), machine_(std::move(machine)), rules_(rules), always_(std::move(always)), literal_(literal) {}

std::vector<language::RuleId> Engine::droppable() const {
  std::vector<language::RuleId> out;
  for (language::RuleId id = 0; id < rules_.size(); ++id)
    if (!always_.has(id)) out.push_back(id);
  return out;
}

// What can be told before the machine runs.
Diagnostics Engine::cannot_judge() const {
  if (machine_->memory != op::kNoNode) return {};
  for (const program::Observable& o : program::observed(test_))
    if (o.is_location) {
      Diagnostic d;
      d.code = "op-memory";
      d.message = fmt::format("{}: this machine does not say what '{}' holds at the end", test_.name, program::to_text(test_.program, o));
      d.hint = "a statement 'memory x = ..' says it";
      d.has_position = false;
      return {d};
    }
  return {};
}

// Every state that the goal holds of, however often loops go round; none if that cannot be told.
std::optional<std::set<answer::State>> Engine::whole_program(const engine::Question& question, const language::RuleSet& without,
                                                             Budget& budget) const {
  if (!question.without.facts.empty()) return std::nullopt;
  const auto events = repertoire(test_.program);
  if (!events) return std::nullopt;
  return WholeProgram(test_, *machine_, *events, without, question.goal, budget).run();
}

Result<Answer> Engine::ask(const engine::Question& question, Budget& budget) {
  if (auto problems = cannot_judge(); !problems.empty()) return fail(std::move(problems));
  std::unique_ptr<candidates::Structures> own;
  candidates::Structures* structures = structures_.get();
  if (!question.without.facts.empty()) {
    own = std::make_unique<candidates::Structures>(test_, events::Reading{}, question.without.facts, budget);
    structures = own.get();
  } else if (!structures || !structures->reusable()) {
    structures_ = std::make_unique<candidates::Structures>(test_, events::Reading{}, program::Relaxation{}, budget);
    structures = structures_.get();
  }
  language::RuleSet without = always_;
  without.add(question.without.rules);
  Findings findings;
  structures->each(budget, [&](std::size_t, const std::shared_ptr<const Structure>& structure) {
    ++findings.statistics.structures;
    for (const auto& blocked : structure->blocked)
      if (blocked && blocked->by == events::Blocked::By::wait) {
        budget.exhaust(Incomplete::unsupported, "machines do not say when a thread waits for a notification forever");
        return false;
      }
    if (!structure->whole.empty()) {
      budget.exhaust(Incomplete::unsupported, "machines do not say whether a 64-bit access happens in one step");
      return false;
    }
    const Exploration exploration{machine_.get(), &test_, &question, &without, structures->unfolding(), structure, &rules_, literal_};
    return !Explorer(exploration, findings, budget).run() && findings.problems.empty();
  });
  if (!findings.problems.empty()) return fail(std::move(findings.problems));
  const bool enough = question.first_only && !findings.states.empty();
  // An event of a kind that no rule ever did: the machine does not know it, and what it did not do says nothing.
  if (!enough)
    for (const auto& [kind, where] : findings.stuck)
      if (!findings.done.contains(kind)) return fail(no_rule(test_, where));
  Answer answer;
  answer.unfolding = structures->unfolding();
  for (auto& [state, outcome] : findings.states) answer.outcomes.push_back(std::move(outcome));
  answer.statistics = findings.statistics;
  if (enough) return answer;
  if (budget.limit().reached()) {
    answer.complete = false;
    answer.limit = budget.limit();
  } else if (findings.loops_on) {
    const auto all = whole_program(question, without, budget);
    if (all)
      for (const answer::Outcome& outcome : answer.outcomes)
        check(all->contains(outcome.state), "a run of the whole program of " + test_.name + " comes to every state that its paths come to");
    if (all && all->size() == answer.outcomes.size()) return answer;
    // Some state takes more turns: with as many there is a trace to it.
    if (all && test_.program.unroll < kMostTurnsTried) {
      program::Test more = test_;
      more.program.unroll = std::max(1U, 2 * more.program.unroll);
      Budget part = budget.part(10 * budget.steps() + kLeastSteps);
      auto longer = Engine(more, machine_, rules_, always_, literal_).ask(question, part);
      if (longer && longer->complete) return longer;
    }
    answer.complete = false;
    answer.limit = {Incomplete::bound, fmt::format("some executions are still in a loop after {} turns", test_.program.unroll)};
  }
  return answer;
}

Result<bool> Engine::follows(const std::shared_ptr<events::Unfolding>& unfolding, const events::Execution& execution, bool ends,
                             Budget& budget) {
  engine::Question question;
  question.first_only = true;
  Findings findings;
  const Exploration exploration{machine_.get(),      &test_,  &question, &always_,   unfolding,
                                execution.structure, &rules_, literal_,  &execution, ends};
  const bool found = Explorer(exploration, findings, budget).run();
  if (!findings.problems.empty()) return fail(std::move(findings.problems));
  return found;
}

}  // namespace thinair::machine
