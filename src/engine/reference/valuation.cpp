#include "engine/reference/valuation.hpp"

namespace thinair::reference {
namespace {

// Gives every read whose write's value is known that value, until nothing changes.
void evaluate_forward(const value::TermPool& pool, const events::Structure& s, const std::vector<events::EventId>& reads_from,
                      ReadValues& values) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t e = 0; e < s.size(); ++e) {
      if (!s.events[e].reads() || values[e]) continue;
      values[e] = evaluate_term(pool, s.events[reads_from[e]].written, s, values);
      changed = changed || values[e];
    }
  }
}

bool solve(const value::TermPool& pool, const events::Structure& s, const std::vector<events::EventId>& reads_from,
           const std::vector<value::Value>& domain, ReadValues values, const std::function<void(const ReadValues&)>& visit) {
  evaluate_forward(pool, s, reads_from, values);
  for (std::size_t e = 0; e < s.size(); ++e) {
    if (!s.events[e].reads() || values[e]) continue;
    for (const value::Value guess : domain) {
      values[e] = guess;
      solve(pool, s, reads_from, domain, values, visit);
    }
    return true;
  }
  if (is_consistent(pool, s, reads_from, values)) visit(values);
  return false;
}

}  // namespace

std::optional<value::Value> evaluate_term(const value::TermPool& pool, value::TermId term, const events::Structure& structure,
                                          const ReadValues& values) {
  return pool.evaluate(term, [&](value::VarId variable) -> std::optional<value::Value> {
    for (std::size_t e = 0; e < structure.size(); ++e)
      if (structure.events[e].reads() && structure.events[e].variable == variable) return values[e];
    return std::nullopt;
  });
}

bool is_consistent(const value::TermPool& pool, const events::Structure& structure, const std::vector<events::EventId>& reads_from,
                   const ReadValues& values) {
  for (std::size_t e = 0; e < structure.size(); ++e) {
    if (!structure.events[e].reads()) continue;
    const auto written = evaluate_term(pool, structure.events[reads_from[e]].written, structure, values);
    if (!written || !values[e] || *written != *values[e]) return false;
  }
  for (const value::TermId constraint : structure.constraints) {
    const auto value = evaluate_term(pool, constraint, structure, values);
    if (!value || *value == 0) return false;
  }
  return true;
}

bool for_each_valuation(const value::TermPool& pool, const events::Structure& structure, const std::vector<events::EventId>& reads_from,
                        const std::vector<value::Value>& domain, const std::function<void(const ReadValues&)>& visit) {
  return solve(pool, structure, reads_from, domain, ReadValues(structure.size()), visit);
}

}  // namespace thinair::reference
