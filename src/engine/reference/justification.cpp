#include "engine/reference/justification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/reference/orders.hpp"
#include "engine/reference/wellformed.hpp"

namespace thinair::reference {
namespace {

using relation::Relation;
using NamedOrders = std::vector<std::pair<std::string, Relation>>;

Events to_events(const relation::EventSet& set) {
  Events out(set.size());
  for (const EventId e : set.elements()) out.has[e] = 1;
  return out;
}

Pairs to_pairs(const Relation& relation) {
  Pairs out(relation.size());
  for (const auto& [a, b] : relation.pairs()) out.at(a, b) = 1;
  return out;
}

// The ordered pairs of some total order of each class of `pairs` that extends `base`, which is acyclic.
Relation some_order(const relation::EventSet& on, const Relation& pairs, const Relation& base) {
  const auto sequence = relation::linear_extension(on, base);
  Relation out(base.size());
  for (std::size_t i = 0; i < sequence.size(); ++i)
    for (std::size_t j = i + 1; j < sequence.size(); ++j)
      if (pairs.has(sequence[i], sequence[j])) out.add(sequence[i], sequence[j]);
  return out;
}

class Check {
 public:
  Check(const program::Test& test, const events::Unfolding& unfolding, const mem::Model& model, const answer::Justification& claim,
        const JustificationOptions& options)
      : test_(test),
        unfolding_(unfolding),
        model_(model),
        stages_(claim.stages),
        executions_(claim.executions),
        target_index_(claim.target),
        options_(options),
        names_(names_used(model)) {}

  Result<Verdict> run() {
    if (Verdict v = check_shape(); v.kind != Verdict::Kind::confirmed) return v;
    auto first = with_worlds([&](const answer::ConcreteExecution& x, std::size_t stage) { return agreeing_world(x, stage); });
    if (!first || first->kind == Verdict::Kind::confirmed || all_orders_total()) return first;
    auto second = with_worlds([&](const answer::ConcreteExecution& x, std::size_t stage) { return every_world(x, stage); });
    if (!second || second->kind == Verdict::Kind::confirmed) return second;
    if (!gave_up_) return first;
    return Verdict{Verdict::Kind::unconfirmed, first->check, fmt::format("{}, and there are too many total orders to try all", first->why)};
  }

 private:
  using Worlds = Result<std::vector<World>>;

  const answer::ConcreteExecution& target() const { return executions_[target_index_]; }
  const answer::ConcreteExecution& execution(std::size_t stage) const { return executions_[stages_[stage].execution]; }
  bool is_last(std::size_t stage) const { return stage + 1 == stages_.size(); }
  static std::string name_of(std::size_t stage) { return fmt::format("stage {}", stage + 1); }

  // --- what does not depend on total orders

  Verdict check_shape() const {
    if (target_index_ >= executions_.size() || stages_.empty()) return refuted("end", "there is no target, or no stage");
    relation::EventSet before(target().size());
    for (EventId e = 0; e < target().structure->init_count && e < target().size(); ++e) before.add(e);
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      const answer::Stage& stage = stages_[i];
      if (stage.execution >= executions_.size()) return refuted("structure", name_of(i) + " has no execution");
      if (Verdict v = check_execution(execution(i), name_of(i)); v.kind != Verdict::Kind::confirmed) return v;
      if (std::string why = why_not_matching(*target().structure, *execution(i).structure, stage.matching, identity()); !why.empty())
        return refuted("matching", fmt::format("in {}, {}", name_of(i), why));
      if (stage.committed.size() != target().size() || !(before - stage.committed).empty())
        return refuted("committed", fmt::format("{} takes back what was committed before", name_of(i)));
      before = stage.committed;
    }
    const answer::Stage& last = stages_.back();
    if (last.execution != target_index_ || last.committed.count() != target().size())
      return refuted("end", "the last stage is not the target with all of its events");
    for (EventId e = 0; e < last.matching.size(); ++e)
      if (last.matching[e] != e) return refuted("end", "the last stage is not the target as it is");
    return {};
  }

  mem::Identity identity() const { return options_.identity.value_or(model_.identity); }

