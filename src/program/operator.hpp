// What kind of operator each one is, and how it is written in listings and explanations.
#pragma once

#include <string_view>

#include "program/program.hpp"

namespace thinair::program {

std::string_view symbol(Op op);  // "" for leaves

inline bool is_leaf(Op op) { return op == Op::constant || op == Op::reg || op == Op::address; }
inline bool is_unary(Op op) { return op == Op::neg || op == Op::bit_not || op == Op::log_not; }
// Known on a path, or an address: no term.
inline bool is_heap(Op op) { return op >= Op::field && op <= Op::instance_of; }
inline bool is_comparison(Op op) { return op >= Op::lt && op <= Op::ne; }

// The comparison that holds exactly when this one does not.
inline Op negated(Op comparison) {
  switch (comparison) {
    case Op::lt: return Op::ge;
    case Op::le: return Op::gt;
    case Op::gt: return Op::le;
    case Op::ge: return Op::lt;
    case Op::eq: return Op::ne;
    default: return Op::eq;
  }
}

}  // namespace thinair::program
