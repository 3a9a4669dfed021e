#include "engine/machine/murphi_expressions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "events/variable.hpp"

namespace thinair::machine {

using op::Kind;
using op::Level;
using op::Node;
using op::NodeId;
using op::NodeOp;
using op::Type;
using CK = op::Condition::Kind;

namespace {

constexpr program::Value kMostConstant = 1 << 20;  // numbers in conditions: sums of them do not wrap around

std::string listed(const std::vector<std::string>& members) {
  return members.empty() ? "false" : fmt::format("{}", fmt::join(members, " | "));
}

}  // namespace

std::string_view murphi_type(Kind kind) {
  switch (kind) {
    case Kind::thread: return "maybe_thread";
    case Kind::location: return "maybe_location";
    case Kind::number: return "number";
    default: return "maybe";
  }
}

MurphiExpressions::Side::Side(const program::Test& test, const op::Machine& machine, const language::RuleSet& without,
                              const std::shared_ptr<const Structure>& of)
    : structure(of),
      layout(machine, *of, of->chosen.size(), test.program.locations.size()),
      evaluator(machine, test.program, *of, layout, without),
      start(layout.empty()) {
  evaluator.look_at(&start);
}

MurphiExpressions::MurphiExpressions(const program::Test& test, const op::Machine& machine, const language::RuleSet& without,
                                     const events::Unfolding& unfolding, const std::vector<std::shared_ptr<const Structure>>& paths)
    : test_(test), machine_(machine), without_(without), pool_(unfolding.pool) {
  for (const auto& structure : paths) {
    sides_.push_back(std::make_unique<Side>(test, machine, without, structure));
    n_ = std::max(n_, structure->size());
  }
}

void MurphiExpressions::stop(std::string message, std::string hint) {
  if (problem_) return;
  problem_.emplace();
  problem_->code = "op-export";
  problem_->message = std::move(message);
  problem_->hint = std::move(hint);
  problem_->has_position = false;
}

std::string MurphiExpressions::on_path(std::size_t p) { return fmt::format("path = {}", p); }

std::string MurphiExpressions::is_present(const std::string& event) const { return several() ? fmt::format(" & present({})", event) : ""; }

EventId MurphiExpressions::reader(value::VarId var, const Structure& structure) const {
  std::uint32_t index = events::index_of(var);
  for (EventId e = 0; e < structure.size(); ++e)
    if (structure.events[e].thread == events::thread_of(var) && structure.events[e].reads() && index-- == 0) return e;
  return 0;
}

std::optional<std::string> MurphiExpressions::value(value::TermId term, const Side& side) {
  if (const auto constant = pool_.as_constant(term)) {
    least_ = std::min(least_, *constant);
    most_ = std::max(most_, *constant);
    return std::to_string(*constant);
  }
  const auto& variables = pool_.variables(term);
  if (variables.size() != 1 || pool_[term].op != program::Op::reg) return std::nullopt;
  return fmt::format("val[{}]", reader(variables[0], *side.structure));
}

// In a condition: sums and differences too, as long as they are small.
std::string MurphiExpressions::number(value::TermId term, const Side& side) {
  using program::Op;
  const value::Term& t = pool_[term];
  if (t.op == Op::constant && std::abs(t.value) <= kMostConstant) return fmt::format("({})", t.value);
  if (t.op == Op::reg) return fmt::format("val[{}]", reader(pool_.variables(term)[0], *side.structure));
  if (t.op == Op::add || t.op == Op::sub)
    return fmt::format("({} {} {})", number(t.lhs, side), t.op == Op::add ? "+" : "-", number(t.rhs, side));
  stop(fmt::format("{} branches on what it computes", test_.name), "Murphi is for tests whose branches compare what they have read");
  return "0";
}

std::string MurphiExpressions::holds(value::TermId term, const Side& side) {
  using program::Op;
  const value::Term& t = pool_[term];
  const auto compared = [&](std::string_view by) { return fmt::format("({} {} {})", number(t.lhs, side), by, number(t.rhs, side)); };
  switch (t.op) {
    case Op::constant: return t.value != 0 ? "true" : "false";
    case Op::eq: return compared("=");
    case Op::ne: return compared("!=");
    case Op::lt: return compared("<");
    case Op::le: return compared("<=");
    case Op::gt: return compared(">");
    case Op::ge: return compared(">=");
    default: return fmt::format("({} != 0)", number(term, side));
  }
}

bool MurphiExpressions::define_written() {
  const std::string cases = do_by_path([&](Side& side) {
    std::string out;
    for (EventId e = 0; e < side.structure->size(); ++e)
      if (side.structure->events[e].writes()) {
        const auto text = value(side.structure->events[e].written, side);
        if (!text)
          stop(fmt::format("{} computes with values", test_.name), "Murphi is for tests that write numbers and what they have read");
        out += fmt::format("    case {}: return {};\n", e, text.value_or("0"));
      }
    return fmt::format("  switch w\n{}  endswitch;\n", out);
  });
  if (problem_) return false;
  if (several())
    functions_ += fmt::format("function present(a: maybe): boolean;\nbegin\n  return {};\nend;\n",
                              by_path([](Side& side) { return fmt::format("a < {}", side.structure->size()); }));
  functions_ += fmt::format("function written(w: maybe): value;\nbegin\n{}  return {};\nend;\n", cases, least_);
  if (speculates()) define_valued();
  return true;
}

// A read may take a write whose value is not known yet; it gets the value as soon as it is.
void MurphiExpressions::define_valued() {
  const std::string waits = do_by_path([&](Side& side) {
    std::string out;
    for (EventId e = 0; e < side.structure->size(); ++e) {
      const auto& variables = pool_.variables(side.structure->events[e].written);
      if (!side.structure->events[e].writes() || variables.empty()) continue;
      const EventId r = reader(variables[0], *side.structure);
      out += fmt::format("    case {}: return done[{}] & owed[{}] = {};\n", e, r, r, n_);
    }
    return out.empty() ? "" : fmt::format("  switch w\n{}  endswitch;\n", out);
  });
  functions_ += fmt::format("function valued(w: maybe): boolean;\nbegin\n{}  return true;\nend;\n", waits);
  functions_ += fmt::format(
      "procedure settle();\nbegin\n  for k: event do\n    for e: event do\n      if owed[e] != {0} then\n        if valued(owed[e]) then\n"
      "          val[e] := written(owed[e]);\n          owed[e] := {0};\n        endif;\n      endif;\n    endfor;\n  endfor;\nend;\n",
      n_);
}

std::string MurphiExpressions::name(const op::Variable& v) {
  std::string out = "s_" + v.name;
  std::ranges::replace_if(
      out, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return out;
}

void MurphiExpressions::slots_of(NodeId id, std::set<std::uint32_t>& out) const {
  const Node& node = machine_.nodes[id];
  if (node.op == NodeOp::variable) out.insert(node.index);
  for (const NodeId kid : node.kids) slots_of(kid, out);
}
Kind MurphiExpressions::kind_of_slot(std::uint32_t slot) const {
  for (const Node& node : machine_.nodes)
    if (node.op == NodeOp::variable && node.index == slot) return node.kind;
  return Kind::event;
}

// A call of the function for a node: `first` is what is asked for, the rest the names that the node hangs on.
std::string MurphiExpressions::call(NodeId id, std::vector<std::string> arguments) {
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
std::string MurphiExpressions::slot_text(std::uint32_t slot) const {
  const auto at = slot_texts_.find(slot);
  return at == slot_texts_.end() ? fmt::format("b{}", slot) : at->second;
}

std::string MurphiExpressions::place(std::uint32_t variable, const std::vector<NodeId>& keys) {
  std::string out = name(machine_.variables[variable]);
  for (const NodeId key : keys) out += fmt::format("[{}]", call(key));
  return out;
}

// The sequence behind filters, and what an entry x must be to count.
std::pair<std::string, std::string> MurphiExpressions::sequence(NodeId id, const std::string& x) {
  const Node& node = machine_.nodes[id];
  if (node.op == NodeOp::filter) {
    auto [base, counts] = sequence(node.kids[0], x);
    return {base, fmt::format("{} & {}", counts, call(node.kids[1], {x}))};
  }
  return {place(node.index, node.kids), "true"};
}

void MurphiExpressions::define(NodeId id) {
  if (!defined_.insert(id).second) return;
  const auto saved = std::exchange(slot_texts_, {});  // inside a function, names are its parameters
  const Node& node = machine_.nodes[id];
  std::vector<std::string> parameters;
  if (node.kind == Kind::set || node.kind == Kind::sequence) parameters = {"a: maybe"};
  if (node.kind == Kind::relation) parameters = {"a: maybe", "b: maybe"};
  std::set<std::uint32_t> slots;
  slots_of(id, slots);
  for (const std::uint32_t slot : slots) parameters.push_back(fmt::format("b{}: {}", slot, murphi_type(kind_of_slot(slot))));
  if (parameters.empty()) parameters = {"unused: number"};
  const bool truth = node.kind == Kind::set || node.kind == Kind::relation || node.kind == Kind::sequence;
  const bool fixed = node.level == Level::fixed && (node.kind == Kind::set || node.kind == Kind::relation);
  const std::string body = fixed ? table(id, node) : formula(id, node);
  functions_ +=
      fmt::format("function n{}({}): {};\n{}end;\n", id, fmt::join(parameters, "; "), truth ? "boolean" : murphi_type(node.kind), body);
  slot_texts_ = saved;
}

// What depends on the test alone.
std::string MurphiExpressions::table(NodeId id, const Node& node) {
  return fmt::format("begin\n  return {};\n", by_path([&](Side& side) {
                       std::vector<std::string> members;
                       const Value& value = side.evaluator.value(id);
                       if (node.kind == Kind::set)
                         for (const EventId e : value.set.elements()) members.push_back(fmt::format("a = {}", e));
                       else
                         for (const auto& [x, y] : value.relation.pairs()) members.push_back(fmt::format("(a = {} & b = {})", x, y));
                       return listed(members);
                     }));
}

std::string MurphiExpressions::formula(NodeId id, const Node& node) {
  const bool set = node.kind == Kind::set;
  const std::vector<std::string> asked = set ? std::vector<std::string>{"a"} : std::vector<std::string>{"a", "b"};
  const auto is = [](const std::string& text) { return fmt::format("begin\n  return {};\n", text); };
  const auto both = [&](std::string_view op) {
    return is(fmt::format("{} {} {}", call(node.kids[0], asked), op, call(node.kids[1], asked)));
  };
  const auto none = n_;
  switch (node.op) {
    case NodeOp::next:
      return is(fmt::format("a != {} & !done[a] & {}", none, by_path([&](Side& side) {
                              std::vector<std::string> waits;
                              for (EventId e = init_count(); e < side.structure->size(); ++e) {
                                std::vector<std::string> needs;
                                for (const EventId p : side.evaluator.needs(e).elements())
                                  if (p >= init_count()) needs.push_back(fmt::format(" & done[{}]", p));
                                waits.push_back(fmt::format("(a = {}{})", e, fmt::join(needs, "")));
                              }
                              return "(" + listed(waits) + ")";
                            })));
    case NodeOp::finished: return is(fmt::format("a != {} & done[a]{}", none, is_present("a")));
    case NodeOp::state: {
      const op::Variable& v = machine_.variables[node.index];
      if (v.type.keys.empty()) return state(node, name(v));
      std::string over = name(v), open, close;
      for (std::size_t i = 0; i < v.type.keys.size(); ++i) {
        open += fmt::format("exists k{}: {} do ", i, v.type.keys[i] == Type::Key::thread ? "thread" : "location");
        close += " endexists";
        over += fmt::format("[k{}]", i);
      }
      const std::string has =
          v.type.kind == Type::Kind::set ? over + "[a]" : fmt::format("exists p: event do p < {0}.size & {0}.entry[p] = a endexists", over);
      return is(fmt::format("a != {} & ({}{}{})", none, open, has, close));
    }
    case NodeOp::state_at: return state(node, place(node.index, node.kids));
    case NodeOp::filter: return is(fmt::format("{} & {}", call(node.kids[0], {"a"}), call(node.kids[1], {"a"})));
    case NodeOp::union_: return both("|");
    case NodeOp::intersection: return both("&");
    case NodeOp::difference: return both("& !");
    case NodeOp::product: return is(fmt::format("{} & {}", call(node.kids[0], {"a"}), call(node.kids[1], {"b"})));
    case NodeOp::compose:
      if (node.level == Level::state) return is(derive(id, node));
      return is(fmt::format("exists c: event do {} & {} endexists", call(node.kids[0], {"a", "c"}), call(node.kids[1], {"c", "b"})));
    case NodeOp::star:
    case NodeOp::plus:
      if (node.level != Level::state) break;
      return is(derive(id, node));
    case NodeOp::recursive: return is(close(node.index));
    case NodeOp::complement:
      return is(fmt::format("a != {0}{1}{2} & !{3}", none, is_present("a"), set ? "" : fmt::format(" & b != {}{}", none, is_present("b")),
                            call(node.kids[0], asked)));
    case NodeOp::optional: return is(fmt::format("(a = b{}) | {}", is_present("a"), call(node.kids[0], asked)));
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
      return is(
          fmt::format("a != {2} & b != {2} & {3} & {4} & (exists p: event do exists q: event do p < q & q < {0}.size & {0}.entry[p] = a & "
                      "{1}.entry[q] = b endexists endexists)",
                      base, same, none, first, second));
    }
    case NodeOp::thread_of: return each_event(node, true);
    case NodeOp::location_of: return each_event(node, false);
    case NodeOp::of_thread:
    case NodeOp::at_location: {
      const bool threads = node.op == NodeOp::of_thread;
      return fmt::format("var k: {};\nbegin\n  k := {};\n  return {};\n", threads ? "maybe_thread" : "maybe_location", call(node.kids[0]),
                         by_path([&](Side& side) {
                           std::vector<std::string> members;
                           for (EventId e = 0; e < side.structure->size(); ++e)
                             if (const std::uint32_t key = threads ? side.structure->events[e].thread : side.structure->events[e].location;
                                 key != kNone)
                               members.push_back(fmt::format("(a = {} & k = {})", e, key));
                           return listed(members);
                         }));
    }
    case NodeOp::initial: {
      std::string cases;
      for (EventId e = 0; e < init_count(); ++e)
        cases += fmt::format("    case {}: return {};\n", sides_[0]->structure->events[e].location, e);
      return fmt::format("begin\n  switch {}\n{}  endswitch;\n  return {};\n", call(node.kids[0]), cases, none);
    }
    case NodeOp::cell: {
      const std::string pair = fmt::format("{} & {}", call(node.kids[0], {"a"}), call(node.kids[1], {"b"}));
      return is(without_.has(node.index) ? pair : fmt::format("{} & {}", pair, call(node.kids[2], {"a", "b"})));
    }
    default: break;
  }
  stop("this machine closes a relation that hangs on the names of a rule",
       "Murphi has no recursion; '+' and '*' are for relations of the state");
  return is("false");
}

std::string MurphiExpressions::state(const Node& node, const std::string& at) {
  const Type::Kind kind = machine_.variables[node.index].type.kind;
  std::string text = at;
  if (kind == Type::Kind::set) text = fmt::format("a != {} & {}[a]", n_, at);
  if (kind == Type::Kind::relation) text = fmt::format("a != {0} & b != {0} & {1}[a][b]", n_, at);
  if (kind == Type::Kind::sequence) text = fmt::format("a != {0} & (exists p: event do p < {1}.size & {1}.entry[p] = a endexists)", n_, at);
  return fmt::format("begin\n  return {};\n", text);
}

// A relation that is composed or closed of others while the machine runs: a variable, and how it follows from the rest.
std::string MurphiExpressions::derive(NodeId id, const Node& node) {
  const std::string d = fmt::format("d{}", id);
  std::string is;
  if (node.op == NodeOp::compose)
    is = fmt::format("exists c: event do {} & {} endexists", call(node.kids[0], {"x", "c"}), call(node.kids[1], {"c", "y"}));
  else
    is = call(node.kids[0], {"x", "y"});
  refresh_ += fmt::format("  for x: event do for y: event do {}[x][y] := {}; endfor; endfor;\n", d, is);
  if (node.op != NodeOp::compose)
    refresh_ += fmt::format(
        "  for z: event do for x: event do for y: event do if {0}[x][z] & {0}[z][y] then {0}[x][y] := true; endif; endfor; endfor; "
        "endfor;\n",
        d);
  if (node.op == NodeOp::star)
    refresh_ += fmt::format("  for x: event do if true{} then {}[x][x] := true; endif; endfor;\n", is_present("x"), d);
  derived_.push_back(d);
  return fmt::format("a != {0} & b != {0} & {1}[a][b]", n_, d);
}

// Recursive definitions: from nothing upwards, until nothing is added.
std::string MurphiExpressions::close(std::uint32_t member) {
  const std::uint32_t group = machine_.member_groups[member];
  if (closed_.insert(group).second) {
    std::string clear, grow;
    for (const std::uint32_t m : machine_.groups[group]) {
      derived_.push_back(fmt::format("r{}", m));
      clear += fmt::format("  for x: event do for y: event do r{}[x][y] := false; endfor; endfor;\n", m);
      grow += fmt::format(
          "    for x: event do for y: event do\n      if !r{0}[x][y] & {1} then r{0}[x][y] := true; more := true; endif;\n"
          "    endfor; endfor;\n",
          m, call(machine_.member_bodies[m], {"x", "y"}));
    }
    refresh_ += clear + "  more := true;\n  while more do\n    more := false;\n" + grow + "  endwhile;\n";
  }
  return fmt::format("a != {0} & b != {0} & r{1}[a][b]", n_, member);
}

// A key of an event: its thread, or its location.
std::string MurphiExpressions::each_event(const Node& node, bool threads) {
  const std::string of = call(node.kids[0]);
  const std::string cases = do_by_path([&](Side& side) {
    std::string out;
    for (EventId e = 0; e < side.structure->size(); ++e) {
      const events::Event& event = side.structure->events[e];
      const std::uint32_t key = !threads ? event.location : event.is_init() ? kNone : event.thread;
      if (key != kNone) out += fmt::format("    case {}: return {};\n", e, key);
    }
    return out.empty() ? out : fmt::format("  switch {}\n{}  endswitch;\n", of, out);
  });
  return fmt::format("begin\n{}  return {};\n", cases, threads ? this->threads() : locations());
}

std::string MurphiExpressions::condition(const op::Test& t) {
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

}  // namespace thinair::machine
