#include "ask/notes/looks_at.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "language/cat/primitives.hpp"

namespace thinair::notes {
namespace {

using cat::Expr;
using cat::Stmt;

// Membership of the event as it is and of its plain twin; nothing where it cannot be told, as in relations.
struct Sight {
  std::optional<bool> event, twin;
  bool differs = false;
};

Sight both(bool in) { return {in, in, false}; }
Sight untold(bool differs) { return {std::nullopt, std::nullopt, differs}; }
bool surely(const Sight& s, bool in) { return s.event == in && s.twin == in; }

// `a & b` with outs that decide, `a | b` with ins that do.
Sight combined(const Sight& a, const Sight& b, bool decides) {
  if (surely(a, decides) || surely(b, decides)) return both(decides);
  Sight out;
  const auto one = [&](std::optional<bool> x, std::optional<bool> y) -> std::optional<bool> {
    if (x == decides || y == decides) return decides;
    return x && y ? std::optional(!decides) : std::nullopt;
  };
  out.event = one(a.event, b.event);
  out.twin = one(a.twin, b.twin);
  out.differs = out.event && out.twin ? *out.event != *out.twin : a.differs || b.differs;
  return out;
}

Sight complement(const Sight& s) {
  const auto flipped = [](std::optional<bool> x) { return x ? std::optional(!*x) : x; };
  return {flipped(s.event), flipped(s.twin), s.differs};
}

class Reader {
 public:
  Reader(const std::vector<std::string>& set_names, const EventKind& kind) : set_names_(set_names), kind_(kind) {}

  bool sees() const { return sees_; }

  void statements(const std::vector<Stmt>& all) {
    for (const Stmt& s : all) statement(s);
  }

  void definitions(const std::vector<cat::Binding>& bindings, bool recursive) {
    // A recursive name is first taken for one that tells nothing apart; after as many rounds as there are names nothing changes any more.
    if (recursive)
      for (std::size_t round = 0; round <= bindings.size(); ++round)
        for (const cat::Binding& b : bindings) bind(b.pattern, untold(value(*b.value).differs));
    for (const cat::Binding& b : bindings) bind(b.pattern, value(*b.value));
  }

  void rule(const cat::ExprPtr& expr) {
    if (expr && value(*expr).differs) sees_ = true;
  }
  void rule_on(const std::string& name) { sees_ = sees_ || named(name).differs; }

 private:
  void statement(const Stmt& s) {
    switch (s.kind) {
      case Stmt::Kind::let:
        definitions(s.bindings, s.recursive);
        for (const cat::Check& check : s.checks) rule(check.expr);
        break;
      case Stmt::Kind::check:
        for (const cat::Check& check : s.checks) rule(check.expr);
        break;
      case Stmt::Kind::with:
        for (const cat::ExprPtr& expr : s.exprs) {
          rule(expr);  // an order that does not exist rejects, too
          names_[s.name] = untold(value(*expr).differs);
        }
        break;
      case Stmt::Kind::include: statements(s.body); break;
      case Stmt::Kind::forall:
      case Stmt::Kind::procedure: {
        const auto outside = names_;
        bind(s.pattern, untold(false));
        for (const cat::ExprPtr& expr : s.exprs) names_[s.name] = untold(value(*expr).differs);
        statements(s.body);  // of a procedure: as if it were called
        names_ = outside;
        break;
      }
      case Stmt::Kind::call:
        for (const cat::ExprPtr& expr : s.exprs) rule(expr);
        break;
      case Stmt::Kind::if_:
        condition(s.condition);
        statements(s.body);
        statements(s.otherwise);
        break;
      case Stmt::Kind::match:
        for (const cat::ExprPtr& expr : s.exprs) rule(expr);
        for (const cat::StmtMatchClause& clause : s.clauses) statements(clause.body);
        break;
      // What these say rejects no execution.
      case Stmt::Kind::flag:
      case Stmt::Kind::assert_:
      case Stmt::Kind::undefined_unless:
      case Stmt::Kind::show:
      case Stmt::Kind::unshow:
      case Stmt::Kind::enum_:
      case Stmt::Kind::instructions:
      case Stmt::Kind::debug: break;
    }
  }

  void condition(const cat::Condition& c) {
    for (const cat::ExprPtr& expr : c.exprs) rule(expr);
    for (const cat::Condition& kid : c.kids) condition(kid);
  }

  void bind(const cat::Pattern& pattern, const Sight& sight) {
    for (const std::string& name : pattern.names) names_[name] = pattern.tuple ? untold(sight.differs) : sight;
  }

