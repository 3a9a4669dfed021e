// By recursive descent; expressions by precedence climbing. Assignments are statements: C says little about the order of side effects
// inside an expression, and tests do not need them there.
#include "read/c/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "read/c/foreign.hpp"
#include "read/java/parser.hpp"
#include "read/java/parser_impl.hpp"
#include "read/litmus/condition_parser.hpp"

namespace thinair::litmus::c {
namespace {

constexpr std::array<std::string_view, 17> kTypeWords = {"int",   "_Atomic", "volatile", "const", "signed", "unsigned",
                                                         "long",  "short",   "char",     "float", "double", "bool",
                                                         "_Bool", "void",    "register", "auto",  "struct"};
constexpr std::array<std::string_view, 4> kQualifiers = {"volatile", "const", "register", "auto"};
constexpr std::array<std::string_view, 9> kReserved = {"if", "else", "while", "do", "for", "break", "continue", "return", "NULL"};
constexpr std::array<std::string_view, 6> kUnsupported = {"switch", "goto", "typedef", "sizeof", "enum", "union"};

bool is_in(const auto& words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }
bool is_reserved(std::string_view word) { return is_in(kReserved, word) || is_in(kUnsupported, word) || is_in(kTypeWords, word); }

class ThreadParser {
 public:
  explicit ThreadParser(Cursor& cursor) : cursor_(cursor) {}

  Program run() {
    while (at_thread()) thread();
    if (program_.threads.empty() && !cursor_.failed())
      cursor_.fail("litmus-no-threads", cursor_.peek().where, fmt::format("expected 'P0', found {}", described(cursor_.peek())),
                   "a C test needs at least one thread, as in P0 (atomic_int* x) { ... }");
    return std::move(program_);
  }

 private:
  static std::optional<std::uint32_t> number_of(std::string_view word) {
    return word.starts_with('P') ? java::thread_number(word) : std::nullopt;
  }

  bool at_thread() const {
    if (cursor_.at("void") || cursor_.at("static")) return number_of(cursor_.ahead().text).has_value();
    return cursor_.at_word() && number_of(cursor_.peek().text).has_value();
  }

  void thread() {
    if (cursor_.at("void") || cursor_.at("static")) cursor_.take();
    const Token header = cursor_.take();
    if (number_of(header.text) != program_.threads.size())
      cursor_.fail("litmus-thread", header.where, fmt::format("expected 'P{}', found '{}'", program_.threads.size(), header.text),
                   "threads are numbered 0, 1, 2, ... in order");
    Thread out;
    out.where = header.where;
    cursor_.expect("(", "after the name of the thread", "its parameters are the locations that it uses, as in P0 (atomic_int* x)");
    if (cursor_.at("void") && cursor_.ahead().text == ")") cursor_.take();
    while (!cursor_.at_end() && !cursor_.at(")")) {
      out.parameters.push_back(parameter());
      if (!cursor_.accept(",")) break;
    }
    cursor_.expect(")", "after the parameters");
    if (cursor_.at("{")) cursor_.in_c_code(true);
    cursor_.expect("{", "before the statements of the thread");
    out.body = statements();
    cursor_.in_c_code(false);
    cursor_.expect("}", "at the end of the thread");
    program_.threads.push_back(std::move(out));
  }

  Parameter parameter() {
    cursor_.count_node();
    Parameter out;
    if (!at_type()) cursor_.fail_expected("the type of a parameter such as atomic_int*");
    out.type = type();
    out.where = cursor_.peek().where;
    out.name = new_name("the name of a location");
    return out;
  }

  // ---- types

  bool refuse_foreign() {
    if (!cursor_.at_word()) return false;
    const auto found = foreign(cursor_.peek().text);
    if (!found) return false;
    cursor_.fail("litmus-unsupported", cursor_.peek().where, found->message, found->hint);
    return true;
  }

  // A word that is a type wherever it stands.
  bool at_type_word() const {
    if (!cursor_.at_word()) return false;
    const std::string_view word = cursor_.peek().text;
    return is_in(kTypeWords, word) || word.ends_with("_t") || (word.starts_with("atomic_") && cursor_.ahead().text != "(");
  }

  // At the start of a statement or of a parameter: also a word in front of another one.
  bool at_type() const {
    return at_type_word() || (cursor_.at_word() && !is_reserved(cursor_.peek().text) && cursor_.ahead().kind == Token::Kind::word);
  }

