// Expressions, by precedence climbing.
#include <fmt/format.h>

#include <algorithm>

#include "program/floating.hpp"
#include "read/java/missing.hpp"
#include "read/java/parser_impl.hpp"

namespace thinair::litmus::java {

ExprId Parser::add(Expr expr) {
  cursor_.count_node();
  std::uint32_t height = 0;
  expr.modifies = expr.kind == Expr::Kind::modify || expr.kind == Expr::Kind::assign;
  for (const ExprId kid : expr.kids) {
    height = std::max(height, program_.exprs[kid].height);
    expr.modifies = expr.modifies || program_.exprs[kid].modifies;
  }
  expr.height = height + 1;
  if (expr.height > kMaxHeight)
    cursor_.fail("litmus-nesting", cursor_.last(), fmt::format("expression with more than {} operators in a row", kMaxHeight - 1));
  program_.exprs.push_back(std::move(expr));
  return static_cast<ExprId>(program_.exprs.size() - 1);
}

const BinaryOperator* find_compound(std::string_view text) {
  if (text.size() < 2 || text.back() != '=') return nullptr;
  const BinaryOperator* op = find_binary(text.substr(0, text.size() - 1));
  const bool compares =
      op != nullptr && op->precedence >= spelling(Binary::eq).precedence && op->precedence <= spelling(Binary::lt).precedence;
  return compares ? nullptr : op;  // `==`, `<=` and `>=` are comparisons
}

bool Parser::assigns() const {
  return cursor_.at("=") || find_compound(cursor_.peek().text) != nullptr || cursor_.at("++") || cursor_.at("--");
}

bool Parser::is_place(ExprId id) const {
  const Expr::Kind kind = program_.exprs[id].kind;
  return kind == Expr::Kind::name || kind == Expr::Kind::field || kind == Expr::Kind::index;
}

// A name is kept as one, anything else as a kid.
ExprId Parser::modified(ExprId place, Binary op, bool postfix, Span begin) {
  Expr expr;
  expr.kind = Expr::Kind::modify;
  expr.binary = op;
  expr.postfix = postfix;
  if (!cursor_.failed() && !is_place(place))
    cursor_.fail("litmus-syntax", program_.exprs[place].where, "this cannot be assigned to",
                 "expected a local, a location, a field or an element");
  if (program_.exprs[place].kind == Expr::Kind::name) {
    expr.name = program_.exprs[place].name;
    expr.name_where = program_.exprs[place].name_where;
  } else {
    expr.on_object = true;
    expr.kids = {place};
  }
  expr.where = cursor_.since(begin);
  return add(std::move(expr));
}

// expr ::= binary [ "?" expr ":" expr ] | place "=" expr | place "+=" expr
ExprId Parser::parse_expr() {
  const Cursor::Level level(cursor_);
  const Span begin = cursor_.peek().where;
  const ExprId first = parse_binary(kWeakestBinary);
  if (cursor_.at("=") || find_compound(cursor_.peek().text) != nullptr) {
    const std::string_view op = cursor_.take().text;
    if (!cursor_.failed() && !is_place(first))
      cursor_.fail("litmus-syntax", program_.exprs[first].where, "this cannot be assigned to",
                   "expected a local, a location, a field or an element");
    const ExprId value = parse_expr();
    if (op == "=") {
      Expr expr;
      expr.kind = Expr::Kind::assign;
      expr.kids = {first, value};
      expr.where = cursor_.since(begin);
      return add(std::move(expr));
    }
    const ExprId id = modified(first, find_compound(op)->op, false, begin);
    Expr expr = program_.exprs[id];
    expr.kids.push_back(value);
    expr.where = cursor_.since(begin);
    return add(std::move(expr));
  }
  if (!cursor_.accept("?")) return first;
  Expr expr;
  expr.kind = Expr::Kind::conditional;
  const ExprId yes = parse_expr();
  cursor_.expect(":", "between the two values of '?'");
  const ExprId no = parse_expr();
  expr.kids = {first, yes, no};
  expr.where = cursor_.since(begin);
  return add(std::move(expr));
}

ExprId Parser::parse_binary(unsigned weakest) {
  const Span begin = cursor_.peek().where;
  ExprId lhs = parse_unary();
  while (!cursor_.at_end()) {
    if (cursor_.at("instanceof") && spelling(Binary::lt).precedence >= weakest) {
      cursor_.take();
      Expr expr;
      expr.kind = Expr::Kind::instance_of;
      expr.kids = {lhs};
      expr.type = parse_type();
      expr.where = cursor_.since(begin);
      lhs = add(std::move(expr));
      continue;
    }
    const BinaryOperator* op = cursor_.peek().kind == Token::Kind::symbol ? find_binary(cursor_.peek().text) : nullptr;
    if (op == nullptr || op->precedence < weakest) break;
    cursor_.take();
    const ExprId rhs = parse_binary(op->precedence + 1);
    Expr expr;
    expr.kind = Expr::Kind::binary;
    expr.binary = op->op;
    expr.kids = {lhs, rhs};
    expr.where = cursor_.since(begin);
    lhs = add(std::move(expr));
  }
  return lhs;
}

ExprId Parser::parse_unary() {
  const Cursor::Level level(cursor_);
  const Span begin = cursor_.peek().where;
  if (cursor_.at("++") || cursor_.at("--")) {
    const Binary op = cursor_.take().text == "++" ? Binary::add : Binary::sub;
    return modified(parse_unary(), op, false, begin);
  }
  for (const Unary op : {Unary::minus, Unary::plus, Unary::bit_not, Unary::log_not}) {
    if (!cursor_.at(spelling(op))) continue;
    cursor_.take();
    if (op == Unary::minus && cursor_.at_number()) return number(true, begin);
    Expr expr;
    expr.kind = Expr::Kind::unary;
    expr.unary = op;
    expr.kids = {parse_unary()};
    expr.where = cursor_.since(begin);
    return add(std::move(expr));
  }
  if (cursor_.at("(") && at_cast()) {
    cursor_.take();
    Expr expr;
    expr.kind = Expr::Kind::cast;
    expr.type = parse_type();
    cursor_.expect(")", "after the type of the cast");
    expr.kids = {parse_unary()};
    expr.where = cursor_.since(begin);
    return add(std::move(expr));
  }
  return parse_postfix();
}

ExprId Parser::literal(std::int64_t value, bool boolean, Span begin) {
  Expr expr;
  expr.value = value;
  expr.boolean = boolean;
  expr.where = cursor_.since(begin);
  return add(std::move(expr));
}

ExprId Parser::number(bool negative, Span begin) {
  const Token token = cursor_.take();
  Expr expr;
  if (const auto parsed = floating(token.text)) {
    const double value = negative ? -parsed->value : parsed->value;
    (parsed->single ? expr.is_float : expr.is_double) = true;
    expr.value = parsed->single ? program::bits_of(static_cast<float>(value)) : program::bits_of(value);
  } else {
    expr.is_long = token.text.ends_with('l') || token.text.ends_with('L');
    expr.value = cursor_.literal(token, negative);
  }
  expr.where = cursor_.since(begin);
  return add(std::move(expr));
}

// A primary with what follows it: .field, .method(...), [index], ++ and --.
ExprId Parser::parse_postfix() {
  const Span begin = cursor_.peek().where;
  ExprId left = parse_primary();
  while (!cursor_.at_end()) {
    Expr expr;
    if (cursor_.accept("[")) {
      expr.kind = Expr::Kind::index;
      expr.kids = {left, parse_expr()};
      cursor_.expect("]", "after the index");
    } else if (cursor_.accept(".")) {
      const Token member = cursor_.expect_word("the name of a field or a method");
      if (cursor_.at("(")) {
        expr.kind = Expr::Kind::call;
        expr.method = member.text;
        expr.method_where = member.where;
        if (const auto hint = lambda_method(expr.method); hint && !cursor_.failed())
          cursor_.fail("litmus-unsupported", expr.method_where, fmt::format("method '{}' is not supported in litmus tests", expr.method),
                       std::string(*hint));
        if (program_.exprs[left].kind == Expr::Kind::name) {
          expr.name = program_.exprs[left].name;
          expr.name_where = program_.exprs[left].name_where;
        } else {
          expr.on_object = true;
          expr.kids = {left};
        }
        parse_arguments(expr);
      } else {
        expr.kind = Expr::Kind::field;
        expr.kids = {left};
        expr.name = member.text;
        expr.name_where = member.where;
      }
    } else if (cursor_.at("++") || cursor_.at("--")) {
      left = modified(left, cursor_.take().text == "++" ? Binary::add : Binary::sub, true, begin);
      break;
    } else {
      break;
    }
    expr.where = cursor_.since(begin);
    left = add(std::move(expr));
  }
  return left;
}

namespace {

// Of what stands between the quotes, JLS 3.10.7; only letters of ASCII stand for themselves.
std::optional<std::int64_t> character(std::string_view text) {
  if (text.size() == 1 && text[0] != '\\' && static_cast<unsigned char>(text[0]) < 0x80) return text[0];
  if (text.size() < 2 || text[0] != '\\') return std::nullopt;
  constexpr std::string_view kNames = "btnfr0s\"'\\", kMeant("\b\t\n\f\r\0 \"'\\", 10);
  if (const auto at = kNames.find(text[1]); text.size() == 2 && at != std::string_view::npos) return kMeant[at];
  const Number code = text.starts_with("\\u") && text.size() == 6 ? number("0x" + std::string(text.substr(2))) : Number{};
  if (text.starts_with("\\u") && text.size() == 6 && code.status == Number::Status::ok) return static_cast<std::int64_t>(code.magnitude);
  return std::nullopt;
}

}  // namespace

ExprId Parser::parse_primary() {
  const Token first = cursor_.peek();
  if (cursor_.at_number()) return number(false, first.where);
  if (cursor_.at("true") || cursor_.at("false")) return literal(cursor_.take().text == "true" ? 1 : 0, true, first.where);
  Expr expr;
  if (first.kind == Token::Kind::string || first.kind == Token::Kind::character) {
    cursor_.take();
    const std::string_view inside = first.text.substr(1, first.text.size() - 2);
    expr.where = first.where;
    if (first.kind == Token::Kind::character) {
      const auto value = character(inside);
      expr.is_char = true;
      expr.value = value.value_or(0);
      if (!value) cursor_.fail("litmus-syntax", first.where, "expected one character between the quotes", "as in 'a', '\\n' or '\\u0041'");
    } else {
      expr.kind = Expr::Kind::string;
      expr.name = inside;
    }
    return add(std::move(expr));
  }
  if (cursor_.at("(") && cursor_.ahead().text == ")") {
    cursor_.fail("litmus-unsupported", first.where, "lambdas are not supported", std::string(kInsteadOfLambda));
    return literal(0, false, first.where);
  }
  if (cursor_.accept("(")) {
    if (cursor_.at(")")) reject_lambda();
    const ExprId inner = parse_expr();
    cursor_.expect(")", "after the expression");
    if (cursor_.at("->")) reject_lambda();
    return inner;
  }
  if (cursor_.at("this") && cursor_.ahead().text == "(") return parse_name();
  if (cursor_.at("null") || cursor_.at("this")) {
    expr.kind = cursor_.take().text == "null" ? Expr::Kind::null : Expr::Kind::this_;
    expr.where = first.where;
    return add(std::move(expr));
  }
  if (cursor_.at("new")) return parse_new();
  if (cursor_.at("super") && (cursor_.ahead().text == "(" || cursor_.ahead().text == ".")) return parse_name();
  if (cursor_.at_word() && (missing_word(first.text) || first.text == "volatile")) {
    reject_word();
  } else if (cursor_.at_word() && !is_reserved(first.text)) {
    return parse_name();
  } else {
    cursor_.fail_expected("an expression");
  }
  return literal(0, false, first.where);
}

void Parser::reject_lambda() {
  cursor_.fail("litmus-unsupported", cursor_.peek().where, "lambdas are not supported",
               "a thread is Thread1 { ... }, and Thread1.start() starts it; other code belongs into a method");
}

// A local, a location, a class, or `method(...)`.
ExprId Parser::parse_name() {
  const Token first = cursor_.take();
  if (cursor_.at("->")) reject_lambda();
  Expr expr;
  expr.kind = Expr::Kind::name;
  expr.name = first.text;
  expr.name_where = first.where;
  if (cursor_.at("(")) {
    expr.kind = Expr::Kind::call;
    std::swap(expr.method, expr.name);
    std::swap(expr.method_where, expr.name_where);
    if (const auto hint = lambda_method(expr.method); hint && !cursor_.failed())
      cursor_.fail("litmus-unsupported", expr.method_where, fmt::format("method '{}' is not supported in litmus tests", expr.method),
                   std::string(*hint));
    parse_arguments(expr);
  }
  expr.where = cursor_.since(first.where);
  return add(std::move(expr));
}

// `{1, 2}`, of an array of that type of elements.
void Parser::parse_elements(Expr& array) {
  array.braces = true;
  cursor_.expect("{", "before the elements");
  while (!cursor_.at_end() && !cursor_.at("}")) {
    array.kids.push_back(parse_initialiser(array.type));
    if (!cursor_.accept(",")) break;
  }
  cursor_.expect("}", "after the elements");
}

// What follows `=` in a declaration: an expression, or for an array the elements alone (JLS 10.6).
ExprId Parser::parse_initialiser(const TypeName& type) {
  if (!cursor_.at("{") || type.dimensions == 0) return parse_expr();
  const Cursor::Level level(cursor_);
  const Span begin = cursor_.peek().where;
  Expr array;
  array.kind = Expr::Kind::new_array;
  array.type = type;
  --array.type.dimensions;
  parse_elements(array);
  array.where = cursor_.since(begin);
  return add(std::move(array));
}

ExprId Parser::parse_new() {
  const Span begin = cursor_.take().where;
  Expr expr;
  const Token name = cursor_.expect_word("the name of a class");
  expr.type = {std::string(name.text), 0, name.where};
  if (cursor_.at("(")) {
    expr.kind = Expr::Kind::new_object;
    parse_arguments(expr);
  } else if (cursor_.accept("[")) {
    expr.kind = Expr::Kind::new_array;
    if (!cursor_.at("]")) expr.kids = {parse_expr()};
    cursor_.expect("]", "after the length");
    while (cursor_.accept("[")) {
      ++expr.type.dimensions;
      // Lengths come first: new int[2][3][].
      if (!cursor_.at("]") && expr.kids.size() == expr.type.dimensions) expr.kids.push_back(parse_expr());
      cursor_.expect("]", "after the length");
    }
    if (expr.kids.empty()) parse_elements(expr);
  } else {
    cursor_.fail_expected("'(' or '[' after the type");
  }
  expr.where = cursor_.since(begin);
  return add(std::move(expr));
}

void Parser::parse_arguments(Expr& call) {
  cursor_.expect("(", "after the name of a method");
  while (!cursor_.at_end() && !cursor_.at(")")) {
    call.kids.push_back(parse_expr());
    if (!cursor_.accept(",")) break;
  }
  cursor_.expect(")", "after the arguments");
}

}  // namespace thinair::litmus::java
