// Threads and statements, by recursive descent. What Java has and litmus tests have not is named in the message, with how to write it,
// instead of ending in a bare "unexpected".
#include "read/java/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "read/java/missing.hpp"
#include "read/java/parser_impl.hpp"
#include "read/litmus/condition_parser.hpp"

namespace thinair::litmus::java {
namespace {

constexpr std::string_view kMissingBrace = "is a '}' missing before it?";

// Words of conditions can be names, too: what follows one tells.
bool names_something(std::string_view next) {
  return next == "." || next == "=" || next == "++" || next == "--" || next == "[" || find_compound(next) != nullptr;
}

}  // namespace

std::optional<std::uint32_t> thread_number(std::string_view word) {
  for (const std::string_view prefix : {"Thread", "thread", "P"}) {
    if (!word.starts_with(prefix)) continue;
    const std::string_view digits = word.substr(prefix.size());
    if (digits.empty() || digits.size() > 6 || digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
    std::uint32_t number = 0;
    for (const char digit : digits) number = number * 10 + static_cast<std::uint32_t>(digit - '0');
    return number;
  }
  return std::nullopt;
}

bool Parser::at_thread() const { return cursor_.at_word() && thread_number(cursor_.peek().text).has_value(); }

void Parser::threads() {
  while (at_thread()) parse_thread();
  if (program_.threads.empty() && !cursor_.failed())
    cursor_.fail("litmus-no-threads", cursor_.peek().where, fmt::format("expected 'Thread0', found {}", described(cursor_.peek())),
                 cursor_.at("Thread") && cursor_.ahead().kind == Token::Kind::number ? "write it without the blank"
                 : at_class() || cursor_.at("static")                                ? "classes and methods stand before the init block"
                                                                                     : "a test needs at least one thread");
}

void Parser::parse_thread() {
  const Token header = cursor_.take();
  if (thread_number(header.text) != program_.threads.size())
    cursor_.fail("litmus-thread", header.where, fmt::format("expected 'Thread{}', found '{}'", program_.threads.size(), header.text),
                 "threads are numbered 0, 1, 2, ... in order");
  Thread thread;
  thread.where = header.where;
  cursor_.expect("{", "after the name of the thread");
  thread.body = parse_statements();
  cursor_.expect("}", "at the end of the thread");
  program_.threads.push_back(std::move(thread));
}

std::vector<Stmt> Parser::parse_statements() {
  std::vector<Stmt> body;
  while (!cursor_.at_end() && !cursor_.at("}")) body.push_back(parse_statement());
  return body;
}

std::vector<Stmt> Parser::parse_block(std::string_view after) {
  cursor_.expect("{", after);
  std::vector<Stmt> body = parse_statements();
  cursor_.expect("}", "at the end of the block");
  return body;
}

Stmt Parser::parse_statement() {
  const Cursor::Level level(cursor_);
  cursor_.count_node();
  const Token first = cursor_.peek();
  const std::string_view next = cursor_.ahead().text;
  Stmt stmt;
  if (cursor_.accept(";")) {
    stmt.kind = Stmt::Kind::empty;
  } else if (cursor_.at("{")) {
    stmt.kind = Stmt::Kind::block;
    stmt.body = parse_block("");
  } else if (cursor_.accept("if")) {
    parse_if(stmt);
  } else if (cursor_.accept("while")) {
    parse_while(stmt);
  } else if (cursor_.accept("do")) {
    parse_do(stmt);
  } else if (cursor_.accept("for")) {
    parse_for(stmt);
  } else if (cursor_.at("break") || cursor_.at("continue")) {
    stmt.kind = cursor_.take().text == "break" ? Stmt::Kind::break_ : Stmt::Kind::continue_;
    if (!cursor_.at(";")) stmt.label = parse_new_name("a label or ';'");
    end_statement();
  } else if (cursor_.accept("switch")) {
    parse_switch(stmt);
  } else if (cursor_.at_word() && next == ":" && !is_reserved(first.text)) {
    stmt.kind = Stmt::Kind::labelled;
    stmt.label = cursor_.take().text;
    cursor_.take();
    stmt.body.push_back(parse_statement());
  } else if (cursor_.accept("return")) {
    stmt.kind = Stmt::Kind::return_;
    stmt.has_expr = !cursor_.at(";");
    if (stmt.has_expr) stmt.expr = parse_expr();
    end_statement();
  } else if (cursor_.accept("synchronized")) {
    parse_synchronized(stmt);
  } else if (cursor_.accept("try")) {
    parse_try(stmt);
  } else if (cursor_.at("throw") || cursor_.at("assert")) {
    stmt.kind = cursor_.take().text == "throw" ? Stmt::Kind::throw_ : Stmt::Kind::assert_;
    stmt.expr = parse_expr();
    if (stmt.kind == Stmt::Kind::assert_ && cursor_.accept(":")) parse_expr();  // the message
    end_statement();
  } else if (at_thread() && next == "{") {
    cursor_.fail("litmus-syntax", first.where, fmt::format("'{}' inside a thread", first.text), std::string(kMissingBrace));
  } else if (at_declaration()) {
    parse_declaration(stmt);
  } else if (cursor_.at_word() && first.text != "true" && first.text != "false" && first.text != "this" && first.text != "super" &&
             first.text != "new" && first.text != "null" &&
             (is_reserved(first.text) || (starts_final_part(first.text) && !names_something(next)))) {
    reject_word();
  } else if (cursor_.at_word() || cursor_.at("(") || cursor_.at("++") || cursor_.at("--")) {
    parse_expression_statement(stmt);
  } else {
    cursor_.fail_expected("a statement");
  }
  stmt.where = cursor_.since(first.where);
  return stmt;
}

void Parser::parse_guard(Stmt& stmt, std::string_view word) {
  cursor_.expect("(", fmt::format("after '{}'", word));
  stmt.expr = parse_expr();
  cursor_.expect(")", "after the condition");
}

void Parser::parse_if(Stmt& stmt) {
  stmt.kind = Stmt::Kind::branch;
  parse_guard(stmt, "if");
  stmt.body.push_back(parse_statement());
  if (cursor_.accept("else")) stmt.body.push_back(parse_statement());
}

void Parser::parse_while(Stmt& stmt) {
  stmt.kind = Stmt::Kind::while_loop;
  parse_guard(stmt, "while");
  stmt.body.push_back(parse_statement());
}

void Parser::parse_do(Stmt& stmt) {
  stmt.kind = Stmt::Kind::do_loop;
  stmt.body.push_back(parse_statement());
  cursor_.expect("while", "after the body of 'do'");
  parse_guard(stmt, "while");
  end_statement();
}

void Parser::parse_for(Stmt& stmt) {
  stmt.kind = Stmt::Kind::for_loop;
  cursor_.expect("(", "after 'for'");
  const auto part = [&](std::vector<Stmt>& into) {
    Stmt one;
    const Span begin = cursor_.peek().where;
    simple(one, parse_expr());
    one.where = cursor_.since(begin);
    into.push_back(std::move(one));
  };
  if (at_for_each()) return parse_for_each(stmt);
  if (at_declaration()) {
    Stmt declaration;
    const Span begin = cursor_.peek().where;
    parse_declaration(declaration);
    declaration.where = cursor_.since(begin);
    stmt.init.push_back(std::move(declaration));
  } else {
    if (!cursor_.at(";")) do
        part(stmt.init);
      while (cursor_.accept(","));
    cursor_.expect(";", "after the start of 'for'");
  }
  stmt.has_expr = !cursor_.at(";");
  if (stmt.has_expr) stmt.expr = parse_expr();
  cursor_.expect(";", "after the condition of 'for'");
  if (!cursor_.at(")")) do
      part(stmt.step);
    while (cursor_.accept(","));
  cursor_.expect(")", "after the step of 'for'");
  stmt.body.push_back(parse_statement());
}

// `for (int v : a)`.
void Parser::parse_for_each(Stmt& stmt) {
  stmt.kind = Stmt::Kind::for_each;
  stmt.is_final = cursor_.accept("final");
  stmt.type = parse_type();
  Declarator& element = stmt.declarators.emplace_back();
  element.where = cursor_.peek().where;
  element.name = parse_new_name("the name of a local");
  cursor_.expect(":", "before the array");
  stmt.expr = parse_expr();
  cursor_.expect(")", "after the array");
  stmt.body.push_back(parse_statement());
}

void Parser::parse_switch(Stmt& stmt) {
  stmt.kind = Stmt::Kind::switch_;
  parse_guard(stmt, "switch");
  cursor_.expect("{", "before the cases");
  while (!cursor_.failed() && !cursor_.at_end() && !cursor_.at("}")) {
    if (cursor_.at("case") || cursor_.at("default")) {
      parse_case(stmt);
    } else if (stmt.body.empty()) {
      cursor_.fail_expected("'case' or 'default'");
    } else {
      stmt.body.push_back(parse_statement());
    }
  }
  cursor_.expect("}", "at the end of 'switch'");
}

// `case 1: case 2:`, `case 1, 2:`, `default:`, and the forms with an arrow, which go no further than their statement.
void Parser::parse_case(Stmt& in) {
  Stmt one;
  const Span begin = cursor_.peek().where;
  one.kind = Stmt::Kind::case_;
  one.is_default = cursor_.take().text == "default";
  if (!one.is_default) do
      one.values.push_back(parse_binary(kWeakestBinary));
    while (cursor_.accept(","));
  one.where = cursor_.since(begin);
  const bool arrow = cursor_.accept("->");
  if (!arrow) cursor_.expect(":", "after the case");
  in.body.push_back(std::move(one));
  if (!arrow) return;
  Stmt alone, leave;
  const Span inner = cursor_.peek().where;
  alone.kind = Stmt::Kind::block;
  alone.body.push_back(parse_statement());
  alone.where = leave.where = cursor_.since(inner);
  leave.kind = Stmt::Kind::break_;
  in.body.push_back(std::move(alone));
  in.body.push_back(std::move(leave));
}

void Parser::parse_synchronized(Stmt& stmt) {
  stmt.kind = Stmt::Kind::synchronized_;
  cursor_.expect("(", "after 'synchronized'");
  stmt.expr = parse_expr();
  cursor_.expect(")", "after the object");
  stmt.body = parse_block("before the statements");
}

void Parser::parse_try(Stmt& stmt) {
  stmt.kind = Stmt::Kind::try_;
  if (cursor_.at("("))
    return cursor_.fail("litmus-unsupported", cursor_.peek().where, "'try' with resources is not supported",
                        "write try { ... } finally { ... }");
  stmt.body = parse_block("after 'try'");
  while (cursor_.accept("catch")) {
    Catch one;
    one.where = cursor_.last();
    cursor_.expect("(", "after 'catch'");
    cursor_.accept("final");
    do one.types.push_back(parse_type());
    while (cursor_.accept("|"));
    one.name = parse_new_name("a name for the exception");
    cursor_.expect(")", "after the exception");
    one.body = parse_block("after 'catch'");
    stmt.catches.push_back(std::move(one));
  }
  stmt.has_finally = cursor_.accept("finally");
  if (stmt.has_finally) stmt.finally = parse_block("after 'finally'");
  if (stmt.catches.empty() && !stmt.has_finally) cursor_.fail_expected("'catch' or 'finally' after the block of 'try'");
}

void Parser::parse_declaration(Stmt& stmt) {
  stmt.kind = Stmt::Kind::declare;
  stmt.is_final = cursor_.accept("final");
  if (cursor_.at_word() && missing_word(cursor_.peek().text)) return reject_word();
  stmt.type = parse_type();
  do {
    Declarator declarator;
    declarator.where = cursor_.peek().where;
    declarator.name = parse_new_name("the name of a local");
    if (cursor_.at("[")) return cursor_.fail("litmus-syntax", cursor_.peek().where, "brackets belong to the type", "as in int[] a");
    if (cursor_.accept("=")) declarator.value = parse_initialiser(stmt.type);
    stmt.declarators.push_back(std::move(declarator));
  } while (cursor_.accept(","));
  end_statement();
}

// An expression as a statement: assignments to names and increments of them are kinds of their own.
void Parser::simple(Stmt& stmt, ExprId id) {
  const Expr& e = program_.exprs[id];
  stmt.kind = Stmt::Kind::call;
  stmt.expr = id;
  if (e.kind == Expr::Kind::assign && program_.exprs[e.kids[0]].kind == Expr::Kind::name) {
    stmt.kind = Stmt::Kind::assign;
    stmt.target = program_.exprs[e.kids[0]].name;
    stmt.target_where = program_.exprs[e.kids[0]].where;
    stmt.expr = e.kids[1];
  } else if (e.kind == Expr::Kind::modify && !e.on_object) {
    stmt.kind = e.kids.empty() ? Stmt::Kind::increment : Stmt::Kind::assign;
    stmt.target = e.name;
    stmt.target_where = e.name_where;
    stmt.compound = e.binary;
    if (!e.kids.empty()) stmt.expr = e.kids[0];
  } else if (e.kind != Expr::Kind::assign && e.kind != Expr::Kind::modify && e.kind != Expr::Kind::call &&
             e.kind != Expr::Kind::new_object) {
    const Expr* array = e.kind == Expr::Kind::index ? &program_.exprs[e.kids[0]] : nullptr;
    if (array && array->kind == Expr::Kind::name && starts_final_part(array->name))  // locations [x]
      cursor_.fail("litmus-syntax", array->where, fmt::format("'{}' inside a thread", array->name), std::string(kMissingBrace));
    else
      cursor_.fail("litmus-syntax", e.where, "not a statement", "expected an assignment or a call");
  }
}

void Parser::parse_expression_statement(Stmt& stmt) {
  const ExprId id = parse_expr();
  if (cursor_.failed()) return;
  simple(stmt, id);
  end_statement();
}

void Parser::end_statement() { cursor_.expect(";", "at the end of the statement"); }

// A word that cannot start a statement, and why.
void Parser::reject_word() {
  const Token word = cursor_.peek();
  if (starts_final_part(word.text)) {
    cursor_.fail("litmus-syntax", word.where, fmt::format("'{}' inside a thread", word.text), std::string(kMissingBrace));
  } else if (word.text == "volatile") {
    cursor_.fail("litmus-unsupported", word.where, "a local cannot be volatile", "declare the location in the init block");
  } else if (word.text == "else") {
    cursor_.fail("litmus-syntax", word.where, "'else' without 'if'");
  } else if (word.text == "catch" || word.text == "finally") {
    cursor_.fail("litmus-syntax", word.where, fmt::format("'{}' without 'try'", word.text));
  } else if (const auto hint = missing_word(word.text)) {
    cursor_.fail("litmus-unsupported", word.where, fmt::format("'{}' is not supported in litmus tests", word.text), std::string(*hint));
  } else {
    cursor_.fail_expected("a statement");
  }
}

void parse_declarations(Cursor& cursor, Program& program) { Parser(cursor, program).classes(); }

void parse_threads(Cursor& cursor, Program& program) { Parser(cursor, program).threads(); }

}  // namespace thinair::litmus::java
