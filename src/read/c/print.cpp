#include <fmt/format.h>

#include "read/c/ast.hpp"

namespace thinair::litmus::c {

std::string to_text(const Type& type) {
  std::string out;
  for (std::size_t i = 0; i < type.words.size(); ++i) out += (i == 0 ? "" : " ") + type.words[i];
  return out + std::string(type.stars, '*');
}

namespace {

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string print() {
    for (std::size_t i = 0; i < program_.threads.size(); ++i) {
      const Thread& thread = program_.threads[i];
      std::string parameters;
      for (const Parameter& p : thread.parameters)
        parameters += fmt::format("{}{} {}", parameters.empty() ? "" : ", ", to_text(p.type), p.name);
      out_ += fmt::format("P{} ({}) {{\n", i, parameters);
      inside(thread.body, 0);
      out_ += "}\n";
    }
    return std::move(out_);
  }

 private:
  void line(unsigned depth, std::string_view text) { out_ += fmt::format("{:{}}{}\n", "", 2 * depth, text); }
  void inside(const std::vector<Stmt>& body, unsigned depth) {
    for (const Stmt& stmt : body) print(stmt, depth + 1);
  }

  // Without the semicolon.
  std::string simple(const Stmt& stmt) {
    switch (stmt.kind) {
      case Stmt::Kind::declare: {
        std::string names;
        for (const Declarator& d : stmt.declarators)
          names += fmt::format("{}{}{}", names.empty() ? "" : ", ", d.name, d.value ? " = " + expr(*d.value, 0) : "");
        return fmt::format("{} {}", to_text(stmt.type), names);
      }
      case Stmt::Kind::assign:
        return fmt::format("{} {}= {}", expr(stmt.place, java::kUnaryPrecedence), stmt.compound ? java::spelling(*stmt.compound).text : "",
                           expr(stmt.expr, 0));
      case Stmt::Kind::increment:
        return fmt::format("{}{}", expr(stmt.place, java::kPostfixPrecedence), *stmt.compound == Binary::add ? "++" : "--");
      default: return expr(stmt.expr, 0);
    }
  }

  std::string listed(const std::vector<Stmt>& parts) {
    std::string out;
    for (const Stmt& stmt : parts) out += (out.empty() ? "" : ", ") + simple(stmt);
    return out;
  }

  // Loops and branches have their bodies in braces always, so that no `else` finds another `if`.
  void body(const Stmt& stmt, unsigned depth, std::string_view closing = "}") {
    if (stmt.kind == Stmt::Kind::block) {
      inside(stmt.body, depth);
    } else {
      print(stmt, depth + 1);
    }
    line(depth, closing);
  }

  void print(const Stmt& stmt, unsigned depth) {
    switch (stmt.kind) {
      case Stmt::Kind::empty: line(depth, ";"); break;
      case Stmt::Kind::block:
        line(depth, "{");
        inside(stmt.body, depth);
        line(depth, "}");
        break;
      case Stmt::Kind::declare:
      case Stmt::Kind::assign:
      case Stmt::Kind::increment:
      case Stmt::Kind::call: line(depth, simple(stmt) + ";"); break;
      case Stmt::Kind::branch:
        line(depth, fmt::format("if ({}) {{", expr(stmt.expr, 0)));
        body(stmt.body[0], depth, stmt.body.size() > 1 ? "} else {" : "}");
        if (stmt.body.size() > 1) body(stmt.body[1], depth);
        break;
      case Stmt::Kind::while_loop:
        line(depth, fmt::format("while ({}) {{", expr(stmt.expr, 0)));
        body(stmt.body[0], depth);
        break;
      case Stmt::Kind::do_loop:
        line(depth, "do {");
        body(stmt.body[0], depth, fmt::format("}} while ({});", expr(stmt.expr, 0)));
        break;
      case Stmt::Kind::for_loop:
        line(depth, fmt::format("for ({}; {}; {}) {{", listed(stmt.init), stmt.has_expr ? expr(stmt.expr, 0) : "", listed(stmt.step)));
        body(stmt.body[0], depth);
        break;
      case Stmt::Kind::break_: line(depth, "break;"); break;
      case Stmt::Kind::continue_: line(depth, "continue;"); break;
      case Stmt::Kind::return_: line(depth, "return;"); break;
    }
  }

  // In parentheses if it binds weaker than `weakest`.
  std::string expr(ExprId id, unsigned weakest) {
    const Expr& e = program_.exprs[id];
    const auto wrapped = [&](std::string text, unsigned precedence) { return precedence < weakest ? "(" + text + ")" : text; };
    switch (e.kind) {
      case Expr::Kind::literal: return wrapped(std::to_string(e.value), e.value < 0 ? java::kUnaryPrecedence : java::kPostfixPrecedence);
      case Expr::Kind::name: return e.name;
      case Expr::Kind::call: {
        std::string arguments;
        for (const ExprId kid : e.kids) arguments += (arguments.empty() ? "" : ", ") + expr(kid, 0);
        return fmt::format("{}({})", e.name, arguments);
      }
      case Expr::Kind::unary: return wrapped(prefixed(java::spelling(e.unary), e), java::kUnaryPrecedence);
      case Expr::Kind::deref: return wrapped(prefixed("*", e), java::kUnaryPrecedence);
      case Expr::Kind::address: return wrapped(prefixed("&", e), java::kUnaryPrecedence);
      case Expr::Kind::cast:
        return wrapped(fmt::format("({}) {}", to_text(e.type), expr(e.kids[0], java::kUnaryPrecedence)), java::kUnaryPrecedence);
      case Expr::Kind::binary: {
        const java::BinaryOperator& op = java::spelling(e.binary);
        return wrapped(fmt::format("{} {} {}", expr(e.kids[0], op.precedence), op.text, expr(e.kids[1], op.precedence + 1)), op.precedence);
      }
      case Expr::Kind::conditional:
        return wrapped(fmt::format("{} ? {} : {}", expr(e.kids[0], java::kWeakestBinary), expr(e.kids[1], 0), expr(e.kids[2], 0)), 0);
    }
    return "";
  }

  // Two signs in a row would read as another one, and a minus before digits as part of the literal.
  std::string prefixed(std::string_view sign, const Expr& e) {
    std::string text = expr(e.kids[0], java::kUnaryPrecedence);
    const Expr& operand = program_.exprs[e.kids[0]];
    const bool clash =
        text.starts_with(sign) || (e.kind == Expr::Kind::unary && e.unary == Unary::minus && operand.kind == Expr::Kind::literal);
    return fmt::format("{}{}", sign, clash ? "(" + text + ")" : text);
  }

  const Program& program_;
  std::string out_;
};

}  // namespace

std::string to_text(const Program& program) { return Printer(program).print(); }

}  // namespace thinair::litmus::c
