// The tree of the program section of a hardware litmus test: one syntax for all instruction sets.
//
//   takes   nothing: read/assembly/parser builds it, ask/compile/ writes it
//   gives   lines per thread, a line being a label, an instruction, or both; operands as written
//   does not know registers, mnemonics or widths: read/assembly/isa_* do
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/source.hpp"

namespace thinair::litmus::assembly {

enum class Isa : std::uint8_t { x86_64, x86, aarch64, riscv, ppc };

struct Operand {
  enum class Kind : std::uint8_t {
    word,    // a register, a label, the kind of a barrier; with a number `LSL #2`; `.+8` is a place from here
    number,  // an immediate value
    memory,  // `(x)`, `0(x5)`, `[X1]`, `[X1,W2,SXTW #2]`, `[X1,#8]!`
    hole,    // `{v}`, only in compilation schemes
  } kind = Kind::word;
  Span where;
  std::string prefix;          // as written: `%` of a register, `$` or `#` of a number; `$` in a hole: a number is welcome
  std::string word;            // word, hole
  std::int64_t number = 0;     // number; memory: what stands before the parenthesis; word: what stands behind it
  bool has_number = false;     // memory, word: whether something does
  bool bracketed = false;      // memory: `[...]`
  bool writes_back = false;    // memory: `!` behind it
  std::vector<Operand> parts;  // memory: base, then what follows it after commas; never memory itself
};

struct Line {
  std::string label;  // empty if there is none
  Span label_where;
  bool lock = false;     // x86: the prefix of that name
  std::string mnemonic;  // as written; empty in a line that is only a label
  Span mnemonic_where;
  std::vector<Operand> operands;
  Span where;
};

struct Thread {
  std::vector<Line> lines;
  Span where;  // of the header word, `P0`
};

struct Program {
  Isa isa = Isa::x86_64;
  std::vector<Thread> threads;
};

std::string to_text(const Operand& operand);
std::string to_text(const Line& line);
std::string to_text(const Program& program);  // columns, as herd has them

}  // namespace thinair::litmus::assembly
