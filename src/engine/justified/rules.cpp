// Definitions and functions are expanded where they are used; equal expressions become one node.
#include "engine/justified/rules.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "support/check.hpp"

namespace thinair::justified {
namespace {

using cat::Expr;
using K = RuleExpr::Kind;

// The name without its prefix, if it is one of the single-execution model.
std::optional<std::string> plain_name(const mem::Model& model, const std::string& name) {
  if (name.starts_with("T.") || name.starts_with("G.")) return name.substr(2);
  for (const std::string_view own : {"C", "D", "id", "domain", "range", "reduction"})
    if (name == own) return std::nullopt;
  for (const cat::Binding& b : model.definitions)
    if (std::ranges::find(b.pattern.names, name) != b.pattern.names.end()) return std::nullopt;
  return name;
}

void collect(const mem::Model& model, const cat::Expr& e, std::vector<std::string>& parameters, std::vector<std::string>& out) {
  if (e.kind == Expr::Kind::name && std::ranges::find(parameters, e.name) == parameters.end())
    if (const auto name = plain_name(model, e.name); name && std::ranges::find(out, *name) == out.end()) out.push_back(*name);
  const std::size_t depth = parameters.size();
  parameters.insert(parameters.end(), e.pattern.names.begin(), e.pattern.names.end());
  for (const auto& kid : e.kids) collect(model, *kid, parameters, out);
  parameters.resize(depth);
}

class Compiler {
 public:
  Compiler(const mem::Model& model, const CompileOptions& options)
      : model_(model), options_(options), orders_(options.orders), without_(options.without) {}

  Result<Rules> run() {
    for (const mem::Condition& c : model_.conditions) {
      if (without_.has(c.rule) || (!options_.external && is_about_external(c))) continue;
      const auto left = expr(*c.left, nullptr);
      const auto right = left && c.right ? expr(*c.right, nullptr) : left;
      if (!right) return fail(std::move(*problem_));
      Rule rule{.kind = c.kind, .left = *left, .right = *right, .name = c.name, .span = c.span, .agreement = std::nullopt};
      if (c.kind == mem::Condition::Kind::equal) rule.agreement = agreement(*left, *right);
      if (c.kind == mem::Condition::Kind::equal || c.kind == mem::Condition::Kind::subset) unify(rule);
      out_.rules.push_back(std::move(rule));
    }
    for (const mem::Keep& k : model_.keeps) {
      if (without_.has(k.rule)) continue;
      const auto pairs = expr(*k.pairs, nullptr);
      if (!pairs) return fail(std::move(*problem_));
      out_.obligations.push_back({.pairs = *pairs, .relation = name_index(k.relation), .name = k.name});
    }
    for (const std::string& order : orders_)
      if (!only_agreed(order))
        out_.total_orders.push_back(order);
      else if (std::ranges::any_of(out_.rules, [&](const Rule& rule) { return rule.agreement == order; }))
        out_.agreed_orders.push_back(order);
    for (Rule& rule : out_.rules)  // an order that other rules look into is a relation like any other
      if (rule.agreement && std::ranges::find(out_.agreed_orders, *rule.agreement) == out_.agreed_orders.end()) rule.agreement.reset();
    recognise();
    return std::move(out_);
  }

 private:
  // `.. & External subset ..`: true where there are no external actions.
  static bool is_about_external(const mem::Condition& c) {
    return c.kind == mem::Condition::Kind::subset && c.left->kind == cat::Expr::Kind::intersection &&
           std::ranges::any_of(c.left->kids,
                               [](const cat::ExprPtr& kid) { return kid->kind == cat::Expr::Kind::name && kid->name == "External"; });
  }

  struct Scope {
    const std::string* name;
    RuleNode node;
    const Scope* next;
  };
  using Maybe = std::optional<RuleNode>;

  std::uint32_t name_index(const std::string& name) {
    const auto at = std::ranges::find(out_.names, name);
    if (at != out_.names.end()) return static_cast<std::uint32_t>(at - out_.names.begin());
    out_.names.push_back(name);
    return static_cast<std::uint32_t>(out_.names.size() - 1);
  }

  Maybe refuse(Span where, std::string message) {
    if (!problem_) {
      problem_ = Diagnostic{};
      problem_->code = "mem-kind";
      problem_->where = where;
      problem_->message = std::move(message);
    }
    return std::nullopt;
  }

