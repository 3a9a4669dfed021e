#include "ask/explain/reason.hpp"

#include <algorithm>

#include "language/cat/print.hpp"

namespace thinair::verdict {
namespace {

// Calls `on_name` with the name of everything that can be left out by name: checks that reject an execution, wherever they stand,
// and calls of procedures `as` something; with its place; and with how it would be called if it had no name.
template <class Statements, class F>
void for_each_name(Statements& statements, const F& on_name) {
  for (auto& s : statements) {
    if (s.kind == cat::Stmt::Kind::check || s.kind == cat::Stmt::Kind::let)
      for (auto& check : s.checks) on_name(check.name, check.span, [&] { return cat::to_text(check); });
    if (s.kind == cat::Stmt::Kind::call) on_name(s.check_name, s.span, [&] { return cat::to_text(s); });
    for_each_name(s.body, on_name);
    for_each_name(s.otherwise, on_name);
    for (auto& clause : s.clauses) for_each_name(clause.body, on_name);
  }
}

std::vector<Rule> checks_of(const cat::Model& model) {
  std::vector<Rule> out;
  for_each_name(model.statements, [&](const std::string& name, Span where, const auto&) {
    if (!name.empty() && std::ranges::find(out, name, &Rule::name) == out.end()) out.push_back({name, where});
  });
  return out;
}

// `with x from linearisations(S, r)`: that the order extends r is a rule too, called after the statement.
const cat::Expr* extended(const cat::Stmt& s) {
  if (s.kind != cat::Stmt::Kind::with || s.exprs.empty() || s.exprs[0]->kind != cat::Expr::Kind::apply) return nullptr;
  const cat::Expr& function = *s.exprs[0]->kids[0];
  const cat::Expr& arguments = *s.exprs[0]->kids[1];
  const bool orders = function.kind == cat::Expr::Kind::name && (function.name == "linearisations" || function.name == "generate_orders");
  if (!orders || arguments.kind != cat::Expr::Kind::tuple || arguments.kids.size() != 2) return nullptr;
  return arguments.kids[1]->kind == cat::Expr::Kind::empty_relation ? nullptr : arguments.kids[1].get();
}

std::string order_name(const cat::Stmt& s) { return "with " + s.name; }

void add_orders(const std::vector<cat::Stmt>& statements, std::vector<Rule>& out) {
  for (const cat::Stmt& s : statements) {
    if (extended(s) && std::ranges::find(out, order_name(s), &Rule::name) == out.end()) out.push_back({order_name(s), s.span});
    if (s.kind == cat::Stmt::Kind::include) add_orders(s.body, out);
  }
}

// The same with orders that extend nothing.
void free_orders(std::vector<cat::Stmt>& statements, const std::vector<std::string>& dropped) {
  for (cat::Stmt& s : statements) {
    if (s.kind == cat::Stmt::Kind::include) free_orders(s.body, dropped);
    if (!extended(s) || std::ranges::find(dropped, order_name(s)) == dropped.end()) continue;
    auto call = std::make_shared<cat::Expr>(*s.exprs[0]);
    auto arguments = std::make_shared<cat::Expr>(*call->kids[1]);
    arguments->kids[1] = std::make_shared<cat::Expr>();
    call->kids[1] = std::move(arguments);
    s.exprs[0] = std::move(call);
  }
}

model::Model named(const model::Model& model, bool of_single) {
  if (of_single || !model.multi()) return {model.name, with_named_checks(model.single())};
  mem::Model multi = *model.multi();
  multi.single = with_named_checks(std::move(multi.single));
  return {model.name, std::move(multi)};
}

std::vector<Rule> rules_of_named(const model::Model& model) {
  std::vector<Rule> out = checks_of(model.single());
  // Under a multi-execution model orders stay as they are: happens-before must have no cycle for justifications to mean something.
  if (!model.multi()) add_orders(model.single().statements, out);
  if (const mem::Model* multi = model.multi()) {
    for (const mem::Condition& c : multi->conditions)
      if (!c.name.empty()) out.push_back({c.name, c.span});
    for (const mem::Keep& k : multi->keeps)
      if (!k.name.empty()) out.push_back({k.name, k.span});
  }
  return out;
}

// Every rule and fact with whether it is kept, and the question without those that are not.
class Trial {
 public:
  Trial(const model::Question& question, bool of_single, Budget& budget)
      : question_(question), budget_(budget), model_(named(*question.model, of_single)), rules_(rules_of_named(model_)) {
    std::erase_if(rules_, [&](const Rule& r) { return std::ranges::find(question.skipped, r.name) != question.skipped.end(); });
    Budget unfolding = budget.again();
    facts_ = facts_of(*question.test, *question.goal, model_.multi() == nullptr, unfolding);
    out_rules_.assign(rules_.size(), false);
    out_facts_.assign(facts_.size(), false);
  }

  const std::vector<Rule>& rules() const { return rules_; }
  const std::vector<Fact>& facts() const { return facts_; }
  std::vector<bool>& out_rules() { return out_rules_; }
  std::vector<bool>& out_facts() { return out_facts_; }
  std::size_t solved() const { return solved_; }

