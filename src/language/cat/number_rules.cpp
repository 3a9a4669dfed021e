#include "language/cat/number_rules.hpp"

#include <map>
#include <utility>

#include "language/cat/drawn.hpp"
#include "language/cat/print.hpp"

namespace thinair::cat {
namespace {

using language::Rule;
using language::RuleId;

class Numbering {
 public:
  Numbering(language::Rules& rules, const DrawnNames& names) : rules_(rules), names_(names) {}

  void run(std::vector<Stmt>& statements) {
    for (Stmt& s : statements) {
      if (s.kind == Stmt::Kind::check || s.kind == Stmt::Kind::let)
        for (Check& check : s.checks)
          check.rule = check.name.empty() ? add(Rule::Kind::check, to_text(check), check.span, false, {check.expr})
                                          : add(Rule::Kind::check, check.name, check.span, true, {check.expr});
      if (s.kind == Stmt::Kind::call)
        s.rule = s.check_name.empty() ? add(Rule::Kind::check, to_text(s), s.span, false, s.exprs)
                                      : add(Rule::Kind::check, s.check_name, s.span, true, s.exprs);
      if (s.kind == Stmt::Kind::with) s.rule = add(Rule::Kind::order, "with " + s.name, s.span, true, s.exprs);
      run(s.body);
      run(s.otherwise);
      for (StmtMatchClause& clause : s.clauses) run(clause.body);
    }
  }

 private:
  RuleId add(Rule::Kind kind, std::string name, Span where, bool named, const std::vector<ExprPtr>& about) {
    const auto [at, fresh] = known_.try_emplace({kind, name}, static_cast<RuleId>(rules_.size()));
    if (fresh) rules_.push_back({kind, std::move(name), where, named, names_.of(about)});
    return at->second;
  }

  language::Rules& rules_;
  const DrawnNames& names_;
  std::map<std::pair<Rule::Kind, std::string>, RuleId> known_;
};

}  // namespace

void number_rules(Model& model) {
  model.rules.clear();
  DrawnNames names;
  names.read(model.statements);
  Numbering(model.rules, names).run(model.statements);
}

}  // namespace thinair::cat
