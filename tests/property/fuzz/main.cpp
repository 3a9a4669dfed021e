// thinair_fuzz: long differential runs of the engine against the plain evaluator, outside of ctest.
//
//   thinair_fuzz [--seed N] [--count N] [--random-models|--hardware|--c] [--model NAME] [--size N] [--steps N] [--found DIR] [--print]
//   thinair_fuzz --causality [--seed N] [--count N] [--model NAME|FILE.mem|random] [--without RULE|random] [--identity nth|free]
//                [--mixed-modes] [--size N] [--steps N] [--found DIR] [--print]
//   thinair_fuzz --sc [--seed N] [--count N] [--model NAME] [--size N] [--steps N] [--print]
//   thinair_fuzz --java17|--histories|--drf [--seed N] [--count N] [--model NAME] [--size N] [--steps N] [--print]
//   thinair_fuzz --machines [--seed N] [--count N] [--size N] [--print]
//
// With --hardware, programs of the four processors, each under its own model or sc. With --c, C programs under rc11 or sc. With
// --causality, multi-execution models: jls04 and jls-revised unless one is given, and both identities; the model `random` is another one
// each time. With --mixed-modes, every mode on the same locations. With --sc, every interleaving must be allowed. --steps is how much the
// plain side may look at.
//
// With --java17, programs with monitors, threads, objects and loops: each under one of sc, jls-hb, jls04, jls-revised and the model of
// races, the engine against the plain evaluator, and abstract machines (property/interleavings, property/histories) against the engine.
// With
// --histories, such programs under happens-before in time: the machine that remembers all writes and the engine have the same states. With
// --drf, those without races have only outcomes of sc. With --machines, .op models and their axiomatic twins have the same states.
//
// Every disagreement is shrunk and printed; with --found it is also written as NAME.litmus and NAME.cat or NAME.mem, which the property
// tests replay. --print shows every input first, to see one that crashes. Exit code 1 if there was one.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "ask/generate/random.hpp"
#include "ask/generate/random_assembly.hpp"
#include "ask/generate/random_c.hpp"
#include "ask/generate/random_causality.hpp"
#include "ask/generate/random_model.hpp"
#include "ask/generate/rng.hpp"
#include "property/harness.hpp"
#include "property/java_harness.hpp"
#include "property/java_programs.hpp"
#include "property/machine_harness.hpp"
#include "property/mixed_programs.hpp"

namespace {

using namespace thinair;

struct Options {
  std::uint64_t seed = 1;
  std::uint64_t count = 1000;
  bool random_models = false;
  bool hardware = false;
  bool c = false;
  std::vector<std::string> models;
  unsigned size = 2;  // 1: tiny tests .. 3: as large as enumeration can bear
  std::uint64_t steps = 50'000;
  std::string found;
  bool print = false;
  bool causality = false;
  bool sc = false;
  bool java17 = false;
  bool histories = false;
  bool drf = false;
  bool machines = false;
  bool mixed_modes = false;  // volatile and plain accesses to one location
  std::string without;
  std::string identity;
};

std::optional<Options> parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    bool* const flag = name == "--random-models" ? &options.random_models
                       : name == "--hardware"    ? &options.hardware
                       : name == "--c"           ? &options.c
                       : name == "--print"       ? &options.print
                       : name == "--causality"   ? &options.causality
                       : name == "--sc"          ? &options.sc
                       : name == "--java17"      ? &options.java17
                       : name == "--histories"   ? &options.histories
                       : name == "--drf"         ? &options.drf
                       : name == "--machines"    ? &options.machines
                       : name == "--mixed-modes" ? &options.mixed_modes
                                                 : nullptr;
    if (flag) {
      *flag = true;
      continue;
    }
    if (i + 1 == argc) return std::nullopt;
    const std::string value = argv[++i];
    if (name == "--seed")
      options.seed = std::strtoull(value.c_str(), nullptr, 10);
    else if (name == "--count")
      options.count = std::strtoull(value.c_str(), nullptr, 10);
    else if (name == "--model")
      options.models = {value};
    else if (name == "--size")
      options.size = static_cast<unsigned>(std::strtoul(value.c_str(), nullptr, 10));
    else if (name == "--steps")
      options.steps = std::strtoull(value.c_str(), nullptr, 10);
    else if (name == "--found")
      options.found = value;
    else if (name == "--without")
      options.without = value;
    else if (name == "--identity")
      options.identity = value;
    else
      return std::nullopt;
  }
  if (options.models.empty())
    options.models = options.sc                         ? tests::models_for_java()
                     : options.histories                ? std::vector<std::string>{tests::in_time_model()}
                     : options.java17                   ? std::vector<std::string>{"sc", "jls-hb", "race", "jls04", "jls-revised"}
                     : options.causality || options.drf ? std::vector<std::string>{"jls04", "jls-revised"}
                                                        : std::vector<std::string>{"sc", "jls-hb", "jam19", "jam21"};
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

