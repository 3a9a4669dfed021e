// How it works: a run is a stack of statement lists. `with` runs the rest once per element of its set, on a copy of the
// stack; the candidate is accepted if one of these runs gets to the end. Environments are shared lists, so whatever does
// not depend on the chosen element is evaluated once.
#include "engine/reference/judge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/reference/orders.hpp"

namespace thinair::reference {
namespace {

constexpr std::size_t kMaxNesting = 1000;  // procedure calls within procedure calls

using cat::Stmt;

// A list of statements being run. When it ends, its bindings go to the list below if they are visible there
// (include, if, match) and are dropped if not (procedure, forall).
struct Frame {
  const std::vector<Stmt>* statements = nullptr;
  std::size_t next = 0;
  Env env;
  bool exports = true;
};

struct Run {
  std::vector<Frame> frames;
  std::set<std::string> flags, undefined;
  std::size_t orders_used = 0;

  Env& env() { return frames.back().env; }
  void enter(const std::vector<Stmt>& body) { frames.push_back({&body, 0, Env(env()), true}); }
};

class Judge {
 public:
  Judge(const Candidate& candidate, const JudgeOptions& options, Budget& budget)
      : options_(options), budget_(budget), interpreter_(candidate, options.variants) {}

  Result<Judgement> judge(const cat::Model& model) {
    interpreter_.set_catdep(model.catdep);
    Run start;
    start.frames.push_back({&model.statements, 0, nullptr, true});
    const auto accepted = run(std::move(start));
    if (!accepted) return fail(accepted.error());
    judgement_.accepted = *accepted;
    judgement_.used_final_writes = interpreter_.used_final_writes();
    return judgement_;
  }

 private:
  enum class Next { go_on, reject };

  // Runs to the end; true if some choice is accepted.
  Result<bool> run(Run run_state) {
    Run& state = run_state;
    for (;;) {
      if (budget_.exhausted()) return false;
      while (state.frames.back().next == state.frames.back().statements->size()) {
        if (state.frames.size() == 1) return accept(state);
        Frame done = std::move(state.frames.back());
        state.frames.pop_back();
        if (done.exports) state.env() = std::move(done.env);
      }
      const Stmt& statement = (*state.frames.back().statements)[state.frames.back().next++];
      if (state.frames.size() > kMaxNesting) return error_at(statement.span, "cat-depth", "procedures are nested too deeply");
      if (statement.kind == Stmt::Kind::with) return with(statement, state);
      const auto next = step(statement, state);
      if (!next) return fail(next.error());
      if (*next == Next::reject) return false;
    }
  }

  bool accept(Run& state) {
    if (options_.orders && state.orders_used != options_.orders->size()) {
      judgement_.rejection = {"with", "the witness has more orders than the model asks for", {}};
      return false;
    }
    if (options_.also && !options_.also(interpreter_, state.env())) return false;
    judgement_.flags.insert(state.flags.begin(), state.flags.end());
    judgement_.undefined.insert(state.undefined.begin(), state.undefined.end());
    return true;
  }

  Result<Next> step(const Stmt& s, Run& state) {
    using K = Stmt::Kind;
    switch (s.kind) {
      case K::let: return let(s, state);
      case K::check: return check(s, state);
      case K::flag:
      case K::assert_:
      case K::undefined_unless: return observe(s, state);
      case K::include: state.enter(s.body); return Next::go_on;
      case K::procedure: state.env() = bind(state.env(), s.name, {Procedure{&s, state.env()}}); return Next::go_on;
      case K::call: return call(s, state);
      case K::enum_: return declare(s, state);
      case K::forall: return forall(s, state);
      case K::match: return match(s, state);
      case K::if_: {
        const auto chosen = interpreter_.holds(s.condition, state.env());
        if (!chosen) return fail(chosen.error());
        state.enter(*chosen ? s.body : s.otherwise);
        return Next::go_on;
      }
      case K::show:
      case K::unshow:
      case K::debug:
      case K::instructions:
      case K::with: break;
    }
    return Next::go_on;
  }

  Result<Next> let(const Stmt& s, Run& state) {
    Interpreter::Step when;
    if (!s.checks.empty()) when = [&](const Env& env) { return test(s.checks[0], env); };
    auto env = interpreter_.bind_all(s.bindings, s.recursive, state.env(), when);
    if (!env) return fail(env.error());
    if (!*env) return Next::reject;
    state.env() = **std::move(env);
    return Next::go_on;
  }

