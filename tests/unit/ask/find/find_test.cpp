// Searches: what they ask, in which order, and what they find.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

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

// Every test of the catalogue that is a program of the space is among those that are enumerated.
TEST(FindSubject, HasTheCatalogue) {
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
