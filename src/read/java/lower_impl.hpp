// Lowers one thread. Its parts: lower.cpp (statements, loops), lower_expr.cpp (values), lower_floating.cpp, lower_place.cpp (what can be
// assigned to), lower_call.cpp (access methods, threads, monitors), lower_method.cpp (methods of the test), lower_object.cpp (new objects),
// lower_loop.cpp (loops, switch, labels), lower_throw.cpp (exceptions, and leaving blocks).
//
// Statements become instructions one after the other; an expression becomes the instructions for its memory accesses, strictly left to
// right (JLS 15.7), and a pure term over registers that the caller uses. Accesses inside expressions go to fresh temporaries. Where
// something inside an expression assigns to a local, reads of locals are copied, so a term may be used later than its place.
//
// `&&`, `||` and `?:` are control flow (JLS 15.23-15.25): the operand that decides is a Branch, and what it decides about ends at the
// Branch's join, as for `if`. Methods are written out where they are called.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "read/code_builder.hpp"
#include "read/java/classes.hpp"
#include "read/java/methods.hpp"
#include "read/java/names.hpp"
#include "read/java/uses.hpp"

namespace thinair::read {

namespace tree = litmus::java;

// What all threads of a test share.
struct JavaTest {
  const tree::Program& source;
  const Environment& environment;
  Program& program;
  Report& report;
  JavaClasses& classes;
  std::map<LocId, JavaType> types;          // of locations in the init block; int if not listed
  std::map<LocId, ObjectId> constants;      // locations that always hold the object that the init block gives them
  std::map<std::string, ObjectId> strings;  // literals
  std::map<ClassId, ObjectId> class_objects;
  JavaUses uses;
};

class ThreadLowering {
 public:
  ThreadLowering(JavaTest& test, std::uint32_t thread);
  void lower();

 private:
  using Binary = tree::Binary;
  using Method = java::Method;

  struct Typed {
    ExprId id = 0;
    JavaType type;
  };
  struct Local {
    RegId reg = 0;
    JavaType type;
    bool constant = false;
  };
  // A method that is being written out.
  struct Frame {
    const tree::MethodDecl* method = nullptr;
    ClassId of = kNoClass;  // whose method it is
    std::optional<RegId> self;
    std::vector<std::map<std::string, Local>> scopes;
    std::optional<RegId> result;
    Label end = 0;
    std::size_t regions = 0, loops = 0;  // how many there were outside
    bool constructs = false;             // a constructor: final fields may be assigned
  };
  // Something that `break` leaves: a loop, a switch, a statement with a label.
  struct Loop {
    Label leave = 0;
    std::optional<Label> next = {};  // where `continue` goes; only loops have it
    std::size_t regions = 0;
    std::vector<std::string> labels = {};
    bool unnamed = true;                                    // `break` without a label leaves it
    std::set<std::pair<RegId, std::uint32_t>> finals = {};  // where it is left
  };
  // What must be done, or may be done, when control leaves a block by a jump or an exception.
  struct Region {
    enum class Kind : std::uint8_t { monitor, handlers, finally, construction } kind = Kind::monitor;
    RegId object = 0;                // monitor, construction
    ClassId of = kNoClass;           // construction: whose constructor it is
    const tree::Stmt* at = nullptr;  // handlers, finally: the try statement
    std::vector<Label> handlers;     // of its catches
    RegId caught = 0;                // what they catch
    std::size_t frames = 0;
  };
  // Something that can be assigned to.
  struct Place {
    enum class Kind : std::uint8_t { wrong, local, memory } kind = Kind::wrong;
    RegId reg = 0;
    ExprId address = 0;
    std::optional<LocId> location = {};  // of the init block
    SetMask sets = 0;
    JavaType type;
    std::string name;
    Span where;
    bool settled = false;  // a local that is assigned without declaration
    bool tears = false;    // a long in two halves
  };

