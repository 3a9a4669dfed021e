// Models that are monotone in modes by proof are so in searches, and shortcuts that need it are not taken elsewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "ask/generate/random_model.hpp"
#include "unit/ask/find/asked.hpp"

namespace thinair::find {
namespace {

problem::Model own(Sources& sources, const std::string& text) {
  auto model = cat::load_text(sources, sources.add("own.cat", text), {});
  EXPECT_TRUE(model.has_value()) << text;
  return problem::Model::of("own", std::move(*model));
}

bool proved(const problem::Model& model, bool locks = false) {
  Settings settings;
  settings.models.push_back({model, {}});
  return !Question::make(settings).monotone_models(locks).empty();
}

TEST(FindMonotone, ShippedModels) {
  Sources sources;
  const auto shipped = [&](const char* name, bool locks) { return proved(*problem::load(sources, name, {}), locks); };
  for (const char* name : {"sc", "coherence", "jam19", "jam21", "jls-hb", "rc11"}) EXPECT_TRUE(shipped(name, false)) << name;
  EXPECT_TRUE(shipped("rc11", true));
  EXPECT_FALSE(shipped("jls-hb", true));                                                         // mutual exclusion: `.. \ so`
  for (const char* name : {"jls04", "java", "tso"}) EXPECT_FALSE(shipped(name, false)) << name;  // no text of this kind
}

TEST(FindMonotone, EachWayToFail) {
  Sources sources;
  for (const char* check :
       {"acyclic [V] ; po", "empty [O | RA | V] ; po", "acyclic [W & (REL | V)] ; po", "~empty [M \\ V] ; po", "empty [F & V] ; po",
        "empty [F \\ V] ; po", "acyclic po \\ ([~V] ; po)", "empty [O \\ O] ; po", "irreflexive ([V] ; po)^-1 ; rf",
        "with so from linearisations(V, po)\nacyclic so | rf", "with so from linearisations(R, po)\nempty so \\ po",
        "let rec h = [V] ; po | h ; h\nacyclic h", "flag ~empty [O] as o", "empty (W * W) \\ loc \\ ([V] ; po) & 0"})
    EXPECT_TRUE(proved(own(sources, std::string("\"m\"\n") + check + "\n"))) << check;
  for (const char* check :
       {"acyclic [O] ; po", "empty [RA] ; po", "acyclic [M \\ V] ; po", "~empty [V] ; po", "empty po \\ ([V] ; po)",
        "with so from linearisations(V, po)\nempty (V * V) \\ so", "with so from linearisations(M \\ V, po)\nacyclic so | rf",
        "with so from linearisations(M, [O] ; po)\nacyclic so | rf", "let rec h = [~V] ; po | h ; h\nacyclic h",
        "undefined_unless empty [V] ; po as u", "empty [R \\ domain([V] ; po)] ; po"})
    EXPECT_FALSE(proved(own(sources, std::string("\"m\"\n") + check + "\n"))) << check;
}

// Random models: where there is a proof, no program does more when it is made stronger. THINAIR_CAMPAIGN=10000 takes so many.
TEST(FindMonotone, RandomModels) {
  const char* many = std::getenv("THINAIR_CAMPAIGN");
  const std::uint64_t seeds = many ? std::strtoull(many, nullptr, 10) : 150;
  Space space = with_modes("..2+1", kAllModes);
  space.final_values = true;
  std::size_t asked = 0, refuted = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Sources sources;
    const std::string text = generate::random_model(seed);
    Asked setup(Kind::stronger, {});
    setup.settings.budget = [] { return Budget(std::nullopt, std::nullopt, 20'000); };
    setup.settings.models.push_back({own(sources, text), {}});
    const bool monotone = !Question::make(setup.settings).monotone_models(false).empty();
    if (!monotone && seed % 10 != 0) continue;
    const auto found = summarise(setup.run(space), false).findings;
    EXPECT_TRUE(!monotone || found.empty()) << seed << "\n" << text;
    refuted += !monotone && !found.empty();
    asked += monotone;
  }
  EXPECT_GT(asked * 20, seeds);
  EXPECT_GT(refuted, 0U);  // and others are found out
}

// po counts before plain accesses only, so plain programs can do less than volatile ones: what holds for the strongest modes does not hold
// for the others, and nothing may be concluded from it.
TEST(FindMonotone, OthersAreAskedAboutEveryMode) {
  Sources sources;
  Asked setup(Kind::unsound, {}, "x86");
  setup.settings.models.push_back({own(sources, "\"m\"\ninclude \"cos.cat\"\nacyclic po ; [M \\ V] | rf | co | fr as order\n"), {}});
  const Space space = with_modes("2+2", "plain volatile");
  EXPECT_EQ(minimal(setup.run(space)), std::vector<std::string>{"Wxp.Ryp|Wyp.Rxp 0:r0=0; 1:r1=0;"});
  setup.settings.shortcuts.assume_monotone = true;
  EXPECT_TRUE(minimal(setup.run(space)).empty());
}

// A model that is monotone and loses interleavings: these are asked for all the same.
TEST(FindMonotone, InterleavingsAreAskedFor) {
  Sources sources;
  Asked setup(Kind::unsound, {}, "x86");
  setup.settings.models.push_back({own(sources, "\"m\"\nempty [W & V] ; rf ; [R & V] as unseen\n"), {}});
  const Space space = with_modes("1+1", "plain volatile");
  const auto found = minimal(setup.run(space));
  EXPECT_NE(std::ranges::find(found, "Rxv|Wxv 0:r0=1;"), found.end());
  setup.settings.shortcuts.no_interleavings = setup.settings.shortcuts.strongest_first = false;
  EXPECT_EQ(minimal(setup.run(space)), found);
}

// A context, or a program that is named, may have modes that the space has not: they are compiled as they are, and they count.
TEST(FindMonotone, ModesThatTheSpaceDoesNotHave) {
  const Space plain = with_modes("1", "plain", "context Rxa.Wyr|Rya.Wxr"), named = with_modes("2+2", "plain", "programs Rxa.Wyr|Rya.Wxr");
  Asked strong(Kind::unsound, {"sc"}, "aarch64");
  EXPECT_TRUE(minimal(strong.run(plain)).empty());
  EXPECT_TRUE(minimal(strong.run(named)).empty());
  Sources sources;
  Asked setup(Kind::unsound, {}, "x86");
  setup.settings.models.push_back({own(sources, "\"m\"\nempty [W & V] ; rf ; [R & V] as unseen\n"), {}});
  const Space space = with_modes("1", "plain", "context Rxv|Wxv");
  const auto found = minimal(setup.run(space));
  EXPECT_FALSE(found.empty());
  setup.settings.shortcuts.no_interleavings = setup.settings.shortcuts.strongest_first = false;
  EXPECT_EQ(minimal(setup.run(space)), found);
}

}  // namespace
}  // namespace thinair::find
