#include "ask/jcstress/columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "support/check.hpp"

namespace thinair::jcstress {
namespace {

bool can_throw(const program::Thread& thread) {
  return std::ranges::any_of(thread.code, [](const program::Instr& instr) { return std::holds_alternative<program::Throw>(instr.op); });
}

using Tells = program::Register::Tells;

bool is_told(const program::Test& test, std::uint32_t thread) {
  return std::ranges::any_of(program::observed(test), [&](const program::Observable& o) {
    if (o.is_location) return false;
    const program::Register& reg = test.program.registers[o.index];
    return reg.thread == thread && reg.tells == Tells::threw && reg.exception.empty();
  });
}

}  // namespace

program::Type type_of(const program::Test& test, const Column& column) {
  if (column.kind == Column::Kind::threw) return program::Type::number;
  return program::type_of(test.program, {column.kind == Column::Kind::location, column.index});
}

bool is_reference(const program::Test& test, const Column& column) { return type_of(test, column) == program::Type::reference; }

bool is_floating(const program::Test& test, const Column& column) {
  return type_of(test, column) == program::Type::single || type_of(test, column) == program::Type::double_;
}

program::Value coded(const program::Test& test, const Column& column, program::Value value, const Coding& coding) {
  if (!is_reference(test, column) || value == 0) return value;
  const auto object = program::object_of(test.program, value);
  const auto number = object ? coding.numbers.find(*object) : coding.numbers.end();
  return number == coding.numbers.end() ? kOtherObject : static_cast<program::Value>(number->second);
}

std::optional<program::Value> decoded(const program::Test& test, const Column& column, program::Value number, const Coding& coding) {
  if (!is_reference(test, column) || number == 0 || number == kOtherObject) return number;
  if (number < 0 || number > static_cast<program::Value>(coding.objects.size())) return std::nullopt;
  return program::reference_to(coding.objects[static_cast<std::size_t>(number) - 1]);
}

std::string value_text(const program::Test& test, const Column& column, program::Value value) {
  if (is_floating(test, column)) return program::to_text(test.program, type_of(test, column), value);
  if (!is_reference(test, column)) return std::to_string(value);
  return value == kOtherObject ? "other" : program::to_text(test.program, program::Type::reference, value);
}

std::vector<Column> columns(const program::Test& test) {
  std::set<Column> out;
  for (program::RegId reg = 0; reg < test.program.registers.size(); ++reg)
    if (test.program.registers[reg].assigned && !test.program.registers[reg].temporary) out.insert({Column::Kind::reg, reg});
  for (const program::Observable& observable : program::observed(test))
    if (observable.is_location || test.program.registers[observable.index].tells != Tells::blocked)
      out.insert({observable.is_location ? Column::Kind::location : Column::Kind::reg, observable.index});
  for (std::uint32_t thread = 0; thread < test.program.threads.size(); ++thread)
    if (can_throw(test.program.threads[thread]) && !is_told(test, thread)) out.insert({Column::Kind::threw, thread});
  return {out.begin(), out.end()};
}

std::string name(const program::Test& test, const Column& column) {
  if (column.kind == Column::Kind::threw) return fmt::format("{}:threw", column.index);
  return program::to_text(test.program, program::Observable{column.kind == Column::Kind::location, column.index});
}

std::optional<Column> find_column(const program::Test& test, std::string_view wanted) {
  // A register that is called `threw` comes first: exceptions are named so only where there is none.
  for (const Column::Kind kind : {Column::Kind::reg, Column::Kind::location, Column::Kind::threw}) {
    const std::size_t count = kind == Column::Kind::reg        ? test.program.registers.size()
                              : kind == Column::Kind::location ? test.program.locations.size()
                                                               : test.program.threads.size();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (kind == Column::Kind::reg && test.program.registers[i].temporary) continue;
      if (name(test, {kind, i}) == wanted) return Column{kind, i};
    }
  }
  return std::nullopt;
}

program::Test showing(program::Test test, const std::vector<Column>& columns) {
  test.filter.reset();
  test.hidden.clear();
  // No result says it, and clauses may ask all the same.
  for (program::RegId reg = 0; reg < test.program.registers.size(); ++reg)
    if (test.program.registers[reg].tells == Tells::blocked) test.hidden.push_back({false, reg});
  test.shown.clear();
  for (const Column& column : columns)
    if (column.kind != Column::Kind::threw) test.shown.push_back({column.kind == Column::Kind::location, column.index});
  return test;
}

std::vector<answer::Datum> values(const answer::State& state, const std::vector<Column>& columns) {
  std::vector<answer::Datum> out = state.values;
  for (const Column& column : columns)
    if (column.kind == Column::Kind::threw)
      out.emplace_back(program::Value{std::ranges::find(state.threw, column.index) != state.threw.end() ? 1 : 0});
  check(out.size() == columns.size(), "a state has a value for every column");
  return out;
}

std::string result_text(const std::vector<program::Value>& values) { return fmt::format("{}", fmt::join(values, ", ")); }

std::optional<std::vector<program::Value>> read_result(std::string_view text, std::size_t count) {
  std::vector<program::Value> out;
  while (out.size() < count) {
    program::Value value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    out.push_back(value);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (out.size() == count) break;
    if (!text.starts_with(", ")) return std::nullopt;
    text.remove_prefix(2);
  }
  return text.empty() ? std::optional(out) : std::nullopt;
}

program::Prop proposition(const program::Test& test, const std::vector<Column>& columns, const std::vector<program::Value>& values) {
  program::Prop all;
  all.kind = program::Prop::Kind::and_;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].kind == Column::Kind::threw || (values[i] == kOtherObject && is_reference(test, columns[i]))) continue;
    program::Prop atom;
    atom.kind = program::Prop::Kind::atom;
    atom.lhs.observable = {columns[i].kind == Column::Kind::location, columns[i].index};
    atom.rhs.is_constant = true;
    atom.rhs.value = values[i];
    all.kids.push_back(std::move(atom));
  }
  if (all.kids.size() == 1) return std::move(all.kids.front());
  if (all.kids.empty()) all.kind = program::Prop::Kind::true_;
  return all;
}

}  // namespace thinair::jcstress
