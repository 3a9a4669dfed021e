// Threads of a Java litmus test -> instructions.
//
//   takes   the program section, the initial state, and the Program that already holds the locations
//   gives   Program::threads, registers and set_names, and which locals were used how; mistakes go to the report
//   does not simplify: `r ^ r` and constant guards stay, for the dependencies they carry
#pragma once

#include "program/program.hpp"
#include "read/environment.hpp"
#include "read/java/ast.hpp"
#include "read/java/uses.hpp"
#include "read/report.hpp"

namespace thinair::read {
using namespace program;  // what is read becomes a program

// Types of the init block that Java has not.
void check_java_types(const std::vector<litmus::InitItem>& items, Report& report);

JavaUses lower_java(const litmus::java::Program& source, const std::vector<litmus::InitItem>& items, const Environment& environment,
                    Program& program, Report& report);

}  // namespace thinair::read
