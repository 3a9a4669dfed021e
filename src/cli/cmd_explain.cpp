#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "answer/explanation.hpp"
#include "ask/verdict/verdict.hpp"
#include "cli/commands.hpp"
#include "cli/expected.hpp"
#include "cli/inputs.hpp"
#include "cli/library.hpp"
#include "cli/output.hpp"
#include "cli/session.hpp"
#include "read/lower.hpp"
#include "show/draw/dot.hpp"
#include "show/draw/svg.hpp"
#include "show/draw/tikz.hpp"
#include "show/page/page.hpp"
#include "show/page/pictures.hpp"

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
  auto prop = read::read_prop(sources, file, test);
  if (!prop) return fail(std::move(prop.error()));
  program::observe(test, *prop);
  out.push_back({std::move(*prop), options.outcome});
  return out;
}

// What is expected of the model: by the catalogue's table for it, or else by the clause's own word.
void expect(const program::Clause& clause, verdict::Verdict verdict, const Expected& tables, report::html::Cell& cell) {
  using Kind = program::Clause::Kind;
  if (tables.has_table(cell.model)) {
    const suite::Expectation* expected = tables.find(cell.model, clause.text);
    if (expected == nullptr || expected->verdict == verdict::Verdict::unknown) return;
    const bool met = verdict == expected->verdict;
    cell.surprising = !met && verdict != verdict::Verdict::unknown;
    cell.expected = met ? "as expected" : fmt::format("expected {}", report::name(expected->verdict));
    cell.source = expected->source;
    return;
  }
  if (clause.kind == Kind::exists) return;
  cell.surprising = verdict::standing(clause.kind, verdict) == verdict::Standing::not_met;
  cell.expected = !cell.surprising ? "as expected" : clause.kind == Kind::required ? "expected allowed" : "expected forbidden";
  cell.source = "the test itself";
}

// Pictures and pages, gathered over all models and outcomes of a test.
class Gallery {
 public:
  Gallery(const Job& job, const Sources& sources, const program::Test& test) : options_(job.options), test_(test) {
    page_.name = test.name;
    page_.doc = test.doc;
    page_.source = std::string(sources.text(job.file));
    if (options_.html.empty()) return;
    library_ = library_of(sources, job.models);
    std::vector<std::string> names;
    for (const LoadedModel& model : job.models) names.push_back(model.name());
    expected_ = Expected(std::string(sources.name(job.file)), page_.source, names);
  }
  static bool wanted(const Options& options) {
    return !options.html.empty() || !options.svg.empty() || !options.dot.empty() || !options.tikz.empty();
  }

  void add(const report::Explained& explained, std::size_t question, const program::Clause* clause) {
    if (!options_.svg.empty() || !options_.dot.empty() || !options_.tikz.empty())
      for (report::Frame& frame : report::frames(explained)) pictures_.push_back(std::move(frame.picture));
    if (options_.html.empty()) return;
    if (page_.models.empty() || page_.models.back() != explained.model) page_.models.emplace_back(explained.model);
    if (page_.rows.size() <= question)
      page_.rows.push_back({clause ? std::string(report::keyword(clause->kind)) : "asked", std::string(explained.asked), {}});
    report::html::Cell cell;
    cell.model = explained.model;
    cell.verdict = report::name(report::told_verdict(explained.explanation));
    if (clause) expect(*clause, report::told_verdict(explained.explanation), expected_, cell);
    cell.article = report::html::explanation(explained, fmt::format("o{}-{}", question, page_.rows[question].cells.size()), library_,
                                             page_.model_folder);
    page_.rows[question].cells.push_back(std::move(cell));
  }

