#include "ask/explain/facts.hpp"

#include <algorithm>
#include <set>

#include "events/structure.hpp"

namespace thinair::verdict {
namespace {

using program::Instr;
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

// Places whose order after what stands before them values flow along, and places that depend on a read at all.
struct Dependent {
  std::vector<Span> crossed, reached;
};

Dependent dependent_places(const program::Program& program, Budget& budget) {
  Dependent out;
  const events::Unfolding unfolding = events::unfold(program, budget);
  for (const auto& paths : unfolding.threads)
    for (const events::ThreadPath& path : paths)
      for (const auto* dependencies : {&path.addr, &path.data, &path.ctrl})
        for (const events::Dependency& d : *dependencies) {
          out.reached.push_back(path.events[d.to].where);
          for (std::uint32_t e = d.from + 1; e <= d.to; ++e) out.crossed.push_back(path.events[e].where);
        }
  return out;
}

bool has(const std::vector<Span>& places, Span place) { return std::ranges::find(places, place) != places.end(); }

std::string set_text(const program::Program& program, program::SetMask sets) {
  std::string out;
  for (std::size_t i = 0; i < program.set_names.size(); ++i)
    if ((sets >> i & 1) != 0 && program.set_names[i] != "RA") out += (out.empty() ? "" : ",") + program.set_names[i];
  return out;
}

program::SetMask* sets_of(Instr& instr) {
  if (auto* i = std::get_if<program::Load>(&instr.op)) return &i->sets;
  if (auto* i = std::get_if<program::Store>(&instr.op)) return &i->sets;
  if (auto* i = std::get_if<program::StoreConditional>(&instr.op)) return &i->sets;
  if (auto* i = std::get_if<program::Update>(&instr.op)) return &i->sets;
  if (auto* i = std::get_if<program::CompareUpdate>(&instr.op)) return &i->sets_success;
  return nullptr;
}

std::vector<Prop> conjuncts(const Prop& prop) {
  if (prop.kind != Prop::Kind::and_) return {prop};
  std::vector<Prop> out;
  for (const Prop& kid : prop.kids) std::ranges::copy(conjuncts(kid), std::back_inserter(out));
  return out;
}

// Where the register that a proposition speaks of gets its value, if it is read in one place only.
Span read_of(const program::Program& program, const Prop& prop, std::uint32_t& thread) {
  if (prop.kind != Prop::Kind::atom || prop.lhs.is_constant || prop.lhs.observable.is_location) return {};
  const program::RegId reg = prop.lhs.observable.index;
  Span where;
  std::size_t found = 0;
  for (std::uint32_t t = 0; t < program.threads.size(); ++t)
    for (const Instr& instr : program.threads[t].code) {
      if (const auto* a = std::get_if<program::Assign>(&instr.op); a && a->dst == reg) {
        ++found;
        where = instr.where;
        thread = t;
      }
      if (const auto* load = std::get_if<program::Load>(&instr.op); load && load->dst == reg) {
        ++found;
        where = instr.where;
        thread = t;
      }
    }
  return found == 1 ? where : Span{};
}

Fact fact(Fact::Kind kind, std::uint32_t thread, Span where, std::string text = {}) {
  Fact out;
  out.kind = kind;
  out.thread = thread;
  out.where = where;
  out.text = std::move(text);
  return out;
}

void add_accesses(const Test& test, const Dependent& dependent, bool across_dependencies, std::vector<Fact>& out) {
  const program::Program& program = test.program;
  std::vector<Fact> dependencies, modes;
  for (std::uint32_t t = 0; t < program.threads.size(); ++t) {
    Span before;
    bool first = true;
    for (Instr instr : program.threads[t].code) {
      if (!is_event(instr)) continue;
      if (!first && before != instr.where && (across_dependencies || !has(dependent.crossed, instr.where))) {
        out.push_back(fact(Fact::Kind::order, t, instr.where));
        out.back().earlier = before;
      }
      if (across_dependencies && has(dependent.reached, instr.where)) dependencies.push_back(fact(Fact::Kind::dependency, t, instr.where));
      if (const auto* fence = std::get_if<program::Fence>(&instr.op))
        modes.push_back(fact(Fact::Kind::fence, t, instr.where, set_text(program, fence->sets)));
      if (const auto* sets = sets_of(instr); sets && *sets != 0)
        modes.push_back(fact(Fact::Kind::mode, t, instr.where, set_text(program, *sets)));
      before = instr.where;
      first = false;
    }
  }
  std::ranges::move(dependencies, std::back_inserter(out));
  std::ranges::move(modes, std::back_inserter(out));
}

void add_stores(const Test& test, const Prop& goal, std::vector<Fact>& out) {
  const program::Program& program = test.program;
  const std::vector<Value> mentioned = program::constants(goal);
  std::vector<Fact> stores;
  std::size_t combinations = 1;
  for (std::uint32_t t = 0; t < program.threads.size(); ++t)
    for (const Instr& instr : program.threads[t].code) {
      const auto* store = std::get_if<program::Store>(&instr.op);
      if (!store) continue;
      const program::Expr& address = program.exprs[store->address];
      const program::Expr& own = program.exprs[store->value];
      std::set<Value> values(mentioned.begin(), mentioned.end());
      if (address.op == program::Op::address) values.insert(program.locations[address.index].initial);
      if (own.op == program::Op::constant) values.erase(own.value);
      if (values.empty()) continue;
      combinations = std::min(combinations * (1 + values.size()), kMostCombinations + 1);
      stores.push_back(
          fact(Fact::Kind::store, t, instr.where, address.op == program::Op::address ? program.locations[address.index].name : ""));
      stores.back().values.assign(values.begin(), values.end());
    }
  if (combinations <= kMostCombinations) std::ranges::move(stores, std::back_inserter(out));
}

}  // namespace

std::vector<Fact> facts_of(const Test& test, const Prop& goal, bool across_dependencies, Budget& budget) {
  std::vector<Fact> all, out;
  add_accesses(test, dependent_places(test.program, budget), across_dependencies, all);
  add_stores(test, goal, all);
  // An instruction of a processor may be several accesses; what is said of one place is left out for all of them, so it is one fact.
  for (Fact& one : all)
    if (std::ranges::none_of(out, [&](const Fact& f) { return f.kind == one.kind && f.where == one.where; })) out.push_back(std::move(one));
  const auto parts = conjuncts(goal);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::uint32_t thread = 0;
    const Span where = read_of(test.program, parts[i], thread);
    out.push_back(fact(Fact::Kind::condition, thread, where, program::to_text(test.program, parts[i])));
    out.back().conjunct = i;
  }
  return out;
}

