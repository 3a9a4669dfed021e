#include "property/machine_harness.hpp"

#include <fmt/format.h>

#include <set>

#include "answer/answer.hpp"
#include "ask/generate/rng.hpp"
#include "ask/generate/shrink.hpp"
#include "engine/reference/judge.hpp"
#include "problem/runs.hpp"
#include "read/lower.hpp"

namespace thinair::tests {
namespace {

using States = std::set<answer::State>;

std::string text_of(const program::Test& test, const answer::State& state) {
  std::string out;
  for (std::size_t i = 0; i < state.values.size(); ++i)
    out += fmt::format("{}={}; ", to_text(test.program, test.shown[i]), std::get<program::Value>(state.values[i]));
  return out;
}

// A test and the answers about it.
class Asked {
 public:
  explicit Asked(const std::string& text) : test_(read::read_test(sources_, sources_.add("test.litmus", text), nullptr)) {}

  void follow_loops(unsigned turns) { test_->program.unroll = turns; }

  // False, with the reason in why_: the model does not judge the test, or not to its end.
  bool ask(const std::string& name, bool literal, States& states, answer::Answer* all = nullptr) {
    if (!test_) return no(to_text(sources_, test_.error()));
    auto model = problem::load(sources_, name, {.include_path = {}, .read_files = false});
    if (!model) return no(to_text(sources_, model.error()));
    auto problem = problem::Problem::make(*test_, *model);
    if (!problem) return no(to_text(sources_, problem.error()));
    Budget budget(std::nullopt, std::nullopt, 2'000'000);
    auto answer = literal ? model->reference_engine(*test_, {})->ask({}, budget) : problem->outcomes(budget);
    if (!answer) return no(to_text(sources_, answer.error()));
    if (!answer->complete) return no(answer->limit.text);
    for (const answer::Outcome& outcome : answer->outcomes) {
      for (const answer::Datum& datum : outcome.state.values)
        if (!std::holds_alternative<program::Value>(datum)) return no("a value is open");
      states.insert(outcome.state);
    }
    if (all) *all = std::move(*answer);
    return true;
  }

  bool test_is_read() { return test_ ? true : no(to_text(sources_, test_.error())); }

  // The states that are found before some limit is reached.
  void ask_so_far(const std::string& name, States& states) {
    auto model = problem::load(sources_, name, {.include_path = {}, .read_files = false});
    auto problem = problem::Problem::make(*test_, *model);
    Budget budget(std::nullopt, std::nullopt, 1'000'000);
    const auto answer = problem->outcomes(budget);
    if (!answer) return;
    for (const answer::Outcome& outcome : answer->outcomes) states.insert(outcome.state);
  }

  // Traces whose execution the model does not accept.
  std::string refuted(const std::string& name, const answer::Answer& answer) {
    auto model = problem::load(sources_, name, {.include_path = {}, .read_files = false});
    std::string out;
    for (const answer::Outcome& outcome : answer.outcomes) {
      const reference::Candidate candidate{&test_->program, outcome.witness.structure.get(), outcome.witness.reads_from,
                                           outcome.witness.final_write};
      Budget budget;
      const auto judgement = reference::judge(model->single(), candidate, {}, budget);
      if (!judgement || !judgement->accepted)
        out += fmt::format("no execution of {}: the trace to {}\n", name, text_of(*test_, outcome.state));
    }
    return out;
  }

  // Executions of the twin that the machine has no run for, and traces that are no execution of the twin.
  std::string different_runs(const std::string& machine, const std::string& twin, const answer::Answer& answer) {
    const cat::LoadOptions options{.include_path = {}, .read_files = false};
    auto first = problem::load(sources_, machine, options), second = problem::load(sources_, twin, options);
    auto runs_of = problem::Problem::make(*test_, *first), executions_of = problem::Problem::make(*test_, *second);
    Budget budget(std::nullopt, std::nullopt, 20'000'000);
    const auto runs = problem::runs(*runs_of, *executions_of, answer, budget);
    if (!runs) return to_text(sources_, runs.error());
    guided_ += runs->executions;
    std::string out;
    for (const events::Execution& execution : runs->no_run) {
      out += fmt::format("{} has no run for an execution of {}: reads-from", machine, twin);
      for (events::EventId e = 0; e < execution.structure->size(); ++e)
        if (execution.structure->events[e].reads()) out += fmt::format(" {}<-{}", e, execution.reads_from[e]);
      out += "\n";
    }
    for (const answer::State& state : runs->no_execution)
      out += fmt::format("no execution of {}: the trace to {}\n", twin, text_of(*test_, state));
    return out;
  }

