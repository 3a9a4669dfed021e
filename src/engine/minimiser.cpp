#include "engine/minimiser.hpp"

#include <algorithm>

#include "engine/facts.hpp"

namespace thinair::engine {

using answer::Reason;

Minimiser::Minimiser(Engine& engine, const program::Prop& goal, const Budget& budget, std::optional<std::uint64_t> effort)
    : engine_(engine), goal_(goal), budget_(budget.part(effort)), effort_(effort), rules_(engine.droppable()) {
  Budget unfolding = budget.again();
  facts_ = facts_of(engine.test(), goal, engine.relaxes_value_flow(), unfolding);
  out_rules_.assign(rules_.size(), false);
  out_facts_.assign(facts_.size(), false);
}

std::optional<bool> Minimiser::possible() {
  ++solved_;
  std::vector<answer::Fact> dropped;
  for (std::size_t i = 0; i < facts_.size(); ++i)
    if (out_facts_[i]) dropped.push_back(facts_[i]);
  const Relaxed relaxed = relax(goal_, dropped);
  Question question;
  question.goal = &relaxed.goal;
  question.first_only = true;
  question.among_values = true;
  question.without.facts = relaxed.facts;
  for (std::size_t i = 0; i < rules_.size(); ++i)
    if (out_rules_[i]) question.without.rules.add(rules_[i]);
  Budget budget = budget_.part(effort_ ? std::optional(*effort_ / 2) : std::nullopt);
  const auto answer = engine_.ask(question, budget);
  if (!answer) return std::nullopt;
  if (!answer->outcomes.empty()) return true;
  return answer->complete ? std::optional(false) : std::nullopt;
}

// Leaves out as much of out[from, to) as the goal stays forbidden without.
void Minimiser::shrink(std::vector<bool>& out, std::size_t from, std::size_t to) {
  if (from == to) return;
  for (std::size_t i = from; i < to; ++i) out[i] = true;
  const auto allowed = possible();
  if (allowed == false) return;
  for (std::size_t i = from; i < to; ++i) out[i] = false;
  if (to - from == 1) {
    if (!allowed) undecided_ = true;
    return;
  }
  const std::size_t middle = from + (to - from) / 2;
  shrink(out, from, middle);
  shrink(out, middle, to);
}

// Leaving out facts is not always a relaxation: an access of another mode may be forbidden more. So facts that were needed on the
// way are asked about again at the end, until every one of them is.
void Minimiser::confirm_facts() {
  for (bool changed = true; changed && !undecided_;) {
    changed = false;
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      if (out_facts_[i]) continue;
      out_facts_[i] = true;
      const auto allowed = possible();
      if (allowed == false) {
        changed = true;
        continue;
      }
      out_facts_[i] = false;
      undecided_ = undecided_ || !allowed;
    }
  }
}

Reason Minimiser::run() {
  shrink(out_rules_, 0, rules_.size());
  // Facts of one kind are most often needed together or not at all.
  for (std::size_t from = 0; from < facts_.size();) {
    std::size_t to = from;
    while (to < facts_.size() && facts_[to].kind == facts_[from].kind) ++to;
    shrink(out_facts_, from, to);
    from = to;
  }
  confirm_facts();
  Reason out;
  for (std::size_t i = 0; i < rules_.size(); ++i)
    if (!out_rules_[i]) out.rules.push_back(engine_.rules()[rules_[i]]);
  for (std::size_t i = 0; i < facts_.size(); ++i)
    if (!out_facts_[i]) out.facts.push_back(facts_[i]);
  out.minimal = !undecided_;
  out.solved = solved_;
  return out;
}

Reason Minimiser::everything() const {
  Reason out;
  for (const language::RuleId rule : rules_) out.rules.push_back(engine_.rules()[rule]);
  out.facts = facts_;
  return out;
}

std::optional<bool> Minimiser::possible_with(const Reason& kept) {
  for (std::size_t i = 0; i < rules_.size(); ++i)
    out_rules_[i] = std::ranges::find(kept.rules, engine_.rules()[rules_[i]]) == kept.rules.end();
  for (std::size_t i = 0; i < facts_.size(); ++i) out_facts_[i] = std::ranges::find(kept.facts, facts_[i]) == kept.facts.end();
  return possible();
}

}  // namespace thinair::engine
