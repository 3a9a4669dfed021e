// What an instruction set must say for itself: its registers, the event sets that its models use, and what instructions do.
//
//   takes   lines of read/assembly/ast
//   gives   instructions of program.hpp, through AssemblyThread
//   does not follow paths or know memory models
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.hpp"
#include "read/assembly/ast.hpp"

namespace thinair::read {
using namespace program;  // what is read becomes a program

struct RegisterName {
  std::string canonical;  // the one name under which states show it, whatever the width in the code: rax, X1, x5, r5
  std::uint8_t bytes = 8;
  bool zero = false;  // reads 0 and forgets what is written
};

class AssemblyThread;

class Isa {
 public:
  virtual ~Isa() = default;
  virtual Arch arch() const = 0;
  virtual unsigned bits() const { return 64; }
  virtual std::string_view name() const = 0;
  virtual std::optional<RegisterName> register_named(std::string_view name) const = 0;
  virtual std::vector<std::string> set_names() const = 0;
  // A 32-bit result clears the upper half of its register; otherwise it is sign-extended.
  virtual bool zero_extends() const { return false; }
  // `LSL`, `SXTW`: words that a number may follow.
  virtual bool takes_amount(std::string_view) const { return false; }
  virtual bool fixed_length() const { return true; }  // 4 bytes an instruction: `.+8` is the one after the next
  // Emits the line's instruction; false if there is no such instruction.
  virtual bool lower(const litmus::assembly::Line& line, AssemblyThread& thread) const = 0;
  // Every mnemonic, for suggestions.
  virtual std::vector<std::string> mnemonics() const = 0;
};

const Isa& isa_of(litmus::assembly::Isa kind);
const Isa* isa_of(Arch arch);  // null for Java

// The name under which a register is known, if the architecture has names for it; else the name itself. `bits` are the program's.
std::string canonical_register(Arch arch, unsigned bits, const std::string& name);

}  // namespace thinair::read
