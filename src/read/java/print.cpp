#include <fmt/format.h>

#include "read/java/ast.hpp"
#include "read/java/operators.hpp"

namespace thinair::litmus::java {
namespace {

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string print() {
    for (std::size_t i = 0; i < program_.threads.size(); ++i) {
      out_ += fmt::format("Thread{} {{\n", i);
      for (const Stmt& stmt : program_.threads[i].body) print(stmt, 1);
      out_ += "}\n";
    }
    return std::move(out_);
  }

 private:
  void line(unsigned depth, std::string_view text) { out_ += fmt::format("{:{}}{}\n", "", 2 * depth, text); }

  void print(const Stmt& stmt, unsigned depth) {
    switch (stmt.kind) {
      case Stmt::Kind::empty: line(depth, ";"); break;
      case Stmt::Kind::block: print_block(stmt, depth); break;
      case Stmt::Kind::declare: print_declaration(stmt, depth); break;
      case Stmt::Kind::assign:
        line(depth, fmt::format("{} {}= {};", stmt.target, stmt.compound ? spelling(*stmt.compound).text : "", expr(stmt.expr, 0)));
        break;
      case Stmt::Kind::increment: line(depth, fmt::format("{}{};", stmt.target, *stmt.compound == Binary::add ? "++" : "--")); break;
      case Stmt::Kind::call: line(depth, expr(stmt.expr, 0) + ";"); break;
      case Stmt::Kind::branch: print_branch(stmt, depth); break;
    }
  }

  void print_block(const Stmt& stmt, unsigned depth) {
    line(depth, "{");
    for (const Stmt& inner : stmt.body) print(inner, depth + 1);
    line(depth, "}");
  }

  void print_declaration(const Stmt& stmt, unsigned depth) {
    std::string text = stmt.is_final ? "final " : "";
    text += stmt.boolean ? "boolean " : "int ";
    for (std::size_t i = 0; i < stmt.declarators.size(); ++i) {
      const Declarator& declarator = stmt.declarators[i];
      text += fmt::format("{}{}{}", i == 0 ? "" : ", ", declarator.name, declarator.value ? " = " + expr(*declarator.value, 0) : "");
    }
    line(depth, text + ";");
  }

  // `if (g) {`, `} else if (g) {`, `} else {`: one line each where the arms are blocks.
  void print_branch(const Stmt& stmt, unsigned depth, std::string_view before = "") {
    const bool has_else = stmt.body.size() > 1;
    const bool braces = stmt.body[0].kind == Stmt::Kind::block || (has_else && swallows_else(stmt.body[0]));
    line(depth, fmt::format("{}if ({}){}", before, expr(stmt.expr, 0), braces ? " {" : ""));
    print_arm(stmt.body[0], depth);
    if (!has_else) {
      if (braces) line(depth, "}");
      return;
    }
    const Stmt& otherwise = stmt.body[1];
    const std::string_view word = braces ? "} else" : "else";
    if (otherwise.kind == Stmt::Kind::branch) return print_branch(otherwise, depth, fmt::format("{} ", word));
    const bool block = otherwise.kind == Stmt::Kind::block;
    line(depth, fmt::format("{}{}", word, block ? " {" : ""));
    print_arm(otherwise, depth);
    if (block) line(depth, "}");
  }

  // The inside of an arm; its braces are on the lines around it.
  void print_arm(const Stmt& arm, unsigned depth) {
    if (arm.kind != Stmt::Kind::block) return print(arm, depth + 1);
    for (const Stmt& inner : arm.body) print(inner, depth + 1);
  }

  // Would an `else` behind this statement become part of it? Never so in a tree that was parsed.
  static bool swallows_else(const Stmt& stmt) {
    return stmt.kind == Stmt::Kind::branch && (stmt.body.size() < 2 || swallows_else(stmt.body[1]));
  }

  // In parentheses if it binds weaker than `weakest`.
  std::string expr(ExprId id, unsigned weakest) {
    const Expr& e = program_.exprs[id];
    switch (e.kind) {
      case Expr::Kind::literal: return e.boolean ? (e.value != 0 ? "true" : "false") : std::to_string(e.value);
      case Expr::Kind::name: return e.name;
      case Expr::Kind::call: return call(e);
      case Expr::Kind::modify: {
        if (e.kids.empty()) {
          const std::string_view sign = e.binary == Binary::add ? "++" : "--";
          return e.postfix ? fmt::format("{}{}", e.name, sign) : fmt::format("{}{}", sign, e.name);
        }
        const std::string text = fmt::format("{} {}= {}", e.name, spelling(e.binary).text, expr(e.kids[0], 0));
        return weakest > 0 ? "(" + text + ")" : text;
      }
      case Expr::Kind::unary: return unary(e);
      case Expr::Kind::binary: {
        const BinaryOperator& op = spelling(e.binary);
        const std::string text = fmt::format("{} {} {}", expr(e.kids[0], op.precedence), op.text, expr(e.kids[1], op.precedence + 1));
        return op.precedence < weakest ? "(" + text + ")" : text;
      }
      case Expr::Kind::conditional: {
        const std::string text = fmt::format("{} ? {} : {}", expr(e.kids[0], kWeakestBinary), expr(e.kids[1], 0), expr(e.kids[2], 0));
        return weakest > 0 ? "(" + text + ")" : text;
      }
    }
    return "";
  }

  // Two signs in a row would read as an increment, and a minus before digits as part of the literal.
  std::string unary(const Expr& e) {
    const Expr& operand = program_.exprs[e.kids[0]];
    std::string text = expr(e.kids[0], kUnaryPrecedence);
    const std::string_view sign = spelling(e.unary);
    if (text.starts_with(sign)) {
      text.insert(0, " ");
    } else if (e.unary == Unary::minus && operand.kind == Expr::Kind::literal && !operand.boolean) {
      text = "(" + text + ")";
    }
    return std::string(sign) + text;
  }

  std::string call(const Expr& e) {
    std::string text = e.name.empty() ? e.method : e.name + "." + e.method;
    text += '(';
    for (std::size_t i = 0; i < e.kids.size(); ++i) {
      if (i > 0) text += ", ";
      text += expr(e.kids[i], 0);
    }
    return text + ")";
  }

  const Program& program_;
  std::string out_;
};

}  // namespace

std::string to_text(const Program& program) { return Printer(program).print(); }

}  // namespace thinair::litmus::java
