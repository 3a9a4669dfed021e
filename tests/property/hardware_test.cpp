// The engine against the plain evaluator on random programs of processors, under the models of processors.
#include <gtest/gtest.h>

#include "ask/generate/random_assembly.hpp"
#include "ask/generate/random_model.hpp"
#include "property/harness.hpp"

namespace thinair::tests {
namespace {

using generate::Machine;

struct Case {
  const char* name;
  Machine machine;
  const char* model;
};

class Hardware : public ::testing::TestWithParam<Case> {
 protected:
  // How many could be compared.
  int compare(std::uint64_t first, std::uint64_t count, generate::AssemblyKnobs knobs) {
    int compared = 0;
    for (std::uint64_t seed = first; seed < first + count && !HasFailure(); ++seed) {
      knobs.show_locations = seed % 2 == 0;
      const Subject subject{generate::random_assembly(GetParam().machine, seed, knobs), GetParam().model};
      const Comparison comparison = compare_engines(subject, {.steps = 10'000});
      compared += comparison.agreement != Agreement::skipped;
      if (comparison.agreement == Agreement::differ) ADD_FAILURE() << report(shrink_subject(subject, {.steps = 10'000}), {.steps = 3'000});
    }
    return compared;
  }
};

TEST_P(Hardware, AgreesOnTwoThreads) { EXPECT_GT(compare(0, 120, {.max_pieces = 3}), 90); }

TEST_P(Hardware, AgreesOnThreeThreads) { EXPECT_GT(compare(5000, 40, {.min_threads = 3, .max_threads = 3, .max_pieces = 2}), 25); }

INSTANTIATE_TEST_SUITE_P(Models, Hardware,
                         ::testing::Values(Case{"x86tso", Machine::x86, "x86tso"}, Case{"x86_sc", Machine::x86, "sc"},
                                           Case{"aarch64", Machine::aarch64, "aarch64"}, Case{"riscv", Machine::riscv, "riscv"},
                                           Case{"power", Machine::ppc, "power"}, Case{"power_sc", Machine::ppc, "sc"},
                                           Case{"power_coherence", Machine::ppc, "coherence"},
                                           Case{"aarch64_pram", Machine::aarch64, "pram"}, Case{"x86_causal", Machine::x86, "causal"},
                                           Case{"riscv_pc", Machine::riscv, "pc"}),
                         [](const auto& instance) { return std::string(instance.param.name); });

// Models that nobody wrote, with registers, branches and what leads from one to the other inside an instruction.
class Parts : public ::testing::TestWithParam<Machine> {};

TEST_P(Parts, AgreeUnderRandomModels) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 150 && !HasFailure(); ++seed) {
    const Subject subject{generate::random_assembly(GetParam(), seed, {.max_pieces = 2}),
                          generate::random_model(seed, {.max_definitions = 3, .final_writes = false, .processors = true})};
    const Comparison comparison = compare_engines(subject, {.steps = 3'000});
    compared += comparison.agreement != Agreement::skipped;
    if (comparison.agreement == Agreement::differ) ADD_FAILURE() << report(shrink_subject(subject, {.steps = 3'000}), {.steps = 1'000});
  }
  EXPECT_GT(compared, 40);
}

std::string machine_name(const ::testing::TestParamInfo<Machine>& info) {
  switch (info.param) {
    case Machine::x86: return "x86";
    case Machine::aarch64: return "aarch64";
    case Machine::riscv: return "riscv";
    case Machine::ppc: return "ppc";
  }
  return "";
}

INSTANTIATE_TEST_SUITE_P(Machines, Parts, ::testing::Values(Machine::x86, Machine::aarch64, Machine::riscv, Machine::ppc), machine_name);

}  // namespace
}  // namespace thinair::tests
