#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>

#include "ask/jcstress/ids.hpp"
#include "ask/jcstress/jar.hpp"
#include "ask/jcstress/lint.hpp"
#include "ask/jcstress/toolchain.hpp"

namespace thinair::jcstress {
namespace {

Result<std::vector<ListedTest>> list_of(const std::string& text) {
  Sources sources;
  return read_test_list(sources, sources.add("TestList", text));
}

// Sample RMW_08 of jcstress grades one result twice; this is its shape.
const std::string kTwice =
    "JCTEST3Sa.B3Sa.B12Sa.B_jcstress4Snull1I22St02St11BF1I31I04Sfine1I14S1, 11I23Sbad1I24S1, 14S0, 01I14Srest1I11S.1I0";

TEST(TestList, IsRead) {
  const auto tests = list_of(kTwice + "\n");
  ASSERT_TRUE(tests) << tests.error()[0].message;
  ASSERT_EQ(tests->size(), 1U);
  const ListedTest& test = tests->at(0);
  EXPECT_EQ(test.name, "a.B");
  EXPECT_EQ(test.description, "");
  EXPECT_EQ(test.actors, (std::vector<std::string>{"t0", "t1"}));
  ASSERT_EQ(test.outcomes.size(), 3U);
  EXPECT_EQ(test.outcomes[1].expect, "FORBIDDEN");
  EXPECT_EQ(test.outcomes[1].ids, (std::vector<std::string>{"1, 1", "0, 0"}));
}

TEST(TestList, LengthsCountUtf16) {
  const auto tests = list_of(
      "JCTEST1S\xC3\xA4"
      "2S\xF0\x9F\x98\x80"
      "1Sc4Snull1I01BF1I01I0\n");
  ASSERT_TRUE(tests) << tests.error()[0].message;
  EXPECT_EQ(tests->at(0).name, "\xC3\xA4");
}

TEST(TestList, EveryCutIsAnError) {
  for (std::size_t size = 1; size < kTwice.size(); ++size) EXPECT_FALSE(list_of(kTwice.substr(0, size))) << size;
  EXPECT_FALSE(list_of("JCTEST99999999999999999999S"));
  EXPECT_FALSE(list_of("JCTEST1Sa1Sb1Sc1Sd12I999999999999"));
}

ListedTest graded(std::vector<ListedOutcome> outcomes) { return {"T", "", {"a", "b"}, std::move(outcomes)}; }

TEST(Lint, GradedTwice) {
  EXPECT_EQ(lint(list_of(kTwice)->at(0)), std::vector<std::string>{"'1, 1' is graded twice: ACCEPTABLE counts, FORBIDDEN does not"});
  EXPECT_EQ(lint(graded({{"ACCEPTABLE", "", {"0"}}, {"ACCEPTABLE", "", {"0"}}})),
            std::vector<std::string>{"'0' is graded twice, both times ACCEPTABLE"});
  EXPECT_EQ(lint(graded({{"ACCEPTABLE", "", {}}, {"FORBIDDEN", "", {""}}})),
            std::vector<std::string>{"everything else is graded twice: ACCEPTABLE, then FORBIDDEN"});
}

TEST(Lint, NeverReached) {
  EXPECT_EQ(lint(graded({{"ACCEPTABLE", "", {"0, .*"}}, {"FORBIDDEN", "", {"0, 1"}}})),
            std::vector<std::string>{"'0, 1' is never reached: '0, .*' before it matches, ACCEPTABLE"});
  EXPECT_TRUE(lint(graded({{"FORBIDDEN", "", {"0, 1"}}, {"ACCEPTABLE", "", {"0, .*"}}, {"FORBIDDEN", "", {}}})).empty());
}

TEST(Lint, NoGradings) { EXPECT_EQ(lint(graded({})).size(), 1U); }

TEST(Lint, Patterns) {
  for (const std::string good :
       {"", "0, 1", ".*", "(-?\\d+), \\1", "[0-9]{2}", "a{1,}", "\\Q(\\E", "[]a]", "[a[bc]]", "(?:0|1)*?", "x++", "\\.", "null"})
    EXPECT_EQ(pattern_problem(good), "") << good;
  for (const std::string bad : {"(", "1)", "[0", "*, 0", "a|*", "a**", "\\", "\\y", "a{", "{1}", "a{x}", "(+)"})
    EXPECT_NE(pattern_problem(bad), "") << bad;
}

TEST(Lint, LongIdsAreNoDanger) {
  const std::string pattern = "(" + std::string(50000, '.') + ")*", text(100000, 'a');
  EXPECT_TRUE(lint(graded({{"ACCEPTABLE", "", {pattern}}, {"FORBIDDEN", "", {text}}})).empty());
}

std::string little(std::size_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
  return out;
}

// An archive with one member; `method` 8 deflates it.
std::string archive(const std::string& name, const std::string& text, int method) {
  std::string packed = text;
  if (method == 8) {
    uLongf size = compressBound(text.size());
    std::string whole(size, '\0');
    compress(reinterpret_cast<Bytef*>(whole.data()), &size, reinterpret_cast<const Bytef*>(text.data()), text.size());
    packed = whole.substr(2, size - 6);  // without zlib's header and checksum
  }
  const std::string sizes = little(crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())), 4) +
                            little(packed.size(), 4) + little(text.size(), 4) + little(name.size(), 2);
  const std::string local = "PK\3\4" + little(20, 2) + little(0, 2) + little(static_cast<std::size_t>(method), 2) + little(0, 4) + sizes +
                            little(0, 2) + name + packed;
  const std::string central = "PK\1\2" + little(20, 2) + little(20, 2) + little(0, 2) + little(static_cast<std::size_t>(method), 2) +
                              little(0, 4) + sizes + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4) +
                              little(0, 4) + name;
  return local + central + "PK\5\6" + little(0, 4) + little(1, 2) + little(1, 2) + little(central.size(), 4) + little(local.size(), 4) +
         little(0, 2);
}

