// Executions of a model beside the runs of a machine (problem/runs), as text and as JSON.
#pragma once

#include "show/report/report.hpp"

namespace thinair::report {

struct Runs {
  const program::Test& test;
  std::string_view machine, model;
  std::uint64_t executions = 0;             // of the model
  std::vector<std::string> no_run;          // of these, those that the machine has no run for
  std::vector<answer::State> no_execution;  // states whose trace is no execution of the model
  Limit limit;
  Origin origin = {};

  bool equal() const { return no_run.empty() && no_execution.empty(); }
};

namespace text {
std::string runs(const Runs& runs, const Style& style);
}
namespace json {
std::string runs(const Runs& runs);
}

}  // namespace thinair::report
