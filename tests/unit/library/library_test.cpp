// The public library: what a program gets that includes nothing but thinair/thinair.hpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thinair/thinair.hpp>
#include <thread>
#include <type_traits>

namespace {

using namespace thinair;

const char* const kSb = R"(Java SB
{ x=0; y=0; }
Thread0 {
  X.set(1);
  int r1 = Y.get();
}
Thread1 {
  Y.set(1);
  int r2 = X.get();
}
exists (0:r1=0 /\ 1:r2=0)
forall (0:r1=1 \/ 1:r2=1)
forbidden (0:r1=2)
)";

std::string error_code(const auto& what) {
  try {
    what();
  } catch (const Error& error) {
    return error.messages().empty() ? "no message" : error.messages().front().code;
  }
  return "no error";
}

TEST(Library, ATestTellsItsParts) {
  const thinair::Test test = thinair::Test::from_text(kSb);
  EXPECT_EQ(test.name(), "SB");
  EXPECT_EQ(test.shown(), (std::vector<std::string>{"0:r1", "1:r2"}));
  ASSERT_EQ(test.clauses().size(), 3U);
  EXPECT_EQ(test.clauses()[0].kind, "exists");
  EXPECT_EQ(test.clauses()[0].condition, "(0:r1=0 /\\ 1:r2=0)");
  EXPECT_EQ(test.clauses()[1].kind, "forall");
  EXPECT_TRUE(test.warnings().empty());
}

TEST(Library, NotesNameWhatTheModelDoesNotSpeakOf) {
  const auto test = thinair::Test::from_text(R"(Java MP
{ x=0; y=0; }
Thread0 { X.set(1); Y.setRelease(1); }
Thread1 { int r1 = Y.getAcquire(); int r2 = X.get(); }
exists (1:r1=1 /\ 1:r2=0)
)");
  Problem java(test, Model::shipped("jls04"));
  ASSERT_EQ(java.notes().size(), 2U);
  EXPECT_EQ(java.notes()[1].text, "jls04 does not know release: Y.setRelease(1) (line 3) counts as plain; java does");
  EXPECT_EQ(java.notes()[1].unknown, "release");
  ASSERT_EQ(java.notes()[1].places.size(), 1U);
  EXPECT_EQ(java.notes()[1].places[0].line, 3U);
  EXPECT_EQ(java.notes()[1].suggestion, "java");
  EXPECT_NE(java.explain("1:r1=1 /\\ 1:r2=0").json.find("\"notes\""), std::string::npos);
  EXPECT_TRUE(Problem(test, Model::shipped("sc")).notes().empty());
  EXPECT_TRUE(Problem(test, Model::shipped("jam21")).notes().empty());
}

TEST(Library, StatesTellHowThreadsEnded) {
  State state{.values = {{"x", {.number = 1}}}, .threw = {0, 2}, .blocked = {1}};
  EXPECT_EQ(state.text(), "x=1; (thread 0, 2 threw; thread 1 blocked)");
  state.threw.clear();
  EXPECT_EQ(state.text(), "x=1; (thread 1 blocked)");
}

TEST(Library, StatesAreSortedAndNamed) {
  Problem problem(thinair::Test::from_text(kSb), Model::shipped("sc"));
  const Answer answer = problem.outcomes();
  EXPECT_TRUE(answer.complete);
  EXPECT_EQ(answer.limit, Stopped{});
  ASSERT_EQ(answer.states.size(), 3U);
  EXPECT_TRUE(std::is_sorted(answer.states.begin(), answer.states.end()));
  EXPECT_EQ(answer.states[0].text(), "0:r1=0; 1:r2=1;");
  ASSERT_TRUE(answer.states[0].find("1:r2"));
  EXPECT_EQ(answer.states[0].find("1:r2")->number, 1);
  EXPECT_EQ(answer.states[0].find("1:r3"), nullptr);
}

