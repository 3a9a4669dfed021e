// Names and kinds. What must be rejected is mostly in tests/errors/cat; here is what must be accepted, and the finer points.
#include "language/cat/resolve.hpp"

#include <gtest/gtest.h>

#include "language/cat/load.hpp"
#include "language/cat/primitives.hpp"
#include "unit/language/helpers.hpp"

namespace thinair::cat {
namespace {

using tests::kJava;

std::string errors_of(const std::string& text, const ResolveOptions& options = {}) {
  Sources sources;
  const auto model = load_text(sources, sources.add("m.cat", text), {});
  EXPECT_TRUE(model) << to_text(sources, model.error());
  return model ? to_text(sources, resolve(*model, kJava, options)) : "";
}

class Accepted : public testing::TestWithParam<const char*> {};

TEST_P(Accepted, HasNoErrors) { EXPECT_EQ(errors_of(GetParam()), ""); }

INSTANTIATE_TEST_SUITE_P(
    Models, Accepted,
    testing::Values(
        "", "let x = {} | po\nlet y = {} | W\nlet z = _ * W | id", "acyclic po | rf", "empty W & R", "empty [W] ; po ; [R]",
        "let r = try nothing with po\nacyclic r", "let s = try nothing & W with W\nempty [s]",
        "show nothing, po | nothing as x\nunshow whatever", "let f(x) = x\nlet a = f(W)\nlet b = f(po)\nacyclic [a] | b",
        "let twice f = fun x -> f (f x)\nacyclic twice (fun r -> r | po) rf", "let rec r = po | r ; s and s = rf | s ; r\nacyclic r | s",
        "let rec S = W | range([S] ; po)\nempty S", "let rec r = po | (po & ~rf) ; r\nacyclic r", "let rec r = po | (r \\ rf)\nacyclic r",
        "let rec r = po | domain(r) * range(r)\nacyclic r", "let restrict(r) = r & ~id\nlet rec r = po | restrict(r ; r)\nacyclic r",
        "with so from linearisations(V & M, po)\nacyclic so", "include \"cross.cat\"\nwith o from generate_orders(W, co0)\nacyclic o",
        "forall w in W do\n  empty {w} & R\n  let x = {w} * R\n  empty x\nend", "let pairs = map (fun (a, b) -> (b, a)) po\nacyclic pairs",
        "let f(a, b) = {a} * {b}\nempty map (fun p -> f p) po",
        "enum mode = 'weak || 'strong\nlet pick(t) = match t with || 'weak -> po || _ -> rf end\n"
        "acyclic pick 'weak\nmatch 'strong with || 'weak -> let x = po || 'strong -> let x = rf end\nacyclic x",
        "procedure both(a, b) =\n  acyclic a\n  acyclic b\nend\ncall both(po, rf)", "call subseteq(po, po)\ncall subseteq(W, M)",
        "procedure rec down(S) =\n  empty S\n  call down(S)\nend\ncall down(W)",
        "if \"some\" then\n  acyclic nothing\nelse\n  acyclic po\nend",
        "let r = if not \"some\" && not \"other\" then po else nothing\nacyclic r", "let r = if W = R then po else rf\nacyclic r",
        "if W subset M then\n  let x = po\nelse\n  let y = rf\nend\nacyclic x",
        "let c = classes-loc(W)\nlet d = map (fun S -> [S]) c\nwith x from d\nacyclic x", "let (a, b) = (po, W)\nacyclic a ; [b]",
        "let a, b = po, W\nacyclic a ; [b]", "let f() = po\nacyclic f()", "let _ = po", "let x = try fail() with po\nacyclic x",
        "acyclic try same-oa(po) with po", "undefined_unless empty po as ub\nassert acyclic po\nflag ~empty po as race", "debug W",
        "let rec count S = match S with || {} -> 0 || x ++ xs -> [{x}] | count xs end\nacyclic count W", "let V = V & M\nempty V",
        "let none = {}\nempty none | W\nacyclic none | po", "let s = {po, rf}\nwith r from s\nacyclic r",
        "let s = po ++ {rf}\nwith r from s\nacyclic r", "let s = po ++ rf ++ {}\nwith r from s\nacyclic r"));

// Models as herd users write them: own coherence by recursion on sets, mutual recursion, procedures, variants.
TEST(Resolve, CoherenceInTheLanguageItself) {
  EXPECT_EQ(errors_of(R"(Java "enumerated coherence"
(* one order per location, combined by recursion *)
let writes-by-location = classes-loc(W)
let orders-of(base) = map (fun ws -> linearisations(ws, base)) writes-by-location
let rec add-to-all(r, rs) = match rs with
  || {} -> {}
  || s ++ rest -> (r | s) ++ add-to-all(r, rest)
  end
let rec combine(one, others) = match one with
  || {} -> {}
  || r ++ rest -> add-to-all(r, others) | combine(rest, others)
  end
let rec product-of(choices) = match choices with
  || {} -> {0}
  || c ++ rest -> combine(c, product-of(rest))
  end
with co from product-of(orders-of(co0))
let fr = (rf^-1 ; co) \ id
acyclic po-loc | rf | co | fr as coherence
let com = rf | co | fr
if "sc" then
  acyclic po | com as sc
else
  let ppo = po & (M * M) \ (W * R)
  acyclic ppo | rfe | co | fr as tso
end
show com)"),
            "");
}

TEST(Resolve, MutuallyRecursiveRelations) {
  EXPECT_EQ(errors_of(R"("dependency order"
let dd = addr | data
let rdw = po-loc & (rfe^-1 ; rfe)
let detour = po-loc & (rf ; rfe)
let ii0 = dd | rfi | rdw
let ic0 = 0
let ci0 = ctrl | detour
let cc0 = dd | ctrl | addr ; po
let rec ii = ii0 | ci | (ic ; ci) | (ii ; ii)
and ic = ic0 | ii | cc | (ic ; cc) | (ii ; ic)
and ci = ci0 | (ci ; ii) | (cc ; ci)
and cc = cc0 | ci | (ci ; ic) | (cc ; cc)
include "filters.cat"
let ppo = RR(ii) | RW(ic)
let hb = ppo | rfe
acyclic hb as no-thin-air
procedure observe(prop, base) =
  irreflexive prop ; base as observation
  let closed = prop+
  acyclic closed
end
include "cos.cat"
call observe(fre, hb*) as first
call observe(co, hb))"),
            "");
}

TEST(Resolve, ThreePartPatternsAndClosures) {
  EXPECT_EQ(errors_of(R"(
let rec each-with-rest(f) = fun S -> match S with
  || {} -> {}
  || before | x ++ after -> f (x, before | after) ++ each-with-rest f after
  end
let against(x, others) = {x} * others
let all = each-with-rest against W
with r from all
irreflexive r & id)"),
            "");
}

TEST(Resolve, VariantsDecideWhatIsChecked) {
  const std::string text = "if \"new\" then\n  acyclic nothing\nend\nacyclic (if \"old\" || \"new\" then nowhere else po)";
  EXPECT_EQ(errors_of(text), "");
  const std::string errors = errors_of(text, {.variants = {"new"}});
  EXPECT_NE(errors.find("'nothing'"), std::string::npos);
  EXPECT_NE(errors.find("'nowhere'"), std::string::npos);
}

TEST(Resolve, FunctionsAreCheckedWithTheirArguments) {
  const std::string errors = errors_of("let f(x) = x ; po\nlet a = f(rf)\nlet b = f(W)\nacyclic a | b");
  EXPECT_EQ(errors,
            "m.cat:1:12: error: 'x' is a set, but ';' needs a relation [cat-kind]\n"
            "   1 | let f(x) = x ; po\n"
            "     |            ^ write [x] for the identity on x\n"
            "m.cat:1:6: note: 'x' is bound here, as a set\n"
            "   1 | let f(x) = x ; po\n"
            "     |      ^~~\n"
            "m.cat:3:9: note: in this call\n"
            "   3 | let b = f(W)\n"
            "     |         ^~~~\n"
            "m.cat:4:13: note: 'b' is used here\n"
            "   4 | acyclic a | b\n"
            "     |             ^\n");
}

// As in herd: a definition means something when somebody asks.
TEST(Resolve, WhatNobodyUsesIsNotLookedAt) {
  for (const char* text :
       {"let x = nowhere", "let x = po ; W", "let f(r) = r ; nowhere", "let (a, b) = nowhere", "let rec r = r | nowhere",
        "let a = nowhere\nlet b = a", "let t = tag2events", "procedure p(r) =\n  acyclic r | nowhere\nend", "let rec f(x) = f(x) | nowhere",
        "let a = nowhere\nacyclic try a with po", "let x = let y = nowhere in po\nacyclic x", "let a = nowhere\nlet a = po\nacyclic a",
        "if W = R then\n  let x = nowhere\nelse\n  let x = po\nend", "let (a, b) = (nowhere, po)\nshow a"})
    EXPECT_EQ(errors_of(text), "") << text;
}

TEST(Resolve, WhatSomebodyUsesIsLookedAt) {
  for (const char* text :
       {"let a = nowhere\nlet b = a\nacyclic b", "let f(r) = r ; nowhere\nacyclic f(po)", "let (a, b) = (nowhere, po)\nacyclic a",
        "let rec r = r | nowhere and s = po\nacyclic s", "procedure p(r) =\n  acyclic r | nowhere\nend\ncall p(po)",
        "let a = nowhere\nacyclic try nothing with a", "if W = R then\n  let x = nowhere\nelse\n  let x = po\nend\nacyclic x",
        "let a = nowhere\nshow a\nacyclic try a with po\nacyclic a", "let a = nowhere\nwith o from linearisations(W, a)",
        "let a = nowhere\nflag empty a as x", "let a = nowhere\nlet g(f) = f(po)\nacyclic g(fun r -> r | a)",
        "let a = nowhere\nforall w in range(a) do\n  acyclic po\nend"}) {
    const std::string errors = errors_of(text);
    EXPECT_NE(errors.find("unbound name 'nowhere'"), std::string::npos) << text;
    EXPECT_EQ(errors.find("unbound name 'nowhere'"), errors.rfind("unbound name 'nowhere'")) << text;
  }
}

TEST(Resolve, OneEventStandsForTheSetOfIt) {
  EXPECT_EQ(errors_of("forall e in W do\n  empty [e] ; po ; [e]\n  empty {e} * e\nend\nforall p in po do\n  acyclic p ; po\nend"), "");
}

TEST(Resolve, RegistersAreNotOfJava) {
  EXPECT_EQ(errors_of("acyclic rf-reg | iico_data | [Rreg | Wreg | BCC | PRED | B | ADDR | DATA]"), "");
  for (const char* name : {"Rreg", "Wreg", "BCC", "PRED", "B", "ADDR", "DATA"})
    EXPECT_NE(errors_of(std::string("empty ") + name, {.variants = {}, .registers = false}).find("cat-unsupported"), std::string::npos);
  EXPECT_EQ(errors_of("empty try Rreg with W", {.variants = {}, .registers = false}), "");
}

TEST(Reaches, NamesThatChecksNeed) {
  const auto reached = [](const std::string& text) {
    Sources sources;
    const auto model = load_text(sources, sources.add("m.cat", text), {});
    EXPECT_TRUE(model) << to_text(sources, model.error());
    std::string out;
    for (const std::string& name : model->reaches) out += (out.empty() ? "" : " ") + name;
    return out;
  };
  EXPECT_EQ(reached("let a = Rreg\nlet b = rf-reg\nacyclic po"), "po");
  EXPECT_EQ(reached("let a = rf-reg\nlet b = a | rf\nacyclic b"), "rf rf-reg");
  EXPECT_EQ(reached("let f(B) = [B] ; po\nacyclic f(W)"), "W po");  // a parameter
  EXPECT_EQ(reached("acyclic fencerel(F)"), "F po");
  EXPECT_EQ(reached("let B = W\nempty B"), "W");
  EXPECT_EQ(reached("empty B\nlet B = W"), "B");
  EXPECT_EQ(reached("let B = W | B\nempty B"), "B W");
  EXPECT_EQ(reached("let rec r = po | r ; s and s = rf\nacyclic r"), "po rf");
  EXPECT_EQ(reached("procedure p(r) =\n  acyclic r | iico_data\nend\nacyclic po"), "po");
  EXPECT_EQ(reached("procedure p(r) =\n  acyclic r | iico_data\nend\ncall p(po)"), "iico_data po");
  EXPECT_EQ(reached("if \"v\" then\n  let x = Rreg\nelse\n  let x = W\nend\nempty x"), "Rreg W");
  EXPECT_EQ(reached("show rf-reg\nunshow po\nempty try BCC with W"), "BCC W");
  EXPECT_EQ(reached("let (a, b) = (Rreg, W)\nempty b"), "Rreg W");
  EXPECT_EQ(reached("with o from linearisations(W, DATA * W)\nforall e in ADDR do\n  empty {e}\nend"), "ADDR DATA W linearisations");
}

TEST(Resolve, KindsOfRecursiveRelationsAreInferred) {
  EXPECT_NE(errors_of("let rec r = po | r ; r\nempty r | W\n").find("cannot combine"), std::string::npos);
  EXPECT_NE(errors_of("let rec r = po | [r]\nacyclic r").find("'r' is a relation"), std::string::npos);
}

TEST(Resolve, MonotonicityIsSeenThroughFunctionsAndDefinitions) {
  for (const char* text :
       {"let rec r = po | ~r", "let rec r = po \\ r", "let f(x) = ~x\nlet rec r = po | f(r)", "let rec r = let s = r in ~s",
        "let rec r = po | s and s = rf \\ r", "let rec r = if r = po then po else rf", "let rec r = po | (let rec q = r | q ; q in ~q)",
        "let rec r = match domain(r) with || {} -> po || x ++ xs -> rf end"})
    EXPECT_NE(errors_of(text + std::string("\nacyclic r")).find("cat-not-monotone"), std::string::npos) << text;
  // The complement of a finished recursive relation is fine, also inside another one.
  EXPECT_EQ(errors_of("let rec r = po | r ; r\nlet s = ~r\nlet rec t = po | (let rec q = rf | q ; q in ~q)\nacyclic s | t"), "");
}

TEST(Resolve, WorkIsBounded) {
  std::string doubling = "let f0(x) = x ; x\n";
  for (int i = 1; i < 60; ++i)
    doubling += "let f" + std::to_string(i) + "(x) = f" + std::to_string(i - 1) + "(x) | f" + std::to_string(i - 1) + "(x)\n";
  EXPECT_EQ(errors_of(doubling + "acyclic f59(po)"), "");
  std::string growing = "let p(x) = (x, x)\nlet a = p(po)\n";
  for (int i = 0; i < 60; ++i) growing += "let a = p(a)\n";
  EXPECT_EQ(errors_of(growing + "debug a"), "");
  EXPECT_EQ(errors_of("let rec f(x) = f((x, x))\ndebug f(po)"), "");
  EXPECT_EQ(errors_of("let rec f x = fun y -> f (fun z -> x)\ndebug f po"), "");
  std::string many = "let x0 = po\n";
  for (int i = 1; i < 20'000; ++i) many += "let x" + std::to_string(i) + " = x0 | x" + std::to_string(i - 1) + "\n";
  EXPECT_EQ(errors_of(many), "");
  EXPECT_EQ(errors_of(many + "acyclic x19999"), "");
}

TEST(Resolve, ArchitectureWords) {
  Sources sources;
  const auto arm = load_text(sources, sources.add("m.cat", "AArch64 \"weak\"\nacyclic po"), {});
  ASSERT_TRUE(arm);
  EXPECT_TRUE(check_architecture(*arm, "AArch64").empty());
  EXPECT_EQ(to_text(sources, check_architecture(*arm, "Java")),
            "m.cat:1:1: error: this model is for AArch64 and the test is for Java [cat-architecture]\n"
            "   1 | AArch64 \"weak\"\n"
            "     | ^~~~~~~~~~~~~~\n");
  for (const char* title : {"", "SC", "\"SC\"", "Java \"x\"", "java \"x\""}) {
    const auto model = load_text(sources, sources.add("m.cat", title), {});
    ASSERT_TRUE(model);
    EXPECT_TRUE(check_architecture(*model, "Java").empty()) << title;
  }
}

TEST(Prelude, IsSortedWithinKindsAndSaysWhatNamesMean) {
  const auto all = primitives();
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i - 1].kind == all[i].kind) {
      EXPECT_LT(all[i - 1].name, all[i].name);
    }
  }
  for (const Primitive& p : all) {
    EXPECT_FALSE(p.meaning.empty()) << p.name;
    EXPECT_EQ(p.kind == Primitive::Kind::function, !p.signature.empty()) << p.name;
    EXPECT_EQ(find_primitive(p.name), &p);
  }
  EXPECT_EQ(find_primitive("co"), nullptr);
  EXPECT_EQ(dialect_of("MFENCE"), "X86");
  EXPECT_EQ(dialect_of("nothing"), "");
}

}  // namespace
}  // namespace thinair::cat
