#include "ask/jcstress/judge.hpp"
#include "unit/ask/jcstress/helpers.hpp"
#include "unit/support_helpers.hpp"

namespace thinair::jcstress {
namespace {

using thinair::tests::model_of;
using thinair::tests::test_of;
using verdict::Verdict;

using thinair::tests::kSB;

Records records_of(const std::string& litmus, std::vector<std::string> columns, std::map<std::string, std::uint64_t> states) {
  Records out;
  const program::Test test = test_of(litmus);
  out.cpus = 2;
  out.complete = true;
  out.tests.push_back({"litmus.T", test.name, static_cast<unsigned>(test.program.threads.size()), std::move(columns), litmus});
  if (!states.empty()) out.forks.push_back({"litmus.T", "NORMAL", {"-XX:+UseSerialGC"}, "unified", std::move(states), {}});
  return out;
}

Judged judged(const std::string& litmus, const Records& records, const std::string& model_name) {
  const program::Test test = test_of(litmus);
  const TestRecord* record = find_record(records, test);
  EXPECT_NE(record, nullptr);
  if (!record) return {};
  const auto model = model_of(model_name);
  const problem::ConfiguredModel question{model, {}};
  const auto budget = [] { return Budget(); };
  auto out = judge(test, records, *record, question, budget, budget);
  EXPECT_TRUE(out) << (out ? "" : out.error()[0].message);
  return out ? std::move(*out) : Judged{};
}

TEST(Judge, ForbiddenAndSeenIsAMismatchWithItsReason) {
  const auto out = judged(kSB, records_of(kSB, {"0:r1", "1:r2"}, {{"0, 0", 5}, {"0, 1", 7}}), "sc");
  ASSERT_EQ(out.seen.size(), 2U);
  EXPECT_EQ(out.seen[0].verdict, Verdict::forbidden);
  EXPECT_EQ(out.seen[0].count, 5U);
  ASSERT_EQ(out.seen[0].configurations.size(), 1U);
  EXPECT_EQ(out.seen[0].configurations[0].samples, 12U);
  ASSERT_TRUE(out.seen[0].why);
  EXPECT_EQ(out.seen[0].why->verdict, Verdict::forbidden);
  EXPECT_EQ(out.seen[1].verdict, Verdict::allowed);
  EXPECT_EQ(out.mismatches(), 1U);
  EXPECT_EQ(out.unseen.size(), 2U);
}

TEST(Judge, AllowedAndNotSeenIsNoFailure) {
  const auto out = judged(kSB, records_of(kSB, {"0:r1", "1:r2"}, {{"0, 1", 7}}), "jls04");
  EXPECT_EQ(out.mismatches(), 0U);
  EXPECT_EQ(out.unseen.size(), 3U);
}

TEST(Judge, OpenValuesAllowWhatTheyStandFor) {
  const std::string thin_air =
      "Java A\n{ x=0; y=0; }\nThread0 { int r1 = X.get(); Y.set(r1); }\nThread1 { int r2 = Y.get(); X.set(r2); }\n";
  const auto out = judged(thin_air, records_of(thin_air, {"0:r1", "1:r2"}, {{"42, 42", 1}, {"42, 43", 1}}), "jls-hb");
  ASSERT_EQ(out.seen.size(), 2U);
  EXPECT_EQ(out.seen[0].verdict, Verdict::allowed);
  EXPECT_EQ(out.seen[1].verdict, Verdict::forbidden);
}

TEST(Judge, ExceptionsArePartOfAResult) {
  const std::string division = "Java D\n{ x=0; }\nThread0 { int r1 = 7 / X.get(); }\nThread1 { X.set(1); }\n";
  EXPECT_EQ(columns(test_of(division)).size(), 2U);
  const auto out = judged(division, records_of(division, {"0:r1", "0:threw"}, {{"7, 0", 1}, {"0, 1", 1}, {"0, 0", 1}}), "sc");
  ASSERT_EQ(out.seen.size(), 3U);
  EXPECT_EQ(out.seen[0].verdict, Verdict::forbidden);  // 0, 0
  EXPECT_EQ(out.seen[1].verdict, Verdict::allowed);    // 0, 1
  EXPECT_EQ(out.seen[2].verdict, Verdict::allowed);    // 7, 0
}

TEST(Judge, FinalMemoryAndFilters) {
  // The filter hides a state of the test, not of the JVM.
  const std::string litmus = "Java F\n{ x=0; }\nThread0 { X.set(1); }\nThread1 { int r1 = X.get(); }\nfilter (1:r1=1)\nexists (x=1)\n";
  const auto out = judged(litmus, records_of(litmus, {"1:r1", "x"}, {{"0, 1", 1}, {"1, 0", 1}}), "sc");
  ASSERT_EQ(out.seen.size(), 2U);
  EXPECT_EQ(out.seen[0].verdict, Verdict::allowed);
  EXPECT_EQ(out.seen[1].verdict, Verdict::forbidden);
}

TEST(Judge, NothingSeenIsNeverNoMismatch) {
  Records records = records_of(kSB, {"0:r1", "1:r2"}, {});
  EXPECT_NE(judged(kSB, records, "sc").not_run.find("found no place"), std::string::npos);
  records.cpus = 1;
  EXPECT_EQ(judged(kSB, records, "sc").not_run, "not run (needs 2 CPUs, the machine had 1)");
  records.cpus = 2;
  records.complete = false;
  EXPECT_NE(judged(kSB, records, "sc").not_run.find("cut off"), std::string::npos);
  records.forks.push_back({"litmus.T", "TEST_ERROR", {}, "", {}, {"boom"}});
  const auto out = judged(kSB, records, "sc");
  EXPECT_EQ(out.not_run, "no JVM came to a result");
  EXPECT_EQ(out.troubles, std::vector<std::string>{"TEST_ERROR: boom"});
}

TEST(Judge, ResultsOfAnotherProgramAreNone) {
  const auto records = records_of(kSB, {"0:r1", "1:r2"}, {{"0, 0", 1}});
  EXPECT_EQ(find_record(records, test_of("Java SB\n{ x=0; }\nThread0 { int r1 = X.get(); }\n")), nullptr);
  // Clauses may differ: the program is what ran.
  EXPECT_NE(find_record(records, test_of(kSB + "exists (0:r1=0)\n")), nullptr);
}

TEST(Judge, ResultsThatDoNotFitAreRejected) {
  const program::Test test = test_of(kSB);
  const auto model = model_of("sc");
  const problem::ConfiguredModel question{model, {}};
  const auto budget = [] { return Budget(); };
  for (const auto& [columns, state] : std::vector<std::pair<std::vector<std::string>, std::string>>{{{"0:r1", "1:r2"}, "0"},
                                                                                                    {{"0:r1", "1:r2"}, "0, 0, 0"},
                                                                                                    {{"0:r1", "1:r2"}, "0, x"},
                                                                                                    {{"0:r1", "1:r9"}, "0, 0"},
                                                                                                    {{"1:r2", "0:r1"}, "0, 0"}}) {
    const auto records = records_of(kSB, columns, {{state, 1}});
    EXPECT_FALSE(judge(test, records, records.tests[0], question, budget, budget)) << state;
  }
}

Result<Records> read_text(const std::string& text) {
  Sources sources;
  return read_records(sources, sources.add("results.jsonl", text));
}

TEST(Records, WhatIsWrittenIsRead) {
  const TestRecord record{"litmus.SB", "SB \"q\" \xff", 2, {"0:r1", "1:r2"}, kSB};
  const auto read = read_text(to_line(record) + R"({"record":"fork","class":"litmus.SB","status":"NORMAL","states":{"0, 1":7}})"
                                                "\n"
                                                R"({"record":"end"})"
                                                "\n");
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->complete);
  EXPECT_EQ(read->tests.at(0).litmus, kSB);
  EXPECT_EQ(read->tests.at(0).columns, record.columns);
  EXPECT_EQ(read->forks.at(0).states.at("0, 1"), 7U);
}

TEST(Records, AStoppedRunKeepsWholeLines) {
  const std::string test = to_line({"litmus.SB", "SB", 2, {"0:r1", "1:r2"}, kSB});
  const auto read = read_text(test + R"({"record":"fork","class":"litmus.SB","status":"NORMAL","states":{"0, 1":7}})"
                                     "\n"
                                     R"({"record":"fo)");
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->complete);
  EXPECT_EQ(read->forks.size(), 1U);
}

TEST(Records, WrongLinesAreRejected) {
  const std::string test = to_line({"litmus.SB", "SB", 2, {"0:r1", "1:r2"}, kSB});
  for (const std::string line :
       {"{", "[]", R"({"record":"other"})", R"({"record":"run"})", R"({"record":"run","format":9})", R"({"record":"test","class":"A"})",
        R"({"record":"fork","class":"A","status":"NORMAL","states":{"0":-1}})"})
    EXPECT_FALSE(read_text(test + line + "\n")) << line;
  EXPECT_FALSE(read_text(""));
}

}  // namespace
}  // namespace thinair::jcstress
