#include <algorithm>
#include <filesystem>
#include <fstream>

#include "ask/jcstress/project.hpp"
#include "unit/ask/jcstress/helpers.hpp"
#include "unit/support_helpers.hpp"

namespace thinair::jcstress {
namespace {

using thinair::tests::read;

using thinair::tests::kSB;

std::string text_of(const Project& project, const std::string& path) {
  for (const ProjectFile& file : project.files())
    if (file.path == path) return file.text;
  ADD_FAILURE() << "no file " << path;
  return "";
}

Project project_of(const std::string& litmus, const Gradings& gradings = observing()) {
  Project project;
  const auto t = read(litmus);
  project.add(litmus, t.tree, t.test, gradings, {});
  return project;
}

TEST(Identifiers, AreValidAndDifferent) {
  EXPECT_EQ(identifier("SB+rfis"), "SB_rfis");
  EXPECT_EQ(identifier("2+2W"), "T2_2W");
  EXPECT_EQ(identifier("class"), "class_");
  EXPECT_EQ(identifier(""), "T");
  Identifiers classes(Identifiers::Case::ignored);
  EXPECT_EQ(classes.take("SB"), "SB");
  EXPECT_EQ(classes.take("sb"), "sb_2");
  EXPECT_EQ(classes.take("SB"), "SB_3");
}

TEST(Project, TestsOfOneNameAreTwoClasses) {
  Project project;
  const auto t = read(kSB);
  project.add(kSB, t.tree, t.test, observing(), {});
  project.add(kSB, t.tree, t.test, observing(), {});
  ASSERT_EQ(project.tests().size(), 2U);
  EXPECT_EQ(project.tests()[0].class_name, "litmus.SB");
  EXPECT_EQ(project.tests()[1].class_name, "litmus.SB_2");
  EXPECT_EQ(project.tests()[1].columns, (std::vector<std::string>{"0:r1", "1:r2"}));
}

TEST(Project, MoreThanEightRegistersNeedAClass) {
  std::string body;
  for (int i = 1; i <= 9; ++i) body += "int a" + std::to_string(i) + " = X.get();";
  const Project project = project_of("Java Many\n{ x=3; }\nThread0 {" + body + "}\n");
  EXPECT_NE(text_of(project, "src/main/java/litmus/Int9_Result.java").find("r8 == that.r8\n                && r9 == that.r9"),
            std::string::npos);
  const std::string source = text_of(project, "src/main/java/litmus/Many.java");
  EXPECT_NE(source.find("thread0(Int9_Result r)"), std::string::npos) << source;
  EXPECT_NE(source.find("int x = 3;"), std::string::npos) << source;
}

TEST(Project, FinalMemoryIsReadByAnArbiter) {
  const std::string source =
      text_of(project_of("Java W\n{ x=0; }\nThread0 { X.set(1); }\nThread1 { X.set(2); }\nexists (x=1)\n"), "src/main/java/litmus/W.java");
  EXPECT_NE(source.find("@Arbiter\n    public void memory(I_Result r) {\n        r.r1 = x;\n"), std::string::npos) << source;
  EXPECT_NE(source.find("public void thread0() {"), std::string::npos) << source;
}

TEST(Project, ATestWithoutRegistersHasAResultAllTheSame) {
  const std::string source = text_of(project_of("Java N\n{ x=0; }\nThread0 { X.set(1); }\n"), "src/main/java/litmus/N.java");
  EXPECT_NE(source.find("thread0(I_Result r)"), std::string::npos) << source;
}

TEST(Project, CommentsCannotBeEscapedFrom) {
  const std::string source = text_of(project_of("Java C\n\"*/ \\u002a/ class Evil\"\n{ x=0; }\nThread0 { int r1 = X.get(); /* */ }\n"),
                                     "src/main/java/litmus/C.java");
  const std::string comment = source.substr(source.find("/*"), source.find("@JCStressTest") - source.find("/*"));
  EXPECT_EQ(comment.find("*/"), comment.size() - 3) << comment;
  EXPECT_EQ(comment.find("\\u"), std::string::npos) << comment;
}

TEST(Project, LocationsMayStartWithTheSameObjectAndWithStrings) {
  const auto files = project_of(
                         "Java Alias\nclass Node { int v; }\n{ Node a = new Node(); Node b = a; String s = \"text\"; }\n"
                         "Thread0 { b.v = 5; }\nThread1 { int r1 = a.v; boolean r2 = s == \"text\"; }\n")
                         .files();
  const auto file = std::ranges::find(files, "src/main/java/litmus/Alias.java", &ProjectFile::path);
  ASSERT_NE(file, files.end());
  EXPECT_NE(file->text.find("final Node a = new Node();"), std::string::npos) << file->text;
  EXPECT_NE(file->text.find("final Node b = a;"), std::string::npos) << file->text;
  EXPECT_NE(file->text.find("final String s = \"text\";"), std::string::npos) << file->text;
}

TEST(Project, FoldersWithOtherThingsAreRefused) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("thinair-project-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "mine.txt") << "precious";
  EXPECT_FALSE(write(project_of(kSB).files(), folder.string()));
  std::filesystem::remove(folder / "mine.txt");
  ASSERT_TRUE(write(project_of(kSB).files(), folder.string()));
  EXPECT_TRUE(std::filesystem::exists(folder / "src/main/java/litmus/SB.java"));
  // Another set of tests takes the place of the first.
  ASSERT_TRUE(write(project_of("Java Other\n{ x=0; }\nThread0 { int r1 = X.get(); }\n").files(), folder.string()));
  EXPECT_FALSE(std::filesystem::exists(folder / "src/main/java/litmus/SB.java"));
  EXPECT_TRUE(std::filesystem::exists(folder / "src/main/java/litmus/Other.java"));
  std::filesystem::remove_all(folder);
}

std::string graded(const std::string& litmus, const std::string& model_name, const std::string& scheme_name = "") {
  const auto t = read(litmus);
  const auto shown = columns(t.test);
  const program::Test test = showing(t.test, shown);
  const auto sc = thinair::tests::model_of("sc"), model = thinair::tests::model_of(model_name);
  const problem::ConfiguredModel question{model, {}};
  Budget budget;
  Sources sources;
  conform::CompiledStates states;
  std::optional<Code> code;
  if (!scheme_name.empty()) {
    const auto scheme = compile::load_scheme(sources, scheme_name);
    const auto target = thinair::tests::model_of(scheme->model);
    auto compiled = conform::compiled_states(test, {*scheme, &target}, {}, sources);
    EXPECT_TRUE(compiled);
    states = std::move(*compiled);
    code.emplace(Code{"it", "its model", states});
  }
  const auto gradings = grade(test, shown, sc, question, budget, {}, code);
  EXPECT_TRUE(gradings);
  std::string out;
  for (const Graded& one : gradings->outcomes) {
    const char letter = one.expect == Expect::acceptable ? 'A' : one.expect == Expect::interesting ? 'I' : 'F';
    out += (one.ids.empty() ? "rest" : one.ids[0]) + " " + letter + "\n";
  }
  return out;
}

TEST(Grade, InterleavingsModelRest) { EXPECT_EQ(graded(kSB, "jls04"), "0, 1 A\n1, 0 A\n1, 1 A\n0, 0 I\nrest F\n"); }

// Store buffering is the processor's doing on x86; a read that misses what an earlier one saw is a compiler's.
TEST(Grade, WhatCompiledCodeShowsIsExpected) {
  EXPECT_EQ(graded(kSB, "jls04", "x86"), "0, 1 A\n1, 0 A\n1, 1 A\n0, 0 A\nrest F\n");
  const std::string kCoRR = "Java R\n{ x=0; }\nThread0 { x = 1; }\nThread1 { int r1 = x; int r2 = x; }\n";
  EXPECT_EQ(graded(kCoRR, "jls04", "x86"), "0, 0 A\n0, 1 A\n1, 1 A\n1, 0 I\nrest F\n");
}

// JAM21 forbids what x86 does: on a JVM it fails, and its line says why.
TEST(Grade, CompiledCodeDoesNotOutvoteTheModel) {
  const std::string kSbRfis =
      "Java S\n{ x=0; y=0; }\nThread0 { X.set(1); int r1 = X.getVolatile(); int r2 = Y.getVolatile(); }\n"
      "Thread1 { Y.set(1); int r3 = Y.getVolatile(); int r4 = X.getVolatile(); }\n";
  const std::string lines = graded(kSbRfis, "jam21", "x86");
  EXPECT_NE(lines.find("1, 0, 1, 0 F\nrest F\n"), std::string::npos) << lines;
}

TEST(Grade, CodeThatWasNotFollowedToItsEndSaysSo) {
  const auto t = read(kSB);
  const auto shown = columns(t.test);
  const program::Test test = showing(t.test, shown);
  const auto sc = thinair::tests::model_of("sc"), model = thinair::tests::model_of("jls04");
  const problem::ConfiguredModel question{model, {}};
  Budget budget;
  const conform::CompiledStates nothing{{}, {Incomplete::bound, "a loop"}};
  const auto gradings = grade(test, shown, sc, question, budget, {}, Code{"it", "its model", nothing});
  ASSERT_TRUE(gradings);
  EXPECT_FALSE(gradings->complete);
  EXPECT_EQ(gradings->outcomes[3].expect, Expect::interesting);
  EXPECT_NE(gradings->outcomes[3].description.find("not known: a loop"), std::string::npos);
  EXPECT_EQ(gradings->outcomes.back().expect, Expect::forbidden) << "the model was asked to the end";
}

TEST(Grade, OpenValuesArePatterns) {
  EXPECT_EQ(graded("Java A\n{ x=0; y=0; }\nThread0 { int r1 = X.get(); Y.set(r1); }\nThread1 { int r2 = Y.get(); X.set(r2); }\n", "jls-hb"),
            "0, 0 A\n(-?\\d+), \\1 I\nrest F\n");
}

TEST(Grade, ALimitForbidsNothing) {
  const auto t = read(kSB);
  const auto shown = columns(t.test);
  const auto sc = thinair::tests::model_of("sc");
  const problem::ConfiguredModel question{sc, {}};
  Budget budget;
  budget.exhaust(Incomplete::bound, "enough");
  const auto gradings = grade(showing(t.test, shown), shown, sc, question, budget);
  ASSERT_TRUE(gradings);
  EXPECT_FALSE(gradings->complete);
  EXPECT_EQ(gradings->outcomes.back().expect, Expect::interesting);
}

}  // namespace
}  // namespace thinair::jcstress
