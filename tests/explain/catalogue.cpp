// Every test of the shipped catalogue under every model that has a table: each outcome has an explanation, and each explanation stands.
//
// A witness is checked by the plain evaluator (the engine ends the program if it is refuted). Of a reason, every rule and every fact
// is left out in turn and the rest solved again: the outcome must be possible; with all of them, and nothing else, it must not be.
// Each test is explained under a third of the models; with THINAIR_CAMPAIGN set, under all of them. A few reasons are not minimal, since
// finding out would take too long; these must exclude the outcome all the same.
#include "ask/suite/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "ask/verdict/verdict.hpp"
#include "engine/minimiser.hpp"
#include "language/cat/load.hpp"
#include "problem/problem.hpp"

namespace {

using namespace thinair;
using answer::Explanation;
using answer::Reason;
using verdict::Verdict;

struct Counts {
  std::size_t allowed = 0, forbidden = 0, members = 0, candidates = 0, cut = 0;
};

// What is wrong with the reason; empty if nothing is.
std::string complaint(problem::Problem& problem, const program::Prop& goal, const Explanation& e, Counts& counts) {
  const bool single = e.of_single();
  Budget budget;
  engine::Engine& engine = single ? problem.engine().explaining() : problem.engine();
  const auto possible_with = [&](const Reason& kept) { return engine::Minimiser(engine, goal, budget).possible_with(kept); };
  const Reason& reason = e.reason;
  if (reason.facts.empty() && reason.rules.empty()) return "the reason is empty";
  if (possible_with(reason) != false) return "the reason does not exclude the outcome";
  if (!reason.minimal || e.refutation.cut) {
    ++counts.cut;
    return "";
  }
  const Reason all = engine::Minimiser(engine, goal, budget).everything();
  for (std::size_t i = 0; i < reason.rules.size(); ++i, ++counts.members) {
    Reason rest = all;  // the test as it stands
    rest.rules = reason.rules;
    rest.rules.erase(rest.rules.begin() + static_cast<std::ptrdiff_t>(i));
    if (possible_with(rest) != true) return fmt::format("rule {} is not needed", reason.rules[i].name);
  }
  for (std::size_t i = 0; i < reason.facts.size(); ++i, ++counts.members) {
    Reason rest = reason;
    rest.facts.erase(rest.facts.begin() + static_cast<std::ptrdiff_t>(i));
    if (possible_with(rest) != true) return fmt::format("fact {} is not needed", i);
  }
  if (!single) return e.circle.empty() && e.why == Explanation::Why::thin_air ? "thin air without a circle" : "";
  counts.candidates += e.refutation.count;
  if (!e.refutation.complete) return "not every candidate is accounted for";
  if (e.why == Explanation::Why::checks && e.refutation.count == 0) return "checks exclude it, but there is no candidate";
  for (const answer::Refuted& refuted : e.refutation.candidates) {
    if (refuted.cases.empty()) return "a candidate is not refuted";
    for (const answer::Case& c : refuted.cases) {
      const bool known = std::ranges::any_of(reason.rules, [&](const answer::Rule& r) { return r.name == c.finding.rule; });
      if (!known && c.finding.kind != language::Rule::Kind::order)
        return fmt::format("check '{}' is no rule of the reason", c.finding.rule);
      if (c.finding.steps.empty() && c.finding.events.empty()) return fmt::format("check '{}' finds nothing", c.finding.rule);
      for (std::size_t i = 1; i < c.finding.steps.size(); ++i)
        if (c.finding.steps[i].from != c.finding.steps[i - 1].to) return fmt::format("what '{}' finds is no path", c.finding.rule);
    }
  }
  return "";
}

}  // namespace

// Arguments: the models to look at; without any, all that have a table.
int main(int argc, char** argv) {
  const std::vector<std::string_view> only(argv + 1, argv + argc);
  Sources sources;
  Diagnostics problems;
  const suite::Files files = suite::shipped_files();
  const suite::Catalogue catalogue = suite::read_catalogue(sources, files.all, problems);
  std::vector<problem::Model> models;
  for (const cat::ShippedModel& shipped : cat::shipped_models()) {
    if (!only.empty() && std::ranges::find(only, shipped.name) == only.end()) continue;
    const std::string table = std::string(suite::kTables) + shipped.name + ".csv";
    if (std::ranges::find(files.all, table, &suite::File::path) != files.all.end())
      models.push_back(problem::load(sources, shipped.name, {}).value());
  }
  const bool thorough = std::getenv("THINAIR_CAMPAIGN") != nullptr;
  std::mutex mutex;
  std::size_t failed = 0;
  Counts total;
  std::uint64_t confirmed = 0;
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < catalogue.tests.size() * models.size(); i = next++) {
      const suite::Entry& entry = catalogue.tests[i / models.size()];
      const problem::Model& model = models[i % models.size()];
      if (!thorough && (i / models.size() + i % models.size()) % 7 != 0) continue;
      if (!model.incompatibilities(entry.test.program, {}).empty()) continue;
      problem::Options options;
      options.verify = true;
      auto problem = problem::Problem::make(entry.test, model, options).value();
      for (const program::Clause& clause : entry.test.clauses) {
        const program::Prop goal = verdict::sought(clause);
        Budget budget;
        Counts counts;
        const auto e = problem.explain(goal, budget);
        std::string what = !e ? "it cannot be explained" : e->verdict == Verdict::unknown ? "unknown: " + e->limit.text : "";
        if (e && e->verdict == Verdict::allowed) ++counts.allowed;
        if (e && e->verdict == Verdict::forbidden) {
          ++counts.forbidden;
          what = complaint(problem, goal, *e, counts);
        }
        const std::lock_guard lock(mutex);
        total.allowed += counts.allowed;
        total.forbidden += counts.forbidden;
        total.members += counts.members;
        total.candidates += counts.candidates;
        total.cut += counts.cut;
        if (what.empty()) continue;
        ++failed;
        fmt::print("{} under {}, {}: {}\n", entry.id, model.name(), clause.text, what);
      }
      const std::lock_guard lock(mutex);
      confirmed += problem.confirmed();
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  fmt::print(
      "{} tests, {} models: {} outcomes allowed ({} witnesses confirmed), {} forbidden; {} members of reasons left out in turn, {} "
      "candidates refuted; {} explanations cut short; {} failures\n",
      catalogue.tests.size(), models.size(), total.allowed, confirmed, total.forbidden, total.members, total.candidates, total.cut, failed);
  const bool nothing = total.allowed == 0 || total.forbidden == 0 || total.members == 0;
  const bool many = total.cut > total.forbidden / 10;
  return failed == 0 && problems.empty() && !nothing && !many ? 0 : 1;
}
