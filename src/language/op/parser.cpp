#include "language/op/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "language/cat/parser_impl.hpp"

namespace thinair::op {
namespace {

constexpr std::size_t kMostErrors = 10;

constexpr auto kStarters = std::to_array<std::string_view>({"final", "include", "let", "memory", "rule", "state", "table", "threads"});
// Reserved here and not in .cat. `done`, `or` and the like are words only where they can stand.
constexpr auto kWords = std::to_array<std::string_view>({"final", "memory", "modulo", "rule", "state", "table", "threads"});
// Words of machines that are described somewhere and that thinair does not have.
constexpr auto kUnsupported = std::to_array<std::string_view>({"certify", "redo", "solo", "type"});

template <class Words>
bool contains(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// Expressions are read by .cat's parser, but the mistake is one in a .op file.
Diagnostics renamed(Diagnostics diagnostics) {
  for (Diagnostic& d : diagnostics)
    if (d.code.starts_with("cat-")) d.code.replace(0, 3, "op");
  return diagnostics;
}

class Parser : private cat::Parser {
 public:
  using cat::Parser::Parser;
  Result<Model> run();

 private:
  std::span<const std::string_view> starters() const override { return kStarters; }
  cat::ExprPtr argument() override;
  bool at_argument(std::size_t ahead) const override;

  void title();
  bool statement();
  bool threads();
  bool state();
  bool type(Type& out);
  bool definition();
  bool table();
  cat::ExprPtr cell();
  bool rule();
  bool rule_binding(Binding& out);
  bool action(Action& out);
  bool place_action(Action& out);
  bool final();
  bool memory();
  bool include();
  bool any_of(Condition& out);
  bool all_of(Condition& out);
  bool one(Condition& out);
  bool compared(Condition& out);
  bool name(std::string& out, std::string_view what);

  Model model_;
};

bool Parser::at_argument(std::size_t ahead) const { return at(Kind::number, ahead) || cat::Parser::at_argument(ahead); }

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
  const std::string_view quoted = text(peek());
  model_.title = quoted.substr(1, quoted.size() - 2);
  model_.title_span = {file_, peek().begin, peek().end};
  ++next_;
}

Result<Model> Parser::run() {
  model_.file = file_;
  title();
  while (!at(Kind::end)) {
    const std::size_t before = next_;
    if (statement()) continue;
    if (errors_.size() >= kMostErrors) break;
    if (next_ == before) ++next_;
    recover();
  }
  if (!errors_.empty()) return fail(renamed(std::move(errors_)));
  return std::move(model_);
}

bool Parser::statement() {
  if (at_word("threads")) return threads();
  if (at_word("state")) return state();
  if (at_word("let")) return definition();
  if (at_word("table")) return table();
  if (at_word("rule")) return rule();
  if (at_word("final")) return final();
  if (at_word("memory")) return memory();
  if (at_word("include")) return include();
  const std::string_view word = text(peek());
  if (contains(kUnsupported, word)) {
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
  if (mode == "speculative") {
    error(Span{file_, peek().begin, peek().end}, "threads that speculate are not supported", "write in-order or window", "op-unsupported");
    return false;
  }
  if (mode != "in-order" && mode != "window") return refuse("'in-order' or 'window' after 'threads'");
  ++next_;
  if (model_.threads) {
    error(span_from(first), "a machine says once how threads run", "", "op-duplicate");
    return false;
  }
  model_.threads = mode == "window" ? Threads::window : Threads::in_order;
  return true;
}

bool Parser::type(Type& out) {
  static constexpr std::pair<std::string_view, Type::Kind> kKinds[] = {
      {"set", Type::Kind::set},     {"sequence", Type::Kind::sequence}, {"relation", Type::Kind::relation},
      {"event", Type::Kind::event}, {"thread", Type::Kind::thread},     {"number", Type::Kind::number}};
  if (at(Kind::arrow, 1)) {
    const std::string_view key = text(peek());
    if (key == "thread")
      out.key = Type::Key::thread;
    else if (key == "location" || key == "lock")
      out.key = Type::Key::location;  // a monitor is a location of its own
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

bool Parser::rule_binding(Binding& out) {
  const std::size_t first = next_;
  if (at(Kind::lparen)) {
    out.kind = Binding::Kind::pair;
    out.names.resize(2);
    ++next_;
    if (!name(out.names[0], "a name") || !expect(Kind::comma, "','", "between the two names of a pair") || !name(out.names[1], "a name") ||
        !expect(Kind::rparen, "')'", "after the two names of a pair") || !expect_word("in", "after the names of a pair"))
      return false;
  } else {
    out.names.resize(1);
    if (!name(out.names[0], "a name that the rule binds")) return false;
    if (accept(Kind::equal))
      out.kind = Binding::Kind::value;
    else if (!expect_word("in", "after the name that the rule binds"))
      return false;
  }
  out.of = operators(1);
  out.span = span_from(first);
  return out.of != nullptr;
}

bool Parser::rule() {
  const std::size_t first = next_;
  ++next_;
  RuleStatement out;
  do {
    if (!rule_binding(out.bindings.emplace_back())) return false;
  } while (accept(Kind::comma));
  if (accept_word("when")) {
    Condition all;
    if (!any_of(all)) return false;
    // The conjuncts one by one: a reason can name each.
    const auto split = [&](auto&& self, Condition c) -> void {
      if (c.kind != Condition::Kind::and_) return out.guards.push_back(std::move(c));
      for (Condition& kid : c.kids) self(self, std::move(kid));
    };
    split(split, std::move(all));
  }
  if (!expect_word("do", "after what a rule binds and when it applies")) return false;
  do {
    if (!action(out.actions.emplace_back())) return false;
  } while (accept(Kind::comma));
  if (!expect_word("as", "after what a rule does")) return false;
  if (!name(out.name, "the name of the rule after 'as'")) return false;
  out.span = span_from(first);
  model_.rules.push_back(std::move(out));
  return true;
}

bool Parser::action(Action& out) {
  const std::size_t first = next_;
  const auto finish_action = [&](bool good) {
    out.span = span_from(first);
    return good;
  };
  if (accept_word("if")) {
    out.kind = Action::Kind::if_;
    if (!any_of(out.condition.emplace_back()) || !expect_word("then", "after the condition")) return false;
    return finish_action(action(out.body.emplace_back()));
  }
  const std::string_view word = text(peek());
  // These are words only here, where no expression can follow them otherwise.
  if (word == "done" && at(Kind::name, 1)) {
    ++next_;
    out.kind = Action::Kind::done;
    return finish_action((out.subject = operators(1)) != nullptr);
  }
  if (word == "push" || word == "remove") {
    ++next_;
    out.kind = word == "push" ? Action::Kind::push : Action::Kind::remove;
    const std::string_view preposition = word == "push" ? "on" : "from";
    cat::Expr subject;
    subject.kind = cat::Expr::Kind::name;
    if (!name(subject.name, "an event")) return false;
    out.subject = finish(std::move(subject), next_ - 1);
    if (text(peek()) != preposition) return refuse(fmt::format("'{}'", preposition));
    ++next_;
    return finish_action((out.target = operators(1)) != nullptr);
  }
  if (word == "pop") {
    ++next_;
    out.kind = Action::Kind::pop;
    return finish_action((out.target = operators(1)) != nullptr);
  }
  if (word == "redo") {
    error(Span{file_, peek().begin, peek().end}, "'redo' is not supported", "an event that is done stays done", "op-unsupported");
    return false;
  }
  if (at(Kind::name) && text(peek(1)) == "reads") {
    out.kind = Action::Kind::reads;
    cat::Expr subject;
    subject.kind = cat::Expr::Kind::name;
    subject.name = word;
    ++next_;
    out.subject = finish(std::move(subject), next_ - 1);
    ++next_;
    if (!(out.value = operators(1))) return false;
    if (accept_word("else") && !(out.otherwise = operators(1))) return false;
    return finish_action(true);
  }
  return finish_action(place_action(out));
}

bool Parser::place_action(Action& out) {
  if (!at(Kind::name))
    return refuse("an action",
                  "actions are: i reads w, done i, push i on q, pop q, remove i from q, x := e, x += e, x -= e, if .. then ..");
  out.target = postfix();
  if (!out.target) return false;
  if (accept(Kind::assign))
    out.kind = Action::Kind::assign;
  else if (accept(Kind::plus_equal))
    out.kind = Action::Kind::add;
  else if (accept(Kind::minus_equal))
    out.kind = Action::Kind::subtract;
  else
    return refuse("':=', '+=' or '-='", "or one of: i reads w, done i, push i on q, pop q, remove i from q");
  out.value = operators(1);
  return out.value != nullptr;
}

bool Parser::final() {
  ++next_;
  if (!expect_word("when", "after 'final'")) return false;
  return any_of(model_.finals.emplace_back());
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
  const std::string_view quoted = text(peek());
  ++next_;
  model_.includes.emplace_back(quoted.substr(1, quoted.size() - 2), span_from(first));
  return true;
}

// or, and, not: weakest first.
bool Parser::any_of(Condition& out) {
  const Level level(*this);
  if (!level.ok || !all_of(out)) return false;
  while (text(peek()) == "or") {
    ++next_;
    Condition right;
    if (!all_of(right)) return false;
    const Span span = join(out.span, right.span);
    out = Condition{Condition::Kind::or_, {}, {std::move(out), std::move(right)}, span};
  }
  return true;
}

bool Parser::all_of(Condition& out) {
  if (!one(out)) return false;
  while (accept_word("and")) {
    Condition right;
    if (!one(right)) return false;
    const Span span = join(out.span, right.span);
    out = Condition{Condition::Kind::and_, {}, {std::move(out), std::move(right)}, span};
  }
  return true;
}

bool Parser::one(Condition& out) {
  const Level level(*this);
  if (!level.ok) return false;
  const std::size_t first = next_;
  if (accept_word("not")) {
    Condition inner;
    if (!one(inner)) return false;
    out = Condition{Condition::Kind::not_, {}, {std::move(inner)}, span_from(first)};
    return true;
  }
  if (accept_word("empty")) {
    out.kind = Condition::Kind::empty;
    auto expr = operators(1);
    if (!expr) return false;
    out.exprs = {std::move(expr)};
    out.span = span_from(first);
    return true;
  }
  return compared(out);
}

bool Parser::compared(Condition& out) {
  using CK = Condition::Kind;
  const std::size_t first = next_;
  auto left = operators(1);
  if (!left) return false;
  bool swapped = false;
  switch (peek().kind) {
    case Kind::equal: out.kind = CK::equal; break;
    case Kind::not_equal: out.kind = CK::not_equal; break;
    case Kind::less: out.kind = CK::less; break;
    case Kind::less_equal: out.kind = CK::less_equal; break;
    case Kind::greater:
    case Kind::greater_equal:
      out.kind = at(Kind::greater) ? CK::less : CK::less_equal;
      swapped = true;
      break;
    default:
      if (at_word("in"))
        out.kind = CK::member;
      else if (at_word("subset"))
        out.kind = CK::subset;
      else
        return refuse("a comparison", "conditions are: empty e, e = e, e != e, e < e, e in S, r subset s, and, or, not");
  }
  ++next_;
  auto right = operators(1);
  if (!right) return false;
  if (swapped) std::swap(left, right);
  out.exprs = {std::move(left), std::move(right)};
  out.span = span_from(first);
  return true;
}

}  // namespace

Result<Model> parse(const Sources& sources, std::uint32_t file) {
  auto tokens = cat::lex(sources, file, cat::Words::machine);
  if (!tokens) return fail(renamed(std::move(tokens.error())));
  for (cat::Token& token : *tokens)
    if (token.kind == cat::Token::Kind::name && contains(kWords, sources.text(Span{file, token.begin, token.end})))
      token.kind = cat::Token::Kind::keyword;
  return Parser(sources, file, std::move(*tokens)).run();
}

}  // namespace thinair::op
