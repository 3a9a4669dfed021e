#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.hpp"
#include "cli/jcstress.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/schemes.hpp"
#include "cli/signals.hpp"
#include "read/lower.hpp"
#include "show/report/jcstress.hpp"
#include "support/check.hpp"

namespace thinair::cli {
namespace {

// What grades: two models of the language and, with --to, compiled code.
struct Graders {
  LoadedModel sc;
  LoadedModel model;
  std::vector<compile::Scheme> schemes;  // one, or none
  std::vector<LoadedModel> targets;      // the model of each
};

Result<Graders> load_graders(Sources& sources, const Options& options) {
  auto models = load_models(sources, options);
  if (!models) return fail(std::move(models.error()));
  if (Diagnostics unknown = unknown_names(*models, options); !unknown.empty()) return fail(std::move(unknown));
  auto sc = problem::load(sources, "sc", {});
  if (!sc) return fail(std::move(sc.error()));
  std::vector<compile::Scheme> schemes;
  for (const std::string& name : options.to) {
    auto scheme = compile::load_scheme(sources, name);
    if (!scheme) return fail(std::move(scheme.error()));
    schemes.push_back(std::move(*scheme));
  }
  auto targets = target_models(options, schemes, sources);
  if (!targets) return fail(std::move(targets.error()));
  return Graders{std::move(*sc), std::move(models->front()), std::move(schemes), std::move(*targets)};
}

// The limits are for each model that is asked; `sources` gets the texts of the test and of what it is compiled to.
Result<jcstress::Gradings> grade(const Options& options, const Graders& graders, const JavaTest& test, Sources& sources) {
  const auto columns = jcstress::columns(test.test);
  const program::Test shown = jcstress::showing(test.test, columns);
  if (Diagnostics problems = graders.model.incompatibilities(shown.program, options.variants); !problems.empty())
    return fail(std::move(problems));
  const jcstress::Coding coding = jcstress::actors(test.tree, test.test, columns, {}).coding;
  std::optional<conform::CompiledStates> shows;
  std::optional<jcstress::Code> code;
  if (!graders.schemes.empty()) {
    const conform::Target target{graders.schemes.front(), &graders.targets.front()};
    auto again = read::read_test(sources, sources.add(test.file, test.text), nullptr);  // so that positions are in `sources`
    check(again.has_value(), "what was read once is read again");
    again->program.unroll = test.test.program.unroll;
    auto states = conform::compiled_states(jcstress::showing(std::move(*again), columns), target,
                                           {budget(options), options.verify, stop_flag()}, sources);
    if (!states) return fail(std::move(states.error()));
    shows = std::move(*states);
    code.emplace(jcstress::Code{graders.schemes.front().name, target.model->name(), *shows});
  }
  Budget limits = budget(options);
  return jcstress::grade(shown, columns, graders.sc, configured(options, graders.model), limits, coding, code);
}

}  // namespace

Exit jcstress_generate_command(const Options& options) {
  Exit exit = Exit::as_expected;
  Sources sources = first_sources(options);
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
      Sources with_test = sources;
      auto graded = grade(options, *graders, test, with_test);
      if (!graded) {
        progress.clear();
        tell(options, with_test, graded.error());
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
  if (is_standard_output(options.jcstress.output)) {
    const auto files = project.files();
    std::vector<report::ProjectText> texts;
    for (const jcstress::ProjectFile& file : files) texts.push_back({file.path, file.text, file.executable});
    std::fputs(report::json::project(texts).c_str(), stdout);
    return exit;
  }
  if (const auto written = jcstress::write(project.files(), options.jcstress.output); !written) {
    tell(options, sources, written.error());
    return Exit::input;
  }
  if (options.format == Format::json) {
    for (std::size_t i = 0; i < project.tests().size(); ++i)
      std::fputs(report::json::generated({project.tests()[i], options.jcstress.output, graders ? graders->model.name() : "",
                                          graders && !graders->schemes.empty() ? graders->schemes.front().name : "", graded_by[i]})
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