TEST(Library, ClausesAreJudged) {
  Problem weak(thinair::Test::from_text(kSb), Model::shipped("jls-hb")), strong(thinair::Test::from_text(kSb), Model::shipped("sc"));
  EXPECT_EQ(weak.check(0).verdict, Verdict::allowed);
  EXPECT_EQ(weak.check(0).shown_by->text(), "0:r1=0; 1:r2=0;");
  EXPECT_EQ(strong.check(0).verdict, Verdict::forbidden);
  EXPECT_EQ(strong.check(0).standing, Judgement::Standing::met);  // exists only asks
  const auto all = weak.check_all();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].standing, Judgement::Standing::not_met);
  EXPECT_EQ(all[2].standing, Judgement::Standing::met);
  EXPECT_EQ(strong.check(1).standing, Judgement::Standing::met);
  EXPECT_THROW(weak.check(3), std::out_of_range);
}

TEST(Library, ConditionsMayMentionWhatStatesDoNotShow) {
  Problem problem(thinair::Test::from_text(kSb), Model::shipped("sc"));
  EXPECT_EQ(problem.possible("0:r1=1 /\\ 1:r2=1").verdict, Verdict::allowed);
  EXPECT_EQ(problem.possible("0:r1=0 /\\ 1:r2=0").verdict, Verdict::forbidden);
  EXPECT_EQ(problem.possible("x=1").verdict, Verdict::allowed);
  EXPECT_EQ(problem.possible("x=0").verdict, Verdict::forbidden);
}

TEST(Library, ExplanationsHavePlacesInTestAndModel) {
  Problem problem(thinair::Test::from_text(kSb, "my-sb.litmus"), Model::shipped("sc"));
  const Explanation why = problem.explain("0:r1=0 /\\ 1:r2=0");
  EXPECT_EQ(why.verdict, Verdict::forbidden);
  EXPECT_NE(std::ranges::find(why.rules, "sc"), why.rules.end());
  EXPECT_NE(why.text.find("sc.cat:"), std::string::npos) << why.text;
  EXPECT_NE(why.text.find("my-sb.litmus:5"), std::string::npos) << why.text;
  EXPECT_EQ(why.json.front(), '{');
  const Explanation how = problem.explain("0:r1=1 /\\ 1:r2=1");
  EXPECT_EQ(how.verdict, Verdict::allowed);
  EXPECT_TRUE(how.rules.empty());
}

TEST(Library, ALimitMakesUnknownNeverForbidden) {
  Problem problem(thinair::Test::from_text(kSb), Model::shipped("sc"));
  const Limits none{.steps = 1};
  const Answer answer = problem.outcomes(none);
  EXPECT_FALSE(answer.complete);
  EXPECT_EQ(answer.limit.kind, Stopped::Kind::steps);
  EXPECT_FALSE(answer.limit.text.empty());
  EXPECT_EQ(problem.check(0, none).verdict, Verdict::unknown);
  EXPECT_EQ(problem.check(0, none).standing, Judgement::Standing::undecided);
  EXPECT_EQ(problem.explain("0:r1=0 /\\ 1:r2=0", none).verdict, Verdict::unknown);
  const std::atomic<bool> stop = true;
  EXPECT_EQ(problem.outcomes({.stop = &stop}).limit.kind, Stopped::Kind::stopped);
  EXPECT_TRUE(problem.outcomes().complete);  // the next question has limits of its own
}

TEST(Library, ALimitLeavesNothingBehind) {
  const thinair::Test test = thinair::Test::from_text(kSb);
  for (const char* name : {"sc", "jls-hb", "jls04", "jam21"}) {
    const Model model = Model::shipped(name);
    const Answer whole = Problem(test, model).outcomes();
    for (std::uint64_t steps = 1; steps < 400; steps += steps < 60 ? 1 : 17) {
      Problem problem(test, model);
      const Answer part = problem.outcomes({.steps = steps});
      for (const State& state : part.states) EXPECT_NE(std::ranges::find(whole.states, state), whole.states.end());
      EXPECT_EQ(problem.outcomes().states, whole.states) << name << " after " << steps << " steps";
    }
  }
}

TEST(Library, RulesCanBeLeftOut) {
  const Model model = Model::shipped("sc");
  ASSERT_FALSE(model.rules().empty());
  EXPECT_TRUE(std::ranges::any_of(model.rules(), [](const Rule& rule) { return rule.name == "sc" && rule.named; }));
  Problem problem(thinair::Test::from_text(kSb), model, {.without = {"sc"}, .verify = true});
  EXPECT_EQ(problem.check(0).verdict, Verdict::allowed);
  EXPECT_EQ(error_code([&] { Problem(thinair::Test::from_text(kSb), model, {.without = {"cs"}}); }), "model-no-such-check");
}

