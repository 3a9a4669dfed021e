// Recursive descent for statements, precedence climbing for expressions. What Java has and litmus tests have not
// (loops, fields, other types) is named in the message, with how to write it, instead of ending in a bare "unexpected".
#include "read/java/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "read/java/missing.hpp"
#include "read/java/operators.hpp"
#include "read/litmus/condition_parser.hpp"

namespace thinair::litmus::java {
namespace {

constexpr std::string_view kMissingBrace = "is a '}' missing before it?";
constexpr std::string_view kOwnStatement = "an assignment is a statement of its own";

bool unsupported(std::string_view word) { return missing_word(word).has_value(); }
bool reserved(std::string_view word) {
  return unsupported(word) || word == "if" || word == "else" || word == "int" || word == "boolean" || word == "final" ||
         word == "volatile" || word == "true" || word == "false" || word == "void";
}

// `+=` and the like: the operator without its '='.
const BinaryOperator* find_compound(std::string_view text) {
  if (text.size() < 2 || text.back() != '=') return nullptr;
  const BinaryOperator* op = find_binary(text.substr(0, text.size() - 1));
  const bool compares =
      op != nullptr && op->precedence >= spelling(Binary::eq).precedence && op->precedence <= spelling(Binary::lt).precedence;
  return compares ? nullptr : op;  // `==`, `<=` and `>=` are comparisons
}

class Parser {
 public:
  explicit Parser(Cursor& cursor) : cursor_(cursor) {}

  Program parse() {
    while (at_thread()) parse_thread();
    if (program_.threads.empty() && !cursor_.failed())
      cursor_.fail("litmus-no-threads", cursor_.peek().where, fmt::format("expected 'Thread0', found {}", described(cursor_.peek())),
                   "a test needs at least one thread");
    return std::move(program_);
  }

 private:
  static std::string_view thread_digits(std::string_view word) {
    for (const std::string_view prefix : {"Thread", "thread", "P"})
      if (word.starts_with(prefix)) return word.substr(prefix.size());
    return {};
  }

  bool at_thread() const {
    if (!cursor_.at_word()) return false;
    const std::string_view digits = thread_digits(cursor_.peek().text);
    return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  }

  void parse_thread() {
    const Token header = cursor_.take();
    Token digits = header;
    digits.text = thread_digits(header.text);
    const std::uint32_t number = cursor_.index(digits);
    if (number != program_.threads.size())
      cursor_.fail("litmus-thread", header.where, fmt::format("expected 'Thread{}', found '{}'", program_.threads.size(), header.text),
                   "threads are numbered 0, 1, 2, ... in order");
    Thread thread;
    thread.where = header.where;
    cursor_.expect("{", "after the name of the thread");
    thread.body = parse_statements();
    cursor_.expect("}", "at the end of the thread");
    program_.threads.push_back(std::move(thread));
  }

  std::vector<Stmt> parse_statements() {
    std::vector<Stmt> body;
    while (!cursor_.at_end() && !cursor_.at("}")) body.push_back(parse_statement());
    return body;
  }

  Stmt parse_statement() {
    const Cursor::Level level(cursor_);
    cursor_.count_node();
    const Token first = cursor_.peek();
    Stmt stmt;
    if (cursor_.accept(";")) {
      stmt.kind = Stmt::Kind::empty;
    } else if (cursor_.accept("{")) {
      stmt.kind = Stmt::Kind::block;
      stmt.body = parse_statements();
      cursor_.expect("}", "at the end of the block");
    } else if (cursor_.accept("if")) {
      parse_if(stmt);
    } else if (cursor_.at("int") || cursor_.at("boolean") || (cursor_.at("final") && cursor_.ahead().kind == Token::Kind::word)) {
      parse_declaration(stmt);
    } else if (cursor_.at("++") || cursor_.at("--")) {
      parse_increment(stmt);
    } else if (cursor_.at_word()) {
      parse_simple(stmt);
    } else if (cursor_.at("(")) {
      parse_call_statement(stmt);
    } else {
      cursor_.fail_expected("a statement");
    }
    stmt.where = cursor_.since(first.where);
    return stmt;
  }

  void parse_if(Stmt& stmt) {
    stmt.kind = Stmt::Kind::branch;
    cursor_.expect("(", "after 'if'");
    stmt.expr = parse_expr();
    cursor_.expect(")", "after the condition");
    stmt.body.push_back(parse_statement());
    if (cursor_.accept("else")) stmt.body.push_back(parse_statement());
  }

  void parse_declaration(Stmt& stmt) {
    stmt.kind = Stmt::Kind::declare;
    stmt.is_final = cursor_.accept("final");
    if (!cursor_.at("int") && !cursor_.at("boolean")) {
      if (cursor_.at_word() && unsupported(cursor_.peek().text)) return reject_word();
      return cursor_.fail_expected("'int' or 'boolean'");
    }
    stmt.boolean = cursor_.take().text == "boolean";
    do {
      Declarator declarator;
      declarator.where = cursor_.peek().where;
      declarator.name = parse_local();
      if (cursor_.at("[")) return cursor_.fail("litmus-unsupported", cursor_.peek().where, "arrays are not supported");
      if (cursor_.accept("=")) declarator.value = parse_expr();
      stmt.declarators.push_back(std::move(declarator));
    } while (cursor_.accept(","));
    end_statement();
  }

