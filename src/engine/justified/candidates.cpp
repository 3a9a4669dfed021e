#include "engine/justified/candidates.hpp"

#include <algorithm>
#include <functional>

#include "engine/candidates/condition.hpp"
#include "engine/justified/candidate_site.hpp"
#include "engine/justified/order_classes.hpp"

namespace thinair::justified {

using bounds::Network;
using bounds::NodeId;
using value::TermId;
using value::VarId;

namespace {

constexpr std::size_t kMostSitesKept = 512;
constexpr std::uint32_t kNoName = UINT32_MAX;

Diagnostic unsupported(const cat::Model& model) {
  Diagnostic d;
  d.code = "mem-single";
  d.has_position = false;
  d.message = "the single-execution model '" + model.name +
              "' decides by cases on a relation that depends on rf or on an order; under a multi-execution model this is not supported";
  return d;
}

}  // namespace

Keys keys_of(const Structure& s) {
  Keys out;
  std::map<EventKey, std::uint32_t> seen;
  for (const events::Event& event : s.events) {
    out.key.push_back({event.kind, event.thread, event.location, event.kind == events::Kind::fence ? event.sets : 0});
    out.index.push_back(seen[out.key.back()]++);
  }
  return out;
}

const answer::PartialOrder* Candidate::order(const std::string& name) const {
  const auto at = std::ranges::find(orders, name, &answer::PartialOrder::name);
  return at == orders.end() ? nullptr : &*at;
}

void CandidateSource::begin(Budget& budget) {
  budget_ = &budget;
  open_values_.emplace(pool(), budget);
  for (const auto& sites : kept_)
    for (const auto& site : sites)
      if (site) site->net.limit(budget);
}

CandidateSource::CandidateSource(const CandidateRequest& request) : request_(request) {
  const auto at = std::ranges::find(request.rules->names, "hb");
  hb_ = at == request.rules->names.end() ? kNoName : static_cast<std::uint32_t>(at - request.rules->names.begin());
  visible_ = request.rules->visible;
}

// Checks that only targets must pass, and that are about nothing here: stages then have the same network. (Most such checks are about
// atomic updates, and most tests have none.)
bool CandidateSource::serves_stages(const Network& net) const {
  const auto in = [](const std::vector<language::RuleId>& rules, const language::RuleSet& set) {
    return std::ranges::any_of(rules, [&](language::RuleId rule) { return set.has(rule); });
  };
  const bounds::Plan& plan = request_.model->plan;
  if (request_.model->looks_inside ||
      std::ranges::any_of(plan.orders, [&](const bounds::PlanOrder& order) { return request_.target_only.has(order.rule); }))
    return false;
  std::size_t at = 0;  // of the network, whose checks are those of the plan that are not left out
  for (const bounds::PlanAxiom& planned : plan.axioms) {
    if (in(planned.rules, request_.without)) continue;
    const bounds::Axiom& axiom = net.axioms[at++];
    if (!in(planned.rules, request_.target_only)) continue;
    const bool nothing =
        net.is_constant(axiom.node) && (net[axiom.node].is_set ? net.set(axiom.node).empty() : net.relation(axiom.node).empty());
    if (!nothing || axiom.negated) return false;
  }
  return at == net.axioms.size();
}

Result<std::shared_ptr<CandidateSource::Site>> CandidateSource::site(Role role, std::size_t number,
                                                                     const std::shared_ptr<const Structure>& structure) {
  if (request_.target_only.empty()) role = Role::target;  // one network serves both
  if (role == Role::stage && number < kept_[0].size() && kept_[0][number] && kept_[0][number]->serves_stages) role = Role::target;
  auto& kept = kept_[static_cast<std::size_t>(role)];
  if (number < kept.size() && kept[number]) return kept[number];
  bounds::BuildOptions options;
  options.without = request_.without;
  if (role == Role::stage) options.without.add(request_.target_only);
  options.exports = true;
  std::shared_ptr<Site> out;
  const auto need = bounds::build(*request_.model, *structure, options, *budget_, [&](Network& net) {
    out = std::make_shared<Site>(pool(), structure, std::move(net));
    return true;
  });
  if (!need) return fail(need.error());
  if (!out) {
    if (*need != bounds::Need::nothing || !budget_->limit().reached()) return fail(unsupported(*request_.model->model));
    return out;
  }
  for (const std::string& name : request_.rules->names) {
    const auto at = std::ranges::find(request_.model->exports, name);
    out->names.push_back(at == request_.model->exports.end()
                             ? Network::kNone
                             : out->net.exports[static_cast<std::size_t>(at - request_.model->exports.begin())]);
  }
  out->serves_stages = role == Role::target && serves_stages(out->net);
  bounds::Propagator& propagator = out->reads_from.propagator();
  bounds::State state = propagator.initial();
  const bool possible = propagator.propagate(state);
  if (!possible && budget_->limit().reached()) return std::shared_ptr<Site>();  // nothing is known, and nothing may be kept
  if (visible_ != kNoName) out->visible_at_most = possible ? propagator.upper(state, out->names[visible_]) : Relation(structure->size());
  if (possible) out->narrowed = std::move(state);
  const Network& net = out->net;
  out->names_see_final_writes = net.fw != Network::kNone && std::ranges::any_of(out->names, [&](NodeId from) {
                                  return from != Network::kNone && net.reaches(from, [&](NodeId id) { return id == net.fw; });
                                });
  if (number < kMostSitesKept) {
    if (kept.size() <= number) kept.resize(number + 1);
    kept[number] = out;
  }
  return out;
}

std::optional<Diagnostics> CandidateSource::each_site(Role role, const program::Prop* goal, const std::function<bool(Site&)>& use) {
  std::optional<Diagnostics> problem;
  request_.structures->each(*budget_, [&](std::size_t number, const std::shared_ptr<const Structure>& structure) {
    if (structure->bound_reached) {
      bound_reached_ = true;
      return true;
    }
    if (goal && candidates::truth_on_paths(*goal, *structure, pool()) == false) return true;
    auto at = site(role, number, structure);
    if (!at) {
      problem = std::move(at.error());
      return false;
    }
    return *at && use(**at) && !problem_;
  });
  if (problem) return problem;
  return problem_;
}

// Which writes each read may see; none if the structure has not the events of an edge that must be there.
std::optional<Relation> CandidateSource::allowed(const Site& site, const Races& races) const {
  const Structure& s = *site.structure;
  Relation out = site.visible_at_most;
  if (races.by_key) {
    for (const auto& [write, read] : races.edges)
      for (EventId r = 0; r < s.size(); ++r)
        for (EventId w = 0; w < s.size(); ++w)
          if (site.keys->key[r] == read.first && site.keys->key[w] == write.first) out.add(w, r);
    return out;
  }
  std::map<EventName, EventId> at;
  for (EventId e = 0; e < s.size(); ++e) at[{site.keys->key[e], site.keys->index[e]}] = e;
  for (const auto& [write, read] : races.edges) {
    const auto w = at.find(write), r = at.find(read);
    if (r == at.end() || w == at.end()) {
      if (races.none_else) return std::nullopt;
      continue;
    }
    if (races.none_else)
      for (EventId other = 0; other < s.size(); ++other)
        if (out.has(other, r->second)) out.remove(other, r->second);
    out.add(w->second, r->second);
  }
  return out;
}

// Every candidate of one structure that is wanted. False: the caller has seen enough.
//
// This is entered again while it runs. Targets are handed out one at a time, in the middle of the
// search that makes them; `use` justifies a target before it returns, and for that asks this same
// source for stages, of all structures and so of this one too. Two searches on one structure are
// then under way, the second inside the first. What they may share, and what not:
//
// * ReadsFrom holds a search in progress (the values that flow so far, its trail, the callbacks), and its
//   Propagator holds scratch space. One such pair belongs to one search. Stages use the site's, which is kept
//   from one call to the next, since they are asked for often. A target makes its own.
// * Stages do not nest: who asks for stages (Justifier::executions_for) only puts them aside, and looks at
//   them when the search is over. each_bounds uses the site's propagator too; it is called before stages are
//   asked for or between two such calls, never from within one.
// * The network is not changed by a search. All that a search decides is in its own bounds::State.
// * Sites and structures are kept in vectors that the inner call may lengthen. So they are held by shared
//   pointers, and no reference into such a vector is alive across a call of `use`.
// * Terms are only ever added to the pool, and their ids stay. The value domain is computed once and not
//   changed.
// * A problem with the model (problem_) that the inner search meets ends the outer one as well (each_site).
// * Both draw on the budget of the question, so a limit that the inner one reaches ends the outer one.
bool CandidateSource::collect(Site& site, const Wanted& wanted, const Use& use) {
  const Structure& s = *site.structure;
  std::optional<candidates::ReadsFrom> own;
  if (!wanted.as_stage) own.emplace(pool(), s, site.net, site.reads_from.shared_propagator());
  candidates::ReadsFrom& reads_from = own ? *own : site.reads_from;
  bounds::Propagator& propagator = reads_from.propagator();
  std::optional<Relation> may_see;
  if (wanted.races) {
    may_see = allowed(site, *wanted.races);
    if (!may_see) return true;
  }
  const auto cut = [&](const bounds::State& state) {
    if (wanted.goal && candidates::truth(*wanted.goal, [&](const program::Observable& o) -> std::optional<Value> {
                         if (o.is_location) return std::nullopt;
                         return reads_from.flow().evaluate(s.registers[o.index]);
                       }) == false)
      return true;
    if (!wanted.races || wanted.races->by_key || visible_ == kNoName) return false;
    // Happens-before shrinks as reads are decided: a read whose write can no longer happen before it would be one race more.
    for (const EventId r : reads_from.reads()) {
      if (!reads_from.flow().assigned(r)) continue;
      const EventId w = reads_from.flow().writer(r);
      if (propagator.upper_has(state, site.names[visible_], w, r)) continue;
      if (!wanted.races->edges.contains({{site.keys->key[w], site.keys->index[w]}, {site.keys->key[r], site.keys->index[r]}})) return true;
    }
    return false;
  };
  OrderClasses classes(*this, site, propagator, use);
  const std::uint64_t before = reads_from.nodes();
  reads_from.run(may_see ? &*may_see : nullptr, *budget_, cut,
                 [&](const bounds::State& partial) {
                   // Where no axiom depended on them any more, reads were decided without telling the network.
                   bounds::State state = partial;
                   if (site.net.rf != Network::kNone)
                     for (const EventId r : reads_from.reads()) propagator.require(state, site.net.rf, reads_from.flow().writer(r), r);
                   // No solver: justified values come from a finite set, so equations are tried on its members.
                   if (const auto valuation = open_values_->equations(s, reads_from.flow()))
                     instantiate(s, reads_from.flow(), *valuation, [&](const std::vector<Value>& read) {
                       classes.run(state, describe(site, reads_from.flow(), read), wanted);
                     });
                   return classes.stopped() || budget_->exhausted();
                 },
                 {.start = site.narrowed ? &*site.narrowed : nullptr});
  nodes_ += reads_from.nodes() - before;
  return !classes.stopped() && !budget_->limit().reached();
}

std::optional<Diagnostics> CandidateSource::each(const Wanted& wanted, const Use& use) {
  return each_site(wanted.as_stage ? Role::stage : Role::target, wanted.goal, [&](Site& site) {
    if (!wanted.as_stage && !wanted.races) ++structures_seen_;
    return collect(site, wanted, use);
  });
}

std::optional<Diagnostics> CandidateSource::each_bounds(const Races& races, const std::function<bool(const Bounds&)>& use) {
  return each_site(Role::stage, nullptr, [&](Site& site) {
    const auto may_see = allowed(site, races);
    if (!may_see) return true;
    bounds::Propagator& propagator = site.reads_from.propagator();
    bounds::State state = site.narrowed ? *site.narrowed : propagator.initial();
    const Relation every = bounds::rf_candidates(*site.structure);
    if (site.net.rf != Network::kNone)
      for (const auto& [w, r] : (every - *may_see).pairs()) propagator.exclude(state, site.net.rf, w, r);
    if (!propagator.propagate(state)) return true;
    return use({*site.structure, *site.keys, site.net, propagator, state, site.names});
  });
}

// Where values flow without a cycle they are made of constants. Else they take every value that their location can hold without thin
// air; others cannot be justified. (A branch on the way may have settled a value that goes round in a cycle: that is thin air too.)
void CandidateSource::instantiate(const Structure& s, const candidates::Flow& flow, const candidates::Valuation& valuation,
                                  const std::function<void(const std::vector<Value>&)>& use) {
  std::map<VarId, events::LocId> free;
  for (EventId e = 0; e < s.size(); ++e)
    if (s.events[e].reads())
      for (const VarId var : pool().variables(valuation.reads[e])) free.emplace(var, 0);
  for (const TermId constraint : valuation.constraints)
    for (const VarId var : pool().variables(constraint)) free.emplace(var, 0);
  const auto settled = [&](EventId e) { return !s.events[e].reads() || flow.value(e).has_value(); };
  bool acyclic = true;
  for (EventId e = 0; e < s.size() && acyclic; ++e) acyclic = settled(e);
  if (acyclic) {
    std::vector<Value> read(s.size(), 0);
    for (EventId e = 0; e < s.size(); ++e)
      if (s.events[e].reads()) read[e] = *flow.value(e);
    use(read);
    return;
  }
  left_out_ = left_out_ || !free.empty();
  if (!domain_) domain_ = value_domain(request_.test->program, *request_.structures->unfolding(), request_.also, *budget_);
  for (EventId e = 0; e < s.size(); ++e)
    if (s.events[e].reads() && free.contains(s.events[e].variable)) free[s.events[e].variable] = s.events[e].location;
  std::map<VarId, Value> assignment;
  const auto env = [&](VarId var) -> std::optional<Value> {
    const auto at = assignment.find(var);
    return at == assignment.end() ? std::nullopt : std::optional(at->second);
  };
  const std::function<void(std::map<VarId, events::LocId>::const_iterator)> assign = [&](auto at) {
    if (budget_->exhausted()) return;
    if (at != free.end()) {
      for (const Value value : (*domain_)[at->second]) {
        assignment[at->first] = value;
        assign(std::next(at));
      }
      assignment.erase(at->first);
      return;
    }
    for (const TermId constraint : valuation.constraints)
      if (pool().evaluate(constraint, env) == Value{0}) return;
    std::vector<Value> read(s.size(), 0);
    for (EventId e = 0; e < s.size(); ++e) {
      if (!s.events[e].reads()) continue;
      read[e] = *pool().evaluate(valuation.reads[e], env);
      if (!(*domain_)[s.events[e].location].contains(read[e])) {
        left_out_ = true;
        return;
      }
    }
    use(read);
  };
  assign(free.begin());
}

Candidate CandidateSource::describe(const Site& site, const candidates::Flow& flow, const std::vector<Value>& read) {
  const Structure& s = *site.structure;
  Candidate c;
  c.structure = site.structure;
  c.keys = site.keys;
  c.read = read;
  c.written.assign(s.size(), 0);
  c.reads_from.assign(s.size(), kNoEvent);
  c.rf = Relation(s.size());
  c.final_write.assign(request_.test->program.locations.size(), kNoEvent);
  const auto env = [&](VarId var) { return std::optional(read[flow.event_of(var)]); };
  for (const TermId term : s.registers) c.registers.push_back(*pool().evaluate(term, env));
  for (EventId e = 0; e < s.size(); ++e) {
    const events::Event& event = s.events[e];
    if (event.writes()) c.written[e] = *pool().evaluate(event.written, env);
    if (!event.reads()) continue;
    c.reads_from[e] = flow.writer(e);
    c.rf.add(flow.writer(e), e);
  }
  return c;
}

}  // namespace thinair::justified
