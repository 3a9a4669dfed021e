#include "plain/witness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "plain/judge.hpp"
#include "plain/valuation.hpp"

namespace thinair::plain {
namespace {

using events::Event;
using events::Execution;
using events::Structure;

Verdict refute(std::string check, std::string why) { return {Verdict::Kind::refuted, std::move(check), std::move(why)}; }

bool same_event(const Event& a, const Event& b) {
  return a.kind == b.kind && a.thread == b.thread && a.location == b.location && a.sets == b.sets &&
         (!a.writes() || a.written == b.written) && (!a.reads() || a.variable == b.variable);
}

// One initial write per accessed location, then the chosen path of each thread, in program order.
std::string why_not_structure(const program::Program& program, const events::Unfolding& unfolding, const Structure& s) {
  if (s.chosen.size() != unfolding.threads.size()) return "it does not choose one path per thread";
  if (s.init_count != unfolding.accessed.size() || s.size() < s.init_count) return "it lacks initial writes";
  for (std::size_t i = 0; i < s.init_count; ++i) {
    const Event& e = s.events[i];
    const auto value = unfolding.pool.as_constant(e.written);
    if (e.kind != events::Kind::write || !e.is_init() || e.location != unfolding.accessed[i] || !value ||
        *value != value::wrap(program.locations[e.location].initial, program.bits))
      return fmt::format("event {} is not the initial write of its location", i);
  }
  std::size_t at = s.init_count;
  std::vector<value::TermId> constraints;
  for (std::size_t t = 0; t < s.chosen.size(); ++t) {
    if (s.chosen[t] >= unfolding.threads[t].size()) return fmt::format("thread {} has no such path", t);
    const events::ThreadPath& path = unfolding.threads[t][s.chosen[t]];
    for (const Event& event : path.events)
      if (at >= s.size() || !same_event(s.events[at++], event)) return fmt::format("thread {} does not follow its path", t);
    constraints.insert(constraints.end(), path.constraints.begin(), path.constraints.end());
  }
  if (at != s.size()) return "it has events that no path has";
  if (constraints != s.constraints) return "it does not have the constraints of its paths";
  for (std::size_t a = 0; a < s.size(); ++a)
    for (std::size_t b = 0; b < s.size(); ++b)
      if (s.po.has(a, b) != (!s.events[a].is_init() && s.events[a].thread == s.events[b].thread && a < b)) return "its program order is wrong";
  return "";
}

std::string why_not_reads_from(const Execution& x) {
  const Structure& s = *x.structure;
  if (x.reads_from.size() != s.size()) return "it is not given for every event";
  for (EventId r = 0; r < s.size(); ++r) {
    if (!s.events[r].reads()) continue;
    const EventId w = x.reads_from[r];
    if (w >= s.size() || w == r || !s.events[w].writes() || s.events[w].location != s.events[r].location)
      return fmt::format("event {} does not read from a write to its location", r);
  }
  return "";
}

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
  if (x.read_values.size() != s.size()) return refute("values", "they are not given for every event");
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
  if (open.empty()) return refute("values", "a read disagrees with its write, or a path is taken although its condition is false");
  return {Verdict::Kind::unconfirmed, "values", "no value that was tried for what is left open fits"};
}

}  // namespace

Result<Verdict> check_witness(const program::Test& test, const events::Unfolding& unfolding, const cat::Model& model,
                              const events::Execution& execution, const WitnessOptions& options) {
  if (std::string why = why_not_structure(test.program, unfolding, *execution.structure); !why.empty()) return refute("structure", why);
  if (std::string why = why_not_reads_from(execution); !why.empty()) return refute("reads-from", why);
  if (std::string why = why_not_final(execution); !why.empty()) return refute("final writes", why);
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
  if (!judgement->accepted) return refute(judgement->rejection.check, judgement->rejection.why);
  return values;
}

}  // namespace thinair::plain
