#include "engine/reference/write_sets.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "engine/reading.hpp"
#include "engine/reference/enumerate.hpp"
#include "engine/reference/judge.hpp"
#include "engine/reference/value_domain.hpp"
#include "engine/reference/world.hpp"

namespace thinair::reference {
namespace {

// Thread, location, which of the thread's writes to it (0 with identity free), value.
using Written = std::tuple<std::uint32_t, events::LocId, std::uint32_t, program::Value>;

struct Known {
  std::set<Written> sees, writes;
  std::set<State> states;  // none if the test's filter leaves it out
};

class Rounds {
 public:
  Rounds(const program::Test& test, const mem::Model& model, const CausalityOptions& options, Budget& budget)
      : test_(test), model_(model), options_(options), budget_(budget) {}

  Result<Outcomes> run() {
    constexpr int kMostDomains = 4;
    const auto at = std::ranges::find(test_.program.set_names, "V");
    volatile_ = static_cast<std::size_t>(at - test_.program.set_names.begin());
    for (int i = 0; i < kMostDomains; ++i) {
      const std::size_t values = domain_.size();
      close();
      if (!errors_.empty()) return fail(errors_);
      for (const auto& [thread, location, nth, value] : set_) domain_.insert(value);
      if (domain_.size() == values || budget_.limit().reached()) break;
      if (i + 1 == kMostDomains) budget_.exhaust(Incomplete::bound, "writes may come to write ever more values");
    }
    out_.complete = !budget_.limit().reached();
    return out_;
  }

 private:
  // The set and the states that it gives, with the domain as it is.
  void close() {
    set_.clear();
    out_.states.clear();
    for (const Known& one : executions(model_.writes->start, {})) set_.insert(one.writes.begin(), one.writes.end());
    const std::vector<Known> all = executions(model_.single, options_.skipped);
    const auto admitted = [&](const Known& one) { return std::ranges::includes(set_, one.sees); };
    for (std::size_t before = 0; before != set_.size();) {
      before = set_.size();
      for (const Known& one : all)
        if (admitted(one)) set_.insert(one.writes.begin(), one.writes.end());
    }
    out_.candidates = all.size();
    for (const Known& one : all)
      if (admitted(one)) out_.states.insert(one.states.begin(), one.states.end());
  }

  std::vector<Known> executions(const cat::Model& model, const std::vector<std::string>& skipped) {
    std::vector<Known> out;
    events::Unfolding paths = unfold(model);
    for (const program::Value value : possible_values(test_.program, paths, budget_)) domain_.insert(value);
    const std::vector<program::Value> domain(domain_.begin(), domain_.end());
    std::vector<std::uint32_t> chosen;
    for_each_choice<std::uint32_t>(path_choices(paths), chosen, [&] {
      if (!events::fit_together(test_.program, paths, chosen)) return true;
      const events::Structure structure = events::combine(test_.program, paths, chosen);
      if (structure.bound_reached) {
        out_.loops_on = true;
        return true;
      }
      std::vector<EventId> reads_from;
      return for_each_choice<EventId>(sources(structure), reads_from, [&] {
        const bool cycle = for_each_valuation(paths.pool, structure, reads_from, domain, [&](const ReadValues& read) {
          if (!budget_.exhausted()) add(model, skipped, paths, structure, reads_from, read, out);
        });
        out_.value_cycle = out_.value_cycle || cycle;
        return errors_.empty() && !budget_.limit().reached();
      });
    });
    return out;
  }

  events::Unfolding unfold(const cat::Model& model) {
    return events::unfold(test_.program, budget_, {}, engine::reading_under(model, test_.program));
  }

  void add(const cat::Model& model, const std::vector<std::string>& skipped, const events::Unfolding& paths,
           const events::Structure& structure, const std::vector<EventId>& reads_from, const ReadValues& read, std::vector<Known>& out) {
    JudgeOptions options;
    options.variants = options_.variants;
    options.skipped = skipped;
    const auto written = written_values(paths.pool, structure, read);
    const auto name = [&](EventId w) {
      std::uint32_t nth = 0;
      for (EventId e = 0; e < w; ++e)
        nth += structure.events[e].writes() && structure.events[e].thread == structure.events[w].thread &&
               structure.events[e].location == structure.events[w].location;
      const bool counts = options_.identity.value_or(model_.identity) == mem::Identity::nth;
      return Written{structure.events[w].thread, structure.events[w].location, counts ? nth : 0, *written[w]};
    };
    std::set<Written> writes;
    for (EventId e = 0; e < structure.size(); ++e)
      if (structure.events[e].writes()) writes.insert(name(e));
    // By what they need: another choice of orders may let other reads see what happens before them.
    std::map<std::set<Written>, std::set<State>> found;
    const std::string& visible = model_.writes->visible;
    const std::vector<std::string> wanted = visible.empty() || &model != &model_.single ? std::vector<std::string>{} : std::vector{visible};
    const std::shared_ptr<const events::Structure> shared(&structure, [](const events::Structure*) {});
    Candidate candidate{&test_.program, &structure, reads_from, {}};
    for_each_choice<EventId>(last_writes(structure, test_.program.locations.size()), candidate.final_write, [&] {
      const auto judged = for_each_world(model, wanted, candidate, shared, written, options, budget_, [&](const World& world) {
        std::set<Written> sees;
        for (EventId e = 0; e < structure.size(); ++e) {
          const events::Event& event = structure.events[e];
          if (!event.reads() || program::has_set(event.sets, volatile_)) continue;
          const auto relation = world.names.find(visible);
          const Pairs* pairs = relation == world.names.end() ? nullptr : as<Pairs>(relation->second);
          if (!pairs || !pairs->at(reads_from[e], e)) sees.insert(name(reads_from[e]));
        }
        std::set<State>& states = found[std::move(sees)];
        const Look look = final_values(test_.program, paths, structure, candidate.final_write, read);
        if (test_.filter && !holds(*test_.filter, look)) return true;
        State state;
        for (const program::Observable& o : test_.shown) state.values.push_back(look(o));
        for (std::uint32_t t = 0; t < structure.threw.size(); ++t) {
          if (structure.threw[t]) state.threw.push_back(t);
          if (structure.blocked[t]) state.blocked.push_back(t);
        }
        states.insert(std::move(state));
        return true;
      });
      if (!judged) errors_ = judged.error();
      return errors_.empty();
    });
    for (auto& [sees, states] : found) out.push_back({sees, writes, std::move(states)});
  }

  const program::Test& test_;
  const mem::Model& model_;
  const CausalityOptions& options_;
  Budget& budget_;
  std::size_t volatile_ = 0;
  std::set<program::Value> domain_;
  std::set<Written> set_;
  Outcomes out_;
  Diagnostics errors_;
};

}  // namespace

Result<Outcomes> written_outcomes(const program::Test& test, const mem::Model& model, const CausalityOptions& options, Budget& budget) {
  return Rounds(test, model, options, budget).run();
}

}  // namespace thinair::reference
