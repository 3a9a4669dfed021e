#include "ask/find/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ask/find/subject.hpp"
#include "ask/verdict/compare.hpp"

namespace thinair::find {

Result<std::vector<Fitted>> fit(const std::vector<Candidate>& candidates, const std::vector<Observation>& observations,
                                const std::function<Budget()>& budget) {
  std::vector<Fitted> out;
  for (const Candidate& candidate : candidates) {
    Fitted& mine = out.emplace_back();
    for (std::size_t i = 0; i < observations.size(); ++i) {
      auto problem = candidate.model.problem(observations[i].test);
      if (!problem) return fail(std::move(problem.error()));
      engine::Question question;
      question.goal = &observations[i].goal;
      question.first_only = true;
      Budget limits = budget();
      const auto answer = problem->ask(question, limits);
      if (!answer) return fail(Diagnostics(answer.error()));
      if (answer->outcomes.empty() && !answer->complete)
        ++mine.unknown;
      else if (answer->outcomes.empty() == observations[i].seen.allowed)
        mine.against.push_back(i);
    }
  }
  return out;
}

namespace {

std::string state_text(const program::Test& test, const answer::State& state) {
  std::string out;
  for (std::size_t i = 0; i < test.shown.size(); ++i) {
    const auto* value = std::get_if<program::Value>(&state.values[i]);
    out += fmt::format("{}{}={};", i == 0 ? "" : " ", program::to_text(test.program, test.shown[i]),
                       value ? fmt::format("{}", *value) : "any " + std::get<answer::Open>(state.values[i]).symbol);
  }
  return out;
}

// Programs in the order of the space; classes of models that answered alike so far.
class Separator {
 public:
  Separator(const std::vector<Candidate>& candidates, const std::vector<std::size_t>& which, const Space& space,
            const std::function<Budget()>& budget)
      : candidates_(candidates), space_(space), budget_(budget) {
    if (!which.empty()) out_.together.push_back(which);
  }

  Result<Separation> run(const std::atomic<bool>* stop) {
    std::optional<Diagnostics> problem;
    const auto alone = [](const auto& some) { return some.size() == 1; };
    const auto skeleton = [&](const Program& one) {
      const Modes modes(space_, one);
      Subject subject(code_of(one, space_), space_);
      for (std::uint64_t i = 0; i < modes.choices() && !problem; ++i) {
        if (std::ranges::all_of(out_.together, alone)) return false;
        const auto program = modes.program(i);
        if (!program) continue;
        problem = ask(*program, subject.with_modes(*program));
        ++out_.programs;
      }
      return !problem;
    };
    for (const Lengths& size : space_.sizes)
      if (!for_each_skeleton(space_, size, skeleton, stop)) break;
    if (problem) return fail(std::move(*problem));
    return std::move(out_);
  }

 private:
  std::optional<Diagnostics> ask(const Program& program, const program::Test& test) {
    std::vector<std::vector<std::size_t>> finer;
    for (const auto& some : out_.together) {
      if (some.size() == 1) {
        finer.push_back(some);
        continue;
      }
      std::vector<answer::Answer> answers;  // one for each group of this class
      std::vector<std::vector<std::size_t>> groups;
      for (const std::size_t c : some) {
        auto problem = candidates_[c].model.problem(test);
        if (!problem) return problem.error();
        Budget limits = budget_();
        auto answer = problem->outcomes(limits);
        if (!answer) return answer.error();
        if (!answer->complete) {
          ++out_.unknown;
          return std::nullopt;  // the program says nothing
        }
        std::size_t g = 0;
        while (g < groups.size() && !verdict::compare(test, answers[g], *answer).equal()) ++g;
        if (g == groups.size()) {
          answers.push_back(std::move(*answer));
          groups.emplace_back();
        }
        groups[g].push_back(c);
      }
      if (groups.size() > 1) add_split(program, test, answers, groups);
      finer.insert(finer.end(), groups.begin(), groups.end());
    }
    out_.together = std::move(finer);
    return std::nullopt;
  }

  // A state that the first two groups differ on, and what all say of it.
  void add_split(const Program& program, const program::Test& test, std::vector<answer::Answer>& answers,
                 const std::vector<std::vector<std::size_t>>& groups) {
    const verdict::Difference difference = verdict::compare(test, answers[0], answers[1]);
    const answer::State state = difference.only_first.empty() ? difference.only_second.front() : difference.only_first.front();
    Split split{program, state_text(test, state), {}, {}};
    for (std::size_t g = 0; g < groups.size(); ++g) {
      auto& side = verdict::has(test, answers[g], state) ? split.allows : split.forbids;
      side.insert(side.end(), groups[g].begin(), groups[g].end());
    }
    out_.splits.push_back(std::move(split));
  }

  const std::vector<Candidate>& candidates_;
  const Space& space_;
  const std::function<Budget()>& budget_;
  Separation out_;
};

}  // namespace

Result<Separation> tell_apart(const std::vector<Candidate>& candidates, const std::vector<std::size_t>& which, const Space& space,
                              const std::function<Budget()>& budget, const std::atomic<bool>* stop) {
  return Separator(candidates, which, space, budget).run(stop);
}

}  // namespace thinair::find