  // Does the check hold? If not, the rejection says why.
  Result<bool> test(const cat::Check& c, const Env& env) {
    auto evaluated = interpreter_.evaluate(*c.expr, env);
    if (!evaluated) return fail(evaluated.error());
    const Value value = interpreter_.listed(*std::move(evaluated));
    const std::size_t n = interpreter_.size();
    static constexpr const char* kTests[] = {"acyclic", "irreflexive", "empty"};
    const char* test_name = kTests[static_cast<std::size_t>(c.test)];
    bool ok = false;
    if (c.test == cat::Test::empty) {
      const auto is_nothing = equal(value, {Empty{}}, n);
      if (!is_nothing) return error_at(c.span, "cat-kind", is_nothing.error());
      ok = *is_nothing;
    } else {
      const auto r = to_pairs(value, n);
      if (!r)
        return error_at(c.span, "cat-kind", fmt::format("'{}' takes a relation, found a value of kind {}", test_name, kind_name(value)));
      ok = c.test == cat::Test::acyclic ? is_irreflexive(closure(*r)) : is_irreflexive(*r);
    }
    if (ok == c.negated && options_.explain) {
      const std::string name = c.name.empty() ? std::string(c.negated ? "~" : "") + test_name : c.name;
      judgement_.rejection = {name, c.negated ? fmt::format("it is {}, and must not be", test_name) : why_not(c.test, value), c.span};
    }
    return ok != c.negated;
  }

  std::string why_not(cat::Test test, const Value& value) const {
    if (test == cat::Test::empty) return "it is not empty";
    const Pairs r = *to_pairs(value, interpreter_.size());
    return cycle_text(find_cycle(test == cat::Test::acyclic ? r : both(r, identity(Events(interpreter_.size(), 1)))));
  }

  std::string cycle_text(const std::vector<EventId>& cycle) const {
    std::string out = "it has the cycle ";
    const Candidate& candidate = interpreter_.candidate();
    for (const EventId e : cycle) out += fmt::format("{}:{} -> ", e, events::label(*candidate.program, candidate.structure->events[e]));
    return out + fmt::format("{}", cycle.front());
  }

  bool is_skipped(const std::string& name) const {
    return !name.empty() && std::find(options_.skipped.begin(), options_.skipped.end(), name) != options_.skipped.end();
  }

  Result<Next> check(const Stmt& s, Run& state) {
    if (is_skipped(s.checks[0].name)) return Next::go_on;
    const auto ok = test(s.checks[0], state.env());
    if (!ok) return fail(ok.error());
    return *ok ? Next::go_on : Next::reject;
  }

  Result<Next> observe(const Stmt& s, Run& state) {
    const cat::Check& c = s.checks[0];
    const auto ok = test(c, state.env());
    if (!ok) return fail(ok.error());
    if (s.kind == Stmt::Kind::assert_ && !*ok) return error_at(c.span, "cat-assert", "this assertion of the model does not hold");
    if (s.kind == Stmt::Kind::flag && *ok) state.flags.insert(c.name);
    if (s.kind == Stmt::Kind::undefined_unless && !*ok) {
      state.flags.insert("undef");  // herd's name for it
      state.undefined.insert(c.name.empty() ? "undef" : c.name);
    }
    return Next::go_on;
  }

  Result<Next> call(const Stmt& s, Run& state) {
    if (is_skipped(s.check_name)) return Next::go_on;
    cat::Expr name;
    name.kind = cat::Expr::Kind::name;
    name.name = s.name;
    name.span = s.span;
    const auto callee = interpreter_.evaluate(name, state.env());
    if (!callee) return fail(callee.error());
    const auto* procedure = as<Procedure>(*callee);
    if (!procedure) return error_at(s.span, "cat-kind", fmt::format("'{}' is not a procedure", s.name));
    const auto argument = interpreter_.evaluate(*s.exprs[0], state.env());
    if (!argument) return fail(argument.error());
    const Stmt& definition = *procedure->definition;
    // A recursive procedure sees itself; bound again at each call, so that no environment contains itself.
    const Env scope = definition.recursive ? bind(procedure->env, s.name, {*procedure}) : procedure->env;
    const auto inner = interpreter_.bind_pattern(definition.pattern, *argument, scope, s.span);
    if (!inner) return fail(inner.error());
    state.frames.push_back({&definition.body, 0, *inner, false});
    return Next::go_on;
  }

  Result<Next> declare(const Stmt& s, Run& state) {
    std::vector<Value> tags;
    for (const std::string& tag : s.names) tags.push_back({Tag{tag}});
    interpreter_.declare_tags(s.names);
    state.env() = bind(state.env(), s.name, {make_value_set(std::move(tags))});
    return Next::go_on;
  }

  Result<Next> forall(const Stmt& s, Run& state) {
    auto set = interpreter_.evaluate(*s.exprs[0], state.env());
    if (!set) return fail(set.error());
    const auto items = items_of(interpreter_.listed(*std::move(set)));
    if (!items) return error_at(s.span, "cat-kind", items.error());
    const Env env = state.env();
    for (auto item = items->rbegin(); item != items->rend(); ++item) state.frames.push_back({&s.body, 0, bind(env, s.name, *item), false});
    return Next::go_on;
  }

