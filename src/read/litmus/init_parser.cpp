#include "read/litmus/init_parser.hpp"

#include <fmt/format.h>

#include "read/c/foreign.hpp"
#include "read/litmus/condition_parser.hpp"

namespace thinair::litmus {
namespace {

std::vector<std::int64_t> parse_list(Cursor& cursor) {
  std::vector<std::int64_t> list;
  cursor.expect("{", "before the values");
  while (!cursor.at_end() && !cursor.at("}")) {
    cursor.count_node();
    list.push_back(cursor.constant("a number"));
    if (!cursor.accept(",")) break;
  }
  cursor.expect("}", "after the values");
  return list;
}

// `new C()`, `new C(1, 2)`, `new int[2]`.
void parse_object(Cursor& cursor, InitValue& value) {
  cursor.take();
  value.kind = InitValue::Kind::object;
  value.name = cursor.expect_word("the name of a class").text;
  value.is_array = cursor.accept("[");
  if (!value.is_array) cursor.expect("(", "after the class");
  const std::string_view close = value.is_array ? "]" : ")";
  while (!cursor.at_end() && !cursor.at(close)) {
    if (!value.is_array && cursor.accept("null")) {
      value.list.push_back(0);
    } else {
      value.list.push_back(cursor.constant("a number"));
    }
    if (!cursor.accept(",")) break;
  }
  cursor.expect(close, "after the arguments");
  const bool fits = !value.is_array || (value.list.size() == 1 && value.list.front() >= 0 && value.list.front() <= 64);
  if (!fits) cursor.fail("litmus-size", cursor.last(), "the length of an array is a number from 0 to 64");
}

InitValue parse_value(Cursor& cursor, bool array) {
  InitValue value;
  const Span begin = cursor.peek().where;
  if (array || cursor.at("{")) {
    value.kind = InitValue::Kind::list;
    value.list = parse_list(cursor);
  } else if (cursor.at("null")) {
    cursor.take();
    value.kind = InitValue::Kind::number;
  } else if (cursor.at("new") && cursor.ahead().kind == Token::Kind::word) {
    parse_object(cursor, value);
  } else if (cursor.peek().kind == Token::Kind::character && cursor.peek().text.size() == 3) {
    value.kind = InitValue::Kind::number;
    value.number = static_cast<unsigned char>(cursor.take().text[1]);
  } else if (const auto floating = cursor.floating_constant()) {
    value.kind = InitValue::Kind::floating;
    value.floating = *floating;
  } else if (cursor.at_constant()) {
    value.kind = InitValue::Kind::number;
    value.number = cursor.constant("a number");
    if (cursor.wide() && cursor.at(":"))
      cursor.fail("litmus-unsupported", cursor.since(begin), "labels as values are not modelled",
                  "the code of a test is not read or changed");
  } else if (cursor.peek().kind == Token::Kind::string) {
    value.kind = InitValue::Kind::string;
    const std::string_view quoted = cursor.take().text;
    value.name = quoted.substr(1, quoted.size() - 2);
  } else {
    if (cursor.wide() && cursor.at("(")) cursor.fail("litmus-unsupported", begin, "page tables are not modelled");
    refuse_unmodelled(cursor);
    value.kind = InitValue::Kind::name;
    cursor.accept("&");
    value.name = cursor.expect_word("a number or a location").text;
    if (const auto kernel = cursor.at("(") ? c::foreign(value.name) : std::nullopt)  // ATOMIC_INIT(0)
      cursor.fail("litmus-unsupported", cursor.last(), kernel->message, kernel->hint);
    refuse_unmodelled(cursor);
    if (cursor.wide() && cursor.at("[") && cursor.ahead().kind == Token::Kind::number) {
      cursor.take();
      value.name += fmt::format("[{}]", cursor.index(cursor.take()));
      cursor.expect("]", "after the index");
    }
  }
  value.where = cursor.since(begin);
  return value;
}

// `[]` of a type: not the brackets of `int x[2]`, nor those around a location.
bool is_array_type(const Cursor& cursor) { return cursor.at("[") && cursor.ahead().text == "]"; }

// `volatile int`, `int*`: words and stars in front of the name, which is the last word.
void parse_type(Cursor& cursor, InitItem& item) {
  const Span begin = cursor.peek().where;
  while (cursor.at_word() || cursor.at("*")) {
    const Token& next = cursor.ahead();
    const bool goes_on = next.kind == Token::Kind::word || next.kind == Token::Kind::number || next.text == "*";
    if (cursor.at_word() && !goes_on) {
      Cursor ahead = cursor;
      ahead.take();
      if (!is_array_type(ahead)) break;
    }
    item.type.emplace_back(cursor.take().text);
    while (is_array_type(cursor)) {
      cursor.take();
      cursor.take();
      item.type.back() += "[]";
    }
    item.type_where = cursor.since(begin);
  }
}

void parse_declarator(Cursor& cursor, InitItem& item) {
  cursor.count_node();
  item.where = cursor.peek().where;
  item.thread = parse_thread_prefix(cursor);
  const bool bracketed = !item.thread && cursor.accept("[");
  refuse_unmodelled(cursor);
  if (cursor.wide() && item.thread) cursor.accept("%");
  item.name_where = cursor.peek().where;
  item.name = cursor.expect_word(item.thread ? "the name of a handle or local" : "the name of a location").text;
  refuse_unmodelled(cursor);
  if (bracketed) cursor.expect("]", "after the location");
  if (!bracketed && cursor.accept("[")) {
    item.array = true;
    if (cursor.at_number()) item.array_size = cursor.index(cursor.take());
    cursor.expect("]", "after the size");
  }
  if (cursor.accept("=")) item.value = parse_value(cursor, item.array);
  item.where = cursor.since(item.where);
}

}  // namespace

std::vector<InitItem> parse_init(Cursor& cursor) {
  std::vector<InitItem> items;
  cursor.expect("{", "before the initial state");
  while (!cursor.at_end() && !cursor.at("}")) {
    if (cursor.accept(";")) continue;
    InitItem item;
    parse_type(cursor, item);
    do {
      InitItem one = item;
      parse_declarator(cursor, one);
      items.push_back(std::move(one));
    } while (cursor.accept(","));
    if (!cursor.at("}")) cursor.expect(";", "or '}' after an initial value", cursor.at("{") ? "is the init block closed?" : "");
  }
  cursor.expect("}", "after the initial state");
  return items;
}

}  // namespace thinair::litmus