  // Writes what was asked for and says so; what goes to standard output is printed with the rest.
  Result<void> write(Printed& printed) const {
    const bool piped = is_standard_output(options_.html) || is_standard_output(options_.svg) || is_standard_output(options_.dot) ||
                       is_standard_output(options_.tikz);
    const auto save = [&](const std::string& path, const std::string& text) -> Result<void> {
      if (is_standard_output(path)) {
        printed.out += text;
        return {};
      }
      auto written = write_file(path, text);
      if (written && !options_.quiet) (piped ? printed.err : printed.out) += printable(path) + "\n";
      return written;
    };
    if (!options_.html.empty())
      if (const auto saved = save(options_.html, report::html::page(page_, library_)); !saved) return fail(saved.error());
    if (!options_.dot.empty()) {
      std::string all;
      for (std::size_t i = 0; i < pictures_.size(); ++i) all += draw::dot(pictures_[i], fmt::format("{}-{}", test_.name, i + 1));
      if (const auto saved = save(options_.dot, all); !saved) return fail(saved.error());
    }
    if (!options_.tikz.empty()) {
      std::string all;
      for (const draw::Picture& picture : pictures_) all += draw::tikz(picture, draw::layout(picture));
      if (const auto saved = save(options_.tikz, draw::tikz_preamble() + all); !saved) return fail(saved.error());
    }
    if (options_.svg.empty()) return {};
    std::vector<std::string> svgs;
    for (const draw::Picture& picture : pictures_) svgs.push_back(draw::svg(picture, draw::layout(picture), "p", true));
    if (takes_all(options_.svg)) return save(options_.svg, fmt::format("{}", fmt::join(svgs, "")));
    for (std::size_t i = 0; i < svgs.size(); ++i)
      if (const auto saved = save(svgs.size() == 1 ? options_.svg : numbered(options_.svg, i + 1), svgs[i]); !saved) return saved;
    return {};
  }

 private:
  const Options& options_;
  const program::Test& test_;
  report::html::Page page_;
  report::html::Library library_;
  Expected expected_;
  std::vector<draw::Picture> pictures_;
};

}  // namespace

Exit explain_command(const Options& options) {
  if (Gallery::wanted(options) && !options.texts && expand(options.arguments).tests.size() > 1) {
    std::fputs(
        "thinair: --html, --svg, --dot and --tikz take one test; 'thinair suite --html DIR' makes a site of many\nSee 'thinair help "
        "explain'.\n",
        stderr);
    return Exit::usage;
  }
  const auto judge = [](const Job& job, Printed& printed) {
    Sources sources = job.sources;
    program::Test test = job.test;
    const auto rejected = [&](const Diagnostics& diagnostics) { job.reject(sources, diagnostics, printed); };
    const auto questions = asked(job.options, sources, test);
    if (!questions) return rejected(questions.error());
    if (questions->empty()) {
      printed.err += "thinair: " + test.name + ": no clause to explain; say which states with --outcome\nSee 'thinair help explain'.\n";
      printed.exit = Exit::usage;
      return;
    }
    Gallery gallery(job, sources, test);
    const bool pictures = Gallery::wanted(job.options);
    for (const LoadedModel& model : job.models) {
      auto problem = configured(job.options, model).problem(test);
      if (!problem) return rejected(problem.error());
      const std::vector<notes::Note> notes = job.notes(model);
      Budget budget = job.budget();
      for (std::size_t i = 0; i < questions->size(); ++i) {
        const Asked& asked_now = (*questions)[i];
        Budget part = budget.again();
        engine::ExplainOptions how{.relations = pictures};
        if (job.options.timeout || job.options.steps) how.effort.reset();  // the user says how long it may take
        const auto explanation = problem->explain(asked_now.prop, part, how);
        if (!explanation) return rejected(explanation.error());
        const report::Explained explained{test, model.name(), asked_now.text, *explanation, sources, notes, job.origin};
        printed.counts.add(std::string(report::name(report::told_verdict(*explanation))));
        if (pictures)
          gallery.add(explained, i, job.options.outcome.empty() ? &test.clauses[i] : nullptr);
        else
          printed.out +=
              job.options.format == Format::json ? report::json::explain(explained) : report::text::explain(explained, job.style);
        if (explanation->verdict == verdict::Verdict::unknown) printed.exit = worst(printed.exit, Exit::unknown);
      }
    }
    if (!pictures) return;
    if (const auto written = gallery.write(printed); !written) return rejected(written.error());
  };
  return judge_tests(options, judge, list_counts({{"allowed", "allowed"}, {"forbidden", "forbidden"}, {"unknown", "unknown"}}));
}

}  // namespace thinair::cli