  Result<Next> match(const Stmt& s, Run& state) {
    const auto value = interpreter_.evaluate(*s.exprs[0], state.env());
    if (!value) return fail(value.error());
    const auto* tag = as<Tag>(*value);
    if (!tag) return error_at(s.span, "cat-kind", fmt::format("expected a tag, found a value of kind {}", kind_name(*value)));
    for (const cat::StmtMatchClause& clause : s.clauses) {
      if (!clause.wildcard && clause.tag != tag->name) continue;
      state.enter(clause.body);
      return Next::go_on;
    }
    return error_at(s.span, "cat-match", fmt::format("no case matches the tag '{}", tag->name));
  }

  Result<bool> with(const Stmt& s, const Run& state) {
    auto evaluated = interpreter_.evaluate(*s.exprs[0], state.frames.back().env);
    if (!evaluated) return fail(evaluated.error());
    if (options_.orders && holds_relations(*evaluated)) return with_claimed(s, *evaluated, state);
    Result<bool> accepted = false;
    judgement_.rejection = {"with " + s.name, "the set to choose from is empty", s.span};
    const auto choose = [&](const Value& element) {
      Run rest = state;
      rest.env() = bind(rest.env(), s.name, element);
      const auto one = run(std::move(rest));
      if (!one)
        accepted = one;
      else if (*one)
        accepted = true;
      return accepted.has_value() && !budget_.exhausted() && (options_.every_choice || !*accepted);
    };
    if (const auto* orders = as<Orders>(*evaluated)) {
      for_each_order(*orders, *interpreter_.candidate().structure, [&](const Pairs& order) { return choose({order}); });
      return accepted;
    }
    const auto items = items_of(*evaluated);
    if (!items) return error_at(s.span, "cat-kind", items.error());
    for (const Value& item : *items)
      if (!choose(item)) break;
    return accepted;
  }

  // Takes the witness's choice, after making sure that it is an element of the set.
  Result<bool> with_claimed(const Stmt& s, const Value& set, Run state) {
    const auto refuse = [&](std::string why) {
      judgement_.rejection = {"with " + s.name, std::move(why), s.span};
      return false;
    };
    if (state.orders_used == options_.orders->size()) return refuse(fmt::format("the witness has no choice for '{}'", s.name));
    const auto& [name, relation] = (*options_.orders)[state.orders_used++];
    // A choice that is made more than once, in turns of a `forall` say, has a suffix that tells which.
    if (name != s.name && !name.starts_with(s.name + "."))
      return refuse(fmt::format("the witness has a choice for '{}' where '{}' is due", name, s.name));
    if (relation.size() != interpreter_.size()) return refuse("the chosen relation is over other events");
    Pairs chosen(interpreter_.size());
    for (const auto& [a, b] : relation.pairs()) chosen.at(a, b) = 1;
    Value element{chosen};
    if (const auto* orders = as<Orders>(set)) {
      if (std::string why = why_not_member(*orders, *interpreter_.candidate().structure, chosen); !why.empty())
        return refuse(fmt::format("the chosen relation is not one of the orders: {}", why));
    } else {
      const auto items = items_of(set);
      if (!items) return error_at(s.span, "cat-kind", items.error());
      const auto found = std::find_if(items->begin(), items->end(), [&](const Value& item) { return *as<Pairs>(item) == chosen; });
      if (found == items->end()) return refuse("the choice is not an element of the set");
      element = *found;
    }
    state.env() = bind(state.env(), s.name, element);
    return run(std::move(state));
  }

  // A witness records choices of relations only; any other `with` (of tags, sets, events) is tried element by element.
  static bool holds_relations(const Value& set) {
    if (as<Orders>(set)) return true;
    const auto* values = as<ValueSet>(set);
    return values && !values->items.empty() && as<Pairs>(values->items[0]);
  }

  const JudgeOptions& options_;
  Budget& budget_;
  Interpreter interpreter_;
  Judgement judgement_;
};

bool any_flag(const std::vector<Stmt>& statements) {
  return std::any_of(statements.begin(), statements.end(), [](const Stmt& s) {
    const bool here = s.kind == Stmt::Kind::flag || s.kind == Stmt::Kind::undefined_unless;
    return here || any_flag(s.body) || any_flag(s.otherwise) ||
           std::any_of(s.clauses.begin(), s.clauses.end(), [](const cat::StmtMatchClause& c) { return any_flag(c.body); });
  });
}

}  // namespace

Result<Judgement> judge(const cat::Model& model, const Candidate& candidate, const JudgeOptions& options, Budget& budget) {
  return Judge(candidate, options, budget).judge(model);
}

bool raises_flags(const cat::Model& model) { return any_flag(model.statements); }

}  // namespace thinair::reference
