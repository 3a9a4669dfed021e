#include "language/mem/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "language/cat/parser_impl.hpp"
#include "language/mem/forms.hpp"

namespace thinair::mem {
namespace {

constexpr auto kStarters = std::to_array<std::string_view>({"drf-sc", "identity", "keep", "let", "plain", "require", "single", "stages"});
// Reserved here and not in .cat; `let` is in both.
constexpr auto kWords = std::to_array<std::string_view>({"drf-sc", "identity", "keep", "plain", "require", "single", "stages", "values"});

// Statements of .cat, beside its checks, that somebody may try.
constexpr auto kCatStatements = std::to_array<std::string_view>({"assert", "call", "debug", "enum", "flag", "forall", "if", "include",
                                                                 "match", "procedure", "show", "undefined_unless", "unshow", "with"});

class Parser : private cat::Parser {
 public:
  using cat::Parser::Parser;
  Result<Model> run();

 private:
  std::span<const std::string_view> starters() const override { return kStarters; }
  void title();
  bool statement();
  bool single();
  bool identity();
  bool stages();
  bool definition();
  bool require();
  bool keep();
  bool write_set();
  bool drf();
  bool file_name(std::string& name);
  void no_stages();
  bool as_name(std::string& name);
  bool not_a_statement();
  // False, with an error, if the model has one already; `seen` then is where.
  bool once(std::map<std::string, Span, std::less<>>& seen, std::string_view key, Span where, std::string message, std::string note);