  std::string parse_local(std::string_view what = "the name of a local") {
    if (cursor_.at_word() && reserved(cursor_.peek().text)) {
      cursor_.fail_expected(what, "a word of the language cannot be a name");
      return {};
    }
    return std::string(cursor_.expect_word(what).text);
  }

  void parse_increment(Stmt& stmt) {
    stmt.kind = Stmt::Kind::increment;
    stmt.compound = cursor_.take().text == "++" ? Binary::add : Binary::sub;
    stmt.target_where = cursor_.peek().where;
    stmt.target = parse_local();
    end_statement();
  }

  // A statement that starts with a name: an assignment or a call.
  void parse_simple(Stmt& stmt) {
    const std::string_view next = cursor_.ahead().text;
    const bool counts = next == "++" || next == "--";
    const BinaryOperator* compound = find_compound(next);
    if (!counts && next != "=" && compound == nullptr) return parse_call_statement(stmt);
    stmt.target_where = cursor_.peek().where;
    stmt.target = parse_local();
    const std::string_view op = cursor_.take().text;
    if (counts) {
      stmt.kind = Stmt::Kind::increment;
      stmt.compound = op == "++" ? Binary::add : Binary::sub;
    } else {
      stmt.kind = Stmt::Kind::assign;
      if (compound != nullptr) stmt.compound = compound->op;
      stmt.expr = parse_expr();
    }
    end_statement();
  }

  void parse_call_statement(Stmt& stmt) {
    const Token first = cursor_.peek();
    const std::string_view next = cursor_.ahead().text;
    if (first.kind == Token::Kind::word && first.text != "true" && first.text != "false" &&
        (reserved(first.text) || (starts_final_part(first.text) && next != ".")))
      return reject_word();
    if (at_thread() && next == "{")
      return cursor_.fail("litmus-syntax", first.where, fmt::format("'{}' inside a thread", first.text), std::string(kMissingBrace));
    stmt.kind = Stmt::Kind::call;
    stmt.expr = parse_expr();
    if (cursor_.failed()) return;
    if (program_.exprs[stmt.expr].kind != Expr::Kind::call) {
      const bool name_only = program_.exprs[stmt.expr].kind == Expr::Kind::name;
      if (name_only && cursor_.peek().kind == Token::Kind::word)
        return cursor_.fail("litmus-unsupported", first.where, fmt::format("unknown type '{}'", first.text), "locals are int or boolean");
      return cursor_.fail("litmus-syntax", cursor_.since(first.where), "not a statement", "expected an assignment or a call");
    }
    end_statement();
  }

  void end_statement() { cursor_.expect(";", "at the end of the statement", assigns() ? std::string(kOwnStatement) : ""); }

  bool assigns() const { return cursor_.at("=") || find_compound(cursor_.peek().text) != nullptr || cursor_.at("++") || cursor_.at("--"); }

  // A word that cannot start a statement, and why.
  void reject_word() {
    const Token word = cursor_.peek();
    if (starts_final_part(word.text)) {
      cursor_.fail("litmus-syntax", word.where, fmt::format("'{}' inside a thread", word.text), std::string(kMissingBrace));
    } else if (word.text == "volatile") {
      cursor_.fail("litmus-unsupported", word.where, "a local cannot be volatile", "declare the location in the init block");
    } else if (word.text == "else") {
      cursor_.fail("litmus-syntax", word.where, "'else' without 'if'");
    } else {
      cursor_.fail("litmus-unsupported", word.where, fmt::format("'{}' is not supported in litmus tests", word.text),
                   std::string(missing_word(word.text).value_or("")));
    }
  }

