// The parser behind parse(): statements in parser.cpp, rules with their conditions and actions in parse_rule.cpp. Expressions are .cat's.
#pragma once

#include "language/cat/parser_impl.hpp"
#include "language/op/ast.hpp"

namespace thinair::op {

class Parser : private cat::Parser {
 public:
  using cat::Parser::Parser;
  Result<Model> run();

 private:
  std::span<const std::string_view> starters() const override;
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
  bool needs();
  bool memory();
  bool include();
  bool any_of(Condition& out);
  bool all_of(Condition& out);
  bool one(Condition& out);
  bool compared(Condition& out);
  bool name(std::string& out, std::string_view what);

  Model model_;
};

}  // namespace thinair::op
