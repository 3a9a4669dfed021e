#include "language/op/expressions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/op/resolve.hpp"

namespace thinair::op {

using EK = cat::Expr::Kind;

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::set: return "a set";
    case Kind::relation: return "a relation";
    case Kind::event: return "an event";
    case Kind::thread: return "a thread";
    case Kind::location: return "a location";
    case Kind::number: return "a number";
    case Kind::sequence: return "a sequence";
  }
  return "";
}

Kind kind_of(Type::Kind kind) {
  switch (kind) {
    case Type::Kind::set: return Kind::set;
    case Type::Kind::sequence: return Kind::sequence;
    case Type::Kind::relation: return Kind::relation;
    case Type::Kind::event: return Kind::event;
    case Type::Kind::thread: return Kind::thread;
    case Type::Kind::number: return Kind::number;
  }
  return Kind::set;
}

std::nullopt_t Expressions::error(Span where, std::string code, std::string message, std::string hint) {
  Diagnostic d;
  d.code = std::move(code);
  d.where = where;
  d.message = std::move(message);
  d.hint = std::move(hint);
  errors_.push_back(std::move(d));
  return std::nullopt;
}

NodeId Expressions::make(NodeOp op, Kind kind, std::vector<NodeId> kids, std::uint32_t index, Level level) {
  for (const NodeId kid : kids) level = std::max(level, machine_.nodes[kid].level);
  const auto [known, fresh] = made_.try_emplace({op, kind, level, index, kids}, static_cast<NodeId>(machine_.nodes.size()));
  if (fresh) machine_.nodes.push_back({op, kind, level, index, std::move(kids)});
  return known->second;
}

Expressions::Maybe Expressions::as(const ExprPtr& expr, Kind wanted) {
  const Maybe node = expression(*expr);
  if (!node || kind(*node) == wanted) return node;
  if (wanted == Kind::set && (kind(*node) == Kind::event || kind(*node) == Kind::sequence)) return make(NodeOp::as_set, Kind::set, {*node});
  const Node& n = machine_.nodes[*node];
  if (wanted == Kind::relation && n.op == NodeOp::everything) return make(NodeOp::everything, Kind::relation);
  if (wanted == Kind::relation && n.op == NodeOp::nothing) return make(NodeOp::nothing, Kind::relation);
  return error(expr->span, "op-kind", fmt::format("this is {}, and {} is needed here", name_of(kind(*node)), name_of(wanted)));
}

Expressions::Maybe Expressions::expression(const cat::Expr& e) {
  switch (e.kind) {
    case EK::empty_relation: return make(NodeOp::number, Kind::number);
    case EK::empty_set: return make(NodeOp::nothing, Kind::set);
    case EK::universe: return make(NodeOp::everything, Kind::set);
    case EK::name: return named(e);
    case EK::star: return one(e, NodeOp::star, Kind::relation, Kind::relation);
    case EK::plus: return one(e, NodeOp::plus, Kind::relation, Kind::relation);
    case EK::optional: return one(e, NodeOp::optional, Kind::relation, Kind::relation);
    case EK::inverse: return one(e, NodeOp::inverse, Kind::relation, Kind::relation);
    case EK::identity: return one(e, NodeOp::identity, Kind::set, Kind::relation);
    case EK::complement: return complement(e);
    case EK::union_: return alike(e, NodeOp::union_);
    case EK::difference: return alike(e, NodeOp::difference);
    case EK::intersection: return alike(e, NodeOp::intersection);
    case EK::sequence: return two(e, NodeOp::compose, Kind::relation, Kind::relation);
    case EK::product: return two(e, NodeOp::product, Kind::set, Kind::relation);
    case EK::apply: return apply(e);
    default: return error(e.span, "op-unsupported", "machines have no such expression", "names, operators, m[k], first(q) and the like");
  }
}

Expressions::Maybe Expressions::one(const cat::Expr& e, NodeOp op, Kind from, Kind to) {
  const Maybe kid = as(e.kids[0], from);
  if (!kid) return kid;
  return make(op, to, {*kid});
}

Expressions::Maybe Expressions::two(const cat::Expr& e, NodeOp op, Kind from, Kind to) {
  const Maybe left = as(e.kids[0], from), right = as(e.kids[1], from);
  if (!left || !right) return std::nullopt;
  return make(op, to, {*left, *right});
}

Expressions::Maybe Expressions::complement(const cat::Expr& e) {
  const Maybe kid = expression(*e.kids[0]);
  if (!kid) return kid;
  if (kind(*kid) == Kind::relation) return make(NodeOp::complement, Kind::relation, {*kid});
  const Maybe set = as(e.kids[0], Kind::set);
  return set ? Maybe(make(NodeOp::complement, Kind::set, {*set})) : set;
}

