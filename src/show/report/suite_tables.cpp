// CSV and Markdown: the same rows, one per family and model, or with details one per verdict.
#include <fmt/format.h>

#include "ask/suite/csv.hpp"
#include "show/report/suite.hpp"

namespace thinair::report {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows summary_rows(const Suite& s) {
  Rows rows{{"family", "model", "tests", "outcomes", "pass", "fail", "no expectation", "unknown", "unsupported"}};
  auto families = suite::tally(s.run);
  families.push_back(suite::total(families));
  families.back().by_model.resize(s.run.models.size());
  for (const suite::FamilyCount& family : families)
    for (std::size_t m = 0; m < s.run.models.size(); ++m) {
      if (family.outcomes > 0 && family.by_model[m].total() == 0) continue;  // a model of another architecture
      auto& row = rows.emplace_back(
          std::vector{family.family, s.run.models[m].name, std::to_string(family.tests), std::to_string(family.outcomes)});
      for (const std::size_t n : family.by_model[m].of) row.push_back(std::to_string(n));
    }
  return rows;
}

Rows verdict_rows(const Suite& s, bool details) {
  Rows rows{{"test", "clause", "outcome", "model", "verdict", "expected", "status", "source", "note"}};
  for (const SuiteVerdict& v : verdicts(s.run, details)) {
    const suite::Expectation* e = v.judged.expected;
    rows.push_back({v.entry.id, std::string(keyword(v.clause.kind)), v.clause.text, v.model.name,
                    v.judged.status == suite::Status::unsupported ? "" : std::string(word(v.clause.kind, v.judged.verdict)),
                    e ? std::string(word(v.clause.kind, e->verdict)) : "", std::string(name(v.judged.status)), e ? e->source : "",
                    e ? e->note : ""});
  }
  return rows;
}

std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : c == '\n' ? std::string(" ") : std::string(1, c);
  return out;
}

std::string markdown_table(const Rows& rows) {
  std::string out;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    out += "|";
    for (const std::string& text : rows[r]) out += fmt::format(" {} |", cell(text));
    out += '\n';
    if (r > 0) continue;
    for (std::size_t i = 0; i < rows[0].size(); ++i) out += "|---";
    out += "|\n";
  }
  return out;
}

}  // namespace

namespace csv {
std::string suite(const Suite& s) {
  std::string out;
  for (const auto& row : s.details ? verdict_rows(s, true) : summary_rows(s)) out += ::thinair::suite::csv_line(row);
  return out;
}
}  // namespace csv

namespace markdown {
std::string suite(const Suite& s) {
  std::string out = markdown_table(summary_rows(s));
  const Rows list = verdict_rows(s, s.details);
  if (list.size() > 1) out += "\n" + markdown_table(list);
  return out;
}
}  // namespace markdown

}  // namespace thinair::report
