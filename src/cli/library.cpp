#include "cli/library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cat/load.hpp"
#include "cat/resolve.hpp"

namespace thinair::cli {
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

}  // namespace

std::vector<report::ModelInfo> shipped_models() {
  std::vector<report::ModelInfo> models;
  for (const cat::ShippedModel& model : cat::shipped_models()) models.push_back({model.name, model.title, model.summary});
  return models;
}

std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  for (const cat::ShippedModel& model : cat::shipped_models()) names.push_back(model.name);
  return names;
}

std::string default_model() { return "jls-hb"; }

Result<std::vector<LoadedModel>> load_models(Sources& sources, const Options& options) {
  cat::LoadOptions from;
  from.include_path = options.include;
  std::vector<LoadedModel> models;
  Diagnostics problems;
  const auto names = options.models.empty() ? std::vector{default_model()} : options.models;
  for (const std::string& name : names) {
    if (auto model = cat::load(sources, name, from))
      models.push_back({name, std::move(*model)});
    else
      std::ranges::move(model.error(), std::back_inserter(problems));
  }
  if (!problems.empty()) return fail(std::move(problems));
  return models;
}

Diagnostics misfits(const LoadedModel& model, const program::Program& program, const Options& options) {
  Diagnostics problems = cat::check_architecture(model.model, architecture(program.arch));
  if (!problems.empty()) return problems;  // names of another architecture would all be unbound
  return cat::resolve(model.model, program.set_names, {.variants = options.variants});
}

Result<std::string> model_text(const std::string& name) {
  if (const auto text = cat::shipped_text(name)) return std::string(*text);
  Diagnostic d;
  d.code = "model-unknown";
  d.has_position = false;
  const std::string near = nearest(name, shipped_names());
  d.message = fmt::format("no model '{}' is shipped", name);
  d.hint = near.empty() ? "'thinair models' lists those that are" : fmt::format("did you mean '{}'?", near);
  return fail(std::move(d));
}

}  // namespace thinair::cli
