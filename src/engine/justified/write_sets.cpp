#include "engine/justified/write_sets.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "engine/axiomatic/relations.hpp"
#include "engine/candidates/condition.hpp"
#include "engine/justified/final_states.hpp"
#include "engine/minimiser.hpp"
#include "engine/reading.hpp"
#include "engine/satisfies.hpp"

namespace thinair::justified {

using answer::Answer;
using answer::Explanation;
using answer::State;

// A write by its identity, and what it writes. Initial writes have the thread kInitThread.
struct KnownWrite {
  std::uint32_t thread = 0;
  events::LocId location = 0;
  std::uint32_t nth = 0;  // among the thread's writes to the location; 0 for all with identity free
  Value value = 0;
  auto operator<=>(const KnownWrite&) const = default;
};

namespace {

constexpr std::string_view kVolatile = "V";
constexpr int kMostDomains = 4;

using Pair = KnownWrite;

// By event: which of the writes of its thread to its location a write is. 0 for all with identity free.
std::vector<std::uint32_t> numbers_of(const Structure& structure, mem::Identity identity) {
  std::map<std::pair<std::uint32_t, events::LocId>, std::uint32_t> count;
  std::vector<std::uint32_t> out(structure.size(), 0);
  if (identity != mem::Identity::nth) return out;
  for (EventId e = 0; e < structure.size(); ++e)
    if (const events::Event& event = structure.events[e]; event.writes()) out[e] = count[{event.thread, event.location}]++;
  return out;
}

using PairId = std::uint32_t;
using PairIds = std::vector<PairId>;  // ascending, each once

class Pairs {
 public:
  explicit Pairs(mem::Identity identity) : identity_(identity) {}

  // By event: the pair of a write.
  std::vector<PairId> of(const Candidate& c) {
    const std::vector<std::uint32_t> nth = numbers_of(*c.structure, identity_);
    std::vector<PairId> out(c.size(), 0);
    for (EventId e = 0; e < c.size(); ++e) {
      const events::Event& event = c.structure->events[e];
      if (!event.writes()) continue;
      const Pair pair{event.thread, event.location, nth[e], c.written[e]};
      const auto [at, fresh] = ids_.try_emplace(pair, static_cast<PairId>(pairs_.size()));
      if (fresh) pairs_.push_back(pair);
      out[e] = at->second;
    }
    return out;
  }

  const Pair& operator[](PairId id) const { return pairs_[id]; }
  std::size_t size() const { return pairs_.size(); }

 private:
  mem::Identity identity_;
  std::map<Pair, PairId> ids_;
  std::vector<Pair> pairs_;
};

void sort_once(PairIds& ids) {
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

std::size_t set_of_volatiles(const program::Program& program) {
  return static_cast<std::size_t>(std::ranges::find(program.set_names, kVolatile) - program.set_names.begin());
}

}  // namespace

Result<PlannedWrites> plan_writes(const mem::Model& model, const std::vector<std::string>& dialect,
                                  const std::vector<std::string>& variants) {
  PlannedWrites out{&model, nullptr, nullptr};
  for (const auto& [tree, planned] : {std::pair(&model.single, &out.single), std::pair(&model.writes->start, &out.start)}) {
    std::vector<std::string> exports = {"rf"};
    if (planned == &out.single && !model.writes->visible.empty()) exports.push_back(model.writes->visible);
    auto plan = bounds::plan(*tree, dialect, variants, std::move(exports));
    if (!plan) return fail(std::move(plan.error()));
    if (plan->looks_inside) {
      Diagnostic d;
      d.code = "mem-single";
      d.where = model.writes->span;
      d.message =
          "the single-execution model '" + tree->name + "' looks inside sets or relations; under a set of writes this is not supported";
      return fail(std::move(d));
    }
    *planned = std::make_shared<const bounds::PlannedModel>(std::move(*plan));
  }
  return out;
}

// A state, with a candidate that shows it.
struct Shown {
  std::shared_ptr<const Candidate> candidate;
  std::vector<EventId> final_write;
};

struct WriteSetEngine::Closed {
  std::unique_ptr<candidates::Structures> structures;           // of the single-execution model
  std::map<std::vector<Value>, std::map<State, Shown>> states;  // by the values of all observables, shown and hidden
  std::set<KnownWrite> writes;                                  // the set
  std::uint64_t nodes = 0, structures_seen = 0;
  Limit limit;
};

WriteSetEngine::WriteSetEngine(const program::Test& test, std::shared_ptr<const PlannedWrites> model, mem::Identity identity,
                               language::RuleSet always)
    : test_(test),
      model_(std::move(model)),
      identity_(identity),
      always_(std::move(always)),
      single_(test, model_->single, model_->model->single.rules, always_) {}

std::vector<language::RuleId> WriteSetEngine::droppable() const {
  std::vector<language::RuleId> out;
  for (language::RuleId id = 0; id < rules().size(); ++id)
    if (rules()[id].kind != language::Rule::Kind::order && !always_.has(id)) out.push_back(id);
  return out;
}

namespace {

// What the executions of one test need and give, and the least fixed point of that.
class Closure {
 public:
  Closure(const program::Test& test, const PlannedWrites& model, mem::Identity identity, language::RuleSet without,
          const program::Relaxation& facts, Budget& budget)
      : test_(test), model_(model), without_(std::move(without)), facts_(facts), budget_(budget), pairs_(identity) {
    volatile_set_ = set_of_volatiles(test.program);
    if (const std::string& name = model.model->writes->visible; !name.empty()) names_.names.push_back(name);
  }

