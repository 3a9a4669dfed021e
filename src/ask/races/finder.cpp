#include "ask/races/finder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "support/check.hpp"

namespace thinair::races {
namespace {

constexpr std::string_view kFirst = "First-access", kSecond = "Second-access", kRacing = "racing";

// An instruction that accesses memory: what is known of it before it runs.
struct Access {
  program::InstrId at;
  std::optional<program::LocId> location;  // if the text tells
  bool writes = false;
};

// Calls `use` with the sets of every access among the instruction's operations.
template <class Instr, class Use>
void each_mask(Instr& instr, const Use& use) {
  std::visit(
      [&](auto& op) {
        using Op = std::decay_t<decltype(op)>;
        if constexpr (std::is_same_v<Op, program::Load>)
          use(op.sets, op.address, false);
        else if constexpr (std::is_same_v<Op, program::Store> || std::is_same_v<Op, program::Update> ||
                           std::is_same_v<Op, program::StoreConditional>)
          use(op.sets, op.address, true);
        else if constexpr (std::is_same_v<Op, program::CompareUpdate>) {
          use(op.sets_success, op.address, true);
          use(op.sets_failure, op.address, true);
        }
      },
      instr.op);
}

std::vector<Access> accesses_of(const program::Program& program) {
  std::vector<Access> out;
  for (std::uint32_t t = 0; t < program.threads.size(); ++t)
    for (std::uint32_t i = 0; i < program.threads[t].code.size(); ++i)
      each_mask(program.threads[t].code[i], [&](program::SetMask, program::ExprId address, bool writes) {
        const program::Expr& expr = program.exprs[address];
        Access access{program::instruction_at(program, t, i), std::nullopt, writes};
        if (expr.op == program::Op::address) access.location = expr.index;
        if (!out.empty() && out.back().at == access.at) {  // halves, or a compare-and-set that may fail
          if (out.back().location != access.location) out.back().location.reset();
          out.back().writes = out.back().writes || writes;
        } else {
          out.push_back(access);
        }
      });
  return out;
}

bool may_race(const Access& a, const Access& b) {
  if (a.at.thread == b.at.thread || (!a.writes && !b.writes)) return false;
  return !a.location || !b.location || *a.location == *b.location;
}

// The test with these two accesses in sets of their own.
program::Test marked(const program::Test& test, const Access& a, const Access& b) {
  program::Test out = test;
  const std::size_t first = out.program.set_names.size();
  check(first + 2 <= program::kMaskBits, "there is room for two more event sets");
  out.program.set_names.emplace_back(kFirst);
  out.program.set_names.emplace_back(kSecond);
  const auto mark = [&](const Access& access, std::size_t set) {
    auto& code = out.program.threads[access.at.thread].code;
    for (std::uint32_t i = 0; i < code.size(); ++i)
      if (program::instruction_at(test.program, access.at.thread, i) == access.at)
        each_mask(code[i], [&](program::SetMask& sets, program::ExprId, bool) { sets |= program::SetMask{1} << set; });
  };
  mark(a, first);
  mark(b, first + 1);
  return out;
}

problem::Model load(std::string_view text) {
  Sources sources;
  auto model = cat::load_text(sources, sources.add("races", std::string(text)), {});
  check(model.has_value(), "the models of races are right");
  return problem::Model::of("races", std::move(*model));
}

// The execution that shows a race, with what the model says the race is.
Result<Race> shown(problem::Problem& problem, Budget& budget) {
  program::Prop anything;
  engine::ExplainOptions options;
  options.relations = true;
  auto explained = problem.explain(anything, budget, options);
  if (!explained) return fail(std::move(explained.error()));
  check(explained->verdict == answer::Verdict::allowed, "what has an execution once has one again");
  Race out;
  const auto racing = std::ranges::find(explained->witness_relations, kRacing, &answer::NamedRelation::first);
  check(racing != explained->witness_relations.end() && !racing->second.empty(), "the execution that shows a race has one");
  std::tie(out.first_event, out.second_event) = racing->second.pairs().front();
  out.answer = std::move(explained->answer);
  return out;
}

}  // namespace

Finder Finder::make() {
  return {load("Java \"Interleavings with a data race\"\ninclude \"races.cat\"\n"),
          load(fmt::format("Java \"Interleavings in which two accesses race\"\ninclude \"races.cat\"\nlet {0} = race & ({1} * {2})\n~empty "
                           "{0} as these\nshow {0}\n",
                           kRacing, kFirst, kSecond))};
}

Result<Races> Finder::any(const program::Test& test, Budget& budget) const {
  auto problem = problem::Problem::make(test, whole_);
  if (!problem) return fail(std::move(problem.error()));
  engine::Question question;
  question.first_only = true;
  auto answer = problem->ask(question, budget);
  if (!answer) return fail(std::move(answer.error()));
  Races out;
  if (!answer->outcomes.empty()) {
    out.found.emplace_back().answer = std::move(*answer);
  } else if (!answer->complete) {
    out.complete = false;
    out.limit = answer->limit;
  }
  return out;
}

Result<Races> Finder::all(const program::Test& test, Budget& budget, bool verify) const {
  auto out = any(test, budget);
  if (!out || out->found.empty()) return out;
  out->found.clear();
  const std::vector<Access> accesses = accesses_of(test.program);
  for (std::size_t i = 0; i < accesses.size(); ++i)
    for (std::size_t j = i + 1; j < accesses.size(); ++j) {
      if (!may_race(accesses[i], accesses[j])) continue;
      const program::Test pair = marked(test, accesses[i], accesses[j]);
      auto problem = problem::Problem::make(pair, pair_, {.identity = {}, .variants = {}, .without = {}, .verify = verify});
      if (!problem) return fail(std::move(problem.error()));
      engine::Question question;
      question.first_only = true;
      Budget part = budget.again();
      auto answer = problem->ask(question, part);
      if (!answer) return fail(std::move(answer.error()));
      if (answer->outcomes.empty()) {
        if (!answer->complete) {
          out->complete = false;
          out->limit = answer->limit;
        }
        continue;
      }
      Budget again = budget.again();
      auto race = shown(*problem, again);
      if (!race) return fail(std::move(race.error()));
      race->first = accesses[i].at;
      race->second = accesses[j].at;
      out->found.push_back(std::move(*race));
    }
  if (out->complete) check(!out->found.empty(), "where there is a race, two accesses race");
  return out;
}

}  // namespace thinair::races
