#include "engine/reference/witness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/reference/judge.hpp"
#include "engine/reference/valuation.hpp"
#include "engine/reference/wellformed.hpp"

namespace thinair::reference {
namespace {

using events::Execution;
using events::Structure;

std::string why_not_final(const Execution& x) {
  const Structure& s = *x.structure;
  for (EventId init = 0; init < s.init_count; ++init) {
    const events::LocId location = s.events[init].location;
    const EventId w = location < x.final_write.size() ? x.final_write[location] : static_cast<EventId>(s.size());
    if (w >= s.size() || !s.events[w].writes() || s.events[w].location != location) return fmt::format("location {} has none", location);
    for (EventId other = s.init_count; other < s.size(); ++other)
      if (w == init && s.events[other].writes() && s.events[other].location == location)
        return fmt::format("location {} is written, and yet its initial write is final", location);
  }
  return "";
}

void collect_constants(const value::TermPool& pool, value::TermId term, std::set<program::Value>& out) {
  const value::Term& t = pool[term];
  if (t.op == program::Op::constant) {
    for (const program::Value near : {t.value - 1, t.value, t.value + 1}) out.insert(value::wrap(near, pool.bits()));
  } else if (t.op != program::Op::reg && t.op != program::Op::address) {
    collect_constants(pool, t.lhs, out);
    if (t.op >= program::Op::add) collect_constants(pool, t.rhs, out);
  }
}

// Tries values for the open variables from `at` on; true if some choice makes every read agree with its write.
bool some_values_fit(const value::TermPool& pool, const Execution& x, const std::vector<value::VarId>& open, std::size_t at,
                     const std::set<program::Value>& domain, std::map<value::VarId, program::Value>& chosen, int& tries) {
  if (at == open.size()) {
    ReadValues values(x.structure->size());
    for (std::size_t e = 0; e < x.structure->size(); ++e)
      if (x.structure->events[e].reads())
        values[e] = pool.evaluate(x.read_values[e], [&](value::VarId v) { return std::optional(chosen.at(v)); });
    return is_consistent(pool, *x.structure, x.reads_from, values);
  }
  for (const program::Value value : domain) {
    if (--tries < 0) return false;
    chosen[open[at]] = value;
    if (some_values_fit(pool, x, open, at + 1, domain, chosen, tries)) return true;
  }
  return false;
}

Verdict check_values(const value::TermPool& pool, const Execution& x, const WitnessOptions& options) {
  constexpr int kTries = 200000;
  const Structure& s = *x.structure;
  if (x.read_values.size() != s.size()) return refuted("values", "they are not given for every event");
  std::set<value::VarId> open;
  std::set<program::Value> domain(options.domain.begin(), options.domain.end());
  for (std::size_t e = 0; e < s.size(); ++e) {
    if (s.events[e].writes()) collect_constants(pool, s.events[e].written, domain);
    if (!s.events[e].reads()) continue;
    const auto& variables = pool.variables(x.read_values[e]);
    open.insert(variables.begin(), variables.end());
  }
  for (const value::TermId constraint : s.constraints) collect_constants(pool, constraint, domain);
  std::map<value::VarId, program::Value> chosen;
  int tries = kTries;
  if (some_values_fit(pool, x, {open.begin(), open.end()}, 0, domain, chosen, tries)) return {};
  if (open.empty()) return refuted("values", "a read disagrees with its write, or a path is taken although its condition is false");
  return {Verdict::Kind::unconfirmed, "values", "no value that was tried for what is left open fits"};
}

}  // namespace

Result<Verdict> check_witness(const program::Test& test, const events::Unfolding& unfolding, const cat::Model& model,
                              const events::Execution& execution, const WitnessOptions& options) {
  if (std::string why = why_not_structure(test.program, unfolding, *execution.structure); !why.empty()) return refuted("structure", why);
  if (std::string why = why_not_reads_from(*execution.structure, execution.reads_from); !why.empty()) return refuted("reads-from", why);
  if (std::string why = why_not_final(execution); !why.empty()) return refuted("final writes", why);
  const Verdict values = check_values(unfolding.pool, execution, options);
  if (values.kind == Verdict::Kind::refuted) return values;
  JudgeOptions judge_options;
  judge_options.variants = options.variants;
  judge_options.skipped = options.skipped;
  judge_options.orders = &execution.orders;
  judge_options.explain = true;
  Budget unlimited;
  const Candidate candidate{&test.program, execution.structure.get(), execution.reads_from, execution.final_write};
  const auto judgement = judge(model, candidate, judge_options, unlimited);
  if (!judgement) return fail(judgement.error());
  if (!judgement->accepted) return refuted(judgement->rejection.check, judgement->rejection.why);
  return values;
}

}  // namespace thinair::reference
