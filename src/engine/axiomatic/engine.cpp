// Path combinations one after the other; per combination the networks of the model; per network an exploration of
// reads-from. Where a model must look inside values that depend on rf or on an order (engine/bounds/build says so), reads are
// decided first and the model is built again for each choice.
#include "engine/axiomatic/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/bounds/build.hpp"
#include "engine/axiomatic/condition.hpp"
#include "engine/axiomatic/explore.hpp"
#include "support/check.hpp"

namespace thinair::axiomatic {
namespace {

using bounds::Need;
using bounds::Network;

class Engine {
 public:
  Engine(const Question& question, Budget& budget)
      : question_(question),
        budget_(budget),
        unfolding_(std::make_shared<events::Unfolding>(events::unfold(question.test->program, budget))),
        open_values_(unfolding_->pool, budget) {}

  Result<Answer> run() {
    const std::size_t threads = unfolding_->threads.size();
    const bool some_path = std::ranges::all_of(unfolding_->threads, [](const auto& paths) { return !paths.empty(); });
    std::vector<std::uint32_t> chosen(threads, 0);
    for (bool more = some_path && !budget_.exhausted(); more && !done_ && !budget_.exhausted(); more = advance(chosen)) {
      ++statistics_.structures;
      auto structure = std::make_shared<const events::Structure>(events::combine(question_.test->program, *unfolding_, chosen));
      if (auto problem = judge(std::move(structure))) return fail(std::move(*problem));
    }
    Answer answer;
    for (auto& [state, outcome] : states_) answer.outcomes.push_back(std::move(outcome));
    answer.flags.assign(flags_.begin(), flags_.end());
    answer.reason = budget_.reason();
    if (answer.reason.empty() && loops_on_ && !done_)
      answer.reason = fmt::format("a loop may go round more than {} times", question_.test->program.unroll);
    answer.complete = answer.reason.empty();
    statistics_.solver_calls = open_values_.solver_calls;
    answer.statistics = statistics_;
    answer.unfolding = unfolding_;
    return answer;
  }

 private:
  bool advance(std::vector<std::uint32_t>& chosen) const {
    for (std::size_t t = chosen.size(); t-- > 0;) {
      if (++chosen[t] < unfolding_->threads[t].size()) return true;
      chosen[t] = 0;
    }
    return false;
  }

  // The problem with the model, if it cannot be evaluated on this structure.
  std::optional<Diagnostics> judge(std::shared_ptr<const events::Structure> structure) {
    Exploration x;
    x.question = &question_;
    x.unfolding = unfolding_;
    x.structure = structure;
    x.budget = &budget_;
    x.open_values = &open_values_;
    x.statistics = &statistics_;
    x.states = &states_;
    if (structure->cut) {
      // A thread is still in a loop: no final state. Only whether such an execution is allowed matters, once.
      if (loops_on_) return std::nullopt;
      x.any_state = true;
    }
    bounds::BuildOptions options;
    options.variants = &question_.variants;
    options.skipped = &question_.skipped;
    Need need = Need::nothing;
    if (auto problem = build_and_explore(x, options, need)) return problem;
    if (need == Need::nothing) return std::nullopt;
    options.list_orders = need == Need::orders;
    return judge_read_by_read(x, options);
  }

  std::optional<Diagnostics> build_and_explore(const Exploration& x, const bounds::BuildOptions& options, Need& need) {
    std::optional<Diagnostics> problem;
    const auto built = bounds::build(question_.test->program, *x.structure, *question_.model, options, budget_, [&](Network& net) {
      const bool found = Explorer(x, net).run();
      if (x.any_state) {
        loops_on_ = loops_on_ || found;
        return !loops_on_ && !budget_.exhausted();
      }
      if (found) done_ = question_.first_only;
      problem = raise_flags(x, net);
      return !done_ && !problem && !budget_.exhausted();
    });
    if (!built) return built.error();
    need = *built;
    return problem;
  }

