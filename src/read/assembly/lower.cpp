#include "read/assembly/lower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "read/assembly/absent.hpp"
#include "read/assembly/isa.hpp"
#include "read/assembly/thread.hpp"
#include "support/check.hpp"

namespace thinair::read {
namespace {

struct Width {
  std::string_view type;
  std::uint8_t bytes;
};
constexpr Width kTypes[] = {{"int", 4},      {"int32_t", 4}, {"uint32_t", 4}, {"int64_t", 8},
                            {"uint64_t", 8}, {"long", 8},    {"unsigned", 0}, {"volatile", 0}};

// Items of the init block under the canonical names of their registers, and the widths of the locations that they declare.
std::vector<litmus::InitItem> canonical_items(const litmus::Test& tree, const Isa& isa, Report& report) {
  std::vector<litmus::InitItem> items = tree.init;
  for (litmus::InitItem& item : items) {
    for (const std::string& word : item.type)
      if (word != "*" && std::ranges::find(kTypes, word, &Width::type) == std::end(kTypes))
        report.error("litmus-unsupported", item.type_where, fmt::format("unknown type '{}'", word),
                     "locations have 4 or 8 bytes: int32_t or int64_t");
    if (!item.thread) continue;
    if (const auto name = isa.register_named(item.name)) {
      item.name = name->canonical;
    } else {
      report.error("litmus-unknown-name", item.name_where, fmt::format("'{}' is no register of {}", item.name, isa.name()));
    }
  }
  return items;
}

std::uint8_t declared_bytes(const litmus::InitItem& item) {
  for (const std::string& word : item.type)
    for (const Width& known : kTypes)
      if (known.type == word && known.bytes != 0) return known.bytes;
  return 0;
}

void for_each_observable(const litmus::Prop& prop, const std::function<void(const litmus::Observable&)>& visit) {
  if (prop.kind == litmus::Prop::Kind::atom) {
    if (!prop.lhs.is_constant) visit(prop.lhs.observable);
    if (!prop.rhs.is_constant) visit(prop.rhs.observable);
  }
  for (const litmus::Prop& kid : prop.kids) for_each_observable(kid, visit);
}

// Registers that the final part names and no instruction uses: they keep what they start with.
void add_named_registers(const litmus::Test& tree, const Isa& isa, Program& program) {
  const auto add = [&](const litmus::Observable& o) {
    if (!o.thread || *o.thread >= program.threads.size()) return;
    const auto name = isa.register_named(o.name);
    if (!name) return;
    const bool known = std::ranges::any_of(
        program.registers, [&](const Register& r) { return r.thread == *o.thread && !r.temporary && r.name == name->canonical; });
    if (!known) program.registers.push_back({*o.thread, name->canonical, 0, false, false, kNoAddress});
  };
  for (const litmus::Observable& o : tree.locations) add(o);
  if (tree.filter) for_each_observable(*tree.filter, add);
  for (const litmus::Clause& clause : tree.clauses) for_each_observable(clause.prop, add);
}

// A register that may hold an address has no number to show: it is left out where the test does not name it.
void hide_addresses(Program& program) {
  std::vector<bool> holds(program.registers.size());
  const std::function<bool(ExprId)> has_address = [&](ExprId id) {
    const Expr& e = program.exprs[id];
    switch (e.op) {
      case Op::constant: return false;
      case Op::address: return true;
      case Op::reg: return holds[e.index] || program.registers[e.index].address != kNoAddress;
      case Op::neg:
      case Op::bit_not:
      case Op::log_not: return has_address(e.lhs);
      // Comparisons give a truth value whatever they compare; r^r and the like are numbers, but rare.
      case Op::lt:
      case Op::le:
      case Op::gt:
      case Op::ge:
      case Op::eq:
      case Op::ne: return false;
      default: return has_address(e.lhs) || has_address(e.rhs);
    }
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Thread& thread : program.threads)
      for (const Instr& instr : thread.code)
        if (const auto* assign = std::get_if<Assign>(&instr.op); assign != nullptr && !holds[assign->dst] && has_address(assign->value)) {
          holds[assign->dst] = changed = true;
          program.registers[assign->dst].assigned = false;
        }
  }
}

}  // namespace

void lower_assembly(const litmus::Test& tree, const litmus::assembly::Program& source, Program& program, Report& report) {
  const Isa& isa = isa_of(source.isa);
  program.arch = isa.arch();
  program.bits = isa.bits();
  program.set_names = isa.set_names();
  program.set_names.emplace_back("SPIN");  // empty: models that are for Java too may speak of it
  check(program.set_names.size() <= kMaskBits, "every set of an architecture has its bit");
  if (const auto absent = absent_features(program.arch); !absent.empty()) {
    program.set_names.resize(kMaskBits);
    for (const AbsentFeature& feature : absent) program.set_names.insert(program.set_names.end(), feature.sets.begin(), feature.sets.end());
  }
  const std::vector<litmus::InitItem> items = canonical_items(tree, isa, report);
  Environment environment(items, source.threads.size(), program, report);
  for (const litmus::InitItem& item : items)
    if (!item.thread) program.locations[environment.find_or_add(item.name)].bytes = declared_bytes(item);
  program.threads.resize(source.threads.size());
  for (std::uint32_t thread = 0; thread < source.threads.size(); ++thread)
    AssemblyThread(isa, environment, program, thread, report).lower(source.threads[thread]);
  add_named_registers(tree, isa, program);
  if (!report.failed()) hide_addresses(program);
}

}  // namespace thinair::read
