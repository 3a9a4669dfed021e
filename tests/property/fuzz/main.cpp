// thinair_fuzz: long differential runs of the engine against the plain evaluator, outside of ctest.
//
//   thinair_fuzz [--seed N] [--count N] [--random-models] [--model NAME] [--size N] [--seconds S] [--found DIR] [--print]
//
// Every disagreement is shrunk and printed; with --found it is also written as NAME.litmus and NAME.cat, which the
// property tests replay. --print shows every input first, to see one that crashes. Exit code 1 if there was one.
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "generate/random.hpp"
#include "generate/random_model.hpp"
#include "generate/rng.hpp"
#include "property/harness.hpp"

namespace {

using namespace thinair;

struct Options {
  std::uint64_t seed = 1;
  std::uint64_t count = 1000;
  bool random_models = false;
  std::vector<std::string> models = {"sc", "jls-hb", "jam19", "jam21"};
  unsigned size = 2;  // 1: tiny tests .. 3: as large as enumeration can bear
  double seconds = 2;
  std::string found;
  bool print = false;
};

std::optional<Options> parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--random-models" || name == "--print") {
      (name == "--print" ? options.print : options.random_models) = true;
      continue;
    }
    if (i + 1 == argc) return std::nullopt;
    const std::string value = argv[++i];
    if (name == "--seed") options.seed = std::strtoull(value.c_str(), nullptr, 10);
    else if (name == "--count") options.count = std::strtoull(value.c_str(), nullptr, 10);
    else if (name == "--model") options.models = {value};
    else if (name == "--size") options.size = static_cast<unsigned>(std::strtoul(value.c_str(), nullptr, 10));
    else if (name == "--seconds") options.seconds = std::strtod(value.c_str(), nullptr);
    else if (name == "--found") options.found = value;
    else return std::nullopt;
  }
  return options;
}

generate::Knobs random_knobs(generate::Rng& rng, unsigned size) {
  generate::Knobs knobs;
  knobs.max_threads = size == 1 ? 2 : 3;
  knobs.max_accesses = size == 1 ? 2 : rng.between(2, size + 1);
  knobs.max_locations = rng.between(1, 3);
  knobs.modes = rng.chance(80);
  knobs.fences = rng.chance(60);
  knobs.updates = rng.chance(60);
  knobs.branches = rng.chance(60);
  knobs.data = rng.chance(50);
  knobs.operators = rng.chance(40);
  knobs.division = rng.chance(20);
  knobs.show_locations = rng.chance(50);
  return knobs;
}

generate::ModelKnobs random_model_knobs(generate::Rng& rng) {
  generate::ModelKnobs knobs;
  knobs.depth = rng.between(1, 4);
  knobs.max_definitions = rng.between(1, 6);
  knobs.max_checks = rng.between(1, 4);
  knobs.flags = rng.chance(20);
  knobs.final_writes = rng.chance(60);
  return knobs;
}

void keep(const std::string& folder, const std::string& name, const testing::Subject& subject) {
  const bool shipped = subject.model.find('\n') == std::string::npos;
  std::ofstream(folder + "/" + name + ".litmus") << subject.test;
  std::ofstream(folder + "/" + name + ".cat") << (shipped ? fmt::format("\"found\"\ninclude \"{}.cat\"\n", subject.model) : subject.model);
}

}  // namespace

int main(int argc, char** argv) {
  const auto options = parse(argc, argv);
  if (!options) {
    fmt::print(stderr, "usage: thinair_fuzz [--seed N] [--count N] [--random-models] [--model NAME] [--size 1..3] [--seconds S] [--found DIR] [--print]\n");
    return 2;
  }
  const testing::Limits limits{.seconds = options->seconds};
  std::uint64_t differ = 0, skipped = 0, cycles = 0, empty = 0;
  for (std::uint64_t i = 0; i < options->count; ++i) {
    const std::uint64_t seed = options->seed + i;
    generate::Rng rng(seed ^ 0xD1B54A32D192ED03u);
    testing::Subject subject{generate::random_test(seed, random_knobs(rng, options->size)), rng.pick(options->models)};
    if (options->random_models) subject.model = generate::random_model(seed, random_model_knobs(rng));
    if (options->print) fmt::print("{}--- model\n{}\n", subject.test, subject.model), std::fflush(stdout);
    const testing::Comparison comparison = testing::compare_engines(subject, limits);
    skipped += comparison.agreement == testing::Agreement::skipped;
    cycles += comparison.value_cycle;
    empty += comparison.agreement != testing::Agreement::skipped && comparison.states == 0;
    if (comparison.agreement != testing::Agreement::differ) continue;
    ++differ;
    const testing::Subject small = testing::shrink_subject(subject, limits);
    fmt::print("=== seed {}\n{}", seed, testing::report(small, limits));
    std::fflush(stdout);
    if (!options->found.empty()) keep(options->found, fmt::format("seed-{}", seed), small);
  }
  fmt::print("{} runs: {} differ, {} skipped, {} with value cycles, {} without any state\n", options->count, differ, skipped, cycles, empty);
  return differ == 0 ? 0 : 1;
}
