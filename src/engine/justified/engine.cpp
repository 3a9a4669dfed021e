#include "engine/justified/engine.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "engine/axiomatic/relations.hpp"
#include "engine/candidates/condition.hpp"
#include "engine/justified/final_states.hpp"
#include "engine/minimiser.hpp"
#include "engine/reading.hpp"
#include "support/check.hpp"

namespace thinair::justified {

using answer::Answer;
using answer::Explanation;
using answer::Outcome;
using answer::State;

namespace {

constexpr std::string_view kAllEvents = "E";

// How many positions a target may take before others are tried first, and how many times as many when it comes back.
constexpr std::uint64_t kFirstPositions = 1000;
constexpr std::uint64_t kMorePositions = 10;

// What a question's patience counts is nodes of a search; trying a commitment is a small part of one.
constexpr std::uint64_t kStepsPerNode = 10;

// What a justification depends on: targets that differ in the rest, an order that no rule compares, say, are justified alike.
using TargetKey = std::tuple<const events::Structure*, std::vector<EventId>, std::vector<Value>, std::vector<relation::Word>>;

TargetKey known_as(const Candidate& target, const std::vector<std::string>& agreed_orders) {
  std::vector<relation::Word> words;
  const auto add = [&](const Relation& r) { words.insert(words.end(), r.words().begin(), r.words().end()); };
  for (const Relation& r : target.names) add(r);
  for (const std::string& name : agreed_orders)
    if (const answer::PartialOrder* order = target.order(name)) add(order->forced);
  return {target.structure.get(), target.reads_from, target.read, std::move(words)};
}

// The stages with their executions, each once.
answer::Justification justification_of(const CandidatePtr& target, const std::vector<Stage>& stages) {
  answer::Justification out;
  std::map<const Candidate*, std::size_t> number;
  const auto execution = [&](const CandidatePtr& candidate) {
    const auto [at, fresh] = number.try_emplace(candidate.get(), out.executions.size());
    if (fresh) out.executions.push_back(*candidate);
    return at->second;
  };
  out.target = execution(target);
  for (const Stage& stage : stages) out.stages.push_back({execution(stage.execution), stage.matching, stage.committed});
  return out;
}

// What the names that the conditions mention mean: which are sets, and which are orders that the model chooses.
struct NameKinds {
  std::map<std::string, bool> is_set;
  std::vector<std::string> orders;
};

NameKinds kinds_of(const bounds::PlannedModel& model) {
  NameKinds out;
  out.is_set[std::string(kAllEvents)] = true;
  for (std::size_t i = 0; i < model.exports.size(); ++i) {
    const bounds::PlanNode& node = model.plan[model.plan.exports[i]];
    out.is_set[model.exports[i]] = node.is_set;
    if (node.leaf == bounds::Leaf::order) out.orders.push_back(model.exports[i]);
  }
  return out;
}

// Whether a relation is part of another whatever the execution, as far as their definitions show it.
bool is_part(const bounds::Plan& plan, bounds::NodeId a, bounds::NodeId b) {
  if (a == b) return true;
  const bounds::PlanNode &x = plan[a], &y = plan[b];
  if (x.kind == bounds::Kind::union_) return is_part(plan, x.a, b) && is_part(plan, x.b, b);
  if (y.kind == bounds::Kind::union_) return is_part(plan, a, y.a) || is_part(plan, a, y.b);
  if (x.kind != y.kind) return false;
  if (x.kind == bounds::Kind::plus) return is_part(plan, x.a, y.a);
  return x.kind == bounds::Kind::sequence && is_part(plan, x.a, y.a) && is_part(plan, x.b, y.b);
}

Result<std::shared_ptr<const Rules>> compiled(const PlannedModel& model, const language::RuleSet& without, bool external) {
  const NameKinds kinds = kinds_of(*model.single);
  auto rules = compile(*model.model, {kinds.is_set, kinds.orders, without, external});
  if (!rules) return fail(std::move(rules.error()));
  const auto node = [&](std::uint32_t name) -> std::optional<bounds::NodeId> {
    if (name >= rules->names.size()) return std::nullopt;
    const auto at = std::ranges::find(model.single->exports, rules->names[name]);
    if (at == model.single->exports.end()) return std::nullopt;
    return model.single->plan.exports[static_cast<std::size_t>(at - model.single->exports.begin())];
  };
  for (const std::uint32_t name : rules->compared)
    if (const auto part = node(name), visible = node(rules->visible); part && visible && is_part(model.single->plan, *part, *visible))
      rules->waits_through.push_back(name);
  return std::make_shared<const Rules>(std::move(*rules));
}

bool has_external_actions(const program::Program& program) {
  return std::ranges::any_of(program.threads, [](const program::Thread& thread) {
    return std::ranges::any_of(thread.code, [](const program::Instr& instr) { return std::holds_alternative<program::Print>(instr.op); });
  });
}

Diagnostic no_plan(const cat::Model& model) {
  Diagnostic d;
  d.code = "mem-single";
  d.has_position = false;
  d.message =
      "the single-execution model '" + model.name + "' looks inside sets or relations; under a multi-execution model this is not supported";
  return d;
}

std::vector<EventId> find_circle(const events::Structure& s, const std::vector<EventId>& reads_from) {
  relation::Relation because = s.addr | s.data | s.ctrl;
  for (EventId r = 0; r < s.size(); ++r)
    if (s.events[r].reads() && reads_from[r] < s.size()) because.add(reads_from[r], r);
  return relation::shortest_cycle(because);
}

}  // namespace

const Result<std::shared_ptr<const bounds::PlannedModel>>& PlannedRaces::get() const {
  std::call_once(once_, [this] {
    auto planned = bounds::plan(model(), dialect_, variants_, {});
    if (planned)
      planned_ = std::make_shared<const bounds::PlannedModel>(*std::move(planned));
    else
      planned_ = fail(std::move(planned.error()));
  });
  return planned_;
}

Result<PlannedModel> plan(const mem::Model& model, std::vector<std::string> dialect, std::vector<std::string> variants) {
  std::vector<std::string> names = mentioned_names(model);
  std::erase(names, kAllEvents);
  if (std::ranges::find(names, "rf") == names.end()) names.push_back("rf");
  auto single = bounds::plan(model.single, std::move(dialect), std::move(variants), std::move(names));
  if (!single) return fail(std::move(single.error()));
  if (single->looks_inside) return fail(no_plan(model.single));
  PlannedModel out{&model, std::make_shared<const bounds::PlannedModel>(std::move(*single)), nullptr, nullptr, nullptr};
  if (model.drf) {
    out.races = std::make_shared<const PlannedRaces>(model.drf->races, out.single->dialect, out.single->variants);
    if (!model.drf->races->is_late() && !out.races->get()) return fail(Diagnostics(out.races->get().error()));
  }
  if (auto rules = compiled(out, {}, false)) out.rules = std::move(*rules);
  if (auto rules = compiled(out, {}, true)) out.rules_with_external = std::move(*rules);
  return out;
}

struct Engine::Session {
  Session(const CandidateRequest& request, std::unique_ptr<candidates::Structures> s, std::shared_ptr<const Rules> r,
          mem::Identity identity)
      : structures(std::move(s)), rules(std::move(r)), source(with(request)), justifier(source, *rules, identity) {}