  RuleNode add(RuleExpr e) {
    const auto key = std::tuple(e.kind, e.is_set, e.poly, e.name, e.a, e.b);
    const auto [at, fresh] = known_.try_emplace(key, static_cast<RuleNode>(out_.exprs.size()));
    if (fresh) out_.exprs.push_back(e);
    return at->second;
  }

  RuleNode unary(K kind, RuleNode a, bool is_set) {
    return add({.kind = kind, .is_set = is_set, .varies = out_.exprs[a].varies, .a = a, .b = a});
  }
  RuleNode binary(K kind, RuleNode a, RuleNode b, bool is_set) {
    return add({.kind = kind, .is_set = is_set, .varies = out_.exprs[a].varies || out_.exprs[b].varies, .a = a, .b = b});
  }

  // A polymorphic node as a set or relation; false if it is of the other kind.
  bool as(RuleNode& node, bool is_set) {
    const RuleExpr e = out_.exprs[node];
    if (!e.poly) return e.is_set == is_set;
    node = add({.kind = e.kind, .is_set = is_set});
    return true;
  }

  void unify(Rule& rule) {
    const bool is_set =
        (out_.exprs[rule.left].is_set && !out_.exprs[rule.left].poly) || (out_.exprs[rule.right].is_set && !out_.exprs[rule.right].poly);
    as(rule.left, is_set);
    as(rule.right, is_set);
  }

  Maybe name(const Expr& e, const Scope* scope) {
    for (const Scope* s = scope; s; s = s->next)
      if (*s->name == e.name) return s->node;
    if (e.name == "C") return add({.kind = K::committed, .is_set = true, .varies = true});
    if (e.name == "D") return add({.kind = K::before, .is_set = true, .varies = true});
    if (e.name == "id") return add({.kind = K::constant_id});
    for (const cat::Binding& b : model_.definitions)
      if (!b.pattern.tuple && b.pattern.names.front() == e.name) return expr(*b.value, nullptr);
    const bool target = e.name.starts_with("T."), stage = e.name.starts_with("G.");
    const std::string plain = target || stage ? e.name.substr(2) : e.name;
    const auto kind = options_.is_set.find(plain);
    if (kind == options_.is_set.end()) return refuse(e.span, "unknown name '" + e.name + "'");
    return add({.kind = target ? K::target : stage ? K::stage : K::both, .is_set = kind->second, .name = name_index(plain)});
  }

  const cat::Expr* function(const std::string& name) const {
    for (const cat::Binding& b : model_.definitions)
      if (!b.pattern.tuple && b.pattern.names.front() == name && b.value->kind == Expr::Kind::lambda) return b.value.get();
    return nullptr;
  }

  Maybe apply(const Expr& e, const Scope* scope) {
    if (e.kids[0]->kind != Expr::Kind::name) return refuse(e.span, "only a named function can be applied here");
    const std::string& called = e.kids[0]->name;
    if (called == "domain" || called == "range" || called == "reduction") {
      auto a = expr(*e.kids[1], scope);
      if (!a) return std::nullopt;
      if (!as(*a, false)) return refuse(e.kids[1]->span, "a relation is wanted here");
      return unary(called == "domain" ? K::domain : called == "range" ? K::range : K::reduction, *a, called != "reduction");
    }
    const Expr* f = function(called);
    if (!f) return refuse(e.kids[0]->span, "unknown function '" + called + "'");
    std::vector<const Expr*> arguments;
    if (f->pattern.tuple && f->pattern.names.size() != 1 && e.kids[1]->kind == Expr::Kind::tuple)
      for (const auto& kid : e.kids[1]->kids) arguments.push_back(kid.get());
    else
      arguments.push_back(e.kids[1].get());
    if (arguments.size() != f->pattern.names.size()) return refuse(e.span, "wrong number of arguments");
    std::vector<Scope> frames;
    frames.reserve(arguments.size());
    const Scope* inner = nullptr;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const auto value = expr(*arguments[i], scope);
      if (!value) return std::nullopt;
      frames.push_back({&f->pattern.names[i], *value, inner});
      inner = &frames.back();
    }
    if (++depth_ > 100) return refuse(e.span, "definitions are nested too deeply");
    const Maybe result = expr(*f->kids[0], inner);
    --depth_;
    return result;
  }

