#include "read/assembly/lower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "read/assembly/absent.hpp"
#include "read/assembly/isa.hpp"
#include "read/assembly/thread.hpp"
#include "read/assembly/unmodelled.hpp"
#include "read/lower_condition.hpp"
#include "read/widths.hpp"
#include "support/check.hpp"

namespace thinair::read {
namespace {

struct Width {
  std::string_view type;
  std::uint8_t bytes;
};
constexpr Width kTypes[] = {{"int", 4},     {"int32_t", 4},  {"uint32_t", 4}, {"int64_t", 8}, {"uint64_t", 8},
                            {"long", 8},    {"char", 1},     {"int8_t", 1},   {"uint8_t", 1}, {"short", 2},
                            {"int16_t", 2}, {"uint16_t", 2}, {"unsigned", 0}, {"signed", 0},  {"volatile", 0}};
constexpr std::size_t kMaxElements = 64;

std::string element(const std::string& array, std::size_t index) { return fmt::format("{}[{}]", array, index); }

// An item for each element of an array.
void add_elements(const litmus::InitItem& array, std::vector<litmus::InitItem>& items, Report& report) {
  const std::size_t given = array.value.list.size();
  const std::size_t size = array.array_size != 0 ? array.array_size : given;
  if (size == 0 || size > kMaxElements) {
    report.error("litmus-size", array.where, fmt::format("an array has 1 to {} elements", kMaxElements));
  } else if (given != 0 && given != size) {
    report.error("litmus-init", array.value.where, fmt::format("'{}' has {} elements, and {} values are given", array.name, size, given));
  }
  if (report.failed()) return;
  for (std::size_t i = 0; i < size; ++i) {
    litmus::InitItem one = array;
    one.name = element(array.name, i);
    one.array = false;
    one.value = {};
    one.value.kind = litmus::InitValue::Kind::number;
    one.value.where = array.value.where;
    if (given != 0) one.value.number = array.value.list[i];
    items.push_back(std::move(one));
  }
}

// Items of the init block under the canonical names of their registers; arrays element by element.
std::vector<litmus::InitItem> canonical_items(const litmus::Test& tree, const Isa& isa, std::map<std::string, std::size_t>& arrays,
                                              Report& report) {
  std::vector<litmus::InitItem> items;
  for (litmus::InitItem item : tree.init) {
    for (const std::string& word : item.type) {
      if (word == "*" || std::ranges::find(kTypes, word, &Width::type) != std::end(kTypes)) continue;
      const bool code = word == "ins_t";
      if (code || word == "pteval_t") {
        report.error("litmus-unsupported", item.type_where,
                     code ? "instructions as values are not modelled" : "page tables are not modelled");
      } else {
        report.error("litmus-unsupported", item.type_where, fmt::format("unknown type '{}'", word),
                     "locations have 1, 2, 4 or 8 bytes: int8_t, int16_t, int32_t or int64_t");
      }
    }
    if (!item.thread && (item.array || item.value.kind == litmus::InitValue::Kind::list)) {
      const std::size_t before = items.size();
      add_elements(item, items, report);
      arrays.emplace(item.name, items.size() - before);
      continue;
    }
    if (item.thread) {
      if (const auto name = isa.register_named(item.name)) {
        item.name = name->canonical;
      } else {
        report.error("litmus-unknown-name", item.name_where, fmt::format("'{}' is no register of {}", item.name, isa.name()));
      }
    }
    items.push_back(std::move(item));
  }
  for (litmus::InitItem& item : items)
    if (item.value.kind == litmus::InitValue::Kind::name && arrays.contains(item.value.name)) item.value.name = element(item.value.name, 0);
  return items;
}

std::uint8_t declared_bytes(const litmus::InitItem& item, const Isa& isa) {
  if (std::ranges::find(item.type, "*") != item.type.end()) return static_cast<std::uint8_t>(isa.bits() / 8);
  for (const std::string& word : item.type)
    for (const Width& known : kTypes)
      if (known.type == word && known.bytes != 0) return known.bytes;
  return 0;
}

// How wide a location is accessed, as far as that can be told without following paths: through registers that nobody changes.
void find_widths(Program& program, Report& report) {
  const auto target = [&](ExprId id) {
    const Expr& e = program.exprs[id];
    if (e.op == Op::address) return LocId{e.index};
    return e.op == Op::reg && !program.registers[e.index].assigned ? program.registers[e.index].address : kNoAddress;
  };
  std::vector<bool> declared;
  for (const Location& location : program.locations) declared.push_back(location.bytes != 0);
  const auto access = [&](ExprId address, std::uint8_t bytes, Span where) {
    const LocId at = target(address);
    if (at == kNoAddress) return;
    Location& location = program.locations[at];
    if (location.bytes == 0) location.bytes = bytes;
    if (location.bytes == bytes || report.failed()) return;
    report.error("litmus-unsupported", where,
                 fmt::format("mixed-size accesses are not modelled: '{}' {} {} bytes, and {} are accessed", location.name,
                             declared[at] ? "has" : "is accessed as", location.bytes, bytes),
                 declared[at] ? "every access of a location has the width of its type" : "");
  };
  for (const Thread& thread : program.threads)
    for (const Instr& instr : thread.code) {
      if (const auto* load = std::get_if<Load>(&instr.op)) access(load->address, load->bytes, instr.where);
      if (const auto* store = std::get_if<Store>(&instr.op)) access(store->address, store->bytes, instr.where);
      if (const auto* store = std::get_if<StoreConditional>(&instr.op)) access(store->address, store->bytes, instr.where);
    }
}

// Numbers that locations start with, as values of their width.
void settle_initial(const std::vector<litmus::InitItem>& items, Environment& environment, Program& program, Report& report) {
  for (const litmus::InitItem& item : items) {
    if (item.thread || item.value.kind != litmus::InitValue::Kind::number) continue;
    Location& location = program.locations[environment.find_or_add(item.name)];
    if (location.bytes == 0 && (location.initial < INT32_MIN || location.initial > Value{UINT32_MAX})) location.bytes = 8;
    if (!fits_width(location.initial, location.bytes)) {
      report.error("litmus-range", item.value.where, fmt::format("'{}' does not fit into {} bytes", location.initial, location.bytes),
                   "mixed-size accesses are not modelled: the whole value is accessed at once");
    }
    location.initial = of_width(location.initial, location.bytes);
  }
}

void for_each_observable(const litmus::Prop& prop, const std::function<void(const litmus::Observable&)>& visit) {
  if (prop.kind == litmus::Prop::Kind::atom) {
    if (!prop.lhs.is_constant) visit(prop.lhs.observable);
    if (!prop.rhs.is_constant) visit(prop.rhs.observable);
  }
  for (const litmus::Prop& kid : prop.kids) for_each_observable(kid, visit);
}

bool names_address(const litmus::Prop& prop) {
  return ConditionLowering::compares_with_address(prop) || std::ranges::any_of(prop.kids, names_address);
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

// A register that may hold an address is left out where the test does not name it. True if an address may come into memory, or where
// the test looks.
bool hide_addresses(const litmus::Test& tree, const Isa& isa, Program& program) {
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
        } else if (const auto* select = std::get_if<Select>(&instr.op);
                   select != nullptr && !holds[select->dst] && (has_address(select->yes) || has_address(select->no))) {
          holds[select->dst] = changed = true;
          program.registers[select->dst].assigned = false;
        }
  }
  // One that starts with an address and is assigned later may still have it at the end, where it is shown.
  bool matters = std::ranges::any_of(program.registers, [](const Register& r) { return r.assigned && r.address != kNoAddress; });
  for (const Thread& thread : program.threads)
    for (const Instr& instr : thread.code) {
      if (const auto* store = std::get_if<Store>(&instr.op)) matters = matters || has_address(store->value);
      if (const auto* store = std::get_if<StoreConditional>(&instr.op)) matters = matters || has_address(store->value);
      if (const auto* update = std::get_if<Update>(&instr.op)) matters = matters || has_address(update->value);
    }
  const auto look = [&](const litmus::Observable& o) {
    if (!o.thread) return;
    const auto name = isa.register_named(o.name);
    for (RegId id = 0; name && id < program.registers.size(); ++id)
      if (const Register& reg = program.registers[id]; reg.thread == *o.thread && !reg.temporary && reg.name == name->canonical)
        matters = matters || holds[id] || reg.address != kNoAddress;
  };
  for (const litmus::Observable& o : tree.locations) look(o);
  if (tree.filter) for_each_observable(*tree.filter, look);
  if (tree.filter) matters = matters || names_address(*tree.filter);
  for (const litmus::Clause& clause : tree.clauses) {
    for_each_observable(clause.prop, look);
    matters = matters || names_address(clause.prop);
  }
  return matters;
}

// Every location gets a number for its address (ADR 25).
void number_addresses(Program& program, Span where, Report& report) {
  const auto taken = [&](Value v) { return v >= kFirstReference && v < reference_to(static_cast<ObjectId>(program.locations.size())); };
  const bool clash = std::ranges::any_of(program.exprs, [&](const Expr& e) { return e.op == Op::constant && taken(e.value); });
  if (clash) report.error("litmus-range", where, fmt::format("the numbers from {} on stand for addresses in this test", kFirstReference));
  for (LocId id = 0; id < program.locations.size(); ++id) {
    Location& location = program.locations[id];
    program.objects.push_back({.name = location.name, .parts = {id}});
    location.object = id;
    location.type = Type::address;
  }
  for (Register& reg : program.registers) reg.type = Type::address;
}

}  // namespace

