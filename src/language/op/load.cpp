#include "language/op/load.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/cat/files.hpp"
#include "language/cat/print.hpp"
#include "language/op/parser.hpp"

namespace thinair::op {
namespace {

constexpr std::string_view kExtension = ".op";
constexpr std::size_t kMostIncludes = 50;

std::optional<cat::ModelFile> shipped(std::string_view name) {
  for (const std::string& path :
       {std::string(name), std::string(name) + std::string(kExtension), std::string(cat::kLibrary) + std::string(name)})
    if (path.ends_with(kExtension))
      if (auto file = cat::shipped_file(path)) return file;
  return std::nullopt;
}

Diagnostic wrong(Span where, std::string message, std::string hint = {}) {
  Diagnostic d;
  d.code = "op-include";
  d.where = where;
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

template <class T>
void append(std::vector<T>& to, std::vector<T>& from) {
  std::ranges::move(from, std::back_inserter(to));
}

// The statements of an included file come before those of the file that includes it: what a machine defines may use them, not the other
// way round.
class Loader {
 public:
  Loader(Sources& sources, const cat::LoadOptions& options) : sources_(sources), options_(options) {}

  Result<Model> text(std::uint32_t file) {
    auto model = parse(sources_, file);
    if (!model) return model;
    model->name = cat::stem(sources_.name(file));
    stack_.push_back(std::string(sources_.name(file)));
    Model all;
    for (const auto& [name, where] : model->includes) {
      if (++count_ > kMostIncludes) return fail(wrong(where, fmt::format("more than {} files are included", kMostIncludes)));
      const auto found = cat::find_file(name, sources_.name(file), options_);
      if (!found) return fail(wrong(where, fmt::format("there is no file '{}'", name)));
      if (std::ranges::find(stack_, found->name) != stack_.end()) return fail(wrong(where, fmt::format("'{}' includes itself", name)));
      auto contents = cat::read_file(*found);
      if (!contents) return fail(wrong(where, std::move(contents.error())));
      auto included = text(sources_.add(found->name, std::move(*contents)));
      if (!included) return included;
      merge(all, *included);
    }
    stack_.pop_back();
    if (!model->threads) model->threads = all.threads;
    if (!model->memory) model->memory = std::move(all.memory);
    const auto before = [](auto& first, auto& rest) {
      append(first, rest);
      rest = std::move(first);
    };
    before(all.states, model->states);
    before(all.definitions, model->definitions);
    before(all.rules, model->rules);
    before(all.finals, model->finals);
    before(all.needs, model->needs);
    return model;
  }

 private:
  static void merge(Model& to, Model& from) {
    append(to.states, from.states);
    append(to.definitions, from.definitions);
    append(to.rules, from.rules);
    append(to.finals, from.finals);
    append(to.needs, from.needs);
    if (from.threads) to.threads = from.threads;
    if (from.memory) to.memory = std::move(from.memory);
  }

  Sources& sources_;
  const cat::LoadOptions& options_;
  std::vector<std::string> stack_;
  std::size_t count_ = 0;
};

// What a reason can name: cells of tables as `bypass[R,W]`, conditions of rules by their rule's name.
void number_parts(Model& model) {
  const auto add = [&](language::Rule::Kind kind, std::string name, Span where, bool named) {
    model.parts.push_back({kind, std::move(name), where, named, {}});
    return static_cast<language::RuleId>(model.parts.size() - 1);
  };
  for (Definition& definition : model.definitions) {
    if (!definition.table) continue;
    Table& table = *definition.table;
    for (Table::Row& row : table.rows)
      for (std::size_t i = 0; i < row.cells.size(); ++i)
        row.rules.push_back(add(language::Rule::Kind::cell,
                                fmt::format("{}[{},{}]", table.name, cat::to_text(*row.head), cat::to_text(*table.columns[i])),
                                row.cells[i]->span, true));
  }
  for (RuleStatement& rule : model.rules)
    for (const Condition& guard : rule.guards) rule.guard_rules.push_back(add(language::Rule::Kind::guard, rule.name, guard.span, true));
}

std::string without_spaces(std::string_view text) {
  std::string out(text);
  std::erase(out, ' ');
  return out;
}

}  // namespace

bool is_shipped(std::string_view name) { return shipped(name).has_value(); }

std::optional<std::string> with_cell(const Sources& sources, const Model& model, std::string_view setting) {
  const std::size_t equal = setting.find("]=");
  if (equal == std::string_view::npos) return std::nullopt;
  const std::string cell = without_spaces(setting.substr(0, equal + 1));
  std::string value(setting.substr(equal + 2));
  // A cell is one word.
  if (value.find_first_of(" |&;\\*") != std::string::npos) value = fmt::format("({})", value);
  for (const language::Rule& part : model.parts) {
    if (part.kind != language::Rule::Kind::cell || without_spaces(part.name) != cell || part.where.file != model.file) continue;
    std::string text(sources.text(model.file));
    text.replace(part.where.begin, part.where.end - part.where.begin, value);
    return text;
  }
  return std::nullopt;
}

Result<Model> load_text(Sources& sources, std::uint32_t file, const cat::LoadOptions& options) {
  auto model = Loader(sources, options).text(file);
  if (!model) return model;
  number_parts(*model);
  for (const std::string& setting : options.cells)
    for (const language::Rule& part : model->parts)
      if (part.where.file != file && setting.starts_with(part.name + "="))
        return fail(wrong(part.where, "a cell of an included file cannot be set"));
  for (const std::string& setting : options.cells)
    if (auto changed = with_cell(sources, *model, setting)) {
      model = Loader(sources, options).text(sources.add(std::string(sources.name(file)), std::move(*changed)));
      if (!model) return model;
      number_parts(*model);
    }
  return model;
}

Result<Model> load(Sources& sources, const std::string& name_or_path, const cat::LoadOptions& options) {
  const bool path_like = name_or_path.find('/') != std::string::npos || name_or_path.ends_with(kExtension);
  std::optional<cat::ModelFile> file = path_like ? cat::find_path(name_or_path, options) : std::nullopt;
  if (!file) file = shipped(name_or_path);
  if (!file) return fail(cat::unknown_model(name_or_path, path_like, "op-model"));
  auto text = cat::read_file(*file);
  if (!text) {
    Diagnostic d;
    d.code = "op-model";
    d.message = std::move(text.error());
    d.has_position = false;
    return fail(std::move(d));
  }
  return op::load_text(sources, sources.add(file->name, std::move(*text)), options);
}

}  // namespace thinair::op