  Maybe expr(const Expr& e, const Scope* scope) {
    switch (e.kind) {
      case Expr::Kind::empty_relation: return add({.kind = K::empty});
      case Expr::Kind::empty_set: return add({.kind = K::empty, .poly = true});
      case Expr::Kind::universe: return add({.kind = K::universe, .poly = true});
      case Expr::Kind::name: return name(e, scope);
      case Expr::Kind::apply: return apply(e, scope);
      case Expr::Kind::star:
      case Expr::Kind::plus:
      case Expr::Kind::optional:
      case Expr::Kind::inverse: {
        auto a = expr(*e.kids[0], scope);
        if (!a) return std::nullopt;
        if (!as(*a, false)) return refuse(e.kids[0]->span, "a relation is wanted here");
        if (e.kind == Expr::Kind::inverse) return unary(K::inverse, *a, false);
        const RuleNode stepped = e.kind == Expr::Kind::optional ? *a : unary(K::plus, *a, false);
        return e.kind == Expr::Kind::plus ? stepped : binary(K::union_, stepped, add({.kind = K::constant_id}), false);
      }
      case Expr::Kind::complement: {
        const auto a = expr(*e.kids[0], scope);
        if (!a) return std::nullopt;
        return unary(K::complement, *a, out_.exprs[*a].is_set);
      }
      case Expr::Kind::identity: {
        auto a = expr(*e.kids[0], scope);
        if (!a) return std::nullopt;
        if (!as(*a, true)) return refuse(e.kids[0]->span, "a set is wanted here");
        return unary(K::identity, *a, false);
      }
      case Expr::Kind::union_:
      case Expr::Kind::intersection:
      case Expr::Kind::difference:
      case Expr::Kind::sequence:
      case Expr::Kind::product: return operation(e, scope);
      default: return refuse(e.span, "this form of expression is not for conditions on stages");
    }
  }

  Maybe operation(const Expr& e, const Scope* scope) {
    auto a = expr(*e.kids[0], scope);
    if (!a) return std::nullopt;
    auto b = expr(*e.kids[1], scope);
    if (!b) return std::nullopt;
    if (e.kind == Expr::Kind::product || e.kind == Expr::Kind::sequence) {
      const bool sets = e.kind == Expr::Kind::product;
      if (!as(*a, sets)) return refuse(e.kids[0]->span, sets ? "a set is wanted here" : "a relation is wanted here");
      if (!as(*b, sets)) return refuse(e.kids[1]->span, sets ? "a set is wanted here" : "a relation is wanted here");
      return binary(sets ? K::product : K::sequence, *a, *b, false);
    }
    const RuleExpr left = out_.exprs[*a], right = out_.exprs[*b];
    const bool is_set = left.poly ? right.is_set && !right.poly : left.is_set;
    if (!as(*a, is_set) || !as(*b, is_set)) return refuse(e.span, "a set and a relation cannot be combined here");
    const K kind = e.kind == Expr::Kind::union_ ? K::union_ : e.kind == Expr::Kind::intersection ? K::intersection : K::difference;
    return binary(kind, *a, *b, is_set);
  }

  // --- recognised forms ---------------------------------------------------------------------------------------------------

  const RuleExpr& at(RuleNode n) const { return out_.exprs[n]; }
  bool is_identity_on_committed(RuleNode n) const { return at(n).kind == K::identity && at(at(n).a).kind == K::committed; }

  // [C] ; x ; [C] in either bracketing: the node of x.
  Maybe within_committed(RuleNode n) const {
    if (at(n).kind != K::sequence) return std::nullopt;
    if (is_identity_on_committed(at(n).a) && at(at(n).b).kind == K::sequence && is_identity_on_committed(at(at(n).b).b))
      return at(at(n).b).a;
    if (is_identity_on_committed(at(n).b) && at(at(n).a).kind == K::sequence && is_identity_on_committed(at(at(n).a).a))
      return at(at(n).a).b;
    return std::nullopt;
  }

  std::optional<std::string> agreement(RuleNode left, RuleNode right) const {
    const Maybe l = within_committed(left), r = within_committed(right);
    if (!l || !r) return std::nullopt;
    const bool apart = (at(*l).kind == K::stage && at(*r).kind == K::target) || (at(*l).kind == K::target && at(*r).kind == K::stage);
    if (!apart || at(*l).name != at(*r).name) return std::nullopt;
    const std::string& name = out_.names[at(*l).name];
    return std::ranges::find(orders_, name) == orders_.end() ? std::nullopt : std::optional(name);
  }

