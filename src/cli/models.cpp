#include "cli/models.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "ask/suite/files.hpp"
#include "language/cat/load.hpp"
#include "language/cat/variants.hpp"
#include "language/op/load.hpp"
#include "read/lower.hpp"

namespace thinair::cli {

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

std::string default_model(program::Arch arch) {
  switch (arch) {
    case program::Arch::java: return "java";
    case program::Arch::x86: return "x86tso";
    case program::Arch::aarch64: return "aarch64";
    case program::Arch::riscv: return "riscv";
    case program::Arch::ppc: return "power";
    case program::Arch::c: return "rc11";
  }
  return "sc";
}

namespace {

bool begins_with(const Sources& sources, const Sources& first) {
  if (sources.size() < first.size()) return false;
  for (std::uint32_t i = 0; i < first.size(); ++i)
    if (sources.name(i) != first.name(i) || sources.text(i) != first.text(i)) return false;
  return true;
}

// The model that is ready, if it is what loading it would give.
const LoadedModel* ready(const Sources& sources, const Options& options, const std::string& name) {
  if (!options.prepared || !options.cells.empty() || !options.include.empty()) return nullptr;
  if (!options.texts || options.texts->contains(name)) return nullptr;
  const auto found = options.prepared->models.find(name);
  return found != options.prepared->models.end() && begins_with(sources, options.prepared->sources) ? &found->second : nullptr;
}

}  // namespace

void prepare(Prepared& prepared, const std::string& name) {
  if (prepared.models.contains(name) || !cat::shipped_text(name)) return;
  auto model = problem::load(prepared.sources, name, {.include_path = {}, .read_files = false});
  if (!model) return;
  // Once for each dialect: any of its tests will do.
  for (const std::string_view test :
       {"classic/SB", "hardware/x86/SB", "hardware/aarch64/SB", "hardware/riscv/SB", "hardware/ppc/SB", "c11/2+2W"})
    for (const suite::ShippedTest& found : suite::shipped_tests_called(test)) {
      Sources sources;
      const auto read = read::read_test(sources, sources.add(std::string(test), std::string(found.text)), nullptr);
      if (read && model->other_architecture(read->program).empty()) model->incompatibilities(read->program, {});
    }
  prepared.models.emplace(name, std::move(*model));
}

Sources first_sources(const Options& options) { return options.prepared ? options.prepared->sources : Sources(); }

Result<std::vector<LoadedModel>> load_models(Sources& sources, const Options& options, program::Arch arch) {
  cat::LoadOptions from;
  from.include_path = options.include;
  from.cells = options.cells;
  from.texts = options.texts.get();
  from.read_files = options.texts == nullptr;
  std::vector<LoadedModel> models;
  Diagnostics problems;
  const auto names = options.models.empty() ? std::vector{default_model(arch)} : options.models;
  for (const std::string& name : names) {
    if (const LoadedModel* found = ready(sources, options, name))
      models.push_back(*found);
    else if (auto loaded = problem::load(sources, name, from))
      models.push_back(std::move(*loaded));
    else
      std::ranges::move(loaded.error(), std::back_inserter(problems));
  }
  if (!problems.empty()) return fail(std::move(problems));
  return models;
}

std::vector<report::ModelInfo> library_files() {
  std::vector<report::ModelInfo> files;
  for (const cat::ShippedModel& file : cat::library_files()) files.push_back({file.name, file.title, file.summary});
  return files;
}

namespace {

// Variants that no model asks about.
void add_unknown_variants(const std::vector<LoadedModel>& models, const Options& options, Diagnostics& problems) {
  if (options.variants.empty()) return;
  std::vector<std::string> known;
  for (const LoadedModel& model : models) std::ranges::copy(cat::variants_of(model.single()), std::back_inserter(known));
  std::ranges::sort(known);
  known.erase(std::unique(known.begin(), known.end()), known.end());
  for (const std::string& name : options.variants) {
    if (std::ranges::find(known, name) != known.end()) continue;
    Diagnostic& d = problems.emplace_back();
    d.code = "model-no-such-variant";
    d.has_position = false;
    d.message = fmt::format("no model asks about a variant '{}'", name);
    if (const std::string near = nearest(name, known); !near.empty())
      d.hint = fmt::format("did you mean '{}'?", near);
    else
      d.hint = known.empty() ? "none of them has variants" : fmt::format("there are {}", fmt::join(known, ", "));
  }
}

// A setting that is none, or of a cell that no model has. `names`: of cells, among others.
std::optional<Diagnostic> unknown_cell(const std::string& setting, const std::vector<std::string>& names) {
  const auto spaceless = [](std::string text) {
    std::erase(text, ' ');
    return text;
  };
  const std::size_t end = setting.find("]=");
  const std::string cell = spaceless(end == std::string::npos ? setting : setting.substr(0, end + 1));
  const bool complete = end != std::string::npos && end + 2 < setting.size();
  if (complete && std::ranges::any_of(names, [&](const std::string& name) { return spaceless(name) == cell; })) return std::nullopt;
  Diagnostic d;
  d.code = "model-no-such-cell";
  d.has_position = false;
  d.message = complete ? fmt::format("no machine has a table with a cell '{}'", cell) : fmt::format("'{}' sets no cell", setting);
  const std::string near = complete ? nearest(cell, names) : "";
  d.hint = near.empty() ? "write TABLE[ROW,COLUMN]=VALUE, as in bypass[R,W]=yes" : fmt::format("did you mean '{}'?", near);
  return d;
}

}  // namespace

Diagnostics unknown_names(const std::vector<LoadedModel>& models, const Options& options) {
  std::vector<std::string> names;
  for (const LoadedModel& model : models) {
    for (const language::Rule& rule : model.rules())
      if (rule.named && rule.kind != language::Rule::Kind::order) names.push_back(rule.name);
  }
  Diagnostics problems;
  for (const std::string& name : options.skipped) {
    if (std::ranges::find(names, name) != names.end()) continue;
    Diagnostic& d = problems.emplace_back();
    d.code = "model-no-such-check";
    d.has_position = false;
    d.message = fmt::format("no check or condition to leave out is called '{}'", name);
    if (const std::string near = nearest(name, names); !near.empty()) d.hint = fmt::format("did you mean '{}'?", near);
  }
  add_unknown_variants(models, options, problems);
  for (const std::string& setting : options.cells)
    if (auto problem = unknown_cell(setting, names)) problems.push_back(std::move(*problem));
  return problems;
}

Result<std::string> model_text(const std::string& name, const std::vector<std::string>& cells) {
  if (const auto text = cat::shipped_text(name)) {
    std::string out(*text);
    for (const std::string& setting : cells) {
      Sources sources;
      const auto model = op::load(sources, name, {});
      std::vector<std::string> names;
      if (model)
        for (const language::Rule& part : model->parts) names.push_back(part.name);
      if (auto problem = unknown_cell(setting, names)) return fail(std::move(*problem));
      const auto now = op::load_text(sources, sources.add(name, out), {});
      if (auto changed = now ? op::with_cell(sources, *now, setting) : std::nullopt) out = std::move(*changed);
    }
    return out;
  }
  Diagnostic d;
  d.code = "model-unknown";
  d.has_position = false;
  std::vector<std::string> names = shipped_names();
  for (const report::ModelInfo& file : library_files()) names.push_back(file.name);
  const std::string near = nearest(name, names);
  d.message = fmt::format("no model '{}' is shipped", name);
  d.hint = near.empty() ? "'thinair models' lists those that are" : fmt::format("did you mean '{}'?", near);
  return fail(std::move(d));
}

}  // namespace thinair::cli
