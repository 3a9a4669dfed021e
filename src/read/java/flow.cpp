#include "read/java/flow.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace thinair::read {
namespace {

bool is_loop(const tree::Stmt& stmt) {
  return stmt.kind == tree::Stmt::Kind::while_loop || stmt.kind == tree::Stmt::Kind::do_loop || stmt.kind == tree::Stmt::Kind::for_loop ||
         stmt.kind == tree::Stmt::Kind::for_each;
}

bool always_goes_on(const tree::Program& source, const tree::Stmt& loop) {
  if (!loop.has_expr) return true;
  const tree::Expr& guard = source.exprs[loop.expr];
  return guard.kind == tree::Expr::Kind::literal && guard.value != 0;
}

using Names = std::vector<std::string>;

// A jump of that kind out of the loop, the switch or the labelled statement around these statements.
bool jumps(const std::vector<tree::Stmt>& body, tree::Stmt::Kind kind, const Names& labels, bool unnamed = true) {
  return std::ranges::any_of(body, [&](const tree::Stmt& s) {
    if (s.kind == kind) return s.label.empty() ? unnamed : std::ranges::find(labels, s.label) != labels.end();
    const bool takes = is_loop(s) || (s.kind == tree::Stmt::Kind::switch_ && kind == tree::Stmt::Kind::break_);
    const auto inside = [&](const std::vector<tree::Stmt>& inner) { return jumps(inner, kind, labels, unnamed && !takes); };
    return inside(s.body) || inside(s.finally) || std::ranges::any_of(s.catches, [&](const auto& c) { return inside(c.body); });
  });
}

// Whether control can come to the end (JLS 14.22).
bool can_complete(const tree::Program& source, const std::vector<tree::Stmt>& body);

// The statements behind the last case.
bool last_case_completes(const tree::Program& source, const tree::Stmt& s) {
  std::size_t at = s.body.size();
  while (at > 0 && s.body[at - 1].kind != tree::Stmt::Kind::case_) --at;
  return std::all_of(s.body.begin() + static_cast<std::ptrdiff_t>(at), s.body.end(),
                     [&](const tree::Stmt& one) { return can_complete(source, std::vector<tree::Stmt>{one}); });
}

// By a `break`; the one that the parser puts behind `case 1 -> { ... }` counts if control comes to it.
bool breaks_out(const tree::Program& source, const tree::Stmt& s, const Names& labels) {
  for (std::size_t i = 0; i < s.body.size(); ++i) {
    const std::vector<tree::Stmt> one = {s.body[i]}, before = i > 0 ? std::vector<tree::Stmt>{s.body[i - 1]} : std::vector<tree::Stmt>{};
    const bool reached = s.body[i].kind != tree::Stmt::Kind::break_ || can_complete(source, before);
    if (reached && jumps(one, tree::Stmt::Kind::break_, labels)) return true;
  }
  return false;
}

bool has_default(const tree::Stmt& s) { return std::ranges::any_of(s.body, &tree::Stmt::is_default); }

bool can_complete(const tree::Program& source, const tree::Stmt& s, const Names& labels = {}) {
  using Kind = tree::Stmt::Kind;
  switch (s.kind) {
    case tree::Stmt::Kind::return_:
    case tree::Stmt::Kind::throw_:
    case tree::Stmt::Kind::break_:
    case tree::Stmt::Kind::continue_: return false;
    case tree::Stmt::Kind::block:
    case tree::Stmt::Kind::synchronized_: return can_complete(source, s.body);
    case tree::Stmt::Kind::branch: return s.body.size() < 2 || can_complete(source, s.body[0]) || can_complete(source, s.body[1]);
    case tree::Stmt::Kind::while_loop:
    case tree::Stmt::Kind::for_loop: return !always_goes_on(source, s) || jumps(s.body, Kind::break_, labels);
    case tree::Stmt::Kind::do_loop: {
      const bool comes_to_guard = can_complete(source, s.body) || jumps(s.body, Kind::continue_, labels);
      return (comes_to_guard && !always_goes_on(source, s)) || jumps(s.body, Kind::break_, labels);
    }
    case Kind::labelled: {
      Names all = labels;
      all.push_back(s.label);
      return can_complete(source, s.body[0], all) || jumps(s.body, Kind::break_, all, false);
    }
    case Kind::switch_: return !has_default(s) || last_case_completes(source, s) || breaks_out(source, s, labels);
    case tree::Stmt::Kind::try_: {
      if (s.has_finally && !can_complete(source, s.finally)) return false;
      return can_complete(source, s.body) || std::ranges::any_of(s.catches, [&](const auto& c) { return can_complete(source, c.body); });
    }
    default: return true;
  }
}

bool can_complete(const tree::Program& source, const std::vector<tree::Stmt>& body) {
  return std::ranges::all_of(body, [&](const tree::Stmt& s) { return can_complete(source, s); });
}

// Definite assignment of one final field (JLS 16), in a constructor.
class Assignment {
 public:
  Assignment(const tree::Program& source, const tree::Field& field, const tree::MethodDecl& constructor) : source_(source), field_(field) {
    hidden_ = std::ranges::any_of(constructor.parameters, [&](const auto& parameter) { return parameter.name == field.name; });
    sure_ = after(constructor.body, false) && !left_without_;
  }

  bool sure() const { return sure_; }

 private:
  using Kind = tree::Expr::Kind;

  bool is_field(tree::ExprId id) const {
    const tree::Expr& e = source_.exprs[id];
    if (e.name != field_.name) return false;
    return e.kind == Kind::name ? !hidden_ : e.kind == Kind::field && source_.exprs[e.kids[0]].kind == Kind::this_;
  }

