// A program as statements with registers: what people read, what transformations change, what becomes a litmus test.
//
//   takes   a program of a space
//   gives   its statements; the same with a fence more, or with two threads one behind the other; a line for each thread; a litmus test
//   does not know models or rules
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "space/space.hpp"

namespace thinair::space {

inline constexpr int kNoRegister = -1;

// A register, or a constant if there is none.
struct Operand {
  int reg = kNoRegister, constant = 0;
  auto operator<=>(const Operand&) const = default;
};

struct Condition {
  Guard guard = Guard::always;
  int reg = kNoRegister;
  auto operator<=>(const Condition&) const = default;
};

enum class StepKind : std::uint8_t { read, write, add, exchange, assign, fence, lock, unlock };

struct Step {
  StepKind kind = StepKind::read;
  std::uint8_t location = 0;
  Mode mode = Mode::plain;
  Fence fence = Fence::none;
  int target = kNoRegister;  // of a read, an update, an assignment
  Operand value;             // of a write, an update, an assignment
  Condition condition;
  auto operator<=>(const Step&) const = default;

  bool access() const { return kind <= StepKind::exchange; }
  bool reads() const { return access() && kind != StepKind::write; }
  bool writes() const { return access() && kind != StepKind::read; }
  bool uses(int reg) const { return reg != kNoRegister && (value.reg == reg || condition.reg == reg); }
};
using Steps = std::vector<Step>;

// Registers have numbers that no two threads share: r0, r1, .. in the order of the reads of the program; what comes later is new.
struct Code {
  std::vector<Steps> threads;
  std::size_t locations = 0;
  int registers = 0;
  auto operator<=>(const Code&) const = default;
};

Code code_of(const Program& program, const Space& space);
Code with_fence(const Program& program, const Space& space, std::size_t thread, std::size_t before);  // before this access, a full one
Code joined(Code code, std::size_t first, std::size_t second);  // the second thread runs behind the first, in one thread
Code without_modes(Code code);

// A thread each: "x=1; r0=x.vol; r1=y.vol", "y.vol=1; r2=x.vol".
std::vector<std::string> lines(const Code& code);

// How the clause of a text asks: "exists" and the state, "0:r0=1 /\ 1:r1=0". Empty: no clause.
struct Told {
  std::string name = "found";
  std::string title, source, clause;
};
std::string litmus_text(const Code& code, const Told& told = {});

// The method that an access of this kind and mode is: "getAcquire".
std::string_view method(StepKind kind, Mode mode);

}  // namespace thinair::space
