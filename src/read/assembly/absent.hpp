// What architectures have and no test here: instructions that the readers refuse.
//
//   gives   the event sets that models of these features use, by feature; in every test that was read they are empty
#pragma once

#include <span>
#include <string_view>

#include "program/program.hpp"

namespace thinair::read {

struct AbsentFeature {
  std::string_view name;                   // as people say: "page tables"
  std::span<const std::string_view> sets;  // event sets that only such instructions fill
};

std::span<const AbsentFeature> absent_features(program::Arch arch);

}  // namespace thinair::read
