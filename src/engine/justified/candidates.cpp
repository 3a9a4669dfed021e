#include "engine/justified/candidates.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "engine/justified/value_domain.hpp"
#include "engine/bounds/build.hpp"
#include "engine/axiomatic/open_values.hpp"
#include "engine/axiomatic/reads_from.hpp"

namespace thinair::justified {
namespace {

using bounds::Network;
using bounds::NodeId;
using value::TermId;
using value::VarId;

constexpr std::string_view kAllEvents = "E";

class Collector {
 public:
  Collector(const CandidateRequest& request, Budget& budget, axiomatic::Statistics& statistics)
      : request_(request),
        budget_(budget),
        statistics_(statistics),
        pool_(request.unfolding->pool),
        open_values_(pool_, budget),
        domain_(value_domain(request.test->program, *request.unfolding, request.also, budget)) {
    std::ranges::copy_if(request.names, std::back_inserter(exports_), [](const std::string& name) { return name != kAllEvents; });
  }

  Result<Candidates> run() {
    const auto& threads = request_.unfolding->threads;
    if (std::ranges::any_of(threads, [](const auto& paths) { return paths.empty(); })) return std::move(out_);
    std::vector<std::uint32_t> chosen(threads.size(), 0);
    for (bool more = true; more && !budget_.exhausted();) {
      ++statistics_.structures;
      const auto structure = std::make_shared<const Structure>(events::combine(request_.test->program, *request_.unfolding, chosen));
      bounds::BuildOptions options;
      options.variants = &request_.variants;
      options.skipped = &request_.skipped;
      options.exports = &exports_;
      const auto need = bounds::build(request_.test->program, *structure, *request_.model, options, budget_, [&](Network& net) {
        collect(structure, net);
        return !budget_.exhausted();
      });
      if (!need) return fail(need.error());
      if (*need != bounds::Need::nothing) return fail(unsupported());
      more = false;
      for (std::size_t t = threads.size(); t-- > 0 && !more;) {
        more = ++chosen[t] < threads[t].size();
        if (!more) chosen[t] = 0;
      }
    }
    return std::move(out_);
  }

 private:
  Diagnostic unsupported() const {
    Diagnostic d;
    d.code = "mem-single";
    d.has_position = false;
    d.message = "the single-execution model '" + request_.model->name +
                "' decides by cases on a relation that depends on rf or on an order; under a multi-execution model this is not supported";
    return d;
  }

  void collect(const std::shared_ptr<const Structure>& structure, const Network& net) {
    axiomatic::ReadsFrom reads_from(pool_, *structure, net, budget_);
    reads_from.run([] { return false; },
                   [&](const bounds::State& partial) {
                     // Where no axiom depended on them any more, reads were decided without telling the network.
                     bounds::State state = partial;
                     if (net.rf != Network::kNone)
                       for (const EventId r : reads_from.reads())
                         reads_from.propagator().require(state, net.rf, reads_from.flow().writer(r), r);
                     // No solver: justified values come from a finite set, so equations are tried on its members.
                     if (const auto valuation = open_values_.equations(*structure, reads_from.flow()))
                       instantiate(*structure, *valuation, [&](const std::vector<Value>& read) {
                         Candidate base = describe(structure, reads_from.flow(), read);
                         classes(net, reads_from.propagator(), state, base);
                       });
                     return budget_.exhausted();
                   });
    statistics_.nodes += reads_from.nodes();
    statistics_.propagations += reads_from.propagator().passes();
  }