  std::uint64_t guided() const { return guided_; }
  const program::Test& test() const { return *test_; }
  const std::string& why() const { return why_; }

 private:
  bool no(std::string why) {
    why_ = std::move(why);
    return false;
  }

  Sources sources_;
  Result<program::Test> test_;
  std::string why_;
  std::uint64_t guided_ = 0;
};

// What one side has and the other has not.
std::string missing(const program::Test& test, const States& from, const States& in, const std::string& name) {
  std::string out;
  for (const answer::State& state : from)
    if (!in.contains(state)) out += fmt::format("{} has no state {}\n", name, text_of(test, state));
  return out;
}

Comparison verdict(std::string report, std::size_t states) {
  return {report.empty() ? Agreement::agree : Agreement::differ, std::move(report), states, false};
}

}  // namespace

std::string machine_program(std::uint64_t seed, const MachineKnobs& knobs) {
  generate::Rng rng(seed * 0x9E3779B97F4A7C15u + 1);
  const unsigned threads = rng.between(2, knobs.threads), locations = rng.between(1, knobs.locations);
  std::string out = "Java m\n{ Object m;";
  std::vector<bool> is_volatile;
  for (unsigned x = 0; x < locations; ++x) {
    is_volatile.push_back(rng.chance(knobs.volatile_percent));
    out += fmt::format(" {}int x{};", is_volatile.back() ? "volatile " : "", x);
  }
  out += " }\n";
  std::string shown;
  for (unsigned t = 0; t < threads; ++t) {
    out += fmt::format("Thread{} {{\n", t);
    unsigned reads = 0;
    for (unsigned i = rng.between(1, knobs.accesses); i > 0; --i) {
      const unsigned x = rng.below(locations);
      std::string line;
      if (knobs.fences && rng.chance(15)) {
        line = "VarHandle.fullFence();";
      } else if (rng.chance(50)) {
        line = fmt::format("r{} = x{};", reads, x);
        shown += fmt::format(" {}:r{};", t, reads++);
      } else if (reads > 0 && rng.chance(knobs.branch_percent)) {
        line = fmt::format("if (r{} == {}) x{} = {};", rng.below(reads), rng.below(2), x, rng.between(1, 2));
      } else if (reads > 0 && rng.chance(30)) {
        line = fmt::format("x{} = r{};", x, rng.below(reads));
      } else {
        line = fmt::format("x{} = {};", x, rng.between(1, 2));
      }
      out += rng.chance(knobs.lock_percent) ? fmt::format("  synchronized (m) {{ {} }}\n", line) : fmt::format("  {}\n", line);
    }
    out += "}\n";
  }
  if (knobs.show_locations)
    for (unsigned x = 0; x < locations; ++x) shown += fmt::format(" x{};", x);
  return out + fmt::format("locations [{}]\n", shown);
}

Comparison compare_machine(const Subject& subject, const std::string& twin) {
  Asked asked(subject.test);
  States machine, literal, axioms;
  answer::Answer answer;
  if (!asked.ask(subject.model, false, machine, &answer)) return {Agreement::skipped, asked.why(), 0, false};
  std::string report;
  if (asked.ask(subject.model, true, literal)) {
    report += missing(asked.test(), machine, literal, "the literal " + subject.model);
    report += missing(asked.test(), literal, machine, subject.model);
  }
  if (twin.empty()) return verdict(std::move(report), machine.size());
  if (!asked.ask(twin, false, axioms)) return {Agreement::skipped, asked.why(), 0, false};
  report += missing(asked.test(), machine, axioms, twin) + missing(asked.test(), axioms, machine, subject.model);
  if (report.empty()) report += asked.refuted(twin, answer);
  if (report.empty()) report += asked.different_runs(subject.model, twin, answer);
  Comparison out = verdict(std::move(report), machine.size());
  out.executions = asked.guided();
  return out;
}

Subject shrink_machine(const Subject& subject, const std::string& twin) {
  const auto fails = [&](const std::string& test) { return compare_machine({test, subject.model}, twin).agreement == Agreement::differ; };
  return {generate::shrink(subject.test, fails), subject.model};
}

Comparison compare_inclusion(const std::string& test, const std::string& stronger, const std::string& weaker) {
  Asked asked(test);
  States strong, weak;
  if (!asked.ask(stronger, false, strong) || !asked.ask(weaker, false, weak)) return {Agreement::skipped, asked.why(), 0, false};
  return verdict(missing(asked.test(), strong, weak, weaker), strong.size());
}

std::string loop_program(std::uint64_t seed) {
  generate::Rng rng(seed * 0x9E3779B97F4A7C15u + 7);
  std::string out = "Java m\n{ volatile int x0; volatile int x1; int x2; Object m; }\n";
  const bool locks = rng.chance(40);
  std::string shown;
  for (unsigned t = 0; t < 2; ++t) {
    out += fmt::format("Thread{} {{\n  int c = 0;\n", t);
    unsigned reads = 0;
    const auto access = [&](bool in_loop) -> std::string {
      const unsigned x = rng.below(3);
      if (locks && rng.chance(50)) {
        const std::string inner = fmt::format("synchronized (m) {{ x{} = 1 - x{}; }}", rng.below(3), x);
        return rng.chance(30) ? fmt::format("synchronized (m) {{ {} }}", inner) : inner;
      }
      switch (rng.below(in_loop ? 5 : 4)) {
        case 0: shown += fmt::format(" {}:r{};", t, reads); return fmt::format("r{} = x{};", reads++, x);
        case 1: return fmt::format("x{} = {};", rng.below(2), rng.below(2));
        case 2: return fmt::format("x{} = 1 - x{};", rng.below(2), rng.below(2));
        case 3: return fmt::format("X{}.compareAndSet({}, {});", rng.below(2), rng.below(2), rng.below(2));
        default: return fmt::format("if (x{} == {}) break;", rng.below(2), rng.below(2));
      }
    };
    if (rng.chance(50)) out += fmt::format("  {}\n", access(false));
    if (t == 0 || rng.chance(60)) {
      const unsigned x = rng.below(2);
      switch (rng.below(3)) {
        case 0: out += fmt::format("  while (x{} == {}) {{ {} }}\n", x, rng.below(2), access(true)); break;
        case 1: out += fmt::format("  while (X{}.getAndSet({}) == {}) {{ {} }}\n", x, rng.below(2), rng.below(2), access(true)); break;
        default: out += fmt::format("  do {{ {} c = 1 - c; }} while (x{} == c);\n", access(true), x); break;
      }
    }
    out += fmt::format("  {}\n", access(false));
    if (rng.chance(50)) out += fmt::format("  {}\n", access(false));
    out += "}\n";
  }
  return out + fmt::format("locations [{} x0; x1;]\n", shown);
}

Comparison compare_turns(const std::string& test, const std::string& machine, unsigned turns) {
  Asked asked(test);
  States few, many;
  if (!asked.test_is_read()) return {Agreement::skipped, asked.why(), 0, false};
  asked.follow_loops(1);
  if (!asked.ask(machine, false, few)) return {Agreement::skipped, asked.why(), 0, false};
  // Whether or not that is all of them.
  asked.follow_loops(turns);
  asked.ask_so_far(machine, many);
  return verdict(missing(asked.test(), many, few, machine + " with one turn"), few.size());
}

}  // namespace thinair::tests
