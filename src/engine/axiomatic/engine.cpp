#include "engine/axiomatic/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/axiomatic/explore.hpp"
#include "engine/axiomatic/refute.hpp"
#include "engine/axiomatic/relations.hpp"
#include "engine/bounds/likeness.hpp"
#include "engine/candidates/condition.hpp"
#include "engine/minimiser.hpp"
#include "engine/reading.hpp"
#include "support/check.hpp"

namespace thinair::axiomatic {

using answer::Answer;
using answer::Explanation;
using bounds::Need;
using bounds::Network;

namespace {
constexpr std::size_t kMostNetworksKept = 512;  // structures whose networks are kept
constexpr std::size_t kMostPutOff = 4096;       // structures that wait for the others
constexpr std::size_t kMostLikened = 64;        // structures of tests that are worth it
}  // namespace

// One question.
class Asking {
 public:
  Asking(Engine& engine, const engine::Question& question, candidates::Structures& structures, Budget& budget,
         const EachExecution* each_execution = nullptr)
      : each_execution_(each_execution),
        engine_(engine),
        question_(question),
        structures_(structures),
        budget_(budget),
        open_values_(structures.unfolding()->pool, budget),
        as_it_is_(question.without.facts.empty() && question.without.rules.empty()) {
    options_.without = engine.always_;
    options_.without.add(question.without.rules);
  }

  Result<Answer> run() {
    std::optional<Diagnostics> problem;
    // Where one outcome is enough, structures that loops were cut off in have their turn when the others have none.
    std::vector<std::pair<std::size_t, std::shared_ptr<const events::Structure>>> cut;
    structures_.each(budget_, [&](std::size_t number, const std::shared_ptr<const events::Structure>& structure) {
      ++statistics_.structures;
      if (question_.first_only && structure->bound_reached && cut.size() < kMostPutOff)
        cut.emplace_back(number, structure);
      else
        problem = judge(number, structure);
      return !problem && !done_;
    });
    for (std::size_t i = 0; i < cut.size() && !problem && !done_; ++i) problem = judge(cut[i].first, cut[i].second);
    if (problem) return fail(std::move(*problem));
    Answer answer;
    states_.sort();
    answer.outcomes = std::move(states_);
    if (!undefined_.empty()) flags_.insert("undef");  // as herd calls it, whatever the check is called
    answer.flags.assign(flags_.begin(), flags_.end());
    answer.undefined.assign(undefined_.begin(), undefined_.end());
    answer.limit = budget_.limit();
    if (!answer.limit.reached() && leads_nowhere_ && !done_)
      answer.limit = {Incomplete::unsupported, "an access may be to no location of the test"};
    if (!answer.limit.reached() && loops_on_ && !done_)
      answer.limit = {Incomplete::bound, fmt::format("a loop may go round more than {} times", engine_.test_.program.unroll)};
    answer.complete = !answer.limit.reached();
    statistics_.solver_calls = open_values_.solver_calls;
    answer.statistics = statistics_;
    answer.unfolding = structures_.unfolding();
    return answer;
  }

 private:
  // The problem with the model, if it cannot be evaluated on this structure.
  std::optional<Diagnostics> judge(std::size_t number, const std::shared_ptr<const events::Structure>& structure) {
    Exploration x;
    x.test = &engine_.test_;
    x.question = &question_;
    x.unfolding = structures_.unfolding();
    x.structure = structure;
    x.budget = &budget_;
    x.open_values = &open_values_;
    x.statistics = &statistics_;
    x.states = &states_;
    x.each_execution = each_execution_;
    if (structure->bound_reached) {
      // A thread is still in a loop: no final state. Only whether such an execution is allowed matters, once.
      if (structure->nowhere ? leads_nowhere_ : loops_on_) return std::nullopt;
      x.any_state = true;
    }
    const bounds::PlannedModel& model = *engine_.model_;
    const bool only_states = !x.any_state && !model.looks_inside && model.plan.flags.empty() && model.plan.assertions.empty();
    if (question_.goal && only_states && candidates::truth_on_paths(*question_.goal, *structure, x.unfolding->pool) == false)
      return std::nullopt;
    if (as_it_is_ && number < engine_.networks_.size() && engine_.networks_[number]) {
      std::optional<Diagnostics> problem;
      for (const auto& net : *engine_.networks_[number]) {
        net->limit(budget_);
        if (!explore(x, *net, problem)) break;
      }
      return problem;
    }
    Need need = Need::nothing;
    Engine::Networks built;
    if (auto problem = build_and_explore(x, options_, need, &built)) return problem;
    if (need != Need::nothing) {
      bounds::BuildOptions options = options_;
      options.list_orders = need == Need::orders;
      return judge_read_by_read(x, options);
    }
    // Only if every network was made: a search that ended early has not seen the others.
    if (as_it_is_ && number < kMostNetworksKept && !ended_ && !budget_.limit().reached()) {
      if (engine_.networks_.size() <= number) engine_.networks_.resize(number + 1);
      engine_.networks_[number] = std::make_shared<const Engine::Networks>(std::move(built));
    }
    return std::nullopt;
  }

