#include "model/model.hpp"

#include "cat/resolve.hpp"
#include "mem/load.hpp"
#include "mem/resolve.hpp"

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

Result<search::Answer> solve(const Question& question, Budget& budget, causality::Obstacle* obstacle) {
  if (const mem::Model* multi = question.model->multi()) {
    causality::Question q;
    q.test = question.test;
    q.model = multi;
    q.identity = question.identity;
    q.goal = question.goal;
    q.first_only = question.first_only;
    q.variants = question.variants;
    q.skipped = question.skipped;
    return causality::solve(q, budget, obstacle);
  }
  search::Question q;
  q.test = question.test;
  q.model = &question.model->single();
  q.goal = question.goal;
  q.first_only = question.first_only;
  q.variants = question.variants;
  q.skipped = question.skipped;
  return search::solve(q, budget);
}

}  // namespace

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

Diagnostics misfits(const Model& model, const program::Program& program, const std::vector<std::string>& variants) {
  Diagnostics problems = cat::check_architecture(model.single(), architecture(program.arch));
  if (!problems.empty()) return problems;  // names of another architecture would all be unbound
  problems = cat::resolve(model.single(), program.set_names, {.variants = variants});
  if (problems.empty() && model.multi()) problems = mem::resolve(*model.multi(), program.set_names);
  return problems;
}

Result<search::Answer> solve(const Question& question, Budget& budget) { return solve(question, budget, nullptr); }

Result<search::Answer> solve(const Question& question, Budget& budget, causality::Obstacle& obstacle) {
  return solve(question, budget, &obstacle);
}

}  // namespace thinair::model
