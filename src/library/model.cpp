#include "language/mem/load.hpp"
#include "library/failures.hpp"
#include "library/inside.hpp"

namespace thinair {
namespace {

Rule::Kind kind_of(language::Rule::Kind kind) {
  switch (kind) {
    case language::Rule::Kind::check: return Rule::Kind::check;
    case language::Rule::Kind::order: return Rule::Kind::order;
    case language::Rule::Kind::condition: return Rule::Kind::condition;
    case language::Rule::Kind::obligation: return Rule::Kind::obligation;
    case language::Rule::Kind::cell: return Rule::Kind::cell;
    case language::Rule::Kind::guard: return Rule::Kind::guard;
  }
  return Rule::Kind::check;
}

Model handle(Sources sources, problem::Model model) {
  std::vector<Rule> rules;
  for (const language::Rule& rule : model.rules()) rules.push_back({kind_of(rule.kind), rule.name, rule.named});
  return Inside::make(std::make_shared<const Model::Body>(Model::Body{std::move(sources), std::move(model), std::move(rules)}));
}

}  // namespace

Model Model::shipped(const std::string& name) {
  Sources sources;
  auto model = library::unwrap(sources, problem::load(sources, name, {.include_path = {}, .read_files = false}));
  return handle(std::move(sources), std::move(model));
}

Model Model::from_file(const std::string& path, const std::vector<std::string>& include_path) {
  return from_text(library::file_text(path), path, include_path);
}

Model Model::from_text(std::string text, std::string name, const std::vector<std::string>& include_path) {
  const cat::LoadOptions options{.include_path = include_path, .read_files = true};
  Sources sources;
  const std::uint32_t file = sources.add(name, std::move(text));
  if (name.ends_with(".mem")) {
    auto model = problem::Model::of(name, library::unwrap(sources, mem::load_text(sources, file, options)));
    return handle(std::move(sources), std::move(model));
  }
  auto model = problem::Model::of(name, library::unwrap(sources, cat::load_text(sources, file, options)));
  return handle(std::move(sources), std::move(model));
}

std::vector<ShippedModel> Model::all_shipped() {
  std::vector<ShippedModel> out;
  for (const cat::ShippedModel& model : cat::shipped_models()) out.push_back({model.name, model.title, model.summary});
  return out;
}

const std::string& Model::name() const { return body_->model.name(); }
const std::vector<Rule>& Model::rules() const { return body_->rules; }

}  // namespace thinair
