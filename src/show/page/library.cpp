#include "show/page/library.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "show/draw/svg.hpp"

namespace thinair::report::html {

std::string local_link(std::string_view path) {
  std::string out = "./";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/._-~").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

const Library::Text* Library::find(std::uint32_t file) const {
  const auto at = by_file_.find(file);
  return at == by_file_.end() ? nullptr : &texts_[at->second];
}

void Library::add_file(std::uint32_t file, std::string_view source, std::string title, std::string_view text) {
  if (find(file) != nullptr) return;
  const auto same = std::ranges::find_if(texts_, [&](const Text& t) { return t.source == source && t.text == text; });
  by_file_[file] = static_cast<std::size_t>(same - texts_.begin());
  if (same != texts_.end()) return;
  const std::string_view base = source.substr(source.find_last_of(":/") + 1);
  std::string name(base);
  for (std::size_t n = 2; std::ranges::find(texts_, name, &Text::name) != texts_.end(); ++n) name = fmt::format("{}-{}", base, n);
  texts_.push_back({std::string(source), std::move(name), std::move(title), std::string(text)});
}

void Library::add_model(const std::string& model, std::string title, std::uint32_t file) { models_[model] = {std::move(title), file}; }

std::string Library::title(std::string_view model) const {
  const auto at = models_.find(model);
  return at == models_.end() ? "" : at->second.first;
}

std::string Library::link(std::uint32_t file, std::size_t line, const std::string& folder) const {
  const Text* text = find(file);
  if (text == nullptr) return "";
  if (folder.empty()) return fmt::format("#{}-L{}", local_link(text->name).substr(2), line);
  return fmt::format("{}.html#L{}", local_link(folder + text->name), line);
}

std::string Library::link(std::string_view model, const std::string& folder) const {
  const auto at = models_.find(model);
  return at == models_.end() ? "" : link(at->second.second, 1, folder);
}

std::string Library::lines(const Text& text, bool own_page) {
  std::string out = "<pre class=\"file\" tabindex=\"0\" aria-label=\"The text of the model\">";
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.text.size(); ++line) {
    const std::size_t end = std::min(text.text.find('\n', at), text.text.size());
    out += fmt::format("<span id=\"{}L{}\"><span class=\"n\" aria-hidden=\"true\">{}</span>{}</span>\n",
                       own_page ? "" : draw::escaped(text.name) + "-", line, line, draw::escaped(text.text.substr(at, end - at)));
    at = end + 1;
  }
  return out + "</pre>\n";
}

}  // namespace thinair::report::html
