#include "read/litmus/condition_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace thinair::litmus {
namespace {

constexpr std::array<std::string_view, 11> kWords = {"cases",     "exists",   "filter",   "final",    "forall", "forbidden",
                                                     "locations", "Observed", "observed", "required", "with"};

struct Spelling {
  std::string_view text;
  Relop relop;
};
constexpr std::array<Spelling, 8> kRelops = {{{"=", Relop::eq},
                                              {"==", Relop::eq},
                                              {"!=", Relop::ne},
                                              {"<>", Relop::ne},
                                              {"<", Relop::lt},
                                              {"<=", Relop::le},
                                              {">", Relop::gt},
                                              {">=", Relop::ge}}};

Observable parse_observable(Cursor& cursor) {
  cursor.count_node();
  Observable result;
  const Span begin = cursor.peek().where;
  result.thread = parse_thread_prefix(cursor);
  refuse_unmodelled(cursor);
  if (result.thread) {
    if (cursor.wide()) cursor.accept("%");
    result.name = cursor.expect_word("the name of a local").text;
  } else if (cursor.accept("[")) {
    refuse_unmodelled(cursor);
    result.name = cursor.expect_word("the name of a location").text;
    refuse_unmodelled(cursor);
    cursor.expect("]", "after the location");
    result.contents = true;
  } else {
    result.contents = cursor.wide() && cursor.at("*") && cursor.ahead().kind == Token::Kind::word;
    if (result.contents) cursor.take();
    result.name = cursor.expect_word("a location, or a local with its thread such as 0:r1").text;
    refuse_unmodelled(cursor);
    // Parts of objects: `p.x`, `Node1.next`, `a[0]`.
    while (!cursor.failed() && (cursor.at(".") || cursor.at("["))) {
      if (cursor.accept(".")) {
        result.name += fmt::format(".{}", cursor.expect_word("the name of a field").text);
        continue;
      }
      cursor.take();
      result.name += fmt::format("[{}]", cursor.at_number() ? cursor.index(cursor.take()) : 0);
      cursor.expect("]", "after the index");
    }
  }
  result.where = cursor.since(begin);
  return result;
}

Operand parse_operand(Cursor& cursor) {
  Operand result;
  const Span begin = cursor.peek().where;
  const bool register_of_thread = cursor.at_number() && cursor.ahead().text == ":";
  refuse_unmodelled(cursor);
  if (cursor.wide() && cursor.at("{")) {
    cursor.fail("litmus-unsupported", begin, "conditions speak of single elements", "write x[0]=1 /\\ x[1]=2");
  } else if (cursor.wide() && cursor.at("(")) {
    cursor.fail("litmus-unsupported", begin, "page tables are not modelled");
  } else if (result.floating = register_of_thread ? std::nullopt : cursor.floating_constant(); result.floating) {
    result.is_constant = true;
  } else if (cursor.at_constant() && !register_of_thread) {
    result.is_constant = true;
    result.value = cursor.constant("a number");
  } else {
    result.observable = parse_observable(cursor);
  }
  result.where = cursor.since(begin);
  return result;
}

Prop parse_atom(Cursor& cursor) {
  Prop atom;
  atom.kind = Prop::Kind::atom;
  const Span begin = cursor.peek().where;
  atom.lhs = parse_operand(cursor);
  const auto* const relop = std::ranges::find(kRelops, cursor.peek().text, &Spelling::text);
  const bool bare = cursor.at_end() || cursor.at(")") || cursor.at("/\\") || cursor.at("\\/") || cursor.at("=>");
  if (bare && !atom.lhs.is_constant && atom.lhs.observable.thread) {  // `1:blocked` on its own: it is so
    atom.relop = Relop::ne;
    atom.rhs.is_constant = true;
    atom.rhs.where = atom.lhs.where;
    atom.where = cursor.since(begin);
    return atom;
  }
  if (cursor.at_end() || relop == kRelops.end()) {
    cursor.fail_expected("a comparison such as '='");
    return atom;
  }
  atom.relop = relop->relop;
  cursor.take();
  atom.rhs = parse_operand(cursor);
  atom.where = cursor.since(begin);
  return atom;
}

// Sets what follows from the kids and from where the cursor is.
void finish(Cursor& cursor, Prop& prop, Span begin) {
  prop.where = cursor.since(begin);
  std::uint32_t height = 0;
  for (const Prop& kid : prop.kids) height = std::max(height, kid.height);
  prop.height = height + 1;
  if (prop.height > kMaxPropHeight)
    cursor.fail("litmus-nesting", cursor.last(), fmt::format("condition nested more than {} levels deep", kMaxPropHeight));
}

Prop parse_primary(Cursor& cursor) {
  cursor.count_node();
  const Cursor::Level level(cursor);
  const Span begin = cursor.peek().where;
  Prop prop;
  if (cursor.accept("(")) {
    prop = parse_prop(cursor);
    if (cursor.at("&&") || cursor.at("||"))
      cursor.fail_expected("')'", cursor.at("&&") ? "in a condition 'and' is written /\\" : "in a condition 'or' is written \\/");
    cursor.expect(")", "after the condition");
  } else if (cursor.at("not") || cursor.at("~")) {
    cursor.take();
    prop.kind = Prop::Kind::not_;
    prop.kids.push_back(parse_primary(cursor));
  } else if (cursor.at("!")) {
    cursor.fail_expected("a condition", "'not' is written ~ or not");
  } else if ((cursor.at("true") || cursor.at("false")) &&
             std::ranges::find(kRelops, cursor.ahead().text, &Spelling::text) == kRelops.end()) {
    prop.kind = cursor.at("true") ? Prop::Kind::true_ : Prop::Kind::false_;
    cursor.take();
  } else {
    return parse_atom(cursor);
  }
  finish(cursor, prop, begin);
  return prop;
}

// A chain of one associative operator becomes one node, so that long conditions are not deep.
template <class Next>
Prop parse_chain(Cursor& cursor, std::string_view symbol, Prop::Kind kind, Next next) {
  const Span begin = cursor.peek().where;
  Prop first = next(cursor);
  if (!cursor.at(symbol)) return first;
  Prop chain;
  chain.kind = kind;
  chain.kids.push_back(std::move(first));
  while (cursor.accept(symbol)) chain.kids.push_back(next(cursor));
  finish(cursor, chain, begin);
  return chain;
}

Prop parse_and(Cursor& cursor) { return parse_chain(cursor, "/\\", Prop::Kind::and_, parse_primary); }
Prop parse_or(Cursor& cursor) { return parse_chain(cursor, "\\/", Prop::Kind::or_, parse_and); }

void parse_locations(Cursor& cursor, Test& test) {
  test.has_locations = true;
  cursor.expect("[", "after 'locations'");
  while (!cursor.at_end() && !cursor.at("]")) {
    test.locations.push_back(parse_observable(cursor));
    if (cursor.wide() && cursor.at_word()) cursor.take();  // a type, for tools that print values by it
    if (cursor.wide()) cursor.accept("*");
    if (!cursor.accept(";")) break;
  }
  cursor.expect("]", "or ';' in the list of locations");
}

// herd's `with Name: exists; ...` records what to expect of other models; it says nothing about this test.
void parse_with(Cursor& cursor, Test& test) {
  const Span begin = cursor.take().where;
  while (!cursor.at_end()) {
    cursor.expect_word("the name of a model");
    cursor.expect(":", "after the name");
    cursor.accept("~");
    cursor.expect_word("a kind of condition");
    if (!cursor.accept(";")) break;
  }
  test.ignored.push_back(cursor.since(begin));
}

void parse_clause(Cursor& cursor, Test& test, Span begin, Clause::Kind kind) {
  Clause clause;
  clause.kind = kind;
  const Span prop_begin = cursor.peek().where;
  clause.prop = parse_prop(cursor);
  if (cursor.failed()) return;
  clause.text = folded(cursor.text(cursor.since(prop_begin)));
  clause.where = cursor.since(begin);
  test.clauses.push_back(std::move(clause));
  cursor.accept(";");
}

// `<<...>>` behind a condition: remarks of those who made the test.
void skip_remark(Cursor& cursor) {
  const Span begin = cursor.peek().where;
  const std::size_t close = cursor.whole_text().find(">>", begin.end);
  if (close == std::string_view::npos) {
    cursor.fail("litmus-comment", begin, "this remark does not end", "expected a '>>'");
  } else {
    cursor.move_to(static_cast<std::uint32_t>(close + 2));
  }
}

}  // namespace

