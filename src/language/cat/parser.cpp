// Statements. Every statement starts with a word of its own, which is what recovery after an error relies on.
#include "language/cat/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "language/cat/parser_impl.hpp"

namespace thinair::cat {
namespace {

constexpr auto kStarters =
    std::to_array<std::string_view>({"acyclic", "assert", "call", "debug", "empty", "enum", "flag", "forall", "if", "include",
                                     "irreflexive", "let", "match", "procedure", "show", "undefined_unless", "unshow", "with"});

}  // namespace

Parser::Parser(const Sources& sources, std::uint32_t file, std::vector<Token> tokens)
    : sources_(sources), file_(file), tokens_(std::move(tokens)), closing_(tokens_.size(), 0) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind == Kind::lparen) open.push_back(i);
    if (tokens_[i].kind == Kind::rparen && !open.empty()) {
      closing_[open.back()] = i;
      open.pop_back();
    }
  }
}

const Token& Parser::peek(std::size_t ahead) const { return tokens_[std::min(next_ + ahead, tokens_.size() - 1)]; }

std::string_view Parser::text(const Token& token) const { return sources_.text(Span{file_, token.begin, token.end}); }

bool Parser::at_word(std::string_view word, std::size_t ahead) const {
  const Token& token = peek(ahead);
  return (token.kind == Kind::keyword || token.kind == Kind::name) && text(token) == word;
}

bool Parser::accept(Kind kind) {
  if (!at(kind)) return false;
  ++next_;
  return true;
}

bool Parser::accept_word(std::string_view word) {
  if (!at_word(word)) return false;
  ++next_;
  return true;
}

bool Parser::expect(Kind kind, std::string_view what, std::string_view after) {
  if (accept(kind)) return true;
  unexpected(fmt::format("{} {}", what, after));
  return false;
}

bool Parser::expect_word(std::string_view word, std::string_view after) {
  if (accept_word(word)) return true;
  unexpected(fmt::format("'{}' {}", word, after));
  return false;
}

bool Parser::expect_close(Kind kind, std::string_view what, std::size_t opener) {
  if (accept(kind)) return true;
  unexpected(fmt::format("{}", what));
  Diagnostic note;
  note.severity = Severity::note;
  note.where = {file_, tokens_[opener].begin, tokens_[opener].end};
  note.message = fmt::format("to close this '{}'", text(tokens_[opener]));
  errors_.back().notes.push_back(std::move(note));
  return false;
}

Span Parser::span_from(std::size_t first) const {
  const Token& last = tokens_[next_ > first ? next_ - 1 : first];
  return {file_, tokens_[first].begin, last.end};
}

std::nullptr_t Parser::error(Span where, std::string message, std::string hint, std::string code) {
  errors_.push_back({.code = std::move(code), .where = where, .message = std::move(message), .hint = std::move(hint), .notes = {}});
  return nullptr;
}

std::nullptr_t Parser::error(const Token& token, std::string message, std::string hint) {
  return error(Span{file_, token.begin, token.end}, std::move(message), std::move(hint));
}

std::nullptr_t Parser::unexpected(std::string_view wanted, std::string hint) {
  return error(peek(), fmt::format("expected {}, found {}", wanted, describe(sources_, file_, peek())), std::move(hint));
}

bool Parser::refuse(std::string_view wanted, std::string hint) {
  unexpected(wanted, std::move(hint));
  return false;
}

std::span<const std::string_view> Parser::starters() const { return kStarters; }

bool Parser::at_check(std::size_t ahead) const {
  if (at(Kind::tilde, ahead)) ++ahead;
  return at_word("acyclic", ahead) || at_word("irreflexive", ahead) || at_word("empty", ahead);
}

bool Parser::at_option(std::size_t ahead) const {
  for (const std::string_view word : {"catdep", "withco", "withoutco", "withinit"})
    if (at_word(word, ahead)) return true;
  return false;
}

bool Parser::at_bell(std::size_t ahead) const {
  return (at_word("instructions", ahead) || at_word("default", ahead)) && at(Kind::name, ahead + 1) && at(Kind::lbracket, ahead + 2);
}

