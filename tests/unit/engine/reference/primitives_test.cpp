// Every entry of the table of primitives: both evaluators have it and agree on it, or resolve refuses it by name. What is not
// documented as empty has members in some test.
#include "language/cat/primitives.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "ask/generate/random.hpp"
#include "ask/generate/random_assembly.hpp"
#include "engine/bounds/build.hpp"
#include "engine/reference/judge.hpp"
#include "language/cat/load.hpp"
#include "language/cat/resolve.hpp"
#include "read/lower.hpp"

namespace thinair::reference {
namespace {

using cat::Primitive;

// How a model can look at the value of each function. Sets of sets and of relations are folded into one relation.
const std::map<cat::PrimitiveId, std::string> kCalls = {
    {cat::PrimitiveId::as_transitive, "as_transitive(po)"},
    {cat::PrimitiveId::classes, "squares(classes(loc))"},
    {cat::PrimitiveId::classes_loc, "squares(classes-loc(W))"},
    {cat::PrimitiveId::domain, "[domain(po)]"},
    {cat::PrimitiveId::fail, "try fail() with po"},
    {cat::PrimitiveId::fromto, "fromto(F)"},
    {cat::PrimitiveId::inter_transitive, "inter_transitive(po, po)"},
    {cat::PrimitiveId::linearisations, "union(linearisations(R, po))"},
    {cat::PrimitiveId::per_location_orders, "union(per-location-orders(R, po))"},
    {cat::PrimitiveId::range, "[range(po)]"},
};
const std::string kSpin = "X86_64 spin\n{ x = 0; }\n P0 ;\n L: ;\n lock xaddl %eax,(x) ;\n cmpl $1,%eax ;\n jne L ;\nexists (x=0)\n";
// What was read selects, without a branch, what is added to an address and what a branch tests.
const std::string kPicks =
    "AArch64 picks\n{ 0:X1=x; 0:X6=y; 0:X7=z; }\n P0 ;\n LDR W0,[X1] ;\n CMP W0,#1 ;\n CSEL W2,W3,W4,EQ ;\n LDR W5,[X6,W2,SXTW] ;\n"
    " CBNZ W2,L ;\n STR W0,[X7] ;\n L: ;\nexists (x=0)\n";
const std::string kFolds =
    "let rec squares xs = match xs with || {} -> 0 || x ++ rest -> (x * x) | squares rest end\n"
    "let rec union xs = match xs with || {} -> 0 || r ++ rest -> r | union rest end\n";

bool is_function(const Primitive& p) { return p.kind == Primitive::Kind::function; }

// tests/property has models of register events; functions of page tables give nothing.
bool compared(const Primitive& p) { return p.unsupported.empty() && !p.registers && (!is_function(p) || kCalls.contains(p.id)); }

// A model that binds the value of every primitive that is supported, and the names it binds them to.
std::pair<std::string, std::vector<std::string>> model_of_all() {
  std::string text = kFolds;
  std::vector<std::string> names;
  for (const Primitive& p : cat::primitives()) {
    if (!compared(p)) continue;
    names.push_back("value-" + std::to_string(names.size()));
    text += "let " + names.back() + " = " + (is_function(p) ? kCalls.at(p.id) : std::string(p.name)) + "\n";
  }
  return {text, names};
}

using Members = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // of a set: (e, e)

Members members(const bounds::Network& net, bounds::NodeId node) {
  EXPECT_TRUE(net.is_constant(node));
  if (!net[node].is_set) return net.relation(node).pairs();
  Members out;
  for (const std::uint32_t e : net.set(node).elements()) out.emplace_back(e, e);
  return out;
}

Members members(const Value& value) {
  if (const auto* pairs = as<Pairs>(value)) return elements(*pairs);
  Members out;
  if (const auto* set = as<Events>(value))
    for (const EventId e : elements(*set)) out.emplace_back(e, e);
  else
    EXPECT_TRUE(as<Empty>(value));
  return out;
}

class Both {
 public:
  Both() : names_(model_of_all().second) {
    model_ = *cat::load_text(sources_, sources_.add("all.cat", model_of_all().first), {.include_path = {}, .read_files = false});
  }

  // Compares on the first path of every thread and on the last: every read sees the initial write, some write is final.
  void look_at(const std::string& text) {
    SCOPED_TRACE(text);
    const auto test = read::read_test(sources_, sources_.add("test.litmus", text), nullptr);
    ASSERT_TRUE(test) << to_text(sources_, test.error());
    Budget budget;
    events::Unfolding unfolding = events::unfold(test->program, budget);
    std::vector<std::uint32_t> first, last;
    for (const auto& paths : unfolding.threads) {
      if (paths.empty()) return;
      first.push_back(0);
      last.push_back(static_cast<std::uint32_t>(paths.size() - 1));
    }
    for (const auto& chosen : {first, last}) look_at(test->program, events::combine(test->program, unfolding, chosen));
  }

  const std::set<std::string>& with_members() const { return with_members_; }

