#include "language/cat/variants.hpp"

#include <set>

namespace thinair::cat {
namespace {

class VariantCollector {
 public:
  void visit(const std::vector<Stmt>& statements) {
    for (const Stmt& s : statements) {
      visit(s.condition);
      visit(s.bindings);
      for (const Check& check : s.checks) visit(check.expr);
      for (const ExprPtr& expr : s.exprs) visit(expr);
      visit(s.body);
      visit(s.otherwise);
      for (const StmtMatchClause& clause : s.clauses) visit(clause.body);
    }
  }
  std::vector<std::string> names() const { return {names_.begin(), names_.end()}; }

 private:
  void visit(const Condition& condition) {
    if (condition.kind == Condition::Kind::variant && !condition.variant.empty()) names_.insert(condition.variant);
    for (const ExprPtr& expr : condition.exprs) visit(expr);
    for (const Condition& kid : condition.kids) visit(kid);
  }
  void visit(const std::vector<Binding>& bindings) {
    for (const Binding& binding : bindings) visit(binding.value);
  }
  void visit(const ExprPtr& expr) {
    if (!expr) return;
    visit(expr->condition);
    visit(expr->bindings);
    for (const ExprPtr& kid : expr->kids) visit(kid);
    for (const MatchClause& clause : expr->clauses) visit(clause.body);
  }

  std::set<std::string> names_;
};

}  // namespace

std::vector<std::string> variants_of(const Model& model) {
  VariantCollector collector;
  collector.visit(model.statements);
  return collector.names();
}

}  // namespace thinair::cat
