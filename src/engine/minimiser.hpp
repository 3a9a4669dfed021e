// An irreducible reason why an outcome is forbidden: rules of the model and facts of the test, each of them needed.
//
//   takes   an engine and a goal that it does not reach
//   gives   rules that exclude the goal, each of which is needed: without it the test as it stands has the goal; and facts
//           (engine/facts) that are enough for these rules to exclude it, each needed in the same way when the other facts are all
//           there is
//   does not say how they exclude it: engines do (engine/axiomatic/refute, engine/justified/justify)
//
// Found by leaving out: rules first, in halves, then facts, kind by kind; what stays out is what the goal is forbidden without. (This is
// deletion, as for minimal unsatisfiable sets: nothing that is left can be left out, but another reason may have fewer members.)
// Each step asks the engine, with what is left out as an assumption. A step that ends at a limit leaves its member in, and the
// reason is then not known to be irreducible.
#pragma once

#include <optional>
#include <vector>

#include "engine/engine.hpp"

namespace thinair::engine {

class Minimiser {
 public:
  // `effort`: steps for all of it; one relaxed problem gets half of it.
  Minimiser(Engine& engine, const program::Prop& goal, const Budget& budget, std::optional<std::uint64_t> effort = std::nullopt);

  answer::Reason run();

  // Everything that could be a member.
  answer::Reason everything() const;

  // Is the goal possible when only these members are kept? None after a limit, or where the relaxed model has no meaning.
  std::optional<bool> possible_with(const answer::Reason& kept);

 private:
  std::optional<bool> possible();
  void shrink(std::vector<bool>& out, std::size_t from, std::size_t to);
  void confirm_facts();

  Engine& engine_;
  const program::Prop& goal_;
  Budget budget_;
  std::optional<std::uint64_t> effort_;
  std::vector<language::RuleId> rules_;
  std::vector<answer::Fact> facts_;
  std::vector<bool> out_rules_, out_facts_;
  std::size_t solved_ = 0;
  bool undecided_ = false;
};

}  // namespace thinair::engine
