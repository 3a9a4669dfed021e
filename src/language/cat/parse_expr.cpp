// Expressions, by precedence (weakest first: | ++ ; \ & * , then ~, then postfix, then application).
//
// `*` is both the product and a closure: it is the closure when no operand follows. A `~` that opens a check
// (`~empty r`) is no operand. Chains of one operator are read in a loop, so a long union costs no stack.
#include <fmt/format.h>

#include <algorithm>

#include "language/cat/parser_impl.hpp"

namespace thinair::cat {
namespace {

using EK = Expr::Kind;

struct Infix {
  EK kind;
  int level;
};

std::optional<Infix> infix(Token::Kind kind) {
  switch (kind) {
    case Token::Kind::bar: return Infix{EK::union_, 1};
    case Token::Kind::plus_plus: return Infix{EK::insert, 2};
    case Token::Kind::semicolon: return Infix{EK::sequence, 3};
    case Token::Kind::backslash: return Infix{EK::difference, 4};
    case Token::Kind::amp: return Infix{EK::intersection, 5};
    case Token::Kind::star: return Infix{EK::product, 6};
    default: return std::nullopt;
  }
}

std::uint32_t height_of(const ExprPtr& expr) { return expr ? expr->height : 0; }

}  // namespace

std::uint32_t height(const Condition& condition) {
  std::uint32_t most = 0;
  for (const ExprPtr& e : condition.exprs) most = std::max(most, height_of(e));
  for (const Condition& kid : condition.kids) most = std::max(most, height(kid));
  return most + 1;
}

ExprPtr Parser::finish(Expr expr, Span span) {
  std::uint32_t most = 0;
  for (const ExprPtr& kid : expr.kids) most = std::max(most, height_of(kid));
  for (const Binding& b : expr.bindings) most = std::max(most, height_of(b.value));
  for (const MatchClause& c : expr.clauses) most = std::max(most, height_of(c.body));
  if (expr.kind == EK::if_) most = std::max(most, height(expr.condition));
  expr.height = most + 1;
  expr.span = span;
  if (expr.height > kMaxDepth) return error(span, fmt::format("this expression is more than {} operators deep", kMaxDepth));
  return std::make_shared<const Expr>(std::move(expr));
}

ExprPtr Parser::finish(Expr expr, std::size_t first) { return finish(std::move(expr), span_from(first)); }

ExprPtr Parser::binary(EK kind, ExprPtr left, ExprPtr right) {
  const Span span = join(left->span, right->span);
  Expr expr;
  expr.kind = kind;
  expr.kids = {std::move(left), std::move(right)};
  return finish(std::move(expr), span);
}

bool Parser::at_argument(std::size_t ahead) const {
  switch (peek(ahead).kind) {
    case Kind::name: return !at_bell(ahead) && !at_misspelt_statement(ahead);
    case Kind::zero:
    case Kind::underscore:
    case Kind::lparen:
    case Kind::lbrace:
    case Kind::lbracket:
    case Kind::tag: return true;
    case Kind::keyword: return at_word("begin", ahead);
    default: return false;
  }
}

bool Parser::at_operand(std::size_t ahead) const {
  if (at(Kind::tilde, ahead)) return !at_check(ahead);
  return at_argument(ahead) || at_word("fun", ahead) || at_word("try", ahead);
}

ExprPtr Parser::expression() {
  const std::size_t first = next_;
  ExprPtr head = operators(1);
  if (!head || !at(Kind::comma)) return head;
  Expr tuple;
  tuple.kind = EK::tuple;
  tuple.kids.push_back(std::move(head));
  while (accept(Kind::comma)) {
    ExprPtr next = operators(1);
    if (!next) return nullptr;
    tuple.kids.push_back(std::move(next));
  }
  return finish(std::move(tuple), first);
}

ExprPtr Parser::operators(int weakest) {
  ExprPtr left = prefix();
  while (left) {
    const auto op = infix(peek().kind);
    if (!op || op->level < weakest) return left;
    const Kind token = peek().kind;
    if (op->kind == EK::difference) {  // the one that associates to the left
      accept(token);
      ExprPtr right = operand(op->level + 1);
      left = right ? binary(op->kind, std::move(left), std::move(right)) : nullptr;
      continue;
    }
    std::vector<ExprPtr> operands{std::move(left)};
    while (accept(token)) {
      ExprPtr next = operand(op->level + 1);
      if (!next) return nullptr;
      operands.push_back(std::move(next));
    }
    left = std::move(operands.back());
    for (std::size_t i = operands.size() - 1; left && i-- > 0;) left = binary(op->kind, std::move(operands[i]), std::move(left));
  }
  return nullptr;
}

// As in herd, `let` and `if` need parentheses here. So a missing operand is noticed before the next statement is swallowed.
ExprPtr Parser::operand(int weakest) {
  if (at_word("let") || at_word("if")) return unexpected("the operand of an operator", "as an operand it needs parentheses");
  return operators(weakest);
}

ExprPtr Parser::prefix() {
  const Level level(*this);
  if (!level.ok) return nullptr;
  if (!at(Kind::tilde)) return postfix();
  const std::size_t first = next_;
  accept(Kind::tilde);
  ExprPtr operand = prefix();
  if (!operand) return nullptr;
  Expr expr;
  expr.kind = EK::complement;
  expr.kids = {std::move(operand)};
  return finish(std::move(expr), first);
}

ExprPtr Parser::postfix() {
  const std::size_t first = next_;
  // Only these can be functions; `[W] po` lacks an operator rather than being an application.
  bool applicable = at(Kind::name) || at(Kind::lparen) || at_word("begin");
  ExprPtr expr = primary();
  while (expr) {
    Expr next;
    if (applicable && at_argument()) {
      ExprPtr arg = argument();
      if (!arg) return nullptr;
      next.kind = EK::apply;
      next.kids = {std::move(expr), std::move(arg)};
      expr = finish(std::move(next), first);
      continue;
    }
    applicable = false;
    switch (peek().kind) {
      case Kind::plus: next.kind = EK::plus; break;
      case Kind::question: next.kind = EK::optional; break;
      case Kind::hat_inverse: next.kind = EK::inverse; break;
      case Kind::star:
        if (at_operand(1)) return expr;
        next.kind = EK::star;
        break;
      default: return expr;
    }
    ++next_;
    next.kids = {std::move(expr)};
    expr = finish(std::move(next), first);
  }
  return nullptr;
}

ExprPtr Parser::primary() {
  if (at_word("let") || at_word("fun") || at_word("match") || at_word("try") || at_word("if")) return keyword_expression();
  return argument();
}

ExprPtr Parser::argument() {
  const std::size_t first = next_;
  Expr expr;
  switch (peek().kind) {
    case Kind::name:
      expr.kind = EK::name;
      expr.name = text(peek());
      break;
    case Kind::tag:
      expr.kind = EK::tag;
      expr.name = text(peek()).substr(1);
      break;
    case Kind::zero: expr.kind = EK::empty_relation; break;
    case Kind::underscore: expr.kind = EK::universe; break;
    case Kind::lparen: return parenthesised();
    case Kind::lbrace: return set_literal();
    case Kind::lbracket: {
      accept(Kind::lbracket);
      expr.kind = EK::identity;
      ExprPtr inner = expression();
      if (!inner || !expect_close(Kind::rbracket, "']'", first)) return nullptr;
      expr.kids = {std::move(inner)};
      return finish(std::move(expr), first);
    }
    default:
      if (accept_word("begin")) {
        ExprPtr inner = expression();
        if (!inner || !expect_word("end", "to close 'begin'")) return nullptr;
        return inner;
      }
      return unexpected("an expression");
  }
  ++next_;
  return finish(std::move(expr), first);
}

ExprPtr Parser::parenthesised() {
  const std::size_t first = next_;
  accept(Kind::lparen);
  if (accept(Kind::rparen)) {
    Expr unit;
    unit.kind = EK::tuple;
    return finish(std::move(unit), first);
  }
  ExprPtr inner = expression();
  if (!inner || !expect_close(Kind::rparen, "')'", first)) return nullptr;
  return inner;
}

ExprPtr Parser::set_literal() {
  const std::size_t first = next_;
  accept(Kind::lbrace);
  Expr expr;
  expr.kind = EK::empty_set;
  if (accept(Kind::rbrace)) return finish(std::move(expr), first);
  expr.kind = EK::set_literal;
  do {
    ExprPtr element = operators(1);
    if (!element) return nullptr;
    expr.kids.push_back(std::move(element));
  } while (accept(Kind::comma));
  if (!expect_close(Kind::rbrace, "'}'", first)) return nullptr;
  return finish(std::move(expr), first);
}

ExprPtr Parser::keyword_expression() {
  const std::size_t first = next_;
  if (at_word("let")) return let_expression();
  if (at_word("match")) return match_expression();
  Expr expr;
  if (accept_word("fun")) {
    expr.kind = EK::lambda;
    if (!parameters(expr.pattern) || !expect(Kind::arrow, "'->'", "after the parameters of a function")) return nullptr;
    expr.kids.push_back(expression());
    if (!expr.kids[0]) return nullptr;
  } else if (accept_word("try")) {
    expr.kind = EK::try_;
    expr.kids.push_back(expression());
    if (!expr.kids[0] || !expect_word("with", "after the first part of 'try'")) return nullptr;
    expr.kids.push_back(expression());
    if (!expr.kids[1]) return nullptr;
  } else {
    accept_word("if");
    expr.kind = EK::if_;
    if (!condition(expr.condition) || !expect_word("then", "after the condition")) return nullptr;
    expr.kids.push_back(expression());
    if (!expr.kids[0] || !expect_word("else", "as an 'if' expression needs both branches")) return nullptr;
    expr.kids.push_back(expression());
    if (!expr.kids[1]) return nullptr;
  }
  return finish(std::move(expr), first);
}

ExprPtr Parser::let_expression() {
  const std::size_t first = next_;
  accept_word("let");
  Expr expr;
  expr.kind = EK::let;
  expr.recursive = accept_word("rec");
  if (!bindings(expr.bindings) || !expect_word("in", "after the bindings of a 'let' expression")) return nullptr;
  expr.kids.push_back(expression());
  if (!expr.kids[0]) return nullptr;
  return finish(std::move(expr), first);
}

ExprPtr Parser::match_expression() {
  const std::size_t first = next_;
  accept_word("match");
  Expr expr;
  expr.kind = EK::match;
  expr.kids.push_back(expression());
  if (!expr.kids[0] || !expect_word("with", "after the value to match")) return nullptr;
  accept(Kind::bar_bar);
  do {
    MatchClause clause;
    if (!match_clause(clause)) return nullptr;
    expr.clauses.push_back(std::move(clause));
  } while (accept(Kind::bar_bar));
  if (!expect_word("end", "to close 'match'")) return nullptr;
  return finish(std::move(expr), first);
}

bool Parser::match_clause(MatchClause& clause) {
  const std::size_t first = next_;
  Pattern names;
  if (at(Kind::tag)) {
    clause.kind = MatchClause::Kind::tag;
    clause.tag = text(peek()).substr(1);
    ++next_;
  } else if (at(Kind::lbrace) && at(Kind::rbrace, 1)) {
    clause.kind = MatchClause::Kind::empty;
    next_ += 2;
  } else if (at(Kind::underscore) && at(Kind::arrow, 1)) {
    ++next_;
  } else if (at(Kind::name) || at(Kind::underscore)) {
    if (!pattern_name(names)) return false;
    clause.kind = MatchClause::Kind::insert;
    if (accept(Kind::bar)) {
      clause.kind = MatchClause::Kind::split;
      if (!pattern_name(names)) return false;
    }
    if (!expect(Kind::plus_plus, "'++'", "in a set pattern: 'x ++ xs' or 's1 | x ++ s2'")) return false;
    if (!pattern_name(names)) return false;
  } else {
    unexpected("a pattern", "patterns are 'tag, _, {}, x ++ xs, and s1 | x ++ s2");
    return false;
  }
  clause.span = span_from(first);
  clause.names = std::move(names.names);
  if (!expect(Kind::arrow, "'->'", "after a pattern")) return false;
  clause.body = expression();
  return clause.body != nullptr;
}

bool Parser::bindings(std::vector<Binding>& out) {
  do {
    Binding b;
    if (!binding(b)) return false;
    out.push_back(std::move(b));
  } while (accept_word("and"));
  return true;
}

bool Parser::binding(Binding& out) {
  std::vector<Pattern> params;
  std::vector<std::size_t> starts;
  if (at(Kind::lparen)) {
    if (!parameters(out.pattern)) return false;
  } else {
    const std::size_t first = next_;
    if (!pattern_name(out.pattern)) return false;
    while (accept(Kind::comma)) {  // let a, b = e
      out.pattern.tuple = true;
      if (!pattern_name(out.pattern)) return false;
    }
    out.pattern.span = span_from(first);
    while (!out.pattern.tuple && (at(Kind::name) || at(Kind::underscore) || at(Kind::lparen))) {
      starts.push_back(next_);
      params.emplace_back();
      if (!parameters(params.back())) return false;
    }
  }
  if (!expect(Kind::equal, "'='", "in a definition")) return false;
  out.value = expression();
  for (std::size_t i = params.size(); out.value && i-- > 0;) {
    Expr lambda;
    lambda.kind = EK::lambda;
    lambda.sugar = true;
    lambda.pattern = std::move(params[i]);
    lambda.kids = {std::move(out.value)};
    out.value = finish(std::move(lambda), starts[i]);
  }
  return out.value != nullptr;
}

bool Parser::parameters(Pattern& out) {
  const std::size_t first = next_;
  if (!accept(Kind::lparen)) return pattern_name(out);
  out.tuple = true;
  if (!accept(Kind::rparen)) {
    do {
      if (at(Kind::lparen)) {
        unexpected("a name", "patterns do not nest");
        return false;
      }
      if (!pattern_name(out)) return false;
    } while (accept(Kind::comma));
    if (!expect_close(Kind::rparen, "')'", first)) return false;
    out.tuple = out.names.size() != 1;
  }
  out.span = span_from(first);
  return true;
}

bool Parser::pattern_name(Pattern& out) {
  if (!at(Kind::name) && !at(Kind::underscore)) {
    unexpected("a name", at(Kind::keyword) ? fmt::format("'{}' is a word of the language", text(peek())) : "");
    return false;
  }
  const std::string name(text(peek()));
  if (name != "_" && std::ranges::find(out.names, name) != out.names.end()) {
    error(peek(), fmt::format("'{}' is named twice in one pattern", name));
    return false;
  }
  if (out.names.empty()) out.span = {file_, peek().begin, peek().end};
  out.names.push_back(name);
  ++next_;
  return true;
}

}  // namespace thinair::cat
