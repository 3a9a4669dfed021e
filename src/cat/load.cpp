#include "cat/load.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>

#include "cat/embedded.hpp"
#include "cat/parser.hpp"

namespace thinair::cat {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestFile = std::size_t{16} << 20;
constexpr std::size_t kMostIncludes = 500;  // a file that includes another twice, and so on, grows without bound
constexpr std::string_view kShipped = "shipped:";
constexpr std::string_view kLibrary = "lib/";
constexpr std::string_view kStandardLibrary = "shipped:lib/stdlib.cat";
constexpr std::string_view kExtension = ".cat";

std::optional<std::string_view> embedded(std::string_view path) {
  const auto files = embedded_files();
  const auto found = std::ranges::find(files, path, &EmbeddedFile::path);
  if (found == files.end()) return std::nullopt;
  return found->text;
}

std::string_view stem(std::string_view name) {
  if (const auto slash = name.find_last_of('/'); slash != std::string_view::npos) name.remove_prefix(slash + 1);
  if (name.starts_with(kShipped)) name.remove_prefix(kShipped.size());
  if (const auto dot = name.find_last_of('.'); dot != std::string_view::npos && dot > 0) name = name.substr(0, dot);
  return name;
}

bool is_file(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_directory(status);
}

// Normalised, so that a file has one name however it is reached: that is how cycles are found.
std::string beside(const fs::path& folder, const std::string& name) { return (folder / name).lexically_normal().string(); }

// The text, or why there is none.
tl::expected<std::string, std::string> read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return tl::unexpected(fmt::format("cannot read '{}'", path));
  std::string text;
  std::vector<char> buffer(std::size_t{1} << 16);
  while (in) {
    in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    text.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kLargestFile) return tl::unexpected(fmt::format("'{}' is larger than {} MiB", path, kLargestFile >> 20));
  }
  return text;
}

Diagnostic plain_error(std::string code, std::string message, std::string hint = {}) {
  Diagnostic d;
  d.code = std::move(code);
  d.message = std::move(message);
  d.hint = std::move(hint);
  d.has_position = false;
  return d;
}

class Loader {
 public:
  Loader(Sources& sources, const LoadOptions& options) : sources_(sources), options_(options) {}

  Result<Model> text(std::uint32_t file) {
    auto model = parse(sources_, file);
    if (!model) return model;
    model->name = stem(sources_.name(file));
    stack_.push_back(std::string(sources_.name(file)));
    if (sources_.name(file) != kStandardLibrary) {
      Stmt stdlib;
      stdlib.kind = Stmt::Kind::include;
      stdlib.name = "stdlib.cat";
      stdlib.span = {file, 0, 0};
      model->statements.insert(model->statements.begin(), std::move(stdlib));
    }
    expand(model->statements, file);
    if (!errors_.empty()) return fail(std::move(errors_));
    return model;
  }

  Result<Model> named(const std::string& name) {
    const bool path_like = name.find('/') != std::string::npos || name.ends_with(kExtension);
    std::vector<std::string> candidates;
    if (path_like && options_.read_files) candidates.push_back(name);
    if (path_like && options_.read_files && !fs::path(name).is_absolute())
      for (const std::string& dir : options_.include_path) candidates.push_back(beside(dir, name));
    for (const std::string& candidate : candidates) {
      if (!is_file(candidate)) continue;
      auto contents = read(candidate);
      if (!contents) return fail(plain_error("cat-model", contents.error()));
      return text(sources_.add(candidate, std::move(*contents)));
    }
    for (const std::string& path : {name, name + std::string(kExtension), std::string(kLibrary) + name})
      if (const auto shipped = embedded(path)) return text(sources_.add(std::string(kShipped) + path, std::string(*shipped)));
    return fail(unknown(name, path_like));
  }

 private:
  static Diagnostic unknown(const std::string& name, bool path_like) {
    std::vector<std::string> names;
    for (const ShippedModel& m : shipped_models()) names.push_back(m.name);
    const std::string near = nearest(stem(name), names);
    std::string hint = near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
    hint += fmt::format("shipped models: {}", fmt::join(names, ", "));
    return plain_error("cat-model", path_like ? fmt::format("there is no model file '{}'", name) : fmt::format("unknown model '{}'", name),
                       std::move(hint));
  }

  void expand(std::vector<Stmt>& statements, std::uint32_t file) {
    for (Stmt& s : statements) {
      if (!errors_.empty()) return;
      if (s.kind == Stmt::Kind::include) {
        include(s, file);
        continue;
      }
      expand(s.body, file);
      expand(s.otherwise, file);
      for (StmtMatchClause& c : s.clauses) expand(c.body, file);
    }
  }

  void error(Span where, std::string message, std::string hint = {}) {
    Diagnostic d;
    d.code = "cat-include";
    d.where = where;
    d.message = std::move(message);
    d.hint = std::move(hint);
    errors_.push_back(std::move(d));
  }

  struct Found {
    std::string name;  // in Sources
    std::optional<std::string_view> shipped;
  };

