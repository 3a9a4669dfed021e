// The recursive-descent parser behind parse(): statements in parser.cpp, expressions in parse_expr.cpp.
//
// A function that fails has reported why, and returns null or false; callers pass that on. After an error the parser
// goes on at the next statement that starts a line, so that one run shows several mistakes.
//
// language/mem/ and language/op/ derive from it: other statements, the same expressions.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "language/cat/ast.hpp"
#include "language/cat/lexer.hpp"
#include "support/diagnostic.hpp"

namespace thinair::cat {

class Parser {
 public:
  Parser(const Sources& sources, std::uint32_t file, std::vector<Token> tokens);
  virtual ~Parser() = default;
  Result<Model> run();

 protected:
  using Kind = Token::Kind;

  // --- tokens
  const Token& peek(std::size_t ahead = 0) const;
  bool at(Kind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
  bool at_word(std::string_view word, std::size_t ahead = 0) const;  // keyword or contextual word
  std::string_view text(const Token& token) const;
  bool accept(Kind kind);
  bool accept_word(std::string_view word);
  bool expect(Kind kind, std::string_view what, std::string_view after);
  bool expect_word(std::string_view word, std::string_view after);
  bool expect_close(Kind kind, std::string_view what, std::size_t opener);
  Span span_from(std::size_t first) const;  // from token `first` to the last one taken

  // --- errors
  std::nullptr_t error(const Token& token, std::string message, std::string hint = {});
  std::nullptr_t error(Span where, std::string message, std::string hint = {}, std::string code = "cat-syntax");
  std::nullptr_t unexpected(std::string_view wanted, std::string hint = {});
  bool refuse(std::string_view wanted, std::string hint = {});  // unexpected(), for functions that return bool

  // Counts levels of recursion; false, with an error, when there are too many.
  struct Level {
    explicit Level(Parser& p) : parser(p), ok(++p.depth_ <= kMaxDepth) {
      if (!ok) p.error(p.peek(), "this is nested too deeply");
    }
    ~Level() { --parser.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    Parser& parser;
    bool ok;
  };

  // --- statements (parser.cpp)
  virtual std::span<const std::string_view> starters() const;  // the first words of statements, each reserved
  void title(Model& model);
  void options(Model& model);
  std::optional<Stmt> statement();
  bool statement_instructions(Stmt& stmt);
  bool statement_let(Stmt& stmt);
  bool statement_check(Stmt& stmt);
  bool statement_show(Stmt& stmt);
  bool statement_unshow(Stmt& stmt);
  bool statement_include(Stmt& stmt);
  bool statement_procedure(Stmt& stmt);
  bool statement_call(Stmt& stmt);
  bool statement_enum(Stmt& stmt);
  bool statement_forall(Stmt& stmt);
  bool statement_with(Stmt& stmt);
  bool statement_match(Stmt& stmt);
  bool statement_if(Stmt& stmt);
  bool statement_debug(Stmt& stmt);
  bool block(std::vector<Stmt>& body, const Token& opener);  // up to `end`, `else` or `||`, which stay
  bool check_body(Check& check);                             // [~]acyclic e [as n]
  bool starts_statement(std::size_t ahead = 0) const;
  bool at_bell(std::size_t ahead = 0) const;
  bool at_option(std::size_t ahead) const;
  bool at_check(std::size_t ahead = 0) const;
  bool at_misspelt_statement(std::size_t ahead) const;
  void recover();

  // --- for languages that derive from this one
  static constexpr std::size_t kMostErrors = 10;
  void each_statement(const std::function<bool()>& statement);  // to the end of the text, or until there are enough errors
  std::string quoted();                                         // takes a string; what is between its quotes

  // --- expressions (parse_expr.cpp)
  ExprPtr expression();            // with tuples: a, b
  ExprPtr operators(int weakest);  // without
  ExprPtr operand(int weakest);    // the right-hand side of an operator
  ExprPtr prefix();
  ExprPtr postfix();
  ExprPtr primary();
  virtual ExprPtr argument();
  ExprPtr parenthesised();
  ExprPtr set_literal();
  ExprPtr keyword_expression();  // let, fun, match, try, if
  ExprPtr let_expression();
  ExprPtr match_expression();
  bool match_clause(MatchClause& clause);
  bool condition(Condition& condition);
  bool condition_and(Condition& condition);
  bool condition_atom(Condition& condition);
  bool parenthesis_holds_condition() const;
  bool shallow(const Condition& condition);
  bool comparison(Condition& condition);
  bool bindings(std::vector<Binding>& out);
  bool binding(Binding& out);
  bool parameters(Pattern& out);  // x, _, (), (x), (x,y)
  bool pattern_name(Pattern& out);
  virtual bool at_argument(std::size_t ahead = 0) const;
  bool at_operand(std::size_t ahead = 0) const;

  ExprPtr finish(Expr expr, std::size_t first);  // span and height
  ExprPtr finish(Expr expr, Span span);
  ExprPtr binary(Expr::Kind kind, ExprPtr left, ExprPtr right);

  const Sources& sources_;
  std::uint32_t file_;
  std::vector<Token> tokens_;
  std::vector<std::uint32_t> closing_;  // for '(' tokens: index of the matching ')'; 0 if none
  std::size_t next_ = 0;
  std::uint32_t depth_ = 0;
  Diagnostics errors_;
};

std::uint32_t height(const Condition& condition);

template <class Words>
bool contains(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// The tokens of a language that reserves words which .cat does not.
Result<std::vector<Token>> tokens(const Sources& sources, std::uint32_t file, std::span<const std::string_view> reserved,
                                  std::string_view family, cat::Words words = cat::Words::cat);

// Expressions are read by .cat's parser, but the mistake is one in a file of another family.
Diagnostics renamed(Diagnostics diagnostics, std::string_view family);

}  // namespace thinair::cat