  Sight named(const std::string& written) const {
    // T.x and G.x of a multi-execution model are x of an execution.
    const std::string name = written.starts_with("T.") || written.starts_with("G.") ? written.substr(2) : written;
    if (const auto found = names_.find(name); found != names_.end()) return found->second;
    if (const auto set = std::ranges::find(set_names_, name); set != set_names_.end()) {
      const bool in = program::has_set(kind_.sets, static_cast<std::size_t>(set - set_names_.begin()));
      return {in, false, in};
    }
    const cat::Primitive* primitive = cat::find_primitive(name);
    if (primitive == nullptr) return untold(false);
    switch (primitive->id) {
      case cat::PrimitiveId::R: return both(kind_.reads);
      case cat::PrimitiveId::W: return both(kind_.writes);
      case cat::PrimitiveId::M:
      case cat::PrimitiveId::Exp: return both(kind_.reads || kind_.writes);
      case cat::PrimitiveId::RMW: return both(kind_.reads && kind_.writes);
      case cat::PrimitiveId::F: return both(kind_.fence);
      case cat::PrimitiveId::EXEC: return both(true);
      case cat::PrimitiveId::IW: return both(false);
      default: return primitive->empty && primitive->kind == cat::Primitive::Kind::set ? both(false) : untold(false);
    }
  }

  bool bound(const Expr& e) const {
    return e.kind != Expr::Kind::name || names_.contains(e.name) || cat::find_primitive(e.name) != nullptr ||
           std::ranges::find(set_names_, e.name) != set_names_.end();
  }

  Sight value(const Expr& e) {
    switch (e.kind) {
      case Expr::Kind::empty_set: return both(false);
      case Expr::Kind::universe: return both(true);
      case Expr::Kind::name: return named(e.name);
      case Expr::Kind::complement: return complement(value(*e.kids[0]));
      case Expr::Kind::union_: return combined(value(*e.kids[0]), value(*e.kids[1]), true);
      case Expr::Kind::intersection: return combined(value(*e.kids[0]), value(*e.kids[1]), false);
      case Expr::Kind::difference: return combined(value(*e.kids[0]), complement(value(*e.kids[1])), false);
      case Expr::Kind::try_: return value(*e.kids[bound(*e.kids[0]) ? 0 : 1]);
      case Expr::Kind::if_: {
        condition(e.condition);
        return untold(parts(e));
      }
      case Expr::Kind::lambda:
      case Expr::Kind::let: {
        const auto outside = names_;
        if (e.kind == Expr::Kind::lambda) bind(e.pattern, untold(false));
        definitions(e.bindings, e.recursive);
        const bool differs = parts(e);
        names_ = outside;
        return untold(differs);
      }
      case Expr::Kind::match: {
        bool differs = parts(e);
        for (const cat::MatchClause& clause : e.clauses) {
          const auto outside = names_;
          for (const std::string& name : clause.names) names_[name] = untold(differs);
          differs = value(*clause.body).differs || differs;
          names_ = outside;
        }
        return untold(differs);
      }
      default: return untold(parts(e));
    }
  }

  bool parts(const Expr& e) {
    bool differs = false;
    for (const cat::ExprPtr& kid : e.kids) differs = value(*kid).differs || differs;
    return differs;
  }

  const std::vector<std::string>& set_names_;
  const EventKind& kind_;
  std::map<std::string, Sight> names_;
  bool sees_ = false;
};

}  // namespace

namespace {

void look_at_conditions(Reader& reader, const std::vector<op::Condition>& conditions) {
  for (const op::Condition& condition : conditions) {
    for (const cat::ExprPtr& expr : condition.exprs) reader.rule(expr);
    look_at_conditions(reader, condition.kids);
  }
}

void look_at_actions(Reader& reader, const std::vector<op::Action>& actions) {
  for (const op::Action& action : actions) {
    for (const cat::ExprPtr& expr : {action.value, action.otherwise})
      if (expr) reader.rule(expr);
    look_at_conditions(reader, action.condition);
    look_at_actions(reader, action.body);
  }
}

// What a machine binds, asks and does; and its tables.
void look_at_machine(Reader& reader, const op::Model& machine) {
  for (const op::Definition& definition : machine.definitions) {
    reader.definitions(definition.bindings, definition.recursive);
    if (!definition.table) continue;
    for (const cat::ExprPtr& column : definition.table->columns) reader.rule(column);
    for (const op::Table::Row& row : definition.table->rows) {
      reader.rule(row.head);
      for (const cat::ExprPtr& cell : row.cells) reader.rule(cell);
    }
  }
  for (const op::RuleStatement& rule : machine.rules) {
    for (const op::Binding& binding : rule.bindings) reader.rule(binding.of);
    look_at_conditions(reader, rule.guards);
    look_at_actions(reader, rule.actions);
  }
  look_at_conditions(reader, machine.finals);
}

}  // namespace

bool looks_at(const problem::Model& model, const std::vector<std::string>& set_names, const EventKind& kind) {
  Reader reader(set_names, kind);
  reader.statements(model.single().statements);
  if (const mem::Model* multi = model.multi()) {
    reader.definitions(multi->definitions, false);
    for (const mem::Condition& condition : multi->conditions) {
      reader.rule(condition.left);
      reader.rule(condition.right);
    }
    for (const mem::Keep& keep : multi->keeps) {
      reader.rule(keep.pairs);
      reader.rule_on(keep.relation);
    }
    if (multi->writes) reader.statements(multi->writes->start.statements);
  }
  if (const op::Model* machine = model.machine()) look_at_machine(reader, *machine);
  return reader.sees();
}

}  // namespace thinair::notes
