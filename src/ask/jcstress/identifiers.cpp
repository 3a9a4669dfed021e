#include "ask/jcstress/identifiers.hpp"

#include <algorithm>
#include <array>

namespace thinair::jcstress {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_part(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$'; }

}  // namespace

bool is_reserved(std::string_view word) {
  constexpr std::array<std::string_view, 54> kWords = {
      "_",          "abstract", "assert",    "boolean",   "break",  "byte",     "case",  "catch",      "char",
      "class",      "const",    "continue",  "default",   "do",     "double",   "else",  "enum",       "extends",
      "false",      "final",    "finally",   "float",     "for",    "goto",     "if",    "implements", "import",
      "instanceof", "int",      "interface", "long",      "native", "new",      "null",  "package",    "private",
      "protected",  "public",   "return",    "short",     "static", "strictfp", "super", "switch",     "synchronized",
      "this",       "throw",    "throws",    "transient", "true",   "try",      "void",  "volatile",   "while"};
  return std::ranges::find(kWords, word) != kWords.end();
}

std::string identifier(std::string_view text) {
  std::string out = text.empty() || is_digit(text.front()) ? "T" : "";
  for (const char c : text) out += is_part(c) ? c : '_';
  if (is_reserved(out)) out += '_';
  return out;
}

std::string Identifiers::key(std::string_view name) const {
  std::string out(name);
  if (case_ == Case::ignored)
    for (char& c : out)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

void Identifiers::reserve(std::string_view name) { taken_.insert(key(name)); }

std::string Identifiers::take(std::string_view wish) {
  const std::string base = identifier(wish);
  std::string name = base;
  for (unsigned number = 2; !taken_.insert(key(name)).second; ++number) name = base + "_" + std::to_string(number);
  return name;
}

}  // namespace thinair::jcstress
