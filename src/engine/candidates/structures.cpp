#include "engine/candidates/structures.hpp"

#include <algorithm>

namespace thinair::candidates {
namespace {
constexpr std::size_t kMostKept = 512;
}

Structures::Structures(const program::Test& test, const events::Reading& reading, program::Relaxation without, Budget& budget)
    : test_(test),
      without_(std::move(without)),
      unfolding_(std::make_shared<events::Unfolding>(events::unfold(test.program, budget, without_, reading))),
      limit_(budget.limit()) {}

bool Structures::reusable() const {
  return limit_.kind == Incomplete::none || limit_.kind == Incomplete::paths || limit_.kind == Incomplete::unsupported ||
         limit_.kind == Incomplete::bound;
}

void Structures::each(Budget& budget, const std::function<bool(std::size_t, const std::shared_ptr<const events::Structure>&)>& use) {
  if (limit_.reached()) return budget.exhaust(limit_.kind, limit_.text);
  if (std::ranges::any_of(unfolding_->threads, [](const auto& paths) { return paths.empty(); })) return;
  if (!support_) support_.emplace(test_.program, *unfolding_);
  std::size_t number = 0;
  support_->each(budget, [&](const std::vector<std::uint32_t>& chosen) {
    if (!events::fit_together(test_.program, *unfolding_, chosen)) return true;
    std::shared_ptr<const events::Structure> structure;
    if (number < kept_.size()) {
      structure = kept_[number];
    } else {
      structure = std::make_shared<const events::Structure>(events::combine(test_.program, *unfolding_, chosen, without_));
      if (number < kMostKept) kept_.push_back(structure);
    }
    return use(number++, structure);
  });
}

}  // namespace thinair::candidates
