#include "serve/questions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "serve/json.hpp"

namespace thinair::serve {
namespace {

using Output = Question::Output;

constexpr std::string_view kTest = "test.litmus";
constexpr std::size_t kMostModels = 32;
constexpr std::size_t kMostText = 256 << 10;

struct Kind {
  std::string_view name;
  std::vector<std::string_view> words;  // the command, and what is always said; --json beside a picture: for what is rejected
  Output output;
  std::vector<std::string_view> fields;  // beyond test, shipped and timeout
  std::size_t least_models = 0;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"check", {"check", "--json"}, Output::lines, {"models", "unroll", "identity"}},
      {"outcomes", {"outcomes", "--json"}, Output::lines, {"models", "unroll", "identity"}},
      {"explain", {"explain", "--json"}, Output::lines, {"models", "outcome", "unroll", "identity"}},
      {"compare", {"compare", "--json"}, Output::lines, {"models", "unroll", "identity"}, 2},
      {"races", {"races", "--json"}, Output::lines, {"models", "unroll"}},
      {"compile", {"compile", "--json"}, Output::lines, {"to"}},
      {"conform", {"conform", "--json", "--jobs", "1"}, Output::lines, {"models", "to", "unroll"}},
      {"page", {"explain", "--json", "--quiet", "--html", "-"}, Output::html, {"models", "outcome", "unroll", "identity"}},
      {"svg", {"explain", "--json", "--quiet", "--svg", "-"}, Output::svg, {"models", "outcome", "unroll", "identity"}},
      {"dot", {"explain", "--json", "--quiet", "--dot", "-"}, Output::dot, {"models", "outcome", "unroll", "identity"}},
      {"tikz", {"explain", "--json", "--quiet", "--tikz", "-"}, Output::tikz, {"models", "outcome", "unroll", "identity"}},
      {"jcstress/generate", {"jcstress", "generate", "--json", "-o", "-"}, Output::lines, {"models", "to", "unroll"}},
  };
  return all;
}

const Kind* kind_of(std::string_view name) {
  const auto at = std::ranges::find(kinds(), name, &Kind::name);
  return at == kinds().end() ? nullptr : &*at;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

// A model of the user's: a file's name without folder, of a language that we know.
bool is_file_name(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot > 60 || !is_letter(name[0])) return false;
  const std::string_view ending = name.substr(dot + 1);
  return (ending == "cat" || ending == "mem" || ending == "op") &&
         std::ranges::all_of(name.substr(0, dot), [](char c) { return is_letter(c) || c == '-' || c == '_' || c == '+' || c == '.'; });
}

tl::unexpected<Wrong> wrong(std::string message) { return tl::unexpected(Wrong{"serve-request", std::move(message)}); }

class Reader {
 public:
  Reader(const Json& document, const Limits& limits) : document_(document), limits_(limits) {}

  tl::expected<void, Wrong> only(const std::set<std::string_view>& known) const {
    if (!document_.is_object()) return wrong("the document is no object");
    for (const auto& [name, value] : document_.items())
      if (!known.contains(name)) return wrong(fmt::format("there is no field '{}' here", name.substr(0, 60)));
    return {};
  }

  tl::expected<std::string, Wrong> text(const char* field, std::size_t most = kMostText) const {
    const Json& value = document_.at(field);
    if (!value.is_string()) return wrong(fmt::format("'{}' is no text", field));
    const auto& out = value.get_ref<const std::string&>();
    if (out.size() > most) return wrong(fmt::format("'{}' is longer than {} bytes", field, most));
    if (out.find('\0') != std::string::npos) return wrong(fmt::format("'{}' has a zero byte", field));
    return out;
  }

  // The text of the test, or a shipped one.
  tl::expected<void, Wrong> test(Job& job) const {
    if (document_.contains("test") == document_.contains("shipped"))
      return wrong("give the text of a 'test', or the name of a 'shipped' one");
    if (document_.contains("test")) {
      auto given = text("test");
      if (!given) return tl::unexpected(given.error());
      job.texts[std::string(kTest)] = std::move(*given);
      job.words.emplace_back(kTest);
      return {};
    }
    auto given = text("shipped", 200);
    if (!given) return tl::unexpected(given.error());
    if (!is_name(*given)) return wrong("'shipped' is no name of a test");
    job.words.push_back(std::move(*given));
    return {};
  }

  // A shipped model by name, or one of the user's by name and text; gives the name.
  tl::expected<std::string, Wrong> model(const Json& value, Job& job) const {
    if (value.is_string()) {
      const auto& name = value.get_ref<const std::string&>();
      if (!is_name(name)) return wrong("a model's name has letters, digits, '-', '_' and '.'");
      return name;
    }
    if (!value.is_object() || value.size() != 2 || !value.contains("name") || !value.contains("text") || !value["name"].is_string() ||
        !value["text"].is_string())
      return wrong("a model is a name, or an object with 'name' and 'text'");
    const auto& name = value["name"].get_ref<const std::string&>();
    const auto& text_of = value["text"].get_ref<const std::string&>();
    if (!is_file_name(name)) return wrong("the name of your own model ends with .cat, .mem or .op and has no folder");
    if (text_of.size() > kMostText) return wrong(fmt::format("model '{}' is longer than {} bytes", name, kMostText));
    if (!job.texts.emplace(name, text_of).second) return wrong(fmt::format("there are two texts called '{}'", name));
    return name;
  }

