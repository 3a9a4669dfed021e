#include "ask/conform/conform.hpp"

#include <gtest/gtest.h>

#include <set>

#include "ask/conform/herd7.hpp"
#include "ask/conform/mix.hpp"
#include "problem/problem.hpp"
#include "read/lower.hpp"

namespace thinair::conform {
namespace {

constexpr const char* kSbRfis =
    "Java SB+rfis\n{ x=0; y=0; }\nThread0 {\n  X.set(1);\n  int r1 = X.getVolatile();\n  int r2 = Y.getVolatile();\n}\n"
    "Thread1 {\n  Y.set(1);\n  int r1 = Y.getVolatile();\n  int r2 = X.getVolatile();\n}\nexists (0:r1=1 /\\ 0:r2=0 /\\ 1:r1=1 /\\ "
    "1:r2=0)\n";

struct Fixture {
  explicit Fixture(const std::string& text, const std::string& scheme_name = "x86") {
    auto read = read::read_test(sources, sources.add("test.litmus", text), nullptr);
    auto loaded = compile::load_scheme(sources, scheme_name);
    EXPECT_TRUE(read && loaded);
    test = std::move(*read);
    scheme = std::move(*loaded);
  }
  Result<std::vector<Conformance>> run(const std::string& model) {
    auto source = problem::load(sources, model, {});
    auto target = problem::load(sources, scheme.model, {});
    EXPECT_TRUE(source && target);
    Request request;
    const problem::ConfiguredModel asked{*source, {}};
    request.source = &test;
    request.models = {&asked};
    request.targets = {{scheme, &*target}};
    request.budget = [] { return Budget(); };
    auto results = conform(request, sources);
    if (!results) return fail(std::move(results.error()));
    return std::move(results->front());
  }
  Sources sources;
  program::Test test;
  compile::Scheme scheme;
};

TEST(Conform, FindsThePublishedOutcome) {
  Fixture f(kSbRfis);
  const auto result = f.run("jam21");
  ASSERT_TRUE(result);
  const Conformance& c = result->front();
  EXPECT_EQ(c.verdict, Conformance::Verdict::fails);
  ASSERT_EQ(c.breaches.size(), 1U);
  const std::vector<answer::Datum> published = {answer::Value{1}, answer::Value{0}, answer::Value{1}, answer::Value{0}};
  EXPECT_EQ(c.breaches[0].state.values, published);
  ASSERT_TRUE(c.why);
  EXPECT_EQ(c.why->verdict, answer::Verdict::forbidden);
}

TEST(Conform, PassesUnderAModelThatAllowsIt) {
  Fixture f(kSbRfis);
  const auto result = f.run("jls04");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->front().verdict, Conformance::Verdict::passes);
  EXPECT_FALSE(result->front().why);
}

TEST(Conform, ALimitIsNotAPass) {
  Fixture f("Java T\n{ x=0; }\nThread0 {\n  int r1 = X.getAndBitwiseOr(1);\n}\nThread1 {\n  X.setVolatile(2);\n}\nexists (0:r1=2)\n");
  f.test.program.unroll = 0;
  const auto result = f.run("jam21");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->front().verdict, Conformance::Verdict::unknown);
  EXPECT_NE(result->front().limit.find("loop"), std::string::npos);
}

TEST(Conform, LocationsComeBackUnderTheirNames) {
  Fixture f("Java T\n{ b=0; a=0; }\nThread0 {\n  B.set(1);\n  A.set(2);\n  int r2 = 3;\n  int r1 = B.get();\n}\nexists (a=2 /\\ b=1)\n",
            "riscv");
  auto compiled = compile_test(f.test, f.scheme, compile::Reader::thinair, f.sources);
  ASSERT_TRUE(compiled);
  answer::State state;
  for (std::size_t i = 0; i < compiled->test.shown.size(); ++i) state.values.emplace_back(static_cast<answer::Value>(i * 10));
  const answer::State back = mapped_back(f.test, *compiled, state);
  ASSERT_EQ(back.values.size(), f.test.shown.size());
  // Every value of the target's state comes back exactly once.
  std::set<answer::Datum> seen(back.values.begin(), back.values.end());
  EXPECT_EQ(seen.size(), back.values.size());
}

TEST(Mixtures, EveryAccessByEveryScheme) {
  Fixture f(
      "Java T\n{ x=0; y=0; }\nThread0 {\n  X.setVolatile(1);\n  int r1 = Y.getVolatile();\n}\n"
      "Thread1 {\n  Y.setVolatile(1);\n  X.setVolatile(2);\n}\nexists (0:r1=0)\n");
  auto other = compile::load_scheme(f.sources, "x86");
  ASSERT_TRUE(other);
  std::vector<compile::Scheme> schemes = {f.scheme, *other};
  schemes[1].name = "other";
  const auto names = [&] {
    std::vector<std::string> out;
    const auto mixed = mixtures(f.test, schemes, compile::Reader::thinair);
    EXPECT_TRUE(mixed);
    for (const compile::Compilers& compilers : *mixed) out.push_back(compilers.name);
    return out;
  };
  EXPECT_EQ(names(), std::vector<std::string>{"x86"}) << "the same code is judged once";
  schemes[1].rules.find("setVolatile")->second.lines.pop_back();  // the fence
  const std::vector<std::string> all = {"x86",         "x86 | x86, other",   "x86 | other, x86",   "x86 | other",
                                        "other | x86", "other | x86, other", "other | other, x86", "other"};
  EXPECT_EQ(names(), all);
  auto arm = compile::load_scheme(f.sources, "aarch64");
  ASSERT_TRUE(arm);
  schemes.push_back(*arm);
  const auto refused = mixtures(f.test, schemes, compile::Reader::thinair);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().front().code, "conform-mixed");
}

TEST(Mixtures, TooManyAreRefused) {
  std::string body;
  for (int i = 0; i < 11; ++i) body += "  X.setVolatile(" + std::to_string(i) + ");\n";
  Fixture f("Java T\n{ x=0; }\nThread0 {\n" + body + "}\nexists (x=0)\n");
  std::vector<compile::Scheme> schemes = {f.scheme, f.scheme};
  schemes[1].rules.find("setVolatile")->second.lines.pop_back();
  const auto refused = mixtures(f.test, schemes, compile::Reader::thinair);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().front().code, "conform-mixed");
}

TEST(Herd7, ReadsItsStates) {
  Fixture f("X86_64 T\n{ x=0; }\n P0            ;\n movl (x),%eax ;\nlocations [x; 0:rax;]\nexists (0:rax=0)\n");
  const auto states = read_herd_states("Test T Allowed\nStates 2\n0:rax=0; [x]=1;\n0:rax=-1; x=2;\nOk\n", f.test);
  ASSERT_TRUE(states);
  ASSERT_EQ(states->size(), 2U);
  const std::vector<answer::Datum> second = {answer::Value{-1}, answer::Value{2}};
  EXPECT_EQ((*states)[1].values, second);
}

TEST(Herd7, RefusesWhatItDoesNotUnderstand) {
  Fixture f("X86_64 T\n{ x=0; }\n P0            ;\n movl (x),%eax ;\nexists (0:rax=0)\n");
  EXPECT_FALSE(read_herd_states("Warning: File \"T\": unknown\n", f.test));
  EXPECT_FALSE(read_herd_states("States 2\n0:rax=0;\n", f.test));
  EXPECT_FALSE(read_herd_states("States 1\n0:rbx=0;\n", f.test));
  EXPECT_FALSE(read_herd_states("States 1\n0:rax=x;\n", f.test));
}

}  // namespace
}  // namespace thinair::conform
