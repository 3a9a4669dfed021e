// Rules: their text, and what they make of programs.
#include <gtest/gtest.h>

#include <map>

#include "transformation/transform.hpp"
#include "unit/space/spaces.hpp"

namespace thinair::transformation {
namespace {

// What rules make of programs, as people read it.
TEST(TransformationRules, Transform) {
  const Space space = space_of("size 4+2\nlocations 2\nmodes plain\nvalues one\n");
  const auto made = [&](const char* rule, const char* text) {
    Sources sources;
    const auto rules = load_rules(sources, rule);
    EXPECT_TRUE(rules.has_value()) << rule;
    std::vector<std::string> out;
    for (const Rule& one : *rules)
      for (const Code& code : transformed(code_of(*parse_program(text), space), one)) out.push_back(lines(code)[0]);
    return out;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(made("read-after-read", "Rxp.Rxpc.Wyp"), Texts{"r0=x; if (r0==1) r1=r0; y=1"});
  EXPECT_EQ(made("read-after-read", "Ryp.Rxpc.Rxp"), Texts{});  // the first one is not always done
  EXPECT_EQ(made("read-after-read", "Ryp.Rxpc.Rxpc1"), Texts{"r0=y; if (r0==1) r1=x; if (r0==1) r2=r1"});
  EXPECT_EQ(made("read-after-read", "Rxp.Rxo"), Texts{});
  EXPECT_EQ(made("read-after-read-far", "Rxp.Wyp.Rxp"), Texts{"r0=x; y=1; r1=r0"});
  EXPECT_EQ(made("read-after-read-far", "Rxp.Wyv.Rxp"), Texts{});
  EXPECT_EQ(made("read-after-write", "Wxp.Rxp"), Texts{"x=1; r0=1"});
  EXPECT_EQ(made("write-after-read", "Rxp.Wxpd.Wyp"), Texts{"r0=x; y=1"});
  EXPECT_EQ(made("write-after-read", "Rxp.Wypd"), Texts{});
  EXPECT_EQ(made("overwritten-write", "Wxp.Wxp.Wxp"), (Texts{"x=1; x=1", "x=1; x=1"}));
  EXPECT_EQ(made("overwritten-write-conditional", "Rxp.Wxpn.Wxp"), Texts{"r0=x; x=1"});
  EXPECT_EQ(made("irrelevant-read", "Rxp.Ryp.Wxpd1"), Texts{"r0=x; x=r0"});
  EXPECT_EQ(made("reorder-WR", "Wxp.Ryp"), Texts{"r0=y; x=1"});
  EXPECT_EQ(made("reorder-WR", "Wxp.Rxp"), Texts{});
  EXPECT_EQ(made("reorder-RW", "Rxp.Wypd"), Texts{});
  EXPECT_EQ(made("reorder-RW", "Rxp.Wypc"), Texts{});
  EXPECT_EQ(made("reorder-modes-RW-acquire-plain", "Rxa.Wyp"), Texts{"y=1; r0=x.acq"});
  EXPECT_EQ(made("reorder-modes-RW", "Rxa.Wyr").size(), 1U);
  EXPECT_EQ(made("read-introduction", "Rxp.Wyp").size(), 14U);  // two locations; 1 + 3 + 3 conditions
  EXPECT_EQ(made("lock-coarsening", "(Rxp).(Wyp)"), Texts{"lock; r0=x; y=1; unlock"});
  EXPECT_EQ(made("lock-coarsening-over", "(Rxp).Wyp.(Wyp)"), Texts{"lock; r0=x; y=1; y=1; unlock"});
  EXPECT_EQ(made("roach-motel-lock", "Wxp.(Wyp)"), Texts{"lock; x=1; y=1; unlock"});
  EXPECT_EQ(made("lock-elision", "(Wxp.Wyp)|Rxp"), Texts{"x=1; y=1"});
  EXPECT_EQ(made("lock-elision", "(Wxp.Wyp)|(Rxp)"), Texts{});
  EXPECT_EQ(made("lock-elision", "(Wxp).(Wyp)|Rxp"), (Texts{"x=1; lock; y=1; unlock", "lock; x=1; unlock; y=1"}));
  EXPECT_EQ(made("same-in-both-branches", "Rxp.Wypc.Wypn"), Texts{"r0=x; y=1"});
  EXPECT_EQ(made("weaker-fence", "Wxp.Ff.Ryp"), Texts{"x=1; releaseFence; acquireFence; r0=y"});
}

TEST(TransformationRules, MistakesAreNamed) {
  for (const auto& [text, message] :
       std::map<std::string, std::string>{{"from A\nto A\n", "this belongs to no rule"},
                                          {"rule a\nfrom r = x\n", "needs 'from' and 'to'"},
                                          {"rule a\nfrom r = x\nto r = v\n", "does not say what 'v' is"},
                                          {"rule a\nfrom r = x.loud\nto nothing\n", "'loud' is no mode"},
                                          {"rule a\nfrom x = y\nto nothing\n", "accesses one location"},
                                          {"rule a\nfrom k = x\nto nothing\n", "'k' is no variable"},
                                          {"rule a\nfrom r = x r\nto nothing\n", "more than a statement"},
                                          {"rule a\nfrom ..; r = x\nto ..\n", "may have '..' once"},
                                          {"rule a\nfrom A\nto B\n", "does not say what 'B' is"},
                                          {"rule a\nfrom A\nto A\nwhere B plain\n", "which is not there"},
                                          {"rule a\nfrom A\nto A\nwhere A loud\n", "says nothing of an access"},
                                          {"rule a\nfrom A\nto A\nwhere a\n", "no condition of a rule"},
                                          {"rule a\nform A\n", "did you mean 'from'?"},
                                          {"rule a\nfrom if k: x = v\nto nothing\n", "this is no condition"},
                                          {"rule a\nfrom x.acquire = v\nto nothing\n", "acquire is for reads"},
                                          {"rule a\nfrom A\nto A\nrule a\nfrom A\nto A\n", "two rules 'a'"},
                                          {"rule a\nfrom fence loud\nto nothing\n", "is no fence"}}) {
    Sources sources;
    const auto rules = parse_rules(sources, sources.add("test.rules", text));
    ASSERT_FALSE(rules.has_value()) << text;
    EXPECT_NE(to_text(sources, rules.error()).find(message), std::string::npos) << to_text(sources, rules.error());
  }
  for (const Rule& rule : shipped_rules()) {
    EXPECT_FALSE(rule.text.empty()) << rule.name;
    EXPECT_FALSE(rule.title.empty()) << rule.name;
  }
  EXPECT_GT(shipped_rules().size(), 80U);
}

}  // namespace
}  // namespace thinair::transformation