void refuse_unmodelled(Cursor& cursor) {
  if (!cursor.wide()) return;
  const Span where = cursor.peek().where;
  const auto refuse = [&](std::string what) { cursor.fail("litmus-unsupported", where, what + " are not modelled"); };
  const bool call = cursor.at_word() && cursor.ahead().text == "(";
  if (call && (cursor.at("fault") || cursor.at("Fault"))) refuse("faults");
  if (call && (cursor.at("PTE") || cursor.at("pte") || cursor.at("TTD") || cursor.at("PA") || cursor.at("pa"))) refuse("page tables");
  if (call && cursor.at("tag")) refuse("memory tags");
  if (cursor.at(":")) refuse("memory tags");
  if (cursor.at("instr") && cursor.ahead().text == ":") refuse("caches and the fetching of instructions");
}

bool starts_final_part(std::string_view word) { return std::ranges::find(kWords, word) != kWords.end(); }

std::optional<std::uint32_t> parse_thread_prefix(Cursor& cursor) {
  if (cursor.ahead().text != ":") return std::nullopt;
  Token token = cursor.peek();
  const bool spelled = cursor.at_word() && token.text.starts_with('P') && token.text.size() > 1;
  if (!cursor.at_number() && !spelled) return std::nullopt;
  if (spelled) token.text.remove_prefix(1);
  const std::uint32_t thread = cursor.index(token);
  cursor.take();
  cursor.take();
  return thread;
}