  // ---- lower.cpp
  void statements(const std::vector<tree::Stmt>& body);
  void statement(const tree::Stmt& stmt);
  void declaration(const tree::Stmt& stmt);
  void assignment(const tree::Stmt& stmt);
  void branch(const tree::Stmt& stmt);
  void arm(const tree::Stmt& stmt);
  void give_back(const tree::Stmt& stmt);
  void open();
  void close();
  void begin_expression(tree::ExprId id) { copying_ = source_.exprs[id].modifies; }

  // ---- lower_loop.cpp
  void loop(const tree::Stmt& stmt);
  void for_each(const tree::Stmt& stmt);
  void labelled(const tree::Stmt& stmt);
  void switch_statement(const tree::Stmt& stmt);
  ExprId is_case(const tree::Stmt& one, Typed selector);
  void leave_loop(const tree::Stmt& stmt);
  void enter(Loop around);
  void leave(Label at);
  std::size_t loops_around() const;

  // ---- lower_expr.cpp
  void jump_if(tree::ExprId id, bool sense, Label target, Label join);
  Typed value(tree::ExprId id);
  void value_into(RegId dst, JavaType wanted, tree::ExprId id, Span where);
  void choice_into(RegId dst, const tree::Expr& e);
  void truth_into(RegId dst, tree::ExprId id);
  JavaType type_of(tree::ExprId id);  // without lowering it
  JavaType type_of_name(const std::string& name);
  JavaType type_of_choice(tree::ExprId yes, tree::ExprId no);
  bool is_boolean(tree::ExprId id);
  Typed modify(const tree::Expr& e);
  Typed assign(const tree::Expr& e);
  Typed unary(const tree::Expr& e);
  Typed binary(Binary op, Typed lhs, Typed rhs, Span where);
  Typed cast(const tree::Expr& e);
  ExprId converted(Typed from, JavaType to);
  // The same, with an error if it cannot be assigned.
  ExprId assigned(Typed from, JavaType to, Span where);
  ExprId operation(Op op, ExprId lhs, ExprId rhs, JavaType type);
  void guard_division(ExprId divisor, Span where);
  ExprId read_local(RegId reg, Span where);

  // ---- lower_floating.cpp
  bool may_become(Typed from, JavaType to, bool by_cast, Span where);  // reports why not
  void refuse_arithmetic(Span where);
  Typed floating_equality(Binary op, Typed lhs, Typed rhs, Span where);
  Typed floating_sign(const tree::Expr& e, Typed operand);

  // ---- lower_place.cpp
  Place place(tree::ExprId id, bool to_write);
  Place named_place(const std::string& name, Span where, bool to_write);
  Place field_place(RegId object, const FieldInfo& field, bool to_write, Span where);
  Place field_of(const tree::Expr& e, bool to_write);
  Place static_place(const std::pair<LocId, FieldInfo>& fixed, bool to_write, Span where);
  std::optional<Typed> constant_variable(tree::ExprId id);  // of a name or a field
  Place field_at(Typed object, const tree::Expr& e, bool to_write);
  Place element_of(const tree::Expr& e);
  Place element_at(Typed array, Typed index, const tree::Expr& e);
  Typed load(const Place& from, std::optional<RegId> dst, Span where);
  void store(const Place& to, Typed value, Span where);
  // A register that holds the reference; it is known on each path, and not null.
  RegId resolved(Typed reference, Span where);
  const FieldInfo* field_in_scope(const std::string& name) const;  // in a method, named without its object
  std::optional<ClassId> class_named(tree::ExprId id) const;
  RegId local(const std::string& name);
  const Local* find_local(const std::string& name) const;
  void declare_local(const std::string& name, JavaType type, RegId reg, bool constant, Span where);
  void set_type(RegId reg, JavaType type);
  JavaType type_of_register(RegId reg) const;

  // ---- lower_call.cpp
  Typed call(const tree::Expr& e, std::optional<RegId> dst, bool statement);
  Typed access(const Method& method, const Place& at, const std::vector<Typed>& arguments, std::optional<RegId> wanted, Span where);
  void update(const Method& method, ExprId address, ExprId operand, RegId dst, JavaType type, Span where);
  std::optional<Typed> thread_call(const tree::Expr& e);
  std::optional<Typed> print_call(const tree::Expr& e);
  std::optional<Typed> monitor_call(const tree::Expr& e);
  Typed handle_call(const tree::Expr& e, std::optional<RegId> dst, bool statement);
  const Method* resolve_method(const tree::Expr& e);
  void unknown_method(const tree::Expr& e, bool alone);
  bool check_shape(const tree::Expr& e, const Method& method, std::size_t arguments, bool statement);

