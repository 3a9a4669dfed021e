#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.hpp"
#include "cli/jcstress.hpp"
#include "cli/progress.hpp"
#include "show/report/jcstress.hpp"

namespace thinair::cli {
namespace {

struct Graders {
  LoadedModel sc;
  LoadedModel model;
};

Result<Graders> load_graders(Sources& sources, const Options& options) {
  auto models = load_models(sources, options);
  if (!models) return fail(std::move(models.error()));
  if (Diagnostics unknown = unknown_names(*models, options); !unknown.empty()) return fail(std::move(unknown));
  auto sc = problem::load(sources, "sc", {});
  if (!sc) return fail(std::move(sc.error()));
  return Graders{std::move(*sc), std::move(models->front())};
}

}  // namespace

Exit jcstress_generate_command(const Options& options) {
  Exit exit = Exit::as_expected;
  Sources sources;
  std::optional<Graders> graders;
  if (!options.jcstress.observe) {
    auto loaded = load_graders(sources, options);
    if (!loaded) {
      tell(options, sources, loaded.error());
      return Exit::input;
    }
    graders.emplace(std::move(*loaded));
  }
  const auto tests = read_java_tests(options, options.arguments, true, exit);
  jcstress::Project project(options.jcstress.package);
  std::vector<jcstress::Gradings> graded_by;  // parallel to the project's tests
  const Progress progress(tests.size(), options.quiet);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const JavaTest& test = tests[i];
    progress.show(i + 1, test.test.name);
    jcstress::Gradings gradings = jcstress::observing();
    if (graders) {
      const auto columns = jcstress::columns(test.test);
      const program::Test shown = jcstress::showing(test.test, columns);
      Diagnostics problems = graders->model.incompatibilities(shown.program, options.variants);
      Budget budget = cli::budget(options);
      auto graded = problems.empty() ? jcstress::grade(shown, columns, graders->sc, configured(options, graders->model), budget,
                                                       jcstress::actors(test.tree, test.test, columns, {}).coding)
                                     : tl::unexpected(std::move(problems));
      if (!graded) {
        progress.clear();
        tell(options, sources, graded.error());
        exit = worst(exit, Exit::input);
        continue;
      }
      gradings = std::move(*graded);
      if (!gradings.complete) {
        progress.clear();
        std::fputs(fmt::format("thinair: {}: unknown: {}; what is left open is graded interesting, not forbidden\n", test.test.name,
                               gradings.reason)
                       .c_str(),
                   stderr);
        exit = worst(exit, Exit::unknown);
      }
    }
    project.add(test.text, test.tree, test.test, gradings, shape(options));
    graded_by.push_back(std::move(gradings));
  }
  progress.clear();
  if (project.tests().empty()) return worst(exit, Exit::input);
  if (const auto written = jcstress::write(project.files(), options.jcstress.output); !written) {
    tell(options, sources, written.error());
    return Exit::input;
  }
  if (options.format == Format::json) {
    for (std::size_t i = 0; i < project.tests().size(); ++i)
      std::fputs(report::json::generated({project.tests()[i], options.jcstress.output, graders ? graders->model.name() : "", graded_by[i]})
                     .c_str(),
                 stdout);
    return exit;
  }
  const std::size_t count = project.tests().size();
  std::fputs(fmt::format("{}: {} test{}; its README.md tells how to build and run {}\n", options.jcstress.output, count,
                         count == 1 ? "" : "s", count == 1 ? "it" : "them")
                 .c_str(),
             stdout);
  return exit;
}

}  // namespace thinair::cli