Prop parse_prop(Cursor& cursor) {
  const Cursor::Level level(cursor);
  const Span begin = cursor.peek().where;
  Prop lhs = parse_or(cursor);
  if (!cursor.accept("=>")) return lhs;
  Prop implication;
  implication.kind = Prop::Kind::implies;
  implication.kids.push_back(std::move(lhs));
  implication.kids.push_back(parse_prop(cursor));  // to the right
  finish(cursor, implication, begin);
  return implication;
}

void parse_final_part(Cursor& cursor, Test& test) {
  while (!cursor.at_end()) {
    const Token first = cursor.peek();
    if (cursor.accept("locations")) {
      parse_locations(cursor, test);
    } else if (cursor.accept("filter")) {
      if (test.filter) cursor.fail("litmus-duplicate", first.where, "a test can have one filter", "join the two with /\\");
      test.filter = parse_prop(cursor);
    } else if (cursor.accept("exists") || cursor.accept("final")) {
      parse_clause(cursor, test, first.where, Clause::Kind::exists);
    } else if (cursor.at("~") && cursor.ahead().text == "exists") {
      cursor.take();
      cursor.take();
      parse_clause(cursor, test, first.where, Clause::Kind::not_exists);
    } else if (cursor.accept("forall")) {
      parse_clause(cursor, test, first.where, Clause::Kind::forall);
    } else if (cursor.accept("required")) {
      parse_clause(cursor, test, first.where, Clause::Kind::required);
    } else if (cursor.accept("forbidden")) {
      parse_clause(cursor, test, first.where, Clause::Kind::forbidden);
    } else if (cursor.at("(")) {
      parse_clause(cursor, test, first.where, Clause::Kind::exists);
    } else if (cursor.at("<<") && !test.clauses.empty()) {
      skip_remark(cursor);
    } else if (cursor.at("with")) {
      parse_with(cursor, test);
    } else if (cursor.at("observed") || cursor.at("Observed") || cursor.at("cases")) {
      cursor.fail("litmus-unsupported", first.where, fmt::format("'{}' clauses are not supported", first.text),
                  "state each outcome with exists or required");
    } else {
      const std::string near = nearest(first.text, {kWords.begin(), kWords.end()});
      cursor.fail_expected("a thread, 'locations', 'filter' or a condition", near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    }
  }
}

}  // namespace thinair::litmus