Expressions::Maybe Expressions::alike(const cat::Expr& e, NodeOp op) {
  const Maybe left = expression(*e.kids[0]), right = expression(*e.kids[1]);
  if (!left || !right) return std::nullopt;
  if (op == NodeOp::intersection && kind(*left) == Kind::sequence && kind(*right) != Kind::relation) {
    const Maybe set = as(e.kids[1], Kind::set);
    return set ? Maybe(make(NodeOp::filter, Kind::sequence, {*left, *set})) : set;
  }
  const bool relations = kind(*left) == Kind::relation || kind(*right) == Kind::relation;
  return two(e, op, relations ? Kind::relation : Kind::set, relations ? Kind::relation : Kind::set);
}

std::optional<std::uint32_t> Expressions::state_of(const cat::Expr& e, std::vector<ExprPtr>& keys) const {
  if (e.kind == EK::name && !locals_.contains(e.name) && !definitions_.contains(e.name)) {
    const auto state = states_.find(e.name);
    return state == states_.end() ? std::nullopt : std::optional(state->second);
  }
  if (e.kind != EK::apply || e.kids[1]->kind != EK::identity) return std::nullopt;
  const auto state = state_of(*e.kids[0], keys);
  if (state) keys.push_back(e.kids[1]->kids[0]);
  return state;
}

bool Expressions::keys_of(std::uint32_t state, const std::vector<ExprPtr>& keys, Span where, std::vector<NodeId>& out) {
  const auto& wanted = machine_.variables[state].type.keys;
  const std::string& name = machine_.variables[state].name;
  if (keys.size() != wanted.size()) {
    std::string form = name;
    for (std::size_t i = 0; i < wanted.size(); ++i) form += i == 0 ? "[k]" : "[l]";
    error(where, "op-kind", wanted.empty() ? fmt::format("'{}' has no parts", name) : fmt::format("'{}' has a part for each key", name),
          fmt::format("write {}", form));
    return false;
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Maybe key = as(keys[i], wanted[i] == Type::Key::thread ? Kind::thread : Kind::location);
    if (!key) return false;
    out.push_back(*key);
  }
  return true;
}

Expressions::Maybe Expressions::apply(const cat::Expr& e) {
  // A relation that is a state has rows beside its parts: r[i].
  std::vector<ExprPtr> keys;
  if (const auto state = state_of(e, keys)) {
    const Type& type = machine_.variables[*state].type;
    if (type.kind != Type::Kind::relation || keys.size() <= type.keys.size()) {
      std::vector<NodeId> nodes;
      if (!keys_of(*state, keys, e.span, nodes)) return std::nullopt;
      return make(NodeOp::state_at, kind_of(machine_.variables[*state].type.kind), std::move(nodes), *state, Level::state);
    }
  }
  const cat::Expr& f = *e.kids[0];
  const bool indexed = e.kids[1]->kind == EK::identity;
  if (indexed) return index(f, e.kids[1]->kids[0], e.span);
  if (f.kind != EK::name) return error(f.span, "op-unsupported", "machines have no functions of their own");
  const ExprPtr& argument = e.kids[1];
  struct Function {
    std::string_view name;
    NodeOp op;
    Kind from, to;
  };
  static constexpr Function kFunctions[] = {
      {"domain", NodeOp::domain, Kind::relation, Kind::set},    {"first", NodeOp::first, Kind::sequence, Kind::event},
      {"last", NodeOp::last, Kind::sequence, Kind::event},      {"length", NodeOp::length, Kind::sequence, Kind::number},
      {"order", NodeOp::order, Kind::sequence, Kind::relation}, {"range", NodeOp::range, Kind::relation, Kind::set}};
  for (const Function& function : kFunctions)
    if (function.name == f.name) {
      const Maybe kid = as(argument, function.from);
      return kid ? Maybe(make(function.op, function.to, {*kid})) : kid;
    }
  return error(f.span, "op-unbound", fmt::format("there is no function '{}'", f.name),
               "functions are domain, range, first, last, order and length");
}

Expressions::Maybe Expressions::index(const cat::Expr& f, const ExprPtr& key, Span where) {
  if (f.kind == EK::name) {
    const auto part = [&](NodeOp op, Kind from, Kind to) -> Maybe {
      const Maybe kid = as(key, from);
      return kid ? Maybe(make(op, to, {*kid})) : kid;
    };
    if (f.name == "of") return part(NodeOp::of_thread, Kind::thread, Kind::set);
    if (f.name == "at") return part(NodeOp::at_location, Kind::location, Kind::set);
    if (f.name == "initial") return part(NodeOp::initial, Kind::location, Kind::event);
  }
  const Maybe relation = expression(f);
  if (!relation) return relation;
  if (kind(*relation) != Kind::relation)
    return error(where, "op-kind", fmt::format("{} has no parts", name_of(kind(*relation))),
                 "m[k] is for states by thread or location, r[i] for relations");
  const Maybe event = as(key, Kind::event);
  return event ? Maybe(make(NodeOp::image, Kind::set, {*relation, *event})) : event;
}