  // Every use of the order is inside an agreement.
  bool only_agreed(const std::string& order) const {
    std::vector<bool> used(out_.exprs.size(), false);
    std::vector<RuleNode> stack;
    for (const Rule& rule : out_.rules)
      if (rule.agreement != order) {
        stack.push_back(rule.left);
        stack.push_back(rule.right);
      }
    for (const Obligation& keep : out_.obligations) {
      if (out_.names[keep.relation] == order) return false;
      stack.push_back(keep.pairs);
    }
    while (!stack.empty()) {
      const RuleNode n = stack.back();
      stack.pop_back();
      if (used[n]) continue;
      used[n] = true;
      const RuleExpr& e = at(n);
      const bool leaf = e.kind == K::target || e.kind == K::stage || e.kind == K::both;
      if (leaf && out_.names[e.name] == order) return false;
      if (leaf || e.kind < K::union_) continue;
      stack.push_back(e.a);
      stack.push_back(e.b);
    }
    return true;
  }

  Maybe find(RuleExpr e) const {
    const auto found = known_.find(std::tuple(e.kind, e.is_set, e.poly, e.name, e.a, e.b));
    return found == known_.end() ? std::nullopt : Maybe(found->second);
  }

  // Which shorter ways the rules allow. A .mem file may say anything, and the search (justify.cpp)
  // is right for any file: it could try every execution as a stage and every set of events as its
  // commitments. With the rules of JLS 17.4.8 (Manson, Pugh and Adve, POPL 2005) nearly all of that
  // is refused for reasons that can be seen from the rules alone. So each rule is compared with a
  // few shapes, and what follows from having rules of these shapes is noted as a flag. Shapes are
  // compared on the graph of expressions, where equal expressions are one node: names of
  // definitions do not matter, operators do, and so does the order of operands except where both
  // are tried. A rule that means the same and is written otherwise is not recognised; then a flag
  // is off, and the answer takes longer and is the same. That is the one law here: a flag may be
  // off without need, never on without reason.
  //
  // In the words of models/jls04.mem (D: committed before this stage, C: with this stage; G: the stage, T:
  // the target), the flags and why they follow:
  //
  // races_are_committed. Rule 5, G.rf ; [D & R] = T.rf ; [D & R], and rule 6, G.rf ; [G.R \ D] subset G.hb.
  //   A read of G that does not see a write that happens before it is in D by rule 6, and by rule 5 sees
  //   what it sees in T. So what G can be is known from the reads of D: the search asks the source of
  //   candidates for these executions (Races) and need not list all executions there are.
  //
  // values_are_grounded. Also rule 4, values (C & W), and rule 7, domain(.. T.rf ..; [new & R]) subset D,
  //   with new = C \ D. By induction over the stages: happens-before has no cycle (candidates.cpp refuses a
  //   model where it has), so take the events of a stage along it. A write depends on reads before it in its
  //   thread. A read outside of D sees a write that happens before it, which was considered already. A
  //   read of D sees a write of T that was committed before the read was (7), and which therefore has in this
  //   stage the value that it has in T (4); it got this value in an earlier stage. So every value goes back
  //   to initial values by a chain of writes, each of which needs only those before it, and is in
  //   value_domain(). Values out of thin air need not be looked for: there are none.
  //
  // writes_can_be_safe, reads_can_be_safe. Whether the argument of Justifier::find_safe applies: an event
  //   that every possible stage has, and has alike, can be committed at any time. It is enough that every
  //   rule, asked about C and one more such event e, can only fail for a reason that `alike` excludes:
  //     [C] ; G.x ; [C] = [C] ; T.x ; [C]   e is related in G as in T; x is noted in `compared`
  //     no C in it (rules 5 and 6)          what C is makes no difference
  //     C subset G.x                        e is there
  //     values (C & W)                      e writes the same
  //     domain(..) subset D                 e's own write is in D (safe_now waits for it)
  //   A rule of another shape turns the flag off for reads, and for writes too unless C occurs in it only
  //   as `.. & R`: then it cannot tell whether a write is committed. Obligations (keep) must speak of new
  //   commitments only, so that an event that was committed early adds nothing to what later stages keep.
  //
  // commits_split. Whether a stage that may commit a set of events may also commit a part of it (splits),
  //   and the rest afterwards, by the same execution, although D has grown in between by writes
  //   (ignores_earlier_writes). Then single writes and groups of reads are all that must be tried, instead
  //   of every subset. Reads stay in groups: by rule 5 a read that is committed first must at once see its
  //   final write, which the execution that commits the second may not show. `splits` goes by polarity
  //   (committed_in): an expression that grows with C on the left of `subset`, or under `empty`, holds of
  //   less if it holds of more.
  //
  // commitments_can_wait. Whether the argument of Justifier::find_late applies: an event that no racing read needs can be committed
  //   last. Rules that do not mention D must hold of less if they hold of more (commits_split); those that do must be rules 5, 6 and 7
  //   as they stand.
  //
  // The revised rules of Sevcik and Aspinall (models/jls-revised.mem) are recognised by the same
  // shapes, but for reads that can be safe: their rules 2a and 2b speak of committed reads in a
  // shape of their own.
  void recognise() {
    const auto index = [&](std::string_view name) {
      const auto found = std::ranges::find(out_.names, name);
      return found == out_.names.end() ? UINT32_MAX : static_cast<std::uint32_t>(found - out_.names.begin());
    };
    const auto leaf = [&](K kind, std::string_view name, bool is_set) {
      return find({.kind = kind, .is_set = is_set, .name = index(name)});
    };
    const Maybe grf = leaf(K::stage, "rf", false), trf = leaf(K::target, "rf", false), hb = leaf(K::stage, "hb", false);
    if (hb) out_.visible = at(*hb).name;
    const Maybe before = find({.kind = K::before, .is_set = true}), reads = leaf(K::both, "R", true), greads = leaf(K::stage, "R", true);
    bool four = false, five = false, six = false, seven = false;
    std::set<const Rule*> usual;  // rules 5, 6 and 7
    for (const Rule& rule : out_.rules) {
      if (rule.kind == mem::Condition::Kind::equal && grf && trf && before && reads) {
        const auto into = [&](RuleNode n, RuleNode rf) {  // rf ; [D & R]
          if (at(n).kind != K::sequence || at(n).a != rf || at(at(n).b).kind != K::identity) return false;
          const RuleExpr& on = at(at(at(n).b).a);
          return on.kind == K::intersection && ((on.a == *before && on.b == *reads) || (on.b == *before && on.a == *reads));
        };
        const bool is_five = (into(rule.left, *grf) && into(rule.right, *trf)) || (into(rule.left, *trf) && into(rule.right, *grf));
        if (is_five) out_.race_rules.push_back(rule.name);
        if (is_five) usual.insert(&rule);
        five = five || is_five;
      }
      if (rule.kind == mem::Condition::Kind::subset && grf && before && greads && at(rule.right).kind == K::stage &&
          !at(rule.right).is_set) {  // G.rf ; [G.R \ D] subset G.hb, or what the model says that a read may see
        const RuleExpr& l = at(rule.left);
        if (l.kind == K::sequence && l.a == *grf && at(l.b).kind == K::identity) {
          const RuleExpr& on = at(at(l.b).a);
          const bool is_six = on.kind == K::difference && on.a == *greads && on.b == *before;
          if (is_six) {
            out_.race_rules.push_back(rule.name);
            usual.insert(&rule);
            out_.visible = at(rule.right).name;
          }
          six = six || is_six;
        }
      }
    }
    const Maybe committed = find({.kind = K::committed, .is_set = true}), writes = leaf(K::both, "W", true);
    const auto both = [&](RuleNode n, Maybe x, Maybe y) {  // x & y
      const RuleExpr& e = at(n);
      return x && y && e.kind == K::intersection && ((e.a == *x && e.b == *y) || (e.a == *y && e.b == *x));
    };
    for (const Rule& rule : out_.rules) {
      four = four || (rule.kind == mem::Condition::Kind::values && both(rule.left, committed, writes));
      // domain(.. T.rf .. ; [(C \ D) & R]) subset D
      if (rule.kind != mem::Condition::Kind::subset || !before || rule.right != *before || at(rule.left).kind != K::domain) continue;
      const RuleExpr& into = at(at(rule.left).a);
      if (into.kind != K::sequence || at(into.b).kind != K::identity || !trf || !committed) continue;
      const Maybe fresh = find({.kind = K::difference, .is_set = true, .a = *committed, .b = *before});
      const bool sees = into.a == *trf || (at(into.a).kind == K::union_ && (at(into.a).a == *trf || at(into.a).b == *trf));
      const bool is_seven = sees && both(at(into.b).a, fresh, reads);
      const auto is_rf = [&](RuleNode n) { return n == *trf || (grf && n == *grf); };
      if (is_seven && (into.a == *trf || (is_rf(at(into.a).a) && is_rf(at(into.a).b)))) usual.insert(&rule);
      seven = seven || is_seven;
    }
    out_.races_are_committed = five && six;
    out_.writes_can_be_safe = out_.reads_can_be_safe = five && six;
    for (Rule& rule : out_.rules) {
      const RuleExpr& l = at(rule.left);
      const Maybe inner_left = within_committed(rule.left), inner_right = within_committed(rule.right);
      const bool compares = rule.kind == mem::Condition::Kind::equal && inner_left && inner_right &&
                            at(*inner_left).kind != at(*inner_right).kind && at(*inner_left).name == at(*inner_right).name &&
                            at(*inner_left).kind <= K::stage && at(*inner_right).kind <= K::stage;
      if (compares && !rule.agreement) {
        rule.compares = at(*inner_left).name;
        out_.compared.push_back(at(*inner_left).name);
      }
      const Use use = committed_in(rule.left), other = committed_in(rule.right);
      const bool not_about_c = !use.grows && !use.shrinks && !other.grows && !other.shrinks;  // rules 5 and 6
      const bool happens = rule.kind == mem::Condition::Kind::subset && l.kind == K::committed && at(rule.right).kind == K::stage;
      const bool values = rule.kind == mem::Condition::Kind::values && both(rule.left, committed, writes);
      const bool seen_before = rule.kind == mem::Condition::Kind::subset && before && rule.right == *before && l.kind == K::domain;
      if (compares || not_about_c || happens || values || seen_before) continue;
      out_.reads_can_be_safe = false;
      const bool about_reads = reads && only_reads(rule.left, *reads) && only_reads(rule.right, *reads);
      out_.writes_can_be_safe = out_.writes_can_be_safe && about_reads;
    }
    const bool keeps_for_new = std::ranges::all_of(out_.obligations, [&](const Obligation& keep) { return only_new(keep.pairs); });
    out_.writes_can_be_safe = out_.writes_can_be_safe && keeps_for_new;
    out_.values_are_grounded = four && five && six && seven;
    const auto keep_splits = [&](const Obligation& keep) { return only_new(keep.pairs) && !committed_in(keep.pairs).shrinks; };
    out_.commits_split = std::ranges::all_of(out_.rules, [&](const Rule& rule) { return splits(rule) && ignores_earlier_writes(rule); }) &&
                         std::ranges::all_of(out_.obligations, keep_splits);
    out_.commitments_can_wait =
        out_.commits_split && usual.size() == 3 && five && six && seven && std::ranges::none_of(out_.rules, [&](const Rule& rule) {
          return !usual.contains(&rule) && (mentions_before(rule.left) || mentions_before(rule.right));
        });
  }

