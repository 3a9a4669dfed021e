// The instructions of one hardware thread in the making: what the instruction sets are written in terms of.
//
//   takes   operands of read/assembly/ast
//   gives   expressions, and instructions in the CodeBuilder; complaints with positions
//   does not know any mnemonic
//
// Values. A 32-bit value is kept sign-extended, and 64-bit arithmetic is exact (Program::bits). Reads of a register at
// another width than it was written with are put right in finish(), when all writes are known.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "read/assembly/ast.hpp"
#include "read/assembly/isa.hpp"
#include "read/code_builder.hpp"
#include "read/environment.hpp"
#include "read/report.hpp"

namespace thinair::read {
using namespace program;  // what is read becomes a program

class AssemblyThread {
 public:
  using Operand = litmus::assembly::Operand;
  using Line = litmus::assembly::Line;

  AssemblyThread(const Isa& isa, Environment& environment, Program& program, std::uint32_t thread, Report& report);

  void lower(const litmus::assembly::Thread& source);

  // ---- what operands are; a wrong one is reported, and stands for 0

  std::optional<RegisterName> as_register(const Operand& operand) const;
  bool is_register(const Operand& operand) const { return as_register(operand).has_value(); }
  static bool is_number(const Operand& operand) { return operand.kind == Operand::Kind::number; }
  static bool is_memory(const Operand& operand) { return operand.kind == Operand::Kind::memory; }
  std::uint8_t width(const Operand& operand);                // of a register
  ExprId value(const Operand& operand, std::uint8_t bytes);  // a register or a number
  ExprId reg(const Operand& operand);                        // a register at the width of its name
  ExprId reg(const Operand& operand, std::uint8_t bytes);
  ExprId number(const Operand& operand);
  ExprId number(const Operand& operand, std::uint8_t bytes);  // at this width; reports one that does not fit
  ExprId address(const Operand& memory);                      // `(x)`, `0(x5)`, `[X1]`; further parts are for the instruction set
  ExprId base(const Operand& operand);                        // a register with an address, or a location
  Label label(const Operand& operand);
  RegId temporary() { return code_.temporary(); }

  // ---- expressions

  ExprId constant(Value v) { return code_.constant(v); }
  ExprId of(RegId r) { return code_.reg(r); }
  ExprId unary(Op op, ExprId a) { return code_.unary(op, a); }
  ExprId binary(Op op, ExprId a, ExprId b) { return code_.binary(op, a, b); }
  ExprId binary(Op op, ExprId a, ExprId b, std::uint8_t bytes);  // of that width
  // The low bytes of a result, sign-extended.
  ExprId narrowed(ExprId value, std::uint8_t bytes);
  ExprId arithmetic(Op op, ExprId a, ExprId b, std::uint8_t bytes) { return narrowed(binary(op, a, b), bytes); }
  ExprId unsigned_order(Op op, ExprId lhs, ExprId rhs);  // lt, le, gt or ge of numbers without sign

  // ---- instructions; the first of a line starts a machine instruction, the others are parts of it

  void assign(const Operand& dst, ExprId value, std::uint8_t bytes);
  void assign(RegId dst, ExprId value) { emit(Assign{dst, value}); }
  // Of less than 4 bytes the value is without sign, in memory and in the register; sign_extended() gives it one.
  void load(const Operand& dst, ExprId address, SetMask sets, std::uint8_t bytes, Pairing pairing = Pairing::none);
  RegId load(ExprId address, SetMask sets, std::uint8_t bytes, Pairing pairing = Pairing::none);  // into a temporary
  void store(ExprId address, ExprId value, SetMask sets, std::uint8_t bytes, Pairing pairing = Pairing::none);
  template <class Operation>
  void emit(Operation operation) {
    if (started_) {
      code_.emit_more(std::move(operation), where_);
    } else {
      code_.emit(std::move(operation), where_);
    }
    started_ = true;
  }
  RegId destination(const Operand& dst, std::uint8_t bytes);  // the register that an instruction is to write
  Label new_label() { return code_.new_label(); }
  void place(Label label);

