// Which models agree with what was observed: from tables and records of runs to observations, from models and edits to variants.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "ask/find/fit.hpp"
#include "ask/jcstress/records.hpp"
#include "ask/suite/csv.hpp"
#include "cli/commands.hpp"
#include "cli/edits.hpp"
#include "cli/find_space.hpp"
#include "cli/inputs.hpp"
#include "cli/models.hpp"
#include "cli/session.hpp"
#include "cli/terminal.hpp"
#include "read/lower.hpp"
#include "show/report/fit.hpp"

namespace thinair::cli {
namespace {

// Observations, from files.
class Observed {
 public:
  explicit Observed(Sources& sources) : sources_(sources) {}
  Result<void> add(std::string path) {
    std::error_code none;
    if (std::filesystem::is_directory(path, none)) path += "/results.jsonl";  // of 'jcstress run -o'
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    if (in) text << in.rdbuf();
    if (!in) return fail(fit_problem(fmt::format("cannot read '{}'", path)));
    const std::uint32_t file = sources_.add(path, text.str());
    return path.ends_with(".jsonl") ? add_run(file) : add_table(file, path);
  }
  std::vector<find::Observation> take() { return std::move(all_); }
  std::size_t left_out() const { return left_out_; }

 private:
  Result<void> add_one(std::string name, const std::string& text, std::string outcome, bool allowed) {
    auto test = read::read_test(sources_, sources_.add(name, text), nullptr);
    if (!test) return fail(std::move(test.error()));
    auto goal = read::read_prop(sources_, sources_.add("outcome", outcome), *test);
    if (!goal) return fail(std::move(goal.error()));
    all_.push_back({{std::move(name), std::move(outcome), allowed}, std::move(*test), std::move(*goal)});
    return {};
  }

  // test,outcome,verdict; as the tables of the catalogue.
  Result<void> add_table(std::uint32_t file, const std::string& path) {
    const auto rows = suite::read_csv(sources_, file);
    if (!rows) return fail(Diagnostics(rows.error()));
    std::array<std::size_t, 3> columns{};
    for (std::size_t k = 0; k < 3; ++k) {
      constexpr std::array<std::string_view, 3> kColumns{"test", "outcome", "verdict"};
      const auto at = rows->empty() ? suite::Row::const_iterator{} : std::ranges::find(rows->front(), kColumns[k], &suite::Field::text);
      if (rows->empty() || at == rows->front().end())
        return fail(fit_problem(fmt::format("'{}' has no column '{}'", path, kColumns[k]),
                                "its first line has the names of columns: test,outcome,verdict"));
      columns[k] = static_cast<std::size_t>(at - rows->front().begin());
    }
    for (std::size_t i = 1; i < rows->size(); ++i) {
      const suite::Row& row = (*rows)[i];
      if (row.size() <= *std::ranges::max_element(columns)) return fail(fit_problem(fmt::format("a row of '{}' is too short", path)));
      const std::string &name = row[columns[0]].text, &said = row[columns[2]].text;
      if (said == "unknown") {
        ++left_out_;
        continue;
      }
      if (said != "allowed" && said != "seen" && said != "forbidden")
        return fail(fit_problem(fmt::format("'{}' is no verdict", said), "there are seen, allowed, forbidden and unknown"));
      const Inputs inputs = expand({name});
      if (!inputs.problems.empty()) return fail(Diagnostics(inputs.problems));
      const auto text = read_text(inputs.tests.front());
      if (!text) return fail(Diagnostics(text.error()));
      if (auto ok = add_one(name, *text, row[columns[1]].text, said != "forbidden"); !ok) return ok;
    }
    return {};
  }

  // What a JVM showed.
  Result<void> add_run(std::uint32_t file) {
    const auto records = jcstress::read_records(sources_, file);
    if (!records) return fail(Diagnostics(records.error()));
    for (const jcstress::TestRecord& test : records->tests) {
      std::set<std::string> seen;
      for (const jcstress::ForkRecord& fork : records->forks)
        if (fork.class_name == test.class_name)
          for (const auto& [state, count] : fork.states)
            if (count > 0) seen.insert(state);
      for (const std::string& state : seen) {
        const auto outcome = proposition(test.columns, state);
        if (!outcome) {
          ++left_out_;
          continue;
        }
        if (auto ok = add_one(test.test, test.litmus, *outcome, true); !ok) return ok;
      }
    }
    return {};
  }
  // "1, 0" of the columns 0:r1 and 1:r2. Nothing if a value is no number.
  static std::optional<std::string> proposition(const std::vector<std::string>& columns, const std::string& state) {
    std::vector<std::string> values;
    std::istringstream in(state);
    for (std::string word; std::getline(in, word, ',');) {
      const std::size_t from = word.find_first_not_of(' ');
      values.push_back(from == std::string::npos ? "" : word.substr(from));
      if (values.back().empty() || values.back().find_first_not_of("-0123456789") != std::string::npos) return std::nullopt;
    }
    if (values.size() != columns.size()) return std::nullopt;
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < values.size(); ++i) parts.push_back(fmt::format("{}={}", columns[i], values[i]));
    return fmt::format("{}", fmt::join(parts, " /\\ "));
  }

