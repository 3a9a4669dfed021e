#include "cli/edits.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "cli/models.hpp"

namespace thinair::cli {

Diagnostic fit_problem(std::string message, std::string hint) {
  Diagnostic d;
  d.code = "find-fit";
  d.has_position = false;
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

Result<std::vector<Edit>> read_edits(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return fail(fit_problem(fmt::format("cannot read '{}'", path)));
  std::vector<Edit> out;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with("//")) continue;
    if (line.starts_with("edit ")) {
      out.push_back({line.substr(5), "", ""});
    } else if (!out.empty() && (line.starts_with("- ") || line.starts_with("+ "))) {
      std::string& side = line[0] == '-' ? out.back().from : out.back().to;
      side += (side.empty() ? "" : "\n") + line.substr(2);
    } else {
      return fail(fit_problem(fmt::format("'{}': cannot read '{}'", path, line), "edit NAME; then lines '- old' and '+ new'"));
    }
  }
  for (const Edit& edit : out)
    if (edit.from.empty())
      return fail(fit_problem(fmt::format("'{}': the edit '{}' changes nothing", path, edit.name), "a line '- old' is missing"));
  return out;
}

EditedModels::~EditedModels() {
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

namespace {

Result<std::string> text_of(const std::string& name) {
  std::ifstream in(name, std::ios::binary);
  if (!in || std::filesystem::is_directory(name)) return model_text(name);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string names_of(const std::vector<const Edit*>& edits) {
  std::string out;
  for (const Edit* edit : edits) {
    out += '+';
    for (const char c : edit->name) out += c == '/' || c == ' ' ? '-' : c;
  }
  return out;
}

}  // namespace

Result<std::optional<problem::Model>> EditedModels::load(const Options& o, const problem::Model& model,
                                                         const std::vector<const Edit*>& edits, Sources& sources) {
  if (folder_.empty()) {
    folder_ = (std::filesystem::temp_directory_path() / "thinair-vary-XXXXXX").string();
    if (!mkdtemp(folder_.data())) return fail(fit_problem(fmt::format("cannot make '{}'", folder_)));
  }
  auto text = text_of(model.name());
  if (!text) return fail(std::move(text.error()));
  std::map<std::size_t, const Edit*> places;
  for (const Edit* edit : edits) {
    const std::size_t at = text->find(edit->from);
    if (at == std::string::npos || text->find(edit->from, at + 1) != std::string::npos)
      return fail(fit_problem(fmt::format("the edit '{}' does not fit '{}'", edit->name, model.name()),
                              fmt::format("'{}' must be there, once", edit->from)));
    if (!places.try_emplace(at, edit).second) return std::nullopt;
  }
  std::size_t behind = text->size();
  for (auto place = places.rbegin(); place != places.rend(); ++place) {
    const auto& [at, edit] = *place;
    if (at + edit->from.size() > behind) return std::nullopt;
    text->replace(at, edit->from.size(), edit->to);
    behind = at;
  }
  const std::string_view ending = model.multi() ? ".mem" : model.machine() ? ".op" : ".cat";
  const std::string path = fmt::format("{}/{}{}", folder_, number_++, ending);
  std::ofstream(path, std::ios::binary) << *text;
  made_ = {std::filesystem::path(model.name()).stem().string() + names_of(edits) + std::string(ending), *text};
  cat::LoadOptions from;
  from.include_path = o.include;
  auto loaded = problem::load(sources, path, from);
  if (!loaded) return fail(std::move(loaded.error()));
  return std::optional(std::move(*loaded));
}

}  // namespace thinair::cli