void keep(const std::string& folder, const std::string& name, const tests::Subject& subject) {
  const bool shipped = subject.model.find('\n') == std::string::npos;
  std::ofstream(folder + "/" + name + ".litmus") << subject.test;
  std::ofstream(folder + "/" + name + ".cat") << (shipped ? fmt::format("\"found\"\ninclude \"{}.cat\"\n", subject.model) : subject.model);
}

// Plain and volatile accesses above all: the other modes are plain to chapter 17.
generate::Knobs causality_knobs(generate::Rng& rng, unsigned size) {
  generate::Knobs knobs;
  knobs.max_threads = size == 1 || rng.chance(80) ? 2 : 3;
  knobs.max_accesses = size == 1 ? 2 : rng.between(2, 3);
  knobs.max_locations = rng.between(1, 2);
  knobs.modes = rng.chance(50);
  knobs.fences = rng.chance(10);
  knobs.updates = rng.chance(25);
  knobs.branches = rng.chance(70);
  knobs.data = rng.chance(80);
  knobs.operators = rng.chance(20);
  knobs.show_locations = rng.chance(20);
  return knobs;
}

// A shipped name stays; a file is read.
std::string model_text(const std::string& name) {
  if (!name.ends_with(".mem")) return name;
  std::ostringstream out;
  out << std::ifstream(name).rdbuf();
  return out.str();
}

tests::MixedKnobs mixed_knobs(generate::Rng& rng, unsigned size) {
  tests::MixedKnobs knobs;
  knobs.accesses = rng.between(3, 3 + size);
  knobs.max_threads = rng.between(2, 3);
  knobs.max_locations = rng.between(1, 2);
  knobs.update_percent = rng.chance(60) ? rng.between(5, 50) : 0;
  knobs.fences = rng.chance(20);
  knobs.show_locations = rng.chance(20);
  return knobs;
}

struct Counts {
  std::uint64_t differ = 0, skipped = 0, cycles = 0, empty = 0;
  std::uint64_t interleavings = 0, histories = 0;  // comparisons with abstract machines
  struct Claim {
    std::uint64_t compared = 0, executions = 0, differ = 0;
  };
  std::map<std::string, Claim> claims;  // about machines
};

// Counts a comparison; true if the two sides differ.
bool count(const tests::Comparison& comparison, Counts& counts) {
  counts.skipped += comparison.agreement == tests::Agreement::skipped;
  counts.cycles += comparison.value_cycle;
  counts.empty += comparison.agreement != tests::Agreement::skipped && comparison.states == 0;
  counts.differ += comparison.agreement == tests::Agreement::differ;
  return comparison.agreement == tests::Agreement::differ;
}

