#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/schemes.hpp"
#include "cli/session.hpp"
#include "report/conform.hpp"

namespace thinair::cli {
namespace {

// The model of each scheme's target: --target-model, or the one that the scheme names. Empty if herd7 is to judge.
Result<std::vector<LoadedModel>> target_models(const Options& options, const std::vector<compile::Scheme>& schemes, Sources& sources) {
  std::vector<LoadedModel> models;
  if (options.engine == "herd7") return models;
  cat::LoadOptions from;
  from.include_path = options.include;
  for (const compile::Scheme& scheme : schemes) {
    auto loaded = model::load(sources, options.target_model.empty() ? scheme.model : options.target_model, from);
    if (!loaded) return fail(std::move(loaded.error()));
    models.push_back(std::move(*loaded));
  }
  return models;
}

void conform_one(const Job& job, const LoadedModel& model, const compile::Scheme& scheme, const LoadedModel* target, Printed& printed) {
  Sources sources = job.sources;
  conform::Request request;
  request.source = job.question(model);
  request.scheme = &scheme;
  request.target_model = target;
  request.budget = [&] { return job.budget(); };
  auto result = conform::conform(request, sources);
  if (!result) {
    printed.err += to_text(sources, result.error());
    printed.exit = worst(printed.exit, Exit::input);
    return;
  }
  using Verdict = conform::Conformance::Verdict;
  if (result->verdict == Verdict::fails) printed.exit = worst(printed.exit, Exit::not_as_expected);
  if (result->verdict == Verdict::unknown) printed.exit = worst(printed.exit, Exit::unknown);
  if (job.options.quiet && result->verdict == Verdict::passes) return;
  const report::Conformed conformed{job.test, model,  scheme.name, target == nullptr ? "herd7" : std::string_view(target->name),
                                    *result,  sources};
  printed.out += job.options.format == Format::json ? report::json::conform(conformed) : report::text::conform(conformed, job.style);
}

}  // namespace

Exit conform_command(const Options& options) {
  return with_schemes(options, [&](const std::vector<compile::Scheme>& schemes, Sources sources) {
    const auto targets = target_models(options, schemes, sources);
    if (!targets) return reject(options, sources, targets.error());
    return judge_tests(options, std::move(sources), [&](const Job& job, Printed& printed) {
      for (const LoadedModel& model : job.models)
        for (std::size_t i = 0; i < schemes.size(); ++i)
          conform_one(job, model, schemes[i], targets->empty() ? nullptr : &(*targets)[i], printed);
    });
  });
}

}  // namespace thinair::cli