// A name at the start of a line that looks like a statement's first word: no argument of a function on the line before.
bool Parser::at_misspelt_statement(std::size_t ahead) const {
  const Token& token = peek(ahead);
  if (token.begin == 0 || sources_.text(file_)[token.begin - 1] != '\n' || !at_operand(ahead + 1)) return false;
  return !nearest(text(token), {starters().begin(), starters().end()}).empty();
}

bool Parser::starts_statement(std::size_t ahead) const {
  if (at_bell(ahead) || (at(Kind::tilde, ahead) && at_check(ahead))) return true;
  return at(Kind::keyword, ahead) && std::ranges::find(starters(), text(peek(ahead))) != starters().end();
}

// On to the next statement that is the first thing on its line.
void Parser::recover() {
  while (!at(Kind::end)) {
    const std::uint32_t from = next_ == 0 ? 0 : tokens_[next_ - 1].end;
    const std::string_view gap = sources_.text(Span{file_, from, peek().begin});
    if (gap.find('\n') != std::string_view::npos && starts_statement()) return;
    ++next_;
  }
}

void Parser::each_statement(const std::function<bool()>& statement) {
  while (!at(Kind::end)) {
    const std::size_t before = next_;
    if (statement()) continue;
    if (errors_.size() >= kMostErrors) return;
    if (next_ == before) ++next_;
    recover();
  }
}

std::string Parser::quoted() {
  const std::string_view all = text(peek());
  ++next_;
  return std::string(all.substr(1, all.size() - 2));
}

void Parser::title(Model& model) {
  const std::size_t first = next_;
  const auto at_updates = [&](std::size_t ahead) { return at_word("updates", ahead) && at_word("as", ahead + 1); };
  const auto is_word = [&](std::size_t ahead) {
    return at(Kind::name, ahead) && !at_bell(ahead) && !at_option(ahead) && !at_updates(ahead);
  };
  const auto unquoted = [&](const Token& token) {
    const std::string_view quoted = text(token);
    return std::string(token.kind == Kind::string ? quoted.substr(1, quoted.size() - 2) : quoted);
  };
  while (is_word(0) && at(Kind::comma, 1) && is_word(2)) {  // `C, Java "RC11"`
    model.architecture += fmt::format("{}, ", text(peek()));
    next_ += 2;
  }
  if (is_word(0) && (is_word(1) || at(Kind::string, 1))) {
    model.architecture += text(peek());
    model.title = unquoted(peek(1));
    next_ += 2;
  } else if (is_word(0) || at(Kind::string)) {
    model.title = unquoted(peek());
    ++next_;
  }
  if (next_ > first) model.title_span = span_from(first);
  options(model);
  if (!at_updates(0)) return;
  next_ += 2;
  model.updates_as_pairs = accept_word("pairs");
  if (model.updates_as_pairs) return;
  refuse("'pairs' after 'updates as'", "without this line an update is one event, in the set RMW");
  if (at(Kind::name)) ++next_;
}

// Words of older herds: who makes co. A model that chooses it itself says `withoutco`; `withco` asks for what cos.cat does.
void Parser::options(Model& model) {
  for (;;) {
    if (accept_word("catdep")) {
      model.catdep = true;
    } else if (at_word("withco") && model.statements.empty()) {
      Stmt include;
      include.kind = Stmt::Kind::include;
      include.name = "cos.cat";
      include.span = {file_, peek().begin, peek().end};
      model.statements.push_back(std::move(include));
      ++next_;
    } else if (!accept_word("withoutco") && !accept_word("withinit")) {
      return;
    }
  }
}