Relaxed without(const Test& test, const Prop& goal, const std::vector<Fact>& dropped) {
  Relaxed out{test, goal};
  program::Program& program = out.test.program;
  std::set<std::size_t> conditions;
  for (const Fact& out_of : dropped) switch (out_of.kind) {
      case Fact::Kind::order: program.relaxed.unordered.push_back(out_of.where); break;
      case Fact::Kind::dependency: program.relaxed.independent.push_back(out_of.where); break;
      case Fact::Kind::store: program.relaxed.open.emplace_back(out_of.where, out_of.values); break;
      case Fact::Kind::condition: conditions.insert(out_of.conjunct); break;
      case Fact::Kind::mode:
      case Fact::Kind::fence:
        for (std::size_t i = 0; i < program.threads[out_of.thread].code.size(); ++i) {
          Instr& instr = program.threads[out_of.thread].code[i];
          if (instr.where != out_of.where) continue;
          if (std::holds_alternative<program::Fence>(instr.op) && out_of.kind == Fact::Kind::fence)
            instr.op = program::Jump{static_cast<program::Label>(i + 1)};
          if (out_of.kind != Fact::Kind::mode) continue;
          if (auto* sets = sets_of(instr)) *sets = 0;
          if (auto* update = std::get_if<program::CompareUpdate>(&instr.op)) update->sets_failure = 0;
        }
        break;
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

}  // namespace thinair::verdict
