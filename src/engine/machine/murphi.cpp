#include "engine/machine/murphi.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/candidates/structures.hpp"
#include "engine/machine/murphi_expressions.hpp"

namespace thinair::machine {

using op::Kind;
using op::NodeId;
using op::Type;
using AK = op::Action::Kind;

namespace {

constexpr std::size_t kMostPaths = 64;  // choices of paths
constexpr std::string_view kRefresh = "  refresh();\n";

Diagnostic cannot(std::string message, std::string hint = {}) {
  Diagnostic d;
  d.code = "op-export";
  d.message = std::move(message);
  d.hint = std::move(hint);
  d.has_position = false;
  return d;
}

class Writer : private MurphiExpressions {
 public:
  using MurphiExpressions::MurphiExpressions;

  Result<std::string> run() {
    if (!define_written()) return fail(std::move(*problem_));
    std::string rules;
    for (const op::Rule& rule : machine_.rules) rules += this->rule(rule);
    rules += start() + ending();
    if (problem_) return fail(std::move(*problem_));
    if (derived_.empty())
      for (std::size_t at = rules.find(kRefresh); at != std::string::npos; at = rules.find(kRefresh, at)) rules.erase(at, kRefresh.size());
    else
      functions_ += fmt::format("procedure refresh();\nvar more: boolean;\nbegin\n{}end;\n", refresh_);
    return head() + functions_ + rules;
  }

 private:
  std::string keyed(const Type& type, std::string_view inner) const {
    std::string out;
    for (const Type::Key key : type.keys) out += key == Type::Key::thread ? "array [thread] of " : "array [location] of ";
    return out + std::string(inner);
  }

  std::string head() const {
    std::string out = fmt::format("-- {}: for Rumur, which prints 'outcome' and the values of", test_.name);
    for (const program::Observable& o : test_.shown) out += " " + program::to_text(test_.program, o);
    out += fmt::format("\ntype\n  event: 0 .. {};\n  maybe: 0 .. {};  -- {}: none\n", n_ - 1, n_, n_);
    out += fmt::format("  thread: 0 .. {};\n  maybe_thread: 0 .. {};\n  location: 0 .. {};\n  maybe_location: 0 .. {};\n", threads() - 1,
                       threads(), locations() - 1, locations());
    out += fmt::format("  number: 0 .. 255;\n  value: {} .. {};\n", least_, most_);
    out += fmt::format("  events: array [event] of boolean;\n  pairs: array [event] of events;\n");
    out += fmt::format("  queue: record\n    size: 0 .. {};\n    entry: array [event] of maybe;\n  end;\n", n_);
    if (several()) out += fmt::format("  paths: 0 .. {};\n", sides_.size() - 1);
    out += "var\n  done: events;\n  val: array [event] of value;\n";
    if (speculates()) out += "  owed: array [event] of maybe;\n";
    if (several()) out += "  path: paths;\n";
    for (const std::string& relation : derived_) out += fmt::format("  {}: pairs;\n", relation);
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
          guard.push_back(fmt::format("{} != {}", text, kind == Kind::thread ? threads() : kind == Kind::location ? locations() : n_));
        locals += fmt::format("  {}: {};\n", b, murphi_type(kind));
        begin += fmt::format("  {} := {};\n", b, text);
        continue;
      }
      close += "endruleset;\n";
    }
    for (const op::Guard& g : r.guards)
      if (!without_.has(g.rule)) guard.push_back(condition(g.test));
    if (speculates())
      for (const op::Step& step : r.steps)
        if (step.kind == AK::done) guard.push_back(fmt::format("valued({})", call(step.subject)));
    slot_texts_.clear();
    std::string body;
    for (const op::Step& step : r.steps) body.append(action(step)).append(kRefresh);
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
        out += fmt::format("  assert from != {0} \"there is a write to read from\";\n", n_);
        if (speculates()) return out + fmt::format("  owed[{0}] := from;\n  done[{0}] := true;\n  settle();\n", subject);
        return out + fmt::format("  val[{0}] := written(from);\n  done[{0}] := true;\n", subject);
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

