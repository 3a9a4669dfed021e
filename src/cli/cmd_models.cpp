#include <algorithm>
#include <cstdio>

#include "cli/commands.hpp"
#include "cli/models.hpp"
#include "cli/terminal.hpp"
#include "show/report/json.hpp"
#include "show/report/shipped.hpp"
#include "show/report/text.hpp"

namespace thinair::cli {
namespace {

std::string all_models(const Options& options) {
  const auto models = shipped_models();
  const auto library = library_files();
  if (options.format != Format::json) return report::text::models(models, default_model()) + "\n" + report::text::library_files(library);
  std::string out;
  for (const report::ModelInfo& info : models) out += report::json::model(info, nullptr);
  for (const report::ModelInfo& info : library) out += report::json::library_file(info, nullptr);
  return out;
}

std::string one_model(const Options& options, std::string name, const std::string& text) {
  if (options.format != Format::json) return text;
  const auto models = shipped_models();
  if (const auto info = std::ranges::find(models, name, &report::ModelInfo::name); info != models.end())
    return report::json::model(*info, &text);
  if (name.starts_with("lib/")) name.erase(0, 4);
  const auto library = library_files();
  if (const auto info = std::ranges::find(library, name, &report::ModelInfo::name); info != library.end())
    return report::json::library_file(*info, &text);
  return report::json::model({name, "", ""}, &text);  // by its file: jam21.cat
}

}  // namespace

Exit models_command(const Options& options) {
  if (options.arguments.empty()) {
    std::fputs(all_models(options).c_str(), stdout);
    return Exit::as_expected;
  }
  const auto text = model_text(options.arguments[0], options.cells);
  if (!text) {
    std::fputs(to_text(Sources{}, text.error(), use_colour(options, stderr)).c_str(), stderr);
    return Exit::input;
  }
  std::fputs(one_model(options, options.arguments[0], *text).c_str(), stdout);
  return Exit::as_expected;
}

}  // namespace thinair::cli
