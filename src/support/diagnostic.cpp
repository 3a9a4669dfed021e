#include "support/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace thinair {
namespace {

constexpr std::size_t kLongestLineShown = 160;

std::string_view word(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "error";
}

std::string paint(std::string_view text, std::string_view code, bool colour) {
  return colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

// The line and the caret under it. A long line is cut to a window around the caret, so that a file of one line stays readable.
void append_excerpt(std::string& out, const Sources& sources, const Diagnostic& d, bool colour) {
  const Position at = sources.position(d.where.file, d.where.begin);
  std::string_view line = sources.line(d.where.file, at.line);
  std::string shown;
  std::size_t caret = 0;
  std::size_t width = 0;
  const std::size_t from = at.column > kLongestLineShown / 2 ? at.column - kLongestLineShown / 2 : 0;
  std::size_t column = 0;
  const auto line_begin = static_cast<std::uint32_t>(line.data() - sources.text(d.where.file).data());
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool starts = (static_cast<unsigned char>(line[i]) & 0xC0) != 0x80;
    if (starts) ++column;
    if (column <= from || column > from + kLongestLineShown) continue;
    shown += line[i] == '\t' || static_cast<unsigned char>(line[i]) < 0x20 || line[i] == 0x7F ? ' ' : line[i];
    if (!starts) continue;
    const std::uint32_t offset = line_begin + static_cast<std::uint32_t>(i);
    if (offset < d.where.begin) ++caret;
    if (offset >= d.where.begin && offset < d.where.end) ++width;
  }
  const std::string number = fmt::format("{:>4}", at.line);
  out += fmt::format("{} | {}\n{} | {}", number, shown, std::string(number.size(), ' '), std::string(caret, ' '));
  std::string mark = "^";
  if (width > 1) mark += std::string(width - 1, '~');
  out += paint(mark, "1;32", colour);
  if (!d.hint.empty()) out += " " + d.hint;
  out += '\n';
}

}  // namespace

std::string to_text(const Sources& sources, const Diagnostic& d, bool colour) {
  std::string out;
  const std::string_view tint = d.severity == Severity::error ? "1;31" : d.severity == Severity::warning ? "1;35" : "1;36";
  const std::string code = d.code.empty() ? "" : fmt::format(" [{}]", d.code);
  if (!d.has_position) {
    out += fmt::format("thinair: {}: {}{}\n", paint(word(d.severity), tint, colour), d.message, code);
    if (!d.hint.empty()) out += fmt::format("  {}\n", d.hint);
  } else {
    const Position at = sources.position(d.where.file, d.where.begin);
    out += fmt::format("{}:{}:{}: {}: {}{}\n", sources.name(d.where.file), at.line, at.column, paint(word(d.severity), tint, colour),
                       d.message, code);
    append_excerpt(out, sources, d, colour);
  }
  for (const Diagnostic& note : d.notes) out += to_text(sources, note, colour);
  return out;
}

std::string to_text(const Sources& sources, const Diagnostics& diagnostics, bool colour) {
  std::string out;
  for (const Diagnostic& d : diagnostics) out += to_text(sources, d, colour);
  return out;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > word.size() + best_distance || word.size() > candidate.size() + best_distance) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace thinair
