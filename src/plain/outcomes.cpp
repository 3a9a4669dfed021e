#include "plain/outcomes.hpp"

#include <algorithm>
#include <functional>

#include "events/structure.hpp"
#include "plain/judge.hpp"
#include "plain/valuation.hpp"

namespace thinair::plain {
namespace {

// Calls `visit` with every vector that has at position i one of choices[i]; stops when it returns false.
template <class T>
bool for_each_choice(const std::vector<std::vector<T>>& choices, std::vector<T>& chosen, const std::function<bool()>& visit) {
  if (chosen.size() == choices.size()) return visit();
  for (const T& option : choices[chosen.size()]) {
    chosen.push_back(option);
    const bool go_on = for_each_choice(choices, chosen, visit);
    chosen.pop_back();
    if (!go_on) return false;
  }
  return true;
}

// For a read: the writes to its location. An update does not read from itself. For other events: one dummy choice.
std::vector<std::vector<EventId>> sources(const events::Structure& s) {
  std::vector<std::vector<EventId>> out(s.size());
  for (EventId r = 0; r < s.size(); ++r) {
    if (!s.events[r].reads()) {
      out[r] = {0};
      continue;
    }
    for (EventId w = 0; w < s.size(); ++w)
      if (w != r && s.events[w].writes() && s.events[w].location == s.events[r].location) out[r].push_back(w);
  }
  return out;
}

// For a location: the writes that can be final. The initial one only if there is no other.
std::vector<std::vector<EventId>> last_writes(const events::Structure& s, std::size_t locations) {
  std::vector<std::vector<EventId>> out(locations);
  for (EventId w = s.init_count; w < s.size(); ++w)
    if (s.events[w].writes()) out[s.events[w].location].push_back(w);
  for (EventId w = 0; w < s.init_count; ++w)
    if (auto& writes = out[s.events[w].location]; writes.empty()) writes.push_back(w);
  for (auto& writes : out)
    if (writes.empty()) writes.push_back(0);  // never accessed; not looked at
  return out;
}

bool compare(program::Value a, program::Relop relop, program::Value b) {
  using program::Relop;
  switch (relop) {
    case Relop::eq: return a == b;
    case Relop::ne: return a != b;
    case Relop::lt: return a < b;
    case Relop::le: return a <= b;
    case Relop::gt: return a > b;
    case Relop::ge: return a >= b;
  }
  return false;
}

using Look = std::function<program::Value(const program::Observable&)>;

bool holds(const program::Prop& prop, const Look& look) {
  using K = program::Prop::Kind;
  const auto value = [&](const program::Operand& o) { return o.is_constant ? o.value : look(o.observable); };
  const auto kid = [&](const program::Prop& p) { return holds(p, look); };
  switch (prop.kind) {
    case K::true_: return true;
    case K::false_: return false;
    case K::atom: return compare(value(prop.lhs), prop.relop, value(prop.rhs));
    case K::not_: return !kid(prop.kids[0]);
    case K::and_: return std::all_of(prop.kids.begin(), prop.kids.end(), kid);
    case K::or_: return std::any_of(prop.kids.begin(), prop.kids.end(), kid);
    case K::implies: return !kid(prop.kids[0]) || kid(prop.kids[1]);
  }
  return false;
}

class Enumeration {
 public:
  Enumeration(const program::Test& test, const cat::Model& model, const OutcomeOptions& options, Budget& budget)
      : test_(test), program_(test.program), model_(model), options_(options), budget_(budget), wants_flags_(raises_flags(model)) {
    judge_options_.variants = options.variants;
    judge_options_.skipped = options.skipped;
    judge_options_.every_choice = wants_flags_;
  }

  Result<Outcomes> run() {
    unfolding_ = events::unfold(program_, budget_);
    std::vector<std::vector<std::uint32_t>> paths;
    for (const auto& thread : unfolding_.threads) {
      paths.emplace_back();
      for (std::uint32_t i = 0; i < thread.size(); ++i) paths.back().push_back(i);
    }
    std::vector<std::uint32_t> chosen;
    for_each_choice<std::uint32_t>(paths, chosen, [&] {
      structure_ = events::combine(program_, unfolding_, chosen);
      return every_reads_from();
    });
    if (!errors_.empty()) return fail(errors_);
    out_.complete = !budget_.exhausted();
    return out_;
  }

 private:
  bool every_reads_from() {
    std::vector<EventId> reads_from;
    return for_each_choice<EventId>(sources(structure_), reads_from, [&] {
      const bool cycle = for_each_valuation(unfolding_.pool, structure_, reads_from, options_.domain,
                                            [&](const ReadValues& values) { every_final_write(reads_from, values); });
      out_.value_cycle = out_.value_cycle || cycle;
      return errors_.empty() && !budget_.exhausted();
    });
  }

  void every_final_write(const std::vector<EventId>& reads_from, const ReadValues& values) {
    Candidate candidate{&program_, &structure_, reads_from, {}};
    std::optional<bool> known;  // the verdict, once it is known not to depend on the final writes
    for_each_choice<EventId>(last_writes(structure_, program_.locations.size()), candidate.final_write, [&] {
      ++out_.candidates;
      const Look look = [&](const program::Observable& o) { return final_value(o, candidate, values); };
      if (test_.filter && !holds(*test_.filter, look)) return true;
      State state;
      for (const program::Observable& o : test_.shown) state.values.push_back(look(o));
      for (std::uint32_t t = 0; t < structure_.threw.size(); ++t)
        if (structure_.threw[t]) state.threw.push_back(t);
      if (!wants_flags_ && out_.states.contains(state)) return true;  // another candidate for it would say nothing new
      if (!known) {
        const auto judgement = judge(model_, candidate, judge_options_, budget_);
        if (!judgement) {
          errors_ = judgement.error();
          return false;
        }
        if (judgement->accepted) {
          out_.states.insert(state);
          out_.flags.insert(judgement->flags.begin(), judgement->flags.end());
        }
        if (!judgement->used_final_writes) known = judgement->accepted;
      } else if (*known) {
        out_.states.insert(state);
      }
      return !budget_.exhausted();
    });
  }

  program::Value final_value(const program::Observable& o, const Candidate& candidate, const ReadValues& values) const {
    if (o.is_location && !is_accessed(o.index)) return program_.locations[o.index].initial;
    const value::TermId term = o.is_location ? structure_.events[candidate.final_write[o.index]].written : structure_.registers[o.index];
    return evaluate_term(unfolding_.pool, term, structure_, values).value_or(0);
  }

  bool is_accessed(program::LocId location) const {
    return std::find(unfolding_.accessed.begin(), unfolding_.accessed.end(), location) != unfolding_.accessed.end();
  }

  const program::Test& test_;
  const program::Program& program_;
  const cat::Model& model_;
  const OutcomeOptions& options_;
  Budget& budget_;
  const bool wants_flags_;
  JudgeOptions judge_options_;
  events::Unfolding unfolding_;
  events::Structure structure_;
  Outcomes out_;
  Diagnostics errors_;
};

}  // namespace

Result<Outcomes> outcomes(const program::Test& test, const cat::Model& model, const OutcomeOptions& options, Budget& budget) {
  return Enumeration(test, model, options, budget).run();
}

}  // namespace thinair::plain
