#include <fmt/format.h>

#include <algorithm>

#include "read/bytecode/lower.hpp"

namespace thinair::read::bytecode {
namespace {

constexpr std::uint32_t kMostLines = 100000;

// A text of which each line names the method that it belongs to.
std::string made_up(const classfile::ClassFile& file) {
  std::vector<std::string> lines;
  for (const classfile::Method& m : file.methods)
    if (m.code)
      for (const auto& [pc, line] : m.code->lines) {
        if (line == 0 || line > kMostLines) continue;
        if (lines.size() < line) lines.resize(line);
        lines[line - 1] = fmt::format("{}.{}", java_name(file.name), m.name);
      }
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

}  // namespace

Span Positions::at(const classfile::ClassFile& file, std::uint32_t line) {
  const std::string folder = file.name.substr(0, file.name.find_last_of('/') + 1);
  const std::string path = folder + (file.source.empty() ? file.name.substr(folder.size()) + ".class" : file.source);
  auto known = files_.find(path);
  bool own = known != files_.end();
  if (!own) {
    auto found = finder_ ? finder_(path) : std::nullopt;
    known = found ? files_.emplace(path, sources_.add(found->first, std::move(found->second))).first : files_.find(path + "!" + file.name);
    if (known == files_.end()) known = files_.emplace(path + "!" + file.name, sources_.add(path, made_up(file))).first;
  }
  if (line == 0) return {known->second, 0, 0};
  const std::string_view text = sources_.line(known->second, line);
  const std::string_view whole = sources_.text(known->second);
  if (text.data() < whole.data() || text.data() > whole.data() + whole.size()) return {known->second, 0, 0};
  const auto begin = static_cast<std::uint32_t>(text.data() - whole.data());
  const std::size_t first = std::min(text.find_first_not_of(" \t"), text.size());
  const std::size_t last = text.find_last_not_of(" \t\r");
  const std::size_t end = last == std::string_view::npos ? first : last + 1;
  return {known->second, begin + static_cast<std::uint32_t>(first), begin + static_cast<std::uint32_t>(std::max(first, end))};
}

}  // namespace thinair::read::bytecode
