// Results as text for people: aligned tables, one line per state or clause, no markup.
#pragma once

#include <string>
#include <vector>

#include "show/report/report.hpp"

namespace thinair::report::text {

std::string outcomes(const Outcomes& outcomes, const Style& style);
std::string check(const Check& check, const Style& style);
std::string compare(const Comparison& comparison, const Style& style);
std::string models(const std::vector<ModelInfo>& models, std::string_view fallback);

// "0:r1=0; 1:r2=any v1;" on one line.
// "undefined behaviour: data-race; every outcome is allowed", or nothing.
std::string undefined_line(const std::vector<std::string>& undefined, const Style& style);

std::string state_line(const program::Test& test, const answer::State& state);

}  // namespace thinair::report::text