  std::optional<Diagnostics> run() {
    for (int round = 0; round < kMostDomains; ++round) {
      records_.clear();
      known_.assign(pairs_.size(), false);
      if (auto problem = start()) return problem;
      if (auto problem = list()) return problem;
      close();
      if (!grow_domain()) return {};
    }
    limit_ = {Incomplete::bound, "writes may come to write ever more values"};
    return {};
  }

  // Every state of an execution that sees only writes of the set.
  using Use = std::function<void(const std::vector<Value>&, const State&, const Shown&)>;
  void each(const Use& use) const {
    for (const auto& [needs, record] : records_)
      if (admitted(needs))
        for (const auto& [observed, states] : record.states)
          for (const auto& [state, shown] : states) use(observed, state, shown);
  }

  std::set<Pair> writes() const {
    std::set<Pair> out;
    for (PairId id = 0; id < known_.size(); ++id)
      if (known_[id]) out.insert(pairs_[id]);
    return out;
  }
  std::unique_ptr<candidates::Structures> take_structures() { return std::move(structures_); }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t structures_seen() const { return seen_; }
  const Limit& limit() const { return limit_; }

 private:
  // Of all executions that need the same.
  struct Record {
    std::set<PairId> gives;
    std::map<std::vector<Value>, std::map<State, Shown>> states;
  };

  void know(PairId id) {
    if (id >= known_.size()) known_.resize(id + 1, false);
    known_[id] = true;
  }

  CandidateRequest request(const bounds::PlannedModel& model, candidates::Structures& structures, const Rules& rules) const {
    CandidateRequest out;
    out.test = &test_;
    out.model = &model;
    out.rules = &rules;
    out.structures = &structures;
    out.also = also_;
    return out;
  }

  std::optional<Diagnostics> each_of(CandidateSource& source, bool only_writes, const CandidateSource::Use& use) {
    source.begin(budget_);
    Wanted wanted;
    wanted.as_stage = only_writes;
    auto problem = source.each(wanted, use);
    nodes_ += source.nodes();
    seen_ += source.structures();
    if (source.bound_reached()) limit_ = {Incomplete::bound, "a loop may go round more often than the bound on loops lets it"};
    if (budget_.limit().reached()) limit_ = budget_.limit();
    return problem;
  }

  // WS0. Executions of the starting model have no values out of thin air.
  std::optional<Diagnostics> start() {
    candidates::Structures structures(test_, engine::reading_under(*model_.start->model, test_.program), facts_, budget_);
    CandidateSource source(request(*model_.start, structures, no_rules_));
    return each_of(source, true, [&](const std::shared_ptr<const Candidate>& c) {
      const auto of = pairs_.of(*c);
      for (EventId e = 0; e < c->size(); ++e)
        if (c->structure->events[e].writes()) know(of[e]);
      return true;
    });
  }

