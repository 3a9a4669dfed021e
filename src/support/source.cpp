#include "support/source.hpp"

#include <algorithm>

#include "support/check.hpp"

namespace thinair {

Span join(Span first, Span last) {
  check(first.file == last.file, "spans of two files cannot be joined");
  return {first.file, first.begin, std::max(first.end, last.end)};
}

std::uint32_t Sources::add(std::string name, std::string text) {
  check(text.size() < UINT32_MAX, "a source text must be under 4 GiB");
  File file{std::move(name), std::move(text), {0}};
  for (std::uint32_t i = 0; i < file.text.size(); ++i)
    if (file.text[i] == '\n') file.line_starts.push_back(i + 1);
  files_.push_back(std::move(file));
  return static_cast<std::uint32_t>(files_.size() - 1);
}

std::string_view Sources::text(Span span) const { return text(span.file).substr(span.begin, span.end - span.begin); }

Position Sources::position(std::uint32_t file, std::uint32_t offset) const {
  const File& f = files_[file];
  offset = std::min(offset, static_cast<std::uint32_t>(f.text.size()));
  const auto next = std::upper_bound(f.line_starts.begin(), f.line_starts.end(), offset);
  Position at;
  at.line = static_cast<std::uint32_t>(next - f.line_starts.begin());
  for (std::uint32_t i = *(next - 1); i < offset; ++i)
    if ((static_cast<unsigned char>(f.text[i]) & 0xC0) != 0x80) ++at.column;  // not a UTF-8 continuation
  return at;
}

std::string_view Sources::line(std::uint32_t file, std::uint32_t line) const {
  const File& f = files_[file];
  if (line == 0 || line > f.line_starts.size()) return {};  // class files may name lines that their source does not have
  const std::uint32_t begin = f.line_starts[line - 1];
  std::uint32_t end = line < f.line_starts.size() ? f.line_starts[line] : static_cast<std::uint32_t>(f.text.size());
  while (end > begin && (f.text[end - 1] == '\n' || f.text[end - 1] == '\r')) --end;
  return std::string_view(f.text).substr(begin, end - begin);
}

}  // namespace thinair
