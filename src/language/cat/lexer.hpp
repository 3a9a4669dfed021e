// Words of the .cat language.
//
//   takes   one text of Sources
//   gives   its tokens, ending in Token::Kind::end; comments are gone
//   does not know the grammar, except that brackets nest: too deep a nest is found here, before anything recurses
//
// `a-b` is one identifier, as in herd; `x->y` is `x`, `->`, `y`, which herd rejects.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"
#include "support/source.hpp"

namespace thinair::cat {

struct Token {
  enum class Kind : std::uint8_t {
    name,
    keyword,
    string,
    tag,
    zero,
    underscore,
    lparen,
    rparen,
    lbrace,
    rbrace,
    lbracket,
    rbracket,
    bar,
    bar_bar,
    amp,
    amp_amp,
    star,
    tilde,
    plus,
    plus_plus,
    hat_inverse,
    backslash,
    question,
    equal,
    semicolon,
    comma,
    arrow,
    // machines only
    number,
    colon,
    assign,
    plus_equal,
    minus_equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    end,
  } kind = Kind::end;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Brackets, statements and operators may nest this deep in total; a model written by a person stays under 50.
inline constexpr std::uint32_t kMaxDepth = 500;
inline constexpr std::size_t kMaxTokens = 1'000'000;

// Machines (.op) have numbers, comparisons and assignments beside the words of .cat.
enum class Words : std::uint8_t { cat, machine };

Result<std::vector<Token>> lex(const Sources& sources, std::uint32_t file, Words words = Words::cat);

// The reserved words. `variant`, `catdep`, `instructions` and `default` are words only where they can mean something.
bool is_keyword(std::string_view word);

// "'po'", "the string \"x\"", "the end of the file": how messages name a token.
std::string describe(const Sources& sources, std::uint32_t file, const Token& token);

}  // namespace thinair::cat
