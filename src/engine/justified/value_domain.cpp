#include "engine/justified/value_domain.hpp"

#include <algorithm>
#include <map>

namespace thinair::justified {
namespace {

using program::Value;
using value::VarId;

constexpr std::size_t kMaxCombinations = 1 << 20;

// Calls `use` for every assignment of the variables from their locations' domains.
class Combinations {
 public:
  Combinations(const value::TermPool& pool, const events::ThreadPath& path, const ValueDomain& domain, Budget& budget)
      : pool_(pool), path_(path), domain_(domain), budget_(budget) {
    for (const events::Event& e : path.events)
      if (e.reads()) location_[e.variable] = e.location;
  }

  void values(value::TermId term, std::set<Value>& out) {
    vars_ = pool_.variables(term);
    assignment_.clear();
    combinations_ = 0;
    extend(0, term, out);
  }

 private:
  void extend(std::size_t at, value::TermId term, std::set<Value>& out) {
    if (budget_.exhausted()) return;
    const auto env = [this](VarId var) -> std::optional<Value> {
      const auto found = assignment_.find(var);
      return found == assignment_.end() ? std::nullopt : std::optional(found->second);
    };
    for (const value::TermId constraint : path_.constraints)
      if (pool_.evaluate(constraint, env) == Value{0}) return;
    if (at == vars_.size()) {
      if (++combinations_ > kMaxCombinations)
        return budget_.exhaust(Incomplete::bound, "a write may write more values than thinair considers");
      if (const auto value = pool_.evaluate(term, env)) out.insert(*value);
      return;
    }
    for (const Value value : domain_[location_.at(vars_[at])]) {
      assignment_[vars_[at]] = value;
      extend(at + 1, term, out);
    }
    assignment_.erase(vars_[at]);
  }

  const value::TermPool& pool_;
  const events::ThreadPath& path_;
  const ValueDomain& domain_;
  Budget& budget_;
  std::map<VarId, events::LocId> location_;
  std::vector<VarId> vars_;
  std::map<VarId, Value> assignment_;
  std::size_t combinations_ = 0;
};

}  // namespace

ValueDomain value_domain(const program::Program& program, const events::Unfolding& unfolding, const std::vector<Value>& also,
                         Budget& budget) {
  ValueDomain domain(program.locations.size());
  for (std::size_t loc = 0; loc < domain.size(); ++loc) {
    domain[loc].insert(program.locations[loc].initial);
    domain[loc].insert(also.begin(), also.end());
  }
  std::size_t rounds = 1;
  for (const auto& paths : unfolding.threads) {
    std::size_t most = 0;
    for (const auto& path : paths)
      most = std::max(most, static_cast<std::size_t>(std::ranges::count_if(path.events, [](const auto& e) { return e.writes(); })));
    rounds += most;
  }
  for (std::size_t round = 0; round < rounds && !budget.exhausted(); ++round) {
    ValueDomain next = domain;
    for (const auto& paths : unfolding.threads)
      for (const auto& path : paths) {
        Combinations combinations(unfolding.pool, path, domain, budget);
        for (const events::Event& e : path.events)
          if (e.writes()) combinations.values(e.written, next[e.location]);
      }
    if (next == domain) break;
    domain = std::move(next);
  }
  return domain;
}

}  // namespace thinair::justified
