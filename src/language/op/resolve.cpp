#include "language/op/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

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

namespace {

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

// Expressions: one node for each, with its kind. A function that finds a mistake reports it and returns nothing.
class Expressions {
 public:
  Expressions(const Model& model, const std::vector<std::string>& sets) : model_(model), sets_(sets) {}

 protected:
  using Maybe = std::optional<NodeId>;

  std::nullopt_t error(Span where, std::string code, std::string message, std::string hint = {}) {
    Diagnostic d;
    d.code = std::move(code);
    d.where = where;
    d.message = std::move(message);
    d.hint = std::move(hint);
    errors_.push_back(std::move(d));
    return std::nullopt;
  }

  NodeId make(NodeOp op, Kind kind, std::vector<NodeId> kids = {}, std::uint32_t index = 0, Level level = Level::fixed) {
    for (const NodeId kid : kids) level = std::max(level, machine_.nodes[kid].level);
    machine_.nodes.push_back({op, kind, level, index, std::move(kids)});
    return static_cast<NodeId>(machine_.nodes.size() - 1);
  }
  Kind kind(NodeId node) const { return machine_.nodes[node].kind; }

  // The expression as a value of this kind: events and sequences count as sets.
  Maybe as(const ExprPtr& expr, Kind wanted) {
    const Maybe node = expression(*expr);
    if (!node || kind(*node) == wanted) return node;
    if (wanted == Kind::set && (kind(*node) == Kind::event || kind(*node) == Kind::sequence))
      return make(NodeOp::as_set, Kind::set, {*node});
    const Node& n = machine_.nodes[*node];
    if (wanted == Kind::relation && n.op == NodeOp::everything) return make(NodeOp::everything, Kind::relation);
    if (wanted == Kind::relation && n.op == NodeOp::nothing) return make(NodeOp::nothing, Kind::relation);
    return error(expr->span, "op-kind", fmt::format("this is {}, and {} is needed here", name_of(kind(*node)), name_of(wanted)));
  }