Result<Model> Parser::run() {
  Model model;
  model.file = file_;
  title(model);
  model.speaks_of_endless_loops =
      std::ranges::any_of(tokens_, [&](const Token& token) { return token.kind == Kind::name && text(token) == "SPIN"; });
  model.may_be_undefined = std::ranges::any_of(tokens_, [&](const Token& token) { return text(token) == "undefined_unless"; });
  while (!at(Kind::end)) {
    const std::size_t before = next_;
    const bool block = at_word("procedure") || at_word("forall") || at_word("match") || at_word("if");
    if (auto stmt = statement()) {
      model.statements.push_back(std::move(*stmt));
      continue;
    }
    if (block || errors_.size() >= kMostErrors) break;  // inside a block the rest would be noise
    if (next_ == before) ++next_;
    recover();
  }
  if (!errors_.empty()) return fail(std::move(errors_));
  return model;
}

std::optional<Stmt> Parser::statement() {
  const Level level(*this);
  if (!level.ok) return std::nullopt;
  const std::size_t first = next_;
  Stmt stmt;
  bool ok = false;
  if (at_bell()) {
    ok = statement_instructions(stmt);
  } else if (at_word("let")) {
    ok = statement_let(stmt);
  } else if (at_check() || at_word("flag") || at_word("assert") || at_word("undefined_unless")) {
    ok = statement_check(stmt);
  } else if (at_word("show")) {
    ok = statement_show(stmt);
  } else if (at_word("unshow")) {
    ok = statement_unshow(stmt);
  } else if (at_word("include")) {
    ok = statement_include(stmt);
  } else if (at_word("procedure")) {
    ok = statement_procedure(stmt);
  } else if (at_word("call")) {
    ok = statement_call(stmt);
  } else if (at_word("enum")) {
    ok = statement_enum(stmt);
  } else if (at_word("forall")) {
    ok = statement_forall(stmt);
  } else if (at_word("with")) {
    ok = statement_with(stmt);
  } else if (at_word("match")) {
    ok = statement_match(stmt);
  } else if (at_word("if")) {
    ok = statement_if(stmt);
  } else if (at_word("debug")) {
    ok = statement_debug(stmt);
  } else {
    const std::string near = at(Kind::name) ? nearest(text(peek()), {kStarters.begin(), kStarters.end()}) : "";
    const bool operand = first > 0 && at_operand();
    unexpected("a statement", !near.empty() ? fmt::format("did you mean '{}'?", near)
                              : operand     ? "an operator may be missing before this"
                                            : "");
  }
  if (!ok) return std::nullopt;
  stmt.span = span_from(first);
  return stmt;
}

// instructions R[{'once, 'acquire}, ..]
bool Parser::statement_instructions(Stmt& stmt) {
  stmt.kind = Stmt::Kind::instructions;
  stmt.names.emplace_back(text(peek()));
  stmt.name = text(peek(1));
  next_ += 3;  // at_bell has seen the bracket
  do {
    ExprPtr expr = operators(1);
    if (!expr) return false;
    stmt.exprs.push_back(std::move(expr));
  } while (accept(Kind::comma));
  return accept(Kind::rbracket) || refuse("']'");
}

bool Parser::statement_let(Stmt& stmt) {
  accept_word("let");
  stmt.kind = Stmt::Kind::let;
  stmt.recursive = accept_word("rec");
  if (!bindings(stmt.bindings)) return false;
  if (at_word("when")) {
    if (!stmt.recursive) {
      error(peek(), "'when' belongs to 'let rec'");
      return false;
    }
    ++next_;
    stmt.checks.emplace_back();
    if (!check_body(stmt.checks.back())) return false;
  }
  accept_word("in");  // herd lets a statement end so
  return true;
}

bool Parser::check_body(Check& check) {
  const std::size_t first = next_;
  check.negated = accept(Kind::tilde);
  if (accept_word("acyclic")) {
    check.test = Test::acyclic;
  } else if (accept_word("irreflexive")) {
    check.test = Test::irreflexive;
  } else if (accept_word("empty")) {
    check.test = Test::empty;
  } else {
    const std::string near = at(Kind::name) ? nearest(text(peek()), {"acyclic", "irreflexive", "empty"}) : "";
    return refuse("acyclic, irreflexive or empty", near.empty() ? "" : fmt::format("did you mean '{}'?", near));
  }
  check.expr = expression();
  if (!check.expr) return false;
  if (accept_word("as")) {
    if (!at(Kind::name)) return refuse("the name of the check after 'as'");
    check.name = text(peek());
    ++next_;
  }
  check.span = span_from(first);
  return true;
}