  Verdict check_execution(const answer::ConcreteExecution& x, const std::string& name) const {
    const events::Structure& s = *x.structure;
    if (std::string why = why_not_structure(test_.program, unfolding_, s); !why.empty())
      return refuted("structure", fmt::format("in {}, {}", name, why));
    if (std::string why = why_not_reads_from(s, x.reads_from); !why.empty())
      return refuted("reads-from", fmt::format("in {}, {}", name, why));
    if (x.read.size() != s.size() || x.written.size() != s.size())
      return refuted("values", fmt::format("in {}, they are not given for every event", name));
    if (x.final_write.size() != test_.program.locations.size())
      return refuted("structure", fmt::format("in {}, final writes are not given", name));
    for (std::size_t o = 0; o < x.orders.size(); ++o)
      if (!x.orders[o].forced.acyclic()) return refuted("with " + x.orders[o].name, fmt::format("in {}, it is cyclic", name));
    const ReadValues read = read_values(x);
    if (!is_consistent(unfolding_.pool, s, x.reads_from, read))
      return refuted("values",
                     fmt::format("in {}, a read disagrees with its write, or a path is taken although its condition is false", name));
    const auto written = written_values(unfolding_.pool, s, read);
    for (EventId e = 0; e < s.size(); ++e)
      if (s.events[e].writes() && written[e] != x.written[e])
        return refuted("values", fmt::format("in {}, event {} writes another value", name, e));
    return {};
  }

  static ReadValues read_values(const answer::ConcreteExecution& x) {
    ReadValues out(x.size());
    for (EventId e = 0; e < x.size(); ++e)
      if (x.structure->events[e].reads()) out[e] = x.read[e];
    return out;
  }

  // --- total orders

  bool all_orders_total() const {
    return std::ranges::all_of(stages_, [&](const answer::Stage& stage) {
      const answer::ConcreteExecution& x = executions_[stage.execution];
      for (std::size_t o = 0; o < x.orders.size(); ++o)
        for (const auto& [a, b] : x.orders[o].pairs.pairs())
          if (!x.orders[o].forced.has(a, b) && !x.orders[o].forced.has(b, a)) return false;
      return true;
    });
  }

  // Where the model does not care which write is final, any will do.
  Candidate as_candidate(const answer::ConcreteExecution& x) const {
    Candidate out{&test_.program, x.structure.get(), x.reads_from, x.final_write};
    out.final_write.resize(test_.program.locations.size(), kNoMatch);
    for (EventId e = 0; e < x.size(); ++e)
      if (const events::Event& event = x.structure->events[e]; event.writes() && x.final_write[event.location] == kNoMatch)
        out.final_write[event.location] = e;
    return out;
  }

  // The o-th order of the target, with what every stage forces among its committed events: closed; it may have cycles.
  Relation agreed(std::size_t o) const {
    Relation out = target().orders[o].forced;
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      const answer::ConcreteExecution& x = execution(i);
      if (o >= x.orders.size()) continue;
      for (const auto& [a, b] : x.orders[o].forced.pairs()) {
        const EventId ta = stages_[i].matching[a], tb = stages_[i].matching[b];
        if (ta != kNoMatch && tb != kNoMatch && stages_[i].committed.has(ta) && stages_[i].committed.has(tb)) out.add(ta, tb);
      }
    }
    return out.transitive_closure();
  }

  // Total orders of the stage (those of the target for the last one) that agree with one order of the target on what is committed.
  NamedOrders agreeing_orders(const answer::ConcreteExecution& x, std::size_t stage) const {
    NamedOrders out;
    for (std::size_t o = 0; o < x.orders.size(); ++o) {
      Relation base = x.orders[o].forced;
      if (o < target().orders.size()) {
        const Relation of_all = agreed(o);
        const Relation of_target =
            some_order(target().orders[o].scope, target().orders[o].pairs, of_all.acyclic() ? of_all : target().orders[o].forced);
        const Relation alone = base;
        for (EventId a = 0; a < x.size(); ++a)
          for (EventId b = 0; b < x.size(); ++b) {
            const EventId ta = stages_[stage].matching[a], tb = stages_[stage].matching[b];
            if (ta != kNoMatch && tb != kNoMatch && stages_[stage].committed.has(ta) && stages_[stage].committed.has(tb) &&
                of_target.has(ta, tb))
              base.add(a, b);
          }
        base = base.transitive_closure();
        if (!base.acyclic()) base = alone;
      }
      out.emplace_back(x.orders[o].name, some_order(x.orders[o].scope, x.orders[o].pairs, base));
    }
    return out;
  }

  Worlds agreeing_world(const answer::ConcreteExecution& x, std::size_t stage) {
    std::vector<World> out;
    if (auto failed = add_worlds(x, stage, agreeing_orders(x, stage), out); !failed) return fail(failed.error());
    return out;
  }

