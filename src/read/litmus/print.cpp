#include <fmt/format.h>

#include "program/floating.hpp"
#include "read/litmus/ast.hpp"

namespace thinair::litmus {
namespace {

std::string_view spelled(Relop relop) {
  switch (relop) {
    case Relop::eq: return "=";
    case Relop::ne: return "!=";
    case Relop::lt: return "<";
    case Relop::le: return "<=";
    case Relop::gt: return ">";
    case Relop::ge: return ">=";
  }
  return "=";
}

std::string to_text(const Observable& observable) {
  return observable.thread ? std::to_string(*observable.thread) + ":" + observable.name : observable.name;
}

std::string number_to_text(std::int64_t value) { return fmt::format("{}{}", value, value < INT32_MIN || value > INT32_MAX ? "L" : ""); }

std::string to_text(const Operand& operand) {
  if (operand.floating) return program::floating_text(*operand.floating);
  return operand.is_constant ? number_to_text(operand.value) : to_text(operand.observable);
}

// Weakest first: implication, disjunction, conjunction, the rest.
unsigned strength(const Prop& prop) {
  switch (prop.kind) {
    case Prop::Kind::implies: return 0;
    case Prop::Kind::or_: return 1;
    case Prop::Kind::and_: return 2;
    default: return 3;
  }
}

void print(std::string& out, const Prop& prop, unsigned weakest);

void print_kids(std::string& out, const Prop& prop, std::string_view symbol, unsigned weakest) {
  for (std::size_t i = 0; i < prop.kids.size(); ++i) {
    if (i > 0) out += symbol;
    print(out, prop.kids[i], weakest);
  }
}

void print(std::string& out, const Prop& prop, unsigned weakest) {
  const bool parentheses = strength(prop) < weakest;
  if (parentheses) out += '(';
  switch (prop.kind) {
    case Prop::Kind::true_: out += "true"; break;
    case Prop::Kind::false_: out += "false"; break;
    case Prop::Kind::atom: {
      const bool contents = !prop.rhs.is_constant && prop.rhs.observable.contents;
      out += to_text(prop.lhs) + std::string(spelled(prop.relop)) + (contents ? fmt::format("[{}]", to_text(prop.rhs)) : to_text(prop.rhs));
      break;
    }
    case Prop::Kind::not_:
      out += "not ";
      print(out, prop.kids[0], 3);
      break;
    case Prop::Kind::and_: print_kids(out, prop, " /\\ ", 3); break;
    case Prop::Kind::or_: print_kids(out, prop, " \\/ ", 2); break;
    case Prop::Kind::implies:
      print(out, prop.kids[0], 1);
      out += " => ";
      print(out, prop.kids[1], 0);
      break;
  }
  if (parentheses) out += ')';
}

std::string to_text(const InitValue& value) {
  switch (value.kind) {
    case InitValue::Kind::none: return "";
    case InitValue::Kind::number: return " = " + number_to_text(value.number);
    case InitValue::Kind::floating: return " = " + program::floating_text(value.floating);
    case InitValue::Kind::name: return " = " + value.name;
    case InitValue::Kind::object:
      return fmt::format(" = new {}{}{}{}", value.name, value.is_array ? '[' : '(', fmt::join(value.list, ", "),
                         value.is_array ? ']' : ')');
    case InitValue::Kind::string: return fmt::format(" = \"{}\"", value.name);
    case InitValue::Kind::list: return fmt::format(" = {{{}}}", fmt::join(value.list, ", "));
  }
  return "";
}

std::string to_text(const InitItem& item) {
  std::string out;
  for (const std::string& word : item.type) out += word + " ";
  if (item.thread) out += std::to_string(*item.thread) + ":";
  out += item.name;
  if (item.array) out += item.array_size == 0 ? "[]" : fmt::format("[{}]", item.array_size);
  return out + to_text(item.value);
}

}  // namespace

std::string_view keyword(Clause::Kind kind) {
  switch (kind) {
    case Clause::Kind::exists: return "exists";
    case Clause::Kind::not_exists: return "~exists";
    case Clause::Kind::forall: return "forall";
    case Clause::Kind::required: return "required";
    case Clause::Kind::forbidden: return "forbidden";
  }
  return "exists";
}

std::string to_text(const Prop& prop) {
  std::string out;
  print(out, prop, 0);
  return out;
}

std::string to_text(const Test& test) {
  std::string out = fmt::format("{} {}\n", test.dialect, test.name);
  if (!test.doc.empty()) out += fmt::format("\"{}\"\n", test.doc);
  for (const auto& [key, value] : test.header) out += fmt::format("{}={}\n", key, value);
  if (const auto* java = std::get_if<java::Program>(&test.program)) out += declarations_to_text(*java);
  out += "{";
  for (const InitItem& item : test.init) out += " " + to_text(item) + ";";
  out += " }\n";
  out += std::visit([](const auto& program) { return to_text(program); }, test.program);
  if (test.has_locations) {
    out += "locations [";
    for (const Observable& observable : test.locations) out += fmt::format("{};", to_text(observable));
    out += "]\n";
  }
  if (test.filter) out += fmt::format("filter {}\n", to_text(*test.filter));
  for (const Clause& clause : test.clauses) out += fmt::format("{} ({})\n", keyword(clause.kind), to_text(clause.prop));
  return out;
}

}  // namespace thinair::litmus
