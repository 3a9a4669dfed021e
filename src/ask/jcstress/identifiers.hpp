// Names in generated Java: every one valid, none given twice.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace thinair::jcstress {

// The text with everything that cannot stand in a Java identifier replaced: "SB+rfis" is SB_rfis, "2+2W" is T2_2W.
std::string identifier(std::string_view text);

// Java's keywords and literals (JLS 3.9), which identifier() avoids, and `_`.
bool is_reserved(std::string_view word);

// One scope of names. File systems may ignore case, so names of classes must differ in more than that.
class Identifiers {
 public:
  enum class Case { counts, ignored };
  explicit Identifiers(Case letters = Case::counts) : case_(letters) {}

  void reserve(std::string_view name);
  // The identifier for `wish`, with a number behind it if somebody has it already.
  std::string take(std::string_view wish);

 private:
  std::string key(std::string_view name) const;

  Case case_;
  std::set<std::string> taken_;
};

}  // namespace thinair::jcstress