  bool mentions_before(RuleNode n) const {
    const RuleExpr& e = at(n);
    if (e.kind < K::union_) return e.kind == K::before;
    return mentions_before(e.a) || (e.b != e.a && mentions_before(e.b));
  }

  // Polarity of C in an expression: grows with it, shrinks with it, or both.
  struct Use {
    bool grows = false, shrinks = false;
  };
  Use committed_in(RuleNode n) const {
    const RuleExpr& e = at(n);
    if (e.kind == K::committed) return {true, false};
    if (e.kind < K::union_) return {};
    Use a = committed_in(e.a);
    if (e.kind == K::complement) return {a.shrinks, a.grows};
    const Use b = e.b == e.a ? Use{} : committed_in(e.b);
    if (e.kind == K::difference) return {a.grows || b.shrinks, a.shrinks || b.grows};
    if (e.kind == K::reduction) return {a.grows || a.shrinks, a.grows || a.shrinks};
    return {a.grows || b.grows, a.shrinks || b.shrinks};
  }

  // C occurs only as part of C \ D: what was committed before has no say.
  bool only_new(RuleNode n) const {
    const RuleExpr& e = at(n);
    if (e.kind == K::committed) return false;
    if (e.kind < K::union_) return true;
    if (e.kind == K::difference && at(e.a).kind == K::committed && at(e.b).kind == K::before) return true;
    return only_new(e.a) && only_new(e.b);
  }

