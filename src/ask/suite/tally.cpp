#include "ask/suite/tally.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace thinair::suite {

std::size_t Count::total() const { return std::accumulate(of.begin(), of.end(), std::size_t{0}); }

Count& Count::operator+=(const Count& other) {
  for (std::size_t i = 0; i < kStatuses; ++i) of[i] += other.of[i];
  return *this;
}

std::vector<FamilyCount> tally(const Run& run) {
  std::vector<FamilyCount> out;
  for (const TestResult& result : run.tests) {
    if (out.empty() || out.back().family != result.entry->family) {
      out.emplace_back().family = result.entry->family;
      out.back().by_model.resize(run.models.size());
    }
    FamilyCount& family = out.back();
    ++family.tests;
    family.outcomes += result.entry->test.clauses.size();
    for (std::size_t m = 0; m < run.models.size(); ++m)
      for (const Judged& judged : result.by_model[m])
        if (judged.status != Status::foreign) ++family.by_model[m].of[static_cast<std::size_t>(judged.status)];
  }
  return out;
}

FamilyCount total(const std::vector<FamilyCount>& all) {
  FamilyCount out;
  out.family = "total";
  for (const FamilyCount& family : all) {
    out.tests += family.tests;
    out.outcomes += family.outcomes;
    out.by_model.resize(family.by_model.size());
    for (std::size_t m = 0; m < family.by_model.size(); ++m) out.by_model[m] += family.by_model[m];
  }
  return out;
}

std::vector<Slow> slowest(const Run& run, std::size_t most) {
  std::vector<Slow> out;
  for (const TestResult& test : run.tests)
    for (std::size_t m = 0; m < test.cpu_seconds.size(); ++m) out.push_back({&test, m, test.cpu_seconds[m]});
  std::ranges::stable_sort(out, std::ranges::greater(), &Slow::seconds);
  out.resize(std::min(out.size(), most));
  return out;
}

double cpu_seconds(const Run& run) {
  double sum = 0;
  for (const TestResult& test : run.tests)
    for (const double seconds : test.cpu_seconds) sum += seconds;
  return sum;
}

}  // namespace thinair::suite