  std::optional<Diagnostics> list() {
    structures_ =
        std::make_unique<candidates::Structures>(test_, engine::reading_under(*model_.single->model, test_.program), facts_, budget_);
    CandidateRequest of_single = request(*model_.single, *structures_, names_);
    of_single.without = without_;
    CandidateSource source(of_single);
    return each_of(source, false, [&](const std::shared_ptr<const Candidate>& c) {
      const auto of = pairs_.of(*c);
      PairIds needs;
      for (EventId e = 0; e < c->size(); ++e) {
        const events::Event& event = c->structure->events[e];
        if (!event.reads() || program::has_set(event.sets, volatile_set_)) continue;
        if (c->names.empty() || !c->names[0].has(c->reads_from[e], e)) needs.push_back(of[c->reads_from[e]]);
      }
      sort_once(needs);
      Record& record = records_[std::move(needs)];
      for (EventId e = 0; e < c->size(); ++e)
        if (c->structure->events[e].writes()) record.gives.insert(of[e]);
      final_states(test_, *c, [&](const State& state, const std::vector<EventId>& final_write) {
        const auto value = [&](const program::Observable& o) { return std::optional(value_of(test_, *c, final_write, o)); };
        if (test_.filter && candidates::truth(*test_.filter, value) == false) return;
        std::vector<Value> seen;
        for (const program::Observable& o : observed(test_)) seen.push_back(*value(o));
        record.states[std::move(seen)].try_emplace(state, Shown{c, final_write});
      });
      return true;
    });
  }

  bool admitted(const PairIds& needs) const {
    return std::ranges::all_of(needs, [&](PairId id) { return id < known_.size() && known_[id]; });
  }

  void close() {
    std::vector<const std::pair<const PairIds, Record>*> open;
    for (const auto& entry : records_) open.push_back(&entry);
    for (bool more = true; more;) {
      more = false;
      std::erase_if(open, [&](const auto* entry) {
        if (!admitted(entry->first)) return false;
        for (const PairId id : entry->second.gives) know(id);
        return more = true;
      });
    }
  }

  // True if the set has values that reads in cycles were not tried with.
  bool grow_domain() {
    if (limit_.reached()) return false;
    const ValueDomain domain = value_domain(test_.program, *structures_->unfolding(), also_, budget_);
    bool grown = false;
    for (PairId id = 0; id < pairs_.size(); ++id) {
      if (id >= known_.size() || !known_[id] || domain[pairs_[id].location].contains(pairs_[id].value)) continue;
      if (std::ranges::find(also_, pairs_[id].value) == also_.end()) also_.push_back(pairs_[id].value);
      grown = true;
    }
    if (budget_.limit().reached()) limit_ = budget_.limit();
    return grown && !limit_.reached();
  }