  // ---- flags: what the last comparison compared

  // `bytes`: of the difference whose sign conditions may ask for; 0: they may not.
  void compare(ExprId lhs, ExprId rhs, std::uint8_t bytes = 0);
  void compare_without_carry(ExprId lhs, ExprId rhs, std::uint8_t bytes);  // x86: dec leaves the carry as it was
  // Of a result, which is compared with 0. Arithmetic may overflow: then an order of its operands does not follow from its sign.
  enum class Result : std::uint8_t { arithmetic, logical };
  void set_flags(ExprId result, Result kind);
  // AArch64, where every flag of a sum is asked for, and logical operations clear carry and overflow.
  void set_flags_of_sum(ExprId lhs, ExprId rhs, ExprId result);
  void set_flags_cleared(ExprId result);
  // below, above and so on: as numbers without sign. overflow: of the difference that was compared.
  enum class Cond { eq, ne, lt, le, gt, ge, negative, not_negative, below, not_above, above, not_below, overflow, no_overflow };
  ExprId condition(Cond cond);
  void branch_if(Cond cond, const Operand& target);
  void branch_if(ExprId condition, const Operand& target);
  RegId flags_left(), flags_right();

  // ---- complaints

  bool operands(const Line& line, std::size_t count);  // reports another number
  void error(Span where, std::string message, std::string hint = {}) {
    report_.error("litmus-operand", where, std::move(message), std::move(hint));
  }
  Span where() const { return where_; }

 private:
  struct Read {
    ExprId expr;
    RegId reg;
    std::uint8_t bytes;
    Span where;
    std::uint8_t last;  // the width it was last written with; kInitial; 0: not known here
  };
  static constexpr std::uint8_t kInitial = 16;
  RegId find_register(const RegisterName& name);
  // What conditions can be told from flags: the order of what was compared, with sign and without; the sign of a result.
  struct Known {
    bool order = true, sign = true, unsigned_order = true;
    bool sum = false;             // of the operands that were put aside
    bool cleared = false;         // neither carry nor overflow
    std::uint8_t difference = 0;  // flags of a difference of this width, in bytes; its sign is found from what was compared
  };
  struct Asked {
    Known needed;
    Span where;
  };
  void flags_are(ExprId lhs, ExprId rhs, Known known);
  void require_known(Known flags, const Asked& asked);
  std::optional<ExprId> condition_of_sum(Cond cond, ExprId result);
  void define_labels(const litmus::assembly::Thread& source);
  void define_distances(const litmus::assembly::Thread& source);
  void check_amounts(const std::vector<Operand>& operands);
  void come_to(Label label);
  void no_register(const Operand& operand);
  void lower_line(const Line& line);
  void settle_widths();
  void settle_flags();

  const Isa& isa_;
  Environment& environment_;
  Program& program_;
  Report& report_;
  std::uint32_t thread_;
  CodeBuilder code_;
  Span where_;
  bool started_ = false;
  std::map<std::string, Label, std::less<>> labels_;
  std::map<std::size_t, Label> distances_;  // targets of `.+8`, by the number of the instruction in the thread
  std::size_t instruction_ = 0;
  std::vector<Read> reads_;
  std::map<RegId, std::uint8_t> written_;  // widths it is written with, or-ed
  std::map<RegId, std::uint8_t> last_;     // since the last label
  bool before_labels_ = true;
  std::optional<RegId> flags_left_, flags_right_;
  std::optional<std::pair<RegId, RegId>> summands_;
  std::optional<Known> flags_;  // of the last instruction that set them; none behind a label, where others may come in
  Known all_flags_;             // what is known whichever instruction of the thread set them
  std::vector<Asked> asked_behind_label_;
};

}  // namespace thinair::read
