#include "language/op/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "language/op/expressions.hpp"
#include "language/op/possible.hpp"

namespace thinair::op {

using EK = cat::Expr::Kind;

namespace {

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
    for (const NeedStatement& need : model_.needs)
      if (auto test = condition_of(need.condition)) {
        if (hangs_on_state(*test))
          error(need.span, "op-kind", "this depends on the machine's state", "it must be known before the machine runs");
        machine_.needs.push_back({std::move(*test), need.reason, need.span});
      }
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

  bool hangs_on_state(const Test& test) const {
    return std::ranges::any_of(test.kids, [&](const Test& kid) { return hangs_on_state(kid); }) ||
           std::ranges::any_of(std::array{test.left, test.right},
                               [&](NodeId node) { return node != kNoNode && machine_.nodes[node].level != Level::fixed; });
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
        if (kind(*of) == Kind::set && !may_have_events(machine_, *of)) {
          error(binding.span, "op-never", "no event is in this set, so the rule never applies", "no event is of two kinds, as R and F");
          return;
        }
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
    for (const Condition& first : rule.first)
      if (auto test = condition_of(first)) out.first.push_back(std::move(*test));
    for (const Action& action : rule.actions)
      if (auto step = step_of(action)) out.steps.push_back(std::move(*step));
    locals_.clear();
    machine_.rules.push_back(std::move(out));
  }

  // A state variable, or a part of one.
  bool place(const ExprPtr& target, Step& out, Type& type) {
    std::vector<ExprPtr> keys;
    const auto state = state_of(*target, keys);
    if (!state) {
      error(target->span, "op-unbound", "this is no state of the machine", "declare it: state NAME : TYPE");
      return false;
    }
    type = machine_.variables[*state].type;
    out.state = *state;
    changed_.insert(out.state);
    return keys_of(*state, keys, target->span, out.keys);
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
