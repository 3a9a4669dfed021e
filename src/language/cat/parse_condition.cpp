// Conditions of `if`: comparisons of values, and variants with not, && and ||.
//
// A parenthesis may open either; what follows its end tells them apart, since an expression goes on with an operator or a
// comparison and a condition does not.
#include "language/cat/parser_impl.hpp"

namespace thinair::cat {

bool Parser::condition(Condition& out) {
  const Level level(*this);
  if (!level.ok) return false;
  const std::size_t first = next_;
  if (!condition_and(out)) return false;
  while (accept(Kind::bar_bar)) {
    Condition both;
    both.kind = Condition::Kind::or_;
    both.kids.resize(2);
    both.kids[0] = std::move(out);
    if (!condition_and(both.kids[1])) return false;
    both.span = span_from(first);
    out = std::move(both);
    if (!shallow(out)) return false;
  }
  return true;
}

bool Parser::condition_and(Condition& out) {
  const std::size_t first = next_;
  if (!condition_atom(out)) return false;
  while (accept(Kind::amp_amp)) {
    Condition both;
    both.kind = Condition::Kind::and_;
    both.kids.resize(2);
    both.kids[0] = std::move(out);
    if (!condition_atom(both.kids[1])) return false;
    both.span = span_from(first);
    out = std::move(both);
    if (!shallow(out)) return false;
  }
  return true;
}

bool Parser::shallow(const Condition& out) {
  if (height(out) <= kMaxDepth) return true;
  error(out.span, "this condition has too many parts");
  return false;
}

bool Parser::parenthesis_holds_condition() const {
  const std::size_t close = closing_[next_];
  if (close == 0) return false;
  switch (tokens_[close + 1].kind) {
    case Kind::amp_amp:
    case Kind::bar_bar:
    case Kind::rparen:
    case Kind::end: return true;
    case Kind::tilde: return at_check(close + 1 - next_);
    case Kind::keyword: {
      const std::string_view word = text(tokens_[close + 1]);
      return word != "subset" && word != "in" && word != "begin";
    }
    default: return false;
  }
}

bool Parser::condition_atom(Condition& out) {
  const Level level(*this);
  if (!level.ok) return false;
  const std::size_t first = next_;
  if (accept_word("not")) {
    out.kind = Condition::Kind::not_;
    out.kids.resize(1);
    if (!condition_atom(out.kids[0])) return false;
  } else if (at(Kind::string) || (at_word("variant") && at(Kind::string, 1))) {
    if (!at(Kind::string)) ++next_;
    out.kind = Condition::Kind::variant;
    const std::string_view quoted = text(peek());
    out.variant = quoted.substr(1, quoted.size() - 2);
    ++next_;
  } else if (at(Kind::lparen) && parenthesis_holds_condition()) {
    ++next_;
    return condition(out) && expect_close(Kind::rparen, "')'", first);
  } else if (!comparison(out)) {
    return false;
  }
  out.span = span_from(first);
  return true;
}

bool Parser::comparison(Condition& out) {
  ExprPtr left = expression();
  if (!left) return false;
  if (accept(Kind::equal)) {
    out.kind = Condition::Kind::equal;
  } else if (accept_word("subset")) {
    out.kind = Condition::Kind::subset;
  } else if (accept_word("in")) {
    out.kind = Condition::Kind::member;
  } else {
    unexpected("'=', 'subset' or 'in'", "conditions are e = e, e subset e, e in e, and \"variant\" with not, && and ||");
    return false;
  }
  ExprPtr right = expression();
  if (!right) return false;
  out.exprs = {std::move(left), std::move(right)};
  return true;
}

}  // namespace thinair::cat
