#include "ask/compile/scheme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "ask/compile/embedded.hpp"
#include "ask/compile/scheme_parser.hpp"
#include "support/check.hpp"

namespace thinair::compile {
namespace {

constexpr std::string_view kExtension = ".scheme";

std::string base_name(std::string_view path) { return std::string(path.substr(0, path.size() - kExtension.size())); }

const EmbeddedFile* find_shipped(std::string_view name) {
  for (const EmbeddedFile& file : embedded_files())
    if (base_name(file.path) == name) return &file;
  return nullptr;
}

// Where people name the architecture: its usual scheme.
std::string_view usual(std::string_view name) { return name == "ppc" || name == "PPC" ? "power" : name; }

Diagnostic nowhere(std::string message, std::string hint) {
  Diagnostic d;
  d.code = "scheme";
  d.has_position = false;
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

Diagnostic not_shipped(std::string_view name) {
  std::vector<std::string> names;
  for (const ShippedScheme& scheme : shipped_schemes()) names.push_back(scheme.name);
  const std::string near = nearest(name, names);
  return nowhere(fmt::format("no scheme '{}' is shipped", name),
                 near.empty() ? fmt::format("there are {}; a path to a scheme of your own ends in .scheme", fmt::join(names, ", "))
                              : fmt::format("did you mean '{}'?", near));
}

}  // namespace

Result<Scheme> load_scheme(Sources& sources, const std::string& name_or_path) {
  std::uint32_t file = 0;
  const bool is_path = name_or_path.ends_with(kExtension) || name_or_path.find('/') != std::string::npos;
  if (const EmbeddedFile* shipped = is_path ? nullptr : find_shipped(usual(name_or_path))) {
    file = sources.add(fmt::format("shipped:{}", shipped->path), std::string(shipped->text));
  } else if (!is_path) {
    return fail(not_shipped(name_or_path));
  } else {
    std::ifstream in(name_or_path, std::ios::binary);
    std::stringstream text;
    if (in) text << in.rdbuf();
    if (!in) return fail(nowhere(fmt::format("cannot read the scheme '{}'", name_or_path), ""));
    file = sources.add(name_or_path, text.str());
  }
  Result<Scheme> scheme = parse_scheme(sources, file);
  if (scheme) scheme->name = printable(name_or_path);
  return scheme;
}

std::vector<ShippedScheme> shipped_schemes() {
  std::vector<ShippedScheme> all;
  for (const EmbeddedFile& file : embedded_files()) {
    Sources sources;
    const auto scheme = parse_scheme(sources, sources.add(std::string(file.path), std::string(file.text)));
    check(scheme.has_value(), "a shipped scheme is well-formed");
    all.push_back({base_name(file.path), scheme->summary, dialect_of(scheme->isa), scheme->model, file.text});
  }
  std::ranges::sort(all, {}, &ShippedScheme::name);
  return all;
}

Result<ShippedScheme> shipped_scheme(std::string_view name) {
  for (ShippedScheme& scheme : shipped_schemes())
    if (scheme.name == usual(name)) return std::move(scheme);
  return fail(not_shipped(name));
}

}  // namespace thinair::compile