  std::string start() {
    std::string out = several() ? "ruleset p: paths do\nstartstate \"start\"\n  path := p;\n" : "startstate \"start\"\n";
    out += fmt::format("  for e: event do\n    done[e] := e < {}{};\n    val[e] := {};\n{}  endfor;\n", init_count(),
                       several() ? " | !present(e)" : "", least_, speculates() ? fmt::format("    owed[e] := {};\n", n_) : "");
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
    return out + std::string(kRefresh) + "endstartstate;\n" + (several() ? "endruleset;\n" : "");
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
          out += do_by_path([&](Side& side) {
            std::string entries;
            for (const EventId e : side.evaluator.value(v.initial).set.elements())
              entries += fmt::format("  {0}.entry[{0}.size] := {1};\n  {0}.size := {0}.size + 1;\n", at, e);
            return entries;
          });
        return out;
      }
      case Type::Kind::event: {
        if (given) return fmt::format("  {} := {};\n", at, call(v.initial));
        std::string out = fmt::format("  {} := {};\n", at, n_);
        if (!v.type.keys.empty() && v.type.keys.back() == Type::Key::location)
          for (EventId e = 0; e < init_count(); ++e)
            out += fmt::format("  if k{} = {} then {} := {}; endif;\n", v.type.keys.size() - 1, sides_[0]->structure->events[e].location,
                               at, e);
        return out;
      }
      case Type::Kind::thread: return fmt::format("  {} := {};\n", at, given ? call(v.initial) : std::to_string(threads()));
      case Type::Kind::number: return fmt::format("  {} := {};\n", at, given ? call(v.initial) : "0");
    }
    return "";
  }

  std::string ending() {
    std::vector<std::string> guard{"(forall e: event do done[e] endforall)"};
    for (const op::Test& final : machine_.finals) guard.push_back(condition(final));
    // A run whose values contradict its paths is none.
    const auto constraints = [&](Side& side) {
      std::vector<std::string> all{"true"};
      for (const value::TermId constraint : side.structure->constraints) all.push_back(holds(constraint, side));
      return fmt::format("{}", fmt::join(all, " & "));
    };
    if (several() || !sides_[0]->structure->constraints.empty()) guard.push_back(by_path(constraints));
    std::string out = fmt::format("rule \"end\" {} ==>\nvar\n  v: value;\nbegin\n  put \"outcome\";\n", fmt::join(guard, " & "));
    for (const program::Observable& o : test_.shown) {
      if (o.is_location && machine_.memory != op::kNoNode) {
        slot_texts_[machine_.memory_slot] = std::to_string(o.index);
        out += fmt::format("  v := written({});\n", call(machine_.memory));
        slot_texts_.clear();
      } else {
        out += do_by_path([&](Side& side) {
          const auto text = o.is_location ? std::nullopt : value(side.structure->registers[o.index], side);
          if (!text) stop(fmt::format("'{}' at the end is no number and no value that was read", program::to_text(test_.program, o)));
          return fmt::format("  v := {};\n", text.value_or("0"));
        });
      }
      out += "  put \" \";\n  put v;\n";
    }
    return out + "  put \"\\n\";\nendrule;\n";
  }
};

}  // namespace

Result<std::string> murphi(const program::Test& test, const op::Machine& machine, const language::RuleSet& without) {
  Budget budget;
  candidates::Structures structures(test, events::Reading{}, {}, budget);
  std::vector<std::shared_ptr<const Structure>> all;
  bool goes_on = false, blocked = false;
  structures.each(budget, [&](std::size_t, const std::shared_ptr<const Structure>& structure) {
    all.push_back(structure);
    goes_on = goes_on || structure->bound_reached;
    blocked = blocked || !structure->whole.empty() || std::ranges::any_of(structure->blocked, [](const auto& b) { return b.has_value(); });
    return all.size() <= kMostPaths;
  });
  if (goes_on) return fail(cannot(fmt::format("{} has loops that go on", test.name), "Murphi is for tests that come to an end"));
  if (blocked || all.empty())
    return fail(cannot(fmt::format("{} does what Murphi programs cannot tell", test.name),
                       "threads that are blocked forever, and 64-bit accesses in two halves, are not exported"));
  if (all.size() > kMostPaths)
    return fail(cannot(fmt::format("{} has more than {} ways through its threads", test.name, kMostPaths), "take a smaller test"));
  return Writer(test, machine, without, *structures.unfolding(), all).run();
}

}  // namespace thinair::machine
