// Threads of a hardware litmus test -> instructions.
//
//   takes   the program section, the initial state, and what the final part names
//   gives   Program::threads, registers, locations and set_names; mistakes go to the report
//   does not know mnemonics: the instruction sets do
#pragma once

#include "program/program.hpp"
#include "read/litmus/ast.hpp"
#include "read/report.hpp"

namespace thinair::read {
using namespace program;  // what is read becomes a program

void lower_assembly(const litmus::Test& tree, const litmus::assembly::Program& source, Program& program, Report& report);

}  // namespace thinair::read
