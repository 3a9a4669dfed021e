// Threads of a C litmus test -> instructions.
//
//   takes   the program section, the initial state, and the Program that already holds the locations
//   gives   Program::threads, registers and set_names; mistakes go to the report
//   does not simplify: `r ^ r` and constant guards stay, for the dependencies they carry
#pragma once

#include "program/program.hpp"
#include "read/c/ast.hpp"
#include "read/environment.hpp"
#include "read/litmus/ast.hpp"
#include "read/report.hpp"

namespace thinair::read {

void lower_c(const std::vector<litmus::InitItem>& items, const litmus::c::Program& source, Program& program, Report& report);

}  // namespace thinair::read