  // C occurs only as part of .. & R.
  bool only_reads(RuleNode n, RuleNode reads) const {
    const RuleExpr& e = at(n);
    if (e.kind == K::committed) return false;
    if (e.kind < K::union_) return true;
    if (e.kind == K::intersection && (e.a == reads || e.b == reads)) return true;
    return only_reads(e.a, reads) && only_reads(e.b, reads);
  }

  bool is_reads(RuleNode n) const {
    return (at(n).kind == K::target || at(n).kind == K::stage || at(n).kind == K::both) && out_.names[at(n).name] == "R";
  }

  // Committing a group of writes one by one changes D in between: it must not matter. It does not where D is cut to reads, or taken
  // from them, or only bounds from above.
  bool ignores_earlier_writes(const Rule& rule) const {
    const bool bound = rule.kind == mem::Condition::Kind::subset && at(rule.right).kind == K::before;
    return reads_of_before(rule.left) && (bound || reads_of_before(rule.right));
  }
  bool reads_of_before(RuleNode n) const {
    const RuleExpr& e = at(n);
    if (e.kind == K::before) return false;
    if (e.kind < K::union_) return true;
    if (e.kind == K::intersection && (is_reads(e.a) || is_reads(e.b))) return true;
    if (e.kind == K::difference && is_reads(e.a)) return reads_of_before(e.b) || at(e.b).kind == K::before;
    return reads_of_before(e.a) && reads_of_before(e.b);
  }

