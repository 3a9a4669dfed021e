// Searches: what they ask, in which order, and what they find.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "ask/find/recognise.hpp"
#include "ask/find/records.hpp"
#include "ask/find/subject.hpp"
#include "ask/suite/files.hpp"
#include "read/lower.hpp"
#include "unit/ask/find/asked.hpp"

namespace thinair::find {
namespace {

// Nothing is kept of a space, so none is too large; counting ends at a signal.
TEST(FindSearch, LargeSpacesAreCountedUntilASignal) {
  Asked setup(Kind::lost, {"sc"});
  const Space space = space_of("size 4+4+4\nlocations 3\nmodes plain volatile\nwrites copy if-one\nlocks yes\n");
  std::atomic<bool> stop = false;
  std::uint64_t counted = 0;
  const Search search(Question::make(setup.settings), space, {}, {&stop, [&](const Totals& so_far) {
                                                                    counted = so_far.skeletons;
                                                                    stop = true;
                                                                  }});
  EXPECT_GT(counted, 10'000U);
  EXPECT_EQ(search.whole().skeletons, counted);
}

// What programs become as text is read as the same program; so is what people write, and nothing else.
TEST(FindRecognise, ProgramsAndTests) {
  const Space space = space_of("size 3+2\nlocations 2\nmodes plain\nvalues one\n");
  const auto recognised = [](const std::string& text) {
    Sources sources;
    const auto test = read::read_test(sources, sources.add("text", text), nullptr);
    EXPECT_TRUE(test.has_value()) << text;
    const auto program = program_of(*test);
    return program ? to_text(*program) : "";
  };
  for (const char* text : {"Wxp.Ryv|Wyp.Rxo", "Rxa.Wyrd.Wxo|Ryv.Wxvc", "(Rxp.Uyr).Wxp|Wxp.Fl.Uxv", "Rxp.Ryo.Rxac1.Wyvn1d|Wxp.(Rxp)",
                           "Ryp.Rypc.Wxpn1.Wxpd|Rxp.Wypd"}) {
    const Program program = canonical(*parse_program(text));
    EXPECT_EQ(recognised(litmus_text(code_of(program, space))), to_text(program));
  }
  const auto own = [&](const std::string& body) {
    return recognised("Java t\n{ x=0; y=0; }\nThread0 {\n" + body + "\n}\nThread1 {\n X.set(7);\n}\n");
  };
  EXPECT_EQ(own("int r = X.get(); if (r == 7) { Y.set(7); } else { Y.set(r); }"), "Rxp.Wypc.Wypnd|Wxp");
  EXPECT_EQ(own("int r = X.get(); if (7 != r) { X.set(7); int s = Y.get(); X.set(s); }"), "Rxp.Wxpn.Rypn.Wxpn1d|Wxp");
  EXPECT_EQ(own("int r = X.get(); int s = r; Y.set(s);"), "Rxp.Wypd|Wxp");
  for (const char* body : {"int r = X.get(); if (r == 0) { Y.set(7); }", "int r = X.get(); if (r == 7) { Y.set(8); }",
                           "int r = X.get(); if (r > 7) { Y.set(7); }", "int r = X.get(); int s = 0; if (r == 7) { s = r; } Y.set(s);",
                           "int r = X.get(); if (r == 7) { r = Y.get(); } Y.set(r);",
                           "int r = X.get(); if (r == 7) { if (r != 7) { Y.set(7); } }", "int r = X.get(); Y.set(r + 1);"})
    EXPECT_EQ(own(body), "") << body;
  for (const auto& [text, name] : std::map<std::string, std::string>{{"Wxp.Ryp|Wyp.Rxp", "classic/SB"},
                                                                     {"Rxp.Wxpn.Rxp.Wypd|Ryp.Wxpd", "pugh/causality-17"},
                                                                     {"Rxp.Wypc|Ryp.Wxpc", "pugh/causality-13"},
                                                                     {"(Rxp.Ryp)|(Wyp.Wxp)", "jcstress/causality-lock"}})
    EXPECT_EQ(known_as(*parse_program(text)), name) << text;
}

// The smallest space that has the program: what the program does not do, no program of the space does.
Space space_for(const Program& program) {
  Space out;
  out.locations = program.locations();
  out.acts.clear();
  out.shared = out.connected = false;
  std::set<Act> acts;
  std::set<Mode> modes;
  std::set<Fence> fences;
  std::set<Dependency> of_writes, of_reads;
  Lengths& lengths = out.sizes.emplace_back();
  for (const Thread& thread : program.threads) {
    lengths.push_back(thread.size());
    for (const Access& a : thread) {
      acts.insert(a.act);
      modes.insert(a.mode);
      if (a.fence != Fence::none) fences.insert(a.fence);
      if (a.depends()) (a.act == Act::write ? of_writes : of_reads).insert({a.guard, a.copies});
      out.any_read = out.any_read || a.guarded_by > 0 || a.copied > 0;
      out.locks = out.locks || a.locks;
    }
  }
  out.acts.assign(acts.begin(), acts.end());
  out.reads = out.writes = out.updates = {modes.begin(), modes.end()};
  std::erase(out.reads, Mode::release);
  std::erase(out.writes, Mode::acquire);
  std::erase_if(out.updates, [](Mode mode) { return strength(mode) < 2; });
  out.fences.assign(fences.begin(), fences.end());
  out.of_writes.assign(of_writes.begin(), of_writes.end());
  out.of_reads.assign(of_reads.begin(), of_reads.end());
  return out;
}

// Every test of the catalogue that is a program is among those that are enumerated: its skeleton once, and then its modes once. What has
// more skeletons than can be listed here is left out.
TEST(FindRecognise, SpacesHaveTheCatalogue) {
  constexpr std::size_t kMost = 200'000;
  std::size_t tried = 0, large = 0;
  std::set<std::string> families;
  for (const suite::ShippedTest& shipped : suite::shipped_tests()) {
    Sources sources;
    const auto test = read::read_test(sources, sources.add("test.litmus", std::string(shipped.text)), nullptr);
    const auto program = test ? program_of(*test) : std::nullopt;
    if (!program || program->accesses() > 6) continue;
    const Space space = space_for(*program);
    ASSERT_TRUE(fits(space, *program)) << shipped.id;
    std::size_t met = 0, listed = 0;
    const bool whole = for_each_skeleton(space, space.sizes[0], [&](const Program& one) {
      met += one == skeleton(*program);
      return ++listed < kMost;
    });
    if (!whole && met == 0) {
      ++large;
      continue;
    }
    EXPECT_EQ(met, 1U) << shipped.id << " " << to_text(*program);
    const Modes modes(space, skeleton(*program));
    std::size_t chosen = 0;
    for (std::uint64_t i = 0; i < modes.choices(); ++i) chosen += modes.program(i) == *program;
    EXPECT_EQ(chosen, 1U) << shipped.id << " " << to_text(*program);
    families.insert(std::string(shipped.id).substr(0, shipped.id.find('/')));
    ++tried;
  }
  EXPECT_GT(tried, 130U);
  EXPECT_LT(large, 10U);
  EXPECT_GT(families.size(), 14U);
  std::printf("%zu tests, %zu families; %zu left out\n", tried, families.size(), large);
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