  const program::Test& test_;
  const PlannedWrites& model_;
  language::RuleSet without_;
  const program::Relaxation& facts_;
  Budget& budget_;
  std::size_t volatile_set_ = 0;
  Rules no_rules_, names_;  // of no stages; the latter wants to know what reads see in any case
  Pairs pairs_;
  std::vector<bool> known_;
  std::map<PairIds, Record> records_;  // by what they need
  std::unique_ptr<candidates::Structures> structures_;
  std::vector<Value> also_;
  std::uint64_t nodes_ = 0, seen_ = 0;
  Limit limit_;
};

}  // namespace

Result<std::shared_ptr<WriteSetEngine::Closed>> WriteSetEngine::closed(const engine::Question& question, Budget& budget) {
  const bool as_it_is = question.without.facts.empty() && question.without.rules.empty();
  if (as_it_is && kept_) return kept_;
  language::RuleSet without = always_;
  without.add(question.without.rules);
  Closure closure(test_, *model_, identity_, std::move(without), question.without.facts, budget);
  if (auto problem = closure.run()) return fail(std::move(*problem));
  auto out = std::make_shared<Closed>();
  closure.each(
      [&](const std::vector<Value>& observed, const State& state, const Shown& shown) { out->states[observed].try_emplace(state, shown); });
  out->structures = closure.take_structures();
  out->writes = closure.writes();
  out->nodes = closure.nodes();
  out->structures_seen = closure.structures_seen();
  out->limit = closure.limit();
  if (as_it_is && !out->limit.reached()) kept_ = out;
  return out;
}

Result<Answer> WriteSetEngine::ask(const engine::Question& question, Budget& budget) {
  const language::RuleId own = model_->model->writes->rule;
  if (question.without.rules.has(own) || always_.has(own)) return single_.ask(question, budget);
  if (question.goal) {
    engine::Question one = question;
    one.first_only = true;
    auto possible = single_.ask(one, budget);
    if (!possible) return fail(std::move(possible.error()));
    if (possible->outcomes.empty()) return possible;  // forbidden at once, or a limit
  }
  auto made = closed(question, budget);
  if (!made) return fail(std::move(made.error()));
  const Closed& c = **made;
  Answer answer;
  answer.unfolding = c.structures->unfolding();
  const std::vector<program::Observable> observables = observed(test_);
  std::map<State, const Shown*> found;
  for (const auto& [values, states] : c.states) {
    const auto value = [&](const program::Observable& o) -> std::optional<Value> {
      const auto at = std::ranges::find(observables, o);
      return at == observables.end() ? std::nullopt : std::optional(values[static_cast<std::size_t>(at - observables.begin())]);
    };
    if (question.goal && candidates::truth(*question.goal, value) == false) continue;
    for (const auto& [state, shown] : states) found.try_emplace(state, &shown);
  }
  for (const auto& [state, shown] : found) {
    answer::Outcome outcome;
    outcome.state = state;
    for (const program::Observable& o : observables)
      outcome.terms.push_back(answer.unfolding->pool.constant(value_of(test_, *shown->candidate, shown->final_write, o)));
    outcome.witness = witness_of(*shown->candidate, shown->final_write, answer.unfolding->pool);
    answer.outcomes.add(outcome);
    if (question.first_only) break;
  }
  answer.statistics.structures = c.structures_seen;
  answer.statistics.nodes = c.nodes;
  answer.statistics.write_set = c.writes.size();
  answer.limit = question.first_only && !found.empty() ? Limit{} : c.limit;
  answer.complete = !answer.limit.reached();
  return answer;
}

// An execution of the single-execution model with the goal, and its reads that see what the set has not. Every such execution has some.
std::optional<Diagnostics> WriteSetEngine::explain_unwritten(const program::Prop& goal, answer::Answer possible, Budget& budget,
                                                             Explanation& out) {
  Budget again = budget.again();
  const auto made = closed({}, again);
  if (!made) return made.error();
  const std::set<Pair>& writes = (*made)->writes;
  answer::Outcome shown = possible.outcomes.front();
  engine::settle(test_, possible, shown, goal);
  const events::Execution& x = shown.witness;
  const std::vector<std::uint32_t> nth = numbers_of(*x.structure, identity_);
  const std::size_t volatile_set = set_of_volatiles(test_.program);
  const std::string& name = model_->model->writes->visible;
  const answer::Relations relations = axiomatic::relations(single_.labelled(), axiomatic::decided(x), name);
  const auto visible = std::ranges::find(relations, name, &answer::NamedRelation::first);
  for (EventId r = 0; r < x.structure->size(); ++r) {
    const events::Event& read = x.structure->events[r];
    const EventId w = x.reads_from[r];
    if (!read.reads() || program::has_set(read.sets, volatile_set)) continue;
    if (visible != relations.end() && visible->second.has(w, r)) continue;
    const auto value = possible.unfolding->pool.as_constant(x.read_values[r]);
    if (!value || !writes.contains({x.structure->events[w].thread, read.location, nth[w], *value})) out.unwritten.push_back(r);
  }
  possible.outcomes = {shown};
  out.consistent = std::move(possible);
  out.grounded.resize(test_.program.locations.size());
  for (const Pair& write : writes) out.grounded[write.location].insert(write.value);
  out.why = Explanation::Why::unwritten;
  return {};
}

Result<Explanation> WriteSetEngine::explain(const program::Prop& goal, const engine::ExplainOptions& options, Budget& budget) {
  Explanation out;
  engine::Question question;
  question.goal = &goal;
  question.first_only = true;
  auto answer = ask(question, budget);
  if (!answer) return fail(std::move(answer.error()));
  engine::begin(*this, goal, std::move(*answer), out);
  if (out.verdict != answer::Verdict::forbidden) return out;
  Budget again = budget.again();
  auto possible = single_.ask(question, again);
  if (!possible) return fail(std::move(possible.error()));
  if (possible->outcomes.empty() && possible->complete) {
    single_.explain_rejection(goal, options, budget, out);
    return out;
  }
  if (possible->outcomes.empty()) {  // it was not asked with this budget before
    out.verdict = answer::Verdict::unknown;
    out.limit = possible->limit;
    return out;
  }
  if (auto problem = explain_unwritten(goal, std::move(*possible), budget, out)) return fail(std::move(*problem));
  out.reason = engine::Minimiser(*this, goal, budget, options.effort).run();
  return out;
}

}  // namespace thinair::justified