void run_causality(const Options& options, std::uint64_t seed, Counts& counts) {
  const tests::Limits limits{.steps = options.steps};
  generate::Rng rng(seed ^ 0xD1B54A32D192ED03u);
  const generate::CausalityKnobs knobs{.max_threads = options.size == 1 ? 2u : 3u,
                                       .max_accesses = options.size == 1 ? 2u : 3u,
                                       .volatile_percent = rng.chance(50) ? 0 : rng.between(5, 60),
                                       .mixed_modes = options.mixed_modes,
                                       .update_percent = rng.chance(70) ? 0u : 20u,
                                       .same_location_percent = rng.between(0, 40),
                                       .show_locations = rng.chance(10)};
  const bool any_mode = options.mixed_modes && rng.chance(75);
  const std::string test = any_mode                                 ? tests::mixed_program(seed, mixed_knobs(rng, options.size))
                           : !options.mixed_modes || rng.chance(50) ? generate::random_causality_test(seed, knobs)
                                                                    : generate::random_test(seed, causality_knobs(rng, options.size));
  const std::string model = rng.pick(options.models);
  tests::CausalitySubject subject{test, model == "random" ? tests::random_rules(seed) : model_text(model), rng.chance(40), {}};
  if (!options.identity.empty()) subject.free_identity = options.identity == "free";
  if (options.without == "random")
    for (unsigned left = rng.between(1, 3); left > 0; --left) subject.skipped.push_back(fmt::format("rule-{}", rng.between(1, 8)));
  else if (!options.without.empty())
    subject.skipped = {options.without};
  if (options.print) fmt::print("{}--- {} {}\n", subject.test, subject.free_identity ? "free" : "nth", subject.model), std::fflush(stdout);
  if (!count(tests::compare_causality(subject, limits), counts)) return;
  const tests::CausalitySubject small = tests::shrink_subject(subject, limits);
  fmt::print("=== seed {}\n{}", seed, tests::report(small, limits));
  std::fflush(stdout);
  if (options.found.empty() || small.model.find('\n') == std::string::npos) return;
  std::ofstream(fmt::format("{}/seed-{}.litmus", options.found, seed)) << small.test;
  std::ofstream(fmt::format("{}/seed-{}.mem", options.found, seed)) << small.model;
}

void run_sc(const Options& options, std::uint64_t seed, Counts& counts) {
  const tests::Limits limits{.steps = options.steps};
  generate::Rng rng(seed ^ 0xD1B54A32D192ED03u);
  const std::string model = rng.pick(options.models);
  // Updates: as in the property test, not under the causality rules.
  const tests::Subject subject{tests::mixed_program(seed, mixed_knobs(rng, options.size + 1)), model};
  if (options.print) fmt::print("{}--- {}\n", subject.test, subject.model), std::fflush(stdout);
  if (!count(tests::compare_with_sc(subject, limits), counts)) return;
  const tests::Subject small = tests::shrink_with_sc(subject, limits);
  fmt::print("=== seed {}\n{}{}", seed, small.test, tests::compare_with_sc(small, limits).report);
  std::fflush(stdout);
}

void print_difference(std::uint64_t seed, const std::string& report) {
  fmt::print("=== seed {}\n{}", seed, report);
  std::fflush(stdout);
}

void run_by(const tests::Subject& subject, std::uint64_t seed, tests::Comparer compare, Counts& counts) {
  if (!count(compare(subject), counts)) return;
  const tests::Subject small = tests::shrink_by(subject, compare);
  print_difference(seed, fmt::format("{}--- {}\n{}", small.test, small.model, compare(small).report));
}

// How many comparisons were made: none or one.
std::uint64_t run_machine(const tests::Subject& subject, std::uint64_t seed, tests::Comparer compare, std::uint64_t& differ) {
  Counts counts;
  run_by(subject, seed, compare, counts);
  differ += counts.differ;
  return 1 - counts.skipped;
}

void run_java17(const Options& options, std::uint64_t seed, Counts& counts) {
  const tests::Limits limits{.steps = options.steps};
  generate::Rng rng(seed ^ 0xD1B54A32D192ED03u);
  const std::string model = rng.pick(options.models);
  const bool causality = model == "jls04" || model == "jls-revised";
  const tests::JavaKnobs knobs{.actions = rng.between(2, causality ? 2 + options.size : 3 + options.size),
                               .max_threads = rng.between(2, 3),
                               .guarded_percent = rng.chance(70) ? 0 : rng.between(30, 90)};
  const std::string test = tests::java_program(seed, knobs);
  if (options.print) fmt::print("{}--- {}\n", test, model), std::fflush(stdout);
  if (causality) {
    const tests::CausalitySubject subject{test, model, rng.chance(25), {}};
    if (count(tests::compare_causality(subject, limits), counts))
      return print_difference(seed, tests::report(tests::shrink_subject(subject, limits), limits));
  } else {
    const tests::Subject subject{test, model == "race" ? tests::race_model() : model};
    if (count(tests::compare_engines(subject, limits), counts))
      return print_difference(seed, tests::report(tests::shrink_subject(subject, limits), limits));
  }
  if (model == "race") return;
  counts.interleavings += run_machine({test, model}, seed, tests::compare_with_interleavings, counts.differ);
  if (model != "sc") counts.histories += run_machine({test, model}, seed, tests::compare_with_histories, counts.differ);
}

