// Writes the Java of one thread, of one method, or of one class of a test. writer.cpp: statements and declarations; writer_expr.cpp:
// values, places and calls.
//
// It runs until nothing changes: the first passes find out what the program does with each location, which registers declared boolean
// also get numbers, and which methods and classes need the object that holds the locations; the last one writes the text.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ask/jcstress/actors.hpp"
#include "ask/jcstress/java_expression.hpp"
#include "read/java/classes.hpp"
#include "read/java/methods.hpp"
#include "read/java/names.hpp"

namespace thinair::jcstress {

// What the passes over all threads share.
struct Knowledge {
  using Local = std::pair<std::uint32_t, std::string>;  // thread, name
  std::vector<Usage> usage;                             // by LocId
  std::map<Local, read::JavaType> types;                // of locals that are no ints
  std::set<Local> booleans;                             // declared boolean, and no number seen so far
  std::set<const void*> inner;                          // methods and classes that need the object with the locations
  std::set<std::string> raising;                        // methods that may throw what Java wants to be told of
  std::set<std::uint32_t> raising_threads;
  std::map<std::string, std::string> handles;  // of fields of classes and of elements: what makes it -> what to call it
  std::optional<Diagnostic> refused;

  std::vector<std::size_t> sizes() const {
    return {types.size(), booleans.size(), inner.size(), raising.size(), raising_threads.size(), handles.size()};
  }
};

// An object that a thread makes where it can be told from others, and the field that holds it for the arbiter.
struct Site {
  std::uint32_t thread = 0;
  Span where;
  std::string type, field;
};

struct Context {
  const litmus::java::Program& source;
  const read::Environment& environment;
  read::JavaClasses& classes;
  const std::map<program::LocId, read::JavaType>& types;  // of locations; int if not listed
  const program::Test& test;
  const std::vector<Column>& columns;
  const Actors& layout;                                                        // all but the bodies
  const std::map<Column, std::string>& kept;                                   // columns that the arbiter takes from a field
  const std::map<const litmus::java::MethodDecl*, std::string>& free_methods;  // outside of classes, and static ones
  const std::map<std::string, std::string>& handle_names;
  Identifiers& names;  // of the class
  const Shape& shape;
  bool telling = false;  // results name objects
};

class Writer {
 public:
  // Of a thread's body.
  Writer(const Context& context, std::uint32_t thread, Knowledge& knowledge);
  // Of methods; `of` is the class, kNoClass outside of classes.
  struct Of {
    read::ClassId id = read::kNoClass;
  };
  Writer(const Context& context, Of of, Knowledge& knowledge);

  Lines thread_body(std::vector<Site>& sites);
  Lines free_method(const litmus::java::MethodDecl& method);
  Lines class_lines();

  std::string type_text(read::JavaType type, Span where);
  std::string start_text(litmus::java::ExprId id, read::JavaType type) { return converted(value(id), type).text; }  // of a static field
  static JavaExpression converted(JavaExpression e, read::JavaType to);

 private:
  using Stmt = litmus::java::Stmt;
  using Expr = litmus::java::Expr;
  using ExprId = litmus::java::ExprId;
  using JavaType = read::JavaType;

  struct Local {
    std::string name;
    program::Value initial = 0;
    bool occurred = false;
  };
  struct Place {
    std::string text;
    JavaType type;
    std::optional<program::LocId> location = {};      // a field of the test
    std::string local = {};                           // a register of the thread
    std::string handle_key = {}, handle_object = {};  // of a field of a class, or of an element
  };

  void refuse(Span where, std::string message, std::string hint = {});
  bool in_thread() const { return thread_.has_value(); }

  // ---- results
  std::optional<std::size_t> column_of(const Column& column) const;
  std::string result_field(const Column& column) const;
  void append_results(Lines& body) const;
  void append_wrapped(Lines& body);
  void append_aliases(Lines& body) const;

