#include "read/lower.hpp"

#include <fmt/format.h>

#include <set>

#include "read/assembly/lower.hpp"
#include "read/c/lower.hpp"
#include "read/environment.hpp"
#include "read/java/lower.hpp"
#include "read/litmus/condition_parser.hpp"
#include "read/litmus/parser.hpp"
#include "read/lower_condition.hpp"
#include "read/report.hpp"

namespace thinair::read {
namespace {

// The file name without folders and extension, for tests that call themselves `--`.
std::string base_name(std::string_view path) {
  path = path.substr(path.find_last_of('/') + 1);
  const std::size_t dot = path.find_last_of('.');
  return std::string(dot == 0 ? path : path.substr(0, dot));
}

Clause::Kind clause_kind(litmus::Clause::Kind kind) {
  switch (kind) {
    case litmus::Clause::Kind::exists: return Clause::Kind::exists;
    case litmus::Clause::Kind::not_exists: return Clause::Kind::not_exists;
    case litmus::Clause::Kind::forall: return Clause::Kind::forall;
    case litmus::Clause::Kind::required: return Clause::Kind::required;
    case litmus::Clause::Kind::forbidden: return Clause::Kind::forbidden;
  }
  return Clause::Kind::exists;
}

JavaUses lower_program(const litmus::Test& tree, const litmus::java::Program& source, Program& program, Report& report) {
  check_java_types(tree.init, report);
  const Environment environment(tree.init, source.threads.size(), program, report);
  return lower_java(source, tree.init, environment, program, report);
}

JavaUses lower_program(const litmus::Test& tree, const litmus::assembly::Program& source, Program& program, Report& report) {
  lower_assembly(tree, source, program, report);
  return {};
}

JavaUses lower_program(const litmus::Test& tree, const litmus::c::Program& source, Program& program, Report& report) {
  lower_c(tree.init, source, program, report);
  return {};
}

// Registers that say how a thread ended, for those that a condition asks about: `1:blocked`, `1:threw`, `1:NullPointerException`,
// `1:printed`, `1:printed1`.
void add_telling_registers(const std::vector<litmus::Observable>& shown, const std::vector<const litmus::Prop*>& props, Program& program) {
  std::set<std::pair<std::uint32_t, std::string>> known;
  for (const Register& reg : program.registers) known.emplace(reg.thread, reg.name);
  const auto add = [&](const litmus::Observable& o) {
    using Tells = Register::Tells;
    if (!o.thread || *o.thread >= program.threads.size() || known.contains({*o.thread, o.name})) return;
    Register reg{.thread = *o.thread, .name = o.name};
    const bool numbered =
        o.name.starts_with("printed") && o.name.find_first_not_of("0123456789", 7) == std::string::npos && o.name.size() < 12;
    if (o.name == "blocked") reg.tells = Tells::blocked;
    if (o.name == "threw") reg.tells = Tells::threw;
    if (numbered) {
      reg.tells = Tells::printed;
      for (const char digit : o.name.substr(7)) reg.nth = reg.nth * 10 + static_cast<std::uint32_t>(digit - '0');
    }
    for (ClassId id = 0; id < program.classes.size(); ++id)
      if (program.classes[id].name == o.name) {
        reg.tells = Tells::threw;
        reg.exception = o.name;
      }
    if (reg.tells == Tells::nothing) return;
    known.emplace(*o.thread, o.name);
    program.registers.push_back(std::move(reg));
  };
  const auto in_prop = [&](const auto& self, const litmus::Prop& prop) -> void {
    if (prop.kind == litmus::Prop::Kind::atom)
      for (const litmus::Operand* operand : {&prop.lhs, &prop.rhs})
        if (!operand->is_constant) add(operand->observable);
    for (const litmus::Prop& kid : prop.kids) self(self, kid);
  };
  for (const litmus::Observable& o : shown) add(o);
  for (const litmus::Prop* prop : props) in_prop(in_prop, *prop);
}

// Gives all that the conditions name.
std::set<Observable> lower_conditions(const litmus::Test& tree, Test& test, Report& report) {
  std::vector<const litmus::Prop*> props;
  if (tree.filter) props.push_back(&*tree.filter);
  for (const litmus::Clause& clause : tree.clauses) props.push_back(&clause.prop);
  if (test.program.arch == Arch::java) add_telling_registers(tree.locations, props, test.program);
  ConditionLowering conditions(test.program, report);
  if (tree.filter) test.filter = conditions.prop(*tree.filter);
  std::set<Observable> named = conditions.take_mentioned();  // a filter is looked at, not shown
  for (const litmus::Observable& observable : tree.locations) conditions.shown(observable);
  for (const litmus::Clause& clause : tree.clauses)
    test.clauses.push_back({clause_kind(clause.kind), conditions.prop(clause.prop), clause.where, clause.text});
  std::set<Observable> shown = conditions.take_mentioned();
  named.insert(shown.begin(), shown.end());
  if (!tree.has_locations)
    for (RegId reg = 0; reg < test.program.registers.size(); ++reg)
      if (test.program.registers[reg].assigned && !test.program.registers[reg].temporary) shown.insert({false, reg});
  // Registers are numbered by thread and first appearance, locations by first mention: the set's order is the one to show.
  test.shown.assign(shown.begin(), shown.end());
  if (test.filter) observe(test, *test.filter);
  // Of a processor's registers those that are looked at must not end as addresses: events/unfold asks.
  if (!is_language(test.program.arch))
    for (const Observable& o : observed(test))
      if (!o.is_location) test.program.registers[o.index].assigned = true;
  return named;
}

}  // namespace

Result<Test> lower(const Sources& sources, const litmus::Test& tree, Diagnostics* warnings) {
  Report report(warnings);
  Test test;
  test.name = tree.name == "--" ? base_name(sources.name(tree.where.file)) : tree.name;
  test.doc = tree.doc;
  test.header = tree.header;
  for (const Span ignored : tree.ignored) report.warning("litmus-ignored", ignored, "this list of models has no effect");
  const JavaUses uses = std::visit([&](const auto& source) { return lower_program(tree, source, test.program, report); }, tree.program);
  // Instructions declare locations by using them: where some are not read, names in conditions are no mistakes of their own.
  std::set<Observable> named;
  if (!report.failed() || std::holds_alternative<litmus::java::Program>(tree.program)) named = lower_conditions(tree, test, report);
  if (test.program.arch == Arch::java && report.wants_warnings()) warn_of_uses(test.program, named, uses, report);
  if (report.failed()) return fail(report.take_errors());
  return test;
}

Result<Test> read_test(const Sources& sources, std::uint32_t file, Diagnostics* warnings) {
  const Result<litmus::Test> tree = litmus::parse(sources, file);
  if (!tree) return fail(tree.error());
  return lower(sources, *tree, warnings);
}

Result<Prop> read_prop(const Sources& sources, std::uint32_t file, Test& test) {
  litmus::Cursor cursor(sources, file, 0);
  cursor.set_wide(!is_language(test.program.arch));
  const litmus::Prop tree = litmus::parse_prop(cursor);
  if (!cursor.failed() && !cursor.at_end()) cursor.fail_expected("the end of the condition");
  if (cursor.failed()) return fail(cursor.error());
  if (test.program.arch == Arch::java) add_telling_registers({}, {&tree}, test.program);
  Report report(nullptr);
  ConditionLowering conditions(test.program, report);
  Prop prop = conditions.prop(tree);
  if (report.failed()) return fail(report.take_errors());
  for (const Observable& o : conditions.take_mentioned())
    if (!is_language(test.program.arch) && !o.is_location && !test.program.registers[o.index].assigned)
      report.error("litmus-unknown-name", tree.where,
                   fmt::format("{} may hold an address: the test does not show it", to_text(test.program, o)));
  if (report.failed()) return fail(report.take_errors());
  return prop;
}

}  // namespace thinair::read