  // ---- lower_method.cpp
  std::optional<Typed> method_call(const tree::Expr& e);
  std::optional<Typed> call_in_scope(const tree::Expr& e, std::size_t count);
  std::optional<Typed> super_call(const tree::Expr& e, std::size_t count);
  std::vector<Typed> arguments_of(const tree::Expr& e);
  std::optional<MethodInfo> chosen(const std::vector<MethodInfo>& candidates, const std::vector<Typed>& arguments, std::string_view name,
                                   Span where);
  // Of what stands before the dot; int if it is nothing of the test's.
  JavaType type_before_dot(const tree::Expr& e);
  JavaType type_of_call(const tree::Expr& e);  // without lowering it
  bool wrong_number_of_arguments(const tree::Expr& e);
  Typed inlined(const tree::MethodDecl& method, ClassId of, std::optional<RegId> self, const std::vector<Typed>& arguments, Span where);
  Typed dispatched(RegId object, ClassId of, const MethodInfo& method, const std::vector<Typed>& arguments, Span where);

  // ---- lower_object.cpp
  RegId class_object(ClassId of, Span where);
  Typed new_object(const tree::Expr& e);
  void construct(ClassId of, RegId self, const std::vector<Typed>& arguments, Span where);
  void initialise_fields(ClassId of, RegId self);
  void freeze(ClassId of, RegId self, Span where);
  Typed new_array(const tree::Expr& e);
  Typed arrays(JavaType type, const std::vector<std::size_t>& lengths, std::size_t depth, Span where);
  Typed one_array(JavaType type, std::size_t length, Span where);
  std::uint32_t copies() const;  // how many objects a `new` can make here

  // ---- lower_throw.cpp
  void raise(ClassId exception, std::optional<ExprId> object, Span where);
  void raise(std::string_view exception, Span where);
  // Does what leaving the regions inside asks for.
  void leave_regions(std::size_t down_to, Span where);
  void try_statement(const tree::Stmt& stmt);
  void throw_statement(const tree::Stmt& stmt);
  void raise_as_it_is(Typed thrown, Span where);
  bool may_be_thrown(ClassId exception) const;
  ClassId common_class(const std::vector<tree::TypeName>& types) const;
  bool is_exception(JavaType type) const;
  void assert_statement(const tree::Stmt& stmt);
  void synchronized_statement(const tree::Stmt& stmt);
  void lock(RegId object, Span where);
  void unlock(RegId object, Span where);

  ExprId is_instance(RegId object, ClassId of);  // of a reference that is known
  ExprId heap(Op op, ExprId lhs, std::uint32_t index = 0, ExprId rhs = 0) { return code_.add({op, 0, index, lhs, rhs}); }
  Typed number(Value value) { return {code_.constant(value), {}}; }
  // Of a call that gives no value, and where there was a mistake: nobody complains about its type.
  Typed nothing() { return {code_.constant(0), {JavaType::Base::void_}}; }

  JavaTest& test_;
  const tree::Program& source_;
  const Environment& environment_;
  Report& report_;
  JavaClasses& classes_;
  std::uint32_t thread_;
  JavaNames names_;
  CodeBuilder code_;
  std::vector<Frame> frames_;
  std::vector<Loop> loops_;
  std::vector<std::string> labels_;  // of the statement that comes next
  std::vector<Region> regions_;
  std::map<RegId, JavaType> types_;  // of registers; int if not listed
  // Final fields that may have their value already, of objects under construction. Empty where control does not come.
  std::set<std::pair<RegId, std::uint32_t>> finals_;
  std::size_t inlined_ = 0;  // calls
  bool copying_ = false;     // the expression at hand modifies something: reads of locals are copied
};

}  // namespace thinair::read
