// Programs a second: one model asked for all states of many small programs that are in memory.
//
//   usage: throughput ROW [PROGRAMS]        ROW is jls-hb, jls04, jam21, or x86: compile for x86 and judge the result under x86tso
//
// Reading the programs and loading the model is not measured; making the model ready is, once. Time is that of the process's CPU.
// bench/throughput.py runs this program and an older one alternately, and keeps the figures.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "ask/conform/conform.hpp"
#include "ask/generate/random.hpp"
#include "problem/problem.hpp"
#include "read/lower.hpp"

namespace {

using namespace thinair;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }  // of this process

generate::Knobs knobs_of(const std::string& row) {
  generate::Knobs knobs;
  knobs.max_threads = 2;
  knobs.max_accesses = 3;
  knobs.max_locations = 2;
  knobs.operators = false;
  knobs.updates = row == "jam21";
  knobs.fences = row != "x86";
  return knobs;
}

int fail_with(const Sources& sources, const Diagnostics& diagnostics) {
  std::fputs(to_text(sources, diagnostics).c_str(), stderr);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fputs("usage: throughput ROW [PROGRAMS]\n", stderr);
    return 2;
  }
  const std::string row = argv[1];
  const std::uint64_t wanted = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 2000;
  std::vector<program::Test> tests;
  for (std::uint64_t seed = 0; seed < wanted; ++seed) {
    Sources own;
    auto test = read::read_test(own, own.add("t.litmus", generate::random_test(seed, knobs_of(row))), nullptr);
    if (!test) return fail_with(own, test.error());
    tests.push_back(std::move(*test));
  }
  Sources sources;
  const bool compiles = row == "x86";
  const auto model = problem::load(sources, compiles ? "x86tso" : row, {});
  if (!model) return fail_with(sources, model.error());
  std::optional<compile::Scheme> scheme;
  if (compiles) {
    auto loaded = compile::load_scheme(sources, "x86");
    if (!loaded) return fail_with(sources, loaded.error());
    scheme = std::move(*loaded);
  }
  std::size_t states = 0, judged = 0;
  const double start = cpu_seconds();
  for (const program::Test& source : tests) {
    const program::Test* test = &source;
    std::optional<conform::CompiledTest> compiled;
    Sources texts;
    if (scheme) {
      auto done = conform::compile_test(source, *scheme, compile::Reader::thinair, texts);
      if (!done) continue;  // the scheme has no rule for something in it
      compiled = std::move(*done);
      test = &compiled->test;
    }
    auto problem = problem::Problem::make(*test, *model);
    if (!problem) return fail_with(sources, problem.error());
    Budget budget;
    const auto answer = problem->outcomes(budget);
    if (!answer) return fail_with(sources, answer.error());
    states += answer->outcomes.size();
    ++judged;
  }
  const double used = cpu_seconds() - start;
  std::printf("%s: %zu programs, %zu states, %.3f s, %.0f programs/s\n", row.c_str(), tests.size(), states, used,
              static_cast<double>(tests.size()) / used);
  return judged == 0;
}
