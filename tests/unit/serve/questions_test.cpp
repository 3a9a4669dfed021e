#include "serve/questions.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace thinair::serve {
namespace {

using Words = std::vector<std::string>;

constexpr Limits kLimits{10, std::uint64_t{512} << 20};

tl::expected<Question, Wrong> asked(std::string_view name, std::string_view document) { return read_question(name, document, kLimits); }

std::string complaint(std::string_view name, std::string_view document) {
  const auto question = asked(name, document);
  return question ? "" : question.error().code + ": " + question.error().message;
}

TEST(Questions, ACommandWithItsWords) {
  const auto question =
      asked("outcomes", R"({"test": "Java SB", "models": ["sc", {"name": "mine.cat", "text": "mine"}], "unroll": 3, "timeout": 2})");
  ASSERT_TRUE(question);
  EXPECT_EQ(question->output, Question::Output::lines);
  EXPECT_EQ(question->job.words, (Words{"outcomes", "--json", "test.litmus", "--model=sc", "--model=mine.cat", "--unroll=3",
                                        "--timeout=2.000", "--memory=512"}));
  EXPECT_EQ(question->job.texts.at("test.litmus"), "Java SB");
  EXPECT_EQ(question->job.texts.at("mine.cat"), "mine");
  EXPECT_EQ(question->job.seconds, 2);
  EXPECT_EQ(shipped_models(question->job), Words{"sc"});
}

TEST(Questions, EachKindHasItsFieldsAndNoOther) {
  EXPECT_TRUE(asked("explain", R"({"shipped": "classic/SB", "outcome": "0:r1=0 /\\ 1:r2=0", "identity": "free"})"));
  EXPECT_TRUE(asked("compile", R"({"shipped": "classic/SB", "to": ["x86", "power"]})"));
  EXPECT_NE(complaint("compile", R"({"shipped": "classic/SB", "models": ["sc"]})"), "");
  EXPECT_NE(complaint("outcomes", R"({"shipped": "classic/SB", "outcome": "x=1"})"), "");
  EXPECT_NE(complaint("outcomes", R"({"shipped": "classic/SB", "to": ["x86"]})"), "");
  for (const char* name : {"check", "races", "page", "svg", "dot", "tikz", "jcstress/generate", "conform", "compare"})
    EXPECT_TRUE(is_question(name)) << name;
  for (const char* name : {"", "serve", "suite", "find", "jcstress/run", "jcstress", "outcomes/", "../outcomes"})
    EXPECT_FALSE(is_question(name)) << name;
}

TEST(Questions, WhatIsWrongIsSaid) {
  for (const char* document : {"",
                               "{",
                               "[]",
                               "1",
                               "null",
                               "\"x\"",
                               "{}",
                               R"({"test": 1})",
                               R"({"test": "x", "shipped": "y"})",
                               R"({"test": "x", "modles": []})",
                               R"({"test": "x", "models": "sc"})",
                               R"({"test": "x", "models": [1]})",
                               R"({"test": "x", "models": [{"name": "a.cat"}]})",
                               R"({"test": "x", "models": [{"name": "a.cat", "text": 1}]})",
                               R"({"test": "x", "models": [{"name": "a.cat", "text": "", "x": 1}]})",
                               R"({"test": "x", "timeout": 0})",
                               R"({"test": "x", "timeout": -1})",
                               R"({"test": "x", "timeout": "1"})",
                               R"({"test": "x", "timeout": null})",
                               R"({"test": "x", "unroll": -1})",
                               R"({"test": "x", "unroll": 101})",
                               R"({"test": "x", "unroll": 1.5})",
                               R"({"test": "x", "identity": "nht"})",
                               R"({"test": "a\u0000b"})",
                               R"({"test": "x", "models": [{"name": "a.cat", "text": ""}, {"name": "a.cat", "text": ""}]})"})
    EXPECT_TRUE(complaint("outcomes", document).starts_with("serve-request: ")) << document;
}

TEST(Questions, NoWordIsAnOptionOrAPathOfTheMachine) {
  for (const char* name : {"", "-", "--help", "-o", "/etc/passwd", "../x", "a/../../x", "a b", "a\nb", "~root", "sc;id", "é"}) {
    EXPECT_FALSE(is_name(name)) << name;
    EXPECT_NE(complaint("outcomes", std::string(R"({"test": "x", "models": [")") + (name == std::string("a\nb") ? "a\\nb" : name) + "\"]}"),
              "")
        << name;
  }
  for (const char* name : {"../x.cat", "/x.cat", "a/b.cat", ".cat", "x", "x.txt", "-x.cat", "x.cat/", "x y.cat"})
    EXPECT_NE(complaint("outcomes", std::string(R"({"test": "x", "models": [{"name": ")") + name + R"(", "text": ""}]})"), "") << name;
  for (const char* name : {"classic/SB", "MP+rel+acq", "jls04", "x86/SB", "a=b"}) EXPECT_TRUE(is_name(name)) << name;
  const auto question = asked("explain", R"({"test": "x", "outcome": "--help"})");
  ASSERT_TRUE(question);
  EXPECT_NE(std::ranges::find(question->job.words, "--outcome=--help"), question->job.words.end());
  EXPECT_EQ(std::ranges::find(question->job.words, "--help"), question->job.words.end());
}

TEST(Questions, LimitsAreNeverAboveOurOwn) {
  const auto question = asked("outcomes", R"({"test": "x", "timeout": 1e300})");
  ASSERT_TRUE(question);
  EXPECT_EQ(question->job.seconds, 10);
  EXPECT_EQ(question->job.memory, std::uint64_t{512} << 20);
  EXPECT_TRUE(asked("outcomes", R"({"test": "x", "timeout": 1e-9})"));
}

TEST(Questions, SizeAndDepth) {
  EXPECT_NE(complaint("outcomes", R"({"test": ")" + std::string(300000, 'x') + "\"}"), "");
  EXPECT_NE(complaint("outcomes", std::string(500000, '[')), "");
  EXPECT_NE(complaint("outcomes", R"({"test": "x", "models": )" + std::string(20, '[') + std::string(20, ']') + "}"), "");
  std::string many = R"({"test": "x", "models": ["sc")";
  for (int i = 0; i < 40; ++i) many += ",\"sc\"";
  EXPECT_NE(complaint("outcomes", many + "]}"), "");
  EXPECT_TRUE(asked("outcomes", R"({"test": "[[[[[[[[[[[[[[[[ \" {{{{{{{{{{{{{{{{"})"));  // depth in a text is none
}

TEST(Questions, Changes) {
  const auto change = read_change(R"({"before": "sc", "after": {"name": "mine.cat", "text": "mine"}, "family": "classic"})", kLimits);
  ASSERT_TRUE(change);
  EXPECT_EQ(change->before, "sc");
  EXPECT_EQ(change->after, "mine.cat");
  EXPECT_EQ(change->family, "classic");
  EXPECT_EQ(change->job.words, (Words{"check", "--json", "--model=sc", "--model=mine.cat", "--timeout=10.000", "--memory=512"}));
  for (const char* document :
       {"{}", R"({"before": "sc"})", R"({"before": "sc", "after": "sc"})", R"({"before": "sc", "after": "java", "family": "../x"})",
        R"({"before": "sc", "after": "java", "family": 1})", R"({"before": "sc", "after": "java", "test": "x"})"})
    EXPECT_FALSE(read_change(document, kLimits)) << document;
}

TEST(Questions, JobsAreReadAsTheyWereWritten) {
  Job job;
  job.words = {"outcomes", "--json", "\"\\\n"};
  job.texts = {{"a", "x\ty"}, {"b", ""}};
  job.seconds = 1.5;
  job.memory = 7;
  const auto again = read_job(to_text(job));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->words, job.words);
  EXPECT_EQ(again->texts, job.texts);
  EXPECT_EQ(again->seconds, job.seconds);
  EXPECT_EQ(again->memory, job.memory);
  for (const char* text : {"", "{}", "[]", R"({"words": 1})", R"({"words": [], "texts": {}, "seconds": "x", "memory": 1})"})
    EXPECT_FALSE(read_job(text)) << text;
  job.texts["bad"] = "\xff";
  EXPECT_TRUE(read_job(to_text(job)));
}

}  // namespace
}  // namespace thinair::serve
