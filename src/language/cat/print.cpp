#include "language/cat/print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace thinair::cat {
namespace {

using EK = Expr::Kind;

// Levels as in parse_expr.cpp; a kid that binds more weakly than its place asks gets parentheses.
enum Level { kTuple = 0, kUnion, kInsert, kSequence, kDifference, kIntersection, kProduct, kPrefix, kPostfix, kApply, kArgument };

struct Operator {
  std::string_view text;
  Level level;
};

Operator infix(EK kind) {
  switch (kind) {
    case EK::union_: return {" | ", kUnion};
    case EK::insert: return {" ++ ", kInsert};
    case EK::sequence: return {" ; ", kSequence};
    case EK::difference: return {" \\ ", kDifference};
    case EK::intersection: return {" & ", kIntersection};
    default: return {" * ", kProduct};
  }
}

std::string_view postfix(EK kind) {
  switch (kind) {
    case EK::star: return "*";
    case EK::plus: return "+";
    case EK::optional: return "?";
    default: return "^-1";
  }
}

class Printer {
 public:
  explicit Printer(Parens parens) : parens_(parens) {}
  std::string take() { return std::move(out_); }

  void expr(const Expr& e, Level place) {
    const Level own = level(e);
    const bool wrap = own < place || (parens_ == Parens::all && own < kArgument && own != kTuple && place != kTuple);
    if (wrap) out_ += '(';
    bare(e);
    if (wrap) out_ += ')';
  }

  void condition(const Condition& c, int place) {
    using CK = Condition::Kind;
    const int own = c.kind == CK::or_ ? 0 : c.kind == CK::and_ ? 1 : 2;
    if (own < place) out_ += '(';
    switch (c.kind) {
      case CK::variant: out_ += fmt::format("\"{}\"", c.variant); break;
      case CK::not_:
        out_ += "not ";
        negated(c.kids[0]);
        break;
      case CK::and_:
      case CK::or_:
        condition(c.kids[0], own);
        out_ += c.kind == CK::and_ ? " && " : " || ";
        condition(c.kids[1], own + 1);
        break;
      default:
        expr(*c.exprs[0], kUnion);
        out_ += c.kind == CK::equal ? " = " : c.kind == CK::subset ? " subset " : " in ";
        expr(*c.exprs[1], kUnion);
    }
    if (own < place) out_ += ')';
  }

  void pattern(const Pattern& p, bool always_parens) {
    const bool wrap = p.tuple || always_parens;
    out_ += fmt::format("{}{}{}", wrap ? "(" : "", fmt::join(p.names, ", "), wrap ? ")" : "");
  }

