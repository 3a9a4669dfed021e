// UMM's figures, and programs with monitors and volatiles that tell readings of its text apart: what each machine says about them. Letters
// in capitals are published (Yang, Gopalakrishnan, Lindstrom); the others follow from the definitions and were worked out by an explorer
// that shares no code with thinair.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>

#include "problem/problem.hpp"
#include "read/lower.hpp"

namespace thinair::tests {
namespace {

struct Figure {
  const char* name;
  const char* locations;  // the init block
  std::vector<const char*> threads;
  const char* asked;
  // umm-sc, umm-coherence, umm-pram, jmm-mp, tso, pso: a allowed, f forbidden, - not asked.
  const char* letters;
};

constexpr const char* kMachines[] = {"umm-sc", "umm-coherence", "umm-pram", "jmm-mp", "tso", "pso"};

const Figure kFigures[] = {
    {"2",
     "flag1=0; flag2=0; turn=0;",
     {"flag1=1; turn=2; r1=turn; r2=flag2;", "flag2=1; turn=1; r3=turn; r4=flag1;"},
     "0:r1=2 /\\ 0:r2=0 /\\ 1:r3=1 /\\ 1:r4=0",
     "FAAAaa"},
    {"2v",
     "volatile int flag1; volatile int flag2; volatile int turn;",
     {"flag1=1; turn=2; r1=turn; r2=flag2;", "flag2=1; turn=1; r3=turn; r4=flag1;"},
     "0:r1=2 /\\ 0:r2=0 /\\ 1:r3=1 /\\ 1:r4=0",
     "faaFff"},
    {"3", "a=0;", {"a=1; r1=a;", "a=2; r2=a;"}, "0:r1=2 /\\ 1:r2=1", "FFAAff"},
    {"6", "a=0;", {"a=1;", "a=2;", "r1=a; r2=a;", "r3=a; r4=a;"}, "2:r1=1 /\\ 2:r2=2 /\\ 3:r3=2 /\\ 3:r4=1", "ffaAff"},
    {"6v", "volatile int a;", {"a=1;", "a=2;", "r1=a; r2=a;", "r3=a; r4=a;"}, "2:r1=1 /\\ 2:r2=2 /\\ 3:r3=2 /\\ 3:r4=1", "ffafff"},
    {"7", "a=0; b=0;", {"a=1;", "r1=a; b=1;", "r2=b; r3=a;"}, "1:r1=1 /\\ 2:r2=1 /\\ 2:r3=0", "faaAff"},
    {"8", "a=0;", {"r1=a; a=1;", "r2=a; a=r2;"}, "0:r1=1 /\\ 1:r2=1", "ffaAff"},
    {"9",
     "field=0; reference=0;",
     {"field=1; VarHandle.fullFence(); reference=1;", "r1=reference; VarHandle.fullFence(); r2=field;"},
     "1:r1=1 /\\ 1:r2=0",
     "fffAff"},
    {"9, no barriers", "field=0; reference=0;", {"field=1; reference=1;", "r1=reference; r2=field;"}, "1:r1=1 /\\ 1:r2=0", "fafafa"},
    // Monitors, and when a lock or a volatile read is redundant.
    {"mutual exclusion",
     "x=0; Object m;",
     {"synchronized (m) { x=1; }", "synchronized (m) { r1=x; r2=x; }"},
     "1:r1=0 /\\ 1:r2=1",
     "f--fff"},
    {"the same lock",
     "x=0; y=0; Object m;",
     {"synchronized (m) { x=1; y=1; }", "synchronized (m) { r1=y; r2=x; }"},
     "1:r1=1 /\\ 1:r2=0",
     "f--fff"},
    {"another lock",
     "x=0; y=0; Object m; Object n;",
     {"synchronized (m) { x=1; y=1; }", "synchronized (n) { r1=y; r2=x; }"},
     "1:r1=1 /\\ 1:r2=0",
     "f--a--"},
    {"release and acquire", "x=0; volatile int v;", {"x=1; v=1;", "r1=v; r2=x;"}, "1:r1=1 /\\ 1:r2=0", "f--fff"},
    {"a lock of one thread", "x=0; y=0; Object m;", {"r1=x; synchronized (m) { } y=1;", "r2=y; x=r2;"}, "0:r1=1 /\\ 1:r2=1", "f--aff"},
    {"a lock of two threads",
     "x=0; y=0; Object m;",
     {"r1=x; synchronized (m) { } y=1;", "r2=y; x=r2;", "synchronized (m) { }"},
     "0:r1=1 /\\ 1:r2=1",
     "f--fff"},
    {"a nested lock",
     "x=0; y=0; Object m;",
     {"synchronized (m) { r1=x; synchronized (m) { } y=1; }", "r2=y; x=r2;", "synchronized (m) { }"},
     "0:r1=1 /\\ 1:r2=1",
     "f--aff"},
    {"roach motel",
     "x=0; y=0; Object m;",
     {"synchronized (m) { r1=x; } y=1;", "r2=y; x=r2;", "synchronized (m) { }"},
     "0:r1=1 /\\ 1:r2=1",
     "f--aff"},
    {"a volatile that nobody writes", "x=0; y=0; volatile int v;", {"r1=x; r3=v; y=1;", "r2=y; x=r2;"}, "0:r1=1 /\\ 1:r2=1", "f--aff"},
    {"a volatile that somebody writes",
     "x=0; y=0; volatile int v;",
     {"r1=x; r3=v; y=1;", "r2=y; x=r2;", "v=1;"},
     "0:r1=1 /\\ 1:r2=1",
     "f--fff"},
    {"thin air", "x=0; y=0;", {"r1=x; y=r1;", "r2=y; x=r2;"}, "0:r1=1 /\\ 1:r2=1", "f--f--"},
    {"causality 7", "x=0; y=0; z=0;", {"r1=z; r2=x; y=r2;", "r3=y; z=r3; x=1;"}, "0:r1=1 /\\ 0:r2=1 /\\ 1:r3=1", "f--f--"},
    {"causality 16", "x=0;", {"r1=x; x=1;", "r2=x; x=2;"}, "0:r1=2 /\\ 1:r2=1", "f--a--"},
};

TEST(Figures, AreAsPublished) {
  int published = 0;
  for (const Figure& figure : kFigures) {
    std::string text = fmt::format("Java f\n{{ {} }}\n", figure.locations);
    for (std::size_t t = 0; t < figure.threads.size(); ++t) text += fmt::format("Thread{} {{ {} }}\n", t, figure.threads[t]);
    text += fmt::format("exists ({})\n", figure.asked);
    for (std::size_t m = 0; m < std::size(kMachines); ++m) {
      const char letter = figure.letters[m];
      if (letter == '-') continue;
      published += std::isupper(static_cast<unsigned char>(letter)) != 0;
      Sources sources;
      const auto test = read::read_test(sources, sources.add("figure.litmus", text), nullptr);
      ASSERT_TRUE(test) << to_text(sources, test.error());
      const auto model = problem::load(sources, kMachines[m], {.include_path = {}, .read_files = false});
      ASSERT_TRUE(model);
      auto problem = problem::Problem::make(*test, *model);
      ASSERT_TRUE(problem) << to_text(sources, problem.error());
      engine::Question question;
      question.goal = &test->clauses.front().prop;
      question.first_only = true;
      Budget budget;
      const auto answer = problem->ask(question, budget);
      ASSERT_TRUE(answer) << figure.name << " under " << kMachines[m] << ": " << to_text(sources, answer.error());
      EXPECT_TRUE(answer->complete);
      EXPECT_EQ(!answer->outcomes.empty(), std::tolower(static_cast<unsigned char>(letter)) == 'a')
          << "Fig. " << figure.name << " under " << kMachines[m] << "\n"
          << text;
    }
  }
  EXPECT_EQ(published, 13);  // and one of a final field, in tests/golden
}

}  // namespace
}  // namespace thinair::tests
