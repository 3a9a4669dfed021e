// How operators are written, in listings and in explanations.
#pragma once

#include <string_view>

#include "program/program.hpp"

namespace thinair::program {

std::string_view symbol(Op op);  // "" for leaves

}  // namespace thinair::program
