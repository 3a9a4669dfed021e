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

bool Structures::next(std::vector<std::uint32_t>& chosen) const {
  for (std::size_t t = chosen.size(); t-- > 0;) {
    if (++chosen[t] < unfolding_->threads[t].size()) return true;
    chosen[t] = 0;
  }
  return false;
}

void Structures::each(Budget& budget, const std::function<bool(std::size_t, const std::shared_ptr<const events::Structure>&)>& use) {
  if (limit_.reached()) return budget.exhaust(limit_.kind, limit_.text);
  if (std::ranges::any_of(unfolding_->threads, [](const auto& paths) { return paths.empty(); })) return;
  std::vector<std::uint32_t> chosen(unfolding_->threads.size(), 0);
  std::size_t number = 0;
  for (bool more = true; more && !budget.exhausted(); more = next(chosen)) {
    if (!events::fit_together(test_.program, *unfolding_, chosen)) continue;
    std::shared_ptr<const events::Structure> structure;
    if (number < kept_.size()) {
      structure = kept_[number];
    } else {
      structure = std::make_shared<const events::Structure>(events::combine(test_.program, *unfolding_, chosen, without_));
      if (number < kMostKept) kept_.push_back(structure);
    }
    if (!use(number++, structure)) return;
  }
}

}  // namespace thinair::candidates
