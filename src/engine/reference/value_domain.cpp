#include "engine/reference/value_domain.hpp"

#include <algorithm>
#include <map>

#include "engine/reference/enumerate.hpp"

namespace thinair::reference {
namespace {

using Held = std::map<events::LocId, std::set<program::Value>>;

// Adds what the path writes when its reads return these values, unless it is not the path that is then taken.
void run(const events::ThreadPath& path, const value::TermPool& pool, const std::map<value::VarId, program::Value>& read, Held& out) {
  const auto lookup = [&](value::VarId variable) { return std::optional(read.at(variable)); };
  for (const value::TermId constraint : path.constraints)
    if (pool.evaluate(constraint, lookup) == program::Value{0}) return;
  for (const events::Event& e : path.events)
    if (const auto value = e.writes() ? pool.evaluate(e.written, lookup) : std::nullopt) out[e.location].insert(*value);
}

void run_in_every_way(const events::ThreadPath& path, const value::TermPool& pool, const Held& held, Held& out, Budget& budget) {
  std::vector<value::VarId> variables;
  std::vector<std::vector<program::Value>> choices;
  for (const events::Event& e : path.events) {
    if (!e.reads()) continue;
    variables.push_back(e.variable);
    choices.emplace_back(held.at(e.location).begin(), held.at(e.location).end());
  }
  std::vector<program::Value> chosen;
  for_each_choice<program::Value>(choices, chosen, [&] {
    std::map<value::VarId, program::Value> read;
    for (std::size_t i = 0; i < chosen.size(); ++i) read[variables[i]] = chosen[i];
    run(path, pool, read, out);
    return !budget.exhausted();
  });
}

// In an execution with as many writes as possible.
std::size_t most_writes(const events::Unfolding& unfolding) {
  std::size_t out = 0;
  for (const auto& paths : unfolding.threads) {
    std::size_t most = 0;
    for (const events::ThreadPath& path : paths) {
      const auto writes = std::count_if(path.events.begin(), path.events.end(), [](const events::Event& e) { return e.writes(); });
      most = std::max(most, static_cast<std::size_t>(writes));
    }
    out += most;
  }
  return out;
}

}  // namespace

std::set<program::Value> possible_values(const program::Program& program, const events::Unfolding& unfolding, Budget& budget) {
  Held held;
  for (const events::LocId location : unfolding.accessed) held[location] = {value::wrap(program.locations[location].initial, program.bits)};
  for (std::size_t round = 0; round < most_writes(unfolding); ++round) {
    const Held before = held;
    for (const auto& paths : unfolding.threads)
      for (const events::ThreadPath& path : paths) run_in_every_way(path, unfolding.pool, before, held, budget);
    if (held == before) break;
  }
  std::set<program::Value> out;
  for (const auto& [location, values] : held) out.insert(values.begin(), values.end());
  return out;
}

}  // namespace thinair::reference