  // Words up to the name, which is the last one.
  Type type() {
    Type out;
    bool has_base = false;
    const Span begin = cursor_.peek().where;
    while (cursor_.at_word() || cursor_.at("*")) {
      if (cursor_.accept("*")) {
        ++out.stars;
        continue;
      }
      const std::string_view word = cursor_.peek().text;
      const std::string_view next = cursor_.ahead().text;
      if (refuse_foreign()) break;
      if (out.stars > 0) {  // `int* volatile x`: of the pointer, which nobody can change
        if (word != "volatile" && word != "const" && word != "restrict") break;
        cursor_.take();
        continue;
      }
      if (word == "_Atomic" && next == "(") {
        cursor_.take();
        cursor_.take();
        const Type inner = type();
        cursor_.expect(")", "after the type");
        out.words.emplace_back("_Atomic");
        out.words.insert(out.words.end(), inner.words.begin(), inner.words.end());
        has_base = true;
        if (inner.stars > 0) cursor_.fail("litmus-unsupported", inner.where, "locations that hold addresses are not supported in C tests");
        continue;
      }
      const bool goes_on = cursor_.ahead().kind == Token::Kind::word || next == "*" || next == ")";
      if (!is_in(kTypeWords, word) && (!goes_on || has_base)) break;
      has_base = has_base || !(is_in(kQualifiers, word) || word == "_Atomic" || word == "struct");
      out.words.emplace_back(cursor_.take().text);
    }
    out.where = cursor_.since(begin);
    if (out.words.empty() && !cursor_.failed()) cursor_.fail_expected("a type");
    return out;
  }

  std::string new_name(std::string_view what) {
    const Token token = cursor_.expect_word(what);
    if (!cursor_.failed() && is_reserved(token.text))
      cursor_.fail("litmus-syntax", token.where, fmt::format("expected {}, found '{}'", what, token.text), "this word is C's own");
    return std::string(token.text);
  }

  // ---- statements

  std::vector<Stmt> statements() {
    std::vector<Stmt> body;
    while (!cursor_.at_end() && !cursor_.at("}")) body.push_back(statement());
    return body;
  }

  Stmt statement() {
    const Cursor::Level level(cursor_);
    cursor_.count_node();
    const Token first = cursor_.peek();
    Stmt out;
    using Kind = Stmt::Kind;
    if (cursor_.accept(";")) {
      out.kind = Kind::empty;
    } else if (cursor_.accept("{")) {
      out.kind = Kind::block;
      out.body = statements();
      cursor_.expect("}", "at the end of the block");
    } else if (cursor_.accept("if")) {
      out.kind = Kind::branch;
      guard(out, "if");
      out.body.push_back(statement());
      if (cursor_.accept("else")) out.body.push_back(statement());
    } else if (cursor_.accept("while")) {
      out.kind = Kind::while_loop;
      guard(out, "while");
      out.body.push_back(statement());
    } else if (cursor_.accept("do")) {
      out.kind = Kind::do_loop;
      out.body.push_back(statement());
      cursor_.expect("while", "after the body of 'do'");
      guard(out, "while");
      end_statement();
    } else if (cursor_.accept("for")) {
      for_loop(out);
    } else if (cursor_.at("break") || cursor_.at("continue") || cursor_.at("return")) {
      const std::string_view word = cursor_.take().text;
      out.kind = word == "break" ? Kind::break_ : word == "continue" ? Kind::continue_ : Kind::return_;
      if (out.kind == Kind::return_ && !cursor_.at(";"))
        cursor_.fail("litmus-type", cursor_.peek().where, "a thread gives no value back", "'return;' ends it");
      end_statement();
    } else if (refuse_word()) {
    } else if (at_type()) {
      declaration(out);
    } else {
      simple(out);
      end_statement();
    }
    out.where = cursor_.since(first.where);
    return out;
  }

  bool refuse_word() {
    const Token word = cursor_.peek();
    if (!cursor_.at_word()) return false;
    if (at_thread() && cursor_.ahead().text == "(") {
      cursor_.fail("litmus-syntax", word.where, fmt::format("'{}' inside a thread", word.text), "is a '}' missing before it?");
    } else if (word.text == "else") {
      cursor_.fail("litmus-syntax", word.where, "'else' without 'if'");
    } else if (is_in(kUnsupported, word.text)) {
      cursor_.fail("litmus-unsupported", word.where, fmt::format("'{}' is not supported in C tests", word.text));
    } else if (starts_final_part(word.text) && (cursor_.ahead().text == "(" || cursor_.ahead().text == "[")) {
      cursor_.fail("litmus-syntax", word.where, fmt::format("'{}' inside a thread", word.text), "is a '}' missing before it?");
    }
    return cursor_.failed();
  }

  void guard(Stmt& out, std::string_view word) {
    cursor_.expect("(", fmt::format("after '{}'", word));
    out.expr = expression();
    cursor_.expect(")", "after the condition");
  }