class Jar : public ::testing::Test {
 protected:
  Result<std::optional<std::string>> member(const std::string& bytes, const std::string& name) {
    std::ofstream(path_, std::ios::binary) << bytes;
    return read_member(path_, name);
  }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string path_ = (std::filesystem::temp_directory_path() / ("thinair-jar-" + std::to_string(getpid()))).string();
};

TEST_F(Jar, MembersAreRead) {
  const std::string text(5000, 'a');
  for (const int method : {0, 8}) {
    const auto found = member(archive("META-INF/TestList", text, method), "META-INF/TestList");
    ASSERT_TRUE(found);
    ASSERT_TRUE(found->has_value());
    EXPECT_EQ(**found, text);
  }
  EXPECT_FALSE(member(archive("a", text, 8), "b")->has_value());
}

TEST_F(Jar, DamagedArchivesAreNoDanger) {
  const std::string bytes = archive("META-INF/TestList", std::string(300, 'a') + "bcd", 8);
  for (std::size_t size = 0; size < bytes.size(); size += 3) (void)member(bytes.substr(0, size), "META-INF/TestList");
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0xFF);
    (void)member(damaged, "META-INF/TestList");
  }
  EXPECT_FALSE(member("no archive", "a"));
  EXPECT_FALSE(read_member("no/such.jar", "a"));
}

TEST(Ids, AreTextsOrPatterns) {
  EXPECT_TRUE(id_fits("1, 2", "1, 2"));
  EXPECT_FALSE(id_fits("1, 2", "1, 23"));
  EXPECT_TRUE(id_fits("1, .*", "1, 23"));
  EXPECT_FALSE(id_fits("1, .*", "2, 3"));
  EXPECT_TRUE(id_fits("1.5", "1.5"));
  EXPECT_TRUE(id_fits("[", "["));  // the text itself, though it is no pattern
  EXPECT_FALSE(id_fits("[", "1"));
  EXPECT_FALSE(id_fits(".*", std::string(1000, '1')));  // nothing is said of long texts
}

TEST(Toolchain, Versions) {
  EXPECT_EQ(java_version("javac 17.0.15"), 17U);
  EXPECT_EQ(java_version("javac 1.8.0_392"), 8U);
  EXPECT_EQ(java_version("javac 25"), 25U);
  EXPECT_EQ(java_version("javac 22-ea"), 22U);
  EXPECT_EQ(java_version("javac"), 0U);
}

}  // namespace
}  // namespace thinair::jcstress