  // Open values take every value that their location can hold; others cannot be justified.
  void instantiate(const Structure& s, const axiomatic::Valuation& valuation, const std::function<void(const std::vector<Value>&)>& use) {
    std::map<VarId, events::LocId> free;
    for (EventId e = 0; e < s.size(); ++e)
      if (s.events[e].reads())
        for (const VarId var : pool_.variables(valuation.reads[e])) free.emplace(var, 0);
    for (const TermId constraint : valuation.constraints)
      for (const VarId var : pool_.variables(constraint)) free.emplace(var, 0);
    for (EventId e = 0; e < s.size(); ++e)
      if (s.events[e].reads() && free.contains(s.events[e].variable)) free[s.events[e].variable] = s.events[e].location;
    out_.left_out = out_.left_out || !free.empty();
    std::map<VarId, Value> assignment;
    const auto env = [&](VarId var) -> std::optional<Value> {
      const auto at = assignment.find(var);
      return at == assignment.end() ? std::nullopt : std::optional(at->second);
    };
    const std::function<void(std::map<VarId, events::LocId>::const_iterator)> assign = [&](auto at) {
      if (budget_.exhausted()) return;
      if (at != free.end()) {
        for (const Value value : domain_[at->second]) {
          assignment[at->first] = value;
          assign(std::next(at));
        }
        assignment.erase(at->first);
        return;
      }
      for (const TermId constraint : valuation.constraints)
        if (pool_.evaluate(constraint, env) == Value{0}) return;
      std::vector<Value> read(s.size(), 0);
      for (EventId e = 0; e < s.size(); ++e) {
        if (!s.events[e].reads()) continue;
        read[e] = *pool_.evaluate(valuation.reads[e], env);
        if (!domain_[s.events[e].location].contains(read[e])) {
          out_.left_out = true;
          return;
        }
      }
      use(read);
    };
    assign(free.begin());
  }

  Candidate describe(const std::shared_ptr<const Structure>& structure, const axiomatic::Flow& flow, const std::vector<Value>& read) {
    const Structure& s = *structure;
    Candidate c;
    c.structure = structure;
    c.read = read;
    c.written.assign(s.size(), 0);
    c.reads_from.assign(s.size(), kNoEvent);
    c.rf = Relation(s.size());
    c.final_write.assign(request_.test->program.locations.size(), kNoEvent);
    const auto env = [&](VarId var) { return std::optional(read[flow.event_of(var)]); };
    for (const TermId term : s.registers) c.registers.push_back(*pool_.evaluate(term, env));
    std::map<Similarity, std::uint32_t> seen;
    for (EventId e = 0; e < s.size(); ++e) {
      const events::Event& event = s.events[e];
      if (event.writes()) c.written[e] = *pool_.evaluate(event.written, env);
      if (event.reads()) {
        c.reads_from[e] = flow.writer(e);
        c.rf.add(flow.writer(e), e);
      }
      c.similar.push_back({event.kind, event.thread, event.location, event.kind == events::Kind::fence ? event.sets : 0});
      c.index.push_back(seen[c.similar.back()]++);
    }
    return c;
  }

  // Decides pairs of orders until every name that the rules mention is decided, then final writes, then further pairs until every
  // axiom holds however the rest goes.
  void classes(const Network& net, bounds::Propagator& propagator, bounds::State state, Candidate& base) {
    if (budget_.exhausted() || !propagator.propagate(state)) return;
    if (!names_decided(net, propagator, state) && branch(net, propagator, state, base)) return;
    if (net.fw != Network::kNone)
      for (const EventSet& group : net.fw_groups) {
        const EventSet open = (group & propagator.upper_set(state, net.fw)) - propagator.lower_set(state, net.fw);
        if (!open.empty()) return final_writes(net, propagator, state, base, open);
      }
    if (!propagator.entailed(state) && branch(net, propagator, state, base)) return;
    if (propagator.entailed(state)) record(net, propagator, state, base);
  }

  bool names_decided(const Network& net, const bounds::Propagator& propagator, const bounds::State& state) const {
    return std::ranges::all_of(net.exports, [&](NodeId id) {
      const bool agreed = std::ranges::any_of(net.orders, [&](const bounds::Order& o) {
        return o.node == id && std::ranges::find(request_.total_orders, o.name) == request_.total_orders.end();
      });
      return agreed || propagator.decided(state, id);
    });
  }

  // Both ways round of an open pair; false if there is none.
  bool branch(const Network& net, bounds::Propagator& propagator, const bounds::State& state, Candidate& base) {
    const auto pair = open_pair(net, propagator, state, *base.structure);
    if (!pair) return false;
    const auto [order, a, b] = *pair;
    bounds::State one = state, other = state;
    propagator.require(one, order, a, b);
    classes(net, propagator, std::move(one), base);
    propagator.exclude(other, order, a, b);
    classes(net, propagator, std::move(other), base);
    return true;
  }