void run_histories(const Options& options, std::uint64_t seed, Counts& counts) {
  generate::Rng rng(seed ^ 0xD1B54A32D192ED03u);
  const tests::JavaKnobs knobs{
      .actions = rng.between(3, 4 + 2 * options.size), .endless = false, .guarded_percent = rng.chance(70) ? 0 : rng.between(30, 90)};
  const tests::Subject subject{tests::java_program(seed, knobs), rng.pick(options.models)};
  if (options.print) fmt::print("{}--- {}\n", subject.test, subject.model), std::fflush(stdout);
  run_by(subject, seed, tests::compare_with_histories, counts);
}

void run_drf(const Options& options, std::uint64_t seed, Counts& counts) {
  generate::Rng rng(seed ^ 0xD1B54A32D192ED03u);
  const std::string model = rng.pick(options.models);
  const tests::JavaKnobs knobs{.actions = rng.between(3, 4 + 2 * options.size), .guarded_percent = rng.between(60, 100)};
  const tests::Subject subject{tests::java_program(seed, knobs), model};
  if (options.print) fmt::print("{}--- {}\n", subject.test, model), std::fflush(stdout);
  run_by(subject, seed, tests::compare_without_races, counts);
}

// Counts a comparison by what it is about.
void claim(const std::string& what, const tests::Comparison& comparison, const std::string& test, std::uint64_t seed, Counts& counts) {
  Counts::Claim& to = counts.claims[what];
  to.compared += comparison.agreement != tests::Agreement::skipped;
  to.executions += comparison.executions;
  to.differ += comparison.agreement == tests::Agreement::differ;
  if (count(comparison, counts)) print_difference(seed, fmt::format("{}\n{}{}", what, test, comparison.report));
}

// Machines against their twins, or, for a machine without one, against themselves without reductions; stronger against weaker ones; and all
// of them on programs without races.
void run_machines(const Options& options, std::uint64_t seed, Counts& counts) {
  generate::Rng rng(seed ^ 0xD1B54A32D192ED03u);
  const tests::MachineKnobs knobs{.threads = rng.between(2, options.size + 1),
                                  .accesses = rng.between(2, 3),
                                  .locations = rng.between(1, 3),
                                  .volatile_percent = rng.between(0, 80),
                                  .lock_percent = rng.chance(50) ? 0 : rng.between(20, 60),
                                  .branch_percent = rng.between(0, 40),
                                  .fences = rng.chance(30)};
  const std::string test = tests::machine_program(seed, knobs);
  std::vector<std::pair<std::string, std::string>> pairs(std::begin(tests::kTwins), std::end(tests::kTwins));
  pairs.emplace_back("umm-pram", "");
  if (options.print) fmt::print("{}", test), std::fflush(stdout);
  for (const auto& [machine, twin] : pairs)
    claim(fmt::format("{} = {}", machine, twin.empty() ? "itself as written" : twin), tests::compare_machine({test, machine}, twin), test,
          seed, counts);
  const generate::AssemblyKnobs assembly_knobs{
      .max_threads = options.size + 1, .max_pieces = rng.between(2, 3), .show_locations = rng.chance(50)};
  for (const auto& [machine, twin, processor] : tests::kProcessors) {
    const std::string assembly = generate::random_assembly(processor, seed, assembly_knobs);
    if (options.print) fmt::print("{}", assembly), std::fflush(stdout);
    claim(fmt::format("{} = {}", machine, twin), tests::compare_machine({assembly, machine}, twin), assembly, seed, counts);
  }
  for (const auto& [strong, weak] : tests::kStrongerThan)
    claim(fmt::format("{} in {}", strong, weak), tests::compare_inclusion(test, strong, weak), test, seed, counts);
  const std::string loops = tests::loop_program(seed);
  for (const char* machine : {"umm-sc", "tso", "pso"})
    claim(fmt::format("{} on loops", machine), tests::compare_turns(loops, machine, rng.between(3, 8)), loops, seed, counts);
  tests::MachineKnobs synchronised = knobs;
  synchronised.lock_percent = rng.between(50, 95);
  synchronised.volatile_percent = rng.between(50, 95);
  const std::string careful = tests::machine_program(seed, synchronised);
  for (const char* machine : {"tso", "pso", "jmm-mp"})
    claim(fmt::format("{} without races = sc", machine), tests::compare_without_races({careful, machine}), careful, seed, counts);
}