  void end_statement() { cursor_.expect(";", "at the end of the statement"); }

  void declaration(Stmt& out) {
    out.kind = Stmt::Kind::declare;
    out.type = type();
    do {
      Declarator one;
      one.where = cursor_.peek().where;
      if (cursor_.at("*"))
        return cursor_.fail("litmus-unsupported", cursor_.peek().where, "a local cannot be a pointer",
                            "threads use locations through their parameters");
      one.name = new_name("the name of a local");
      if (cursor_.at("["))
        return cursor_.fail("litmus-unsupported", cursor_.peek().where, "arrays are not supported in C tests",
                            "use a local for each element");
      if (cursor_.accept("=")) one.value = expression();
      out.declarators.push_back(std::move(one));
    } while (cursor_.accept(","));
    end_statement();
  }

  // An assignment, an increment or a call, without its semicolon.
  void simple(Stmt& out) {
    const Span begin = cursor_.peek().where;
    if (cursor_.at("++") || cursor_.at("--")) {
      out.kind = Stmt::Kind::increment;
      out.compound = cursor_.take().text == "++" ? Binary::add : Binary::sub;
      out.place = unary();
    } else {
      const ExprId first = unary();
      if (cursor_.failed()) return;
      const java::BinaryOperator* compound = java::find_compound(cursor_.peek().text);
      if (cursor_.at("=") || compound) {
        cursor_.take();
        out.kind = Stmt::Kind::assign;
        if (compound) out.compound = compound->op;
        out.place = first;
        out.expr = expression();
        if (cursor_.at("="))
          cursor_.fail("litmus-unsupported", cursor_.peek().where, "an assignment is no value here", "write one assignment per statement");
      } else if (cursor_.at("++") || cursor_.at("--")) {
        out.kind = Stmt::Kind::increment;
        out.compound = cursor_.take().text == "++" ? Binary::add : Binary::sub;
        out.place = first;
      } else {
        out.kind = Stmt::Kind::call;
        out.expr = first;
        if (program_.exprs[first].kind == Expr::Kind::name && cursor_.at(":"))
          cursor_.fail("litmus-unsupported", program_.exprs[first].where, "labels are not supported in C tests");
        if (program_.exprs[first].kind != Expr::Kind::call)
          cursor_.fail("litmus-syntax", program_.exprs[first].where, "not a statement", "expected an assignment or a call");
        return;
      }
    }
    if (cursor_.failed()) return;
    const Expr& place = program_.exprs[out.place];
    if (place.kind != Expr::Kind::name && place.kind != Expr::Kind::deref)
      cursor_.fail("litmus-syntax", cursor_.since(begin), "this cannot be assigned to",
                   "expected a local such as r0, or a location such as *x");
  }

  void for_loop(Stmt& out) {
    out.kind = Stmt::Kind::for_loop;
    cursor_.expect("(", "after 'for'");
    const auto part = [&](std::vector<Stmt>& into) {
      Stmt one;
      const Span begin = cursor_.peek().where;
      simple(one);
      one.where = cursor_.since(begin);
      into.push_back(std::move(one));
    };
    if (at_type()) {
      Stmt one;
      const Span begin = cursor_.peek().where;
      declaration(one);
      one.where = cursor_.since(begin);
      out.init.push_back(std::move(one));
    } else {
      if (!cursor_.at(";")) do
          part(out.init);
        while (cursor_.accept(","));
      cursor_.expect(";", "after the start of 'for'");
    }
    out.has_expr = !cursor_.at(";");
    if (out.has_expr) out.expr = expression();
    cursor_.expect(";", "after the condition of 'for'");
    if (!cursor_.at(")")) do
        part(out.step);
      while (cursor_.accept(","));
    cursor_.expect(")", "after the step of 'for'");
    out.body.push_back(statement());
  }

  // ---- expressions

  ExprId add(Expr expr, Span begin) {
    cursor_.count_node();
    std::uint32_t height = 0;
    for (const ExprId kid : expr.kids) height = std::max(height, program_.exprs[kid].height);
    expr.height = height + 1;
    expr.where = cursor_.since(begin);
    if (expr.height > kMaxHeight)
      cursor_.fail("litmus-nesting", cursor_.last(), fmt::format("expression with more than {} operators in a row", kMaxHeight - 1));
    program_.exprs.push_back(std::move(expr));
    return static_cast<ExprId>(program_.exprs.size() - 1);
  }

