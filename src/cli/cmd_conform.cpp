#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/schemes.hpp"
#include "cli/session.hpp"
#include "cli/signals.hpp"
#include "show/report/conform.hpp"

namespace thinair::cli {
namespace {

// The model of each scheme's target: --target-model, or the one that the scheme names. Empty if herd7 is to judge.
Result<std::vector<LoadedModel>> target_models(const Options& options, const std::vector<compile::Scheme>& schemes, Sources& sources) {
  std::vector<LoadedModel> models;
  if (options.engine == "herd7") return models;
  cat::LoadOptions from;
  from.include_path = options.include;
  for (const compile::Scheme& scheme : schemes) {
    auto loaded = problem::load(sources, options.target_model.empty() ? scheme.model : options.target_model, from);
    if (!loaded) return fail(std::move(loaded.error()));
    models.push_back(std::move(*loaded));
  }
  return models;
}

void conform_test(const Job& job, const std::vector<conform::Target>& targets, Printed& printed) {
  Sources sources = job.sources;
  conform::Request request;
  std::vector<problem::ConfiguredModel> models;
  for (const LoadedModel& model : job.models) models.push_back(configured(job.options, model));
  request.source = &job.test;
  for (const problem::ConfiguredModel& model : models) request.models.push_back(&model);
  request.targets = targets;
  request.budget = [&] { return job.budget(); };
  request.stop = stop_flag();
  auto results = conform::conform(request, sources);
  if (!results) {
    Printed rejected;
    job.reject(sources, results.error(), rejected);
    printed.once += rejected.err;  // what is wrong with a model is wrong for every test
    printed.out += rejected.out;
    printed.exit = worst(printed.exit, rejected.exit);
    return;
  }
  using Verdict = conform::Conformance::Verdict;
  for (std::size_t m = 0; m < job.models.size(); ++m) {
    for (std::size_t i = 0; i < targets.size(); ++i) {
      conform::Conformance& result = (*results)[m][i];
      printed.counts.add(result.verdict == Verdict::passes ? "pass" : result.verdict == Verdict::fails ? "fail" : "unknown");
      if (result.verdict == Verdict::fails) printed.exit = worst(printed.exit, Exit::not_as_expected);
      if (result.verdict == Verdict::unknown) printed.exit = worst(printed.exit, Exit::unknown);
      if (job.options.quiet && result.verdict == Verdict::passes) continue;
      const std::string_view judged_by = targets[i].model == nullptr ? "herd7" : std::string_view(targets[i].model->name());
      const report::Conformed conformed{
          job.test, job.models[m].name(), targets[i].scheme->name, judged_by, result, sources, job.notes(job.models[m]), job.origin};
      printed.out += job.options.format == Format::json ? report::json::conform(conformed) : report::text::conform(conformed, job.style);
    }
  }
}

}  // namespace

Exit conform_command(const Options& options) {
  return with_schemes(options, [&](const std::vector<compile::Scheme>& schemes, Sources sources) {
    const auto targets = target_models(options, schemes, sources);
    if (!targets) return reject(options, sources, targets.error());
    const auto judge = [&](const Job& job, Printed& printed) {
      std::vector<conform::Target> pairs;
      for (std::size_t i = 0; i < schemes.size(); ++i) pairs.push_back({&schemes[i], targets->empty() ? nullptr : &(*targets)[i]});
      conform_test(job, pairs, printed);
    };
    return judge_tests(options, std::move(sources), judge, list_counts({{"pass", "pass"}, {"fail", "fail"}, {"unknown", "unknown"}}));
  });
}

}  // namespace thinair::cli
