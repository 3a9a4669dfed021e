#include "engine/reference/causality.hpp"

#include <algorithm>

#include "engine/reading.hpp"
#include "engine/reference/enumerate.hpp"
#include "engine/reference/stage_pair.hpp"
#include "engine/reference/value_domain.hpp"
#include "engine/reference/write_sets.hpp"

namespace thinair::reference {
namespace {

// Worlds that the rules cannot tell apart are one; it ends in the states of all of them.
struct ListedExecution {
  World world;
  std::set<State> states;
};

struct NamesLess {
  bool operator()(const std::map<std::string, Value>& a, const std::map<std::string, Value>& b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
      return x.first != y.first ? x.first < y.first : compare(x.second, y.second) < 0;
    });
  }
};

class Enumeration {
 public:
  Enumeration(const program::Test& test, const mem::Model& model, const CausalityOptions& options, Budget& budget)
      : test_(test), model_(model), options_(options), budget_(budget), names_(names_used(model)) {}

  Result<Outcomes> run() {
    list_executions();
    for (const ListedExecution& target : targets_) {
      if (stopped()) break;
      const bool news = std::ranges::any_of(target.states, [&](const State& state) { return !out_.states.contains(state); });
      if (news && is_justified(target.world)) out_.states.insert(target.states.begin(), target.states.end());
    }
    if (!errors_.empty()) return fail(errors_);
    out_.candidates = targets_.size();
    out_.complete = !stopped();
    return out_;
  }

 private:
  bool stopped() { return !errors_.empty() || budget_.limit().reached(); }
  bool go_on() { return !budget_.exhausted() && !stopped(); }  // one step

  // --- executions

  void list_executions() {
    unfolding_ = events::unfold(test_.program, budget_, {}, engine::reading_under(model_.single, test_.program));
    const auto values = possible_values(test_.program, unfolding_, budget_);
    domain_.assign(values.begin(), values.end());
    std::vector<std::uint32_t> chosen;
    for_each_choice<std::uint32_t>(path_choices(unfolding_), chosen, [&] {
      if (!events::fit_together(test_.program, unfolding_, chosen)) return true;
      const auto structure = std::make_shared<const events::Structure>(events::combine(test_.program, unfolding_, chosen));
      if (structure->bound_reached) {  // no execution: it goes on
        out_.loops_on = true;
        return true;
      }
      std::vector<EventId> reads_from;
      return for_each_choice<EventId>(sources(*structure), reads_from, [&] {
        const bool cycle = for_each_valuation(unfolding_.pool, *structure, reads_from, domain_, [&](const ReadValues& read) {
          if (go_on()) list_worlds(structure, reads_from, read, {}, targets_);
          if (go_on() && !model_.stages_without.empty()) list_worlds(structure, reads_from, read, for_targets_only(), more_stages_);
        });
        out_.value_cycle = out_.value_cycle || cycle;
        return go_on();
      });
    });
  }

  std::vector<std::string> for_targets_only() const {
    std::vector<std::string> names;
    for (const auto& [name, where] : model_.stages_without) names.push_back(name);
    return names;
  }

  // Executions that stages may have: all targets, or those that pass the checks that stages must pass.
  const std::vector<ListedExecution>& stage_executions() const { return model_.stages_without.empty() ? targets_ : more_stages_; }

  void list_worlds(const std::shared_ptr<const events::Structure>& structure, const std::vector<EventId>& reads_from,
                   const ReadValues& values, const std::vector<std::string>& also_skipped, std::vector<ListedExecution>& executions) {
    JudgeOptions options;
    options.variants = options_.variants;
    options.skipped = options_.skipped;
    options.skipped.insert(options.skipped.end(), also_skipped.begin(), also_skipped.end());
    const auto written = written_values(unfolding_.pool, *structure, values);
    std::map<std::map<std::string, Value>, ListedExecution, NamesLess> found;
    Candidate candidate{&test_.program, structure.get(), reads_from, {}};
    for_each_choice<EventId>(last_writes(*structure, test_.program.locations.size()), candidate.final_write, [&] {
      const auto state = state_of(*structure, candidate.final_write, values);
      const auto judged = for_each_world(model_.single, names_, candidate, structure, written, options, budget_, [&](const World& world) {
        ListedExecution& execution = found.try_emplace(world.names, ListedExecution{world, {}}).first->second;
        if (state) execution.states.insert(*state);
        return true;
      });
      if (!judged) errors_ = judged.error();
      return go_on();
    });
    for (auto& [names, execution] : found) executions.push_back(std::move(execution));
  }