  // Every final write of one location. Where nobody looks at it, and choosing it narrows no order, one that passes stands for all.
  void final_writes(const Network& net, bounds::Propagator& propagator, const bounds::State& state, Candidate& base,
                    const EventSet& writes) {
    for (const std::uint32_t write : writes.elements()) {
      if (budget_.limit().reached()) return;
      bounds::State next = state;
      propagator.require(next, net.fw, write);
      if (!propagator.propagate(next)) continue;
      const bool free = std::ranges::all_of(
          net.orders, [&](const bounds::Order& o) { return propagator.lower(next, o.node) == propagator.lower(state, o.node); });
      const bool matters = !free || final_write_matters(net, base.structure->events[write].location);
      const std::size_t before = out_.all.size();
      classes(net, propagator, std::move(next), base);
      if (!matters && out_.all.size() > before) return;
    }
  }

  bool final_write_matters(const Network& net, program::LocId location) const {
    const auto observables = observed(*request_.test);
    if (std::ranges::find(observables, program::Observable{true, location}) != observables.end()) return true;
    return std::ranges::any_of(net.exports, [&](NodeId from) { return net.reaches(from, [&](NodeId id) { return id == net.fw; }); });
  }

  // Pairs of one location first: synchronisation goes through locations.
  static std::optional<std::tuple<NodeId, std::uint32_t, std::uint32_t>> open_pair(const Network& net, bounds::Propagator& propagator,
                                                                                   const bounds::State& state, const Structure& s) {
    std::optional<std::tuple<NodeId, std::uint32_t, std::uint32_t>> any;
    for (const bounds::Order& order : net.orders) {
      const Relation open = propagator.upper(state, order.node) - propagator.lower(state, order.node);
      for (const auto& [a, b] : open.pairs()) {
        if (s.events[a].location == s.events[b].location) return std::tuple(order.node, a, b);
        if (!any) any = std::tuple(order.node, a, b);
      }
    }
    return any;
  }

  void record(const Network& net, bounds::Propagator& propagator, const bounds::State& state, const Candidate& base) {
    Candidate c = base;
    auto id = net.exports.begin();
    for (const std::string& name : request_.names) {
      if (name == kAllEvents)
        c.names.push_back(Relation::identity(c.size()));
      else {
        c.names.push_back(net[*id].is_set ? Relation::identity(propagator.lower_set(state, *id)) : propagator.lower(state, *id));
        ++id;
      }
    }
    for (const bounds::Order& order : net.orders) {
      c.orders.push_back(propagator.lower(state, order.node));
      c.order_names.push_back(order.name);
      c.order_pairs.push_back(order.scope);
      c.order_scopes.push_back(order.scope.domain());
    }
    if (net.fw != Network::kNone)
      for (const std::uint32_t e : propagator.lower_set(state, net.fw).elements()) c.final_write[c.structure->events[e].location] = e;
    out_.all.push_back(std::move(c));
  }

  const CandidateRequest& request_;
  Budget& budget_;
  axiomatic::Statistics& statistics_;
  value::TermPool& pool_;
  axiomatic::OpenValues open_values_;
  ValueDomain domain_;
  std::vector<std::string> exports_;
  Candidates out_;
};

}  // namespace

Result<NameKinds> name_kinds(const CandidateRequest& request, Budget& budget) {
  NameKinds out;
  std::vector<std::string> exports;
  for (const std::string& name : request.names)
    if (name == kAllEvents)
      out.is_set[name] = true;
    else
      exports.push_back(name);
  const auto& threads = request.unfolding->threads;
  if (std::ranges::any_of(threads, [](const auto& paths) { return paths.empty(); })) return out;
  const Structure structure = events::combine(request.test->program, *request.unfolding, std::vector<std::uint32_t>(threads.size(), 0));
  bounds::BuildOptions options;
  options.variants = &request.variants;
  options.skipped = &request.skipped;
  options.exports = &exports;
  const auto need = bounds::build(request.test->program, structure, *request.model, options, budget, [&](Network& net) {
    for (std::size_t i = 0; i < exports.size(); ++i) {
      out.is_set[exports[i]] = net[net.exports[i]].is_set;
      if (std::ranges::find(net.orders, net.exports[i], &bounds::Order::node) != net.orders.end()) out.orders.push_back(exports[i]);
    }
    return false;
  });
  if (!need) return fail(need.error());
  return out;
}

Result<Candidates> candidates(const CandidateRequest& request, Budget& budget, axiomatic::Statistics& statistics) {
  return Collector(request, budget, statistics).run();
}

}  // namespace thinair::justified