  // The condition still holds when fewer events are committed by the same stage.
  bool splits(const Rule& rule) const {
    using M = mem::Condition::Kind;
    if (rule.agreement) return true;
    const Use left = committed_in(rule.left), right = committed_in(rule.right);
    switch (rule.kind) {
      case M::values:
      case M::empty:
      case M::irreflexive:
      case M::acyclic: return !left.shrinks;
      case M::subset: return !left.shrinks && !right.grows && !right.shrinks;
      case M::equal: {
        if (!left.grows && !left.shrinks && !right.grows && !right.shrinks) return true;
        if (within_committed(rule.left) && within_committed(rule.right)) return true;
        return same_restriction(rule.left, rule.right);
      }
    }
    return false;
  }

  // (r ; [S]) & x against (r ; [S]) & y with only S depending on C: both sides are cut by the same S.
  bool same_restriction(RuleNode left, RuleNode right) const {
    if (at(left).kind != K::intersection || at(right).kind != K::intersection) return false;
    for (const RuleNode l : {at(left).a, at(left).b})
      for (const RuleNode r : {at(right).a, at(right).b}) {
        if (l != r || at(l).kind != K::sequence || at(at(l).b).kind != K::identity || at(at(l).a).varies) continue;
        const RuleNode other_left = at(left).a == l ? at(left).b : at(left).a;
        const RuleNode other_right = at(right).a == r ? at(right).b : at(right).a;
        if (!at(other_left).varies && !at(other_right).varies && !committed_in(at(l).b).shrinks) return true;
      }
    return false;
  }

  const mem::Model& model_;
  const CompileOptions& options_;
  const std::vector<std::string>& orders_;
  const language::RuleSet& without_;
  Rules out_;
  std::map<std::tuple<K, bool, bool, std::uint32_t, RuleNode, RuleNode>, RuleNode> known_;
  std::optional<Diagnostic> problem_;
  unsigned depth_ = 0;
};

}  // namespace

std::vector<std::string> mentioned_names(const mem::Model& model) {
  std::vector<std::string> out, parameters;
  for (const cat::Binding& b : model.definitions) collect(model, *b.value, parameters, out);
  for (const mem::Condition& c : model.conditions) {
    collect(model, *c.left, parameters, out);
    if (c.right) collect(model, *c.right, parameters, out);
  }
  for (const mem::Keep& k : model.keeps) {
    collect(model, *k.pairs, parameters, out);
    if (std::ranges::find(out, k.relation) == out.end()) out.push_back(k.relation);
  }
  return out;
}

Result<Rules> compile(const mem::Model& model, const CompileOptions& options) { return Compiler(model, options).run(); }

}  // namespace thinair::justified
