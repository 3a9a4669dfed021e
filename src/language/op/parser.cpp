#include "language/op/parser.hpp"

#include <fmt/format.h>

#include <array>

#include "language/op/parser_impl.hpp"

namespace thinair::op {
namespace {

constexpr auto kStarters =
    std::to_array<std::string_view>({"final", "include", "let", "memory", "needs", "rule", "state", "table", "threads"});
// Reserved here and not in .cat. `done`, `or` and the like are words only where they can stand.
constexpr auto kWords = std::to_array<std::string_view>({"final", "memory", "modulo", "needs", "rule", "state", "table", "threads"});
// Words of machines that are described somewhere and that thinair does not have.
constexpr auto kUnsupported = std::to_array<std::string_view>({"certify", "redo", "solo", "type"});

}  // namespace

std::span<const std::string_view> Parser::starters() const { return kStarters; }

// `or` is no word of .cat: behind an expression it begins the next condition.
bool Parser::at_argument(std::size_t ahead) const {
  return at(Kind::number, ahead) || (cat::Parser::at_argument(ahead) && text(peek(ahead)) != "or");
}

// A number is a name that starts with a digit: no other name does.
cat::ExprPtr Parser::argument() {
  if (!at(Kind::number)) return cat::Parser::argument();
  const std::size_t first = next_;
  cat::Expr expr;
  expr.kind = cat::Expr::Kind::name;
  expr.name = text(peek());
  if (expr.name.size() > 6) return error(peek(), "this number is too large", "numbers of machines have at most six digits");
  ++next_;
  return finish(std::move(expr), first);
}

void Parser::title() {
  if (at(Kind::name) && at(Kind::string, 1)) {
    model_.architecture = text(peek());
    ++next_;
  }
  if (!at(Kind::string)) return;
  model_.title_span = {file_, peek().begin, peek().end};
  model_.title = quoted();
}

Result<Model> Parser::run() {
  model_.file = file_;
  title();
  each_statement([&] { return statement(); });
  if (!errors_.empty()) return fail(cat::renamed(std::move(errors_), "op"));
  return std::move(model_);
}

bool Parser::statement() {
  if (at_word("threads")) return threads();
  if (at_word("state")) return state();
  if (at_word("let")) return definition();
  if (at_word("table")) return table();
  if (at_word("rule")) return rule();
  if (at_word("final")) return final();
  if (at_word("needs")) return needs();
  if (at_word("memory")) return memory();
  if (at_word("include")) return include();
  const std::string_view word = text(peek());
  if (cat::contains(kUnsupported, word)) {
    error(Span{file_, peek().begin, peek().end}, fmt::format("'{}' is not supported", word), "machines have events and states, no records",
          "op-unsupported");
    return false;
  }
  if (at_check() || at(Kind::keyword)) {
    error(Span{file_, peek().begin, peek().end}, fmt::format("'{}' is a statement of models that judge executions", word),
          "a machine has states, tables and rules", "op-unsupported");
    return false;
  }
  const std::string near = at(Kind::name) ? nearest(word, {kStarters.begin(), kStarters.end()}) : "";
  return refuse("a statement", near.empty() ? "" : fmt::format("did you mean '{}'?", near));
}

bool Parser::name(std::string& out, std::string_view what) {
  if (!at(Kind::name)) return refuse(what);
  out = text(peek());
  ++next_;
  return true;
}

bool Parser::threads() {
  const std::size_t first = next_;
  ++next_;
  const std::string_view mode = text(peek());
  if (mode != "in-order" && mode != "window" && mode != "speculative")
    return refuse("'in-order', 'window' or 'speculative' after 'threads'");
  ++next_;
  if (model_.threads) {
    error(span_from(first), "a machine says once how threads run", "", "op-duplicate");
    return false;
  }
  model_.threads = mode == "window" ? Threads::window : mode == "speculative" ? Threads::speculative : Threads::in_order;
  return true;
}

bool Parser::type(Type& out) {
  static constexpr std::pair<std::string_view, Type::Kind> kKinds[] = {
      {"set", Type::Kind::set},     {"sequence", Type::Kind::sequence}, {"relation", Type::Kind::relation},
      {"event", Type::Kind::event}, {"thread", Type::Kind::thread},     {"number", Type::Kind::number}};
  while (at(Kind::arrow, 1)) {
    const std::string_view key = text(peek());
    if (out.keys.size() == kMostKeys) return refuse("a type", "a state has a part for at most two keys");
    if (key == "thread")
      out.keys.push_back(Type::Key::thread);
    else if (key == "location" || key == "lock")
      out.keys.push_back(Type::Key::location);  // a monitor is a location of its own
    else
      return refuse("'thread', 'location' or 'lock' before '->'");
    next_ += 2;
  }
  for (const auto& [word, kind] : kKinds)
    if (text(peek()) == word) {
      out.kind = kind;
      ++next_;
      return true;
    }
  return refuse("a type", "types are set, sequence, relation, event, thread and number");
}

bool Parser::state() {
  const std::size_t first = next_;
  ++next_;
  StateVariable out;
  if (!name(out.name, "the name of a state variable") || !expect(Kind::colon, "':'", "after the name of a state variable")) return false;
  if (!type(out.type)) return false;
  if (accept_word("modulo")) {
    if (out.type.kind != Type::Kind::sequence) {
      error(span_from(first), "only sequences have a normal form", "", "op-kind");
      return false;
    }
    if (!(out.modulo = operators(1))) return false;
  }
  if (accept(Kind::equal) && !(out.initial = operators(1))) return false;
  out.span = span_from(first);
  model_.states.push_back(std::move(out));
  return true;
}

bool Parser::definition() {
  ++next_;
  Definition out;
  out.recursive = accept_word("rec");
  if (!bindings(out.bindings)) return false;
  for (const cat::Binding& b : out.bindings)
    if (b.pattern.tuple || b.value->kind == cat::Expr::Kind::lambda) {
      error(b.pattern.span, "machines have no functions and no tuples", "define a set or a relation", "op-unsupported");
      return false;
    }
  model_.definitions.push_back(std::move(out));
  return true;
}

// One word, an expression in parentheses, or ~ and one of these. (Two words one after the other would be an application elsewhere.)
cat::ExprPtr Parser::cell() {
  const Level level(*this);
  if (!level.ok) return nullptr;
  if (!at(Kind::tilde)) return argument();
  const std::size_t first = next_;
  ++next_;
  cat::Expr expr;
  expr.kind = cat::Expr::Kind::complement;
  auto operand = cell();
  if (!operand) return nullptr;
  expr.kids = {std::move(operand)};
  return finish(std::move(expr), first);
}

// Each row stands on a line of its own.
bool Parser::table() {
  const std::size_t first = next_;
  ++next_;
  Table out;
  if (!name(out.name, "the name of a table")) return false;
  const auto line = [&](const cat::Token& token) { return sources_.position(file_, token.begin).line; };
  const std::uint32_t head = line(peek());
  while (!at(Kind::end) && line(peek()) == head) {
    auto column = cell();
    if (!column) return false;
    out.columns.push_back(std::move(column));
  }
  if (out.columns.empty()) return refuse("the columns of the table", "they stand behind its name, on the same line");
  while (!at_word("end")) {
    if (at(Kind::end)) return refuse("'end' after the last row of a table");
    Table::Row row;
    const std::uint32_t here = line(peek());
    const std::size_t start = next_;
    if (!(row.head = cell())) return false;
    while (!at(Kind::end) && !at_word("end") && line(peek()) == here) {
      auto entry = cell();
      if (!entry) return false;
      row.cells.push_back(std::move(entry));
    }
    if (row.cells.size() != out.columns.size()) {
      error(span_from(start),
            fmt::format("the number of cells in this row is {}, and that of columns {}", row.cells.size(), out.columns.size()),
            "a cell is one word; put a longer expression in parentheses", "op-table");
      return false;
    }
    out.rows.push_back(std::move(row));
  }
  ++next_;
  out.span = span_from(first);
  Definition definition;
  definition.table = std::move(out);
  model_.definitions.push_back(std::move(definition));
  return true;
}

bool Parser::final() {
  ++next_;
  if (!expect_word("when", "after 'final'")) return false;
  return any_of(model_.finals.emplace_back());
}

bool Parser::needs() {
  const std::size_t first = next_;
  ++next_;
  NeedStatement out;
  if (!any_of(out.condition)) return false;
  if (!at(Kind::string)) return refuse("the reason in quotes", "it is shown where a test is refused");
  out.reason = quoted();
  out.span = span_from(first);
  model_.needs.push_back(std::move(out));
  return true;
}

bool Parser::memory() {
  const std::size_t first = next_;
  ++next_;
  Memory out;
  if (!name(out.location, "a name for the location") || !expect(Kind::equal, "'='", "after the name of the location")) return false;
  if (!(out.value = operators(1))) return false;
  out.span = span_from(first);
  if (model_.memory) {
    error(out.span, "a machine says once what memory holds", "", "op-duplicate");
    return false;
  }
  model_.memory = std::move(out);
  return true;
}

bool Parser::include() {
  const std::size_t first = next_;
  ++next_;
  if (!at(Kind::string)) return refuse("a file name in quotes");
  std::string file = quoted();
  model_.includes.emplace_back(std::move(file), span_from(first));
  return true;
}

Result<Model> parse(const Sources& sources, std::uint32_t file) {
  auto tokens = cat::tokens(sources, file, kWords, "op", cat::Words::machine);
  if (!tokens) return fail(std::move(tokens.error()));
  return Parser(sources, file, std::move(*tokens)).run();
}

}  // namespace thinair::op
