// A plan on one event structure: the network that is propagated and searched.
//
//   takes   a plan, a structure, what is already decided about rf and FW, and which rules are left out
//   gives   a Network; what the structure alone determines is folded into constants
//   does not run the model's text: build does
//
// Nodes are made as they are asked for, so that a model which looks inside a value while it is run (build) can do so here.
#pragma once

#include <optional>
#include <vector>

#include "engine/bounds/plan.hpp"
#include "events/structure.hpp"
#include "support/budget.hpp"

namespace thinair::bounds {

enum class Need { nothing, structure, reads, orders };  // what must be decided before the model can be built

struct Decided {
  std::optional<Relation> rf;  // a constant instead of an unknown
  std::optional<EventSet> fw;
};

class Instance {
 public:
  Instance(const Plan& plan, const events::Structure& structure, const Decided& decided, Budget& budget);

  // The node of the network that a node of the plan is here.
  NodeId node(NodeId planned);
  Network& network() { return net_; }
  // What keeps a node from being constant.
  Need need_of(NodeId node) const;

  // Axioms, orders and names of the whole plan, without the rules that are left out. What a set that must be known needs, if anything.
  Need finish(const language::RuleSet& without, bool labels, bool exports);

 private:
  void make_room();
  NodeId realise(NodeId planned);
  void close_recursions(NodeId up_to);
  void close(const std::vector<NodeId>& names);
  void add_group(const std::vector<NodeId>& names);
  void recompute(const std::vector<NodeId>& changed);
  Need add_orders(const language::RuleSet& without);
  void add_axioms(const std::vector<PlanAxiom>& from, const language::RuleSet& without, std::vector<Axiom>& to);

  const Plan& plan_;
  const events::Structure& structure_;
  const Decided& decided_;
  Budget& budget_;
  Network net_;
  std::vector<NodeId> made_;             // by node of the plan; kNone: not yet
  std::vector<bool> closed_;             // by recursion of the plan
  std::vector<std::uint32_t> seen_;      // by node of the plan: the call of node() that last met it
  std::vector<NodeId> missing_, stack_;  // of one call, kept for their memory
  std::uint32_t calls_ = 0;
  bool recursive_made_ = false;
};

}  // namespace thinair::bounds