  Model model_;
  Forms forms_{errors_};
  std::map<std::string, Span, std::less<>> statements_;  // `single`, `identity`
  std::map<std::string, Span, std::less<>> definitions_;
  std::map<std::string, Span, std::less<>> conditions_;
};

bool Parser::once(std::map<std::string, Span, std::less<>>& seen, std::string_view key, Span where, std::string message, std::string note) {
  const auto [first, fresh] = seen.try_emplace(std::string(key), where);
  if (fresh) return true;
  error(where, std::move(message), "", "mem-duplicate");
  Diagnostic earlier;
  earlier.severity = Severity::note;
  earlier.where = first->second;
  earlier.message = std::move(note);
  errors_.back().notes.push_back(std::move(earlier));
  return false;
}

void Parser::title() {
  if (at(Kind::string)) model_.title = quoted();
}

Result<Model> Parser::run() {
  model_.file = file_;
  title();
  each_statement([&] { return statement(); });
  if (!statements_.contains("single") && errors_.size() < kMostErrors)
    error(Span{file_, tokens_[0].begin, tokens_[0].end}, "the model names no single-execution model", "write: single \"FILE.cat\"",
          "mem-single");
  if (errors_.empty()) no_stages();
  if (!errors_.empty()) return fail(cat::renamed(std::move(errors_), "mem"));
  return std::move(model_);
}

bool Parser::statement() {
  if (at_word("single")) return single();
  if (at_word("identity")) return identity();
  if (at_word("stages")) return stages();
  if (at_word("let")) return definition();
  if (at_word("require")) return require();
  if (at_word("keep")) return keep();
  if (at_word("plain")) return write_set();
  if (at_word("drf-sc")) return drf();
  return not_a_statement();
}

bool Parser::not_a_statement() {
  const std::string_view word = text(peek());
  if (at_check()) {
    error(peek(), "a condition starts with 'require'", fmt::format("write: require {} .. as NAME", at(Kind::tilde) ? text(peek(1)) : word));
    return false;
  }
  if (at(Kind::keyword) && cat::contains(kCatStatements, word)) {
    error(Span{file_, peek().begin, peek().end}, fmt::format("'{}' is a statement of single-execution models", word),
          "it belongs in the file that 'single' names", "mem-unsupported");
    return false;
  }
  const std::string near = at(Kind::name) ? nearest(word, {kStarters.begin(), kStarters.end()}) : "";
  return refuse("a statement", !near.empty()  ? fmt::format("did you mean '{}'?", near)
                               : at_operand() ? "a condition starts with 'require'"
                                              : "");
}

bool Parser::single() {
  const std::size_t first = next_;
  accept_word("single");
  const bool fresh = once(statements_, "single", span_from(first), "a model has one single-execution model", "the first is here");
  if (!fresh) return false;
  if (!file_name(model_.single_name)) return false;
  model_.single_span = span_from(first);
  return true;
}

bool Parser::file_name(std::string& name) {
  if (!at(Kind::string)) return refuse("a file name in quotes");
  const std::string_view quoted = text(peek());
  name = quoted.substr(1, quoted.size() - 2);
  ++next_;
  return true;
}

bool Parser::write_set() {
  const std::size_t first = next_;
  accept_word("plain");
  if (!once(statements_, "plain", span_from(first), "a model has one set of writes", "the first is here")) return false;
  WriteSet set;
  constexpr std::string_view kForm =
      "write: plain reads see writes from \"FILE.cat\" as NAME, or: plain reads see RELATION or writes from ..";
  for (const std::string_view word : {"reads", "see", "or", "writes", "from"}) {
    if (word == "or" && at_word("writes")) continue;
    if (word == "or") {
      if (!at(Kind::name)) return refuse("'writes' or the name of a relation", std::string(kForm));
      set.visible = text(peek());
      set.visible_span = {file_, peek().begin, peek().end};
      ++next_;
    }
    if (!accept_word(word)) return refuse(fmt::format("'{}'", word), std::string(kForm));
  }
  if (!file_name(set.file_name) || !as_name(set.name)) return false;
  set.span = span_from(first);
  model_.writes = std::move(set);
  return true;
}

bool Parser::drf() {
  const std::size_t first = next_;
  accept_word("drf-sc");
  if (!once(statements_, "drf-sc", span_from(first), "a model says once what it guarantees", "the first is here")) return false;
  DrfGuarantee drf;
  if (!file_name(drf.file_name)) return false;
  drf.span = span_from(first);
  model_.drf = std::move(drf);
  return true;
}

// A set of writes takes the place of stages.
void Parser::no_stages() {
  if (!model_.writes) return;
  const auto complain = [&](Span where, std::string_view what) {
    error(where, fmt::format("a model with a set of writes has no stages, and so no {}", what),
          "leave it out, or leave out 'plain reads see writes from'", "mem-writes");
  };
  if (!model_.conditions.empty()) complain(model_.conditions.front().span, "conditions on them");
  if (!model_.keeps.empty()) complain(model_.keeps.front().span, "'keep'");
  if (!model_.stages_without.empty()) complain(model_.stages_without.front().second, "checks that they go without");
}

bool Parser::identity() {
  const std::size_t first = next_;
  accept_word("identity");
  if (!once(statements_, "identity", span_from(first), "a model has one identity", "the first is here")) return false;
  if (!at(Kind::name)) return refuse("'nth' or 'free' after 'identity'");
  const std::string_view word = text(peek());
  if (word != "nth" && word != "free") {
    const std::string near = nearest(word, {"nth", "free"});
    error(Span{file_, peek().begin, peek().end}, fmt::format("unknown identity '{}'", word),
          near.empty() ? "it is nth or free" : fmt::format("did you mean '{}'?", near), "mem-identity");
    return false;
  }
  model_.identity = word == "nth" ? Identity::nth : Identity::free;
  ++next_;
  return true;
}

bool Parser::stages() {
  const std::size_t first = next_;
  accept_word("stages");
  if (!once(statements_, "stages", span_from(first), "a model says once what stages go without", "the first is here")) return false;
  if (!accept_word("without")) return refuse("'without' after 'stages'", "write: stages without NAME, NAME");
  do {
    if (!at(Kind::name)) return refuse("the name of a check of the single-execution model");
    model_.stages_without.emplace_back(text(peek()), Span{file_, peek().begin, peek().end});
    ++next_;
  } while (accept(Kind::comma));
  return true;
}

bool Parser::definition() {
  accept_word("let");
  if (at_word("rec")) {
    error(Span{file_, peek().begin, peek().end}, "there is no recursion in multi-execution models", "closures are r+ and r*",
          "mem-unsupported");
    return false;
  }
  cat::Binding b;
  if (!binding(b)) return false;
  if (at_word("and")) return refuse("a statement", "write a 'let' for each definition");
  if (!b.pattern.tuple &&
      !once(definitions_, b.pattern.names[0], b.pattern.span, fmt::format("'{}' is defined twice", b.pattern.names[0]), "first here"))
    return false;
  if (!forms_.definition(b)) return false;
  model_.definitions.push_back(std::move(b));
  return true;
}

bool Parser::as_name(std::string& name) {
  if (!at_word("as")) return refuse("'as NAME' after a condition", "every condition has a name, which explanations use");
  ++next_;
  if (!at(Kind::name)) return refuse("the name of the condition after 'as'");
  name = text(peek());
  const Span where{file_, peek().begin, peek().end};
  ++next_;
  return once(conditions_, name, where, fmt::format("two conditions are named '{}'", name), "the first is here");
}

bool Parser::require() {
  using CK = Condition::Kind;
  const std::size_t first = next_;
  accept_word("require");
  if (at(Kind::tilde) && at_check()) {
    error(Span{file_, peek().begin, peek().end}, "a condition cannot be negated", "", "mem-unsupported");
    return false;
  }
  Condition c;
  const bool test = at_check() || at_word("values");
  if (test) c.kind = at_word("values") ? CK::values : at_word("empty") ? CK::empty : at_word("acyclic") ? CK::acyclic : CK::irreflexive;
  if (test) ++next_;
  if (at_word("subset")) return refuse("an expression", "write: require A subset B as NAME");
  c.left = operators(1);
  if (!c.left) return false;
  if (!test) {
    if (!at_word("subset") && !at(Kind::equal))
      return refuse("'subset' or '=' after the left side of a condition", "or start it with values, empty, acyclic or irreflexive");
    c.kind = at(Kind::equal) ? CK::equal : CK::subset;
    ++next_;
    c.right = operators(1);
    if (!c.right) return false;
  }
  if (!as_name(c.name)) return false;
  c.span = span_from(first);
  const bool left = forms_.condition(*c.left);
  const bool right = !c.right || forms_.condition(*c.right);
  if (!left || !right) return false;
  model_.conditions.push_back(std::move(c));
  return true;
}

bool Parser::keep() {
  const std::size_t first = next_;
  accept_word("keep");
  Keep k;
  k.pairs = operators(1);
  if (!k.pairs || !expect_word("in", "after what is kept")) return false;
  if (!at(Kind::name)) return refuse("the name of a relation after 'in'");
  k.relation = text(peek());
  k.relation_span = {file_, peek().begin, peek().end};
  ++next_;
  if (!as_name(k.name)) return false;
  k.span = span_from(first);
  if (!forms_.condition(*k.pairs)) return false;
  model_.keeps.push_back(std::move(k));
  return true;
}

}  // namespace

Result<Model> parse(Sources& sources, std::uint32_t file) {
  auto tokens = cat::tokens(sources, file, kWords, "mem");
  if (!tokens) return fail(std::move(tokens.error()));
  return Parser(sources, file, std::move(*tokens)).run();
}

}  // namespace thinair::mem
