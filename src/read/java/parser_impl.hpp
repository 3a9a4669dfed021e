// The parser of the Java sections; its parts are in parser.cpp (threads, statements), parse_class.cpp and parse_expr.cpp.
#pragma once

#include "read/java/ast.hpp"
#include "read/java/operators.hpp"
#include "read/litmus/cursor.hpp"

namespace thinair::litmus::java {

class Parser {
 public:
  Parser(Cursor& cursor, Program& program) : cursor_(cursor), program_(program) {}

  void classes();  // until something else comes
  void threads();

 private:
  // parser.cpp
  bool at_thread() const;
  void parse_thread();
  std::vector<Stmt> parse_statements();
  std::vector<Stmt> parse_block(std::string_view after);
  Stmt parse_statement();
  void parse_if(Stmt& stmt);
  void parse_while(Stmt& stmt);
  void parse_do(Stmt& stmt);
  void parse_for(Stmt& stmt);
  void parse_for_each(Stmt& stmt);
  void parse_switch(Stmt& stmt);
  void parse_case(Stmt& in);
  void parse_synchronized(Stmt& stmt);
  void parse_try(Stmt& stmt);
  void parse_guard(Stmt& stmt, std::string_view word);
  void parse_declaration(Stmt& stmt);
  void parse_expression_statement(Stmt& stmt);
  void simple(Stmt& stmt, ExprId id);
  void end_statement();
  void reject_word();

  // parse_class.cpp
  bool at_class();
  bool reject_declaration();
  bool at_method() const;
  void parse_class();
  void parse_member(ClassDecl& in);
  MethodDecl parse_method(MethodDecl method);
  struct Modifiers {
    bool is_static = false, is_final = false, is_volatile = false, is_synchronized = false, is_abstract = false;
  };
  Modifiers parse_modifiers();
  void parse_supertypes(ClassDecl& of);
  TypeName parse_type();
  std::string parse_new_name(std::string_view what);
  bool at_declaration();
  bool at_cast();
  bool at_for_each();
  // What the tokens from here on are, without taking them.
  template <class Look>
  bool look_ahead(Look look);

  // parse_expr.cpp
  ExprId add(Expr expr);
  ExprId parse_expr();
  ExprId parse_binary(unsigned weakest);
  ExprId parse_unary();
  ExprId parse_postfix();
  ExprId parse_primary();
  ExprId parse_name();
  void reject_lambda();
  ExprId parse_new();
  ExprId parse_initialiser(const TypeName& type);
  void parse_elements(Expr& array);
  ExprId literal(std::int64_t value, bool boolean, Span begin);
  ExprId number(bool negative, Span begin);
  ExprId modified(ExprId place, Binary op, bool postfix, Span begin);
  void parse_arguments(Expr& call);
  bool is_place(ExprId id) const;
  bool assigns() const;

  Cursor& cursor_;
  Program& program_;
};

bool is_primitive_type(std::string_view word);
bool is_reserved(std::string_view word);
// `+=` and the like: the operator without its '='; null for others.
const BinaryOperator* find_compound(std::string_view text);

}  // namespace thinair::litmus::java