  std::optional<bool> possible() {
    ++solved_;
    model::Question q = question_;
    std::vector<Fact> dropped;
    for (std::size_t i = 0; i < rules_.size(); ++i)
      if (out_rules_[i]) q.skipped.push_back(rules_[i].name);
    for (std::size_t i = 0; i < facts_.size(); ++i)
      if (out_facts_[i]) dropped.push_back(facts_[i]);
    const Relaxed relaxed = without(*question_.test, *question_.goal, dropped);
    q.test = &relaxed.test;
    q.goal = &relaxed.goal;
    const model::Model freed = model_.multi() ? model::Model{} : model::Model{model_.name, with_free_orders(model_.single(), q.skipped)};
    q.model = model_.multi() ? &model_ : &freed;
    q.first_only = true;
    q.among_values = true;
    q.verify = false;  // the plain evaluator knows programs as they were read only
    Budget budget = budget_.again();
    const auto answer = model::solve(q, budget);
    if (!answer) return std::nullopt;
    if (!answer->outcomes.empty()) return true;
    return answer->complete ? std::optional(false) : std::nullopt;
  }

  // Leaves out as much of out[from, to) as the goal stays forbidden without.
  void shrink(std::vector<bool>& out, std::size_t from, std::size_t to) {
    if (from == to) return;
    for (std::size_t i = from; i < to; ++i) out[i] = true;
    const auto allowed = possible();
    if (allowed == false) return;
    for (std::size_t i = from; i < to; ++i) out[i] = false;
    if (to - from == 1) {
      if (!allowed) undecided_ = true;
      return;
    }
    const std::size_t middle = from + (to - from) / 2;
    shrink(out, from, middle);
    shrink(out, middle, to);
  }

  // Leaving out facts is not always a relaxation: an access of another mode may be forbidden more. So facts that were needed on the
  // way are asked about again at the end, until every one of them is.
  void confirm_facts() {
    for (bool changed = true; changed && !undecided_;) {
      changed = false;
      for (std::size_t i = 0; i < facts_.size(); ++i) {
        if (out_facts_[i]) continue;
        out_facts_[i] = true;
        if (possible() == false)
          changed = true;
        else
          out_facts_[i] = false;
      }
    }
  }

  Reason run() {
    shrink(out_rules_, 0, rules_.size());
    // Facts of one kind are most often needed together or not at all.
    for (std::size_t from = 0; from < facts_.size();) {
      std::size_t to = from;
      while (to < facts_.size() && facts_[to].kind == facts_[from].kind) ++to;
      shrink(out_facts_, from, to);
      from = to;
    }
    confirm_facts();
    Reason out;
    for (std::size_t i = 0; i < rules_.size(); ++i)
      if (!out_rules_[i]) out.rules.push_back(rules_[i]);
    for (std::size_t i = 0; i < facts_.size(); ++i)
      if (!out_facts_[i]) out.facts.push_back(facts_[i]);
    out.minimal = !undecided_;
    out.solved = solved_;
    return out;
  }

 private:
  const model::Question& question_;
  Budget& budget_;
  model::Model model_;
  std::vector<Rule> rules_;
  std::vector<Fact> facts_;
  std::vector<bool> out_rules_, out_facts_;
  std::size_t solved_ = 0;
  bool undecided_ = false;
};

}  // namespace

std::vector<Rule> rules_of(const model::Model& model) {
  std::vector<Rule> out = rules_of_named(named(model, false));
  if (model.multi()) add_orders(model.single().statements, out);
  return out;
}

Reason everything(const model::Question& question, bool of_single, Budget& budget) {
  Trial trial(question, of_single, budget);
  Reason out;
  out.rules = trial.rules();
  out.facts = trial.facts();
  return out;
}

Reason find_reason(const model::Question& question, bool of_single, Budget& budget) { return Trial(question, of_single, budget).run(); }

std::optional<bool> possible_with(const model::Question& question, bool of_single, const Reason& kept, Budget& budget) {
  Trial trial(question, of_single, budget);
  for (std::size_t i = 0; i < trial.rules().size(); ++i)
    trial.out_rules()[i] = std::ranges::find(kept.rules, trial.rules()[i]) == kept.rules.end();
  for (std::size_t i = 0; i < trial.facts().size(); ++i)
    trial.out_facts()[i] = std::ranges::find(kept.facts, trial.facts()[i]) == kept.facts.end();
  return trial.possible();
}

cat::Model with_named_checks(cat::Model model) {
  for_each_name(model.statements, [](std::string& name, Span, const auto& text) {
    if (name.empty()) name = text();
  });
  return model;
}

cat::Model with_free_orders(cat::Model model, const std::vector<std::string>& dropped) {
  free_orders(model.statements, dropped);
  return model;
}

std::vector<std::string> check_names(const cat::Model& model) {
  std::vector<std::string> out;
  for (const Rule& rule : checks_of(model)) out.push_back(rule.name);
  return out;
}

}  // namespace thinair::verdict
