#include "show/report/suite.hpp"

namespace thinair::report {

using ::thinair::suite::Judged;
using ::thinair::suite::Run;
using ::thinair::suite::Status;
using ::thinair::suite::TestResult;

std::string_view name(Status status) {
  switch (status) {
    case Status::pass: return "pass";
    case Status::fail: return "fail";
    case Status::no_expectation: return "no expectation";
    case Status::unknown: return "unknown";
    case Status::unsupported: return "unsupported";
    case Status::foreign: return "another architecture";
  }
  return "";
}

std::vector<SuiteVerdict> verdicts(const Run& run, bool details) {
  std::vector<SuiteVerdict> out;
  for (const TestResult& result : run.tests)
    for (std::size_t c = 0; c < result.entry->test.clauses.size(); ++c)
      for (std::size_t m = 0; m < run.models.size(); ++m) {
        const Judged& judged = result.by_model[m][c];
        if (judged.status == Status::foreign) continue;
        if (!details && judged.status != Status::fail && judged.status != Status::unknown) continue;
        out.push_back({*result.entry, result.entry->test.clauses[c], run.models[m], judged, std::nullopt, {}});
        if (m < result.notes.size()) out.back().notes = result.notes[m];
        if (c > 0) continue;
        if (m < result.cpu_seconds.size()) out.back().cpu_seconds = result.cpu_seconds[m];
        for (const auto& time : run.published)
          if (time.test == result.entry->id && time.model == run.models[m].name) out.back().published.push_back(&time);
      }
  return out;
}

}  // namespace thinair::report
