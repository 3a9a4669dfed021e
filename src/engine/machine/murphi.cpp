#include "engine/machine/murphi.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/candidates/structures.hpp"
#include "engine/machine/evaluator.hpp"
#include "events/variable.hpp"

namespace thinair::machine {
namespace {

using op::Kind;
using op::Level;
using op::Node;
using op::NodeId;
using op::NodeOp;
using op::Type;
using AK = op::Action::Kind;
using CK = op::Condition::Kind;

Diagnostic cannot(std::string message, std::string hint = {}) {
  Diagnostic d;
  d.code = "op-export";
  d.message = std::move(message);
  d.hint = std::move(hint);
  d.has_position = false;
  return d;
}

std::string_view type_of(Kind kind) {
  switch (kind) {
    case Kind::thread: return "maybe_thread";
    case Kind::location: return "maybe_location";
    case Kind::number: return "number";
    default: return "maybe";
  }
}

class Writer {
 public:
  Writer(const program::Test& test, const op::Machine& machine, const language::RuleSet& without, const events::Unfolding& unfolding,
         const Structure& structure)
      : test_(test),
        machine_(machine),
        without_(without),
        pool_(unfolding.pool),
        structure_(structure),
        layout_(machine, structure, structure.chosen.size(), test.program.locations.size()),
        evaluator_(machine, test.program, structure, layout_, without),
        n_(structure.size()) {}

  Result<std::string> run() {
    start_ = layout_.empty();
    evaluator_.look_at(&start_);
    if (!values()) return fail(std::move(*problem_));
    std::string rules;
    for (const op::Rule& rule : machine_.rules) rules += this->rule(rule);
    rules += start() + ending();
    if (problem_) return fail(std::move(*problem_));
    return head() + functions_ + rules;
  }

 private:
  void stop(std::string message, std::string hint = {}) {
    if (!problem_) problem_ = cannot(std::move(message), std::move(hint));
  }

  // --- values: numbers, and what reads have read
  std::optional<std::string> value(value::TermId term) {
    if (const auto constant = pool_.as_constant(term)) {
      least_ = std::min(least_, *constant);
      most_ = std::max(most_, *constant);
      return std::to_string(*constant);
    }
    const auto& variables = pool_.variables(term);
    const value::Term& t = pool_[term];
    if (variables.size() != 1 || t.op != program::Op::reg) return std::nullopt;
    return fmt::format("val[{}]", reader(variables[0]));
  }

  EventId reader(value::VarId var) const {
    std::uint32_t index = events::index_of(var);
    for (EventId e = 0; e < n_; ++e)
      if (structure_.events[e].thread == events::thread_of(var) && structure_.events[e].reads() && index-- == 0) return e;
    return 0;
  }

  bool values() {
    std::string cases;
    for (EventId e = 0; e < n_; ++e)
      if (structure_.events[e].writes()) {
        const auto text = value(structure_.events[e].written);
        if (!text) {
          stop(fmt::format("{} computes with values", test_.name), "Murphi is for tests that write numbers and what they have read");
          return false;
        }
        cases += fmt::format("    case {}: return {};\n", e, *text);
      }
    functions_ += fmt::format("function written(w: maybe): value;\nbegin\n  switch w\n{}  endswitch;\n  return {};\nend;\n", cases, least_);
    return true;
  }

  // --- declarations
  std::string keyed(const Type& type, std::string_view inner) const {
    std::string out;
    for (const Type::Key key : type.keys) out += key == Type::Key::thread ? "array [thread] of " : "array [location] of ";
    return out + std::string(inner);
  }

