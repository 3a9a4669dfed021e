#include "language/cat/number_rules.hpp"

#include <map>
#include <utility>

#include "language/cat/print.hpp"

namespace thinair::cat {
namespace {

using language::Rule;
using language::RuleId;

class Numbering {
 public:
  explicit Numbering(language::Rules& rules) : rules_(rules) {}

  void run(std::vector<Stmt>& statements) {
    for (Stmt& s : statements) {
      if (s.kind == Stmt::Kind::check || s.kind == Stmt::Kind::let)
        for (Check& check : s.checks)
          check.rule = check.name.empty() ? add(Rule::Kind::check, to_text(check), check.span, false)
                                          : add(Rule::Kind::check, check.name, check.span, true);
      if (s.kind == Stmt::Kind::call)
        s.rule = s.check_name.empty() ? add(Rule::Kind::check, to_text(s), s.span, false)
                                      : add(Rule::Kind::check, s.check_name, s.span, true);
      if (s.kind == Stmt::Kind::with) s.rule = add(Rule::Kind::order, "with " + s.name, s.span, true);
      run(s.body);
      run(s.otherwise);
      for (StmtMatchClause& clause : s.clauses) run(clause.body);
    }
  }

 private:
  RuleId add(Rule::Kind kind, std::string name, Span where, bool named) {
    const auto [at, fresh] = known_.try_emplace({kind, name}, static_cast<RuleId>(rules_.size()));
    if (fresh) rules_.push_back({kind, std::move(name), where, named});
    return at->second;
  }

  language::Rules& rules_;
  std::map<std::pair<Rule::Kind, std::string>, RuleId> known_;
};

}  // namespace

void number_rules(Model& model) {
  model.rules.clear();
  Numbering(model.rules).run(model.statements);
}

}  // namespace thinair::cat
