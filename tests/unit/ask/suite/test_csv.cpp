#include <gtest/gtest.h>

#include "ask/suite/csv.hpp"

namespace thinair::suite {
namespace {

using Texts = std::vector<std::vector<std::string>>;

Texts read(std::string text) {
  Sources sources;
  Texts out;
  const auto rows = read_csv(sources, sources.add("t.csv", std::move(text)));
  for (const Row& row : rows.value()) {
    auto& texts = out.emplace_back();
    for (const Field& field : row) texts.push_back(field.text);
  }
  return out;
}

std::string complaint(std::string text) {
  Sources sources;
  const auto rows = read_csv(sources, sources.add("t.csv", std::move(text)));
  return rows ? "" : to_text(sources, rows.error());
}

TEST(Csv, FieldsAndLines) {
  EXPECT_EQ(read("a,b\nc,d\n"), (Texts{{"a", "b"}, {"c", "d"}}));
  EXPECT_EQ(read("a,b\r\nc,d"), (Texts{{"a", "b"}, {"c", "d"}}));
  EXPECT_EQ(read("a,,\n,\n"), (Texts{{"a", "", ""}, {"", ""}}));
  EXPECT_EQ(read(""), Texts{});
  EXPECT_EQ(read("\n\r\na\n\n"), (Texts{{"a"}}));
}

TEST(Csv, Quotes) {
  EXPECT_EQ(read("\"a,b\",\"c\"\"d\",\"\"\n"), (Texts{{"a,b", "c\"d", ""}}));
  EXPECT_EQ(read("\"two\nlines\",x\n"), (Texts{{"two\nlines", "x"}}));
  EXPECT_EQ(read("\"\"\"\"\n"), (Texts{{"\""}}));
}

TEST(Csv, MistakesHaveAPlace) {
  EXPECT_NE(complaint("a,\"b\nc,d\n").find("t.csv:1:3: error: the quote that opens this field is not closed"), std::string::npos);
  EXPECT_NE(complaint("a,b\nc,\"d\"e\n").find("t.csv:2:6: error: text after the closing quote"), std::string::npos);
  EXPECT_NE(complaint("a,b\"c\n").find("t.csv:1:4: error: a quote in a field"), std::string::npos);
}

TEST(Csv, WhatIsWrittenIsReadBack) {
  const std::vector<std::string> fields = {"plain", "", "a,b", "say \"so\"", "two\nlines", "\r", " blank "};
  EXPECT_EQ(read(csv_line(fields)), Texts{fields});
}

}  // namespace
}  // namespace thinair::suite
