#include "ask/compile/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ask/compile/thread_compiler.hpp"
#include "read/assembly/isa.hpp"
#include "support/check.hpp"

namespace thinair::compile {
namespace {

using program::LocId;
using program::RegId;

class Compiler {
 public:
  Compiler(const program::Test& test, const Compilers& compilers, Reader reader)
      : test_(test), program_(test.program), compilers_(compilers), isa_(compilers.usual->isa), reader_(reader), report_(nullptr) {
    check(std::ranges::all_of(compilers.others, [&](const auto& other) { return other.second->isa == isa_; }), "one processor");
  }

  Result<Compiled> run() {
    if (program_.arch != program::Arch::java) return fail(not_java());
    refuse_what_has_no_rule();
    if (report_.failed()) return fail(report_.take_errors());
    find_rules();
    name_locations();
    if (report_.failed()) return fail(report_.take_errors());
    litmus::assembly::Program code;
    code.isa = isa_;
    for (LocId loc = 0; loc < program_.locations.size(); ++loc) {
      litmus::InitItem& item = out_.tree.init.emplace_back();
      item.name = location_names_[loc];
      item.value.kind = litmus::InitValue::Kind::number;
      item.value.number = program_.locations[loc].initial;
    }
    for (std::uint32_t thread = 0; thread < program_.threads.size(); ++thread) {
      ThreadCompiler compiler(program_, thread, isa_, rules_[thread], reserved_, location_names_, report_);
      code.threads.push_back({compiler.run(), {}});
      initial_state(thread, compiler.registers());
      for (const auto& [reg, value] : compiler.assumed()) assume(thread, reg, value);
    }
    for (LocId loc = 0; loc < program_.locations.size(); ++loc)
      out_.homes.push_back({{true, loc}, {std::nullopt, location_names_[loc], {}}});
    if (report_.failed()) return fail(report_.take_errors());
    out_.tree.program = std::move(code);
    header();
    final_part();
    return std::move(out_);
  }

 private:
  Diagnostics not_java() const {
    Diagnostic d;
    d.code = "compile-source";
    d.has_position = false;
    d.message = program_.arch == program::Arch::c ? fmt::format("test '{}' is in C, and only Java tests are compiled", test_.name)
                                                  : fmt::format("test '{}' is not a Java test: there is nothing to compile", test_.name);
    return {d};
  }

  // Objects, monitors, threads that start each other: a scheme has rules for accesses to variables, fences and arithmetic.
  void refuse_what_has_no_rule() {
    const auto tells = [](const program::Register& r) { return r.tells != program::Register::Tells::nothing; };
    if (std::ranges::any_of(program_.registers, tells)) {
      report_.error("compile-unsupported", {}, "the test asks what a thread prints or throws, or whether it waits forever",
                    "a scheme says nothing of these");
      return;
    }
    if (program_.bits != 32) {
      report_.error("compile-unsupported", {}, "numbers of 64 bits are not compiled",
                    "a scheme's rules are for accesses of 32 bits: use int");
      return;
    }
    for (const program::Thread& thread : program_.threads)
      for (const program::Instr& instr : thread.code)
        if (const auto what = without_rule(instr)) return report_.error("compile-unsupported", instr.where, what->first, what->second);
  }

  // What the scheme cannot say, and how to do without.
  std::optional<std::pair<std::string, std::string>> without_rule(const program::Instr& instr) const {
    const auto holds = [&]<class... Kinds>(std::variant<Kinds...>*) { return (std::holds_alternative<Kinds>(instr.op) || ...); };
    using Threads = std::variant<program::StartThread, program::JoinThread, program::IsAlive>;
    if (holds(static_cast<Threads*>(nullptr)))
      return std::pair("threads that start or wait for others are not compiled", "let all threads run from the beginning");
    if (std::holds_alternative<program::Print>(instr.op)) return std::pair("what a thread prints is not compiled", "assign it to a local");
    const auto* action = std::get_if<program::Synchronise>(&instr.op);
    if (action && action->action != program::Synchronise::Action::freeze)
      return std::pair("monitors are not compiled: a scheme has no rule for them", "a spin lock is: while (!L.compareAndSet(0, 1)) ;");
    bool known = true;
    const auto look = [&](program::ExprId address) { known = program_.exprs[address].op == program::Op::address; };
    if (const auto* load = std::get_if<program::Load>(&instr.op)) look(load->address);
    if (const auto* store = std::get_if<program::Store>(&instr.op)) look(store->address);
    if (const auto* update = std::get_if<program::Update>(&instr.op)) look(update->address);
    if (const auto* cas = std::get_if<program::CompareUpdate>(&instr.op)) look(cas->address);
    using Objects = std::variant<program::Resolve, program::TestClass, program::New, program::Synchronise>;
    if (!known || holds(static_cast<Objects*>(nullptr)))
      return std::pair("objects and arrays are not compiled: no location of the target holds an address", "use a location for each field");
    return std::nullopt;
  }

