#include <fmt/format.h>

#include "language/op/parser_impl.hpp"

namespace thinair::op {

bool Parser::rule_binding(Binding& out) {
  const std::size_t first = next_;
  if (at(Kind::lparen)) {
    out.kind = Binding::Kind::pair;
    out.names.resize(2);
    ++next_;
    if (!name(out.names[0], "a name") || !expect(Kind::comma, "','", "between the two names of a pair") || !name(out.names[1], "a name") ||
        !expect(Kind::rparen, "')'", "after the two names of a pair") || !expect_word("in", "after the names of a pair"))
      return false;
  } else {
    out.names.resize(1);
    if (!name(out.names[0], "a name that the rule binds")) return false;
    if (accept(Kind::equal))
      out.kind = Binding::Kind::value;
    else if (!expect_word("in", "after the name that the rule binds"))
      return false;
  }
  out.of = operators(1);
  out.span = span_from(first);
  return out.of != nullptr;
}

bool Parser::rule() {
  const std::size_t first = next_;
  ++next_;
  RuleStatement out;
  do {
    if (!rule_binding(out.bindings.emplace_back())) return false;
  } while (accept(Kind::comma));
  if (accept_word("when")) {
    Condition all;
    if (!any_of(all)) return false;
    // The conjuncts one by one: a reason can name each.
    const auto split = [&](auto&& self, Condition c) -> void {
      if (c.kind != Condition::Kind::and_) return out.guards.push_back(std::move(c));
      for (Condition& kid : c.kids) self(self, std::move(kid));
    };
    split(split, std::move(all));
  }
  if (!expect_word("do", "after what a rule binds and when it applies")) return false;
  do {
    if (!action(out.actions.emplace_back())) return false;
  } while (accept(Kind::comma));
  if (!expect_word("as", "after what a rule does")) return false;
  if (!name(out.name, "the name of the rule after 'as'")) return false;
  if (text(peek()) == "first" && at_word("when", 1)) {
    next_ += 2;
    if (!any_of(out.first.emplace_back())) return false;
  }
  out.span = span_from(first);
  model_.rules.push_back(std::move(out));
  return true;
}

bool Parser::action(Action& out) {
  const std::size_t first = next_;
  const auto finish_action = [&](bool good) {
    out.span = span_from(first);
    return good;
  };
  if (accept_word("if")) {
    out.kind = Action::Kind::if_;
    if (!any_of(out.condition.emplace_back()) || !expect_word("then", "after the condition")) return false;
    return finish_action(action(out.body.emplace_back()));
  }
  const std::string_view word = text(peek());
  // These are words only here, where no expression can follow them otherwise.
  if (word == "done" && at(Kind::name, 1)) {
    ++next_;
    out.kind = Action::Kind::done;
    return finish_action((out.subject = operators(1)) != nullptr);
  }
  if (word == "push" || word == "remove") {
    ++next_;
    out.kind = word == "push" ? Action::Kind::push : Action::Kind::remove;
    const std::string_view preposition = word == "push" ? "on" : "from";
    cat::Expr subject;
    subject.kind = cat::Expr::Kind::name;
    if (!name(subject.name, "an event")) return false;
    out.subject = finish(std::move(subject), next_ - 1);
    if (text(peek()) != preposition) return refuse(fmt::format("'{}'", preposition));
    ++next_;
    return finish_action((out.target = operators(1)) != nullptr);
  }
  if (word == "pop") {
    ++next_;
    out.kind = Action::Kind::pop;
    return finish_action((out.target = operators(1)) != nullptr);
  }
  if (word == "redo") {
    error(Span{file_, peek().begin, peek().end}, "'redo' is not supported", "an event that is done stays done", "op-unsupported");
    return false;
  }
  if (at(Kind::name) && text(peek(1)) == "reads") {
    out.kind = Action::Kind::reads;
    cat::Expr subject;
    subject.kind = cat::Expr::Kind::name;
    subject.name = word;
    ++next_;
    out.subject = finish(std::move(subject), next_ - 1);
    ++next_;
    if (!(out.value = operators(1))) return false;
    if (accept_word("else") && !(out.otherwise = operators(1))) return false;
    return finish_action(true);
  }
  return finish_action(place_action(out));
}

bool Parser::place_action(Action& out) {
  if (!at(Kind::name))
    return refuse("an action",
                  "actions are: i reads w, done i, push i on q, pop q, remove i from q, x := e, x += e, x -= e, if .. then ..");
  out.target = postfix();
  if (!out.target) return false;
  if (accept(Kind::assign))
    out.kind = Action::Kind::assign;
  else if (accept(Kind::plus_equal))
    out.kind = Action::Kind::add;
  else if (accept(Kind::minus_equal))
    out.kind = Action::Kind::subtract;
  else
    return refuse("':=', '+=' or '-='", "or one of: i reads w, done i, push i on q, pop q, remove i from q");
  out.value = operators(1);
  return out.value != nullptr;
}

// or, and, not: weakest first.
bool Parser::any_of(Condition& out) {
  const Level level(*this);
  if (!level.ok || !all_of(out)) return false;
  while (text(peek()) == "or") {
    ++next_;
    Condition right;
    if (!all_of(right)) return false;
    const Span span = join(out.span, right.span);
    out = Condition{Condition::Kind::or_, {}, {std::move(out), std::move(right)}, span};
  }
  return true;
}

bool Parser::all_of(Condition& out) {
  if (!one(out)) return false;
  while (accept_word("and")) {
    Condition right;
    if (!one(right)) return false;
    const Span span = join(out.span, right.span);
    out = Condition{Condition::Kind::and_, {}, {std::move(out), std::move(right)}, span};
  }
  return true;
}

bool Parser::one(Condition& out) {
  const Level level(*this);
  if (!level.ok) return false;
  const std::size_t first = next_;
  if (accept_word("not")) {
    Condition inner;
    if (!one(inner)) return false;
    out = Condition{Condition::Kind::not_, {}, {std::move(inner)}, span_from(first)};
    return true;
  }
  if (accept_word("empty")) {
    out.kind = Condition::Kind::empty;
    auto expr = operators(1);
    if (!expr) return false;
    out.exprs = {std::move(expr)};
    out.span = span_from(first);
    return true;
  }
  return compared(out);
}

bool Parser::compared(Condition& out) {
  using CK = Condition::Kind;
  const std::size_t first = next_;
  auto left = operators(1);
  if (!left) return false;
  bool swapped = false;
  switch (peek().kind) {
    case Kind::equal: out.kind = CK::equal; break;
    case Kind::not_equal: out.kind = CK::not_equal; break;
    case Kind::less: out.kind = CK::less; break;
    case Kind::less_equal: out.kind = CK::less_equal; break;
    case Kind::greater:
    case Kind::greater_equal:
      out.kind = at(Kind::greater) ? CK::less : CK::less_equal;
      swapped = true;
      break;
    default:
      if (at_word("in"))
        out.kind = CK::member;
      else if (at_word("subset"))
        out.kind = CK::subset;
      else
        return refuse("a comparison", "conditions are: empty e, e = e, e != e, e < e, e in S, r subset s, and, or, not");
  }
  ++next_;
  auto right = operators(1);
  if (!right) return false;
  if (swapped) std::swap(left, right);
  out.exprs = {std::move(left), std::move(right)};
  out.span = span_from(first);
  return true;
}

}  // namespace thinair::op
