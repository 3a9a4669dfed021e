// Lowers one thread of a C test. Its parts: lower.cpp (statements, names, types), lower_expr.cpp (values), lower_call.cpp (the functions of
// <stdatomic.h>).
//
// `*x` is a non-atomic access, whatever the type of x: so herd reads it. (In C it would be seq_cst if x points to an atomic object; the
// reader of such a test is warned.)
//
// The operands of an operator are evaluated in an order that C leaves open (C11 6.5p2; calls of functions are indeterminately sequenced,
// 6.5.2.2p10). Where both operands access memory, the program goes on either way (Choice), so models see all orders that C allows.
// `&&`, `||` and `?:` evaluate their first operand first, and are control flow.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "read/c/ast.hpp"
#include "read/c/functions.hpp"
#include "read/code_builder.hpp"
#include "read/environment.hpp"
#include "read/report.hpp"

namespace thinair::read {

namespace ctree = litmus::c;

class CThreadLowering {
 public:
  CThreadLowering(const ctree::Program& source, Environment& environment, Program& program, std::uint32_t thread, Report& report)
      : source_(source),
        environment_(environment),
        program_(program),
        thread_(thread),
        report_(report),
        code_(program, thread),
        scopes_(1) {}
  void lower();

 private:
  using Binary = ctree::Binary;
  using Action = c::Function::Action;

  // A parameter: a pointer to a location.
  struct Pointer {
    LocId location = 0;
    bool atomic = false;
    bool boolean = false;
  };
  struct Loop {
    Label leave, next;
  };

  // ---- lower.cpp
  void parameters();
  void statements(const std::vector<ctree::Stmt>& body);
  void statement(const ctree::Stmt& stmt);
  void declaration(const ctree::Stmt& stmt);
  void assignment(const ctree::Stmt& stmt);
  void branch(const ctree::Stmt& stmt);
  void arm(const ctree::Stmt& stmt);
  void loop(const ctree::Stmt& stmt);
  void leave_loop(const ctree::Stmt& stmt);
  struct TypeInfo {
    bool atomic = false, boolean = false;
  };
  std::optional<TypeInfo> type(const ctree::Type& type);  // an error if it is none that tests may use
  RegId local(const std::string& name);
  void assign(RegId reg, ExprId value, Span where);
  const Pointer* pointer(ctree::ExprId id, std::string_view use);  // an error if it is none
  const Pointer* plain(ctree::ExprId id, std::string_view use);    // of `*x`: the same, and a warning if x is atomic

  // ---- lower_expr.cpp
  ExprId value(ctree::ExprId id);
  void value_into(RegId dst, ctree::ExprId id, Span where);
  void jump_if(ctree::ExprId id, bool sense, Label target, Label join);
  void choice_into(RegId dst, const ctree::Expr& e);
  ExprId name(const ctree::Expr& e);
  ExprId binary(const ctree::Expr& e);
  ExprId operation(Binary op, ExprId lhs, ExprId rhs, Span where);
  unsigned accesses(ctree::ExprId id) const;  // calls and `*x` in it

  // ---- lower_call.cpp
  // Gives the value, in `dst` if there is one; none if the function has no value.
  std::optional<ExprId> call(const ctree::Expr& e, std::optional<RegId> dst);
  const c::Function* function(const ctree::Expr& e);
  std::optional<SetMask> order(ctree::ExprId id, const c::Function& function, bool failure);
  ExprId compare(const ctree::Expr& e, const c::Function& function, const Pointer& at, SetMask success, SetMask failure,
                 std::optional<RegId> dst);
  ExprId stored(const Pointer& at, ExprId value);  // as a _Bool has it

  const ctree::Program& source_;
  Environment& environment_;
  Program& program_;
  std::uint32_t thread_;
  Report& report_;
  CodeBuilder code_;
  std::map<std::string, Pointer> pointers_;
  std::vector<std::set<std::string>> scopes_;  // declared locals
  std::map<std::string, Span> read_;           // locals, and where each is first read
  std::set<std::string> booleans_;             // locals of type _Bool
  std::vector<Loop> loops_;
};

}  // namespace thinair::read