  tl::expected<void, Wrong> models(Job& job) const {
    const Json& list = document_.at("models");
    if (!list.is_array() || list.size() > kMostModels) return wrong(fmt::format("'models' is no list of at most {} models", kMostModels));
    for (const Json& value : list) {
      auto name = model(value, job);
      if (!name) return tl::unexpected(name.error());
      job.words.push_back("--model=" + *name);
    }
    return {};
  }

  tl::expected<void, Wrong> schemes(Job& job) const {
    const Json& list = document_.at("to");
    if (!list.is_array() || list.size() > kMostModels) return wrong("'to' is no list of schemes");
    for (const Json& value : list) {
      if (!value.is_string() || !is_name(value.get_ref<const std::string&>())) return wrong("a scheme is the name of a shipped one");
      job.words.push_back("--to=" + value.get<std::string>());
    }
    return {};
  }

  // The limits that the document wants, never above our own.
  tl::expected<void, Wrong> limit(Job& job, bool told) const {
    job.seconds = limits_.seconds;
    job.memory = limits_.memory;
    if (document_.contains("timeout")) {
      const Json& value = document_["timeout"];
      if (!value.is_number() || !(value.get<double>() > 0)) return wrong("'timeout' is no number of seconds above 0");
      job.seconds = std::min(limits_.seconds, value.get<double>());
    }
    if (!told) return {};
    job.words.push_back(fmt::format("--timeout={:.3f}", std::max(0.001, job.seconds)));
    job.words.push_back(fmt::format("--memory={}", std::max<std::uint64_t>(1, job.memory >> 20)));
    return {};
  }

  const Json& document() const { return document_; }

 private:
  const Json& document_;
  const Limits& limits_;
};

tl::expected<Json, Wrong> parse(std::string_view text) {
  // Deep nesting would cost stack; nothing here is deeper than a list of objects.
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted) {
      if (text[i] == '\\')
        ++i;
      else if (text[i] == '"')
        quoted = false;
    } else if (text[i] == '"') {
      quoted = true;
    } else if (text[i] == '{' || text[i] == '[') {
      if (++depth > 8) return wrong("the document is nested too deeply");
    } else if (text[i] == '}' || text[i] == ']') {
      --depth;
    }
  }
  Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded()) return wrong("what was sent is not JSON");
  return document;
}

}  // namespace

bool is_name(std::string_view name) {
  if (name.empty() || name.size() > 120 || !is_letter(name[0]) || name.find("..") != std::string_view::npos) return false;
  return std::ranges::all_of(name, [](char c) { return is_letter(c) || std::string_view("-_+./=").find(c) != std::string_view::npos; });
}

bool is_question(std::string_view name) { return kind_of(name) != nullptr; }

tl::expected<Question, Wrong> read_question(std::string_view name, std::string_view text, const Limits& limits) {
  const Kind& kind = *kind_of(name);
  const auto document = parse(text);
  if (!document) return tl::unexpected(document.error());
  const Reader reader(*document, limits);
  std::set<std::string_view> known{"test", "shipped", "timeout"};
  known.insert(kind.fields.begin(), kind.fields.end());
  if (auto ok = reader.only(known); !ok) return tl::unexpected(ok.error());
  Question out;
  out.output = kind.output;
  for (const std::string_view word : kind.words) out.job.words.emplace_back(word);
  if (auto ok = reader.test(out.job); !ok) return tl::unexpected(ok.error());
  if (document->contains("models"))
    if (auto ok = reader.models(out.job); !ok) return tl::unexpected(ok.error());
  if (document->contains("to"))
    if (auto ok = reader.schemes(out.job); !ok) return tl::unexpected(ok.error());
  if (document->contains("outcome")) {
    auto outcome = reader.text("outcome", 4000);
    if (!outcome) return tl::unexpected(outcome.error());
    out.job.words.push_back("--outcome=" + *outcome);
  }
  if (document->contains("unroll")) {
    const Json& value = (*document)["unroll"];
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > 100) return wrong("'unroll' is no number from 0 to 100");
    out.job.words.push_back(fmt::format("--unroll={}", value.get<std::uint64_t>()));
  }
  if (document->contains("identity")) {
    const Json& value = (*document)["identity"];
    if (value != "nth" && value != "free") return wrong("'identity' is nth or free");
    out.job.words.push_back("--identity=" + value.get<std::string>());
  }
  if (auto ok = reader.limit(out.job, kind.name != "compile"); !ok) return tl::unexpected(ok.error());
  return out;
}

tl::expected<Change, Wrong> read_change(std::string_view text, const Limits& limits) {
  const auto document = parse(text);
  if (!document) return tl::unexpected(document.error());
  const Reader reader(*document, limits);
  if (auto ok = reader.only({"before", "after", "family", "timeout"}); !ok) return tl::unexpected(ok.error());
  if (!document->contains("before") || !document->contains("after")) return wrong("give the models 'before' and 'after'");
  Change out;
  out.job.words = {"check", "--json"};
  auto before = reader.model((*document)["before"], out.job);
  if (!before) return tl::unexpected(before.error());
  auto after = reader.model((*document)["after"], out.job);
  if (!after) return tl::unexpected(after.error());
  if (*before == *after) return wrong("'before' and 'after' are one model");
  if (document->contains("family")) {
    auto family = reader.text("family", 120);
    if (!family) return tl::unexpected(family.error());
    if (!is_name(*family)) return wrong("'family' is no folder of the catalogue");
    out.family = std::move(*family);
  }
  out.before = *before;
  out.after = *after;
  out.job.words.push_back("--model=" + *before);
  out.job.words.push_back("--model=" + *after);
  if (auto ok = reader.limit(out.job, true); !ok) return tl::unexpected(ok.error());
  return out;
}

}  // namespace thinair::serve
