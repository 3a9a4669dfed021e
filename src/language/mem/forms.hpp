// Which of .cat's expressions a .mem file may use: those about sets and relations, and functions that are called by name.
//
//   takes   the expressions of a model, in the order of the text
//   gives   an error for a form that has no meaning here (mem-unsupported), that defines a word of the language (mem-reserved), or that
//           would be too large with every definition written out in place (mem-size)
//   does not look up names: resolve does
//
// Functions are not values and there is no recursion. So a model is a finite list of formulas, and may be expanded to them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "language/cat/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::mem {

inline constexpr std::size_t kMostOperations = 100'000;  // in all conditions together, when expanded
inline constexpr std::size_t kMostLevels = 500;          // in one of them

class Forms {
 public:
  explicit Forms(Diagnostics& errors) : errors_(errors) {}

  // False, with an error, if something is wrong.
  bool definition(const cat::Binding& binding);  // a statement `let`; what follows may use it
  bool condition(const cat::Expr& expr);

 private:
  // Of an expression in which every definition is expanded.
  struct Extent {
    std::size_t operations = 0;
    std::size_t levels = 0;
  };
  struct Definition {
    bool function = false;
    Extent extent;
  };

  Extent walk(const cat::Expr& expr);
  Extent name(const cat::Expr& expr);
  Extent call(const cat::Expr& expr);
  Extent over(const std::vector<cat::ExprPtr>& kids, Extent head);
  void bind(const cat::Pattern& pattern);
  const Definition* find(const std::string& name) const;
  bool fits(Span where, Extent extent);
  Extent unsupported(Span where, std::string message, std::string hint = {});
  void error(Span where, std::string code, std::string message, std::string hint = {});

  Diagnostics& errors_;
  std::map<std::string, Definition, std::less<>> definitions_;
  std::vector<std::string> parameters_;  // in scope
  std::size_t operations_ = 0;           // of the conditions so far
};

}  // namespace thinair::mem
