#include "ask/suite/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "ask/suite/csv.hpp"

namespace thinair::suite {
namespace {

using verdict::Verdict;

constexpr std::array<std::string_view, 5> kColumns = {"test", "outcome", "verdict", "source", "note"};

Diagnostic problem(std::string code, Span where, std::string message, std::string hint = "") {
  Diagnostic d;
  d.code = std::move(code);
  d.where = where;
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

std::optional<Verdict> verdict_of(std::string_view word) {
  if (word == "allowed") return Verdict::allowed;
  if (word == "forbidden") return Verdict::forbidden;
  if (word == "unknown") return Verdict::unknown;
  return std::nullopt;
}

std::string meant(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string near = nearest(word, candidates);
  return near.empty() ? "" : fmt::format("did you mean '{}'?", near);
}

// What is wrong with test and outcome of a row, if anything.
std::optional<Diagnostic> misdirected(const Row& row, const Catalogue& catalogue) {
  const Entry* entry = catalogue.find(row[0].text);
  if (!entry) {
    if (std::ranges::find(catalogue.rejected, row[0].text) != catalogue.rejected.end()) return std::nullopt;  // told already
    std::vector<std::string> ids;
    for (const Entry& e : catalogue.tests) ids.push_back(e.id);
    return problem("suite-no-test", row[0].where, fmt::format("no test is called '{}'", row[0].text), meant(row[0].text, ids));
  }
  const auto same = [&](const program::Clause& clause) { return canonical(clause.text) == canonical(row[1].text); };
  if (std::ranges::any_of(entry->test.clauses, same)) return std::nullopt;
  std::vector<std::string> texts;
  for (const program::Clause& clause : entry->test.clauses) texts.push_back(clause.text);
  return problem("suite-no-outcome", row[1].where, fmt::format("no clause of '{}' is about this outcome", entry->id),
                 texts.size() == 1 ? fmt::format("its clause is about {}", texts[0]) : meant(row[1].text, texts));
}

Diagnostics check_header(const std::vector<Row>& rows, std::uint32_t file) {
  const auto names = fmt::format("{},{},{},{},{}", kColumns[0], kColumns[1], kColumns[2], kColumns[3], kColumns[4]);
  if (rows.empty()) return {problem("suite-columns", {file, 0, 0}, "the table is empty", fmt::format("its first line is {}", names))};
  for (std::size_t i = 0; i < std::max(rows[0].size(), kColumns.size()); ++i) {
    const Span where = i < rows[0].size() ? rows[0][i].where : rows[0].back().where;
    if (i >= kColumns.size() || i >= rows[0].size() || rows[0][i].text != kColumns[i])
      return {problem("suite-columns", where, "the columns of a table are " + names)};
  }
  return {};
}

}  // namespace

const Expectation* Expectations::find(const std::string& test, std::string_view outcome) const {
  const auto at = by_outcome_.find({test, canonical(outcome)});
  return at == by_outcome_.end() ? nullptr : &at->second;
}

Result<Expectations> read_expectations(const Sources& sources, std::uint32_t file, const Catalogue& catalogue) {
  const auto rows = read_csv(sources, file);
  if (!rows) return fail(rows.error());
  Diagnostics problems = check_header(*rows, file);
  if (!problems.empty()) return fail(std::move(problems));
  Expectations out;
  for (std::size_t i = 1; i < rows->size(); ++i) {
    const Row& row = (*rows)[i];
    if (row.size() != kColumns.size()) {
      problems.push_back(problem("suite-columns", join(row.front().where, row.back().where),
                                 fmt::format("this row has {} fields instead of {}", row.size(), kColumns.size()),
                                 "a field with a comma is put in quotes"));
      continue;
    }
    if (auto wrong = misdirected(row, catalogue)) {
      problems.push_back(std::move(*wrong));
      continue;
    }
    const auto verdict = verdict_of(row[2].text);
    if (!verdict)
      problems.push_back(
          problem("suite-verdict", row[2].where, fmt::format("'{}' is no verdict", row[2].text), "allowed, forbidden or unknown"));
    if (row[3].text.empty()) problems.push_back(problem("suite-source", row[3].where, "an expectation names its source"));
    const Expectation expectation{verdict.value_or(Verdict::unknown), row[3].text, row[4].text, join(row[0].where, row[1].where)};
    const auto [at, added] = out.by_outcome_.try_emplace({row[0].text, canonical(row[1].text)}, expectation);
    if (added) continue;
    Diagnostic twice = problem("suite-duplicate", expectation.where, "a second expectation for this outcome");
    Diagnostic first = problem("suite-duplicate", at->second.where, "the first one");
    first.severity = Severity::note;
    twice.notes.push_back(std::move(first));
    problems.push_back(std::move(twice));
  }
  if (!problems.empty()) return fail(std::move(problems));
  return out;
}

}  // namespace thinair::suite
