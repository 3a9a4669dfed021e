// The instructions are tried out: filled with some registers, put into a small program, and lowered. What the instruction set
// says of them comes back with positions in the scheme.
#include "ask/compile/check_rule.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ask/compile/fill.hpp"
#include "ask/compile/target.hpp"
#include "read/assembly/lower.hpp"

namespace thinair::compile {
namespace {

using litmus::assembly::Line;
using litmus::assembly::Operand;

void collect_holes(const Operand& operand, std::vector<const Operand*>& holes) {
  if (operand.kind == Operand::Kind::hole) holes.push_back(&operand);
  for (const Operand& part : operand.parts) collect_holes(part, holes);
}

Diagnostic problem(Span where, std::string message, std::string hint) {
  return {Severity::error, "scheme", where, std::move(message), std::move(hint), {}, true};
}

}  // namespace

std::vector<std::string> operand_names(const read::java::Method& method) {
  using Action = read::java::Method::Action;
  switch (method.action) {
    case Action::fence: return {};
    case Action::get: return {"x", "r"};
    case Action::set: return {"x", "v"};
    case Action::compare_set:
    case Action::compare_exchange: return {"x", "e", "n", "r"};
    default: return {"x", "v", "r"};
  }
}

bool is_temporary(std::string_view hole) { return hole.starts_with('t'); }

Diagnostics check_rule(const Rule& rule, const read::java::Method& method, litmus::assembly::Isa isa) {
  const std::vector<std::string> known = operand_names(method);
  std::vector<const Operand*> holes;
  for (const Line& line : rule.lines)
    for (const Operand& operand : line.operands) collect_holes(operand, holes);
  for (const Operand* hole : holes)
    if (!is_temporary(hole->word) && std::ranges::find(known, hole->word) == known.end())
      return {problem(hole->where, fmt::format("'{}' has no operand '{}'", method.name, hole->word),
                      known.empty() ? "a fence has no operands; temporaries begin with t"
                                    : fmt::format("it has {}; temporaries begin with t", fmt::join(known, ", ")))};
  for (const std::string& name : known) {
    const bool used = std::ranges::any_of(holes, [&](const Operand* hole) { return hole->word == name; });
    if (!used) return {problem(rule.where, fmt::format("this rule of '{}' does not use its operand '{}'", method.name, name), "")};
  }

  for (const Assumption& assumption : rule.assumptions) {
    const bool used = std::ranges::any_of(holes, [&](const Operand* hole) { return hole->word == assumption.temporary; });
    if (!is_temporary(assumption.temporary) || !used)
      return {
          problem(assumption.where, fmt::format("'{}' is no temporary of this rule", assumption.temporary), "temporaries begin with t")};
  }

  const Target& target = target_of(isa);
  Filling filling(target, {});
  std::size_t next = 0;
  const std::vector<std::string> pool = target.pool();
  litmus::Test test;
  for (const Operand* hole : holes) {
    if (filling.has(hole->word)) continue;
    if (hole->word == "x") {
      filling.set_location("x", target.direct_addresses() ? "" : pool[next]);
      if (!target.direct_addresses()) {
        litmus::InitItem& item = test.init.emplace_back();
        item.thread = 0;
        item.name = pool[next++];
        item.value.kind = litmus::InitValue::Kind::name;
        item.value.name = std::string("x");
      }
    } else {
      filling.set_register(hole->word, pool[next++]);
    }
  }
  litmus::assembly::Program source;
  source.isa = isa;
  source.threads.emplace_back();
  filling.fill(rule.lines, source.threads[0].lines);
  program::Program scratch;
  read::Report report(nullptr);
  read::lower_assembly(test, source, scratch, report);
  return report.failed() ? report.take_errors() : Diagnostics{};
}

}  // namespace thinair::compile
