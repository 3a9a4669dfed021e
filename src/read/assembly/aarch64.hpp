// Parts of the AArch64 instruction set that have files of their own: accesses with every form of address, and data processing.
//
//   takes   a mnemonic in small letters and its line
//   gives   instructions, through AssemblyThread; false if the mnemonic is not of this part
//   does not know atomics, barriers or conditional branches: isa_aarch64 does
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "read/assembly/thread.hpp"

namespace thinair::read::aarch64 {

// Which sets accesses belong to by their order.
struct AccessSets {
  SetMask acquire, acquire_pc, release, exclusive;
};

using litmus::assembly::Line;
using litmus::assembly::Operand;

// `LSL #2`, `SXTW`, `UXTW #2`: is it one?
bool is_shift(const Operand& operand);
bool is_shift(std::string_view word);
// A register as the second operand of an instruction of that width, shifted or extended if `shift` is given.
ExprId shifted(const Operand& reg, const Operand* shift, std::uint8_t bytes, AssemblyThread& t);

// `[X1]`, `[X1,#4]`, `[X1,X2]`, `[X1,X2,LSL #2]`, `[X1,W2,SXTW #2]`; not the forms that change the base.
ExprId address(const Operand& memory, AssemblyThread& t);

bool lower_access(const std::string& m, const Line& line, const AccessSets& sets, AssemblyThread& t);
bool lower_data(const std::string& m, const Line& line, AssemblyThread& t);
std::vector<std::string> access_mnemonics();
std::vector<std::string> data_mnemonics();

// The condition of that name, `eq` to `le`; and the one that holds when it does not.
std::optional<AssemblyThread::Cond> condition_named(std::string_view name);
std::vector<std::string_view> conditions();
AssemblyThread::Cond opposite(AssemblyThread::Cond cond);

}  // namespace thinair::read::aarch64