bool Parser::statement_check(Stmt& stmt) {
  stmt.kind = accept_word("flag")               ? Stmt::Kind::flag
              : accept_word("assert")           ? Stmt::Kind::assert_
              : accept_word("undefined_unless") ? Stmt::Kind::undefined_unless
                                                : Stmt::Kind::check;
  stmt.checks.emplace_back();
  if (!check_body(stmt.checks.back())) return false;
  if (stmt.kind == Stmt::Kind::flag && stmt.checks.back().name.empty()) {
    error(stmt.checks.back().span, "a flag needs a name", "write: flag ... as NAME");
    return false;
  }
  return true;
}

bool Parser::statement_show(Stmt& stmt) {
  accept_word("show");
  stmt.kind = Stmt::Kind::show;
  do {
    ExprPtr expr = operators(1);
    if (!expr) return false;
    std::string name = expr->kind == Expr::Kind::name ? expr->name : "";
    if (accept_word("as")) {
      if (!at(Kind::name)) return refuse("a name after 'as'");
      name = text(peek());
      ++next_;
    }
    if (name.empty()) {
      error(expr->span, "what is shown needs a name", "write: show ... as NAME");
      return false;
    }
    stmt.exprs.push_back(std::move(expr));
    stmt.names.push_back(std::move(name));
  } while (accept(Kind::comma));
  return true;
}

bool Parser::statement_unshow(Stmt& stmt) {
  accept_word("unshow");
  stmt.kind = Stmt::Kind::unshow;
  do {
    if (!at(Kind::name)) return refuse("a name");
    stmt.names.emplace_back(text(peek()));
    ++next_;
  } while (accept(Kind::comma));
  return true;
}

bool Parser::statement_include(Stmt& stmt) {
  accept_word("include");
  stmt.kind = Stmt::Kind::include;
  if (!at(Kind::string)) return refuse("a file name in quotes");
  const std::string_view quoted = text(peek());
  stmt.name = quoted.substr(1, quoted.size() - 2);
  ++next_;
  return true;
}

bool Parser::block(std::vector<Stmt>& body, const Token& opener) {
  while (!at_word("end") && !at_word("else") && !at(Kind::bar_bar)) {
    if (at(Kind::end)) {
      error(opener, fmt::format("this '{}' has no 'end'", text(opener)));
      return false;
    }
    auto stmt = statement();
    if (!stmt) return false;
    body.push_back(std::move(*stmt));
  }
  return true;
}

bool Parser::statement_procedure(Stmt& stmt) {
  const Token opener = peek();
  accept_word("procedure");
  stmt.kind = Stmt::Kind::procedure;
  stmt.recursive = accept_word("rec");
  if (!at(Kind::name)) return refuse("the name of the procedure");
  stmt.name = text(peek());
  ++next_;
  return parameters(stmt.pattern) && expect(Kind::equal, "'='", "after the parameters of a procedure") && block(stmt.body, opener) &&
         expect_word("end", "to close the procedure");
}

bool Parser::statement_call(Stmt& stmt) {
  accept_word("call");
  stmt.kind = Stmt::Kind::call;
  if (!at(Kind::name)) return refuse("the name of a procedure");
  stmt.name = text(peek());
  ++next_;
  if (!at_argument()) return refuse("the arguments of the procedure, in parentheses");
  ExprPtr arg = argument();
  if (!arg) return false;
  stmt.exprs.push_back(std::move(arg));
  if (accept_word("as")) {
    if (!at(Kind::name)) return refuse("a name after 'as'");
    stmt.check_name = text(peek());
    ++next_;
  }
  return true;
}

