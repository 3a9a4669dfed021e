// Classes and methods, types, and telling declarations from other statements.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "read/java/missing.hpp"
#include "read/java/parser_impl.hpp"

namespace thinair::litmus::java {
namespace {

constexpr auto kPrimitive = std::to_array<std::string_view>({"boolean", "byte", "char", "double", "float", "int", "long", "short"});
// `default` is one of a method of an interface; in a `switch` it is something else.
constexpr auto kModifiers = std::to_array<std::string_view>(
    {"abstract", "final", "private", "protected", "public", "static", "strictfp", "synchronized", "transient", "volatile"});

template <class Words>
bool is_in(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

bool is_primitive_type(std::string_view word) { return is_in(kPrimitive, word); }

bool is_reserved(std::string_view word) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"assert", "break", "catch",      "class",      "continue",  "do",     "else",   "extends", "false", "finally",
       "for",    "if",    "implements", "instanceof", "new",       "null",   "return", "super",   "this",  "throw",
       "true",   "try",   "void",       "while",      "interface", "switch", "case",   "default"});
  return is_in(kWords, word) || is_primitive_type(word) || is_in(kModifiers, word) || missing_word(word).has_value();
}

template <class Look>
bool Parser::look_ahead(Look look) {
  if (cursor_.failed() || cursor_.at_end()) return false;
  Cursor ahead = cursor_;
  return look(ahead);
}

// A type and then a name: `int r`, `Node n`, `int[] a`.
bool Parser::at_declaration() {
  if (cursor_.at("final")) return true;
  if (!cursor_.at_word() || (is_reserved(cursor_.peek().text) && !is_primitive_type(cursor_.peek().text))) return false;
  return look_ahead([](Cursor& ahead) {
    const bool primitive = is_primitive_type(ahead.take().text);
    while (ahead.accept("["))
      if (!ahead.accept("]")) return false;
    return primitive || ahead.at_word();
  });
}

// `int v : a` in the head of a `for`.
bool Parser::at_for_each() {
  return look_ahead([](Cursor& ahead) {
    ahead.accept("final");
    if (!ahead.at_word()) return false;
    ahead.take();
    while (ahead.accept("["))
      if (!ahead.accept("]")) return false;
    if (!ahead.at_word()) return false;
    ahead.take();
    return ahead.at(":");
  });
}

// `(int) x`, `(Node) x`: a parenthesis with a type, and then something that no operator could follow.
bool Parser::at_cast() {
  return look_ahead([](Cursor& ahead) {
    ahead.take();
    if (!ahead.at_word()) return false;
    const std::string_view word = ahead.take().text;
    while (ahead.accept("["))
      if (!ahead.accept("]")) return false;
    if (is_primitive_type(word)) return true;
    if (!ahead.accept(")")) return false;
    if (is_reserved(word) || word.front() < 'A' || word.front() > 'Z') return false;
    return ahead.at_word() || ahead.at_number() || ahead.at("(") || ahead.at("!") || ahead.at("~");
  });
}

TypeName Parser::parse_type() {
  const Token word = cursor_.peek();
  TypeName type;
  if (cursor_.at_word() && is_reserved(word.text) && !is_primitive_type(word.text) && word.text != "void") {
    cursor_.fail_expected("a type");
    return type;
  }
  type.name = cursor_.expect_word("a type").text;
  if (cursor_.at("<")) cursor_.fail("litmus-unsupported", cursor_.peek().where, "type parameters are not supported", "leave them out");
  while (cursor_.accept("[")) {
    cursor_.expect("]", "after '['");
    ++type.dimensions;
  }
  type.where = cursor_.since(word.where);
  return type;
}

std::string Parser::parse_new_name(std::string_view what) {
  if (cursor_.at_word() && is_reserved(cursor_.peek().text)) {
    cursor_.fail_expected(what, "a word of the language cannot be a name");
    return {};
  }
  return std::string(cursor_.expect_word(what).text);
}

// Annotations change nothing here.
Parser::Modifiers Parser::parse_modifiers() {
  Modifiers out;
  while (cursor_.at("@") || cursor_.at("default") || (cursor_.at_word() && is_in(kModifiers, cursor_.peek().text))) {
    if (cursor_.accept("@")) {
      cursor_.expect_word("the name of an annotation");
      continue;
    }
    const std::string_view word = cursor_.take().text;
    out.is_abstract = out.is_abstract || word == "abstract";
    out.is_static = out.is_static || word == "static";
    out.is_final = out.is_final || word == "final";
    out.is_volatile = out.is_volatile || word == "volatile";
    out.is_synchronized = out.is_synchronized || word == "synchronized";
  }
  return out;
}

bool Parser::at_class() {
  return look_ahead([](Cursor& ahead) {
    while (ahead.at_word() && is_in(kModifiers, ahead.peek().text)) ahead.take();
    return ahead.at("class") || ahead.at("interface");
  });
}

// `enum E {`, `record R(int x) {`: declarations that are not here.
bool Parser::reject_declaration() {
  constexpr auto kKinds = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"enum", "use numbers, or an object for each constant: static final Object DONE = new Object();"},
       {"record", "use a class with final fields and a constructor"}});
  const auto kind = std::ranges::find(kKinds, cursor_.peek().text, [](const auto& pair) { return pair.first; });
  if (kind == kKinds.end()) return false;
  cursor_.fail("litmus-unsupported", cursor_.peek().where, fmt::format("'{}' is not supported in litmus tests", kind->first),
               std::string(kind->second));
  return true;
}

bool Parser::at_method() const { return cursor_.at_word() || cursor_.at("@"); }

