// Which relations that pictures draw a rule speaks of, directly or through the model's definitions.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "language/cat/ast.hpp"

namespace thinair::cat {

class DrawnNames {
 public:
  void read(const std::vector<Stmt>& statements);
  void read(const std::vector<Binding>& definitions);

  // Of the expressions of a rule; sorted.
  std::vector<std::string> of(const std::vector<ExprPtr>& rule) const;

 private:
  std::map<std::string, std::vector<std::string>> defined_;
  std::set<std::string> drawn_{"po", "rf", "co", "fr", "data", "ctrl", "addr"};
};

}  // namespace thinair::cat
