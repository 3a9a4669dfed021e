// Words and methods of Java that litmus tests do not have, each with how to write what it is for.
#pragma once

#include <optional>
#include <string_view>

namespace thinair::litmus::java {

// The hint for a word of the language that is not supported, which may be empty; none for other words.
std::optional<std::string_view> missing_word(std::string_view word);

// The same for a method that the test does not declare itself, and for one whose arguments are lambdas.
std::optional<std::string_view> missing_method(std::string_view name);
std::optional<std::string_view> lambda_method(std::string_view name);
inline constexpr std::string_view kInsteadOfLambda =
    "what a thread runs is Thread1 { ... }, which Thread1.start() starts; else write a method";

}  // namespace thinair::litmus::java
