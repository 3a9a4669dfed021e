#include "language/cat/load.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "language/cat/embedded.hpp"
#include "language/cat/files.hpp"
#include "language/cat/lexer.hpp"
#include "language/cat/number_rules.hpp"
#include "language/cat/parser.hpp"
#include "language/cat/reaches.hpp"

namespace thinair::cat {
namespace {

constexpr std::size_t kMostIncludes = 500;  // a file that includes another twice, and so on, grows without bound
constexpr std::string_view kStandardLibrary = "shipped:lib/stdlib.cat";
constexpr std::string_view kExtension = ".cat";
constexpr std::string_view kMultiExecution = ".mem";  // language/mem/ reads these
constexpr std::string_view kMachine = ".op";          // language/op/ reads these

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
    for (const auto& [name, included] : parsed_) {
      model->updates_as_pairs = model->updates_as_pairs || included.updates_as_pairs;
      model->speaks_of_endless_loops = model->speaks_of_endless_loops || included.speaks_of_endless_loops;
      model->may_be_undefined = model->may_be_undefined || included.may_be_undefined;
    }
    return model;
  }

  Result<Model> named(const std::string& name) {
    const bool path_like = name.find('/') != std::string::npos || name.ends_with(kExtension);
    std::optional<ModelFile> file = path_like ? find_path(name, options_) : std::nullopt;
    for (const std::string& path : {name, name + std::string(kExtension), std::string(kLibrary) + name})
      if (!file) file = shipped_file(path);
    if (!file) return fail(unknown_model(name, path_like, "cat-model"));
    auto contents = read_file(*file);
    if (!contents) {
      Diagnostic d;
      d.code = "cat-model";
      d.message = std::move(contents.error());
      d.has_position = false;
      return fail(std::move(d));
    }
    return text(sources_.add(file->name, std::move(*contents)));
  }

 private:
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

  void include(Stmt& s, std::uint32_t file);

  Sources& sources_;
  const LoadOptions& options_;
  std::map<std::string, Model> parsed_;  // by name in Sources
  std::vector<std::string> stack_;       // files being expanded, outermost first
  std::size_t includes_ = 0;
  Diagnostics errors_;
};

void Loader::include(Stmt& s, std::uint32_t file) {
  const auto found = find_file(s.name, sources_.name(file), options_);
  if (!found) {
    const std::string near = nearest(s.name, includable());
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
    auto contents = read_file(*found);
    if (!contents) return error(s.span, contents.error());
    auto model = parse(sources_, sources_.add(found->name, std::move(*contents)));
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

// The title line; in other languages than .cat it is a string, perhaps with an architecture before it, and nothing else of them is read
// here.
std::string title(const EmbeddedFile& file) {
  Sources sources;
  const std::uint32_t id = sources.add(std::string(file.path), std::string(file.text));
  if (file.path.ends_with(kExtension)) {
    const auto model = parse(sources, id);
    return model ? model->title : "";
  }
  const auto tokens = lex(sources, id, file.path.ends_with(kMachine) ? Words::machine : Words::cat);
  if (!tokens) return {};
  const Token& title = tokens->front().kind == Token::Kind::name ? (*tokens)[1] : tokens->front();
  if (title.kind != Token::Kind::string) return {};
  return std::string(sources.text(Span{id, title.begin + 1, title.end - 1}));
}

Result<Model> numbered(Result<Model> model) {
  if (model) {
    number_rules(*model);
    model->reaches = names_reached(*model);
  }
  return model;
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
  return numbered(Loader(sources, options).named(name_or_path));
}

Result<Model> load_text(Sources& sources, std::uint32_t file, const LoadOptions& options) {
  return numbered(Loader(sources, options).text(file));
}

std::vector<ShippedModel> shipped_models() {
  std::vector<ShippedModel> out;
  for (const EmbeddedFile& f : embedded_files()) {
    if (f.path.find('/') != std::string_view::npos) continue;
    out.push_back({std::string(stem(f.path)), title(f), summary(f.text)});
  }
  std::ranges::sort(out, {}, &ShippedModel::name);
  return out;
}

std::vector<ShippedModel> library_files() {
  std::vector<ShippedModel> out;
  for (const EmbeddedFile& f : embedded_files())
    if (f.path.starts_with(kLibrary)) out.push_back({std::string(f.path.substr(kLibrary.size())), title(f), summary(f.text)});
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
  for (const std::string_view extension : {std::string_view(), kExtension, kMultiExecution, kMachine})
    if (const auto file = shipped_file(std::string(name) + std::string(extension))) return file->shipped;
  if (const auto file = shipped_file(std::string(kLibrary) + std::string(name))) return file->shipped;
  return std::nullopt;
}

}  // namespace thinair::cat
