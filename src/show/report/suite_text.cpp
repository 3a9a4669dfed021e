// Families down, models across, as tables of verdicts are printed in papers; one table for each set of models that judge the same
// families.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "show/report/suite.hpp"

namespace thinair::report::text {
namespace {

using suite::Count;
using suite::FamilyCount;
using suite::Status;

struct Column {
  Status status;
  std::string_view heading;
};
constexpr Column kColumns[] = {{Status::pass, "pass"},
                               {Status::fail, "fail"},
                               {Status::no_expectation, "none"},
                               {Status::unknown, "unk."},
                               {Status::unsupported, "unsup."}};

// Pass and fail always, the others if the model has such verdicts.
std::vector<Column> columns_of(const Count& sum) {
  std::vector<Column> out;
  for (const Column& column : kColumns)
    if (sum[column.status] > 0 || column.status == Status::pass || column.status == Status::fail) out.push_back(column);
  return out;
}

std::size_t width_of(const Column& column) { return column.heading.size() + 1; }

std::string model_heading(const suite::ModelName& model) {
  return model.expected.empty() || model.expected == model.name ? model.name : fmt::format("{} as {}", model.name, model.expected);
}

std::string shade(std::string text, int code, const Style& style) {
  return style.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

// Families that the same models judge, and these models: one table.
struct Group {
  std::vector<std::size_t> models;  // indices into Run::models
  std::vector<FamilyCount> rows;
};

std::vector<Group> groups(const Suite& s) {
  std::vector<Group> out;
  for (FamilyCount& row : suite::tally(s.run)) {
    Group group;
    for (std::size_t m = 0; m < s.run.models.size(); ++m)
      if (row.by_model[m].total() > 0 || row.outcomes == 0) group.models.push_back(m);
    auto at = std::ranges::find(out, group.models, &Group::models);
    if (at == out.end()) at = out.insert(at, std::move(group));
    at->rows.push_back(std::move(row));
  }
  return out;
}

std::string table(const Suite& s, Group group, const Style& style) {
  auto& rows = group.rows;
  rows.push_back(suite::total(rows));
  std::size_t first = 6;
  for (const FamilyCount& row : rows) first = std::max(first, row.family.size());

  std::string head(first + 17, ' '), heads = fmt::format("{:<{}}  tests  outcomes", "family", first);
  std::vector<std::size_t> widths;
  std::vector<std::vector<Column>> columns;
  for (const std::size_t m : group.models) {
    std::string names;
    columns.push_back(columns_of(rows.back().by_model[m]));
    for (const Column& column : columns.back()) names += fmt::format("{:>{}}", column.heading, width_of(column));
    const std::string heading = model_heading(s.run.models[m]);
    widths.push_back(std::max(names.size(), heading.size()));
    head += fmt::format(" | {:<{}}", heading, widths.back());
    heads += fmt::format(" | {:<{}}", names, widths.back());
  }
  const auto trimmed = [](std::string line) { return line.erase(line.find_last_not_of(' ') + 1) + "\n"; };
  std::string out = trimmed(head) + trimmed(heads);
  for (const FamilyCount& row : rows) {
    std::string line = fmt::format("{:<{}}  {:>5}  {:>8}", row.family.empty() ? "." : row.family, first, row.tests, row.outcomes);
    for (std::size_t i = 0; i < widths.size(); ++i) {
      line += " | ";
      std::size_t width = 0;
      for (const Column& column : columns[i]) {
        const std::size_t n = row.by_model[group.models[i]][column.status];
        const bool bad = n > 0 && (column.status == Status::fail || column.status == Status::unknown);
        line += shade(fmt::format("{:>{}}", n, width_of(column)), bad ? 31 : n == 0 ? 2 : 0, style);
        width += width_of(column);
      }
      line += std::string(widths[i] - width, ' ');
    }
    out += trimmed(line);
  }
  return out;
}

std::string summary(const Suite& s, const Style& style) {
  std::string out;
  for (Group& group : groups(s)) out += (out.empty() ? "" : "\n") + table(s, std::move(group), style);
  return out;
}

std::string time_text(double seconds) {
  return seconds < 0.01 ? fmt::format("{:.1f} ms", seconds * 1000) : fmt::format("{:.3g} s", seconds);
}

// What it took here, and what others published.
std::string times_text(const SuiteVerdict& v) {
  std::string published;
  for (const suite::PublishedTime* time : v.published) published += fmt::format("{}{} s", published.empty() ? "" : ", ", time->seconds);
  return fmt::format("{:>8}  {:>12}  ", v.cpu_seconds ? time_text(*v.cpu_seconds) : "", published);
}

void append_verdict(std::string& out, const SuiteVerdict& v, bool times, const Style& style) {
  const suite::Judged& j = v.judged;
  const bool bad = j.status == Status::fail || j.status == Status::unknown;
  const std::string status = fmt::format("{:<14}", j.status == Status::fail ? "FAIL" : name(j.status));
  out += fmt::format("  {}  {}{}: {}",
                     shade(status,
                           bad                        ? 31
                           : j.status == Status::pass ? 32
                                                      : 2,
                           style),
                     times ? times_text(v) : "", model_heading(v.model),
                     j.status == Status::unsupported ? "no verdict" : word(v.clause.kind, j.verdict));
  if (!j.reason.empty()) out += fmt::format(" ({})", j.reason);
  if (j.expected) out += fmt::format(", expected {}: {}", word(v.clause.kind, j.expected->verdict), j.expected->source);
  out += '\n';
  if (j.expected && !j.expected->note.empty()) out += fmt::format("{:18}note: {}\n", "", j.expected->note);
}

// Grouped by test and clause, so that what the test's own source asks for stands beside what is expected of each model.
std::string list(const Suite& s, const Style& style) {
  std::string out;
  const auto all = verdicts(s.run, s.details);
  if (s.details && style.times && !all.empty()) {
    std::set<std::string> sources;
    for (const SuiteVerdict& v : all)
      for (const suite::PublishedTime* time : v.published) sources.insert(time->source);
    out += fmt::format("Columns of time: CPU time here{}{}.\n\n",
                       sources.empty() ? "" : "; as published for other tools and machines: ", fmt::join(sources, "; "));
  }
  const suite::Entry* entry = nullptr;
  const program::Clause* clause = nullptr;
  for (const SuiteVerdict& v : all) {
    if (&v.entry != entry || &v.clause != clause) out += fmt::format("{}: {} {}\n", v.entry.id, keyword(v.clause.kind), v.clause.text);
    entry = &v.entry;
    clause = &v.clause;
    append_verdict(out, v, s.details && style.times, style);
  }
  return out;
}

}  // namespace

std::string suite(const Suite& s, const Style& style) {
  const std::string details = list(s, style);
  std::string out =
      s.details ? details + (details.empty() ? "" : "\n") + summary(s, style) : summary(s, style) + (details.empty() ? "" : "\n") + details;
  if (!style.times) return out;
  out += fmt::format("{:.1f} s, {:.1f} s of CPU time\n", s.seconds, suite::cpu_seconds(s.run));
  std::string slow;
  for (const suite::Slow& test : suite::slowest(s.run, kMostSlow))
    slow += fmt::format("{}{} under {} {}", slow.empty() ? "slowest: " : ", ", test.test->entry->id, s.run.models[test.model].name,
                        time_text(test.seconds));
  if (!slow.empty()) out += slow + "\n";
  return out;
}

}  // namespace thinair::report::text
