#include "engine/facts.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "events/structure.hpp"

namespace thinair::engine {
namespace {

using program::Instr;
using program::InstrId;
using program::Prop;
using program::Test;
using program::Value;

// Stores are left open by a path for each value; more combinations than these would make explaining slower than judging.
constexpr std::size_t kMostCombinations = 256;

bool is_event(const Instr& instr) {
  using namespace program;
  return std::holds_alternative<Load>(instr.op) || std::holds_alternative<Store>(instr.op) || std::holds_alternative<Update>(instr.op) ||
         std::holds_alternative<CompareUpdate>(instr.op) || std::holds_alternative<StoreConditional>(instr.op) ||
         std::holds_alternative<Fence>(instr.op);
}

// Instructions whose order after what stands before them values flow along, and those that depend on a read at all; and what stores
// write on every path, where that is a number.
struct Dependent {
  std::vector<InstrId> crossed, reached;
  std::vector<std::pair<InstrId, std::optional<Value>>> written;
  std::vector<InstrId> references;  // stores of references

  std::optional<Value> always_written(InstrId id) const {
    std::optional<Value> out;
    for (const auto& [instruction, value] : written) {
      if (instruction != id) continue;
      if (!value || (out && *out != *value)) return std::nullopt;
      out = value;
    }
    return out;
  }
};

Dependent dependent_instructions(const program::Program& program, Budget& budget) {
  Dependent out;
  const events::Unfolding unfolding = events::unfold(program, budget);
  for (const auto& paths : unfolding.threads)
    for (const events::ThreadPath& path : paths) {
      for (const events::Event& event : path.events)
        if (event.writes()) {
          out.written.emplace_back(event.instr, unfolding.pool.as_constant(event.written));
          if (program.locations[event.location].type == program::Type::reference) out.references.push_back(event.instr);
        }
      for (const auto* dependencies : {&path.addr, &path.data, &path.ctrl, &path.pick_addr, &path.pick_data, &path.pick_ctrl})
        for (const events::Dependency& d : *dependencies) {
          out.reached.push_back(path.events[d.to].instr);
          for (std::uint32_t e = d.from + 1; e <= d.to; ++e) out.crossed.push_back(path.events[e].instr);
        }
    }
  return out;
}

bool has(const std::vector<InstrId>& instructions, InstrId one) { return std::ranges::find(instructions, one) != instructions.end(); }

program::SetMask sets_of(const Instr& instr) {
  if (const auto* i = std::get_if<program::Load>(&instr.op)) return i->sets;
  if (const auto* i = std::get_if<program::Store>(&instr.op)) return i->sets;
  if (const auto* i = std::get_if<program::StoreConditional>(&instr.op)) return i->sets;
  if (const auto* i = std::get_if<program::Update>(&instr.op)) return i->sets;
  if (const auto* i = std::get_if<program::CompareUpdate>(&instr.op)) return i->sets_success;
  return 0;
}

std::vector<Prop> conjuncts(const Prop& prop) {
  if (prop.kind != Prop::Kind::and_) return {prop};
  std::vector<Prop> out;
  for (const Prop& kid : prop.kids) std::ranges::copy(conjuncts(kid), std::back_inserter(out));
  return out;
}

// The instruction that gives the register a proposition speaks of its value, if it is read in one place only.
std::optional<InstrId> read_of(const program::Program& program, const Prop& prop) {
  if (prop.kind != Prop::Kind::atom || prop.lhs.is_constant || prop.lhs.observable.is_location) return std::nullopt;
  const program::RegId reg = prop.lhs.observable.index;
  std::optional<InstrId> found;
  for (std::uint32_t t = 0; t < program.threads.size(); ++t)
    for (std::uint32_t i = 0; i < program.threads[t].code.size(); ++i) {
      const Instr& instr = program.threads[t].code[i];
      const auto* assign = std::get_if<program::Assign>(&instr.op);
      const auto* load = std::get_if<program::Load>(&instr.op);
      if (!(assign && assign->dst == reg) && !(load && load->dst == reg)) continue;
      if (found) return std::nullopt;
      found = InstrId{t, i};
    }
  return found;
}

Fact fact(Fact::Kind kind, InstrId instruction, Span where, std::string text = {}) {
  Fact out;
  out.kind = kind;
  out.instruction = instruction;
  out.where = where;
  out.text = std::move(text);
  return out;
}

void add_accesses(const Test& test, const Dependent& dependent, bool across_dependencies, std::vector<Fact>& out) {
  const program::Program& program = test.program;
  std::vector<Fact> dependencies, modes;
  for (std::uint32_t t = 0; t < program.threads.size(); ++t) {
    std::optional<InstrId> before;
    for (std::uint32_t i = 0; i < program.threads[t].code.size(); ++i) {
      const Instr& instr = program.threads[t].code[i];
      if (!is_event(instr)) continue;
      const InstrId id = program::instruction_at(program, t, i);
      const Span where = program.threads[t].code[id.index].where;
      if (before && *before != id && (across_dependencies || !has(dependent.crossed, id))) {
        out.push_back(fact(Fact::Kind::order, id, where));
        out.back().earlier = program.threads[t].code[before->index].where;
      }
      if (across_dependencies && has(dependent.reached, id)) dependencies.push_back(fact(Fact::Kind::dependency, id, where));
      if (const auto* fence = std::get_if<program::Fence>(&instr.op))
        modes.push_back(fact(Fact::Kind::fence, id, where, program::mode_text(program, fence->sets)));
      else if (const auto sets = sets_of(instr); sets != program.plain_sets)
        modes.push_back(fact(Fact::Kind::mode, id, where, program::mode_text(program, sets)));
      before = id;
    }
  }
  std::ranges::move(dependencies, std::back_inserter(out));
  std::ranges::move(modes, std::back_inserter(out));
}

void add_stores(const Test& test, const Prop& goal, const Dependent& dependent, std::vector<Fact>& out) {
  const program::Program& program = test.program;
  const std::vector<Value> mentioned = program::constants(goal);
  std::vector<Fact> stores;
  std::size_t combinations = 1;
  for (std::uint32_t t = 0; t < program.threads.size(); ++t)
    for (std::uint32_t i = 0; i < program.threads[t].code.size(); ++i) {
      const Instr& instr = program.threads[t].code[i];
      const auto* store = std::get_if<program::Store>(&instr.op);
      if (!store) continue;
      const program::Expr& address = program.exprs[store->address];
      const InstrId id = program::instruction_at(program, t, i);
      std::set<Value> values(mentioned.begin(), mentioned.end());
      if (has(dependent.references, id)) values = {0};  // null: other numbers are no references
      if (program.arch != program::Arch::java && !program.objects.empty()) {
        // A store of an address writes that: what follows a number would lead nowhere. Other stores write numbers.
        const auto own = dependent.always_written(id);
        if (own && program::object_of(program, *own)) continue;
        std::erase_if(values, [&](Value v) { return program::object_of(program, v).has_value(); });
      }
      if (address.op == program::Op::address) values.insert(program.locations[address.index].initial);
      if (const auto own = dependent.always_written(id)) values.erase(*own);
      if (values.empty()) continue;
      combinations = std::min(combinations * (1 + values.size()), kMostCombinations + 1);
      stores.push_back(fact(Fact::Kind::store, id, program.threads[t].code[id.index].where,
                            address.op == program::Op::address ? program.locations[address.index].name : ""));
      stores.back().values.assign(values.begin(), values.end());
    }
  if (combinations <= kMostCombinations) std::ranges::move(stores, std::back_inserter(out));
}

}  // namespace

std::vector<Fact> facts_of(const Test& test, const Prop& goal, bool across_dependencies, Budget& budget) {
  std::vector<Fact> all, out;
  const Dependent dependent = dependent_instructions(test.program, budget);
  add_accesses(test, dependent, across_dependencies, all);
  add_stores(test, goal, dependent, all);
  // An instruction of a processor may be several accesses; what is said of it is left out for all of them, so it is one fact.
  for (Fact& one : all)
    if (std::ranges::none_of(out, [&](const Fact& f) { return f.kind == one.kind && f.instruction == one.instruction; }))
      out.push_back(std::move(one));
  const auto parts = conjuncts(goal);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto read = read_of(test.program, parts[i]);
    const Span where = read ? test.program.threads[read->thread].code[read->index].where : Span{};
    out.push_back(fact(Fact::Kind::condition, read.value_or(InstrId{}), where, program::to_text(test.program, parts[i])));
    out.back().conjunct = i;
  }
  return out;
}

Relaxed relax(const Prop& goal, const std::vector<Fact>& dropped) {
  Relaxed out{{}, goal};
  std::set<std::size_t> conditions;
  for (const Fact& fact : dropped) switch (fact.kind) {
      case Fact::Kind::order: out.facts.unordered.push_back(fact.instruction); break;
      case Fact::Kind::dependency: out.facts.independent.push_back(fact.instruction); break;
      case Fact::Kind::store: out.facts.open.emplace_back(fact.instruction, fact.values); break;
      case Fact::Kind::mode: out.facts.plain.push_back(fact.instruction); break;
      case Fact::Kind::fence: out.facts.absent.push_back(fact.instruction); break;
      case Fact::Kind::condition: conditions.insert(fact.conjunct); break;
    }
  if (conditions.empty()) return out;
  out.goal = {};
  out.goal.kind = Prop::Kind::and_;
  const auto parts = conjuncts(goal);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (!conditions.contains(i)) out.goal.kids.push_back(parts[i]);
  if (out.goal.kids.empty()) out.goal.kind = Prop::Kind::true_;
  return out;
}

}  // namespace thinair::engine