  // ---- statements
  void line(unsigned depth, std::string_view text) { lines_.push_back(std::string(4 * depth, ' ') + std::string(text)); }
  void statement(const Stmt& stmt, unsigned depth);
  void statements(const std::vector<Stmt>& body, unsigned depth);
  void declare(const Stmt& stmt, unsigned depth);
  void assign_statement(const Stmt& stmt, unsigned depth);
  void branch(const Stmt& stmt, unsigned depth, std::string_view before);
  void arm(const Stmt& stmt, unsigned depth);
  void loop(const Stmt& stmt, unsigned depth);
  void for_each(const Stmt& stmt, unsigned depth);
  void switch_statement(const Stmt& stmt, unsigned depth);
  std::string label_text(const std::string& label);
  void try_statement(const Stmt& stmt, unsigned depth);
  void call_statement(ExprId id, unsigned depth);
  void print_statement(ExprId printed, unsigned depth);
  std::string on_one_line(const std::vector<Stmt>& stmts, unsigned depth);
  void open();
  void close();
  Lines method_lines(const litmus::java::MethodDecl& method, const std::string& head, const std::string& name);

  // ---- locals
  bool is_boolean(const std::string& name) const { return knowledge_.booleans.contains({*thread_, name}); }
  JavaType local_type(const std::string& name) const;
  std::string declaration(const std::string& name);
  std::string start_of(const std::string& name) const;
  void occur(const std::string& name);
  JavaExpression read_local(const std::string& name);
  std::string set_local(const std::string& name, const JavaExpression& value);  // the value, ready to be assigned
  void assign_local(const std::string& name, const JavaExpression& value, unsigned depth);

  // ---- expressions
  JavaExpression value(ExprId id);
  std::optional<JavaExpression> constant(const Expr& e);
  JavaExpression modify(const Expr& e);
  JavaExpression assign(const Expr& e);
  JavaExpression cast(const Expr& e);
  JavaExpression new_object(const Expr& e);
  JavaExpression made(const Expr& e, JavaExpression object);
  std::string modified(const Place& place);
  Place place(ExprId id, bool to_write);
  Place named_place(const std::string& name, Span where, bool to_write);
  Place location_place(program::LocId location, Span where);
  std::optional<program::LocId> static_in_scope(const std::string& name) const;
  Place field_place(const std::string& of, std::string text, const read::FieldInfo& known, Span where);
  std::optional<read::ClassId> class_named(ExprId id) const;
  const JavaType* method_local(const std::string& name) const;

  // ---- calls
  JavaExpression call(const Expr& e, bool wanted);
  std::optional<JavaExpression> thread_call(const Expr& e);
  std::optional<JavaExpression> method_call(const Expr& e);
  std::optional<JavaExpression> constructor_call(const Expr& e);
  const litmus::java::MethodDecl* meant(const std::vector<read::MethodInfo>& candidates, const Expr& e);
  std::optional<JavaExpression> monitor_call(const Expr& e);
  std::optional<ExprId> printed(const Expr& e) const;
  JavaExpression invoked(const litmus::java::MethodDecl& method, std::string before, const Expr& e);
  std::string arguments(const Expr& e, const std::vector<litmus::java::Parameter>& parameters);
  JavaExpression handle_call(const Expr& e, bool wanted);
  JavaExpression sum(const Expr& e, const read::java::Method& method, std::string text, JavaType type, bool wanted);
  std::vector<ExprId> handle_arguments(const Expr& e) const;
  void use_by_name(program::LocId location);
  std::string holder(program::LocId location);
  std::string field(program::LocId location);
  void need_outer();
  void raises() { raising_ = true; }

  const Context& c_;
  std::optional<std::uint32_t> thread_;
  read::ClassId of_ = read::kNoClass;
  const litmus::java::MethodDecl* method_ = nullptr;
  Knowledge& knowledge_;
  read::Report report_;
  read::JavaNames names_;
  Identifiers identifiers_;
  std::map<std::string, Local> locals_;                                          // of a thread
  std::vector<std::map<std::string, std::pair<std::string, JavaType>>> scopes_;  // of a method
  std::vector<std::string> hoisted_;
  Lines scratch_;  // declarations of what is set and used inside one expression
  Lines scratch_results_;
  std::map<program::LocId, unsigned> alias_turn_;
  Lines lines_;
  std::vector<Site> sites_;
  unsigned loops_ = 0;
  bool throws_ = false;   // results say whether the thread threw
  bool wrapped_ = false;  // the body stands in a block of its own
  bool raising_ = false;
  bool returns_ = false;  // it has a `return`
  bool reads_ = false;    // the last call is a read by an access method
  bool inner_ = false;
  std::string leave_;                          // the label of the thread's body
  std::map<std::string, std::string> labels_;  // of the test -> of the text
  std::string printed_;                        // counts what the thread printed
};

bool is_unchecked(const read::JavaClasses& classes, read::ClassId exception);

}  // namespace thinair::jcstress