  // With every choice of total orders that extend the forced parts.
  Worlds every_world(const answer::ConcreteExecution& x, std::size_t stage) {
    std::set<std::vector<Pairs>> choices{{}};
    for (std::size_t o = 0; o < x.orders.size(); ++o) {
      std::set<std::vector<Pairs>> longer;
      for (const std::vector<Pairs>& choice : choices)
        for_each_order({to_events(x.orders[o].scope), to_pairs(x.orders[o].forced), false}, *x.structure, [&](const Pairs& order) {
          std::vector<Pairs> one = choice;
          one.push_back(both(order, to_pairs(x.orders[o].pairs)));
          longer.insert(std::move(one));
          gave_up_ = gave_up_ || longer.size() == options_.most_worlds;
          return longer.size() < options_.most_worlds;
        });
      choices = std::move(longer);
    }
    std::vector<World> out;
    for (const std::vector<Pairs>& choice : choices) {
      NamedOrders orders;
      for (std::size_t o = 0; o < choice.size(); ++o) {
        orders.emplace_back(x.orders[o].name, Relation(x.size()));
        for (const auto& [a, b] : elements(choice[o])) orders.back().second.add(a, b);
      }
      if (auto failed = add_worlds(x, stage, orders, out); !failed) return fail(failed.error());
    }
    return out;
  }

  // The world that these orders make of the execution, if the model accepts it.
  Result<bool> add_worlds(const answer::ConcreteExecution& x, std::size_t stage, const NamedOrders& orders, std::vector<World>& out) {
    JudgeOptions options;
    options.variants = options_.variants;
    options.skipped = options_.skipped;
    if (!is_last(stage))
      for (const auto& [name, where] : model_.stages_without) options.skipped.push_back(name);
    options.orders = &orders;
    options.explain = true;
    const auto written = written_values(unfolding_.pool, *x.structure, read_values(x));
    const std::size_t before = out.size();
    const auto judged =
        for_each_world(model_.single, names_, as_candidate(x), x.structure, written, options, unlimited_, [&](const World& world) {
          out.push_back(world);
          return true;
        });
    if (!judged) return fail(judged.error());
    if (out.size() == before) rejection_ = judged->rejection;
    return out.size() > before;
  }

  // --- rules

  template <class F>
  Result<Verdict> with_worlds(const F& worlds_of) {
    farthest_ = {};
    const auto targets = worlds_of(target(), stages_.size() - 1);
    if (!targets) return fail(targets.error());
    if (targets->empty()) return inconsistent("the target");
    std::vector<std::vector<World>> of_stage;
    for (std::size_t i = 0; i + 1 < stages_.size(); ++i) {
      auto worlds = worlds_of(execution(i), i);
      if (!worlds) return fail(worlds.error());
      if (worlds->empty()) return inconsistent(name_of(i));
      of_stage.push_back(*std::move(worlds));
    }
    for (const World& world : *targets) {
      of_stage.push_back({world});
      Events before(target().size());
      for (EventId e = 0; e < target().structure->init_count; ++e) before.has[e] = 1;
      const auto done = from(0, world, of_stage, before, {});
      if (!done) return fail(done.error());
      if (*done) return Verdict{};
      of_stage.pop_back();
    }
    return farthest_;
  }

  Verdict inconsistent(const std::string& name) const {
    return refuted(rejection_.check, fmt::format("{} is not an execution of the single-execution model: {}", name, rejection_.why));
  }

  // Can the stages from `stage` on be given worlds that satisfy every rule?
  Result<bool> from(std::size_t stage, const World& target_world, const std::vector<std::vector<World>>& of_stage, const Events& before,
                    const Kept& kept) {
    if (stage == stages_.size()) return true;
    const Commitments commitments{to_events(stages_[stage].committed), before};
    for (const World& world : of_stage[stage]) {
      Kept longer = kept;
      const StagePair pair(model_, target_world, world, stages_[stage].matching);
      const auto rule = pair.refused_by(commitments, options_.skipped, longer);
      if (!rule) return fail(rule.error());
      if (!rule->empty()) {
        if (stage >= farthest_stage_) farthest_ = refuted(*rule, fmt::format("{} breaks it", name_of(stage))), farthest_stage_ = stage;
        continue;
      }
      const auto rest = from(stage + 1, target_world, of_stage, commitments.now, longer);
      if (!rest || *rest) return rest;
    }
    return false;
  }

  const program::Test& test_;
  const events::Unfolding& unfolding_;
  const mem::Model& model_;
  const std::vector<answer::Stage>& stages_;
  const std::vector<answer::ConcreteExecution>& executions_;
  const std::size_t target_index_;
  const JustificationOptions& options_;
  const std::vector<std::string> names_;
  Budget unlimited_;
  bool gave_up_ = false;
  Rejection rejection_;
  Verdict farthest_;
  std::size_t farthest_stage_ = 0;
};

}  // namespace

Result<Verdict> check_justification(const program::Test& test, const events::Unfolding& unfolding, const mem::Model& model,
                                    const answer::Justification& claim, const JustificationOptions& options) {
  return Check(test, unfolding, model, claim, options).run();
}

}  // namespace thinair::reference
