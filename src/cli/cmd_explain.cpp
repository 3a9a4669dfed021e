#include "cli/commands.hpp"
#include "cli/session.hpp"
#include "program/lower.hpp"
#include "report/explain.hpp"
#include "verdict/explain.hpp"

namespace thinair::cli {
namespace {

struct Asked {
  program::Prop prop;
  std::string text;
};

// What --outcome says, or what decides each clause of the test. The test observes all of it from then on.
Result<std::vector<Asked>> asked(const Options& options, Sources& sources, program::Test& test) {
  std::vector<Asked> out;
  if (options.outcome.empty()) {
    for (const program::Clause& clause : test.clauses)
      out.push_back({verdict::sought(clause), (clause.kind == program::Clause::Kind::forall ? "not " : "") + clause.text});
    return out;
  }
  const std::uint32_t file = sources.add("--outcome", options.outcome);
  auto prop = program::read_prop(sources, file, test);
  if (!prop) return fail(std::move(prop.error()));
  program::observe(test, *prop);
  out.push_back({std::move(*prop), options.outcome});
  return out;
}

}  // namespace

Exit explain_command(const Options& options) {
  return judge_tests(options, [](const Job& job, Printed& printed) {
    Sources sources = job.sources;
    program::Test test = job.test;
    const auto rejected = [&](const Diagnostics& diagnostics) {
      printed.err += to_text(sources, diagnostics);
      printed.exit = worst(printed.exit, Exit::input);
    };
    const auto questions = asked(job.options, sources, test);
    if (!questions) return rejected(questions.error());
    if (questions->empty() && !job.options.quiet)
      printed.err += "thinair: " + test.name + ": no clause to explain; say which states with --outcome\n";
    for (const LoadedModel& model : job.models)
      for (const Asked& asked_now : *questions) {
        Budget budget = job.budget();
        model::Question question = job.question(model);
        question.test = &test;
        question.goal = &asked_now.prop;
        const auto explanation = verdict::explain(question, budget);
        if (!explanation) return rejected(explanation.error());
        const report::Explained explained{test, model, asked_now.text, *explanation, sources};
        printed.out += job.options.format == Format::json ? report::json::explain(explained) : report::text::explain(explained, job.style);
        if (explanation->verdict == verdict::Verdict::unknown) printed.exit = worst(printed.exit, Exit::unknown);
      }
  });
}

}  // namespace thinair::cli
