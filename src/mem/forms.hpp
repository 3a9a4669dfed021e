// Which of .cat's expressions a .mem file may use: those about sets and relations, and functions that are called by name.
//
//   takes   the expressions of a model, in the order of the text
//   gives   an error for a form that has no meaning here (mem-unsupported), or that binds a word of the language (mem-reserved)
//   does not look up names: resolve does
//
// Functions are not values and there is no recursion. So a model is a finite list of formulas, whatever its names stand for.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cat/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::mem {

class Forms {
 public:
  explicit Forms(Diagnostics& errors) : errors_(errors) {}

  void definition(const cat::Binding& binding);  // a statement `let`; what follows may call it
  void expression(const cat::Expr& expr);

 private:
  void walk(const cat::Expr& expr);
  void call(const cat::Expr& expr);
  void let(const cat::Expr& expr);
  void names(const cat::Pattern& pattern);
  bool is_function(const std::string& name) const;
  void unsupported(Span where, std::string message, std::string hint = {});

  Diagnostics& errors_;
  std::set<std::string, std::less<>> functions_{"domain", "range", "reduction"};
  std::vector<std::string> locals_;  // parameters, and names of `let .. in`, in scope
};

}  // namespace thinair::mem
