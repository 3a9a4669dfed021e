#include "engine/candidates/open_values.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>

#include "value/smt.hpp"

namespace thinair::candidates {
namespace {

using value::Op;

// More solutions than this are reported as one open state with its constraint instead of one by one.
constexpr std::size_t kMostListed = 16;
constexpr double kSolverSeconds = 20;
constexpr std::uint64_t kSolverSteps = 500;  // a call takes about a millisecond

// A growing substitution, kept idempotent: no bound variable occurs in a bound term.
class Substitution {
 public:
  explicit Substitution(value::TermPool& pool) : pool_(pool) {}

  TermId apply(TermId term) {
    return pool_.substitute(term, [this](VarId var) -> std::optional<TermId> {
      const auto at = bound_.find(var);
      return at == bound_.end() ? std::nullopt : std::optional(at->second);
    });
  }

  void bind(VarId var, TermId term) {
    bound_[var] = term;
    for (auto& [other, value] : bound_)
      value = pool_.substitute(value, [&](VarId v) -> std::optional<TermId> { return v == var ? std::optional(term) : std::nullopt; });
  }

 private:
  value::TermPool& pool_;
  std::map<VarId, TermId> bound_;
};

bool occurs(const value::TermPool& pool, VarId var, TermId term) { return std::ranges::binary_search(pool.variables(term), var); }

// Applies the substitution to every constraint; binds variables that a constraint `v == t` settles; drops what holds.
// False: some constraint is false.
bool simplify(value::TermPool& pool, Substitution& substitution, std::vector<TermId>& constraints) {
  for (bool progress = true; progress;) {
    progress = false;
    std::set<TermId> next;
    for (const TermId constraint : constraints) {
      const TermId term = substitution.apply(constraint);
      if (const auto value = pool.as_constant(term)) {
        if (*value == 0) return false;
        continue;
      }
      const value::Term t = pool[term];
      if (t.op == Op::eq) {
        const auto settles = [&](TermId var, TermId to) { return pool[var].op == Op::reg && !occurs(pool, pool[var].index, to); };
        if (settles(t.lhs, t.rhs) || settles(t.rhs, t.lhs)) {
          const bool left = settles(t.lhs, t.rhs);
          substitution.bind(pool[left ? t.lhs : t.rhs].index, left ? t.rhs : t.lhs);
          progress = true;
          continue;
        }
      }
      next.insert(term);
    }
    constraints.assign(next.begin(), next.end());
  }
  return true;
}

// Each constraint only keeps a variable from one value: then far more than kMostListed solutions are left.
bool excludes_few_values(const value::TermPool& pool, const std::vector<TermId>& constraints) {
  return pool.bits() >= 16 && constraints.size() < 1000 && std::ranges::all_of(constraints, [&](TermId constraint) {
           const value::Term& t = pool[constraint];
           return t.op == Op::ne && pool[t.lhs].op == Op::reg && pool.as_constant(t.rhs);
         });
}

// Terms as the solver is given them, whichever pool holds them: equal exactly when the solver is asked the same.
class AsAsked {
 public:
  AsAsked(const value::TermPool& pool, const std::vector<TermId>& terms) : pool_(pool) {
    add(pool.bits());
    for (const TermId term : terms) add(visit(term));
  }
  std::string take() { return std::move(text_); }

 private:
  void add(std::uint64_t number) { text_.append(reinterpret_cast<const char*>(&number), sizeof number); }

  // The number of a term: how many others were written down before it.
  std::uint64_t visit(TermId id) {
    if (const auto at = numbers_.find(id); at != numbers_.end()) return at->second;
    const value::Term& t = pool_[id];
    const bool leaf = t.op == Op::constant || t.op == Op::reg || t.op == Op::address;
    const bool unary = t.op == Op::neg || t.op == Op::bit_not || t.op == Op::log_not;
    const std::uint64_t lhs = leaf ? 0 : visit(t.lhs), rhs = leaf || unary ? 0 : visit(t.rhs);
    for (const std::uint64_t number : {std::uint64_t{static_cast<unsigned>(t.op)}, static_cast<std::uint64_t>(t.value),
                                       std::uint64_t{t.index}, std::uint64_t{t.bits}, lhs, rhs})
      add(number);
    return numbers_.emplace(id, numbers_.size()).first->second;
  }