  void bindings(const std::vector<Binding>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0) out_ += " and ";
      pattern(all[i].pattern, false);
      const Expr* value = all[i].value.get();
      bool first = true;
      while (value->kind == EK::lambda && value->sugar) {
        if (!first) out_ += ' ';
        first = false;
        pattern(value->pattern, true);
        value = value->kids[0].get();
      }
      out_ += " = ";
      expr(*value, kTuple);
    }
  }

  void check(const Check& c) {
    if (c.negated) out_ += '~';
    out_ += c.test == Test::acyclic ? "acyclic " : c.test == Test::irreflexive ? "irreflexive " : "empty ";
    expr(*c.expr, kTuple);
    if (!c.name.empty()) out_ += " as " + c.name;
  }

  void statements(const std::vector<Stmt>& all, int indent) {
    for (const Stmt& s : all) {
      if (s.kind == Stmt::Kind::include && s.span.begin == s.span.end) continue;  // the implied stdlib.cat
      statement(s, indent);
    }
  }

  void statement(const Stmt& s, int indent) {
    using SK = Stmt::Kind;
    const std::string margin(static_cast<std::size_t>(indent) * 2, ' ');
    out_ += margin;
    switch (s.kind) {
      case SK::let:
        out_ += s.recursive ? "let rec " : "let ";
        bindings(s.bindings);
        if (!s.checks.empty()) {
          out_ += " when ";
          check(s.checks[0]);
        }
        break;
      case SK::check: check(s.checks[0]); break;
      case SK::flag:
        out_ += "flag ";
        check(s.checks[0]);
        break;
      case SK::assert_:
        out_ += "assert ";
        check(s.checks[0]);
        break;
      case SK::undefined_unless:
        out_ += "undefined_unless ";
        check(s.checks[0]);
        break;
      case SK::show: show(s); break;
      case SK::unshow: out_ += fmt::format("unshow {}", fmt::join(s.names, ", ")); break;
      case SK::include: out_ += fmt::format("include \"{}\"", s.name); break;
      case SK::procedure:
        out_ += fmt::format("procedure {}{}", s.recursive ? "rec " : "", s.name);
        pattern(s.pattern, true);
        out_ += " =\n";
        statements(s.body, indent + 1);
        out_ += margin + "end";
        break;
      case SK::call:
        out_ += fmt::format("call {}", s.name);
        argument(*s.exprs[0]);
        if (!s.check_name.empty()) out_ += " as " + s.check_name;
        break;
      case SK::instructions:
        out_ += fmt::format("{} {}[", s.names[0], s.name);
        for (std::size_t i = 0; i < s.exprs.size(); ++i) {
          if (i > 0) out_ += ", ";
          expr(*s.exprs[i], kUnion);
        }
        out_ += ']';
        break;
      case SK::enum_: out_ += fmt::format("enum {} = '{}", s.name, fmt::join(s.names, " || '")); break;
      case SK::forall:
        out_ += fmt::format("forall {} in ", s.name);
        expr(*s.exprs[0], kTuple);
        out_ += " do\n";
        statements(s.body, indent + 1);
        out_ += margin + "end";
        break;
      case SK::with:
        out_ += fmt::format("with {} from ", s.name);
        expr(*s.exprs[0], kTuple);
        break;
      case SK::match: match(s, indent, margin); break;
      case SK::if_:
        out_ += "if ";
        condition(s.condition, 0);
        out_ += " then\n";
        statements(s.body, indent + 1);
        if (!s.otherwise.empty()) {
          out_ += margin + "else\n";
          statements(s.otherwise, indent + 1);
        }
        out_ += margin + "end";
        break;
      case SK::debug:
        out_ += "debug ";
        expr(*s.exprs[0], kTuple);
        break;
    }
    out_ += '\n';
  }

 private:
  static Level level(const Expr& e) {
    switch (e.kind) {
      case EK::union_:
      case EK::insert:
      case EK::sequence:
      case EK::difference:
      case EK::intersection:
      case EK::product: return infix(e.kind).level;
      case EK::complement: return kPrefix;
      case EK::star:
      case EK::plus:
      case EK::optional:
      case EK::inverse: return kPostfix;
      case EK::apply: return kApply;
      // These run on to the right as far as they can, so anywhere but at the top they need parentheses.
      case EK::lambda:
      case EK::let:
      case EK::try_:
      case EK::if_:
      case EK::match: return kTuple;
      default: return kArgument;
    }
  }

  // `not` takes what follows directly: a comparison needs parentheses.
  void negated(const Condition& c) {
    using CK = Condition::Kind;
    const bool comparison = c.kind == CK::equal || c.kind == CK::subset || c.kind == CK::member;
    condition(c, comparison ? 3 : 2);
  }

  void argument(const Expr& e) {
    const bool brackets = e.kind == EK::tuple || e.kind == EK::identity || e.kind == EK::set_literal || e.kind == EK::empty_set;
    if (brackets) return expr(e, kArgument);
    out_ += '(';
    expr(e, kTuple);
    out_ += ')';
  }

  void list(const std::vector<ExprPtr>& kids, char open, char close) {
    out_ += open;
    for (std::size_t i = 0; i < kids.size(); ++i) {
      if (i > 0) out_ += ", ";
      expr(*kids[i], kUnion);
    }
    out_ += close;
  }

  void bare(const Expr& e) {
    switch (e.kind) {
      case EK::empty_relation: out_ += '0'; return;
      case EK::empty_set: out_ += "{}"; return;
      case EK::universe: out_ += '_'; return;
      case EK::name: out_ += e.name; return;
      case EK::tag: out_ += '\'' + e.name; return;
      case EK::tuple: return list(e.kids, '(', ')');
      case EK::set_literal: return list(e.kids, '{', '}');
      case EK::identity: return list(e.kids, '[', ']');
      case EK::star:
      case EK::plus:
      case EK::optional:
      case EK::inverse:
        expr(*e.kids[0], kPostfix);
        out_ += postfix(e.kind);
        return;
      case EK::complement: out_ += '~'; return expr(*e.kids[0], kPrefix);
      case EK::apply: expr(*e.kids[0], applicable(*e.kids[0]) ? kApply : static_cast<Level>(kArgument + 1)); return argument(*e.kids[1]);
      case EK::lambda:
        out_ += "fun ";
        pattern(e.pattern, false);
        out_ += " -> ";
        return expr(*e.kids[0], kTuple);
      case EK::let:
        out_ += e.recursive ? "let rec " : "let ";
        bindings(e.bindings);
        out_ += " in ";
        return expr(*e.kids[0], kTuple);
      case EK::match: return match(e);
      case EK::try_:
        out_ += "try ";
        expr(*e.kids[0], kTuple);
        out_ += " with ";
        return expr(*e.kids[1], kTuple);
      case EK::if_:
        out_ += "if ";
        condition(e.condition, 0);
        out_ += " then ";
        expr(*e.kids[0], kTuple);
        out_ += " else ";
        return expr(*e.kids[1], kTuple);
      default: return binary(e);
    }
  }

  static bool applicable(const Expr& e) { return e.kind == EK::name || e.kind == EK::apply; }

  void binary(const Expr& e) {
    const Operator op = infix(e.kind);
    const auto tighter = static_cast<Level>(op.level + 1);
    expr(*e.kids[0], e.kind == EK::difference ? op.level : tighter);
    out_ += op.text;
    expr(*e.kids[1], e.kind == EK::difference ? tighter : op.level);
  }

  void match(const Expr& e) {
    using CK = MatchClause::Kind;
    out_ += "match ";
    expr(*e.kids[0], kTuple);
    out_ += " with";
    for (const MatchClause& c : e.clauses) {
      switch (c.kind) {
        case CK::tag: out_ += fmt::format(" || '{} -> ", c.tag); break;
        case CK::wildcard: out_ += " || _ -> "; break;
        case CK::empty: out_ += " || {} -> "; break;
        case CK::insert: out_ += fmt::format(" || {} ++ {} -> ", c.names[0], c.names[1]); break;
        case CK::split: out_ += fmt::format(" || {} | {} ++ {} -> ", c.names[0], c.names[1], c.names[2]); break;
      }
      expr(*c.body, kTuple);
    }
    out_ += " end";
  }

  void match(const Stmt& s, int indent, const std::string& margin) {
    out_ += "match ";
    expr(*s.exprs[0], kTuple);
    out_ += " with\n";
    for (const StmtMatchClause& c : s.clauses) {
      out_ += fmt::format("{}|| {}{} ->\n", margin, c.wildcard ? "_" : "'", c.tag);
      statements(c.body, indent + 1);
    }
    out_ += margin + "end";
  }

  void show(const Stmt& s) {
    out_ += "show ";
    for (std::size_t i = 0; i < s.exprs.size(); ++i) {
      if (i > 0) out_ += ", ";
      expr(*s.exprs[i], kUnion);
      if (s.exprs[i]->kind != EK::name || s.exprs[i]->name != s.names[i]) out_ += " as " + s.names[i];
    }
  }

  Parens parens_;
  std::string out_;
};

}  // namespace

std::string to_text(const Expr& expr, Parens parens) {
  Printer printer(parens);
  printer.expr(expr, kTuple);
  return printer.take();
}

std::string to_text(const Condition& condition) {
  Printer printer(Parens::needed);
  printer.condition(condition, 0);
  return printer.take();
}

std::string to_text(const Check& check) {
  Printer printer(Parens::needed);
  printer.check(check);
  return printer.take();
}

std::string to_text(const Stmt& stmt) {
  Printer printer(Parens::needed);
  printer.statement(stmt, 0);
  return printer.take();
}

std::string to_text(const Model& model) {
  std::string title;
  if (!model.architecture.empty())
    title = fmt::format("{} \"{}\"", model.architecture, model.title);
  else if (!model.title.empty())
    title = fmt::format("\"{}\"", model.title);
  if (model.catdep) title += title.empty() ? "catdep" : " catdep";
  if (!title.empty()) title += '\n';
  if (model.updates_as_pairs) title += "updates as pairs\n";
  Printer printer(Parens::needed);
  printer.statements(model.statements, 0);
  return title + printer.take();
}

}  // namespace thinair::cat
