#include <atomic>

#include "support/internal_error.hpp"

namespace thinair {
namespace {

std::atomic<BrokenHandler> current = nullptr;

}  // namespace

BrokenHandler set_broken_handler(BrokenHandler handler) { return current.exchange(handler); }

void broken(std::string_view what, CodeLocation at) {
  if (const BrokenHandler handler = current.load()) handler(what, at);
  throw InternalError(what, at);
}

}  // namespace thinair
