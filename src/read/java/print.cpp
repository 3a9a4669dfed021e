#include <fmt/format.h>

#include "program/floating.hpp"
#include "read/java/ast.hpp"
#include "read/java/operators.hpp"

namespace thinair::litmus::java {
namespace {

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string declarations() {
    for (const ClassDecl& one : program_.classes) print(one);
    for (const MethodDecl& method : program_.methods) print(method, 0, "static ");
    return std::move(out_);
  }

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
      case Stmt::Kind::while_loop:
        line(depth, fmt::format("while ({})", expr(stmt.expr, 0)));
        print(stmt.body[0], depth + 1);
        break;
      case Stmt::Kind::do_loop:
        line(depth, "do");
        print(stmt.body[0], depth + 1);
        line(depth, fmt::format("while ({});", expr(stmt.expr, 0)));
        break;
      case Stmt::Kind::for_loop:
        line(depth, fmt::format("for ({}; {}; {})", listed(stmt.init), stmt.has_expr ? expr(stmt.expr, 0) : "", listed(stmt.step)));
        print(stmt.body[0], depth + 1);
        break;
      case Stmt::Kind::for_each:
        line(depth, fmt::format("for ({}{} {} : {})", stmt.is_final ? "final " : "", type(stmt.type), stmt.declarators.front().name,
                                expr(stmt.expr, 0)));
        print(stmt.body[0], depth + 1);
        break;
      case Stmt::Kind::labelled:
        line(depth, stmt.label + ":");
        print(stmt.body[0], depth);
        break;
      case Stmt::Kind::switch_:
        line(depth, fmt::format("switch ({}) {{", expr(stmt.expr, 0)));
        inside(stmt.body, depth);
        line(depth, "}");
        break;
      case Stmt::Kind::case_: {
        std::string values;
        for (const ExprId id : stmt.values) values += (values.empty() ? "" : ", ") + expr(id, kWeakestBinary);
        line(depth, stmt.is_default ? "default:" : fmt::format("case {}:", values));
        break;
      }
      case Stmt::Kind::break_: line(depth, fmt::format("break{}{};", stmt.label.empty() ? "" : " ", stmt.label)); break;
      case Stmt::Kind::continue_: line(depth, fmt::format("continue{}{};", stmt.label.empty() ? "" : " ", stmt.label)); break;
      case Stmt::Kind::return_: line(depth, stmt.has_expr ? fmt::format("return {};", expr(stmt.expr, 0)) : "return;"); break;
      case Stmt::Kind::throw_: line(depth, fmt::format("throw {};", expr(stmt.expr, 0))); break;
      case Stmt::Kind::assert_: line(depth, fmt::format("assert {};", expr(stmt.expr, 0))); break;
      case Stmt::Kind::synchronized_:
        line(depth, fmt::format("synchronized ({}) {{", expr(stmt.expr, 0)));
        inside(stmt.body, depth);
        line(depth, "}");
        break;
      case Stmt::Kind::try_: print_try(stmt, depth); break;
    }
  }

  void inside(const std::vector<Stmt>& body, unsigned depth) {
    for (const Stmt& stmt : body) print(stmt, depth + 1);
  }

  void print_try(const Stmt& stmt, unsigned depth) {
    line(depth, "try {");
    inside(stmt.body, depth);
    for (const Catch& one : stmt.catches) {
      std::string types;
      for (const TypeName& name : one.types) types += (types.empty() ? "" : " | ") + type(name);
      line(depth, fmt::format("}} catch ({} {}) {{", types, one.name));
      inside(one.body, depth);
    }
    if (stmt.has_finally) {
      line(depth, "} finally {");
      inside(stmt.finally, depth);
    }
    line(depth, "}");
  }

  // The parts of `for`: statements without their ends.
  std::string listed(const std::vector<Stmt>& parts) {
    std::string out;
    for (const Stmt& stmt : parts) {
      Printer one(program_);
      one.print(stmt, 0);
      std::string text = std::move(one.out_);
      while (!text.empty() && (text.back() == '\n' || text.back() == ';')) text.pop_back();
      out += (out.empty() ? "" : ", ") + text;
    }
    return out;
  }

  static std::string type(const TypeName& name) {
    std::string out = name.name;
    for (std::uint32_t i = 0; i < name.dimensions; ++i) out += "[]";
    return out;
  }

  void print(const ClassDecl& one) {
    std::string interfaces;
    for (const TypeName& name : one.interfaces) interfaces += (interfaces.empty() ? "" : ", ") + type(name);
    if (!interfaces.empty()) interfaces = (one.is_interface ? " extends " : " implements ") + interfaces;
    line(0, fmt::format("{} {}{}{} {{",
                        one.is_interface  ? "interface"
                        : one.is_abstract ? "abstract class"
                                          : "class",
                        one.name, one.super.empty() ? "" : " extends " + one.super, interfaces));
    for (const Field& field : one.fields)
      line(1, fmt::format("{}{}{}{} {}{};", field.is_static ? "static " : "", field.is_final ? "final " : "",
                          field.is_volatile ? "volatile " : "", type(field.type), field.name,
                          field.value ? " = " + expr(*field.value, 0) : ""));
    for (const MethodDecl& method : one.methods)
      print(method, 1,
            method.is_static                          ? "static "
            : method.is_abstract && !one.is_interface ? "abstract "
            : one.is_interface && !method.is_abstract ? "default "
                                                      : "");
    line(0, "}");
  }

  void print(const MethodDecl& method, unsigned depth, std::string_view before) {
    std::string parameters;
    for (const Parameter& p : method.parameters) parameters += fmt::format("{}{} {}", parameters.empty() ? "" : ", ", type(p.type), p.name);
    line(depth,
         fmt::format("{}{}{}{}({}){}", before, method.is_synchronized ? "synchronized " : "",
                     method.is_constructor ? "" : type(method.type) + " ", method.name, parameters, method.is_abstract ? ";" : " {"));
    if (method.is_abstract) return;
    inside(method.body, depth);
    line(depth, "}");
  }

  void print_block(const Stmt& stmt, unsigned depth) {
    line(depth, "{");
    for (const Stmt& inner : stmt.body) print(inner, depth + 1);
    line(depth, "}");
  }

  void print_declaration(const Stmt& stmt, unsigned depth) {
    std::string text = stmt.is_final ? "final " : "";
    text += type(stmt.type) + " ";
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
    if (stmt.kind == Stmt::Kind::labelled) return swallows_else(stmt.body[0]);
    return stmt.kind == Stmt::Kind::branch && (stmt.body.size() < 2 || swallows_else(stmt.body[1]));
  }

  // In parentheses if it binds weaker than `weakest`.
  std::string expr(ExprId id, unsigned weakest) {
    const Expr& e = program_.exprs[id];
    switch (e.kind) {
      case Expr::Kind::literal:
        if (e.is_char && e.value >= ' ' && e.value < 0x7F && e.value != '\'' && e.value != '\\')
          return fmt::format("'{}'", static_cast<char>(e.value));
        if (e.is_char) return fmt::format("'\\u{:04x}'", e.value);
        if (e.is_float) return program::floating_text(program::as_float(e.value)) + "f";
        if (e.is_double) return program::floating_text(program::as_double(e.value));
        return e.boolean ? (e.value != 0 ? "true" : "false") : std::to_string(e.value) + (e.is_long ? "L" : "");
      case Expr::Kind::null: return "null";
      case Expr::Kind::this_: return "this";
      case Expr::Kind::string: return fmt::format("\"{}\"", e.name);
      case Expr::Kind::field: return fmt::format("{}.{}", expr(e.kids[0], kPostfixPrecedence), e.name);
      case Expr::Kind::index: return fmt::format("{}[{}]", expr(e.kids[0], kPostfixPrecedence), expr(e.kids[1], 0));
      case Expr::Kind::new_object: return fmt::format("new {}({})", e.type.name, arguments(e, 0));
      case Expr::Kind::new_array:
        return e.braces ? fmt::format("new {}[] {{{}}}", type(e.type), arguments(e, 0)) : fmt::format("new {}{}", e.type.name, lengths(e));
      case Expr::Kind::assign: {
        const std::string text = fmt::format("{} = {}", expr(e.kids[0], kPostfixPrecedence), expr(e.kids[1], 0));
        return weakest > 0 ? "(" + text + ")" : text;
      }
      case Expr::Kind::cast: {
        const std::string text = fmt::format("({}) {}", type(e.type), expr(e.kids[0], kUnaryPrecedence));
        return weakest > kUnaryPrecedence ? "(" + text + ")" : text;
      }
      case Expr::Kind::instance_of: {
        const unsigned precedence = spelling(Binary::lt).precedence;
        const std::string text = fmt::format("{} instanceof {}", expr(e.kids[0], precedence), type(e.type));
        return precedence < weakest ? "(" + text + ")" : text;
      }
      case Expr::Kind::name: return e.name;
      case Expr::Kind::call: return call(e);
      case Expr::Kind::modify: {
        const std::string place = e.on_object ? expr(e.kids[0], kPostfixPrecedence) : e.name;
        if (e.kids.size() == (e.on_object ? 1U : 0U)) {
          const std::string_view sign = e.binary == Binary::add ? "++" : "--";
          return e.postfix ? fmt::format("{}{}", place, sign) : fmt::format("{}{}", sign, place);
        }
        const std::string text = fmt::format("{} {}= {}", place, spelling(e.binary).text, expr(e.kids.back(), 0));
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

  std::string lengths(const Expr& e) {
    std::string out;
    for (const ExprId kid : e.kids) out += fmt::format("[{}]", expr(kid, 0));
    return out + type({"", e.type.dimensions + 1 - static_cast<std::uint32_t>(e.kids.size()), {}});
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

  std::string arguments(const Expr& e, std::size_t first) {
    std::string text;
    for (std::size_t i = first; i < e.kids.size(); ++i) text += (i > first ? ", " : "") + expr(e.kids[i], 0);
    return text;
  }

  std::string call(const Expr& e) {
    const std::string on = e.on_object ? expr(e.kids[0], kPostfixPrecedence) : e.name;
    return fmt::format("{}{}{}({})", on, on.empty() ? "" : ".", e.method, arguments(e, e.on_object ? 1 : 0));
  }

  const Program& program_;
  std::string out_;
};

}  // namespace

std::string declarations_to_text(const Program& program) { return Printer(program).declarations(); }

std::string to_text(const Program& program) { return Printer(program).print(); }

}  // namespace thinair::litmus::java
