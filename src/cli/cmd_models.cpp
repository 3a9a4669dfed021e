#include <algorithm>
#include <cstdio>

#include "cli/commands.hpp"
#include "cli/models.hpp"
#include "show/report/json.hpp"
#include "show/report/text.hpp"

namespace thinair::cli {

Exit models_command(const Options& options) {
  const auto models = shipped_models();
  std::string out;
  if (options.arguments.empty()) {
    if (options.format == Format::json)
      for (const report::ModelInfo& info : models) out += report::json::model(info, nullptr);
    else
      out = report::text::models(models, default_model());
  } else {
    const std::string& name = options.arguments[0];
    const auto text = model_text(name);
    if (!text) {
      std::fputs(to_text(Sources{}, text.error()).c_str(), stderr);
      return Exit::input;
    }
    const auto info = std::ranges::find(models, name, &report::ModelInfo::name);
    // A file of models/lib has a text but is not a model.
    out = options.format == Format::json ? report::json::model(info == models.end() ? report::ModelInfo{name, "", ""} : *info, &*text)
                                         : *text;
  }
  std::fputs(out.c_str(), stdout);
  return Exit::as_expected;
}

}  // namespace thinair::cli