  const value::TermPool& pool_;
  std::unordered_map<TermId, std::uint64_t> numbers_;
  std::string text_;
};

// What the solver has said to this thread. One test asks the same again and again: under each model, and for each reason that might be left
// out; most of a call's millisecond goes into starting the solver. Steps are spent as if it had been called.
template <class T>
T* remembered(std::unordered_map<std::string, T>& known, const std::string& asked) {
  const auto at = known.find(asked);
  return at == known.end() ? nullptr : &at->second;
}

template <class T>
void remember(std::unordered_map<std::string, T>& known, std::string asked, T answer) {
  constexpr std::size_t kMost = 4096;
  if (known.size() == kMost) known.clear();
  known.emplace(std::move(asked), std::move(answer));
}

}  // namespace

const OpenValues::Solutions& OpenValues::solutions(const std::vector<TermId>& constraints) {
  const auto [at, fresh] = known_.try_emplace(constraints);
  if (!fresh) return at->second;
  Solutions& out = at->second;
  if (excludes_few_values(pool_, constraints)) {
    out.many = true;
    return out;
  }
  std::set<VarId> vars;
  for (const TermId c : constraints) vars.insert(pool_.variables(c).begin(), pool_.variables(c).end());
  thread_local std::unordered_map<std::string, std::vector<Assignment>> before;
  std::string asked = AsAsked(pool_, constraints).take();
  const std::vector<Assignment>* const last_time = remembered(before, asked);
  std::optional<value::Smt> smt;
  if (last_time == nullptr) {
    smt.emplace(pool_);
    for (const TermId c : constraints) smt->require(c);
  }
  while (out.listed.size() <= kMostListed) {
    ++solver_calls;
    budget_.spend(kSolverSteps);
    Assignment found;
    if (last_time != nullptr) {
      if (out.listed.size() == last_time->size()) return out;
      found = (*last_time)[out.listed.size()];
    } else {
      const auto answer = smt->solve(std::min(kSolverSeconds, budget_.seconds_left().value_or(kSolverSeconds)));
      if (answer == value::Satisfiability::unknown) budget_.exhaust(Incomplete::solver, "the SMT solver gave up on cyclic value flow");
      if (answer == value::Satisfiability::unsat) remember(before, std::move(asked), out.listed);
      if (answer != value::Satisfiability::sat) return out;
      for (const VarId var : vars) found[var] = smt->value(var);
    }
    // Terms that are made here are made each time: what a pool holds does not depend on what is remembered.
    TermId differs = pool_.constant(0);
    for (const VarId var : vars)
      differs = pool_.binary(Op::bit_or, differs, pool_.binary(Op::ne, pool_.variable(var), pool_.constant(found[var])));
    out.listed.push_back(std::move(found));
    if (smt) smt->require(differs);
  }
  if (smt) remember(before, std::move(asked), out.listed);
  out.many = true;
  out.listed.clear();
  return out;
}

bool OpenValues::satisfiable(std::vector<TermId> terms) {
  Substitution substitution(pool_);
  if (!simplify(pool_, substitution, terms)) return false;
  if (terms.empty() || excludes_few_values(pool_, terms)) return true;
  ++solver_calls;
  budget_.spend(kSolverSteps);
  thread_local std::unordered_map<std::string, bool> before;
  std::string asked = AsAsked(pool_, terms).take();
  if (const bool* const last_time = remembered(before, asked)) return *last_time;
  value::Smt smt(pool_);
  for (const TermId term : terms) smt.require(term);
  const auto answer = smt.solve(std::min(kSolverSeconds, budget_.seconds_left().value_or(kSolverSeconds)));
  if (answer == value::Satisfiability::unknown)
    budget_.exhaust(Incomplete::solver, "the SMT solver gave up on a condition");
  else
    remember(before, std::move(asked), answer == value::Satisfiability::sat);
  return answer == value::Satisfiability::sat;
}

std::optional<Valuation> OpenValues::equations(const Structure& structure, const Flow& flow) {
  Valuation base;
  base.reads.assign(structure.size(), pool_.constant(0));
  std::vector<EventId> unsettled;
  for (EventId e = 0; e < structure.size(); ++e) {
    if (!structure.events[e].reads()) continue;
    if (const auto value = flow.value(e))
      base.reads[e] = pool_.constant(*value);
    else
      unsettled.push_back(e);
  }
  if (unsettled.empty()) return base;  // the constraints were checked on the way
  Substitution substitution(pool_);
  for (EventId e = 0; e < structure.size(); ++e)
    if (structure.events[e].reads() && flow.value(e)) substitution.bind(structure.events[e].variable, base.reads[e]);
  std::vector<TermId> constraints = structure.constraints;
  for (const EventId e : unsettled) {
    const VarId var = structure.events[e].variable;
    const TermId variable = pool_.variable(var);
    const TermId term = substitution.apply(structure.events[flow.writer(e)].written);
    if (term == variable) continue;  // a cycle of copies: open
    if (occurs(pool_, var, term))
      constraints.push_back(pool_.binary(Op::eq, variable, term));
    else
      substitution.bind(var, term);
  }
  if (!simplify(pool_, substitution, constraints)) return std::nullopt;
  for (const EventId e : unsettled) base.reads[e] = substitution.apply(pool_.variable(structure.events[e].variable));
  base.constraints = std::move(constraints);
  return base;
}

std::vector<Valuation> OpenValues::solve(const Structure& structure, const Flow& flow) {
  const auto equations_left = equations(structure, flow);
  if (!equations_left) return {};
  const Valuation& base = *equations_left;
  if (base.constraints.empty()) return {base};
  const Solutions& found = solutions(base.constraints);
  if (found.many) return {base};
  std::vector<Valuation> out;
  for (const Assignment& assignment : found.listed) {
    Valuation concrete;
    for (const TermId read : base.reads)
      concrete.reads.push_back(pool_.substitute(read, [&](VarId var) -> std::optional<TermId> {
        const auto at = assignment.find(var);
        return at == assignment.end() ? std::nullopt : std::optional(pool_.constant(at->second));
      }));
    out.push_back(std::move(concrete));
  }
  return out;
}

}  // namespace thinair::candidates
