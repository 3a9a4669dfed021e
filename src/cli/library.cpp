#include "cli/library.hpp"

namespace thinair::cli {

report::html::Library library_of(const Sources& sources, const std::vector<LoadedModel>& models) {
  report::html::Library out;
  const auto add = [&](std::uint32_t file, const std::string& title) {
    if (file < sources.size()) out.add_file(file, sources.name(file), title, sources.text(file));
  };
  for (const LoadedModel& model : models) {
    const cat::Model& single = model.single();
    const mem::Model* multi = model.multi();
    if (multi != nullptr) add(multi->file, multi->title);
    add(single.file, single.title);
    // Rules of files that a model includes. What every model has from the standard library is about none of them.
    for (const language::Rule& rule : model.rules())
      if (rule.where.file < sources.size() && !sources.name(rule.where.file).ends_with("stdlib.cat")) add(rule.where.file, "");
    out.add_model(model.name(), multi != nullptr ? multi->title : single.title, multi != nullptr ? multi->file : single.file);
  }
  return out;
}

}  // namespace thinair::cli
