// The plain evaluator on questions whose answers are known from the literature or follow by hand.
#include <gtest/gtest.h>

#include <set>

#include "engine/reference/outcomes.hpp"
#include "engine/reference/sets.hpp"
#include "language/cat/load.hpp"
#include "read/lower.hpp"

namespace thinair::reference {
namespace {

struct Asked {
  std::set<std::vector<program::Value>> states;
  std::set<std::string> flags;
  bool value_cycle = false;
  std::string error;
};

Asked ask(const std::string& test_text, const std::string& model_text) {
  Sources sources;
  Asked out;
  const auto test = read::read_test(sources, sources.add("test.litmus", test_text), nullptr);
  const cat::LoadOptions load{.include_path = {}, .read_files = false};
  const bool shipped = model_text.find('\n') == std::string::npos;
  const auto model = shipped ? cat::load(sources, model_text, load) : cat::load_text(sources, sources.add("model.cat", model_text), load);
  if (!test) return {{}, {}, false, to_text(sources, test.error())};
  if (!model) return {{}, {}, false, to_text(sources, model.error())};
  Budget budget;
  const auto outcomes = reference::outcomes(*test, *model, {}, budget);
  if (!outcomes) return {{}, {}, false, outcomes.error()[0].code};
  for (const State& state : outcomes->states) out.states.insert(state.values);
  out.flags = outcomes->flags;
  out.value_cycle = outcomes->value_cycle;
  return out;
}

using States = std::set<std::vector<program::Value>>;

const std::string kStoreBuffering = R"(Java SB
{ x = 0; y = 0; }
Thread0 { x.setVolatile(1); int r0 = y.getVolatile(); }
Thread1 { y.setVolatile(1); int r0 = x.getVolatile(); }
)";
const std::string kPlainStoreBuffering = R"(Java SB
{ x = 0; y = 0; }
Thread0 { x.set(1); int r0 = y.get(); }
Thread1 { y.set(1); int r0 = x.get(); }
)";

