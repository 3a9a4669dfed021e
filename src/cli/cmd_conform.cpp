#include <fmt/format.h>

#include "ask/conform/mix.hpp"
#include "cli/commands.hpp"
#include "cli/schemes.hpp"
#include "cli/session.hpp"
#include "cli/signals.hpp"
#include "show/report/conform.hpp"

namespace thinair::cli {
namespace {

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
    job.reject_source(sources, results.error(), rejected);
    printed.once += rejected.err;  // what is wrong with a model is wrong for every test
    printed.out += rejected.out;
    printed.skipped = rejected.skipped;
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
          job.test, job.models[m].name(), targets[i].compilers.name, judged_by, result, sources, job.notes(job.models[m]), job.origin};
      printed.out += job.options.format == Format::json ? report::json::conform(conformed) : report::text::conform(conformed, job.style);
    }
  }
}

}  // namespace

Exit conform_command(const Options& options) {
  return with_schemes(options, [&](const std::vector<compile::Scheme>& schemes, Sources sources) {
    const auto targets =
        options.engine == "herd7" ? Result<std::vector<LoadedModel>>() : target_models(options, schemes, sources);  // herd7 has its own
    if (!targets) return reject(options, sources, targets.error());
    const auto judge = [&](const Job& job, Printed& printed) {
      std::vector<conform::Target> pairs;
      const auto model = [&](std::size_t i) { return targets->empty() ? nullptr : &(*targets)[i]; };
      if (options.mixed) {
        const auto mixed = conform::mixtures(job.test, schemes, targets->empty() ? compile::Reader::herd : compile::Reader::thinair);
        if (!mixed) return job.reject_source(job.sources, mixed.error(), printed);
        for (const compile::Compilers& compilers : *mixed) pairs.push_back({compilers, model(0)});
      } else {
        for (std::size_t i = 0; i < schemes.size(); ++i) pairs.push_back({schemes[i], model(i)});
      }
      conform_test(job, pairs, printed);
    };
    return judge_tests(options, std::move(sources), judge, list_counts({{"pass", "pass"}, {"fail", "fail"}, {"unknown", "unknown"}}));
  });
}

}  // namespace thinair::cli
