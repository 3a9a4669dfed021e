#include "problem/model.hpp"

#include <atomic>

#include "language/cat/resolve.hpp"
#include "engine/justified/claim.hpp"
#include "language/mem/load.hpp"
#include "language/mem/resolve.hpp"
#include "engine/reference/justification.hpp"
#include "engine/reference/witness.hpp"
#include "support/check.hpp"

namespace thinair::model {
namespace {

// As the title line of a model and the first word of a test name it.
std::string_view architecture(program::Arch arch) {
  switch (arch) {
    case program::Arch::java: return "Java";
    case program::Arch::x86: return "X86_64";
    case program::Arch::aarch64: return "AArch64";
    case program::Arch::riscv: return "RISCV";
    case program::Arch::ppc: return "PPC";
  }
  return "";
}

std::atomic<std::uint64_t> confirmed = 0;

// The second opinion: slow and obvious code that shares nothing with the engines (engine/reference/).
void verify(const Question& question, const axiomatic::Answer& answer) {
  for (const axiomatic::Outcome& outcome : answer.outcomes) {
    reference::JustificationOptions justification;
    justification.identity = question.identity;
    reference::WitnessOptions witness;
    justification.variants = witness.variants = question.variants;
    justification.skipped = witness.skipped = question.skipped;
    const auto verdict = outcome.proof
                             ? reference::check_justification(*question.test, *answer.unfolding, *question.model->multi(),
                                                          justified::claim(*outcome.proof), justification)
                             : reference::check_witness(*question.test, *answer.unfolding, question.model->single(), outcome.witness, witness);
    check(verdict.has_value(), "the plain evaluator reads every model that the engine reads");
    const std::string what = "a witness of test " + question.test->name + " under " + question.model->name +
                             " does not stand: " + verdict->check + ": " + verdict->why;
    check(verdict->kind != reference::Verdict::Kind::refuted, what);
    if (verdict->kind == reference::Verdict::Kind::confirmed) ++confirmed;
  }
}

Result<axiomatic::Answer> ask(const Question& question, Budget& budget, justified::Obstacle* obstacle) {
  if (const mem::Model* multi = question.model->multi()) {
    justified::Question q;
    q.test = question.test;
    q.model = multi;
    q.identity = question.identity;
    q.goal = question.goal;
    q.first_only = question.first_only;
    q.among_values = question.among_values;
    q.variants = question.variants;
    q.skipped = question.skipped;
    return justified::solve(q, budget, obstacle);
  }
  axiomatic::Question q;
  q.test = question.test;
  q.model = &question.model->single();
  q.goal = question.goal;
  q.first_only = question.first_only;
  q.variants = question.variants;
  q.skipped = question.skipped;
  return axiomatic::solve(q, budget);
}

Result<axiomatic::Answer> solve(const Question& question, Budget& budget, justified::Obstacle* obstacle) {
  auto answer = ask(question, budget, obstacle);
  if (answer && question.verify) verify(question, *answer);
  return answer;
}

}  // namespace

std::uint64_t confirmed_witnesses() { return confirmed; }

Result<Model> load(Sources& sources, const std::string& name_or_path, const cat::LoadOptions& options) {
  if (mem::is_shipped(name_or_path) || name_or_path.ends_with(".mem")) {
    auto loaded = mem::load(sources, name_or_path, options);
    if (!loaded) return fail(std::move(loaded.error()));
    return Model{name_or_path, std::move(*loaded)};
  }
  auto loaded = cat::load(sources, name_or_path, options);
  if (!loaded) return fail(std::move(loaded.error()));
  return Model{name_or_path, std::move(*loaded)};
}

Diagnostics other_architecture(const Model& model, const program::Program& program) {
  return cat::check_architecture(model.single(), architecture(program.arch));
}

Diagnostics misfits(const Model& model, const program::Program& program, const std::vector<std::string>& variants) {
  Diagnostics problems = other_architecture(model, program);
  if (!problems.empty()) return problems;  // names of another architecture would all be unbound
  problems = cat::resolve(model.single(), program.set_names, {.variants = variants});
  if (problems.empty() && model.multi()) problems = mem::resolve(*model.multi(), program.set_names);
  return problems;
}

Result<axiomatic::Answer> solve(const Question& question, Budget& budget) { return solve(question, budget, nullptr); }

Result<axiomatic::Answer> solve(const Question& question, Budget& budget, justified::Obstacle& obstacle) {
  return solve(question, budget, &obstacle);
}

}  // namespace thinair::model