  // None if the test's filter leaves it out; the execution may be a stage all the same.
  std::optional<State> state_of(const events::Structure& structure, const std::vector<EventId>& final_write,
                                const ReadValues& values) const {
    const Look look = final_values(test_.program, unfolding_, structure, final_write, values);
    if (test_.filter && !holds(*test_.filter, look)) return std::nullopt;
    State state;
    for (const program::Observable& o : test_.shown) state.values.push_back(look(o));
    for (std::uint32_t t = 0; t < structure.threw.size(); ++t) {
      if (structure.threw[t]) state.threw.push_back(t);
      if (structure.blocked[t]) state.blocked.push_back(t);
    }
    return state;
  }

  // --- justification

  struct Position {
    Events committed;
    Kept kept;
    auto operator<=>(const Position&) const = default;
  };

  bool is_justified(const World& target) {
    std::vector<StagePair> stages;
    for (const ListedExecution& stage : stage_executions())
      for_each_matching(target, stage.world, [&](const Matching& matching) { stages.emplace_back(model_, target, stage.world, matching); });
    Matching same(target.size());
    for (EventId e = 0; e < same.size(); ++e) same[e] = e;
    const StagePair last(model_, target, target, same);

    Events initial(target.size());
    for (EventId e = 0; e < target.structure->init_count; ++e) initial.has[e] = 1;
    std::set<Position> reached;
    std::vector<Position> open{{initial, {}}};
    while (!open.empty() && !stopped()) {
      const Position from = open.back();
      open.pop_back();
      if (next(last, from, Events(target.size(), 1))) return true;
      for (const StagePair& stage : stages)
        for_each_larger(from.committed, [&](const Events& committed) {
          const auto position = next(stage, from, committed);
          if (position && reached.insert(*position).second) open.push_back(*position);
          return go_on();
        });
    }
    return false;
  }

  // Where committing these events leads, if the rules allow it.
  std::optional<Position> next(const StagePair& stage, const Position& from, const Events& committed) {
    Position out{committed, from.kept};
    const auto rule = stage.refused_by({committed, from.committed}, options_.skipped, out.kept);
    if (!rule) errors_ = rule.error();
    if (!rule || !rule->empty()) return std::nullopt;
    return out;
  }

  // Until `visit` returns false.
  static void for_each_larger(const Events& set, const std::function<bool(const Events&)>& visit) {
    std::vector<std::vector<char>> choices;  // by event: is it in?
    for (const char has : set.has) choices.push_back(has ? std::vector<char>{1} : std::vector<char>{0, 1});
    Events larger;
    for_each_choice<char>(choices, larger.has, [&] { return larger == set || visit(larger); });
  }

  void for_each_matching(const World& target, const World& stage, const std::function<void(const Matching&)>& visit) const {
    const mem::Identity identity = options_.identity.value_or(model_.identity);
    std::vector<std::vector<EventId>> choices(stage.size());
    for (EventId g = 0; g < stage.size(); ++g) {
      for (EventId t = 0; t < target.size(); ++t)
        if (may_match(*target.structure, t, *stage.structure, g, identity)) choices[g].push_back(t);
      if (choices[g].empty() || identity == mem::Identity::free) choices[g].push_back(kNoMatch);
    }
    Matching matching;
    for_each_choice<EventId>(choices, matching, [&] {
      if (why_not_matching(*target.structure, *stage.structure, matching, identity).empty()) visit(matching);
      return true;
    });
  }

  const program::Test& test_;
  const mem::Model& model_;
  const CausalityOptions& options_;
  Budget& budget_;
  const std::vector<std::string> names_;
  events::Unfolding unfolding_;
  std::vector<program::Value> domain_;
  std::vector<ListedExecution> targets_;
  std::vector<ListedExecution> more_stages_;  // only if the model asks less of stages
  Outcomes out_;
  Diagnostics errors_;
};

}  // namespace

Result<Outcomes> justified_outcomes(const program::Test& test, const mem::Model& model, const CausalityOptions& options, Budget& budget) {
  if (model.writes && std::ranges::find(options.skipped, model.writes->name) == options.skipped.end())
    return written_outcomes(test, model, options, budget);
  return Enumeration(test, model, options, budget).run();
}

}  // namespace thinair::reference