 private:
  void look_at(const program::Program& program, const events::Structure& s) {
    if (s.size() > 12) return;  // lists orders
    Candidate candidate{&program, &s, std::vector<EventId>(s.size()), std::vector<EventId>(program.locations.size())};
    relation::Relation rf(s.size());
    relation::EventSet fw(s.size());
    for (EventId e = 0; e < s.size(); ++e)
      if (s.events[e].writes()) candidate.final_write[s.events[e].location] = e;
    for (EventId e = 0; e < s.size(); ++e) {
      for (EventId init = 0; init < s.init_count; ++init) {
        if (s.events[init].location != s.events[e].location || !s.events[e].reads()) continue;
        candidate.reads_from[e] = init;
        rf.add(init, e);
      }
      if (s.events[e].is_init()) fw.add(candidate.final_write[s.events[e].location]);
    }
    std::vector<Members> ours, plain;
    Budget budget;
    bounds::BuildOptions options;
    options.decided = {rf, fw};
    options.exports = true;
    const auto planned = bounds::plan(model_, program.set_names, {}, names_, program.arch != program::Arch::java);
    ASSERT_TRUE(planned) << to_text(sources_, planned.error());
    const auto built = bounds::build(*planned, s, options, budget, [&](bounds::Network& net) {
      for (const bounds::NodeId node : net.exports) ours.push_back(members(net, node));
      return true;
    });
    ASSERT_TRUE(built) << to_text(sources_, built.error());
    JudgeOptions judging;
    judging.also = [&](Interpreter& interpreter, const Env& env) {
      for (const std::string& name : names_) {
        cat::Expr expr;
        expr.kind = cat::Expr::Kind::name;
        expr.name = name;
        const auto value = interpreter.evaluate(expr, env);
        plain.push_back(value ? members(*value) : Members{{UINT32_MAX, UINT32_MAX}});
      }
      return true;
    };
    const auto judged = judge(model_, candidate, judging, budget);
    ASSERT_TRUE(judged) << to_text(sources_, judged.error());
    ASSERT_EQ(ours.size(), names_.size());
    ASSERT_EQ(plain.size(), names_.size());
    std::size_t i = 0;
    for (const Primitive& p : cat::primitives()) {
      if (!compared(p)) continue;
      EXPECT_EQ(ours[i], plain[i]) << p.name;
      if (!ours[i++].empty()) with_members_.emplace(p.name);
    }
  }

  Sources sources_;
  std::vector<std::string> names_;
  cat::Model model_;
  std::set<std::string> with_members_;
};

TEST(Primitives, BothEvaluatorsHaveEachAndAgree) {
  Both both;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    both.look_at(generate::random_test(seed, {.max_threads = 2, .max_accesses = 3, .max_locations = 2}));
    both.look_at(generate::random_assembly(generate::Machine::aarch64, seed));
    both.look_at(generate::random_assembly(generate::Machine::x86, seed));
  }
  // The update stands in a loop: its turns are one instruction of the text, and several that are executed.
  both.look_at(kSpin);
  both.look_at(kPicks);
  for (const std::string_view actions :
       {"Java t\n{ Object m = new Object(); }\nThread0 { synchronized (m) { m.notify(); m.notifyAll(); } print(1); }\n",
        "Java t\n{ x=0; }\nThread0 { Thread1.start(); Thread1.join(); }\nThread1 { x = 1; }\n",
        "Java t\n{ x=0; }\nThread0 { Thread1.start(); }\nThread1 { x = 1; }\nThread2 { boolean r1 = Thread1.isAlive(); }\n",
        "Java t\n{ x=0; }\nThread0 { Thread2.start(); }\nThread1 { Thread2.start(); }\nThread2 { x = 1; }\n",
        "Java t\nclass C { int x; }\n{ C p = null; }\nThread0 { p = new C(); C q = p; int r1 = q.x; }\n",
        "Java t\nclass C { final int x; C() { x = 1; } }\n{ C p = null; }\nThread0 { p = new C(); }\n"})
    both.look_at(std::string(actions));
  for (const Primitive& p : cat::primitives())
    if (compared(p)) {
      EXPECT_EQ(both.with_members().contains(std::string(p.name)), !p.empty) << p.name;
    }
}

TEST(Primitives, OneInstructionOfTheTextIsExecutedOften) {
  Sources sources;
  const auto test = read::read_test(sources, sources.add("test.litmus", kSpin), nullptr);
  ASSERT_TRUE(test) << to_text(sources, test.error());
  Budget budget;
  events::Unfolding unfolding = events::unfold(test->program, budget);
  std::size_t most = 0;
  for (std::uint32_t path = 0; path < unfolding.threads[0].size(); ++path) {
    const events::Structure s = events::combine(test->program, unfolding, {path});
    for (EventId e = s.init_count; e < s.size(); ++e) EXPECT_EQ(s.events[e].instr, s.events[s.init_count].instr);
    most = std::max(most, s.size() - s.init_count);
  }
  EXPECT_GT(most, 2U);  // a read and a write each time
}

TEST(Primitives, TheRestIsRefusedByNameBeforeAnythingRuns) {
  std::size_t refused = 0;
  for (const Primitive& p : cat::primitives()) {
    Sources sources;
    if (p.registers) continue;
    const std::string use = "let v = " + std::string(p.name) + "\nempty v\n";
    const auto model = cat::load_text(sources, sources.add("use.cat", use), {.include_path = {}, .read_files = false});
    ASSERT_TRUE(model) << p.name;
    const std::string problems = to_text(sources, cat::resolve(*model, {}, {}));
    EXPECT_EQ(problems.find("[cat-unsupported]") != std::string::npos, !p.unsupported.empty()) << p.name << "\n" << problems;
    EXPECT_EQ(problems.find("'" + std::string(p.name) + "' is not supported") != std::string::npos, !p.unsupported.empty()) << p.name;
    refused += !p.unsupported.empty();
  }
  EXPECT_GT(refused, 0U);
  for (const char* name : {"lift", "delift", "deliftinter"}) EXPECT_FALSE(cat::find_primitive(name)->unsupported.empty());
}

}  // namespace
}  // namespace thinair::reference
