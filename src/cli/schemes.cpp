#include "cli/schemes.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "cli/terminal.hpp"
#include "show/report/json.hpp"

namespace thinair::cli {

Exit reject(const Options& options, const Sources& sources, const Diagnostics& diagnostics) {
  std::fputs(to_text(sources, diagnostics, use_colour(options, stderr)).c_str(), stderr);
  if (options.format == Format::json) std::fputs(report::json::rejected({"", "", "", sources, diagnostics}).c_str(), stdout);
  return Exit::input;
}

Exit with_schemes(const Options& options, const std::function<Exit(const std::vector<compile::Scheme>&, const Sources&)>& work) {
  Sources sources = first_sources(options);
  std::vector<compile::Scheme> schemes;
  Diagnostics problems;
  for (const std::string& name : options.to) {
    if (auto scheme = compile::load_scheme(sources, name))
      schemes.push_back(std::move(*scheme));
    else
      std::ranges::move(scheme.error(), std::back_inserter(problems));
  }
  return problems.empty() ? work(schemes, sources) : reject(options, sources, problems);
}

Result<std::vector<LoadedModel>> target_models(const Options& options, const std::vector<compile::Scheme>& schemes, Sources& sources) {
  std::vector<LoadedModel> models;
  cat::LoadOptions from;
  from.include_path = options.include;
  for (const compile::Scheme& scheme : schemes) {
    auto loaded = problem::load(sources, options.target_model.empty() ? scheme.model : options.target_model, from);
    if (!loaded) return fail(std::move(loaded.error()));
    models.push_back(std::move(*loaded));
  }
  return models;
}

}  // namespace thinair::cli
