// One model and many programs: the model is read and made ready once, however many there are.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "ask/generate/random.hpp"
#include "library/inside.hpp"

namespace thinair {
namespace {

constexpr std::uint64_t kPrograms = 2'500;

generate::Knobs tiny() {
  generate::Knobs knobs;
  knobs.max_threads = 2;
  knobs.max_accesses = 1;
  knobs.max_locations = 1;
  knobs.fences = knobs.updates = knobs.branches = knobs.data = knobs.operators = false;
  return knobs;
}

TEST(ManyPrograms, TheModelIsReadAndMadeReadyOnce) {
  const std::string path = testing::TempDir() + "many_programs.cat";
  std::ofstream(path) << "Java\ninclude \"cos.cat\"\nacyclic po | rf | co | fr as sc\n";
  const Model model = Model::from_file(path);
  ASSERT_TRUE(std::filesystem::remove(path));  // whoever reads it again fails
  const auto& inside = Inside::of(model);
  const std::uint32_t files = inside.sources.size();
  EXPECT_EQ(inside.model.times_resolved(), 0U);
  std::size_t states = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Answer answer = Problem(thinair::Test::from_text(generate::random_test(seed, tiny())), model).outcomes();
    ASSERT_TRUE(answer.complete);
    states += answer.states.size();
  }
  EXPECT_GE(states, kPrograms);
  EXPECT_EQ(inside.model.times_resolved(), 1U);
  EXPECT_EQ(inside.sources.size(), files);
}

TEST(ManyPrograms, AnotherDialectMakesItReadyOnceMore) {
  const Model model = Model::from_text("include \"cos.cat\"\nacyclic po | rf | co | fr as sc\n");
  const auto java = thinair::Test::from_text("Java A\n{ x=0; }\nThread0 { X.set(1); }\nThread1 { int r1 = X.get(); }\n");
  const auto x86 = thinair::Test::from_text("X86_64 B\n{ }\n P0 | P1 ;\n movl $1,(x) | movl (x),%eax ;\nexists (1:rax=1)\n");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Problem(java, model).outcomes().states.size(), 2U);
    EXPECT_EQ(Problem(x86, model).outcomes().states.size(), 2U);
  }
  EXPECT_EQ(Inside::of(model).model.times_resolved(), 2U);
}

}  // namespace
}  // namespace thinair