  Sources& sources_;
  std::vector<find::Observation> all_;
  std::size_t left_out_ = 0;
};

// A model, and its text if it was edited.
struct Variant {
  find::Candidate candidate;
  std::optional<EditedModels::Made> made;
};

constexpr std::size_t kMostVariants = 10;

// Every model with every choice of what may vary.
Result<std::vector<Variant>> variants(const Options& o, const std::vector<problem::Model>& models, EditedModels& edited, Sources& sources) {
  std::vector<Edit> edits;
  std::vector<std::string> rules;
  for (const std::string& word : o.find.vary) {
    if (!word.ends_with(".edits")) {
      rules.push_back(word);
      continue;
    }
    auto more = read_edits(word);
    if (!more) return fail(std::move(more.error()));
    edits.insert(edits.end(), more->begin(), more->end());
  }
  const std::size_t bits = edits.size() + rules.size();
  if (bits > kMostVariants)
    return fail(fit_problem(fmt::format("{} things vary, which makes too many models", bits), fmt::format("{} at most", kMostVariants)));
  std::vector<Variant> out;
  for (const problem::Model& model : models) {
    for (const std::string& rule : rules)
      if (model.rules_named({rule}).empty()) return fail(fit_problem(fmt::format("no rule of '{}' is called '{}'", model.name(), rule)));
    for (std::size_t choice = 0; choice < std::size_t{1} << bits; ++choice) {
      find::Candidate one{model.name(), configured(o, model)};
      std::optional<EditedModels::Made> made;
      std::vector<const Edit*> chosen;
      for (std::size_t i = 0; i < edits.size(); ++i)
        if (choice >> i & 1) chosen.push_back(&edits[i]);
      for (std::size_t i = 0; i < rules.size(); ++i)
        if (choice >> (edits.size() + i) & 1) one.model.options.without.push_back(rules[i]);
      if (!chosen.empty()) {
        auto changed = edited.load(o, model, chosen, sources);
        if (!changed) return fail(std::move(changed.error()));
        if (!*changed) continue;
        one.model.model = std::move(**changed);
        made = edited.last();
      }
      for (const Edit* edit : chosen) one.name += " with " + edit->name;
      for (const std::string& rule : one.model.options.without) one.name += " without " + rule;
      out.push_back({std::move(one), std::move(made)});
    }
  }
  return out;
}

Result<void> write_models(const std::string& folder, const std::vector<Variant>& variants, const std::vector<std::size_t>& which) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  for (const std::size_t c : which) {
    if (!variants[c].made) continue;
    const std::string path = folder + "/" + variants[c].made->file;
    std::ofstream out(path, std::ios::binary);
    out << variants[c].made->text;
    out.close();
    if (!out) {
      Diagnostic d = fit_problem(fmt::format("cannot write '{}'", path));
      d.code = "find-output";
      return fail(std::move(d));
    }
  }
  return {};
}

}  // namespace

Exit find_fit_command(const Options& options) {
  Sources sources;
  auto space = find_space(options, sources);
  if (!space) return reject(options, sources, space.error());
  const auto models = load_models(sources, options);
  if (!models) return reject(options, sources, models.error());
  if (const Diagnostics unknown = unknown_names(*models, options); !unknown.empty()) return reject(options, sources, unknown);
  Observed observed(sources);
  for (const std::string& path : options.arguments)
    if (const auto ok = observed.add(path); !ok) return reject(options, sources, ok.error());
  const std::vector<find::Observation> observations = observed.take();
  EditedModels edited;
  const auto made = variants(options, *models, edited, sources);
  if (!made) return reject(options, sources, made.error());
  std::vector<find::Candidate> candidates;
  for (const Variant& one : *made) candidates.push_back(one.candidate);
  const std::function<Budget()> limits = [&options] { return budget(options); };
  const auto fitted = find::fit(candidates, observations, limits);
  if (!fitted) return reject(options, sources, fitted.error());
  std::vector<std::size_t> which;
  for (std::size_t c = 0; c < fitted->size(); ++c)
    if ((*fitted)[c].fits()) which.push_back(c);
  if (!options.find.output.empty())
    if (const auto written = write_models(options.find.output, *made, which); !written) return reject(options, sources, written.error());
  find::Separation separation;
  if (which.size() > 1) {
    auto apart = find::tell_apart(candidates, which, *space, limits, stop_flag());
    if (!apart) return reject(options, sources, apart.error());
    separation = std::move(*apart);
  }
  report::Fit out{{}, {}, *fitted, separation, *space};
  for (const find::Candidate& one : candidates) out.models.push_back(one.name);
  for (const find::Observation& one : observations) out.observations.push_back(one.seen);
  const report::Style style{.colour = use_colour(options, stdout), .times = options.times, .stats = false};
  std::fputs((options.format == Format::json ? report::json::fit(out) : report::text::fit(out, style)).c_str(), stdout);
  if (observed.left_out() > 0 && !options.quiet)
    std::fputs(fmt::format("thinair: {} observations are left out: unknown, or no numbers\n", observed.left_out()).c_str(), stderr);
  if (std::ranges::any_of(*fitted, [](const find::Fitted& f) { return f.unknown > 0; }) || separation.unknown > 0 || *stop_flag())
    return Exit::unknown;
  return which.empty() ? Exit::not_as_expected : Exit::as_expected;
}

}  // namespace thinair::cli