  std::optional<Found> find(const std::string& name, std::string_view includer) const {
    const bool from_shipped = includer.starts_with(kShipped);
    const auto shipped = [&]() -> std::optional<Found> {
      for (const std::string& path : {std::string(kLibrary) + name, name})
        if (const auto text = embedded(path)) return Found{std::string(kShipped) + path, text};
      return std::nullopt;
    };
    if (from_shipped)
      if (auto found = shipped()) return found;
    if (options_.read_files && !name.empty()) {
      std::vector<std::string> candidates;
      if (fs::path(name).is_absolute()) {
        candidates.push_back(name);
      } else {
        if (!from_shipped) candidates.push_back(beside(fs::path(includer).parent_path(), name));
        for (const std::string& dir : options_.include_path) candidates.push_back(beside(dir, name));
      }
      for (std::string& candidate : candidates)
        if (is_file(candidate)) return Found{std::move(candidate), std::nullopt};
    }
    return shipped();
  }

  void include(Stmt& s, std::uint32_t file);

  Sources& sources_;
  const LoadOptions& options_;
  std::map<std::string, Model> parsed_;  // by name in Sources
  std::vector<std::string> stack_;       // files being expanded, outermost first
  std::size_t includes_ = 0;
  Diagnostics errors_;
};

void Loader::include(Stmt& s, std::uint32_t file) {
  const auto found = find(s.name, sources_.name(file));
  if (!found) {
    std::vector<std::string> names;
    for (const EmbeddedFile& f : embedded_files()) {
      const bool library = f.path.starts_with(kLibrary);
      names.emplace_back(library ? f.path.substr(kLibrary.size()) : f.path);
    }
    const std::string near = nearest(s.name, names);
    return error(s.span, fmt::format("there is no file '{}' to include", s.name),
                 near.empty() ? "looked beside this file, in the include path (-I) and among the shipped files"
                              : fmt::format("did you mean '{}'?", near));
  }
  if (std::ranges::find(stack_, found->name) != stack_.end())
    return error(s.span, fmt::format("'{}' includes itself", s.name),
                 stack_.back() == found->name ? "" : fmt::format("by way of {}", fmt::join(stack_.begin() + 1, stack_.end(), ", ")));
  if (++includes_ > kMostIncludes) return error(s.span, fmt::format("more than {} files are included", kMostIncludes));
  auto known = parsed_.find(found->name);
  if (known == parsed_.end()) {
    std::string contents;
    if (found->shipped) {
      contents = *found->shipped;
    } else {
      auto text = read(found->name);
      if (!text) return error(s.span, text.error());
      contents = std::move(*text);
    }
    auto model = parse(sources_, sources_.add(found->name, std::move(contents)));
    if (!model) {
      errors_ = std::move(model.error());
      return;
    }
    known = parsed_.emplace(found->name, std::move(*model)).first;
  }
  s.body = known->second.statements;
  stack_.push_back(found->name);
  expand(s.body, known->second.file);
  stack_.pop_back();
}

// The first sentence of the comment that opens a shipped file.
std::string summary(std::string_view text) {
  const auto begin = text.find("(*");
  const auto end = text.find("*)");
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
  std::string out;
  for (const char c : text.substr(begin + 2, end - begin - 2)) {
    const bool blank = c == '\n' || c == ' ' || c == '\t' || c == '\r';
    if (!blank) {
      out += c;
      continue;
    }
    if (out.ends_with('.')) break;
    if (!out.empty() && !out.ends_with(' ')) out += ' ';
  }
  while (out.ends_with(' ') || out.ends_with('.')) out.pop_back();
  return out;
}

}  // namespace

Result<Model> load(Sources& sources, const std::string& name_or_path, const LoadOptions& options) {
  return Loader(sources, options).named(name_or_path);
}

Result<Model> load_text(Sources& sources, std::uint32_t file, const LoadOptions& options) { return Loader(sources, options).text(file); }

std::vector<ShippedModel> shipped_models() {
  std::vector<ShippedModel> out;
  for (const EmbeddedFile& f : embedded_files()) {
    if (f.path.find('/') != std::string_view::npos || !f.path.ends_with(kExtension)) continue;
    Sources sources;
    const auto model = parse(sources, sources.add(std::string(f.path), std::string(f.text)));
    out.push_back({std::string(stem(f.path)), model ? model->title : "", summary(f.text)});
  }
  std::ranges::sort(out, {}, &ShippedModel::name);
  return out;
}

std::string library_binding(std::string_view name) {
  for (const EmbeddedFile& f : embedded_files()) {
    if (!f.path.starts_with(kLibrary)) continue;
    Sources sources;
    const auto model = parse(sources, sources.add(std::string(f.path), std::string(f.text)));
    if (!model) continue;
    for (const Stmt& s : model->statements) {
      const bool with = s.kind == Stmt::Kind::with && s.name == name;
      const bool let = std::ranges::any_of(
          s.bindings, [&](const Binding& b) { return std::ranges::find(b.pattern.names, name) != b.pattern.names.end(); });
      if (with || let) return std::string(f.path.substr(kLibrary.size()));
    }
  }
  return {};
}

std::optional<std::string_view> shipped_text(std::string_view name) {
  if (const auto text = embedded(name)) return text;
  return embedded(std::string(name) + std::string(kExtension));
}

}  // namespace thinair::cat