void lower_assembly(const litmus::Test& tree, const litmus::assembly::Program& source, Program& program, Report& report) {
  const Isa& isa = isa_of(source.isa);
  refuse_unmodelled(tree, source, report);
  program.arch = isa.arch();
  program.bits = isa.bits();
  program.set_names = isa.set_names();
  program.set_names.emplace_back("SPIN");  // empty: models that are for Java too may speak of it
  check(program.set_names.size() <= kMaskBits, "every set of an architecture has its bit");
  if (const auto absent = absent_features(program.arch); !absent.empty()) {
    program.set_names.resize(kMaskBits);
    for (const AbsentFeature& feature : absent) program.set_names.insert(program.set_names.end(), feature.sets.begin(), feature.sets.end());
  }
  std::map<std::string, std::size_t> arrays;
  const std::vector<litmus::InitItem> items = canonical_items(tree, isa, arrays, report);
  Environment environment(items, source.threads.size(), program, report, Environment::Cells::addresses);
  for (const litmus::InitItem& item : items)
    if (!item.thread) program.locations[environment.find_or_add(item.name)].bytes = declared_bytes(item, isa);
  for (const auto& [name, size] : arrays) {
    const LocId first = environment.find_or_add(element(name, 0));
    environment.alias(name, first);
    for (std::size_t i = 0; i < size; ++i) {
      Location& location = program.locations[environment.find_or_add(element(name, i))];
      if (location.bytes == 0) location.bytes = kWord;
      location.array = first;
      location.array_offset = static_cast<std::uint32_t>(i * location.bytes);
    }
  }
  program.threads.resize(source.threads.size());
  for (std::uint32_t thread = 0; thread < source.threads.size(); ++thread)
    AssemblyThread(isa, environment, program, thread, report).lower(source.threads[thread]);
  add_named_registers(tree, isa, program);
  if (report.failed()) return;
  find_widths(program, report);
  settle_initial(items, environment, program, report);
  const bool addresses = hide_addresses(tree, isa, program) || environment.starts_with_address();
  if (addresses) number_addresses(program, tree.where, report);
}

}  // namespace thinair::read