  std::string head() const {
    std::string out = fmt::format("-- {}: for Rumur, which prints 'outcome' and the values of", test_.name);
    for (const program::Observable& o : test_.shown) out += " " + program::to_text(test_.program, o);
    out += fmt::format("\ntype\n  event: 0 .. {};\n  maybe: 0 .. {};  -- {}: none\n", n_ - 1, n_, n_);
    const std::size_t threads = structure_.chosen.size(), locations = std::max<std::size_t>(test_.program.locations.size(), 1);
    out += fmt::format("  thread: 0 .. {};\n  maybe_thread: 0 .. {};\n  location: 0 .. {};\n  maybe_location: 0 .. {};\n", threads - 1,
                       threads, locations - 1, locations);
    out += fmt::format("  number: 0 .. 255;\n  value: {} .. {};\n", least_, most_);
    out += fmt::format("  events: array [event] of boolean;\n  pairs: array [event] of events;\n");
    out += fmt::format("  queue: record\n    size: 0 .. {};\n    entry: array [event] of maybe;\n  end;\n", n_);
    out += "var\n  done: events;\n  val: array [event] of value;\n";
    for (const op::Variable& v : machine_.variables) {
      const char* inner = v.type.kind == Type::Kind::set        ? "events"
                          : v.type.kind == Type::Kind::sequence ? "queue"
                          : v.type.kind == Type::Kind::relation ? "pairs"
                          : v.type.kind == Type::Kind::event    ? "maybe"
                          : v.type.kind == Type::Kind::thread   ? "maybe_thread"
                                                                : "number";
      out += fmt::format("  {}: {};\n", name(v), keyed(v.type, inner));
    }
    return out;
  }

