#include "engine/reference/outcomes.hpp"

#include "engine/reading.hpp"
#include "engine/reference/enumerate.hpp"
#include "engine/reference/judge.hpp"
#include "events/structure.hpp"

namespace thinair::reference {
namespace {

class OutcomeEnumeration {
 public:
  OutcomeEnumeration(const program::Test& test, const cat::Model& model, const OutcomeOptions& options, Budget& budget)
      : test_(test), program_(test.program), model_(model), options_(options), budget_(budget), wants_flags_(raises_flags(model)) {
    judge_options_.variants = options.variants;
    judge_options_.skipped = options.skipped;
    judge_options_.every_choice = wants_flags_;
  }

  Result<Outcomes> run() {
    unfolding_ = events::unfold(program_, budget_, {}, engine::reading_under(model_, program_));
    std::vector<std::uint32_t> chosen;
    for_each_choice<std::uint32_t>(path_choices(unfolding_), chosen, [&] {
      if (!events::fit_together(program_, unfolding_, chosen)) return true;
      structure_ = events::combine(program_, unfolding_, chosen);
      if (structure_.bound_reached) out_.loops_on = true;
      return structure_.bound_reached || every_reads_from();
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
      const Look look = final_values(program_, unfolding_, structure_, candidate.final_write, values);
      if (test_.filter && !holds(*test_.filter, look)) return true;
      State state;
      for (const program::Observable& o : test_.shown) state.values.push_back(look(o));
      for (std::uint32_t t = 0; t < structure_.threw.size(); ++t) {
        if (structure_.threw[t]) state.threw.push_back(t);
        if (structure_.blocked[t]) state.blocked.push_back(t);
      }
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
          out_.undefined.insert(judgement->undefined.begin(), judgement->undefined.end());
        }
        if (!judgement->used_final_writes) known = judgement->accepted;
      } else if (*known) {
        out_.states.insert(state);
      }
      return !budget_.exhausted();
    });
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
  return OutcomeEnumeration(test, model, options, budget).run();
}

}  // namespace thinair::reference