TEST(Library, OpenValuesAreSaidToBeOpen) {
  Problem problem(thinair::Test::from_text(R"(Java LB
{ x=0; y=0; }
Thread0 { int r1 = X.get(); Y.set(r1); }
Thread1 { int r2 = Y.get(); X.set(r2); }
)"),
                  Model::shipped("jls-hb"));
  const Answer answer = problem.outcomes();
  ASSERT_FALSE(answer.states.empty());
  const State& open = answer.states.back();
  EXPECT_FALSE(open.values[0].second.number);
  EXPECT_EQ(open.values[0].second, open.values[1].second);
  EXPECT_EQ(open.text().substr(0, 9), "0:r1=any ");
}

TEST(Library, BadInputIsAnErrorWithItsPlace) {
  try {
    const Model model = Model::from_text("SC\nacyclic hbb as mine\n", "mine.cat");
    Problem(thinair::Test::from_text(kSb), model);
    FAIL();
  } catch (const Error& error) {
    ASSERT_EQ(error.messages().size(), 1U);
    const Message& message = error.messages()[0];
    EXPECT_EQ(message.code, "cat-unbound");
    EXPECT_EQ(message.file, "mine.cat");
    EXPECT_EQ(message.line, 2U);
    EXPECT_EQ(message.column, 9U);
    EXPECT_NE(std::string(error.what()).find("mine.cat:2:9: error: "), std::string::npos);
  }
  EXPECT_EQ(error_code([] { Model::shipped("no-such-model"); }), "cat-model");
  EXPECT_EQ(error_code([] { Model::from_file("/no/such/file.cat"); }), "file-unreadable");
  EXPECT_EQ(error_code([] { thinair::Test::from_file("/no/such/file.litmus"); }), "file-unreadable");
  EXPECT_THROW(thinair::Test::from_text("Java T\n{"), Error);
  Problem problem(thinair::Test::from_text(kSb), Model::shipped("sc"));
  EXPECT_THROW(problem.possible("0:r9=1"), Error);
  EXPECT_THROW(problem.explain("0:r1="), Error);
  EXPECT_THROW(Problem(thinair::Test::from_text(kSb), Model::shipped("x86tso")), Error);  // of another architecture
}

TEST(Library, FaultsAreNoErrorsOfInput) {
  static_assert(std::is_base_of_v<std::logic_error, Fault>);
  static_assert(!std::is_base_of_v<Error, Fault>);
  static_assert(std::is_base_of_v<std::runtime_error, Error>);
}

TEST(Library, ModelsAreShippedAndRead) {
  const auto shipped = Model::all_shipped();
  EXPECT_TRUE(
      std::ranges::any_of(shipped, [](const ShippedModel& m) { return m.name == "jls04" && !m.title.empty() && !m.summary.empty(); }));
  const Model file = Model::from_file("models/jls04.mem");
  EXPECT_EQ(file.name(), "models/jls04.mem");
  EXPECT_TRUE(std::ranges::any_of(file.rules(), [](const Rule& rule) { return rule.kind == Rule::Kind::condition; }));
  Problem problem(thinair::Test::from_file("litmus/classic/SB.litmus"), file, {.identity = Identity::free});
  EXPECT_EQ(problem.outcomes().states.size(), 4U);
}

TEST(Library, ThreadsShareAModel) {
  const Model model = Model::shipped("jls-hb");
  const thinair::Test test = thinair::Test::from_text(kSb);
  std::atomic<int> right = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] {
        for (int n = 0; n < 5; ++n) right += Problem(test, model).outcomes().states.size() == 4;
      });
  }
  EXPECT_EQ(right, 20);
}

TEST(Library, ProblemsCanBeMoved) {
  Problem first(thinair::Test::from_text(kSb), Model::shipped("sc"));
  Problem second = std::move(first);
  EXPECT_EQ(second.outcomes().states.size(), 3U);
  EXPECT_EQ(second.test().name(), "SB");
  EXPECT_EQ(second.model().name(), "sc");
}

}  // namespace
