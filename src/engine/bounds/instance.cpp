#include "engine/bounds/instance.hpp"

#include <algorithm>
#include <map>

#include "engine/bounds/bits.hpp"
#include "engine/bounds/primitives.hpp"
#include "support/check.hpp"

namespace thinair::bounds {
namespace {
constexpr NodeId kNone = Network::kNone;
}

Instance::Instance(const Plan& plan, const events::Structure& structure, const Decided& decided, Budget& budget)
    : plan_(plan), structure_(structure), decided_(decided), budget_(budget), net_(structure.size(), &budget) {
  net_.expect(std::min<std::size_t>(plan.nodes().size(), 48));
}

// The plan may have grown since the last call.
void Instance::make_room() {
  if (made_.size() != plan_.nodes().size()) {
    made_.resize(plan_.nodes().size(), kNone);
    seen_.resize(plan_.nodes().size(), 0);
  }
  if (closed_.size() != plan_.recursions.size()) closed_.resize(plan_.recursions.size(), false);
}

// Operands come before operators in the plan, definitions of recursive names after them. So what is missing is collected first and then
// made in ascending order, and a recursion is closed behind its last definition.
NodeId Instance::node(NodeId planned) {
  make_room();
  if (made_[planned] != kNone) return made_[planned];
  ++calls_;
  missing_.clear();
  stack_.assign(1, planned);
  while (!stack_.empty()) {
    const NodeId id = stack_.back();
    stack_.pop_back();
    if (seen_[id] == calls_ || made_[id] != kNone) continue;
    seen_[id] = calls_;
    missing_.push_back(id);
    const PlanNode& n = plan_[id];
    if (n.leaf != Leaf::none) continue;
    if (n.a != kNone) stack_.push_back(n.a);
    if (n.kind != Kind::recursive) {
      if (n.b != n.a) stack_.push_back(n.b);
      continue;
    }
    for (const auto& names : plan_.recursions)  // names that are bound together are needed together
      if (std::ranges::find(names, id) != names.end()) stack_.insert(stack_.end(), names.begin(), names.end());
  }
  std::ranges::sort(missing_);
  for (const NodeId id : missing_) {
    if (!budget_.spend(1 + net_.relation_bytes() / kBytesPerStep)) break;
    made_[id] = realise(id);
    if (recursive_made_) close_recursions(id);
  }
  if (budget_.limit().reached()) return made_[planned] == kNone ? net_.empty(plan_[planned].is_set) : made_[planned];  // means nothing
  if (recursive_made_) close_recursions(kNone);
  return made_[planned];
}

NodeId Instance::realise(NodeId planned) {
  const PlanNode& n = plan_[planned];
  switch (n.leaf) {
    case Leaf::none: break;
    case Leaf::primitive: {
      const auto id = static_cast<cat::PrimitiveId>(n.index);
      return n.is_set ? net_.constant(primitive_set(id, structure_)) : net_.constant(primitive_relation(id, structure_));
    }
    case Leaf::dialect: return net_.constant(dialect_set(structure_, n.index));
    case Leaf::empty: return net_.empty(n.is_set);
    case Leaf::universe: return net_.full(n.is_set);
    case Leaf::value: return n.is_set ? net_.constant(plan_.sets[n.index]) : net_.constant(plan_.relations[n.index]);
    case Leaf::order: return net_.unknown(false);
    case Leaf::rf:
      net_.rf_candidates = rf_candidates(structure_);
      net_.reading = EventSet(structure_.size());
      for (std::size_t e = 0; e < structure_.size(); ++e)
        if (structure_.events[e].reads()) net_.reading.add(e);
      if (decided_.rf) return net_.constant(*decided_.rf);
      return net_.rf = net_.unknown(false);
    case Leaf::fw:
      net_.fw_groups = final_write_groups(structure_);
      if (decided_.fw) return net_.constant(*decided_.fw);
      return net_.fw = net_.unknown(true);
  }
  if (n.kind == Kind::recursive) {
    recursive_made_ = true;
    return net_.recursive(n.is_set);
  }
  return net_.make(n.kind, made_[n.a], made_[n.b]);
}

Need Instance::need_of(NodeId node) const {
  if (net_.is_constant(node)) return Need::nothing;
  const bool on_order = net_.reaches(node, [&](NodeId id) { return net_[id].kind == Kind::unknown && id != net_.rf && id != net_.fw; });
  return on_order ? Need::orders : Need::reads;
}

// Closes the recursions all of whose names and definitions are made and stand no later than `up_to`.
void Instance::close_recursions(NodeId up_to) {
  for (std::size_t i = 0; i < closed_.size(); ++i) {
    if (closed_[i]) continue;
    const bool ready = std::ranges::all_of(plan_.recursions[i], [&](NodeId name) {
      const NodeId definition = plan_[name].a;
      return definition != kNone && name <= up_to && definition <= up_to && made_[name] != kNone && made_[definition] != kNone;
    });
    if (!ready) continue;
    closed_[i] = true;
    close(plan_.recursions[i]);
  }
}

// Closing a recursion: the names that one `let rec` binds, whose definitions are made now.
//
// In the plan a recursive name is a node without operands at first, which its definition comes to
// point back to. Here the same happens in order: realise() makes a placeholder for the name,
// operators are made over the placeholder while the nodes of the plan are gone through in ascending
// order, and when the last definition is there, the placeholder gets it (define). From then on the
// equation name = definition can be narrowed, and the group is what cut_to_fixpoint works on.
//
// A recursion may depend on nothing that is decided later: it is over po and dependencies alone, or
// rf is given before the network is made (Decided). Its least fixed point is then a constant of
// this structure, and a search that knows it as such need not narrow it: Network::fold computes it.
// But nodes that stand between the name and its last definition, and nodes of other definitions,
// were made over the placeholder and are not constant. So the names get their constants and what
// was made of them is made again (recompute). Ascending order is enough, since an operator stands
// after its operands; names of recursions are passed over, as they are not made of operands. The
// nodes that were made the first time stay in the network, where no axiom reaches them: they take
// room in every State and are never narrowed.
//
// One recursion inside the definition of another: plan_.recursions has inner ones before outer
// ones. If the inner one uses the outer name it cannot be folded when it is closed, since that name
// is a placeholder still. It becomes a group, and add_group joins it to the outer one's when that
// is closed, because their bodies overlap: two equations that speak of each other have one least
// fixed point, and not two one after the other. Folding the joint group gives the outer names their
// constants. The names of the inner one are known only in the outer definition, so nobody asks for
// them afterwards.
//
// A limit in the middle of it leaves nodes that mean nothing; build gives no such network away.
void Instance::close(const std::vector<NodeId>& names) {
  std::vector<NodeId> here;
  for (const NodeId name : names) {
    here.push_back(made_[name]);
    net_.define(made_[name], made_[plan_[name].a]);
  }
  add_group(here);
  const auto folded = net_.fold(net_.groups.back());
  if (!folded) return;
  net_.groups.pop_back();
  for (std::size_t i = 0; i < names.size(); ++i) made_[names[i]] = (*folded)[i];
  recompute(names);
}

// Makes again, in ascending order, what was made of nodes that have changed.
void Instance::recompute(const std::vector<NodeId>& changed) {
  std::vector<bool> stale(made_.size(), false);
  for (const NodeId id : changed) stale[id] = true;
  for (NodeId id = std::ranges::min(changed); id < made_.size(); ++id) {
    if (made_[id] == kNone || plan_[id].leaf != Leaf::none || plan_[id].kind == Kind::recursive) continue;
    if (!stale[plan_[id].a] && !stale[plan_[id].b]) continue;
    made_[id] = realise(id);
    stale[id] = true;
  }
}

// A recursion inside another's definition is solved together with it.
void Instance::add_group(const std::vector<NodeId>& names) {
  const auto operands = [&](NodeId id) -> Operands {
    const Node& n = net_[id];
    if (n.kind == Kind::constant || n.kind == Kind::unknown) return {};
    if (n.kind == Kind::recursive) return n.a == kNone ? Operands{} : Operands{n.a};
    return {n.a, n.b};
  };
  RecursiveGroup found{.names = names, .body = recursive_body(names, net_.nodes().size(), operands)};
  const std::vector<NodeId> own = found.body;
  for (auto it = net_.groups.begin(); it != net_.groups.end();) {
    const bool overlaps = std::ranges::any_of(it->body, [&](NodeId id) { return std::ranges::binary_search(own, id); });
    if (overlaps) {
      found.names.insert(found.names.end(), it->names.begin(), it->names.end());
      found.body.insert(found.body.end(), it->body.begin(), it->body.end());
    }
    it = overlaps ? net_.groups.erase(it) : it + 1;
  }
  std::ranges::sort(found.body);
  found.body.erase(std::unique(found.body.begin(), found.body.end()), found.body.end());
  net_.groups.push_back(std::move(found));
}

void Instance::add_axioms(const std::vector<PlanAxiom>& from, const language::RuleSet& without, std::vector<Axiom>& to) {
  for (const PlanAxiom& axiom : from) {
    if (std::ranges::any_of(axiom.rules, [&](language::RuleId rule) { return without.has(rule); })) continue;
    to.push_back({.test = axiom.test,
                  .negated = axiom.negated,
                  .node = node(axiom.node),
                  .name = axiom.name,
                  .where = axiom.where,
                  .undefined = axiom.undefined});
  }
}

Need Instance::add_orders(const language::RuleSet& without) {
  for (const PlanOrder& planned : plan_.orders) {
    const NodeId on = node(planned.on);
    if (const Need need = need_of(on); need != Need::nothing) return need;
    Order order;
    order.name = planned.name;
    order.node = node(planned.node);
    order.base = without.has(planned.rule) ? net_.empty(false) : node(planned.base);
    order.on = EventSet(structure_.size());
    order.scope = Relation(structure_.size());
    if (planned.per_location) {
      order.classes = classes_by_location(structure_, net_.set(on));
    } else {
      order.classes.push_back(net_.set(on));
    }
    for (const EventSet& members : order.classes) {
      order.scope |= Relation::product(members, members) - Relation::identity(structure_.size());
      order.on |= members;
    }
    net_.orders.push_back(std::move(order));
  }
  return Need::nothing;
}

Need Instance::finish(const language::RuleSet& without, bool labels, bool exports) {
  add_axioms(plan_.axioms, without, net_.axioms);
  add_axioms(plan_.flags, {}, net_.flags);
  add_axioms(plan_.assertions, {}, net_.assertions);
  if (const Need need = add_orders(without); need != Need::nothing) return need;
  for (const auto& [name, planned] : plan_.choices) net_.choices.emplace_back(name, node(planned));
  if (exports)
    for (const NodeId planned : plan_.exports) net_.exports.push_back(node(planned));
  if (labels) {
    for (const auto& [name, planned] : plan_.shown) net_.shown.emplace_back(name, node(planned));
    for (const auto& [name, planned] : plan_.labels) net_.labels.emplace_back(name, node(planned));
  }
  return Need::nothing;
}

}  // namespace thinair::bounds