Expressions::Maybe Expressions::named(const cat::Expr& e) {
  const std::string& name = e.name;
  if (name[0] >= '0' && name[0] <= '9') return make(NodeOp::number, Kind::number, {}, static_cast<std::uint32_t>(std::stoul(name)));
  if (const auto local = locals_.find(name); local != locals_.end())
    return make(NodeOp::variable, local->second.kind, {}, local->second.slot, Level::local);
  if (const std::size_t dot = name.rfind('.'); dot != std::string::npos)
    if (const auto local = locals_.find(name.substr(0, dot)); local != locals_.end())
      return part_of(e, name.substr(dot + 1), local->second);
  if (const auto known = definitions_.find(name); known != definitions_.end()) return known->second;
  if (const auto state = states_.find(name); state != states_.end()) {
    const Type& type = machine_.variables[state->second].type;
    if (type.keys.empty()) return make(NodeOp::state, kind_of(type.kind), {}, state->second, Level::state);
    // All of its parts together, where that means something: `empty sb`.
    if (type.kind == Type::Kind::sequence || type.kind == Type::Kind::set)
      return make(NodeOp::state, Kind::set, {}, state->second, Level::state);
    return error(e.span, "op-kind", fmt::format("'{}' has a part for each key", name), fmt::format("write {}[k]", name));
  }
  if (name == "no") return make(NodeOp::nothing, Kind::relation);
  if (name == "yes") return make(NodeOp::everything, Kind::relation);
  if (name == "emptyset") return make(NodeOp::nothing, Kind::set);
  if (name == "finished") return make(NodeOp::finished, Kind::set, {}, 0, Level::state);
  const std::string_view turn = machine_.threads == Threads::in_order ? "next" : "pending";
  if (name == turn) return make(NodeOp::next, Kind::set, {}, 0, Level::state);
  if (name == "pending" || name == "next")
    return error(
        e.span, "op-unbound", fmt::format("this machine has no '{}'", name),
        fmt::format("threads run {}, and '{}' are the events whose turn it is", turn == "next" ? "in-order" : "out of order", turn));
  if (const auto set = std::ranges::find(sets_, name); set != sets_.end())
    return make(NodeOp::dialect_set, Kind::set, {}, static_cast<std::uint32_t>(set - sets_.begin()));
  return primitive(e);
}

Expressions::Maybe Expressions::primitive(const cat::Expr& e) {
  using P = cat::PrimitiveId;
  const cat::Primitive* p = cat::find_primitive(e.name);
  if (!p || p->kind == cat::Primitive::Kind::function) {
    std::vector<std::string> known{machine_.threads == Threads::in_order ? "next" : "pending", "finished"};
    for (const auto& [name, node] : definitions_) known.push_back(name);
    for (const auto& [name, slot] : locals_) known.push_back(name);
    for (const auto& [name, index] : states_) known.push_back(name);
    for (const cat::Primitive& primitive : cat::primitives()) known.emplace_back(primitive.name);
    known.insert(known.end(), sets_.begin(), sets_.end());
    const std::string near = nearest(e.name, known);
    return error(e.span, "op-unbound", fmt::format("unbound name '{}'", e.name),
                 near.empty() ? "" : fmt::format("did you mean '{}'?", near));
  }
  if (!p->unsupported.empty()) return error(e.span, "op-unsupported", fmt::format("'{}' is not supported: {}", e.name, p->unsupported));
  if (p->id == P::rf || p->id == P::FW)
    return error(e.span, "op-unsupported", fmt::format("a machine does not know '{}' before it has run", e.name),
                 "keep what you need in a state");
  const bool set = p->kind == cat::Primitive::Kind::set;
  return make(set ? NodeOp::primitive_set : NodeOp::primitive_relation, set ? Kind::set : Kind::relation, {},
              static_cast<std::uint32_t>(p->id));
}

Expressions::Maybe Expressions::part_of(const cat::Expr& e, const std::string& part, const Local& local) {
  if (local.kind != Kind::event) return error(e.span, "op-kind", fmt::format("{} has no parts", name_of(local.kind)));
  const NodeId event = make(NodeOp::variable, Kind::event, {}, local.slot, Level::local);
  if (part == "thread") return make(NodeOp::thread_of, Kind::thread, {event});
  if (part == "loc" || part == "lock") return make(NodeOp::location_of, Kind::location, {event});
  return error(e.span, "op-unbound", fmt::format("an event has no part '{}'", part), "its parts are thread, loc and lock");
}

}  // namespace thinair::op