  static std::string name(const op::Variable& v) {
    std::string out = "s_" + v.name;
    std::ranges::replace_if(
        out, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return out;
  }

  // --- expressions
  void slots_of(NodeId id, std::set<std::uint32_t>& out) const {
    const Node& node = machine_.nodes[id];
    if (node.op == NodeOp::variable) out.insert(node.index);
    for (const NodeId kid : node.kids) slots_of(kid, out);
  }
  Kind kind_of_slot(std::uint32_t slot) const {
    for (const Node& node : machine_.nodes)
      if (node.op == NodeOp::variable && node.index == slot) return node.kind;
    return Kind::event;
  }

  // A call of the function for a node: `first` is what is asked for, the rest the names that the node hangs on.
  std::string call(NodeId id, std::vector<std::string> arguments = {}) {
    const Node& node = machine_.nodes[id];
    if (node.op == NodeOp::variable && arguments.empty()) return slot_text(node.index);
    if (node.op == NodeOp::number) return std::to_string(node.index);
    define(id);
    std::set<std::uint32_t> slots;
    slots_of(id, slots);
    for (const std::uint32_t slot : slots) arguments.push_back(slot_text(slot));
    if (arguments.empty()) arguments.emplace_back("0");
    return fmt::format("n{}({})", id, fmt::join(arguments, ", "));
  }
  std::string slot_text(std::uint32_t slot) const {
    const auto at = slot_texts_.find(slot);
    return at == slot_texts_.end() ? fmt::format("b{}", slot) : at->second;
  }

  std::string place(std::uint32_t variable, const std::vector<NodeId>& keys) {
    std::string out = name(machine_.variables[variable]);
    for (const NodeId key : keys) out += fmt::format("[{}]", call(key));
    return out;
  }

  // The sequence behind filters, and what an entry x must be to count.
  std::pair<std::string, std::string> sequence(NodeId id, const std::string& x) {
    const Node& node = machine_.nodes[id];
    if (node.op == NodeOp::filter) {
      auto [base, counts] = sequence(node.kids[0], x);
      return {base, fmt::format("{} & {}", counts, call(node.kids[1], {x}))};
    }
    return {place(node.index, node.kids), "true"};
  }

  void define(NodeId id) {
    if (!defined_.insert(id).second) return;
    const auto saved = std::exchange(slot_texts_, {});  // inside a function, names are its parameters
    const Node& node = machine_.nodes[id];
    std::vector<std::string> parameters;
    if (node.kind == Kind::set || node.kind == Kind::sequence) parameters = {"a: maybe"};
    if (node.kind == Kind::relation) parameters = {"a: maybe", "b: maybe"};
    std::set<std::uint32_t> slots;
    slots_of(id, slots);
    for (const std::uint32_t slot : slots) parameters.push_back(fmt::format("b{}: {}", slot, type_of(kind_of_slot(slot))));
    if (parameters.empty()) parameters = {"unused: number"};
    const bool truth = node.kind == Kind::set || node.kind == Kind::relation || node.kind == Kind::sequence;
    const bool fixed = node.level == Level::fixed && (node.kind == Kind::set || node.kind == Kind::relation);
    const std::string body = fixed ? table(id, node) : formula(node);
    functions_ +=
        fmt::format("function n{}({}): {};\n{}end;\n", id, fmt::join(parameters, "; "), truth ? "boolean" : type_of(node.kind), body);
    slot_texts_ = saved;
  }

  // What depends on the test alone.
  std::string table(NodeId id, const Node& node) {
    std::vector<std::string> members;
    if (node.kind == Kind::set)
      for (const EventId e : evaluator_.value(id).set.elements()) members.push_back(fmt::format("a = {}", e));
    else
      for (const auto& [a, b] : evaluator_.value(id).relation.pairs()) members.push_back(fmt::format("(a = {} & b = {})", a, b));
    return fmt::format("begin\n  return {};\n", members.empty() ? "false" : fmt::format("{}", fmt::join(members, " | ")));
  }

  std::string formula(const Node& node) {
    const bool set = node.kind == Kind::set;
    const std::vector<std::string> asked = set ? std::vector<std::string>{"a"} : std::vector<std::string>{"a", "b"};
    const auto is = [](const std::string& text) { return fmt::format("begin\n  return {};\n", text); };
    const auto both = [&](std::string_view op) {
      return is(fmt::format("{} {} {}", call(node.kids[0], asked), op, call(node.kids[1], asked)));
    };
    const auto none = n_;
    switch (node.op) {
      case NodeOp::next: {
        std::vector<std::string> waits;
        for (EventId e = structure_.init_count; e < n_; ++e) {
          std::vector<std::string> needs;
          for (const EventId p : evaluator_.needs(e).elements())
            if (p >= structure_.init_count) needs.push_back(fmt::format(" & done[{}]", p));
          waits.push_back(fmt::format("(a = {}{})", e, fmt::join(needs, "")));
        }
        return is(fmt::format("a != {} & !done[a] & ({})", none, waits.empty() ? "false" : fmt::format("{}", fmt::join(waits, " | "))));
      }
      case NodeOp::finished: return is(fmt::format("a != {} & done[a]", none));
      case NodeOp::state: {
        const op::Variable& v = machine_.variables[node.index];
        if (v.type.keys.empty()) return state(node, name(v));
        std::string over = name(v), open, close;
        for (std::size_t i = 0; i < v.type.keys.size(); ++i) {
          open += fmt::format("exists k{}: {} do ", i, v.type.keys[i] == Type::Key::thread ? "thread" : "location");
          close += " endexists";
          over += fmt::format("[k{}]", i);
        }
        const std::string has = v.type.kind == Type::Kind::set
                                    ? over + "[a]"
                                    : fmt::format("exists p: event do p < {0}.size & {0}.entry[p] = a endexists", over);
        return is(fmt::format("a != {} & ({}{}{})", none, open, has, close));
      }
      case NodeOp::state_at: return state(node, place(node.index, node.kids));
      case NodeOp::filter: return is(fmt::format("{} & {}", call(node.kids[0], {"a"}), call(node.kids[1], {"a"})));
      case NodeOp::union_: return both("|");
      case NodeOp::intersection: return both("&");
      case NodeOp::difference: return both("& !");
      case NodeOp::product: return is(fmt::format("{} & {}", call(node.kids[0], {"a"}), call(node.kids[1], {"b"})));
      case NodeOp::compose:
        return is(fmt::format("exists c: event do {} & {} endexists", call(node.kids[0], {"a", "c"}), call(node.kids[1], {"c", "b"})));
      case NodeOp::complement:
        return is(fmt::format("a != {}{} & !{}", none, set ? "" : fmt::format(" & b != {}", none), call(node.kids[0], asked)));
      case NodeOp::optional: return is(fmt::format("a = b | {}", call(node.kids[0], asked)));
      case NodeOp::inverse: return is(call(node.kids[0], {"b", "a"}));
      case NodeOp::identity: return is(fmt::format("a = b & {}", call(node.kids[0], {"a"})));
      case NodeOp::domain: return is(fmt::format("exists c: event do {} endexists", call(node.kids[0], {"a", "c"})));
      case NodeOp::range: return is(fmt::format("exists c: event do {} endexists", call(node.kids[0], {"c", "a"})));
      case NodeOp::image: return is(call(node.kids[0], {call(node.kids[1]), "a"}));
      case NodeOp::as_set:
        return is(machine_.nodes[node.kids[0]].kind == Kind::event ? fmt::format("a != {} & a = {}", none, call(node.kids[0]))
                                                                   : call(node.kids[0], {"a"}));
      case NodeOp::first:
      case NodeOp::last: {
        const auto [base, counts] = sequence(node.kids[0], "e");
        return fmt::format(
            "var r: maybe; e: maybe;\nbegin\n  r := {0};\n  for p: event do\n    if p < {1}.size then\n      e := {1}.entry[p];\n"
            "      if {2} & {3} then r := e; endif;\n    endif;\n  endfor;\n  return r;\n",
            none, base, node.op == NodeOp::first ? fmt::format("r = {}", none) : "true", counts);
      }
      case NodeOp::length: {
        const auto [base, counts] = sequence(node.kids[0], "e");
        return fmt::format(
            "var r: number; e: maybe;\nbegin\n  r := 0;\n  for p: event do\n    if p < {0}.size then\n      e := {0}.entry[p];\n"
            "      if {1} then r := r + 1; endif;\n    endif;\n  endfor;\n  return r;\n",
            base, counts);
      }
      case NodeOp::order: {
        const auto [base, first] = sequence(node.kids[0], "a");
        const auto [same, second] = sequence(node.kids[0], "b");
        return is(fmt::format(
            "a != {2} & b != {2} & {3} & {4} & (exists p: event do exists q: event do p < q & q < {0}.size & {0}.entry[p] = a & "
            "{1}.entry[q] = b endexists endexists)",
            base, same, none, first, second));
      }
      case NodeOp::thread_of:
        return each_event(
            node, [](const events::Event& e) { return e.is_init() ? kNone : e.thread; }, structure_.chosen.size());
      case NodeOp::location_of:
        return each_event(
            node, [](const events::Event& e) { return e.location == events::kNoLocation ? kNone : e.location; },
            std::max<std::size_t>(test_.program.locations.size(), 1));
      case NodeOp::of_thread:
      case NodeOp::at_location: {
        std::vector<std::string> members;
        for (EventId e = 0; e < n_; ++e) {
          const std::uint32_t key = node.op == NodeOp::of_thread ? structure_.events[e].thread : structure_.events[e].location;
          if (key != kNone) members.push_back(fmt::format("(a = {} & k = {})", e, key));
        }
        return fmt::format("var k: {};\nbegin\n  k := {};\n  return {};\n",
                           node.op == NodeOp::of_thread ? "maybe_thread" : "maybe_location", call(node.kids[0]),
                           members.empty() ? "false" : fmt::format("{}", fmt::join(members, " | ")));
      }
      case NodeOp::initial: {
        std::string cases;
        for (EventId e = 0; e < structure_.init_count; ++e)
          cases += fmt::format("    case {}: return {};\n", structure_.events[e].location, e);
        return fmt::format("begin\n  switch {}\n{}  endswitch;\n  return {};\n", call(node.kids[0]), cases, none);
      }
      case NodeOp::cell: {
        const std::string pair = fmt::format("{} & {}", call(node.kids[0], {"a"}), call(node.kids[1], {"b"}));
        return is(without_.has(node.index) ? pair : fmt::format("{} & {}", pair, call(node.kids[2], {"a", "b"})));
      }
      default: break;
    }
    stop("this machine closes a relation that changes while it runs",
         "Murphi has no recursive definitions; 'let rec', '+' and '*' cannot be exported");
    return is("false");
  }

  std::string state(const Node& node, const std::string& at) {
    const Type::Kind kind = machine_.variables[node.index].type.kind;
    std::string text = at;
    if (kind == Type::Kind::set) text = fmt::format("a != {} & {}[a]", n_, at);
    if (kind == Type::Kind::relation) text = fmt::format("a != {0} & b != {0} & {1}[a][b]", n_, at);
    if (kind == Type::Kind::sequence)
      text = fmt::format("a != {0} & (exists p: event do p < {1}.size & {1}.entry[p] = a endexists)", n_, at);
    return fmt::format("begin\n  return {};\n", text);
  }

  template <class F>
  std::string each_event(const Node& node, F&& key, std::size_t none) {
    std::string cases;
    for (EventId e = 0; e < n_; ++e)
      if (const std::uint32_t k = key(structure_.events[e]); k != kNone) cases += fmt::format("    case {}: return {};\n", e, k);
    return fmt::format("begin\n  switch {}\n{}  endswitch;\n  return {};\n", call(node.kids[0]), cases, none);
  }

  // --- conditions
  std::string condition(const op::Test& t) {
    std::vector<std::string> kids;
    for (const op::Test& kid : t.kids) kids.push_back(fmt::format("({})", condition(kid)));
    switch (t.kind) {
      case CK::and_: return fmt::format("{}", fmt::join(kids, " & "));
      case CK::or_: return fmt::format("{}", fmt::join(kids, " | "));
      case CK::not_: return "!" + kids[0];
      default: break;
    }
    const Kind kind = machine_.nodes[t.left].kind;
    const bool pairs = kind == Kind::relation, many = pairs || kind == Kind::set || kind == Kind::sequence;
    const std::vector<std::string> x = pairs ? std::vector<std::string>{"x", "y"} : std::vector<std::string>{"x"};
    const auto all = [&](const std::string& text) {
      return pairs ? fmt::format("(forall x: event do forall y: event do {} endforall endforall)", text)
                   : fmt::format("(forall x: event do {} endforall)", text);
    };
    switch (t.kind) {
      case CK::empty: return all(fmt::format("!{}", call(t.left, x)));
      case CK::member: return call(t.right, {call(t.left)});
      case CK::less: return fmt::format("{} < {}", call(t.left), call(t.right));
      case CK::less_equal: return fmt::format("{} <= {}", call(t.left), call(t.right));
      case CK::subset: return all(fmt::format("({} -> {})", call(t.left, x), call(t.right, x)));
      case CK::equal:
      case CK::not_equal: {
        if (kind == Kind::sequence) stop("this machine compares sequences as a whole");
        const std::string same = many ? all(fmt::format("({0} -> {1}) & ({1} -> {0})", call(t.left, x), call(t.right, x)))
                                      : fmt::format("({} = {})", call(t.left), call(t.right));
        return t.kind == CK::equal ? same : "!" + same;
      }
      default: return "true";
    }
  }

  // --- rules
  std::string rule(const op::Rule& r) {
    slot_texts_.clear();
    std::string open, close, locals, begin;
    std::vector<std::string> guard;
    for (const op::Choice& c : r.choices) {
      const std::string b = fmt::format("b{}", c.slot);
      if (c.of == op::kNoNode) {
        open += fmt::format("ruleset {}: thread do\n", b);
      } else if (c.kind == op::Binding::Kind::element) {
        open += fmt::format("ruleset {}: event do\n", b);
        guard.push_back(call(c.of, {b}));
      } else if (c.kind == op::Binding::Kind::pair) {
        open += fmt::format("ruleset {}: event do\nruleset b{}: event do\n", b, c.slot + 1);
        close += "endruleset;\n";
        guard.push_back(call(c.of, {b, fmt::format("b{}", c.slot + 1)}));
      } else {
        const Kind kind = machine_.nodes[c.of].kind;
        const std::string text = call(c.of);
        slot_texts_[c.slot] = text;
        if (kind != Kind::number)
          guard.push_back(fmt::format("{} != {}", text,
                                      kind == Kind::thread     ? structure_.chosen.size()
                                      : kind == Kind::location ? std::max<std::size_t>(test_.program.locations.size(), 1)
                                                               : n_));
        locals += fmt::format("  {}: {};\n", b, type_of(kind));
        begin += fmt::format("  {} := {};\n", b, text);
        continue;
      }
      close += "endruleset;\n";
    }
    for (const op::Guard& g : r.guards)
      if (!without_.has(g.rule)) guard.push_back(condition(g.test));
    slot_texts_.clear();
    std::string body;
    for (const op::Step& step : r.steps) body += action(step);
    return fmt::format("{}rule \"{}\" {} ==>\nvar\n  from: maybe;\n{}begin\n{}{}endrule;\n{}", open, r.name,
                       guard.empty() ? "true" : fmt::format("{}", fmt::join(guard, " & ")), locals, begin, body, close);
  }

  std::string action(const op::Step& s) {
    const std::string subject = s.subject == op::kNoNode ? "" : call(s.subject);
    switch (s.kind) {
      case AK::if_: return fmt::format("  if {} then\n{}  endif;\n", condition(s.condition[0]), action(s.body[0]));
      case AK::reads: {
        std::string out = fmt::format("  from := {};\n", call(s.value));
        if (s.otherwise != op::kNoNode) out += fmt::format("  if from = {} then from := {}; endif;\n", n_, call(s.otherwise));
        return out +
               fmt::format("  assert from != {0} \"there is a write to read from\";\n  val[{1}] := written(from);\n  done[{1}] := true;\n",
                           n_, subject);
      }
      case AK::done: return fmt::format("  done[{}] := true;\n", subject);
      default: break;
    }
    const Type& type = machine_.variables[s.state].type;
    const std::string at = place(s.state, s.keys);
    if (type.kind == Type::Kind::sequence) {
      if (s.kind == AK::push) return fmt::format("  {0}.entry[{0}.size] := {1};\n  {0}.size := {0}.size + 1;\n", at, subject);
      // From the entry on, all move up.
      const std::string from = s.kind == AK::pop ? "true" : fmt::format("from != {} | {}.entry[p] = {}", n_, at, subject);
      return fmt::format(
          "  from := {0};\n  for p: event do\n    if p < {1}.size & ({2}) then\n      from := 0;\n      if p + 1 < {1}.size then "
          "{1}.entry[p] := "
          "{1}.entry[p + 1]; else {1}.entry[p] := {0}; endif;\n    endif;\n  endfor;\n  {1}.size := {1}.size - 1;\n",
          n_, at, from);
    }
    if (type.kind == Type::Kind::set || type.kind == Type::Kind::relation) {
      const bool set = type.kind == Type::Kind::set;
      const std::string part = set ? at + "[x]" : at + "[x][y]";
      const std::string is = call(s.value, set ? std::vector<std::string>{"x"} : std::vector<std::string>{"x", "y"});
      const std::string now = s.kind == AK::assign ? is
                              : s.kind == AK::add  ? fmt::format("{} | {}", part, is)
                                                   : fmt::format("{} & !{}", part, is);
      return fmt::format("  for x: event do\n{}    {} := {};\n{}  endfor;\n", set ? "" : "  for y: event do\n", part, now,
                         set ? "" : "  endfor;\n");
    }
    if (s.kind == AK::assign) return fmt::format("  {} := {};\n", at, call(s.value));
    return fmt::format("  {0} := {0} {1} {2};\n", at, s.kind == AK::add ? "+" : "-", call(s.value));
  }

  // --- the beginning and the end
  std::string start() {
    std::string out = "startstate \"start\"\n";
    out += fmt::format("  for e: event do\n    done[e] := e < {};\n    val[e] := {};\n  endfor;\n", structure_.init_count, least_);
    for (std::uint32_t v = 0; v < machine_.variables.size(); ++v) {
      const op::Variable& variable = machine_.variables[v];
      std::string at = name(variable), open, close;
      for (std::size_t i = 0; i < variable.type.keys.size(); ++i) {
        open += fmt::format("  for k{}: {} do\n", i, variable.type.keys[i] == Type::Key::thread ? "thread" : "location");
        close += "  endfor;\n";
        at += fmt::format("[k{}]", i);
      }
      out += open + beginning(variable, at) + close;
    }
    return out + "endstartstate;\n";
  }

  std::string beginning(const op::Variable& v, const std::string& at) {
    const bool given = v.initial != op::kNoNode;
    switch (v.type.kind) {
      case Type::Kind::set: return fmt::format("  for e: event do {}[e] := {}; endfor;\n", at, given ? call(v.initial, {"e"}) : "false");
      case Type::Kind::relation:
        return fmt::format("  for e: event do for f: event do {}[e][f] := {}; endfor; endfor;\n", at,
                           given ? call(v.initial, {"e", "f"}) : "false");
      case Type::Kind::sequence: {
        std::string out = fmt::format("  {0}.size := 0;\n  for e: event do {0}.entry[e] := {1}; endfor;\n", at, n_);
        if (given)
          for (const EventId e : evaluator_.value(v.initial).set.elements())
            out += fmt::format("  {0}.entry[{0}.size] := {1};\n  {0}.size := {0}.size + 1;\n", at, e);
        return out;
      }
      case Type::Kind::event: {
        if (given) return fmt::format("  {} := {};\n", at, call(v.initial));
        std::string out = fmt::format("  {} := {};\n", at, n_);
        if (!v.type.keys.empty() && v.type.keys.back() == Type::Key::location)
          for (EventId e = 0; e < structure_.init_count; ++e)
            out += fmt::format("  if k{} = {} then {} := {}; endif;\n", v.type.keys.size() - 1, structure_.events[e].location, at, e);
        return out;
      }
      case Type::Kind::thread: return fmt::format("  {} := {};\n", at, given ? call(v.initial) : std::to_string(structure_.chosen.size()));
      case Type::Kind::number: return fmt::format("  {} := {};\n", at, given ? call(v.initial) : "0");
    }
    return "";
  }

  std::string ending() {
    std::vector<std::string> guard{"(forall e: event do done[e] endforall)"};
    for (const op::Test& final : machine_.finals) guard.push_back(condition(final));
    std::string out = fmt::format("rule \"end\" {} ==>\nvar\n  v: value;\nbegin\n  put \"outcome\";\n", fmt::join(guard, " & "));
    for (const program::Observable& o : test_.shown) {
      std::optional<std::string> text;
      if (o.is_location && machine_.memory != op::kNoNode) {
        slot_texts_[machine_.memory_slot] = std::to_string(o.index);
        text = fmt::format("written({})", call(machine_.memory));
        slot_texts_.clear();
      } else if (!o.is_location) {
        text = value(structure_.registers[o.index]);
      }
      if (!text) stop(fmt::format("'{}' at the end is no number and no value that was read", program::to_text(test_.program, o)));
      out += fmt::format("  put \" \";\n  v := {};\n  put v;\n", text.value_or("0"));
    }
    return out + "  put \"\\n\";\nendrule;\n";
  }

  const program::Test& test_;
  const op::Machine& machine_;
  const language::RuleSet& without_;
  const value::TermPool& pool_;
  const Structure& structure_;
  Layout layout_;
  Evaluator evaluator_;
  Configuration start_;
  std::size_t n_;
  program::Value least_ = 0, most_ = 1;
  std::string functions_;
  std::set<NodeId> defined_;
  std::map<std::uint32_t, std::string> slot_texts_;  // what stands for a name, where that is not a name itself
  std::optional<Diagnostic> problem_;
};

}  // namespace

Result<std::string> murphi(const program::Test& test, const op::Machine& machine, const language::RuleSet& without) {
  Budget budget;
  candidates::Structures structures(test, events::Reading{}, {}, budget);
  std::vector<std::shared_ptr<const Structure>> all;
  structures.each(budget, [&](std::size_t, const std::shared_ptr<const Structure>& structure) {
    all.push_back(structure);
    return all.size() < 2;
  });
  const bool plain = all.size() == 1 && all[0]->constraints.empty() && !all[0]->bound_reached &&
                     std::ranges::none_of(all[0]->blocked, [](const auto& blocked) { return blocked.has_value(); });
  if (!plain)
    return fail(cannot(fmt::format("{} does not always do the same: its threads have several paths", test.name),
                       "Murphi is for tests without branches on what they read, and without loops"));
  return Writer(test, machine, without, *structures.unfolding(), *all[0]).run();
}

}  // namespace thinair::machine
