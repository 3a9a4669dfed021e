#include "read/c/functions.hpp"

#include <algorithm>

#include "read/c/sets.hpp"

namespace thinair::read::c {

const std::vector<Function>& functions() {
  using Action = Function::Action;
  static const std::vector<Function> kFunctions = {
      {Action::load, "atomic_load", 1, 0},
      {Action::load, "atomic_load_explicit", 1, 1},
      {Action::store, "atomic_store", 2, 0},
      {Action::store, "atomic_store_explicit", 2, 1},
      {Action::exchange, "atomic_exchange", 2, 0},
      {Action::exchange, "atomic_exchange_explicit", 2, 1},
      {Action::add, "atomic_fetch_add", 2, 0},
      {Action::add, "atomic_fetch_add_explicit", 2, 1},
      {Action::sub, "atomic_fetch_sub", 2, 0},
      {Action::sub, "atomic_fetch_sub_explicit", 2, 1},
      {Action::or_, "atomic_fetch_or", 2, 0},
      {Action::or_, "atomic_fetch_or_explicit", 2, 1},
      {Action::and_, "atomic_fetch_and", 2, 0},
      {Action::and_, "atomic_fetch_and_explicit", 2, 1},
      {Action::xor_, "atomic_fetch_xor", 2, 0},
      {Action::xor_, "atomic_fetch_xor_explicit", 2, 1},
      {Action::compare, "atomic_compare_exchange_strong", 3, 0},
      {Action::compare, "atomic_compare_exchange_strong_explicit", 3, 2},
      {Action::compare, "atomic_compare_exchange_weak", 3, 0, true},
      {Action::compare, "atomic_compare_exchange_weak_explicit", 3, 2, true},
      {Action::exchange, "atomic_flag_test_and_set", 1, 0, false, 1},
      {Action::exchange, "atomic_flag_test_and_set_explicit", 1, 1, false, 1},
      {Action::store, "atomic_flag_clear", 1, 0, false, 0},
      {Action::store, "atomic_flag_clear_explicit", 1, 1, false, 0},
      {Action::init, "atomic_init", 2, 0},
      {Action::fence, "atomic_thread_fence", 0, 1},
      {Action::fence, "fence", 0, 1},  // herd's short form
  };
  return kFunctions;
}

const Function* find_function(std::string_view name) {
  const auto found = std::ranges::find(functions(), name, &Function::name);
  return found == functions().end() ? nullptr : &*found;
}

std::optional<SetMask> memory_order(std::string_view word) {
  if (word == "memory_order_relaxed") return kRelaxed;
  if (word == "memory_order_consume") return kConsume;
  if (word == "memory_order_acquire") return kAcquire;
  if (word == "memory_order_release") return kRelease;
  if (word == "memory_order_acq_rel") return kBoth;
  if (word == "memory_order_seq_cst") return kSeqCst;
  return std::nullopt;
}

bool is_meant(Function::Action action, SetMask order, bool failure) {
  if (action == Function::Action::load || failure) return order != kRelease && order != kBoth;
  if (action == Function::Action::store) return order == kRelaxed || order == kRelease || order == kSeqCst;
  return true;
}

}  // namespace thinair::read::c
