// The event structures of a test, one after the other: every choice of one path per thread that values allow (support). Kept between
// questions, as long as there are few.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/candidates/support.hpp"
#include "events/structure.hpp"
#include "program/condition.hpp"
#include "support/budget.hpp"

namespace thinair::candidates {

class Structures {
 public:
  Structures(const program::Test& test, const events::Reading& reading, program::Relaxation without, Budget& budget);

  // Calls `use` with each structure and its number; stops when that returns false. A limit that unfolding reached is reached again.
  void each(Budget& budget, const std::function<bool(std::size_t, const std::shared_ptr<const events::Structure>&)>& use);

  const std::shared_ptr<events::Unfolding>& unfolding() const { return unfolding_; }
  // False: unfolding ended at a limit of the question that was asked then, and another question may get farther.
  bool reusable() const;

 private:
  const program::Test& test_;
  program::Relaxation without_;
  std::shared_ptr<events::Unfolding> unfolding_;
  Limit limit_;
  std::optional<Support> support_;                              // once somebody asks
  std::vector<std::shared_ptr<const events::Structure>> kept_;  // the first ones
};

}  // namespace thinair::candidates