void Parser::classes() {
  while (!cursor_.failed() && !cursor_.at_end() && !cursor_.at("{")) {
    if (at_class()) {
      parse_class();
      continue;
    }
    if (!at_method()) return cursor_.fail_expected("a class, a method, or the '{' of the init block");
    MethodDecl method;
    method.is_synchronized = parse_modifiers().is_synchronized;
    if (reject_declaration()) return;
    method.is_static = true;
    method.type = parse_type();
    method.where = cursor_.peek().where;
    method.name = parse_new_name("the name of the method");
    program_.methods.push_back(parse_method(std::move(method)));
    if (program_.methods.back().is_abstract) cursor_.fail("litmus-syntax", program_.methods.back().where, "a method without a body");
  }
}

void Parser::parse_class() {
  ClassDecl out;
  out.is_abstract = parse_modifiers().is_abstract;
  out.is_interface = cursor_.take().text == "interface";
  out.is_abstract = out.is_abstract || out.is_interface;
  out.where = cursor_.peek().where;
  out.name = parse_new_name("the name of the class");
  if (cursor_.at("<"))
    return cursor_.fail("litmus-unsupported", cursor_.peek().where, "type parameters are not supported", "name the class: Node for T");
  parse_supertypes(out);
  cursor_.expect("{", "after the name of the class");
  while (!cursor_.at_end() && !cursor_.at("}")) parse_member(out);
  cursor_.expect("}", "at the end of the class");
  program_.classes.push_back(std::move(out));
}

void Parser::parse_supertypes(ClassDecl& of) {
  const auto list = [&] {
    do of.interfaces.push_back(parse_type());
    while (cursor_.accept(","));
  };
  if (cursor_.accept("extends")) {
    if (of.is_interface) return list();
    of.super_where = cursor_.peek().where;
    of.super = cursor_.expect_word("the name of a class").text;
    if (cursor_.at("<")) cursor_.fail("litmus-unsupported", cursor_.peek().where, "type parameters are not supported", "leave them out");
  }
  if (!of.is_interface && cursor_.accept("implements")) list();
}

void Parser::parse_member(ClassDecl& in) {
  if (cursor_.accept(";")) return;
  Modifiers modifiers = parse_modifiers();
  if (cursor_.at("class") || cursor_.at("interface") || cursor_.at("enum"))
    return cursor_.fail("litmus-unsupported", cursor_.peek().where,
                        fmt::format("a {} inside of a class is not supported", cursor_.peek().text),
                        "let it stand beside the class, before the init block");
  if (modifiers.is_static && cursor_.at("{"))
    return cursor_.fail("litmus-unsupported", cursor_.peek().where, "a static initialiser is not supported",
                        "give static fields their values where they are declared");
  if (cursor_.at("{"))
    return cursor_.fail_expected("a field or a method", fmt::format("is the '}}' of class '{}' missing before it?", in.name));
  MethodDecl method;
  method.where = cursor_.peek().where;
  method.is_static = modifiers.is_static;
  method.is_synchronized = modifiers.is_synchronized;
  if (cursor_.at(in.name) && cursor_.ahead().text == "(") {
    method.name = cursor_.take().text;
    method.is_constructor = true;
    in.methods.push_back(parse_method(std::move(method)));
    return;
  }
  if (cursor_.at("class"))
    return cursor_.fail("litmus-unsupported", cursor_.peek().where, "a class inside of another one is not supported",
                        "write it before this one");
  if (reject_declaration()) return;
  const TypeName type = parse_type();
  method.type = type;
  method.where = cursor_.peek().where;
  std::string name = parse_new_name("the name of a field or a method");
  if (cursor_.at("(")) {
    method.name = std::move(name);
    method.is_abstract = modifiers.is_abstract;
    in.methods.push_back(parse_method(std::move(method)));
    if (in.methods.back().is_abstract && !in.is_abstract)
      cursor_.fail("litmus-syntax", in.methods.back().where, fmt::format("class '{}' has a method without a body", in.name),
                   "only an abstract class or an interface has such methods");
    return;
  }
  if (in.is_interface) modifiers.is_static = modifiers.is_final = true;  // JLS 9.3
  for (;;) {
    Field field{type, std::move(name), method.where, modifiers.is_final, modifiers.is_volatile, modifiers.is_static, {}};
    if (cursor_.accept("=")) field.value = parse_initialiser(type);
    field.where = cursor_.since(field.where);
    in.fields.push_back(std::move(field));
    if (!cursor_.accept(",")) break;
    method.where = cursor_.peek().where;
    name = parse_new_name("the name of a field");
  }
  end_statement();
}

MethodDecl Parser::parse_method(MethodDecl method) {
  cursor_.expect("(", "after the name of the method");
  while (!cursor_.at_end() && !cursor_.at(")")) {
    cursor_.accept("final");
    Parameter parameter;
    parameter.type = parse_type();
    parameter.where = cursor_.peek().where;
    parameter.name = parse_new_name("the name of a parameter");
    method.parameters.push_back(std::move(parameter));
    if (!cursor_.accept(",")) break;
  }
  cursor_.expect(")", "after the parameters");
  if (cursor_.accept("throws")) do
      cursor_.expect_word("the name of an exception");
    while (cursor_.accept(","));
  if (cursor_.accept(";")) {
    method.is_abstract = true;
    return method;
  }
  if (method.is_abstract) cursor_.fail_expected("';'", "an abstract method has no body");
  method.body = parse_block("before the body of the method");
  return method;
}

}  // namespace thinair::litmus::java
