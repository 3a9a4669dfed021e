#include "library/failures.hpp"

#include <fmt/format.h>

#include "language/cat/files.hpp"

namespace thinair::library {

std::vector<Message> messages(const Sources& sources, const Diagnostics& diagnostics) {
  std::vector<Message> out;
  for (const Diagnostic& d : diagnostics) {
    Message& message = out.emplace_back(Message{d.message, d.hint, d.code, {}, 0, 0});
    if (!d.has_position) continue;
    const Position position = sources.position(d.where.file, d.where.begin);
    message.file = sources.name(d.where.file);
    message.line = position.line;
    message.column = position.column;
  }
  return out;
}

void reject(const Sources& sources, const Diagnostics& diagnostics) {
  throw Error(to_text(sources, diagnostics), messages(sources, diagnostics));
}

void reject(std::string code, std::string text, std::string hint) {
  Diagnostic d;
  d.code = std::move(code);
  d.message = std::move(text);
  d.hint = std::move(hint);
  d.has_position = false;
  reject(Sources(), {std::move(d)});
}

std::string file_text(const std::string& path) {
  const auto file = cat::find_path(path, {});
  if (!file) reject("file-unreadable", fmt::format("there is no file '{}'", path));
  auto text = cat::read_file(*file);
  if (!text) reject("file-unreadable", std::move(text.error()));
  return std::move(*text);
}

}  // namespace thinair::library