tests::Subject hardware_subject(std::uint64_t seed, generate::Rng& rng, unsigned size) {
  constexpr std::array<std::pair<generate::Machine, const char*>, 4> kMachines = {{{generate::Machine::x86, "x86tso"},
                                                                                   {generate::Machine::aarch64, "aarch64"},
                                                                                   {generate::Machine::riscv, "riscv"},
                                                                                   {generate::Machine::ppc, "power"}}};
  const auto& [machine, model] = kMachines[rng.below(kMachines.size())];
  const generate::AssemblyKnobs knobs{
      .max_threads = size == 1 ? 2U : 3U, .max_pieces = rng.between(2, size + 1), .show_locations = rng.chance(50)};
  return {generate::random_assembly(machine, seed, knobs), rng.chance(80) ? model : "sc"};
}

tests::Subject c_subject(std::uint64_t seed, generate::Rng& rng, unsigned size) {
  const generate::CKnobs knobs{.max_threads = size == 1 ? 2U : 3U,
                               .max_accesses = rng.between(2, size + 2),
                               .plain = rng.chance(60),
                               .show_locations = rng.chance(50)};
  return {generate::random_c(seed, knobs), rng.chance(85) ? "rc11" : "sc"};
}

void run_single(const Options& options, std::uint64_t seed, Counts& counts) {
  const tests::Limits limits{.steps = options.steps};
  generate::Rng rng(seed ^ 0xD1B54A32D192ED03u);
  tests::Subject subject{generate::random_test(seed, random_knobs(rng, options.size)), rng.pick(options.models)};
  if (options.hardware) subject = hardware_subject(seed, rng, options.size);
  if (options.c) subject = c_subject(seed, rng, options.size);
  if (options.random_models) subject.model = generate::random_model(seed, random_model_knobs(rng));
  if (options.print) fmt::print("{}--- model\n{}\n", subject.test, subject.model), std::fflush(stdout);
  if (!count(tests::compare_engines(subject, limits), counts)) return;
  const tests::Subject small = tests::shrink_subject(subject, limits);
  fmt::print("=== seed {}\n{}", seed, tests::report(small, limits));
  std::fflush(stdout);
  if (!options.found.empty()) keep(options.found, fmt::format("seed-{}", seed), small);
}

}  // namespace

int main(int argc, char** argv) {
  const auto options = parse(argc, argv);
  if (!options) {
    fmt::print(stderr,
               "usage: thinair_fuzz [--seed N] [--count N] [--random-models|--hardware|--c] [--model NAME] [--size 1..3] [--steps N] "
               "[--found DIR]\n"
               "                    [--print]\n"
               "       thinair_fuzz --causality [--seed N] [--count N] [--model NAME|FILE.mem|random] [--without RULE|random]\n"
               "                    [--identity nth|free] [--mixed-modes] [--size 1..3] [--steps N] [--found DIR] [--print]\n"
               "       thinair_fuzz --sc [--seed N] [--count N] [--model NAME] [--size 1..3] [--steps N] [--print]\n"
               "       thinair_fuzz --java17|--histories|--drf [--seed N] [--count N] [--model NAME] [--size 1..3] [--steps N] [--print]\n"
               "       thinair_fuzz --machines [--seed N] [--count N] [--size 1..3] [--print]\n");
    return 2;
  }
  Counts counts;
  const auto run = options->causality   ? run_causality
                   : options->sc        ? run_sc
                   : options->java17    ? run_java17
                   : options->histories ? run_histories
                   : options->drf       ? run_drf
                   : options->machines  ? run_machines
                                        : run_single;
  for (std::uint64_t i = 0; i < options->count; ++i) run(*options, options->seed + i, counts);
  fmt::print("{} runs: {} differ, {} skipped, {} with value cycles, {} without any state\n", options->count, counts.differ, counts.skipped,
             counts.cycles, counts.empty);
  if (options->java17) fmt::print("compared with interleavings: {}, with histories: {}\n", counts.interleavings, counts.histories);
  for (const auto& [what, claim] : counts.claims) {
    fmt::print("{}: {} compared, {} differ", what, claim.compared, claim.differ);
    fmt::print("{}\n", claim.executions > 0 ? fmt::format(", guided along {} executions", claim.executions) : "");
  }
  return counts.differ == 0 ? 0 : 1;
}
