// Executions that a single-execution model allows, with concrete values, made as they are wanted.
//
//   takes   a test, the single-execution model, the names whose meaning the rules need; per call, which executions are wanted
//   gives   candidates one at a time: targets (whose state can satisfy a goal), or stages (whose races are those of a target)
//   does not ask which are justified
//
// Structures, networks and what propagation makes of them before any decision are kept between calls.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "engine/bounds/build.hpp"
#include "engine/candidates/open_values.hpp"
#include "engine/candidates/reads_from.hpp"
#include "engine/candidates/structures.hpp"
#include "engine/justified/candidate.hpp"
#include "engine/justified/rules.hpp"
#include "engine/justified/value_domain.hpp"

namespace thinair::justified {

struct CandidateRequest {
  const program::Test* test = nullptr;
  const bounds::PlannedModel* model = nullptr;  // with `names` but "E" as its exports
  const Rules* rules = nullptr;
  candidates::Structures* structures = nullptr;
  language::RuleSet without;
  language::RuleSet target_only;  // checks that stages need not pass
  std::vector<Value> also;        // values that locations may hold besides those that do not come out of thin air
};

// Which reads may see a write that does not happen before them.
struct Races {
  std::set<Edge> edges;   // these reads see exactly these writes, ..
  bool by_key = false;    // .. or any of the edge's keys (identity free), ..
  bool none_else = true;  // .. and all others see a write that happens before them
};

struct Wanted {
  const program::Prop* goal = nullptr;  // states that can satisfy it; all if null
  const Races* races = nullptr;         // all if null
  bool as_stage = false;                // what stays in memory at the end does not matter, unless a rule looks at it
  // Whether no candidate with these reads and values is wanted, whatever its orders are: asked before they are looked for, and after each
  // one that was used. May be empty.
  std::function<bool(const Candidate&)> settled = {};
};

class CandidateSource {
 public:
  explicit CandidateSource(const CandidateRequest& request);

  // Before each question: what limits it.
  void begin(Budget& budget);

  // Calls `use` with each; stops when it returns false. The problem with the model, if it cannot be evaluated.
  using Use = std::function<bool(std::shared_ptr<const Candidate>)>;
  std::optional<Diagnostics> each(const Wanted& wanted, const Use& use);

  // Bounds of a structure's network when reads see only what `races` lets them, before any of them is decided; for every structure that
  // is possible then.
  struct Bounds {
    const Structure& structure;
    const Keys& keys;
    const bounds::Network& net;
    const bounds::Propagator& propagator;
    const bounds::State& state;
    const std::vector<bounds::NodeId>& names;  // in the order of Rules::names
  };
  std::optional<Diagnostics> each_bounds(const Races& races, const std::function<bool(const Bounds&)>& use);

  value::TermPool& pool() { return request_.structures->unfolding()->pool; }
  // Executions were left out whose values only thin air could supply; a model must exclude those for an answer to be complete.
  bool left_out() const { return left_out_; }
  bool bound_reached() const { return bound_reached_; }  // a thread was still in a loop
  std::uint64_t structures() const { return structures_seen_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Site;  // a structure with its network
  // Targets and stages have networks of their own where the model asks less of stages.
  enum class Role : std::uint8_t { target, stage };
  bool serves_stages(const bounds::Network& net) const;
  Result<std::shared_ptr<Site>> site(Role role, std::size_t number, const std::shared_ptr<const Structure>& structure);
  // Of structures whose paths do not already go against the goal, if there is one.
  std::optional<Diagnostics> each_site(Role role, const program::Prop* goal, const std::function<bool(Site&)>& use);
  std::optional<Relation> allowed(const Site& site, const Races& races) const;
  bool collect(Site& site, const Wanted& wanted, const Use& use);
  void instantiate(const Structure& structure, const candidates::Flow& flow, const candidates::Valuation& valuation,
                   const std::function<void(const std::vector<Value>&)>& use);
  Candidate describe(const Site& site, const candidates::Flow& flow, const std::vector<Value>& read);

  friend class OrderClasses;
  CandidateRequest request_;
  Budget* budget_ = nullptr;
  std::optional<candidates::OpenValues> open_values_;
  std::optional<ValueDomain> domain_;
  std::uint32_t hb_;                            // index of "hb" in Rules::names; UINT32_MAX if there is none
  std::uint32_t visible_;                       // Rules::visible
  std::vector<std::shared_ptr<Site>> kept_[2];  // by role
  std::optional<Diagnostics> problem_;
  bool left_out_ = false, bound_reached_ = false;
  std::uint64_t structures_seen_ = 0, nodes_ = 0;
};

}  // namespace thinair::justified