  const Rule* rule_of(const Scheme& scheme, const std::string& operation) const {
    const auto special = scheme.rules_for_herd.find(operation);
    if (reader_ == Reader::herd && special != scheme.rules_for_herd.end()) return &special->second;
    const auto usual = scheme.rules.find(operation);
    return usual == scheme.rules.end() ? nullptr : &usual->second;
  }

  void find_rules() {
    std::set<std::string> told;
    for (std::uint32_t thread = 0; thread < program_.threads.size(); ++thread) {
      const std::vector<program::Instr>& code = program_.threads[thread].code;
      std::vector<const Rule*>& rules = rules_.emplace_back(code.size(), nullptr);
      for (std::size_t at = 0; at < code.size(); ++at) {
        const std::string operation(code[at].operation);
        if (operation.empty()) continue;
        const auto other = compilers_.others.find({thread, at});
        const Scheme& scheme = other == compilers_.others.end() ? *compilers_.usual : *other->second;
        rules[at] = rule_of(scheme, operation);
        if (rules[at] == nullptr && told.insert(scheme.name + " " + operation).second)
          report_.error("compile-no-rule", code[at].where, fmt::format("scheme '{}' has no rule for '{}'", scheme.name, operation));
        if (rules[at] != nullptr) reserved_.merge(literal_registers(*rules[at], isa_));
      }
    }
  }

  // A location called like a register of the target would be taken for it.
  void name_locations() {
    const read::Isa& isa = read::isa_of(isa_);
    std::set<std::string> taken;
    for (const program::Location& location : program_.locations) taken.insert(location.name);
    for (const program::Location& location : program_.locations) {
      std::string name = location.name;
      while (isa.register_named(name) || (name != location.name && taken.contains(name))) name += "_";
      taken.insert(name);
      location_names_.push_back(name);
    }
  }

  void initial_state(std::uint32_t thread, const Registers& registers) {
    for (const auto& [loc, reg] : registers.addresses()) {
      litmus::InitItem& item = out_.tree.init.emplace_back();
      item.thread = thread;
      item.name = reg;
      item.value.kind = litmus::InitValue::Kind::name;
      item.value.name = location_names_[loc];
    }
    for (const auto& [reg, home] : registers.homes()) {
      const program::Register& source = program_.registers[reg];
      if (source.temporary) continue;
      if (source.initial != 0) {
        litmus::InitItem& item = out_.tree.init.emplace_back();
        item.thread = thread;
        item.name = home;
        item.value.kind = litmus::InitValue::Kind::number;
        item.value.number = source.initial;
      }
      out_.homes.push_back({{false, reg}, {thread, home, {}}});
    }
  }

  void assume(std::uint32_t thread, const std::string& reg, std::int64_t value) {
    litmus::Prop& atom = assumed_.emplace_back();
    atom.kind = litmus::Prop::Kind::atom;
    atom.lhs.observable = {thread, reg, {}};
    atom.rhs.is_constant = true;
    atom.rhs.value = value;
  }