  Maybe expression(const cat::Expr& e) {
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

  Maybe one(const cat::Expr& e, NodeOp op, Kind from, Kind to) {
    const Maybe kid = as(e.kids[0], from);
    if (!kid) return kid;
    return make(op, to, {*kid});
  }

  Maybe two(const cat::Expr& e, NodeOp op, Kind from, Kind to) {
    const Maybe left = as(e.kids[0], from), right = as(e.kids[1], from);
    if (!left || !right) return std::nullopt;
    return make(op, to, {*left, *right});
  }

  Maybe complement(const cat::Expr& e) {
    const Maybe kid = expression(*e.kids[0]);
    if (!kid) return kid;
    if (kind(*kid) == Kind::relation) return make(NodeOp::complement, Kind::relation, {*kid});
    const Maybe set = as(e.kids[0], Kind::set);
    return set ? Maybe(make(NodeOp::complement, Kind::set, {*set})) : set;
  }

  // Both sides are sets, or both relations; a sequence and a set give the part of the sequence that is in the set.
  Maybe alike(const cat::Expr& e, NodeOp op) {
    const Maybe left = expression(*e.kids[0]), right = expression(*e.kids[1]);
    if (!left || !right) return std::nullopt;
    if (op == NodeOp::intersection && kind(*left) == Kind::sequence && kind(*right) != Kind::relation) {
      const Maybe set = as(e.kids[1], Kind::set);
      return set ? Maybe(make(NodeOp::filter, Kind::sequence, {*left, *set})) : set;
    }
    const bool relations = kind(*left) == Kind::relation || kind(*right) == Kind::relation;
    return two(e, op, relations ? Kind::relation : Kind::set, relations ? Kind::relation : Kind::set);
  }

  Maybe apply(const cat::Expr& e) {
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

  Maybe index(const cat::Expr& f, const ExprPtr& key, Span where) {
    if (f.kind == EK::name) {
      const auto part = [&](NodeOp op, Kind from, Kind to) -> Maybe {
        const Maybe kid = as(key, from);
        return kid ? Maybe(make(op, to, {*kid})) : kid;
      };
      if (f.name == "of") return part(NodeOp::of_thread, Kind::thread, Kind::set);
      if (f.name == "at") return part(NodeOp::at_location, Kind::location, Kind::set);
      if (f.name == "initial") return part(NodeOp::initial, Kind::location, Kind::event);
      if (const auto state = states_.find(f.name);
          state != states_.end() && machine_.variables[state->second].type.key != Type::Key::none) {
        const Type& type = machine_.variables[state->second].type;
        const Maybe kid = as(key, type.key == Type::Key::thread ? Kind::thread : Kind::location);
        return kid ? Maybe(make(NodeOp::state_at, kind_of(type.kind), {*kid}, state->second, Level::state)) : kid;
      }
    }
    const Maybe relation = expression(f);
    if (!relation) return relation;
    if (kind(*relation) != Kind::relation)
      return error(where, "op-kind", fmt::format("{} has no parts", name_of(kind(*relation))),
                   "m[k] is for states by thread or location, r[i] for relations");
    const Maybe event = as(key, Kind::event);
    return event ? Maybe(make(NodeOp::image, Kind::set, {*relation, *event})) : event;
  }

  Maybe named(const cat::Expr& e) {
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
      if (type.key == Type::Key::none) return make(NodeOp::state, kind_of(type.kind), {}, state->second, Level::state);
      // All of its parts together, where that means something: `empty sb`.
      if (type.kind == Type::Kind::sequence || type.kind == Type::Kind::set)
        return make(NodeOp::state, Kind::set, {}, state->second, Level::state);
      return error(e.span, "op-kind", fmt::format("'{}' has a part for each key", name), fmt::format("write {}[k]", name));
    }
    if (name == "no") return make(NodeOp::nothing, Kind::relation);
    if (name == "yes") return make(NodeOp::everything, Kind::relation);
    if (name == "emptyset") return make(NodeOp::nothing, Kind::set);
    if (name == "finished") return make(NodeOp::finished, Kind::set, {}, 0, Level::state);
    const std::string_view turn = machine_.threads == Threads::window ? "pending" : "next";
    if (name == turn) return make(NodeOp::next, Kind::set, {}, 0, Level::state);
    if (name == "pending" || name == "next")
      return error(e.span, "op-unbound", fmt::format("this machine has no '{}'", name),
                   fmt::format("threads run {}, and '{}' are the events whose turn it is", turn == "next" ? "in-order" : "window", turn));
    if (const auto set = std::ranges::find(sets_, name); set != sets_.end())
      return make(NodeOp::dialect_set, Kind::set, {}, static_cast<std::uint32_t>(set - sets_.begin()));
    return primitive(e);
  }

  Maybe primitive(const cat::Expr& e) {
    using P = cat::PrimitiveId;
    const cat::Primitive* p = cat::find_primitive(e.name);
    if (!p || p->kind == cat::Primitive::Kind::function) {
      std::vector<std::string> known{machine_.threads == Threads::window ? "pending" : "next", "finished"};
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

  struct Local {
    std::uint32_t slot;
    Kind kind;
  };

  Maybe part_of(const cat::Expr& e, const std::string& part, const Local& local) {
    if (local.kind != Kind::event) return error(e.span, "op-kind", fmt::format("{} has no parts", name_of(local.kind)));
    const NodeId event = make(NodeOp::variable, Kind::event, {}, local.slot, Level::local);
    if (part == "thread") return make(NodeOp::thread_of, Kind::thread, {event});
    if (part == "loc" || part == "lock") return make(NodeOp::location_of, Kind::location, {event});
    return error(e.span, "op-unbound", fmt::format("an event has no part '{}'", part), "its parts are thread, loc and lock");
  }

  const Model& model_;
  const std::vector<std::string>& sets_;
  Machine machine_;
  std::map<std::string, std::uint32_t> states_;
  std::map<std::string, NodeId> definitions_;
  std::map<std::string, Local> locals_;
  Diagnostics errors_;
};

class Resolver : private Expressions {
 public:
  using Expressions::Expressions;

  Result<Machine> run() {
    machine_.threads = model_.threads.value_or(Threads::in_order);
    for (const StateVariable& state : model_.states) {
      if (!states_.emplace(state.name, static_cast<std::uint32_t>(machine_.variables.size())).second)
        error(state.span, "op-duplicate", fmt::format("there are two states '{}'", state.name));
      machine_.variables.push_back({state.name, state.type, kNoNode, kNoNode});
    }
    // A normal form and initial contents come first in the text; definitions that they use may not look at states.
    for (const Definition& definition : model_.definitions) define(definition);
    for (std::size_t i = 0; i < model_.states.size(); ++i) initial(model_.states[i], machine_.variables[i]);
    for (const RuleStatement& rule : model_.rules) add_rule(rule);
    for (const Condition& condition : model_.finals)
      if (auto test = condition_of(condition)) machine_.finals.push_back(std::move(*test));
    if (model_.memory) memory(*model_.memory);
    for (std::size_t i = 0; i < model_.states.size(); ++i)
      if (errors_.empty() && !changed_.contains(static_cast<std::uint32_t>(i)))
        error(model_.states[i].span, "op-state", fmt::format("no rule changes '{}'", model_.states[i].name),
              "define it with 'let' instead");
    if (model_.rules.empty()) {
      Diagnostic d;
      d.code = "op-rule";
      d.where = {model_.file, 0, 0};
      d.message = "the machine has no rules, so it never takes a step";
      errors_.push_back(std::move(d));
    }
    if (!errors_.empty()) return fail(std::move(errors_));
    return std::move(machine_);
  }

 private:
  void initial(const StateVariable& state, Variable& out) {
    if (state.initial) {
      const Kind kind = state.type.kind == Type::Kind::sequence ? Kind::set : kind_of(state.type.kind);
      if (const Maybe node = as(state.initial, kind)) out.initial = fixed(*node, state.initial->span);
    }
    if (state.modulo)
      if (const Maybe node = as(state.modulo, Kind::relation)) out.modulo = fixed(*node, state.modulo->span);
  }

  NodeId fixed(NodeId node, Span where) {
    if (machine_.nodes[node].level != Level::fixed)
      error(where, "op-kind", "this depends on the machine's state", "it must be known before the machine runs");
    return node;
  }

  void define(const Definition& definition) {
    if (definition.table) return table(*definition.table);
    if (!definition.recursive) {
      for (const cat::Binding& binding : definition.bindings)
        if (const Maybe node = expression(*binding.value)) definitions_[binding.pattern.names[0]] = *node;
      return;
    }
    // Recursive definitions are relations. Their members are known by number while their bodies are read.
    const auto group = static_cast<std::uint32_t>(machine_.groups.size());
    machine_.groups.emplace_back();
    std::vector<std::uint32_t> members;
    for (const cat::Binding& binding : definition.bindings) {
      const auto member = static_cast<std::uint32_t>(machine_.member_bodies.size());
      machine_.member_bodies.push_back(kNoNode);
      machine_.member_groups.push_back(group);
      machine_.groups[group].push_back(member);
      members.push_back(member);
      definitions_[binding.pattern.names[0]] = make(NodeOp::recursive, Kind::relation, {}, member, Level::local);
    }
    Level level = Level::fixed;
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (!grows(*definition.bindings[i].value, definition)) continue;
      const Maybe body = as(definition.bindings[i].value, Kind::relation);
      if (!body) continue;
      machine_.member_bodies[members[i]] = *body;
      level = Level::state;  // kept for each state
    }
    for (std::size_t i = 0; i < members.size(); ++i)
      definitions_[definition.bindings[i].pattern.names[0]] = make(NodeOp::recursive, Kind::relation, {}, members[i], level);
  }

  // The names that are being defined stand under no ~ and not to the right of \.
  bool grows(const cat::Expr& e, const Definition& definition, bool positive = true) {
    if (e.kind == EK::name && !positive)
      for (const cat::Binding& binding : definition.bindings)
        if (binding.pattern.names[0] == e.name) {
          error(e.span, "op-not-monotone", fmt::format("'{}' shrinks as it grows here", e.name),
                "it may not stand under '~' or to the right of '\\'");
          return false;
        }
    for (std::size_t i = 0; i < e.kids.size(); ++i) {
      const bool flips = e.kind == EK::complement || (e.kind == EK::difference && i == 1);
      if (!grows(*e.kids[i], definition, flips ? !positive : positive)) return false;
    }
    return true;
  }

  void table(const Table& table) {
    std::vector<Maybe> columns;
    for (const ExprPtr& column : table.columns) columns.push_back(as(column, Kind::set));
    std::optional<NodeId> all;
    for (const Table::Row& row : table.rows) {
      const Maybe head = as(row.head, Kind::set);
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const Maybe entry = as(row.cells[i], Kind::relation);
        if (!head || !columns[i] || !entry) continue;
        const NodeId cell = make(NodeOp::cell, Kind::relation, {*head, *columns[i], *entry}, row.rules[i]);
        all = all ? make(NodeOp::union_, Kind::relation, {*all, cell}) : cell;
      }
    }
    definitions_[table.name] = all.value_or(make(NodeOp::nothing, Kind::relation));
  }

  std::optional<Test> condition_of(const Condition& c) {
    using CK = Condition::Kind;
    Test out;
    out.kind = c.kind;
    for (const Condition& kid : c.kids) {
      auto test = condition_of(kid);
      if (!test) return std::nullopt;
      out.kids.push_back(std::move(*test));
    }
    if (c.exprs.empty()) return out;
    Maybe left = expression(*c.exprs[0]);
    if (!left) return std::nullopt;
    if (c.kind == CK::empty) {
      if (kind(*left) != Kind::relation) left = as(c.exprs[0], Kind::set);
      if (!left) return std::nullopt;
      out.left = *left;
      return out;
    }
    Maybe right = expression(*c.exprs[1]);
    if (!right) return std::nullopt;
    if (c.kind == CK::member) {
      left = as(c.exprs[0], Kind::event);
      right = as(c.exprs[1], Kind::set);
    } else if (c.kind == CK::less || c.kind == CK::less_equal) {
      left = as(c.exprs[0], Kind::number);
      right = as(c.exprs[1], Kind::number);
    } else if (kind(*left) != kind(*right)) {
      const bool relations = kind(*left) == Kind::relation || kind(*right) == Kind::relation;
      left = as(c.exprs[0], relations ? Kind::relation : Kind::set);
      right = as(c.exprs[1], relations ? Kind::relation : Kind::set);
    }
    if (!left || !right) return std::nullopt;
    if (c.kind == CK::subset && kind(*left) != Kind::relation && kind(*left) != Kind::set) {
      left = as(c.exprs[0], Kind::set);
      right = as(c.exprs[1], Kind::set);
      if (!left || !right) return std::nullopt;
    }
    out.left = *left;
    out.right = *right;
    return out;
  }

  void bind(const std::string& name, Kind kind, Span where) {
    if (!locals_.emplace(name, Local{machine_.slots++, kind}).second)
      error(where, "op-duplicate", fmt::format("'{}' is bound twice", name));
  }

  void add_rule(const RuleStatement& rule) {
    locals_.clear();
    Rule out;
    out.name = rule.name;
    out.where = rule.span;
    for (const Binding& binding : rule.bindings) {
      Choice choice;
      choice.kind = binding.kind;
      Kind bound = Kind::event;
      if (binding.kind == Binding::Kind::element && binding.of->kind == EK::name && binding.of->name == "thread") {
        bound = Kind::thread;
      } else {
        const Maybe of = binding.kind == Binding::Kind::pair    ? as(binding.of, Kind::relation)
                         : binding.kind == Binding::Kind::value ? expression(*binding.of)
                                                                : as(binding.of, Kind::set);
        if (!of) return;
        choice.of = *of;
        if (binding.kind == Binding::Kind::value) bound = kind(*of);
        if (bound == Kind::set || bound == Kind::relation || bound == Kind::sequence) {
          error(binding.span, "op-kind", fmt::format("'{}' is {}", binding.names[0], name_of(bound)),
                "a rule binds events, threads, locations and numbers");
          return;
        }
      }
      choice.slot = machine_.slots;
      for (const std::string& name : binding.names) bind(name, bound, binding.span);
      out.choices.push_back(choice);
    }
    for (std::size_t i = 0; i < rule.guards.size(); ++i)
      if (auto test = condition_of(rule.guards[i])) out.guards.push_back({std::move(*test), rule.guard_rules[i]});
    for (const Action& action : rule.actions)
      if (auto step = step_of(action)) out.steps.push_back(std::move(*step));
    locals_.clear();
    machine_.rules.push_back(std::move(out));
  }

  // A state variable, or a part of one.
  bool place(const ExprPtr& target, Step& out, Type& type) {
    const bool part = target->kind == EK::apply && target->kids[1]->kind == EK::identity;
    const cat::Expr& name = part ? *target->kids[0] : *target;
    const auto state = name.kind == EK::name ? states_.find(name.name) : states_.end();
    if (state == states_.end()) {
      error(target->span, "op-unbound", "this is no state of the machine", "declare it: state NAME : TYPE");
      return false;
    }
    type = machine_.variables[state->second].type;
    if (part != (type.key != Type::Key::none)) {
      error(target->span, "op-kind",
            part ? fmt::format("'{}' has no parts", name.name) : fmt::format("'{}' has a part for each key", name.name));
      return false;
    }
    out.state = state->second;
    changed_.insert(out.state);
    if (!part) return true;
    const Maybe key = as(target->kids[1]->kids[0], type.key == Type::Key::thread ? Kind::thread : Kind::location);
    if (key) out.key = *key;
    return key.has_value();
  }

  bool is_sequence(const Action& action, const Type& type) {
    if (type.kind == Type::Kind::sequence) return true;
    error(action.span, "op-kind", "only a sequence can be pushed on, popped and removed from", "sets have += and -=");
    return false;
  }

  std::optional<Step> step_of(const Action& action) {
    using AK = Action::Kind;
    Step out;
    out.kind = action.kind;
    out.where = action.span;
    Type type;
    if (action.kind == AK::if_) {
      auto test = condition_of(action.condition[0]);
      auto body = step_of(action.body[0]);
      if (!test || !body) return std::nullopt;
      out.condition.push_back(std::move(*test));
      out.body.push_back(std::move(*body));
      return out;
    }
    if (action.subject) {
      const Maybe subject = as(action.subject, Kind::event);
      if (!subject) return std::nullopt;
      out.subject = *subject;
    }
    if (action.kind == AK::reads) {
      const Maybe value = as(action.value, Kind::event);
      if (!value) return std::nullopt;
      out.value = *value;
      if (!action.otherwise) return out;
      const Maybe otherwise = as(action.otherwise, Kind::event);
      if (!otherwise) return std::nullopt;
      out.otherwise = *otherwise;
      return out;
    }
    if (action.kind == AK::done) return out;
    if (!place(action.target, out, type)) return std::nullopt;
    if (action.kind == AK::push || action.kind == AK::pop || action.kind == AK::remove)
      return is_sequence(action, type) ? std::optional(std::move(out)) : std::nullopt;
    if (type.kind == Type::Kind::sequence ||
        ((action.kind != AK::assign) && (type.kind == Type::Kind::event || type.kind == Type::Kind::thread))) {
      error(action.span, "op-kind", fmt::format("{} cannot be changed so", name_of(kind_of(type.kind))));
      return std::nullopt;
    }
    const Maybe value = as(action.value, kind_of(type.kind));
    if (!value) return std::nullopt;
    out.value = *value;
    return out;
  }

  void memory(const Memory& memory) {
    locals_.clear();
    machine_.memory_slot = machine_.slots;
    bind(memory.location, Kind::location, memory.span);
    if (const Maybe value = as(memory.value, Kind::event)) machine_.memory = *value;
    locals_.clear();
  }

  std::set<std::uint32_t> changed_;
};

}  // namespace

Result<Machine> resolve(const Model& model, const std::vector<std::string>& dialect_sets) { return Resolver(model, dialect_sets).run(); }

}  // namespace thinair::op
