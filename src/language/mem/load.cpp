#include "language/mem/load.hpp"

#include <fmt/format.h>

#include "language/cat/drawn.hpp"
#include "language/cat/files.hpp"
#include "language/mem/parser.hpp"

namespace thinair::mem {
namespace {

constexpr std::string_view kExtension = ".mem";

std::optional<cat::ModelFile> shipped(std::string_view name) {
  std::string path(name);
  if (!path.ends_with(kExtension)) path += kExtension;
  return cat::shipped_file(path);
}

// A single-execution model that a statement of the file names.
struct Named {
  const std::string& name;
  Span span;
};

Diagnostic wrong_file(const Named& named, std::string message, std::string hint = {}) {
  Diagnostic d;
  d.code = "mem-single";
  d.where = named.span;
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

Result<cat::ModelFile> find_named(const Sources& sources, const Model& model, const Named& named, const cat::LoadOptions& options) {
  const std::string& name = named.name;
  if (name.ends_with(kExtension))
    return fail(wrong_file(named, fmt::format("'{}' is a multi-execution model", name), "a single-execution model is a .cat file"));
  if (auto file = cat::find_file(name, sources.name(model.file), options)) return *std::move(file);
  const std::string near = nearest(name, cat::includable());
  return fail(wrong_file(named, fmt::format("there is no model file '{}'", name),
                         near.empty() ? "looked beside this file, in the include path (-I) and among the shipped files"
                                      : fmt::format("did you mean '{}'?", near)));
}

Result<cat::Model> load_named(Sources& sources, const Model& model, const Named& named, const cat::LoadOptions& options) {
  const auto file = find_named(sources, model, named, options);
  if (!file) return fail(Diagnostics(file.error()));
  auto text = cat::read_file(*file);
  if (!text) return fail(wrong_file(named, std::move(text.error())));
  return cat::load_text(sources, sources.add(file->name, std::move(*text)), options);
}

// Few questions ask for races, so shipped models read the file when one does. What a user writes is looked at now, for its faults.
std::optional<Diagnostics> load_races(Sources& sources, Model& model, const cat::LoadOptions& options) {
  DrfGuarantee& drf = *model.drf;
  const Named named{drf.file_name, drf.span};
  auto file = find_named(sources, model, named, options);
  if (!file) return std::move(file.error());
  if (sources.name(model.file).starts_with(cat::kShipped) && file->shipped) {
    drf.races = std::make_shared<cat::LateModel>(*std::move(file));
    return std::nullopt;
  }
  auto races = load_named(sources, model, named, options);
  if (!races) return std::move(races.error());
  drf.races = std::make_shared<cat::LateModel>(*std::move(races));
  return std::nullopt;
}

// The rules of the single-execution model keep their numbers.
void number_rules(Model& model) {
  model.rules = model.single.rules;
  cat::DrawnNames names;
  names.read(model.single.statements);
  names.read(model.definitions);
  const auto add = [&](language::Rule::Kind kind, const std::string& name, Span where, const std::vector<cat::ExprPtr>& about) {
    model.rules.push_back({kind, name, where, !name.empty(), names.of(about)});
    return static_cast<language::RuleId>(model.rules.size() - 1);
  };
  for (Condition& c : model.conditions) c.rule = add(language::Rule::Kind::condition, c.name, c.span, {c.left, c.right});
  for (Keep& k : model.keeps) k.rule = add(language::Rule::Kind::obligation, k.name, k.span, {k.pairs});
  if (model.writes) model.writes->rule = add(language::Rule::Kind::condition, model.writes->name, model.writes->span, {});
}

// Finds the checks that stages need not pass.
Diagnostics find_target_only(Model& model) {
  Diagnostics errors;
  for (const auto& [name, where] : model.stages_without) {
    bool found = false;
    std::vector<std::string> names;
    for (language::RuleId id = 0; id < model.single.rules.size(); ++id) {
      const language::Rule& rule = model.single.rules[id];
      if (!rule.named || rule.kind != language::Rule::Kind::check) continue;
      names.push_back(rule.name);
      if (rule.name != name) continue;
      model.target_only.add(id);
      found = true;
    }
    if (found) continue;
    Diagnostic d;
    d.code = "mem-unbound";
    d.where = where;
    d.message = fmt::format("the single-execution model '{}' has no check '{}'", model.single_name, name);
    if (const std::string near = nearest(name, names); !near.empty()) d.hint = fmt::format("did you mean '{}'?", near);
    errors.push_back(std::move(d));
  }
  return errors;
}

}  // namespace

bool is_shipped(std::string_view name) { return shipped(name).has_value(); }

Result<Model> load_text(Sources& sources, std::uint32_t file, const cat::LoadOptions& options) {
  auto model = parse(sources, file);
  if (!model) return model;
  model->name = cat::stem(sources.name(file));
  auto single = load_named(sources, *model, {model->single_name, model->single_span}, options);
  if (!single) return fail(std::move(single.error()));
  model->single = std::move(*single);
  if (WriteSet* set = model->writes ? &*model->writes : nullptr) {
    auto start = load_named(sources, *model, {set->file_name, set->span}, options);
    if (!start) return fail(std::move(start.error()));
    set->start = std::move(*start);
  }
  if (model->drf)
    if (auto errors = load_races(sources, *model, options)) return fail(std::move(*errors));
  if (model->single.name == model->name) model->single.name += ".cat";  // java.mem with java.cat: messages tell them apart
  number_rules(*model);
  if (auto errors = find_target_only(*model); !errors.empty()) return fail(std::move(errors));
  return model;
}

Result<Model> load(Sources& sources, const std::string& name_or_path, const cat::LoadOptions& options) {
  const bool path_like = name_or_path.find('/') != std::string::npos || name_or_path.ends_with(kExtension);
  std::optional<cat::ModelFile> file = path_like ? cat::find_path(name_or_path, options) : std::nullopt;
  if (!file) file = shipped(name_or_path);
  if (!file) return fail(cat::unknown_model(name_or_path, path_like, "mem-model"));
  auto text = cat::read_file(*file);
  if (!text) {
    Diagnostic d;
    d.code = "mem-model";
    d.message = std::move(text.error());
    d.has_position = false;
    return fail(std::move(d));
  }
  return mem::load_text(sources, sources.add(file->name, std::move(*text)), options);
}

}  // namespace thinair::mem
