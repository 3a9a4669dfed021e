// Colours of a terminal, where the style asks for them.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "show/report/report.hpp"

namespace thinair::report {

enum class Tint { none, good, bad, dim, bold, accent };

inline std::string paint(std::string_view text, Tint tint, const Style& style) {
  if (!style.colour || text.empty() || tint == Tint::none) return std::string(text);
  constexpr int kCodes[] = {0, 32, 31, 2, 1, 36};
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes[static_cast<std::size_t>(tint)], text);
}

// "  note: ...", a line each.
inline std::string note_lines(const std::vector<notes::Note>& notes, const Style& style) {
  std::string out;
  for (const notes::Note& note : notes) out += fmt::format("  {} {}\n", paint("note:", Tint::accent, style), note.text);
  return out;
}

}  // namespace thinair::report