TEST(Outcomes, StoreBuffering) {
  EXPECT_EQ(ask(kPlainStoreBuffering, "sc").states, (States{{0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(ask(kStoreBuffering, "jls-hb").states, (States{{0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(ask(kPlainStoreBuffering, "jls-hb").states, (States{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(ask(kStoreBuffering, "jam21").states, (States{{0, 1}, {1, 0}, {1, 1}}));
}

TEST(Outcomes, TwoGetAndAddAreAtomic) {
  const std::string test =
      "Java inc\n{ x = 0; }\nThread0 { int r0 = x.getAndAdd(1); }\nThread1 { int r0 = x.getAndAdd(1); }\nexists (x=2)\n";
  EXPECT_EQ(ask(test, "sc").states, (States{{0, 1, 2}, {1, 0, 2}}));
  EXPECT_EQ(ask(test, "jls-hb").states, (States{{0, 1, 2}, {1, 0, 2}})) << "the update that reads the other one is final";
}

TEST(Outcomes, FinalWriteIsInitialOnlyWithoutOthers) {
  const std::string test = "Java final\n{ x = 3; y = 4; }\nThread0 { x.set(1); x.set(2); int r0 = y.get(); }\nexists (x=1 /\\ y=0)\n";
  EXPECT_EQ(ask(test, "\"anything\"\nempty 0\n").states, (States{{4, 1, 4}, {4, 2, 4}}));
  EXPECT_EQ(ask(test, "sc").states, (States{{4, 2, 4}}));
}

TEST(Outcomes, ValueCycles) {
  // Three outcomes under happens-before, one of them by a cycle: issue of forward substitution.
  const std::string control = R"(Java cycle
{ x = 0; y = 0; }
Thread0 { int r0 = x.get(); if (r0 != 1) { y.set(1); } else { y.set(r0); } }
Thread1 { int r1 = y.get(); x.set(r1); }
)";
  EXPECT_EQ(ask(control, "jls-hb").states, (States{{0, 0}, {0, 1}, {1, 1}}));
  const std::string copies =
      "Java copies\n{ x = 0; y = 0; }\nThread0 { int r0 = x.get(); y.set(r0); }\nThread1 { int r0 = y.get(); x.set(r0); }\n";
  const Asked open = ask(copies, "jls-hb");
  EXPECT_TRUE(open.value_cycle);
  EXPECT_TRUE(open.states.contains({7, 7}));
  EXPECT_FALSE(open.states.contains({7, 0}));
  EXPECT_EQ(ask(copies, "sc").states, (States{{0, 0}}));
}

TEST(Outcomes, DivisionByZeroEndsTheThread) {
  const std::string test =
      "Java div\n{ x = 0; }\nThread0 { int r0 = x.get(); int r1 = 1 / r0; x.set(5); int r2 = 1; }\nThread1 { x.set(1); }\n";
  EXPECT_EQ(ask(test, "sc").states, (States{{0, 0, 0}, {1, 1, 1}}));
}

// A model in the place of CHECKS accepts or rejects one fixed execution.
bool accepts(const std::string& checks) {
  const std::string test = "Java fixed\n{ x = 0; }\nThread0 { x.set(1); x.set(2); fullFence(); }\n";
  const Asked asked = ask(test, "\"fixed\"\n" + checks + "\n");
  EXPECT_EQ(asked.error, "") << checks;
  return !asked.states.empty();
}

TEST(Language, Operators) {
  EXPECT_TRUE(accepts("empty 0"));
  EXPECT_FALSE(accepts("~empty 0"));
  EXPECT_TRUE(accepts("~empty po"));
  EXPECT_TRUE(accepts("empty po & po^-1"));
  EXPECT_TRUE(accepts("empty (po \\ po+) | (po+ \\ po)"));
  EXPECT_TRUE(accepts("empty [W] \\ id"));
  EXPECT_TRUE(accepts("empty (IW * F) \\ (_ * _)"));
  EXPECT_TRUE(accepts("empty ~_"));
  EXPECT_TRUE(accepts("empty _ \\ (W | F)"));
  EXPECT_TRUE(accepts("irreflexive po"));
  EXPECT_FALSE(accepts("irreflexive po?"));
  EXPECT_FALSE(accepts("acyclic po | po^-1"));
  EXPECT_TRUE(accepts("empty id \\ po*"));
  EXPECT_TRUE(accepts("empty domain(po) & F"));
  EXPECT_TRUE(accepts("~empty range(po) & F"));
  EXPECT_TRUE(accepts("empty (po ; po) \\ po"));
}

TEST(Language, DefinitionsAndFunctions) {
  EXPECT_TRUE(accepts("let f(r, s) = r \\ s\nempty f(po, po)"));
  EXPECT_TRUE(accepts("let f = fun (r, s) -> r \\ s\nempty f(po, po)"));
  EXPECT_TRUE(accepts("let twice f = fun x -> f (f x)\nlet step r = r ; po\nempty twice step (po ; po)"));
  EXPECT_TRUE(accepts("let (a, b) = (po, 0)\nempty b\n~empty a"));
  EXPECT_TRUE(accepts("let x = fail 0\nempty 0")) << "what is not used is not evaluated";
  EXPECT_TRUE(accepts("let x = try nowhere with 0\nempty x"));
  EXPECT_TRUE(accepts("let a = 0\nlet f x = a\nlet a = po\nempty f 0")) << "functions keep their environment";
}

TEST(Language, RecursionIsTheLeastFixpoint) {
  EXPECT_TRUE(accepts("let rec r = r\nempty r"));
  EXPECT_TRUE(accepts("let rec r = (po \\ (po ; po)) | (r ; r)\nempty (r \\ po) | (po \\ r)"));
  EXPECT_TRUE(accepts("let rec a = b ; po and b = po | a\nempty b \\ po\nempty a \\ (po ; po)\n~empty a"));
  EXPECT_TRUE(accepts("let rec S = F | domain(po ; [S])\nempty (_ \\ IW) \\ S"));
  EXPECT_TRUE(
      accepts("let rec count S = match S with || {} -> {} || e ++ rest -> e ++ count rest end\nempty (W \\ count W) | (count W \\ W)"));
}

TEST(Language, SetsOfValuesAndMatch) {
  EXPECT_TRUE(accepts("let rec union S = match S with || {} -> {} || s ++ rest -> s | union rest end\nempty (W \\ union (classes-loc W))"));
  EXPECT_TRUE(accepts("enum t = 'a || 'b\nlet pick x = match x with || 'a -> po || _ -> 0 end\nempty pick 'b\n~empty pick 'a"));
  EXPECT_TRUE(accepts("let s = {po, 0}\nwith r from s\n~empty r"));
  EXPECT_FALSE(accepts("let s = {po, po}\nwith r from s\nempty r"));
  EXPECT_FALSE(accepts("with r from {}\nempty 0"));
  EXPECT_TRUE(accepts("forall s in classes-loc(W) do\n  empty s & F\nend"));
  EXPECT_TRUE(accepts("let r = if po subset po then 0 else po\nempty r"));
  EXPECT_TRUE(accepts("if \"nosuchvariant\"\n  empty po\nelse\n  let z = 0\nend\nempty z"));
}

TEST(Language, ProceduresFlagsAndOrders) {
  EXPECT_TRUE(accepts("procedure none(r) =\n  empty r\nend\ncall none(0)"));
  EXPECT_FALSE(accepts("procedure none(r) =\n  empty r\nend\ncall none(po)"));
  EXPECT_TRUE(accepts("with o from linearisations(W, po)\nempty (po & (W * W)) \\ o"));
  EXPECT_FALSE(accepts("with o from linearisations(W, po | po^-1)\nempty 0"));
  EXPECT_TRUE(accepts("with o from linearisations(W \\ IW, 0)\nempty o & po\n~empty o"));
  EXPECT_FALSE(accepts("with o from per-location-orders(W, IW * (W \\ IW))\n~empty o & ((W \\ IW) * IW)"));
  const std::string test = "Java flags\n{ x = 0; }\nThread0 { x.set(1); }\n";
  EXPECT_EQ(ask(test, "\"flags\"\nflag ~empty po as none\nflag empty po as some\nundefined_unless acyclic po | po^-1\n").flags,
            (std::set<std::string>{"some"}));
  EXPECT_EQ(ask(test, "\"undef\"\nundefined_unless empty W\n").flags, (std::set<std::string>{"undef"}));
}

TEST(Language, MistakesAreDiagnostics) {
  const std::string test = "Java mistakes\n{ x = 0; }\nThread0 { x.set(1); }\n";
  EXPECT_NE(ask(test, "\"m\"\nempty nowhere\n").error, "");
  EXPECT_NE(ask(test, "\"m\"\nacyclic W\n").error, "");
  EXPECT_NE(ask(test, "\"m\"\nlet rec f x = f x\nempty f 0\n").error, "") << "endless recursion ends";
  EXPECT_NE(ask(test, "\"m\"\nassert empty W\n").error, "");
}

TEST(Sets, CyclesAreFoundAndAreCycles) {
  Pairs r(5);
  r.at(0, 1) = r.at(1, 2) = r.at(2, 3) = r.at(3, 1) = r.at(2, 4) = 1;
  EXPECT_EQ(find_cycle(r), (std::vector<EventId>{1, 2, 3}));
  r.at(3, 1) = 0;
  EXPECT_TRUE(find_cycle(r).empty());
  r.at(4, 4) = 1;
  EXPECT_EQ(find_cycle(r), (std::vector<EventId>{4}));
}

// The relation to extend leads from the read to itself, through a write that is not ordered: as in herd, there is no such order.
TEST(Plain, OrdersExtendTheRelationThroughOtherEvents) {
  const std::string reads_later = "Java t\n{ y = 0; }\nThread0 { int r0 = y.get(); VarHandle.fullFence(); y.set(2); }\n";
  EXPECT_EQ(ask(reads_later, "jam21").states, (States{{0}}));
  EXPECT_EQ(ask(reads_later, "with o from linearisations(R, rf | po)\n").states, (States{{0}}));
  EXPECT_EQ(ask(reads_later, "with o from per-location-orders(R, rf | po)\n").states, (States{{0}}));
  EXPECT_EQ(ask(reads_later, "with o from linearisations(R, po)\n").states, (States{{0}, {2}}));
  // Between two members, through a third event.
  const std::string passes_on = "Java t\n{ x = 0; y = 0; }\nThread0 { y.set(1); }\nThread1 { int r0 = y.get(); x.set(1); }\n";
  EXPECT_EQ(ask(passes_on, "with o from linearisations(W \\ IW, rf | po)\nempty o & (rf ; po)\n").states, (States{{0}}));
}

// Store buffering with a barrier between write and read. A DMB orders accesses of its kinds only; what comes after a DSB waits.
TEST(Plain, DsbWaitsForCompletion) {
  const auto both_miss = [](const std::string& barrier) {
    const std::string test =
        "AArch64 SB\n{ 0:X1=x; 0:X2=y; 1:X1=y; 1:X2=x; }\n P0 | P1 ;\n MOV W0,#1 | MOV W0,#1 ;\n STR W0,[X1] | STR W0,[X1] ;\n " + barrier +
        " | " + barrier + " ;\n LDR W3,[X2] | LDR W3,[X2] ;\nlocations [0:X3; 1:X3;]\n";
    const Asked asked = ask(test, "aarch64");
    EXPECT_EQ(asked.error, "");
    EXPECT_GE(asked.states.size(), 3U);
    return asked.states.contains({0, 0});
  };
  for (const char* weak : {"DMB ST", "DMB LD", "DSB LD", "DMB ISHST"}) EXPECT_TRUE(both_miss(weak)) << weak;
  for (const char* strong : {"DMB SY", "DSB SY", "DSB ST", "DSB ISHST", "DSB OSHST", "DSB NSHST"})
    EXPECT_FALSE(both_miss(strong)) << strong;
}

}  // namespace
}  // namespace thinair::reference
