// Programs: their text, their names, what is part of what.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "space/name.hpp"
#include "space/reduce.hpp"
#include "unit/space/spaces.hpp"

namespace thinair::space {
namespace {

TEST(SpaceProgram, TextIsReadBack) {
  for (const std::string text :
       {"Wxp.Rxv.Ryv|Wyv.Rxv", "Rxa.Wyrd|Ryo.Wxpc", "Wzv|Rxp.Wypn.Wxp", "(Rxp.Wyp).(Wxp)|Ff.Uxv.Fs.(Cyr)", "Ryp.Rypc.Wxpn1d|Rxp.Wypd"}) {
    const auto program = parse_program(text);
    ASSERT_TRUE(program.has_value()) << text;
    EXPECT_EQ(to_text(*program), text);
  }
  for (const std::string text : {"", "Wx", "Wxq", "Rxr", "Wxa", "Qxp", "Wxp,Rxp", "Wxp.", "Wkp", "(Wxp", "Wxp)", "((Wxp))", "Wxpd",
                                 "Rxp.Rxpd", "Rxp.Wxpc1", "Uxp", "Ff", "Wxp.Ff"})
    EXPECT_FALSE(parse_program(text)) << text;
}

TEST(SpaceProgram, NamesDoNotMatter) {
  const auto canon = [](const char* text) { return to_text(canonical(*parse_program(text))); };
  EXPECT_EQ(canon("Wxp.Ryv|Wyp.Rxv"), canon("Wyp.Rxv|Wxp.Ryv"));
  EXPECT_EQ(canon("Rxp|Wxp.Wyv.Ryp"), canon("Wyp.Wxv.Rxp|Ryp"));
  EXPECT_NE(canon("Wxp.Ryv|Wyp.Rxp"), canon("Wxp.Ryv|Wyp.Rxv"));
}

TEST(SpaceProgram, Embedding) {
  const auto in = [](const char* small, const char* large) { return embeds(*parse_program(small), *parse_program(large)); };
  EXPECT_TRUE(in("Rxp.Rxp|Wxp", "Wyp|Wxo.Ryp.Rxp.Ryv"));
  EXPECT_FALSE(in("Rxp.Rxv|Wxp", "Wyp|Wxo.Ryp.Rxp.Ryp"));
  EXPECT_FALSE(in("Rxp.Ryp", "Rxp|Ryp"));
  EXPECT_FALSE(in("Rxp.Ryp", "Rxp.Rxp"));
  EXPECT_TRUE(in("Rxp.Wypd", "Rxp.Wxp.Wypd"));
  EXPECT_FALSE(in("Rxp.Wxpd", "Rxp.Ryp.Wxpd"));  // it depends on another read there
  EXPECT_TRUE(in("Rxp.Wxpd", "Rxp.Ryp.Wxpd1"));
  EXPECT_FALSE(in("Uxa|Rxp", "Uxr|Rxp"));  // neither is the weaker one
  EXPECT_TRUE(in("Uxa|Rxp", "Uxv|Rxp"));
  EXPECT_TRUE(in("Wxp.Fr.Wyp", "Wxp.Ff.Wyp"));
  EXPECT_TRUE(in("Wxp.Fr.Wyp", "Wxp.Fr.Rxp.Wyp"));
  EXPECT_FALSE(in("Wxp.Fr.Wyp", "Fr.Wxp.Wyp"));
  EXPECT_TRUE(in("(Wxp).(Wyp)", "(Wxp.Rxp).(Rxp.Wyp)"));
  EXPECT_FALSE(in("(Wxp).(Wyp)", "(Wxp.Wyp)"));
  EXPECT_FALSE(in("(Wxp.Wyp)", "(Wxp).(Wyp)"));
  EXPECT_TRUE(in("Wxp.Wyp", "(Wxp).(Wyp)"));
  EXPECT_FALSE(in("(Wxp).Rxp.(Wyp)", "(Wxp.Rxp.Wyp)"));  // a block does not come apart
  EXPECT_TRUE(in("(Wxp).Rxp.(Wyp)", "(Wxp).(Rxp).(Wyp)"));
}

// A search for minimal programs goes by that order. As text, "Wyp.Ff.Wxp" and "Wypd|" come before "Wyp.Wxp" and "Wyp|".
TEST(SpaceProgram, WhatEmbedsComesFirst) {
  for (const char* modes : {"plain", "plain volatile"})
    for (const char* more : {"writes copy if-one copy-if-one\nreads if-one", "fences full release storeStore", "locks yes",
                             "locks yes\nfences full\nwrites copy"}) {
      const Space space = space_of(fmt::format("size 2+1 1+1\nlocations 2\nmodes {}\n{}\n", modes, more));
      std::vector<Program> all;
      for (const Lengths& size : space.sizes)
        for (const Program& skeleton : skeletons(space, size)) {
          const Modes choices(space, skeleton);
          for (std::uint64_t i = 0; i < choices.choices(); ++i)
            if (auto program = choices.program(i)) all.push_back(std::move(*program));
        }
      std::size_t pairs = 0;
      for (std::size_t i = 0; i < all.size(); i += 1 + all.size() / 40)  // a sample, with all that embeds in it
        for (const Program& small : all) {
          if (small == all[i] || !embeds(small, all[i])) continue;
          EXPECT_TRUE(before(small, all[i])) << to_text(small) << " " << to_text(all[i]);
          ++pairs;
        }
      EXPECT_GT(pairs, 50U) << more;
    }
}

TEST(SpaceName, IsTheOneOfDiy) {
  const auto name = [](const char* text) { return name_of(*parse_program(text)); };
  EXPECT_EQ(name("Wxp.Ryp|Wyp.Rxp"), "SB");
  EXPECT_EQ(name("Wxv.Ryv|Wyv.Rxv"), "SB+povvs");
  EXPECT_EQ(name("Wyv.Rxp|Wxv.Ryp"), "SB+povps");
  EXPECT_EQ(name("Rya.Rxp|Wxp.Wyr"), "MP+popr+poap");  // the writer comes first, wherever it stands
  EXPECT_EQ(name("Rxp.Wyp|Ryv.Wxv"), "LB+po+povv");
  EXPECT_EQ(name("Wxp.Rxv.Ryv|Wyv.Rxv"), "SB+povv+rfipv-povv");
  EXPECT_EQ(name("Wxp.Rxp.Ryp|Wyp.Ryp.Rxp"), "SB+rfi-pos");
  EXPECT_EQ(name("Wxp.Ff.Ryp|Wyp.Ff.Rxp"), "SB+fences");
  EXPECT_EQ(name("Wxp|Rxp.Wypd|Ryp.Rxp"), "WRC+data+po");
  EXPECT_EQ(name("Rxp.Wypc|Ryp.Wxpc"), "LB+ctrls");
  EXPECT_EQ(name("Rxp.Wypn|Ryp.Wxpc"), "");  // how a condition is asked has no name
  EXPECT_EQ(name("Wxp|Wyp|Rxa.Ryp|Rya.Rxp"), "IRIW+poaps");
  EXPECT_EQ(name("Wxp.Wyp|Ryp.Wzp|Wzp.Rxp"), "Z6.0");
  EXPECT_EQ(name("Rxp.Rxp|Wxp"), "CoRR");
  EXPECT_EQ(name("Rxa.Wxp|Wxp"), "CoRW2+friap");
  EXPECT_EQ(name("Wxp.Ryp|Wxp.Ryp"), "");
}

TEST(SpaceReduce, TakesOneThingAway) {
  Space space = with_modes("..3+2", "plain volatile");
  space.of_writes = {{Guard::if_one, false}, {Guard::always, true}};
  const auto less = [&](const char* text) {
    std::vector<std::string> out;
    for (const Program& one : reductions(*parse_program(text), space)) out.push_back(to_text(one));
    std::ranges::sort(out);
    return out;
  };
  EXPECT_EQ(less("Rxp|Wxp"), (std::vector<std::string>{"Rxp", "Wxp"}));
  EXPECT_EQ(less("Rxv.Wyp|Wxp"), (std::vector<std::string>{"Rxp.Wyp|Wxp", "Rxv.Wyp", "Rxv|Wxp", "Wxp|Wyp"}));
  // Who depended on the read that is gone depends on nothing; who depended on another, on that one still.
  EXPECT_EQ(less("Rxp.Ryp.Wxpd"), (std::vector<std::string>{"Rxp.Ryp", "Rxp.Ryp.Wxp", "Rxp.Wxp", "Rxp.Wypd"}));
  EXPECT_EQ(less("Rxp.Ryp.Wxpc1"), (std::vector<std::string>{"Rxp.Ryp", "Rxp.Ryp.Wxp", "Rxp.Wxpc", "Rxp.Wyp"}));
  // The end of a block moves to what is left of it; a block without accesses is none.
  EXPECT_EQ(less("(Rxp.Wxp)"), (std::vector<std::string>{"(Rxp)", "(Wxp)", "Rxp.Wxp"}));
  EXPECT_EQ(less("(Rxp).Wxp"), (std::vector<std::string>{"(Rxp)", "Rxp.Wxp", "Wxp"}));
  space.by_location = true;
  EXPECT_EQ(less("Rxv.Wxv"), (std::vector<std::string>{"Rxp.Wxp", "Rxv", "Wxv"}));
}

TEST(SpaceReduce, ContextsStay) {
  Space space = space_of("space \"s\"\nsize ..2\nlocations 2\nmodes plain\ncontext Rxp.Wypd\n");
  std::vector<std::string> out;
  for (const Program& one : reductions(*parse_program("Ryp.Wxp|Rxp.Wypd"), space)) out.push_back(to_text(one));
  EXPECT_EQ(out, (std::vector<std::string>{"Wxp|Rxp.Wypd", "Ryp|Rxp.Wypd"}));
}

}  // namespace
}  // namespace thinair::space