  CandidateRequest with(CandidateRequest request) {
    request.structures = structures.get();
    request.rules = rules.get();
    return request;
  }

  std::unique_ptr<candidates::Structures> structures;
  std::shared_ptr<const Rules> rules;
  CandidateSource source;
  Justifier justifier;
};

Engine::Engine(const program::Test& test, std::shared_ptr<const PlannedModel> model, mem::Identity identity, language::RuleSet always)
    : test_(test),
      model_(std::move(model)),
      identity_(identity),
      always_(std::move(always)),
      single_(test, model_->single, model_->model->single.rules, always_) {}

// Orders stay as they are: happens-before must have no cycle for justifications to mean something.
std::vector<language::RuleId> Engine::droppable() const {
  std::vector<language::RuleId> out;
  for (language::RuleId id = 0; id < rules().size(); ++id)
    if (rules()[id].kind != language::Rule::Kind::order && !always_.has(id)) out.push_back(id);
  return out;
}

Result<std::shared_ptr<Engine::Session>> Engine::session(const engine::Question& question, Budget& budget) {
  const bool as_it_is = question.without.facts.empty() && question.without.rules.empty();
  if (as_it_is && kept_) return kept_;
  language::RuleSet without = always_;
  without.add(question.without.rules);
  const bool external = has_external_actions(test_.program);
  std::shared_ptr<const Rules> rules = !without.empty() ? nullptr : external ? model_->rules_with_external : model_->rules;
  if (!rules) {
    auto own = compiled(*model_, without, external);
    if (!own) return fail(std::move(own.error()));
    rules = std::move(*own);
  }
  CandidateRequest request;
  request.test = &test_;
  request.model = model_->single.get();
  request.without = std::move(without);
  request.target_only = model_->model->target_only;
  // Rules that let values come out of thin air: those that are asked about are tried all the same.
  const bool grounded = rules->values_are_grounded;
  if (question.goal && !grounded) request.also = program::constants(*question.goal);
  auto structures = std::make_unique<candidates::Structures>(test_, engine::reading_under(*model_->single->model, test_.program),
                                                             question.without.facts, budget);
  const bool reusable = as_it_is && grounded && structures->reusable();
  auto out = std::make_shared<Session>(request, std::move(structures), std::move(rules), identity_);
  if (reusable) kept_ = out;
  return out;
}

Result<Answer> Engine::ask(const engine::Question& question, Budget& budget) { return ask(question, budget, nullptr); }

Result<Answer> Engine::ask(const engine::Question& question, Budget& budget, answer::Obstacle* obstacle) {
  answer::Statistics before_search;
  if (question.goal) {
    engine::Question one = question;
    one.first_only = true;
    auto possible = single_.ask(one, budget);
    if (!possible) return fail(std::move(possible.error()));
    if (possible->outcomes.empty()) return possible;  // forbidden at once, or a limit
    before_search = possible->statistics;
  }
  auto made = session(question, budget);
  if (!made) return fail(std::move(made.error()));
  Session& s = **made;
  s.source.begin(budget);
  s.justifier.begin(budget);

  Answer answer;
  answer.unfolding = s.structures->unfolding();
  std::map<State, Outcome> found;
  bool done = false;
  std::uint64_t most = kFirstPositions;
  std::vector<CandidatePtr> put_off;  // undecided with that many positions
  std::set<TargetKey> unjustified, undecided;
  const auto new_states = [&](const Candidate& target) {
    std::vector<std::pair<State, std::vector<EventId>>> out;
    final_states(test_, target, [&](const State& state, const std::vector<EventId>& final_write) {
      if (found.contains(state)) return;
      const auto value = [&](const program::Observable& o) { return std::optional(value_of(test_, target, final_write, o)); };
      if (test_.filter && candidates::truth(*test_.filter, value) == false) return;
      if (question.goal && candidates::truth(*question.goal, value) == false) return;
      out.emplace_back(state, final_write);
    });
    return out;
  };
  const auto try_target = [&](const CandidatePtr& target) {
    const auto wanted = new_states(*target);
    if (wanted.empty()) return true;
    if (obstacle) obstacle->no_candidate = false;
    const TargetKey key = known_as(*target, s.rules->agreed_orders);
    if (unjustified.contains(key)) return true;
    if (undecided.contains(key)) {
      put_off.push_back(target);
      return true;
    }
    const auto stages = s.justifier.justify(target, most, obstacle != nullptr);
    if (!stages && s.justifier.undecided()) {
      put_off.push_back(target);
      undecided.insert(key);
      return true;
    }
    if (!stages) {
      unjustified.insert(key);
      const Justifier::Attempt& best = s.justifier.best();
      if (obstacle && (obstacle->stopped_by.empty() || best.committed.count() > obstacle->committed.count())) {
        obstacle->attempt = justification_of(target, best.stages);
        obstacle->committed = best.committed;
        obstacle->stopped_by = best.stopped_by;
      }
      return !s.justifier.problem().has_value();
    }
    const auto justification = std::make_shared<const answer::Justification>(justification_of(target, *stages));
    for (const auto& [state, final_write] : wanted) {
      Outcome outcome;
      outcome.state = state;
      for (const program::Observable& o : observed(test_))
        outcome.terms.push_back(answer.unfolding->pool.constant(value_of(test_, *target, final_write, o)));
      outcome.witness = witness_of(*target, final_write, answer.unfolding->pool);
      outcome.justification = justification;
      found.emplace(state, std::move(outcome));
      done = done || question.first_only;
    }
    return !done;
  };
  // Executions without races first: they are justified at once, and most states have one.
  std::optional<Diagnostics> problem;
  Wanted wanted;
  wanted.goal = question.goal;
  // Where nobody looks at memory, what is read makes the state.
  if (std::ranges::none_of(observed(test_), &program::Observable::is_location))
    wanted.settled = [&](const Candidate& target) { return new_states(target).empty(); };
  const Races none;
  if (s.rules->races_are_committed) {
    wanted.races = &none;
    problem = s.source.each(wanted, try_target);
    wanted.races = nullptr;
  }
  // Those without races have all states of interleavings, if none of them was put off.
  const bool may_rely_on_drf = model_->races && s.rules->races_are_committed && put_off.empty() && !obstacle && always_.empty() &&
                               identity_ == model_->model->identity && question.without.facts.empty() && question.without.rules.empty();
  const std::uint64_t before_races = s.justifier.steps;
  bool asked = false, settled = false;
  const auto try_race = [&](const CandidatePtr& target) {
    if (!try_target(target)) return false;
    if (asked || !may_rely_on_drf || s.justifier.steps - before_races < question.patience * kStepsPerNode) return true;
    asked = true;
    settled = race_free(budget);
    return !settled;
  };
  const auto go_on = [&] { return !done && !settled && !problem && !s.justifier.problem() && !budget.exhausted(); };
  if (go_on()) problem = s.source.each(wanted, try_race);
  while (go_on() && !put_off.empty()) {
    most *= kMorePositions;
    undecided.clear();
    for (const CandidatePtr& target : std::exchange(put_off, {}))
      if (!go_on() || !try_race(target)) break;
  }
  if (!problem) problem = s.justifier.problem();
  if (problem) {
    kept_.reset();
    return fail(std::move(*problem));
  }

  answer.statistics = before_search;
  answer.statistics.structures += s.source.structures();
  answer.statistics.nodes += s.justifier.nodes + s.source.nodes();
  for (const auto& [state, outcome] : found) answer.outcomes.add(outcome);
  answer.limit = budget.limit();
  if (answer.limit.reached()) kept_.reset();  // what was being made may not be whole
  if (!answer.limit.reached() && !done) {
    if (s.source.left_out() && !s.rules->values_are_grounded && !question.among_values)
      answer.limit = {Incomplete::unsupported,
                      "these rules do not keep values from coming out of thin air, and such values are not enumerated under a "
                      "multi-execution model"};
    if (s.source.bound_reached()) answer.limit = {Incomplete::bound, "a loop may go round more often than the bound on loops lets it"};
  }
  answer.complete = !answer.limit.reached();
  return answer;
}

// Within a number of steps; if that does not tell, the guarantee is no help.
bool Engine::race_free(Budget& budget) {
  constexpr std::uint64_t kMostSteps = 1'000'000;
  if (race_free_) return *race_free_;
  const auto& planned = model_->races->get();
  check(planned.has_value(), "what a model guarantees can be asked for");
  axiomatic::Engine races(test_, *planned, model_->races->model().rules, {});
  engine::Question question;
  question.first_only = true;
  Budget part = budget.part(kMostSteps);
  const auto answer = races.ask(question, part);
  race_free_ = answer && answer->complete && answer->outcomes.empty();
  return *race_free_;
}

// An execution that has the values when the conditions on justifications are all left out.
void Engine::explain_thin_air(const program::Prop& goal, Budget& budget, Explanation& out) {
  engine::Question question;
  question.goal = &goal;
  question.first_only = true;
  question.among_values = true;
  for (language::RuleId id = 0; id < rules().size(); ++id)
    if (rules()[id].kind == language::Rule::Kind::condition || rules()[id].kind == language::Rule::Kind::obligation)
      question.without.rules.add(id);
  Budget again = budget.again();
  auto answer = ask(question, again);
  if (!answer || answer->outcomes.empty()) return;
  out.consistent = std::move(*answer);
  const events::Execution& x = out.consistent.outcomes.front().witness;
  out.circle = find_circle(*x.structure, x.reads_from);
  Budget values = budget.again();
  out.grounded = value_domain(test_.program, *out.consistent.unfolding, {}, values);
}

Result<Explanation> Engine::explain(const program::Prop& goal, const engine::ExplainOptions& options, Budget& budget) {
  Explanation out;
  engine::Question question;
  question.goal = &goal;
  question.first_only = true;
  auto answer = ask(question, budget, &out.obstacle);
  if (!answer) return fail(std::move(answer.error()));
  engine::begin(*this, goal, std::move(*answer), out);
  const auto stage_relations = [&](const answer::Justification& of) {
    if (!options.relations) return;
    for (const answer::ConcreteExecution& execution : of.executions)
      out.stage_relations.push_back(axiomatic::relations(single_.labelled(), axiomatic::decided(execution)));
  };
  if (out.verdict == answer::Verdict::allowed) {
    const Outcome& outcome = out.answer.outcomes.front();
    stage_relations(*outcome.justification);
    if (options.relations) out.witness_relations = axiomatic::relations(single_.labelled(), axiomatic::decided(outcome.witness));
  }
  if (out.verdict != answer::Verdict::forbidden) return out;
  if (!out.obstacle.no_candidate) {
    out.why = Explanation::Why::unjustified;
    const answer::ConcreteExecution& target = out.obstacle.attempt.target_execution();
    out.circle = find_circle(*target.structure, target.reads_from);
    stage_relations(out.obstacle.attempt);
  } else {
    Budget again = budget.again();
    auto possible = single_.ask(question, again);
    if (!possible) return fail(std::move(possible.error()));
    if (possible->outcomes.empty()) {
      // The single-execution model excludes it, and explains that. What counts as a member of the reason is its own.
      single_.explain_rejection(goal, options, budget, out);
      return out;
    }
    out.why = Explanation::Why::thin_air;
    explain_thin_air(goal, budget, out);
  }
  out.reason = engine::Minimiser(*this, goal, budget, options.effort).run();
  return out;
}

}  // namespace thinair::justified
