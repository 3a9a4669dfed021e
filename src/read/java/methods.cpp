#include "read/java/methods.hpp"

#include <algorithm>

#include "read/java/sets.hpp"

namespace thinair::read::java {
namespace {

using Action = Method::Action;

// What java.util.concurrent.atomic.AtomicInteger has besides.
void add_atomic_integer(std::vector<Method>& all) {
  all.push_back({"lazySet", Action::set, kRelease, 0, false, "setRelease"});
  all.push_back({"weakCompareAndSetVolatile", Action::compare_set, kVolatile, kVolatile, true, "weakCompareAndSet"});
  all.push_back({"getAndIncrement", Action::get_add, kVolatile, 0, false, "getAndAdd", 1});
  all.push_back({"getAndDecrement", Action::get_add, kVolatile, 0, false, "getAndAdd", -1});
  all.push_back({"incrementAndGet", Action::get_add, kVolatile, 0, false, "getAndAdd", 1, true});
  all.push_back({"decrementAndGet", Action::get_add, kVolatile, 0, false, "getAndAdd", -1, true});
  all.push_back({"addAndGet", Action::get_add, kVolatile, 0, false, "getAndAdd", std::nullopt, true});
}

std::vector<Method> build() {
  std::vector<Method> all = {
      {"get", Action::get, kPlain},
      {"getPlain", Action::get, kPlain},  // not in the API; herd prints plain accesses so
      {"getOpaque", Action::get, kOpaque},
      {"getAcquire", Action::get, kAcquire},
      {"getVolatile", Action::get, kVolatile},
      {"set", Action::set, kPlain},
      {"setPlain", Action::set, kPlain},
      {"setOpaque", Action::set, kOpaque},
      {"setRelease", Action::set, kRelease},
      {"setVolatile", Action::set, kVolatile},
      {"compareAndSet", Action::compare_set, kVolatile, kVolatile},
      {"weakCompareAndSetPlain", Action::compare_set, kPlain, kPlain, true},
      {"weakCompareAndSet", Action::compare_set, kVolatile, kVolatile, true},
      // The mode is that of the successful update; a compare that fails only reads, so Release leaves it plain.
      {"weakCompareAndSetAcquire", Action::compare_set, kAcquire, kAcquire, true},
      {"weakCompareAndSetRelease", Action::compare_set, kRelease, kPlain, true},
      {"compareAndExchange", Action::compare_exchange, kVolatile, kVolatile},
      {"compareAndExchangeAcquire", Action::compare_exchange, kAcquire, kAcquire},
      {"compareAndExchangeRelease", Action::compare_exchange, kRelease, kPlain},
  };
  const std::vector<std::pair<std::string, Action>> updates = {{"getAndSet", Action::get_set},
                                                               {"getAndAdd", Action::get_add},
                                                               {"getAndBitwiseOr", Action::get_or},
                                                               {"getAndBitwiseAnd", Action::get_and},
                                                               {"getAndBitwiseXor", Action::get_xor}};
  for (const auto& [name, action] : updates) {
    all.push_back({name, action, kVolatile});
    all.push_back({name + "Acquire", action, kAcquire});
    all.push_back({name + "Release", action, kRelease});
  }
  // herd gives loadLoad and storeStore fences the mode of the stronger ones; LL and SS let a model tell them apart.
  all.push_back({"fullFence", Action::fence, kVolatile | kFullFence});
  all.push_back({"acquireFence", Action::fence, kAcquire | kAcquireFence});
  all.push_back({"releaseFence", Action::fence, kRelease | kReleaseFence});
  all.push_back({"loadLoadFence", Action::fence, kAcquire | kLoadLoad});
  all.push_back({"storeStoreFence", Action::fence, kRelease | kStoreStore});
  add_atomic_integer(all);
  for (Method& method : all)
    if (method.same_as.empty()) method.same_as = method.name;
  return all;
}

}  // namespace

std::size_t Method::arguments() const {
  switch (action) {
    case Action::get:
    case Action::fence: return 0;
    case Action::compare_set:
    case Action::compare_exchange: return 2;
    default: return operand ? 0 : 1;
  }
}

const std::vector<Method>& methods() {
  static const std::vector<Method> kMethods = build();
  return kMethods;
}

const Method* find_method(std::string_view name) {
  const auto found = std::ranges::find(methods(), name, &Method::name);
  return found == methods().end() ? nullptr : &*found;
}

}  // namespace thinair::read::java
