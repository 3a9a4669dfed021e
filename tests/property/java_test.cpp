// Random programs with monitors, threads, objects and loops: the engine against the plain evaluator; every interleaving is allowed, and is
// all that sequential consistency allows; and programs without races have no other outcomes. Seeds are fixed; THINAIR_CAMPAIGN=10 takes
// ten times as many.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "language/cat/load.hpp"
#include "language/mem/load.hpp"
#include "property/java_harness.hpp"
#include "property/java_programs.hpp"
#include "property/seeds.hpp"

namespace thinair::tests {
namespace {

std::string as_name(std::string model) {
  std::erase(model, '-');
  return model;
}

struct JavaTally {
  int compared = 0, skipped = 0;
};

class JavaEngines : public ::testing::TestWithParam<const char*> {};

TEST_P(JavaEngines, AgreeOnRandomPrograms) {
  const std::string model = GetParam() == std::string("race") ? race_model() : GetParam();
  constexpr Limits kLimits{.steps = 20'000};
  JavaTally tally;
  for (std::uint64_t seed = 0; seed < seeds(150) && !HasFailure(); ++seed) {
    const Subject subject{java_program(seed, {.actions = 3 + static_cast<unsigned>(seed % 3)}), model};
    const Comparison comparison = compare_engines(subject, kLimits);
    ++(comparison.agreement == Agreement::skipped ? tally.skipped : tally.compared);
    if (comparison.agreement == Agreement::differ) ADD_FAILURE() << report(shrink_subject(subject, kLimits), kLimits);
  }
  EXPECT_GT(tally.compared, 90);
}

INSTANTIATE_TEST_SUITE_P(Models, JavaEngines, ::testing::Values("sc", "jls-hb", "race"),
                         [](const auto& model) { return as_name(model.param); });

class JavaCausality : public ::testing::TestWithParam<const char*> {};

TEST_P(JavaCausality, AgreesOnRandomPrograms) {
  constexpr Limits kLimits{.steps = 20'000};
  JavaTally tally;
  for (std::uint64_t seed = 0; seed < seeds(30) && !HasFailure(); ++seed) {
    const CausalitySubject subject{java_program(seed, {.actions = 2 + static_cast<unsigned>(seed % 3)}), GetParam(), seed % 4 == 3, {}};
    const Comparison comparison = compare_causality(subject, kLimits);
    ++(comparison.agreement == Agreement::skipped ? tally.skipped : tally.compared);
    if (comparison.agreement == Agreement::differ) ADD_FAILURE() << report(shrink_subject(subject, kLimits), kLimits);
  }
  EXPECT_GT(tally.compared, 20);
}

INSTANTIATE_TEST_SUITE_P(Models, JavaCausality, ::testing::Values("jls04", "jls-revised", "java", "java-revised"),
                         [](const auto& model) { return as_name(model.param); });

class JavaInterleavings : public ::testing::TestWithParam<const char*> {};

TEST_P(JavaInterleavings, AreAllowed) {
  const bool knows_all = !std::string(GetParam()).starts_with("jam");
  JavaTally tally;
  for (std::uint64_t seed = 0; seed < seeds(200) && !HasFailure(); ++seed) {
    const JavaKnobs knobs{
        .actions = 3 + static_cast<unsigned>(seed % 4), .monitors = knows_all, .threads = knows_all, .endless = knows_all};
    const Subject subject{java_program(seed, knobs), GetParam()};
    const Comparison comparison = compare_with_interleavings(subject);
    ++(comparison.agreement == Agreement::skipped ? tally.skipped : tally.compared);
    if (comparison.agreement != Agreement::differ) continue;
    const Subject small = shrink_by(subject, compare_with_interleavings);
    ADD_FAILURE() << small.test << compare_with_interleavings(small).report;
  }
  EXPECT_GT(tally.compared, 170);
}

INSTANTIATE_TEST_SUITE_P(Models, JavaInterleavings,
                         ::testing::Values("sc", "jls-hb", "jls04", "jls-revised", "java", "java-revised", "jam19", "jam21"),
                         [](const auto& model) { return as_name(model.param); });

class JavaHistories : public ::testing::TestWithParam<const char*> {};

// What threads may see of memories that remember all writes; under "in time" that is all they may see. Loops that may wait forever: see
// compare_with_histories.
TEST_P(JavaHistories, AreAllowed) {
  const std::string model = GetParam() == std::string("in-time") ? in_time_model() : GetParam();
  JavaTally tally;
  for (std::uint64_t seed = 0; seed < seeds(200) && !HasFailure(); ++seed) {
    const Subject subject{java_program(seed, {.actions = 3 + static_cast<unsigned>(seed % 4), .endless = false}), model};
    const Comparison comparison = compare_with_histories(subject);
    ++(comparison.agreement == Agreement::skipped ? tally.skipped : tally.compared);
    if (comparison.agreement != Agreement::differ) continue;
    const Subject small = shrink_by(subject, compare_with_histories);
    ADD_FAILURE() << small.test << compare_with_histories(small).report;
  }
  EXPECT_GT(tally.compared, 150);
}

INSTANTIATE_TEST_SUITE_P(Models, JavaHistories, ::testing::Values("in-time", "jls-hb", "jls04", "jls-revised", "java", "java-revised"),
                         [](const auto& model) { return as_name(model.param); });

// Faults that were found: threads that look at each other before the start and after the end, and those that wait.
TEST(JavaThreads, DoWhatInterleavingsDo) {
  const std::vector<std::string> threads = {
      // Woken, or too late.
      "Thread0 { synchronized (m) { x = 1; m.wait(); } }\nThread1 { synchronized (m) { int r0 = x; m.notifyAll(); } }\n",
      "Thread0 { synchronized (m) { x = 1; m.wait(); } }\nThread1 { synchronized (m) { int r0 = x; m.notify(); } }\n",
      // Not started yet, so not waited for; the same for isAlive.
      "Thread0 { Thread2.start(); }\nThread1 { Thread2.join(); int r0 = x; }\nThread2 { x = 1; }\n",
      "Thread0 { Thread2.start(); }\nThread1 { boolean b = Thread2.isAlive(); int r0 = x; }\nThread2 { x = 1; }\n",
      "Thread0 { boolean b = Thread1.isAlive(); Thread1.start(); Thread1.join(); boolean c = Thread1.isAlive(); }\nThread1 { x = 1; }\n",
      // Never started.
      "Thread0 { boolean b = Thread1.isAlive(); int r0 = x; if (r0 == 1) { Thread1.start(); } Thread1.join(); }\nThread1 { }\n",
      // What another thread knows of the end.
      "Thread0 { Thread1.join(); v = 1; }\nThread1 { }\nThread2 { int r0 = v; boolean b = Thread1.isAlive(); }\n",
      // Loops that wait for a thread, and one that nobody ends.
      "Thread0 { while (Thread1.isAlive()) ; int r0 = x; }\nThread1 { x = 1; }\n",
      "Thread0 { while (!Thread1.isAlive()) ; int r0 = x; }\nThread1 { x = 1; }\nThread2 { int r1 = v; if (r1 == 0) { Thread1.start(); } "
      "}\n",
      // Loops that take a lock in each turn.
      "Thread0 { while (true) { synchronized (m) { if (x == 1) break; } } int r0 = v; }\nThread1 { v = 2; synchronized (m) { x = 1; } }\n",
      "Thread0 { v = 1; while (true) { synchronized (m) { if (x == 1) break; } } }\nThread1 { synchronized (m) { } int r0 = v; "
      "synchronized (m) { x "
      "= 1; } }\n",
      "Thread0 { while (true) { synchronized (m) { if (x == 1) break; } } }\nThread1 { synchronized (m) { int r0 = x; } }\nThread2 { "
      "synchronized "
      "(m) { int r1 = v; } }\n",
      "Thread0 { while (v == 0) ; int r0 = x; }\nThread1 { int r1 = x; if (r1 == 1) { v = 1; } }\nThread2 { x = 1; }\n",
  };
  for (const char* model : {"sc", "jls-hb", "jls04", "jls-revised"})
    for (const std::string& program : threads) {
      const std::string test = "Java small\n{ int x = 0; volatile int v = 0; Object m = new Object(); }\n" + program;
      const Comparison comparison = compare_with_interleavings({test, model});
      EXPECT_EQ(comparison.agreement, Agreement::agree) << model << "\n" << test << comparison.report;
    }
}

TEST(JavaThreads, CatchWhatMonitorsAndThreadsThrow) {
  const std::string caught =
      "Java caught\n{ Object m = new Object(); }\n"
      "Thread0 { int r0 = 0; try { m.notify(); } catch (IllegalMonitorStateException e) { r0 = 1; } }\n"
      "Thread1 { int r0 = 0; Thread2.start(); try { Thread2.start(); } catch (IllegalThreadStateException e) { r0 = 1; } }\n"
      "Thread2 { }\n";
  using Values = std::map<std::string, program::Value>;
  EXPECT_EQ(states_under(caught, "sc"), (std::vector<Values>{{{"0:r0", 1}, {"1:r0", 1}}}));
  // The exception leaves the block, and the monitor is free again.
  const std::string released =
      "Java released\n{ x = 0; Object m = new Object(); Object n = new Object(); }\n"
      "Thread0 { synchronized (m) { n.notifyAll(); } }\nThread1 { synchronized (m) { x = 1; } }\nexists (0:threw /\\ 1:blocked)\n";
  EXPECT_EQ(states_under(released, "sc"), (std::vector<Values>{{{"0 threw", 1}, {"0:threw", 1}, {"1:blocked", 0}}}));
}

// Faults that were found beside a JVM, and what the JVM does not show.
TEST(JavaObjects, AreMadeInJavasOrder) {
  using Values = std::map<std::string, program::Value>;
  // The right side comes before the null that the left side meets.
  const std::string assigned =
      "Java assigned\nclass A { int v; }\n{ x = 0; A p = null; int[] a = {1}; }\n"
      "Thread0 { int r0 = 0; try { p.v = ++x; } catch (NullPointerException e) { r0 = x; } try { a[5] = ++x; } catch "
      "(IndexOutOfBoundsException e) { r0 = 10 * r0 + x; } }\n";
  EXPECT_EQ(states_under(assigned, "sc"), (std::vector<Values>{{{"0:r0", 12}}}));
  // super(...), then the values of the declarations, then the rest.
  const std::string plain =
      "Java plain\nstatic int step(int k) { x = 10 * x + k; return k; }\nclass A { A(int k) { step(4); } }\n"
      "class B extends A { int v = step(2); B() { super(step(1)); step(3); } }\n{ x = 0; }\nThread0 { B b = new B(); int r0 = x; }\n"
      "locations [0:r0]\n";
  EXPECT_EQ(states_under(plain, "sc"), (std::vector<Values>{{{"0:r0", 1423}}}));
}

TEST(JavaObjects, FreezeWhereTheConstructorEndsThatSetsTheField) {
  const auto test = [](const std::string& constructors) {
    return "Java frozen\nclass T { final int a; " + constructors + " }\n{ T g = null; }\nThread0 { T t = new T(); }\n" +
           "Thread1 { T q = g; int r0 = 7; if (q != null) r0 = q.a; }\nlocations [1:r0]\n";
  };
  using Values = std::map<std::string, program::Value>;
  const std::vector<Values> safe = {{{"1:r0", 1}}, {{"1:r0", 7}}}, unsafe = {{{"1:r0", 0}}, {{"1:r0", 1}}, {{"1:r0", 7}}};
  // this(1) has ended, and the field is frozen, when the reference gets out.
  EXPECT_EQ(states_under(test("T() { this(1); g = this; } T(int v) { a = v; }"), "jls-hb"), safe);
  EXPECT_EQ(states_under(test("T() { a = 1; g = this; }"), "jls-hb"), unsafe);
  EXPECT_EQ(states_under(test("T() { this(1); } T(int v) { a = v; g = this; }"), "jls-hb"), unsafe);
}

class JavaWithoutRaces : public ::testing::TestWithParam<const char*> {};

TEST_P(JavaWithoutRaces, IsSequentiallyConsistent) {
  JavaTally tally;
  for (std::uint64_t seed = 0; seed < seeds(40) && !HasFailure(); ++seed) {
    const Subject subject{java_program(seed, {.actions = 3 + static_cast<unsigned>(seed % 5), .starving = false, .guarded_percent = 90}),
                          GetParam()};
    const Comparison comparison = compare_without_races(subject);
    ++(comparison.agreement == Agreement::skipped ? tally.skipped : tally.compared);
    if (comparison.agreement != Agreement::differ) continue;
    const Subject small = shrink_by(subject, compare_without_races);
    ADD_FAILURE() << small.test << compare_without_races(small).report;
  }
  EXPECT_GT(tally.compared, 25);
}

INSTANTIATE_TEST_SUITE_P(Models, JavaWithoutRaces, ::testing::Values("jls04", "jls-revised", "java", "java-revised"),
                         [](const auto& model) { return as_name(model.param); });

// Every shipped model that declares the DRF guarantee is tested above.
TEST(JavaWithoutRacesDeclared, AreTested) {
  std::vector<std::string> declared;
  for (const cat::ShippedModel& shipped : cat::shipped_models()) {
    if (!mem::is_shipped(shipped.name)) continue;
    Sources sources;
    const auto model = mem::load(sources, shipped.name, {.include_path = {}, .read_files = false});
    ASSERT_TRUE(model.has_value()) << shipped.name;
    if (model->drf) declared.push_back(shipped.name);
  }
  std::ranges::sort(declared);
  EXPECT_EQ(declared, (std::vector<std::string>{"java", "java-revised", "jls-revised", "jls04"}));
}

// Happens-before alone: each thread writes only if it reads what the other writes, so there is no race, but both may.
TEST(JavaRaces, AreTheRulesOfCausalitysBusiness) {
  const std::string guards =
      "Java guards\n{ x = 0; y = 0; }\n"
      "Thread0 { int r1 = x; if (r1 == 1) { y = 1; } }\n"
      "Thread1 { int r2 = y; if (r2 == 1) { x = 1; } }\n";
  EXPECT_EQ(compare_without_races({guards, "jls-hb"}).agreement, Agreement::differ);
  EXPECT_EQ(compare_without_races({guards, "jls04"}).agreement, Agreement::agree);
  const std::string race = "Java race\n{ x = 0; }\nThread0 { x = 1; }\nThread1 { int r1 = x; }\n";
  EXPECT_EQ(compare_without_races({race, "jls04"}).agreement, Agreement::skipped);
}

}  // namespace
}  // namespace thinair::tests