bool Parser::statement_enum(Stmt& stmt) {
  accept_word("enum");
  stmt.kind = Stmt::Kind::enum_;
  if (!at(Kind::name)) return refuse("the name of the tag type");
  stmt.name = text(peek());
  ++next_;
  if (!expect(Kind::equal, "'='", "after the name of a tag type")) return false;
  accept(Kind::bar_bar);
  do {
    if (!at(Kind::tag)) return refuse("a tag", "tags are written 'name, with a quote in front");
    stmt.names.emplace_back(text(peek()).substr(1));
    ++next_;
  } while (accept(Kind::bar_bar));
  return true;
}

bool Parser::statement_forall(Stmt& stmt) {
  const Token opener = peek();
  accept_word("forall");
  stmt.kind = Stmt::Kind::forall;
  if (!at(Kind::name)) return refuse("a name after 'forall'");
  stmt.name = text(peek());
  ++next_;
  if (!expect_word("in", "after the name that 'forall' binds")) return false;
  ExprPtr over = expression();
  if (!over) return false;
  stmt.exprs.push_back(std::move(over));
  return expect_word("do", "after what 'forall' goes over") && block(stmt.body, opener) && expect_word("end", "to close 'forall'");
}

bool Parser::statement_with(Stmt& stmt) {
  accept_word("with");
  stmt.kind = Stmt::Kind::with;
  if (!at(Kind::name)) return refuse("a name after 'with'");
  stmt.name = text(peek());
  ++next_;
  if (!expect_word("from", "after the name that 'with' binds")) return false;
  ExprPtr from = expression();
  if (!from) return false;
  stmt.exprs.push_back(std::move(from));
  return true;
}

bool Parser::statement_match(Stmt& stmt) {
  const Token opener = peek();
  accept_word("match");
  stmt.kind = Stmt::Kind::match;
  ExprPtr value = expression();
  if (!value || !expect_word("with", "after the value to match")) return false;
  stmt.exprs.push_back(std::move(value));
  accept(Kind::bar_bar);
  do {
    StmtMatchClause clause;
    const std::size_t first = next_;
    if (at(Kind::tag)) {
      clause.tag = text(peek()).substr(1);
    } else if (at(Kind::underscore)) {
      clause.wildcard = true;
    } else {
      return refuse("a tag or '_'", "a 'match' statement is on tags; sets are matched in expressions");
    }
    ++next_;
    clause.span = span_from(first);
    if (!expect(Kind::arrow, "'->'", "after a pattern") || !block(clause.body, opener)) return false;
    stmt.clauses.push_back(std::move(clause));
  } while (accept(Kind::bar_bar));
  return expect_word("end", "to close 'match'");
}

bool Parser::statement_if(Stmt& stmt) {
  const Token opener = peek();
  accept_word("if");
  stmt.kind = Stmt::Kind::if_;
  if (!condition(stmt.condition)) return false;
  accept_word("then");
  if (!block(stmt.body, opener)) return false;
  if (accept_word("else") && !block(stmt.otherwise, opener)) return false;
  return expect_word("end", "to close 'if'");
}

bool Parser::statement_debug(Stmt& stmt) {
  accept_word("debug");
  stmt.kind = Stmt::Kind::debug;
  ExprPtr expr = expression();
  if (!expr) return false;
  stmt.exprs.push_back(std::move(expr));
  return true;
}

Result<Model> parse(Sources& sources, std::uint32_t file) {
  auto tokens = lex(sources, file);
  if (!tokens) return fail(std::move(tokens.error()));
  return Parser(sources, file, std::move(*tokens)).run();
}

Diagnostics renamed(Diagnostics diagnostics, std::string_view family) {
  for (Diagnostic& d : diagnostics)
    if (d.code.starts_with("cat-")) d.code.replace(0, 3, family);
  return diagnostics;
}

Result<std::vector<Token>> tokens(const Sources& sources, std::uint32_t file, std::span<const std::string_view> reserved,
                                  std::string_view family, cat::Words words) {
  auto all = lex(sources, file, words);
  if (!all) return fail(renamed(std::move(all.error()), family));
  for (Token& token : *all)
    if (token.kind == Token::Kind::name && contains(reserved, sources.text(Span{file, token.begin, token.end})))
      token.kind = Token::Kind::keyword;
  return all;
}

}  // namespace thinair::cat