  // False: enough was seen of this structure.
  bool explore(const Exploration& x, const Network& net, std::optional<Diagnostics>& problem) {
    const bool found = (x.any_state || !question_.undefined) && Explorer(x, net).run();
    if (x.any_state) {
      bool& seen = x.structure->nowhere ? leads_nowhere_ : loops_on_;
      seen = seen || found;
      return !seen && !budget_.exhausted();
    }
    if (found) done_ = question_.first_only;
    problem = raise_flags(x, net);
    if (question_.undefined && !undefined_.empty()) done_ = true;
    return !done_ && !problem && !budget_.exhausted();
  }

  std::optional<Diagnostics> build_and_explore(const Exploration& x, const bounds::BuildOptions& options, Need& need,
                                               Engine::Networks* keep) {
    std::optional<Diagnostics> problem;
    ended_ = false;
    bool one = !engine_.model_->looks_inside;  // a plan gives one network, so it is worth keeping however the search ends
    const auto built = bounds::build(*engine_.model_, *x.structure, options, budget_, [&](Network& net) {
      if (!keep) {
        ended_ = !explore(x, net, problem);
        return !ended_;
      }
      keep->push_back(std::make_shared<const Network>(std::move(net)));
      ended_ = !explore(x, *keep->back(), problem) && !one;
      return !ended_;
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
    if (std::ranges::any_of(picks, [](const auto& pick) { return pick.second.empty(); })) return std::nullopt;
    for (bool more = true;
         more && !done_ && !(x.any_state && (x.structure->nowhere ? leads_nowhere_ : loops_on_)) && !budget_.exhausted();) {
      options.decided.rf = relation::Relation(s.size());
      options.decided.fw = relation::EventSet(s.size());
      for (std::size_t i = 0; i < picks.size(); ++i) {
        if (i < reads)
          options.decided.rf->add(picks[i].second[at[i]], picks[i].first);
        else
          options.decided.fw->add(picks[i].second[at[i]]);
      }
      Exploration fixed = x;
      fixed.fixed_rf = &*options.decided.rf;
      fixed.fixed_fw = &*options.decided.fw;
      Need need = Need::nothing;
      if (auto problem = build_and_explore(fixed, options, need, nullptr)) return problem;
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
      std::set<std::string>& raised = flag.undefined ? undefined_ : flags_;
      if (raised.contains(flag.name) || (question_.undefined && !flag.undefined)) continue;
      Network with_flag = net;
      with_flag.axioms.push_back(flag);
      if (Explorer(any, with_flag).run()) raised.insert(flag.name);
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

  const EachExecution* each_execution_;
  Engine& engine_;
  const engine::Question& question_;
  candidates::Structures& structures_;
  Budget& budget_;
  candidates::OpenValues open_values_;
  bounds::BuildOptions options_;
  bool as_it_is_;  // nothing is left out, so what is built serves the next question too
  States states_;
  std::set<std::string> flags_, undefined_;
  answer::Statistics statistics_;
  bool ended_ = false;  // a search ended before all networks of its structure were made
  bool done_ = false;
  bool loops_on_ = false;       // some allowed execution was still in a loop when the bound ended it
  bool leads_nowhere_ = false;  // some allowed execution would access what is no location
};

Engine::Engine(const program::Test& test, std::shared_ptr<const bounds::PlannedModel> model, const language::Rules& rules,
               language::RuleSet always)
    : test_(test), model_(std::move(model)), rules_(rules), always_(std::move(always)) {}

// Checks, then orders that extend something.
std::vector<language::RuleId> Engine::droppable() const {
  const auto extends = [&](language::RuleId id) {
    return model_->looks_inside || std::ranges::any_of(model_->plan.orders, [&](const bounds::PlanOrder& o) {
             return o.rule == id && model_->plan[o.base].leaf != bounds::Leaf::empty;
           });
  };
  std::vector<language::RuleId> checks, orders;
  for (language::RuleId id = 0; id < rules_.size(); ++id) {
    if (always_.has(id)) continue;
    if (rules_[id].kind == language::Rule::Kind::check) checks.push_back(id);
    if (rules_[id].kind == language::Rule::Kind::order && extends(id)) orders.push_back(id);
  }
  checks.insert(checks.end(), orders.begin(), orders.end());
  return checks;
}

candidates::Structures& Engine::structures(const program::Relaxation& without, Budget& budget,
                                           std::unique_ptr<candidates::Structures>& own) {
  if (!without.empty()) {
    own = std::make_unique<candidates::Structures>(test_, engine::reading_under(*model_->model, test_.program), without, budget);
    return *own;
  }
  if (!structures_ || !structures_->reusable()) {
    structures_ = std::make_unique<candidates::Structures>(test_, engine::reading_under(*model_->model, test_.program), without, budget);
    networks_.clear();
  }
  return *structures_;
}

const bounds::PlannedModel& Engine::labelled() {
  if (!labelled_) labelled_ = bounds::with_labels(*model_);
  return *labelled_;
}

Result<Answer> Engine::ask(const engine::Question& question, Budget& budget) {
  std::unique_ptr<candidates::Structures> own;
  return Asking(*this, question, structures(question.without.facts, budget, own), budget).run();
}

Result<Answer> Engine::each_execution(Budget& budget, const EachExecution& visit) {
  const engine::Question question;
  std::unique_ptr<candidates::Structures> own;
  return Asking(*this, question, structures({}, budget, own), budget, &visit).run();
}

std::optional<std::string> Engine::likeness(Budget& budget) {
  if (model_->looks_inside) return std::nullopt;
  bounds::BuildOptions options;
  options.without = always_;
  std::unique_ptr<candidates::Structures> own;
  std::string out;
  bool tells = true;
  structures({}, budget, own).each(budget, [&](std::size_t number, const std::shared_ptr<const events::Structure>& structure) {
    if (networks_.size() <= number) networks_.resize(number + 1);
    if (!networks_[number]) {
      Networks built;
      const auto need = bounds::build(*model_, *structure, options, budget, [&](Network& net) {
        built.push_back(std::make_shared<const Network>(std::move(net)));
        return true;
      });
      tells = need && *need == Need::nothing && !budget.limit().reached() && number < kMostLikened;
      if (tells) networks_[number] = std::make_shared<const Networks>(std::move(built));
    }
    if (tells)
      for (const auto& net : *networks_[number]) bounds::add_likeness(*net, out);
    out += '/';
    return tells;
  });
  if (!tells || budget.limit().reached()) return std::nullopt;
  return out;
}

Result<Explanation> Engine::explain(const program::Prop& goal, const engine::ExplainOptions& options, Budget& budget) {
  Explanation out;
  engine::Question question;
  question.goal = &goal;
  question.first_only = true;
  auto answer = ask(question, budget);
  if (!answer) return fail(std::move(answer.error()));
  engine::begin(*this, goal, std::move(*answer), out);
  if (out.verdict == answer::Verdict::allowed && options.relations)
    out.witness_relations = relations(labelled(), decided(out.answer.outcomes.front().witness));
  if (out.verdict == answer::Verdict::forbidden) explain_rejection(goal, options, budget, out);
  return out;
}

void Engine::explain_rejection(const program::Prop& goal, const engine::ExplainOptions& options, Budget& budget, Explanation& out) {
  out.reason = engine::Minimiser(*this, goal, budget, options.effort).run();
  engine::Without without;
  without.rules = always_;
  for (const language::RuleId id : droppable())
    if (std::ranges::find(out.reason.rules, rules_[id]) == out.reason.rules.end()) without.rules.add(id);
  Budget again = budget.part(options.effort);
  std::unique_ptr<candidates::Structures> own;
  candidates::Structures& s = structures({}, again, own);
  out.refutation = refute(test_, labelled(), goal, without.rules, s, again);
  out.unfolding = s.unfolding();
  // An order that does not exist is no check, but what stands against the outcome all the same.
  out.why = out.reason.rules.empty() && !out.refutation.no_order ? Explanation::Why::values : Explanation::Why::checks;
}

}  // namespace thinair::axiomatic
