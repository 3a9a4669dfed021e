#include "language/cat/drawn.hpp"

namespace thinair::cat {
namespace {

// T.x and G.x of a multi-execution model are x of an execution.
std::string plain(const std::string& name) { return name.starts_with("T.") || name.starts_with("G.") ? name.substr(2) : name; }

void add_names(const Expr& expr, std::vector<std::string>& out) {
  if (expr.kind == Expr::Kind::name) out.push_back(plain(expr.name));
  for (const ExprPtr& kid : expr.kids) add_names(*kid, out);
  for (const Binding& b : expr.bindings) add_names(*b.value, out);
}

}  // namespace

void DrawnNames::read(const std::vector<Binding>& definitions) {
  for (const Binding& b : definitions)
    if (!b.pattern.names.empty()) add_names(*b.value, defined_[b.pattern.names[0]]);
}

void DrawnNames::read(const std::vector<Stmt>& statements) {
  for (const Stmt& s : statements) {
    if (s.kind == Stmt::Kind::let) read(s.bindings);
    if (s.kind == Stmt::Kind::show) drawn_.insert(s.names.begin(), s.names.end());
    if (s.kind == Stmt::Kind::with) drawn_.insert(s.name);
    if (s.kind == Stmt::Kind::include || s.kind == Stmt::Kind::forall) read(s.body);
  }
}

std::vector<std::string> DrawnNames::of(const std::vector<ExprPtr>& rule) const {
  std::vector<std::string> open;
  for (const ExprPtr& expr : rule)
    if (expr) add_names(*expr, open);
  std::set<std::string> seen, out;
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    if (!seen.insert(name).second) continue;
    if (drawn_.contains(name)) {
      out.insert(name);
      continue;
    }
    if (const auto at = defined_.find(name); at != defined_.end()) open.insert(open.end(), at->second.begin(), at->second.end());
  }
  return {out.begin(), out.end()};
}

}  // namespace thinair::cat