  // Somewhere in it: where only one operand of && or ?: assigns, javac is stricter.
  bool assigns(tree::ExprId id) const {
    const tree::Expr& e = source_.exprs[id];
    if (e.kind == Kind::assign && is_field(e.kids[0])) return true;
    return std::ranges::any_of(e.kids, [&](tree::ExprId kid) { return assigns(kid); });
  }

  // Whether the field has its value behind the statements, given whether it has before; true also where control does not come.
  bool after(const std::vector<tree::Stmt>& body, bool before) {
    for (const tree::Stmt& s : body) before = after(s, before);
    return before;
  }

  bool after(const tree::Stmt& s, bool before) {
    switch (s.kind) {
      case tree::Stmt::Kind::assign: return before || (s.target == field_.name && !hidden_ && !s.compound) || assigns(s.expr);
      case tree::Stmt::Kind::call: return before || assigns(s.expr);
      case tree::Stmt::Kind::declare:
        return before || std::ranges::any_of(s.declarators, [&](const auto& d) { return d.value && assigns(*d.value); });
      case tree::Stmt::Kind::block: return after(s.body, before);
      case tree::Stmt::Kind::synchronized_: return after(s.body, before || assigns(s.expr));
      case tree::Stmt::Kind::branch: {
        const bool guarded = before || assigns(s.expr);
        const bool taken = after(s.body[0], guarded);
        return s.body.size() > 1 ? after(s.body[1], guarded) && taken : guarded;
      }
      case tree::Stmt::Kind::while_loop:
      case tree::Stmt::Kind::do_loop:
      case tree::Stmt::Kind::for_loop:
      case tree::Stmt::Kind::for_each:
        targets_.push_back({"", true});
        after(s.body, before);  // for what leaves the constructor inside
        targets_.pop_back();
        return before || !can_complete(source_, s);
      case tree::Stmt::Kind::labelled: {
        targets_.push_back({s.label, true});
        const bool out = after(s.body, before);
        const bool left = targets_.back().sure;
        targets_.pop_back();
        return out && left;
      }
      case tree::Stmt::Kind::switch_: {
        const bool guarded = before || assigns(s.expr);
        targets_.push_back({"", true});
        bool out = true;
        for (const tree::Stmt& one : s.body) out = one.kind == tree::Stmt::Kind::case_ ? guarded : after(one, out);
        const bool left = targets_.back().sure;
        targets_.pop_back();
        return out && left && (has_default(s) || guarded);
      }
      case tree::Stmt::Kind::try_: {
        bool out = after(s.body, before);
        for (const auto& one : s.catches) out = after(one.body, before) && out;
        return after(s.finally, before) || out;
      }
      case tree::Stmt::Kind::return_: left_without_ = left_without_ || !before; return true;
      case tree::Stmt::Kind::break_: {
        const auto target = std::find_if(targets_.rbegin(), targets_.rend(), [&](const Target& one) { return one.label == s.label; });
        if (target != targets_.rend()) target->sure = target->sure && before;
        return true;
      }
      case tree::Stmt::Kind::throw_:
      case tree::Stmt::Kind::continue_: return true;
      default: return before;
    }
  }

  // Something that `break` leaves, and whether the field has its value wherever that happens.
  struct Target {
    std::string label;  // empty: a loop or a switch
    bool sure = true;
  };

  const tree::Program& source_;
  const tree::Field& field_;
  bool hidden_ = false;        // behind a parameter of the same name
  bool left_without_ = false;  // some `return` comes before the field has its value
  bool sure_ = false;
  std::vector<Target> targets_;
};

void check_value(const tree::Program& source, const tree::MethodDecl& method, Report& report) {
  if (method.is_constructor || method.is_abstract || method.type.name == "void" || !can_complete(source, method.body)) return;
  report.error("litmus-type", method.where, fmt::format("'{}' may end without giving a value", method.name),
               "every way through it ends with 'return' or 'throw'; or declare it void");
}

void check_finals(const tree::Program& source, const tree::ClassDecl& one, Report& report) {
  for (const tree::Field& field : one.fields) {
    if (!field.is_final || field.value) continue;
    bool constructed = false;
    for (const tree::MethodDecl& method : one.methods) {
      if (!method.is_constructor || field.is_static) continue;
      constructed = true;
      if (begins_with_call(source, method) == "this") continue;  // the other one gives it a value
      if (!Assignment(source, field, method).sure())
        report.error("litmus-final", method.where,
                     fmt::format("this constructor may end before final field '{}' has its value", field.name),
                     "javac wants a value on every way through it");
    }
    if (!constructed)
      report.error("litmus-final", field.where, fmt::format("final field '{}' never gets a value", field.name),
                   field.is_static ? "give it one here" : "give it one here, or in a constructor");
  }
}

}  // namespace

std::string_view begins_with_call(const tree::Program& source, const tree::MethodDecl& constructor) {
  if (constructor.body.empty() || constructor.body.front().kind != tree::Stmt::Kind::call) return "";
  const tree::Expr& first = source.exprs[constructor.body.front().expr];
  const bool alone = first.kind == tree::Expr::Kind::call && first.name.empty() && !first.on_object;
  return alone && (first.method == "this" || first.method == "super") ? std::string_view(first.method) : "";
}

void check_flow(const tree::Program& source, Report& report) {
  for (const tree::MethodDecl& method : source.methods) check_value(source, method, report);
  for (const tree::ClassDecl& one : source.classes) {
    for (const tree::MethodDecl& method : one.methods) check_value(source, method, report);
    check_finals(source, one, report);
  }
}

}  // namespace thinair::read
