// The functions of <stdatomic.h>: what each does and how many arguments it has.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "program/program.hpp"

namespace thinair::read::c {
using namespace program;  // what is read becomes a program

struct Function {
  enum class Action : std::uint8_t { load, store, exchange, add, sub, or_, and_, xor_, compare, fence, init } action = Action::load;
  std::string_view name;           // as in a test
  std::size_t arguments = 0;       // orders not counted
  std::size_t orders = 0;          // arguments that are memory orders; without any it is seq_cst
  bool weak = false;               // compare: may fail spuriously
  std::optional<Value> operand{};  // exchange, store: what is written, if no argument says it
  bool has_value() const { return action != Action::store && action != Action::fence && action != Action::init; }
};

// Null if there is no such function.
const Function* find_function(std::string_view name);
const std::vector<Function>& functions();

// The event set of memory_order_acquire and so on; none for other words.
std::optional<SetMask> memory_order(std::string_view word);

// Whether C gives an order a meaning: a load does not release, a store does not acquire (C11 7.17.7). `failure`: of a compare_exchange.
bool is_meant(Function::Action action, SetMask order, bool failure);

}  // namespace thinair::read::c