  ExprId add(Expr expr) {
    cursor_.count_node();
    std::uint32_t height = 0;
    expr.modifies = expr.kind == Expr::Kind::modify;
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

  // expr ::= binary [ "?" expr ":" expr ] | NAME "+=" expr
  ExprId parse_expr() {
    const Cursor::Level level(cursor_);
    const Span begin = cursor_.peek().where;
    if (const BinaryOperator* compound = find_compound(cursor_.ahead().text); cursor_.at_word() && compound != nullptr) {
      Expr expr = modified(compound->op);
      cursor_.take();
      expr.kids = {parse_expr()};
      expr.where = cursor_.since(begin);
      return add(std::move(expr));
    }
    const ExprId guard = parse_binary(kWeakestBinary);
    if (!cursor_.accept("?")) return guard;
    Expr expr;
    expr.kind = Expr::Kind::conditional;
    const ExprId yes = parse_expr();
    cursor_.expect(":", "between the two values of '?'");
    const ExprId no = parse_expr();
    expr.kids = {guard, yes, no};
    expr.where = cursor_.since(begin);
    return add(std::move(expr));
  }

  ExprId parse_binary(unsigned weakest) {
    const Span begin = cursor_.peek().where;
    ExprId lhs = parse_unary();
    while (!cursor_.at_end()) {
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

  // Takes the name of a local or location that an expression modifies.
  Expr modified(Binary op) {
    Expr expr;
    expr.kind = Expr::Kind::modify;
    expr.binary = op;
    expr.name_where = cursor_.peek().where;
    expr.name = parse_local("the name of a local or location");
    return expr;
  }

  ExprId parse_unary() {
    const Cursor::Level level(cursor_);
    const Span begin = cursor_.peek().where;
    if (cursor_.at("++") || cursor_.at("--")) {
      Expr expr = modified(cursor_.take().text == "++" ? Binary::add : Binary::sub);
      expr.where = cursor_.since(begin);
      return add(std::move(expr));
    }
    for (const Unary op : {Unary::minus, Unary::plus, Unary::bit_not, Unary::log_not}) {
      if (!cursor_.at(spelling(op))) continue;
      cursor_.take();
      if (op == Unary::minus && cursor_.at_number()) return literal(cursor_.literal(cursor_.take(), true), false, begin);
      Expr expr;
      expr.kind = Expr::Kind::unary;
      expr.unary = op;
      expr.kids = {parse_unary()};
      expr.where = cursor_.since(begin);
      return add(std::move(expr));
    }
    return parse_primary();
  }

  ExprId literal(std::int64_t value, bool boolean, Span begin) {
    Expr expr;
    expr.value = value;
    expr.boolean = boolean;
    expr.where = cursor_.since(begin);
    return add(std::move(expr));
  }

  ExprId parse_primary() {
    const Token first = cursor_.peek();
    if (cursor_.at_number()) return literal(cursor_.literal(cursor_.take(), false), false, first.where);
    if (cursor_.at("true") || cursor_.at("false")) return literal(cursor_.take().text == "true" ? 1 : 0, true, first.where);
    if (cursor_.accept("(")) {
      // A cast to int or boolean changes no value, as every value is one.
      if (cursor_.accept("int") || cursor_.accept("boolean")) {
        cursor_.expect(")", "after the type of the cast");
        return parse_unary();
      }
      const ExprId inner = parse_expr();
      cursor_.expect(")", "after the expression", assigns() ? std::string(kOwnStatement) : "");
      return inner;
    }
    if (cursor_.at_word() && (unsupported(first.text) || first.text == "volatile")) {
      reject_word();
    } else if (cursor_.at_word() && !reserved(first.text)) {
      return parse_name();
    } else {
      cursor_.fail_expected("an expression");
    }
    return literal(0, false, first.where);
  }

  // A local or location, `X.method(...)`, `fence()`, or `n++`.
  ExprId parse_name() {
    if (const std::string_view next = cursor_.ahead().text; next == "++" || next == "--") {
      const Span begin = cursor_.peek().where;
      Expr expr = modified(next == "++" ? Binary::add : Binary::sub);
      cursor_.take();
      expr.postfix = true;
      expr.where = cursor_.since(begin);
      return add(std::move(expr));
    }
    const Token first = cursor_.take();
    Expr expr;
    expr.kind = Expr::Kind::name;
    expr.name = first.text;
    expr.name_where = first.where;
    if (cursor_.at(".") || cursor_.at("(")) {
      expr.kind = Expr::Kind::call;
      if (cursor_.accept(".")) {
        const Token method = cursor_.expect_word("the name of a method");
        expr.method = method.text;
        expr.method_where = method.where;
        if (!cursor_.failed() && !cursor_.at("("))
          cursor_.fail("litmus-unsupported", method.where, "fields are not supported", "expected a call such as X.get()");
      } else {
        std::swap(expr.method, expr.name);
        std::swap(expr.method_where, expr.name_where);
      }
      // Their arguments are lambdas or worse: nothing that could be read on.
      if (const auto hint = missing_method(expr.method); hint && !cursor_.failed())
        cursor_.fail("litmus-unsupported", expr.method_where, fmt::format("method '{}' is not supported in litmus tests", expr.method),
                     std::string(*hint));
      parse_arguments(expr);
    } else if (cursor_.at("[")) {
      cursor_.fail("litmus-unsupported", cursor_.peek().where, "arrays are not supported");
    }
    expr.where = cursor_.since(first.where);
    return add(std::move(expr));
  }

  void parse_arguments(Expr& call) {
    cursor_.expect("(", "after the name of a method");
    // VarHandle's methods take the object first; here a handle knows its location.
    if (!call.name.empty() && cursor_.at("this") && (cursor_.ahead().text == "," || cursor_.ahead().text == ")")) {
      cursor_.take();
      if (!cursor_.at(")")) cursor_.expect(",", "after 'this'");
    }
    while (!cursor_.at_end() && !cursor_.at(")")) {
      call.kids.push_back(parse_expr());
      if (!cursor_.accept(",")) break;
    }
    cursor_.expect(")", "after the arguments");
  }

  Cursor& cursor_;
  Program program_;
};

}  // namespace

Program parse_program(Cursor& cursor) { return Parser(cursor).parse(); }

}  // namespace thinair::litmus::java
