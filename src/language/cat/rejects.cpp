#include "language/cat/rejects.hpp"

#include <algorithm>

namespace thinair::cat {
namespace {

bool any_rejects(const std::vector<Stmt>& statements) {
  return std::ranges::any_of(statements, [](const Stmt& s) {
    if (s.kind == Stmt::Kind::procedure || s.kind == Stmt::Kind::flag) return false;
    if (s.kind == Stmt::Kind::call || !s.checks.empty()) return true;
    const auto in_clause = [](const StmtMatchClause& clause) { return any_rejects(clause.body); };
    return any_rejects(s.body) || any_rejects(s.otherwise) || std::ranges::any_of(s.clauses, in_clause);
  });
}

}  // namespace

bool may_reject(const Model& model) { return any_rejects(model.statements); }

}  // namespace thinair::cat
