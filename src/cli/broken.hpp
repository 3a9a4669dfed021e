// What the command line does about a fault of our own.
#pragma once

#include "support/internal_error.hpp"

namespace thinair::cli {

// Prints what broke and where, asks the user to report it, and ends the program: nothing that was printed can be trusted to be all of it.
void report_broken(std::string_view what, CodeLocation at);

}  // namespace thinair::cli
