// What commands that judge tests have in common: load the models once, then for every test read it, judge it and print, in order.
#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "ask/notes/advisor.hpp"
#include "cli/models.hpp"
#include "cli/options.hpp"
#include "cli/summary.hpp"
#include "problem/problem.hpp"
#include "show/report/report.hpp"
#include "support/parallel.hpp"

namespace thinair::cli {

// What the options say about how a model is asked.
problem::ConfiguredModel configured(const Options& options, const LoadedModel& model);

// The limits that the options set, for one test under one model.
Budget budget(const Options& options);
// How many tests at a time, and that they end when the user wants it.
Parallel parallel(const Options& options);

// One test with everything needed to judge it. A test has its own Sources (a copy that starts with the models' files), so that tests
// can be judged in parallel.
struct Job {
  const Options& options;
  const report::Style& style;
  const Sources& sources;
  std::uint32_t file;  // of the test, in them
  const program::Test& test;
  const std::vector<LoadedModel>& models;
  const notes::Advisor& advisor;
  report::Origin origin = {};
  bool gathered = false;  // it was found in a folder, and not named
  bool program = false;   // of class files

  std::vector<notes::Note> notes(const LoadedModel& model) const;
  Result<problem::Problem> problem(const LoadedModel& model) const;
  Budget budget() const { return cli::budget(options); }  // for one test under one model
  // The test cannot be judged, or not under this model: says so on stderr and in JSON.
  void reject(const Diagnostics& diagnostics, Printed& printed, std::string_view model = "") const {
    reject(sources, diagnostics, printed, model);
  }
  // The same for a test that no scheme can compile; if nobody named it, it is left out.
  void reject_source(const Sources& where, const Diagnostics& diagnostics, Printed& printed) const;
  void reject(const Sources& where, const Diagnostics& diagnostics, Printed& printed, std::string_view model = "") const;
};

// How many states satisfy the clause that herd's log is about, and how many do not.
verdict::Tally herd_tally(const program::Test& test, answer::Answer& answer);

using Judge = std::function<void(const Job&, Printed&)>;

// Of several tests in text, the last line printed is the summary.
Exit judge_tests(const Options& options, const Judge& judge, const Summary& summary);
// The same, with positions in files that were read before.
Exit judge_tests(const Options& options, Sources sources, const Judge& judge, const Summary& summary);
// Without models.
Exit read_tests(const Options& options, const Sources& sources, const Judge& judge);

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace thinair::cli
