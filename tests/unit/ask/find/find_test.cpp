#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "ask/find/records.hpp"
#include "ask/find/subject.hpp"
#include "ask/find/transform.hpp"
#include "ask/suite/files.hpp"
#include "read/lower.hpp"
#include "unit/ask/find/asked.hpp"

namespace thinair::find {
namespace {

TEST(FindProgram, TextIsReadBack) {
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

TEST(FindProgram, NamesDoNotMatter) {
  const auto canon = [](const char* text) { return to_text(canonical(*parse_program(text))); };
  EXPECT_EQ(canon("Wxp.Ryv|Wyp.Rxv"), canon("Wyp.Rxv|Wxp.Ryv"));
  EXPECT_EQ(canon("Rxp|Wxp.Wyv.Ryp"), canon("Wyp.Wxv.Rxp|Ryp"));
  EXPECT_NE(canon("Wxp.Ryv|Wyp.Rxp"), canon("Wxp.Ryv|Wyp.Rxv"));
  EXPECT_EQ(known_as(*parse_program("Wxp.Ryp|Wyp.Rxp")), "classic/SB");
}

TEST(FindProgram, Embedding) {
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
}

// Published sizes of the spaces, by number of locations 2 and rules shared and connected.
TEST(FindSpace, SizesAreThePublishedOnes) {
  struct Row {
    const char* size;
    std::uint64_t skeletons, java5, modes;
  };
  for (const Row& row :
       {Row{"1+1", 2, 7, 26}, Row{"2+1", 7, 56, 448}, Row{"2+2", 20, 278, 4280}, Row{"3+1", 15, 240, 3840}, Row{"3+2", 157, 5024, 160768},
        Row{"3+3", 473, 29236, 1862816}, Row{"2+1+1", 20, 292, 4448}, Row{"2+2+1", 106, 3236, 102304}}) {
    EXPECT_EQ(count(with_modes(row.size, "plain")), row.skeletons) << row.size;
    EXPECT_EQ(count(with_modes(row.size, "plain volatile")), row.java5) << row.size;
    EXPECT_EQ(count(with_modes(row.size, kAllModes)), row.modes) << row.size;
  }
  Sources sources;
  EXPECT_EQ(count(*load_space(sources, "java5")), 23437U);
  EXPECT_EQ(count_by_formula(2, {3, 3}, 2), 1056U);
  EXPECT_EQ(count_by_formula(8, {3, 3}, 2), 4196352U);
  EXPECT_EQ(count_by_formula(2, {4, 2, 2}, 3), 144064U);
}

// Without rules: what is listed is as much as the formula says, and no two are the same.
TEST(FindSpace, EnumerationEqualsBurnside) {
  for (const auto& [size, lengths] :
       std::map<std::string, Lengths>{{"2+2", {2, 2}}, {"3+1", {3, 1}}, {"1+1+1", {1, 1, 1}}, {"2+1+1", {2, 1, 1}}}) {
    const Space space = with_modes(size, "plain volatile", "");
    std::set<Program> seen;
    for (const Program& one : skeletons(space, lengths)) {
      const Modes modes(space, one);
      for (std::uint64_t i = 0; i < modes.choices(); ++i)
        if (const auto program = modes.program(i)) {
          EXPECT_EQ(canonical(*program), *program);
          EXPECT_TRUE(seen.insert(*program).second);
        }
    }
    EXPECT_EQ(seen.size(), count_by_formula(4, lengths, 2)) << size;
    EXPECT_EQ(seen.size(), count(space)) << size;
  }
}

TEST(FindSpace, TextIsReadBackAndMistakesAreNamed) {
  for (const ShippedSpace& shipped : shipped_spaces()) {
    Sources sources;
    const auto space = load_space(sources, shipped.name);
    ASSERT_TRUE(space.has_value()) << shipped.name;
    EXPECT_EQ(to_text(space_of(to_text(*space))), to_text(*space));
  }
  for (const auto& [text, message] : std::map<std::string, std::string>{{"locations 2\n", "the space has no size"},
                                                                        {"size 2+x\n", "'2+x' is no size"},
                                                                        {"size 7+1\n", "is no size"},
                                                                        {"size 2+2\nlocations 9\n", "1 to 4 locations"},
                                                                        {"size 2\nmodes plian\n", "did you mean 'plain'?"},
                                                                        {"size 2\nmodes acquire\n", "reads and writes both need a mode"},
                                                                        {"size 2\nmodes plain acquire by location\n", "by location"},
                                                                        {"size 2\nsize 3\n", "'size' is said twice"},
                                                                        {"size 2\nvalues\n", "needs something behind it"},
                                                                        {"size 2\nsizes 3\n", "did you mean 'size'?"},
                                                                        {"space two\nsize 2\n", "a title in quotes"}}) {
    Sources sources;
    const auto space = parse_space(sources, sources.add("test.space", text));
    ASSERT_FALSE(space.has_value()) << text;
    EXPECT_NE(to_text(sources, space.error()).find(message), std::string::npos) << to_text(sources, space.error());
  }
}

// Every test of the catalogue that is a program of the space is among those that are enumerated.
TEST(FindSpace, HasTheCatalogue) {
  Space space = with_modes("1+1", kAllModes);
  space.locations = 3;
  space.of_writes = {{Guard::always, true}};
  space.acts.push_back(Act::add);
  space.updates = {Mode::acquire, Mode::release, Mode::strong};
  space.fences = {Fence::load_load, Fence::store_store, Fence::acquire, Fence::release, Fence::full};
  space.locks = true;
  std::size_t tried = 0;
  std::map<Lengths, std::set<Program>> listed;
  for (const suite::ShippedTest& shipped : suite::shipped_tests()) {
    Sources sources;
    const auto test = read::read_test(sources, sources.add("test.litmus", std::string(shipped.text)), nullptr);
    const auto program = test ? program_of(*test) : std::nullopt;
    if (!program || program->accesses() > 4 || !fits(space, *program)) continue;
    Lengths lengths;
    for (const Thread& thread : program->threads) lengths.push_back(thread.size());
    if (!listed.contains(lengths)) {
      const auto all = skeletons(space, lengths);
      listed[lengths] = {all.begin(), all.end()};
    }
    ASSERT_TRUE(listed[lengths].contains(skeleton(*program))) << shipped.id << " " << to_text(*program);
    const Modes modes(space, skeleton(*program));
    bool found = false;
    for (std::uint64_t i = 0; i < modes.choices() && !found; ++i) found = modes.program(i) == *program;
    EXPECT_TRUE(found) << shipped.id << " " << to_text(*program);
    ++tried;
  }
  EXPECT_GT(tried, 50U);
}

// What the engines judge is what people read.
TEST(FindSubject, IsItsOwnText) {
  const Space space =
      space_of("size 3+2\nlocations 2\nmodes plain opaque acquire release volatile\nwrites copy if-one if-not-one\nvalues one\n");
  for (const char* text :
       {"Rxa.Wyrd.Wxo|Ryv.Wxvc", "Wxp.Rxo.Wyvn|Ryp.Rxa", "(Rxa.Uyr).Cxa|Fl.Cyv.Fs.Uxv", "Rxp.Ryo.Rxac1.Wyvn1d|Wxp.(Rxp)"}) {
    const Program program = *parse_program(text);
    Subject subject(code_of(skeleton(program), space), space);
    Sources sources;
    const auto read = read::read_test(sources, sources.add("text", litmus_text(code_of(program, space))), nullptr);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(program::to_text(subject.with_modes(program).program), program::to_text(read->program));
  }
}

// Programs of a space made at random, by other means than listing: each is among those that are listed.
TEST(FindSpace, HasWhatFits) {
  Space space = space_of(
      "size 2+1\nlocations 2\nmodes plain\nwrites copy if-one copy-if-not-one\nreads if-one\ndependencies any-read\nupdates add "
      "compare-exchange "
      "volatile\nfences release full\nlocks yes\nrules shared connected\n");
  space.reads = space.writes = space.updates = {Mode::plain};
  const auto all = skeletons(space, {2, 1});
  const std::set<Program> listed(all.begin(), all.end());
  EXPECT_EQ(listed.size(), all.size());
  for (const Program& one : all) EXPECT_EQ(canonical(one), one);
  std::uint64_t state = 1;
  const auto below = [&](std::uint64_t n) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint8_t>((state >> 33) % n);
  };
  std::set<Program> met;
  for (int i = 0; i < 200'000; ++i) {
    Program program;
    for (const std::size_t length : {2U, 1U}) {
      Thread& thread = program.threads.emplace_back();
      bool inside = false, read = false;
      for (std::size_t k = 0; k < length; ++k) {
        Access a;
        a.act = static_cast<Act>(below(4));
        a.location = below(2);
        a.guard = read ? static_cast<Guard>(below(3)) : Guard::always;
        a.copies = read && a.act == Act::write && below(2) == 0;
        a.fence = k == 0 ? Fence::none : static_cast<Fence>(below(3) == 0 ? 0 : 4 + below(2));
        read = read || a.reads();
        a.locks = !inside && below(2) == 0;
        a.unlocks = (inside || a.locks) && (k + 1 == length || below(2) == 0);
        inside = (inside || a.locks) && !a.unlocks;
        thread.push_back(a);
      }
    }
    if (program.locations() == 2 && program.threads[0][0].location == 1 && program.threads[0][1].location == 1 &&
        program.threads[1][0].location == 1)
      continue;
    const Program form = canonical(program);
    if (!fits(space, form)) continue;
    EXPECT_TRUE(listed.contains(form)) << to_text(form);
    met.insert(form);
  }
  EXPECT_GT(met.size() * 10, listed.size() * 8);
}

TEST(FindSpace, ContextsStay) {
  Sources sources;
  const Space space = *load_space(sources, "context");
  const auto all = skeletons(space, {2});
  EXPECT_EQ(std::set<Program>(all.begin(), all.end()).size(), all.size());
  for (const Program& one : all) EXPECT_EQ(to_text(one).substr(to_text(one).find('|')), "|Rxp.Wypd");
  EXPECT_NE(std::ranges::find(all, *parse_program("Ryp.Wxpd|Rxp.Wypd")), all.end());
  EXPECT_EQ(count(space), 21368U);
  EXPECT_EQ(count(*load_space(sources, "brief")), 1982U);
}

// What rules make of programs, as people read it.
TEST(FindRules, Transform) {
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

TEST(FindRules, MistakesAreNamed) {
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

// A listing ends where it is told to: with too many skeletons, or at a signal.
TEST(FindSearch, LargeSpacesAreNotListed) {
  Asked setup(Kind::lost, {"sc"});
  const Space space = with_modes("..2+2", "plain");
  const std::uint64_t all = count(space);
  EXPECT_FALSE(Search(Question::make(setup.settings), space, {}, {.most = all}).too_large());
  EXPECT_TRUE(Search(Question::make(setup.settings), space, {}, {.most = all - 1}).too_large());
  EXPECT_EQ(skeletons(space, {2, 2}, {.most = 3}).size(), 4U);
  const std::atomic<bool> stop = true;
  EXPECT_TRUE(skeletons(space, {2, 2}, {.stop = &stop}).empty());
}

// What was cut off counts as not asked, not as unknown.
TEST(FindSearch, StoppedBlocksAreDropped) {
  Asked setup(Kind::lost, {"sc"});
  const Space space = with_modes("..2+1", kAllModes);
  std::atomic<bool> stop = false;
  std::size_t blocks = 0;
  const Search search(Question::make(setup.settings), space, {});
  ASSERT_TRUE(search.run({}, {.threads = 1, .window = 0, .stop = &stop}, [&](const Record& record) {
    EXPECT_EQ(record.unknown, 0U);
    if (++blocks == 3) stop = true;
  }));
  EXPECT_LT(blocks, search.whole().skeletons);
}

TEST(FindSearch, ShardsTogetherAreTheWhole) {
  Asked setup(Kind::difference, {"sc", "jam21"});
  const Space space = with_modes("..2+1", kAllModes);
  const auto whole = minimal(setup.run(space));
  EXPECT_FALSE(whole.empty());
  for (const std::uint64_t n : {2U, 3U, 8U}) {
    std::vector<Record> together;
    for (std::uint64_t i = n; i-- > 0;)
      for (Record& record : setup.run(space, {i, n})) together.push_back(std::move(record));
    EXPECT_EQ(minimal(together), whole) << n;
  }
}

// The table of docs/findings.md in small: a rule, its smallest source, whether it breaks the model.
TEST(FindSearch, Transformations) {
  const auto breaks = [](const char* model, const char* rule, const char* text) {
    Asked setup(Kind::transformation, {model});
    setup.settings.rules = *load_rules(setup.sources, rule);
    Space space = *load_space(setup.sources, "context");
    space.only = {*parse_program(text)};
    const auto records = setup.run(space);
    EXPECT_FALSE(records[0].places.empty()) << rule;
    return !records[0].found.empty();
  };
  for (const char* model : {"jls04", "jls-revised", "java"}) {
    EXPECT_TRUE(breaks(model, "read-after-read", "Ryp.Rypc.Wxpn1.Wxpd|Rxp.Wypd")) << model;
    EXPECT_TRUE(breaks(model, "write-after-read", "Ryp.Wypd.Ryp.Wxp|Rxp.Wypd")) << model;
    EXPECT_FALSE(breaks(model, "reorder-WW", "Ryp.Wxp.Wyp|Rxp.Wypd")) << model;
  }
  EXPECT_TRUE(breaks("jls04", "reorder-WR", "Ryp.Wxpn.Ryp.Wxpd|Rxp.Wypd"));
  EXPECT_FALSE(breaks("jls-revised", "reorder-WR", "Ryp.Wxpn.Ryp.Wxpd|Rxp.Wypd"));
}

TEST(FindSearch, FindsWhatIsKnown) {
  const auto first = [](Asked setup, const Space& space) {
    const auto all = minimal(setup.run(space));
    return all.empty() ? "" : all.front();
  };
  Sources sources;
  const Space java5 = *load_space(sources, "java5");
  Space small = java5;
  small.sizes = *parse_sizes("2+2");
  EXPECT_EQ(first(Asked(Kind::race, {"jls-hb"}), small), "Rxp.Wxpc|Rxp.Wxpc 0:r0=1; 1:r1=1;");
  small.sizes = *parse_sizes("2+1");
  EXPECT_EQ(first(Asked(Kind::race, {"jls04"}), small), "");
  EXPECT_EQ(first(Asked(Kind::lost, {"jls04"}), small), "");
  EXPECT_EQ(first(Asked(Kind::lost, {"jam21"}), with_modes("2", kAllModes, "")), "Rxp.Wxp 0:r0=1;");
  EXPECT_EQ(first(Asked(Kind::stronger, {"jam21"}), with_modes("2+1", kAllModes)), "");
  EXPECT_EQ(first(Asked(Kind::difference, {"jam19", "jam21"}), with_modes("2+1", kAllModes)), "Rxp.Rxp|Wxp 0:r0=1; 0:r1=0;");
}

// A model that is wrong on purpose: stronger accesses do more, and an interleaving is lost.
TEST(FindSearch, FindsWhatIsWrong) {
  Sources sources;
  const auto wrong = [&](const std::string& text) {
    auto model = cat::load_text(sources, sources.add("wrong.cat", text), {});
    EXPECT_TRUE(model.has_value());
    return problem::Model::of("wrong", std::move(*model));
  };
  Asked setup(Kind::stronger, {});
  setup.settings.models.push_back({wrong("include \"cos.cat\"\nacyclic po | rf | co | fr as sc\nempty [R \\ V] ; fr as seen\n"), {}});
  const Space space = with_modes("1+1", "plain volatile");
  const auto found = summarise(setup.run(space), false);
  ASSERT_EQ(found.findings.size(), 1U);
  EXPECT_EQ(to_text(found.findings[0].program), "Rxp|Wxp");
  EXPECT_EQ(found.findings[0].breach.note, "as Rxv|Wxp");
  setup.settings.kind = Kind::lost;
  EXPECT_EQ(minimal(setup.run(space)), std::vector<std::string>{"Rxp|Wxp 0:r0=0;"});
  const Question question = Question::make(setup.settings);
  const Finding& f = found.findings[0];
  EXPECT_EQ(question.confirmed(f.program, space, f.breach, 100'000), true);
  EXPECT_EQ(question.reasons(f.program, space, f.breach).front(), "seen");
}

TEST(FindRecords, AreReadBack) {
  const Header header{"lost --model sc", "size 1+1\n", "0123", {1, 3}};
  Record record;
  record.block = 7;
  record.programs = 12;
  record.unknown = 1;
  record.limit = "time";
  record.places = {{"rule", 3}};
  record.invalid = {{"rule", 2}};
  record.found = {{"Wxp|Rxp", {"a", "b", "1:r0=0;", "1:r0=0", "note", "rule", "way"}}};
  const std::string text = to_line(header) + to_line(record);
  const auto part = parse_part("p", text + "{\"block\":8,\"prog");
  ASSERT_TRUE(part.has_value());
  EXPECT_EQ(part->whole, text.size());
  EXPECT_EQ(mismatch(part->header, header), "");
  ASSERT_EQ(part->records.size(), 1U);
  EXPECT_EQ(to_line(part->records[0]), to_line(record));
  EXPECT_FALSE(parse_part("p", "nothing\n").has_value());
  EXPECT_FALSE(parse_part("p", to_line(header) + "{}\n").has_value());
  Header other = header;
  other.inputs = "4567";
  EXPECT_NE(mismatch(header, other), "");
}

}  // namespace
}  // namespace thinair::find