  // Every reads-from relation and choice of final writes, one network each.
  std::optional<Diagnostics> judge_read_by_read(const Exploration& x, bounds::BuildOptions options) {
    const events::Structure& s = *x.structure;
    std::vector<std::pair<EventId, std::vector<EventId>>> picks;  // read and its candidate writes
    const relation::Relation candidates = bounds::rf_candidates(s);
    for (EventId r = 0; r < s.size(); ++r) {
      if (!s.events[r].reads()) continue;
      picks.emplace_back(r, std::vector<EventId>{});
      for (EventId w = 0; w < s.size(); ++w)
        if (candidates.has(w, r)) picks.back().second.push_back(w);
    }
    const auto groups = bounds::final_write_groups(s);
    const std::size_t reads = picks.size();
    for (const auto& group : groups) picks.emplace_back(0, group.elements());
    std::vector<std::size_t> at(picks.size(), 0);
    for (bool more = true; more && !done_ && !(x.any_state && loops_on_) && !budget_.exhausted();) {
      options.rf = relation::Relation(s.size());
      options.fw = relation::EventSet(s.size());
      for (std::size_t i = 0; i < picks.size(); ++i) {
        if (i < reads)
          options.rf->add(picks[i].second[at[i]], picks[i].first);
        else
          options.fw->add(picks[i].second[at[i]]);
      }
      Exploration fixed = x;
      fixed.fixed_rf = &*options.rf;
      fixed.fixed_fw = &*options.fw;
      Need need = Need::nothing;
      if (auto problem = build_and_explore(fixed, options, need)) return problem;
      if (need != Need::nothing) {
        check(!options.list_orders, "with reads and orders decided every value is constant");
        options.list_orders = true;
        continue;
      }
      more = false;
      for (std::size_t i = picks.size(); i-- > 0 && !more;) {
        if (++at[i] < picks[i].second.size())
          more = true;
        else
          at[i] = 0;
      }
    }
    return std::nullopt;
  }

  // A flag is raised if some allowed execution has it; an assertion must hold in all of them.
  std::optional<Diagnostics> raise_flags(const Exploration& x, const Network& net) {
    Exploration any = x;
    any.any_state = true;
    for (const bounds::Axiom& flag : net.flags) {
      if (flags_.contains(flag.name)) continue;
      Network with_flag = net;
      with_flag.axioms.push_back(flag);
      if (Explorer(any, with_flag).run()) flags_.insert(flag.name);
    }
    for (const bounds::Axiom& assertion : net.assertions) {
      Network against = net;
      against.axioms.push_back(assertion);
      against.axioms.back().negated = !assertion.negated;
      if (!Explorer(any, against).run()) continue;
      Diagnostic d;
      d.code = "cat-assert";
      d.where = assertion.where;
      d.message = "the model's assertion fails on an execution of this test";
      return Diagnostics{std::move(d)};
    }
    return std::nullopt;
  }

  const Question& question_;
  Budget& budget_;
  std::shared_ptr<events::Unfolding> unfolding_;
  OpenValues open_values_;
  States states_;
  std::set<std::string> flags_;
  Statistics statistics_;
  bool done_ = false;
  bool loops_on_ = false;  // some allowed execution was still in a loop when the bound ended it
};

}  // namespace

Result<Answer> solve(const Question& question, Budget& budget) { return Engine(question, budget).run(); }

Truth satisfies(const program::Test& test, Answer& answer, const Outcome& outcome, const program::Prop& prop) {
  value::TermPool& pool = answer.unfolding->pool;
  const value::TermId term = as_term(prop, observed(test), outcome.terms, pool);
  if (const auto value = pool.as_constant(term)) return *value != 0 ? Truth::yes : Truth::no;
  Budget budget;
  OpenValues open(pool, budget);
  std::vector<value::TermId> with = outcome.constraints, against = outcome.constraints;
  with.push_back(term);
  against.push_back(pool.logical_not(term));
  if (!open.satisfiable(std::move(with))) return Truth::no;
  return open.satisfiable(std::move(against)) ? Truth::open : Truth::yes;
}

}  // namespace thinair::axiomatic