  void header() {
    litmus::Test& tree = out_.tree;
    tree.dialect = dialect_of(isa_);
    tree.name = test_.name;
    tree.doc = test_.doc;
    std::string names;
    for (const Home& home : out_.homes) {
      const bool same = home.source.is_location && home.target.name == program_.locations[home.source.index].name;
      if (same) continue;
      names += fmt::format("{}{}={}", names.empty() ? "" : ",", to_text(program_, home.source),
                           home.target.thread ? fmt::format("{}:{}", *home.target.thread, home.target.name) : home.target.name);
    }
    tree.header.emplace_back("Scheme", compilers_.name);
    if (!names.empty()) tree.header.emplace_back("Names", names);  // herd itself acts on Mapping=: it renames registers in its output
    std::set<std::string> notes;
    for (const std::vector<const Rule*>& rules : rules_)
      for (const Rule* rule : rules)
        if (rule != nullptr && !rule->note.empty()) notes.insert(rule->note);
    // Multiplication is the one piece of local work that herd7 does not read.
    const auto& code = std::get<litmus::assembly::Program>(tree.program);
    for (const litmus::assembly::Thread& thread : code.threads)
      for (const litmus::assembly::Line& line : thread.lines)
        if (line.mnemonic == "imull") notes.insert("herd7 does not read imull");
    for (const std::string& note : notes) tree.header.emplace_back("Note", note);
  }

  litmus::Observable home_of(const program::Observable& source) const {
    const auto found = std::ranges::find(out_.homes, source, &Home::source);
    check(found != out_.homes.end(), "everything observed has a home");
    return found->target;
  }

  litmus::Operand translated(const program::Operand& operand) const {
    litmus::Operand out;
    out.is_constant = operand.is_constant;
    out.value = operand.value;
    if (!operand.is_constant) out.observable = home_of(operand.observable);
    out.observable.contents = !operand.is_constant && !out.observable.thread;
    return out;
  }

  litmus::Prop translated(const program::Prop& prop) const {
    static_assert(static_cast<int>(litmus::Prop::Kind::implies) == static_cast<int>(program::Prop::Kind::implies) &&
                      static_cast<int>(litmus::Relop::ge) == static_cast<int>(program::Relop::ge) &&
                      static_cast<int>(litmus::Clause::Kind::forbidden) == static_cast<int>(program::Clause::Kind::forbidden),
                  "trees and tests list the same kinds in the same order");
    litmus::Prop out;
    out.kind = static_cast<litmus::Prop::Kind>(prop.kind);
    out.relop = static_cast<litmus::Relop>(prop.relop);
    if (prop.kind == program::Prop::Kind::atom) {
      out.lhs = translated(prop.lhs);
      out.rhs = translated(prop.rhs);
    }
    for (const program::Prop& kid : prop.kids) out.kids.push_back(translated(kid));
    return out;
  }

  void final_part() {
    litmus::Test& tree = out_.tree;
    tree.has_locations = true;
    for (const program::Observable& shown : test_.shown) tree.locations.push_back(home_of(shown));
    if (test_.filter) assumed_.push_back(translated(*test_.filter));
    if (assumed_.size() == 1) tree.filter = assumed_[0];
    if (assumed_.size() > 1) {
      tree.filter.emplace();
      tree.filter->kind = litmus::Prop::Kind::and_;
      tree.filter->kids = assumed_;
    }
    for (const program::Clause& clause : test_.clauses) {
      using Kind = litmus::Clause::Kind;
      Kind kind = static_cast<Kind>(clause.kind);
      const bool first = tree.clauses.empty();
      if (reader_ == Reader::herd) {
        // herd has one condition, of three kinds. The other clauses are told in the header.
        if (!first) {
          tree.header.emplace_back("Also", fmt::format("{} {}", litmus::keyword(kind), litmus::to_text(translated(clause.prop))));
          continue;
        }
        if (kind == Kind::required) kind = Kind::exists;
        if (kind == Kind::forbidden) kind = Kind::not_exists;
      }
      tree.clauses.push_back({kind, translated(clause.prop), "", {}});
    }
    if (tree.clauses.empty()) tree.clauses.push_back({litmus::Clause::Kind::forall, {}, "", {}});
  }

  const program::Test& test_;
  const program::Program& program_;
  const Compilers& compilers_;
  litmus::assembly::Isa isa_;
  Reader reader_;
  read::Report report_;
  std::vector<std::vector<const Rule*>> rules_;  // by thread and instruction; null where there is no operation
  std::set<std::string> reserved_;               // registers that rules name
  std::vector<std::string> location_names_;
  std::vector<litmus::Prop> assumed_;
  Compiled out_;
};

}  // namespace

Result<Compiled> compile(const program::Test& test, const Compilers& compilers, Reader reader) {
  return Compiler(test, compilers, reader).run();
}

}  // namespace thinair::compile
