#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "show/report/datum.hpp"
#include "show/report/explain.hpp"
#include "show/report/jcstress.hpp"

namespace thinair::report::text {
namespace {

using jcstress::Judged;
using jcstress::Seen;
using verdict::Verdict;

constexpr std::size_t kMostConfigurations = 6;  // of a mismatch that are listed

std::string paint(std::string_view text, int code, const Style& style) {
  return style.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

// 1,234,567: counts are long, and the same on every machine.
std::string grouped(std::uint64_t n) {
  const std::string digits = std::to_string(n);
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out;
}

std::string grouped_count(std::uint64_t n, std::string_view noun) { return fmt::format("{} {}{}", grouped(n), noun, n == 1 ? "" : "s"); }

std::string frequency(std::uint64_t count, std::uint64_t of) {
  const double percent = 100.0 * static_cast<double>(count) / static_cast<double>(std::max<std::uint64_t>(of, 1));
  return percent < 0.01 ? "<0.01 %" : fmt::format("{:.2f} %", percent);
}

std::string_view mark(Verdict verdict) {
  switch (verdict) {
    case Verdict::allowed: return "allowed";
    case Verdict::forbidden: return "MISMATCH: forbidden";
    case Verdict::unknown: return "unknown";
  }
  return "";
}

std::vector<std::string> names(const Judged& judged) {
  std::vector<std::string> out;
  for (const jcstress::Column& column : judged.columns) out.push_back(name(judged.test, column));
  return out;
}

// "0:r1=1; 1:r2=0;"
std::string state_text(const Judged& judged, const std::vector<program::Value>& values) {
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i)
    out += fmt::format("{}{}={};", i == 0 ? "" : " ", name(judged.test, judged.columns[i]),
                       value_text(judged.test, judged.columns[i], values[i]));
  return out;
}

// Rows of cells, each column as wide as its widest cell, numbers to the right; what stands behind each row is not padded.
void append_rows(std::string& out, const std::vector<std::vector<std::string>>& rows, const std::vector<std::string>& behind) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths.resize(std::max(widths.size(), i + 1), 0);
      widths[i] = std::max(widths[i], row[i].size());
    }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (std::size_t i = 0; i < rows[r].size(); ++i) line += fmt::format("  {:>{}}", rows[r][i], widths[i]);
    if (!behind[r].empty()) line += "  " + behind[r];
    out += line.empty() ? "  (nothing is shown)\n" : line + "\n";
  }
}

void append_seen(std::string& out, const Judged& judged, const Style& style) {
  std::vector<std::vector<std::string>> rows{names(judged)};
  rows[0].insert(rows[0].end(), {"samples", "frequency"});
  std::vector<std::string> behind{""};
  for (const Seen& seen : judged.seen) {
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < seen.values.size(); ++i) row.push_back(value_text(judged.test, judged.columns[i], seen.values[i]));
    row.insert(row.end(), {grouped(seen.count), frequency(seen.count, judged.samples)});
    behind.push_back(seen.verdict == Verdict::allowed ? std::string(mark(seen.verdict)) : paint(mark(seen.verdict), 31, style));
  }
  append_rows(out, rows, behind);
}

void append_mismatch(std::string& out, const Witnessed& w, const Seen& seen, const Style& style) {
  const Judged& judged = w.judged;
  out += fmt::format("  mismatch {}\n", state_text(judged, seen.values));
  out += fmt::format("    seen {} in {} of {}:\n", grouped_count(seen.count, "time"), seen.configurations.size(),
                     grouped_count(judged.configurations, "configuration"));
  std::vector<jcstress::Configuration> by_count = seen.configurations;
  std::ranges::stable_sort(by_count, std::ranges::greater{}, &jcstress::Configuration::count);
  for (std::size_t i = 0; i < std::min(by_count.size(), kMostConfigurations); ++i) {
    const jcstress::Configuration& c = by_count[i];
    out += fmt::format("      {} ({} of {}): {}; {}\n", grouped(c.count), frequency(c.count, c.samples), grouped(c.samples),
                       fmt::join(c.jvm, " "), c.compile);
  }
  if (by_count.size() > kMostConfigurations) out += fmt::format("      and {} more\n", by_count.size() - kMostConfigurations);
  if (!seen.why) return;
  if (seen.why->verdict == Verdict::allowed) {
    out += "    the values are allowed, but not together with these exceptions\n";
    return;
  }
  const std::string why = explain({judged.test, w.model, state_text(judged, seen.values), *seen.why}, style);
  for (std::size_t at = 0; at < why.size();) {
    const std::size_t end = std::min(why.find('\n', at), why.size());
    out += "    " + why.substr(at, end - at) + "\n";
    at = end + 1;
  }
}

void append_unseen(std::string& out, const Judged& judged) {
  if (judged.unseen.empty()) return;
  out += fmt::format("  allowed but not observed: {}\n", grouped_count(judged.unseen.size(), "state"));
  std::vector<std::vector<std::string>> rows{names(judged)};
  for (const auto& state : judged.unseen) {
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < state.size(); ++i) {
      const auto* value = std::get_if<program::Value>(&state[i]);
      row.push_back(value ? value_text(judged.test, judged.columns[i], *value) : datum_text(state[i]));
    }
  }
  append_rows(out, rows, std::vector<std::string>(rows.size()));
}

}  // namespace

std::string witnessed(const Witnessed& w, const Style& style) {
  const Judged& judged = w.judged;
  std::string out = fmt::format("{} under {}: ", title(judged.test, w.origin), w.model);
  if (!judged.not_run.empty()) {
    out += paint(judged.not_run, 31, style) + "\n";
    for (const std::string& trouble : judged.troubles) out += fmt::format("  {}\n", trouble);
    return out;
  }
  out += fmt::format("{} in {}, ", grouped_count(judged.seen.size(), "result"), grouped_count(judged.samples, "sample"));
  if (judged.mismatches() > 0)
    out += paint(judged.mismatches() == 1 ? "1 mismatch" : fmt::format("{} mismatches", judged.mismatches()), 31, style);
  else
    out += "no mismatch";
  if (!judged.complete) out += paint(" so far; unknown: " + judged.reason, 31, style);
  out += "\n";
  append_seen(out, judged, style);
  for (const std::string& trouble : judged.troubles) out += fmt::format("  a JVM ended abnormally: {}\n", trouble);
  for (const Seen& seen : judged.seen)
    if (seen.verdict == Verdict::forbidden) append_mismatch(out, w, seen, style);
  append_unseen(out, judged);
  for (const notes::Note& note : w.notes) out += fmt::format("  {} {}\n", paint("note:", 36, style), note.text);
  return out;
}

std::string gradings(const ListedGradings& g, const Style& style) {
  std::string out = fmt::format("{}  ({})\n", g.test.name, grouped_count(g.test.actors.size(), "actor"));
  if (!g.test.description.empty()) out += fmt::format("  {}\n", g.test.description);
  std::size_t width = 0;
  for (const auto& outcome : g.test.outcomes) width = std::max(width, outcome.expect.size());
  for (const auto& outcome : g.test.outcomes) {
    const std::string ids = outcome.is_default() ? "everything else" : fmt::format("'{}'", fmt::join(outcome.ids, "', '"));
    out += fmt::format("  {:<{}}  {}{}{}\n", outcome.expect, width, ids, outcome.description.empty() ? "" : ": ", outcome.description);
  }
  for (const std::string& remark : g.remarks) out += fmt::format("  {}\n", paint("! " + remark, 31, style));
  return out;
}

}  // namespace thinair::report::text