  // expr ::= binary [ "?" expr ":" expr ]
  ExprId expression() {
    const Cursor::Level level(cursor_);
    const Span begin = cursor_.peek().where;
    const ExprId first = binary(java::kWeakestBinary);
    if (!cursor_.accept("?")) return first;
    Expr out;
    out.kind = Expr::Kind::conditional;
    out.kids = {first, expression()};
    cursor_.expect(":", "between the two values");
    out.kids.push_back(expression());
    return add(std::move(out), begin);
  }

  ExprId binary(unsigned weakest) {
    const Span begin = cursor_.peek().where;
    ExprId lhs = unary();
    while (!cursor_.failed() && cursor_.peek().kind == Token::Kind::symbol) {
      const java::BinaryOperator* op = java::find_binary(cursor_.peek().text);
      if (op == nullptr || op->precedence < weakest) break;
      if (op->op == Binary::ushr) {
        cursor_.fail("litmus-syntax", cursor_.peek().where, "C has no operator '>>>'", "'>>' shifts");
        break;
      }
      cursor_.take();
      Expr out;
      out.kind = Expr::Kind::binary;
      out.binary = op->op;
      out.kids = {lhs, binary(op->precedence + 1)};
      lhs = add(std::move(out), begin);
    }
    return lhs;
  }

  ExprId unary() {
    const Cursor::Level level(cursor_);
    const Span begin = cursor_.peek().where;
    Expr out;
    if (cursor_.at("-") && cursor_.ahead().kind == Token::Kind::number) {
      cursor_.take();
      out.value = cursor_.literal(cursor_.take(), true);
      return add(std::move(out), begin);
    }
    constexpr std::array<std::pair<std::string_view, Unary>, 4> kSigns = {
        {{"-", Unary::minus}, {"+", Unary::plus}, {"~", Unary::bit_not}, {"!", Unary::log_not}}};
    for (const auto& [sign, op] : kSigns) {
      if (!cursor_.accept(sign)) continue;
      out.kind = Expr::Kind::unary;
      out.unary = op;
      out.kids = {unary()};
      return add(std::move(out), begin);
    }
    if (cursor_.at("*") || cursor_.at("&")) {
      out.kind = cursor_.take().text == "*" ? Expr::Kind::deref : Expr::Kind::address;
      out.kids = {unary()};
      return add(std::move(out), begin);
    }
    if (cursor_.at("++") || cursor_.at("--")) {
      cursor_.fail("litmus-unsupported", begin, "an increment is no value here", "write it as a statement of its own");
      return add(std::move(out), begin);
    }
    return primary();
  }

  ExprId primary() {
    const Span begin = cursor_.peek().where;
    Expr out;
    if (cursor_.accept("(")) {
      if (at_type_word()) {
        out.kind = Expr::Kind::cast;
        out.type = type();
        cursor_.expect(")", "after the type");
        out.kids = {unary()};
        return add(std::move(out), begin);
      }
      const ExprId inner = expression();
      cursor_.expect(")", "after the expression");
      return inner;
    }
    if (cursor_.at_number()) {
      out.value = cursor_.literal(cursor_.take(), false);
      return add(std::move(out), begin);
    }
    if (cursor_.at("true") || cursor_.at("false")) {
      out.value = cursor_.take().text == "true" ? 1 : 0;
      return add(std::move(out), begin);
    }
    if (!cursor_.at_word()) {
      cursor_.fail_expected("a value");
      return add(std::move(out), begin);
    }
    if (!refuse_foreign() && is_reserved(cursor_.peek().text)) cursor_.fail_expected("a value");
    const Token word = cursor_.take();
    out.kind = Expr::Kind::name;
    out.name = word.text;
    out.name_where = word.where;
    if (cursor_.at("."))
      cursor_.fail("litmus-unsupported", cursor_.peek().where, "C++'s member functions are not read",
                   fmt::format("write atomic_store_explicit({}, 1, memory_order_release) and the like", word.text));
    if (cursor_.at("->") || cursor_.at("[") || (cursor_.at("-") && cursor_.ahead().text == ">"))
      cursor_.fail("litmus-unsupported", cursor_.peek().where, "structs and arrays are not supported in C tests",
                   "give each part a location of its own");
    if (cursor_.accept("(")) {
      out.kind = Expr::Kind::call;
      while (!cursor_.at_end() && !cursor_.at(")")) {
        out.kids.push_back(expression());
        if (!cursor_.accept(",")) break;
      }
      cursor_.expect(")", "after the arguments");
    }
    return add(std::move(out), begin);
  }

  Cursor& cursor_;
  Program program_;
};

}  // namespace

Program parse_threads(Cursor& cursor) { return ThreadParser(cursor).run(); }

}  // namespace thinair::litmus::c
