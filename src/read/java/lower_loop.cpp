// Loops, `switch`, labels, and the jumps out of them.
#include <fmt/format.h>

#include <algorithm>

#include "read/java/lower_impl.hpp"
#include "read/java/sets.hpp"

namespace thinair::read {

using Base = JavaType::Base;

// What stands inside may be left by a jump; the labels are those that stand right before it.
void ThreadLowering::enter(Loop around) {
  around.regions = regions_.size();
  loops_.push_back(std::move(around));
}

void ThreadLowering::leave(Label at) {
  code_.place(at);
  finals_.merge(loops_.back().finals);
  loops_.pop_back();
}

// Loops of the method at hand around the place.
std::size_t ThreadLowering::loops_around() const {
  const std::size_t outside = frames_.empty() ? 0 : frames_.back().loops;
  return static_cast<std::size_t>(
      std::count_if(loops_.begin() + static_cast<std::ptrdiff_t>(outside), loops_.end(), [](const Loop& l) { return l.next.has_value(); }));
}

void ThreadLowering::loop(const tree::Stmt& stmt) {
  Loop around{.labels = std::exchange(labels_, {})};
  open();
  statements(stmt.init);
  const Label head = code_.new_label(), next = code_.new_label(), end = code_.new_label();
  around.leave = end;
  around.next = next;
  code_.place(head);
  enter(std::move(around));
  const bool guard_first = stmt.kind != tree::Stmt::Kind::do_loop;
  const auto guard = [&](bool sense, Label target) {
    begin_expression(stmt.expr);
    jump_if(stmt.expr, sense, target, end);
  };
  if (guard_first && stmt.has_expr) guard(false, end);
  arm(stmt.body[0]);
  code_.place(next);
  statements(stmt.step);
  if (!guard_first) guard(false, end);
  code_.emit(Jump{head}, stmt.where);
  leave(end);
  close();
}

// `for (int v : a)`: the array is evaluated once, the elements one after the other (JLS 14.14.2).
void ThreadLowering::for_each(const tree::Stmt& stmt) {
  Loop around{.labels = std::exchange(labels_, {})};
  open();
  begin_expression(stmt.expr);
  const Typed array = value(stmt.expr);
  const std::optional<JavaType> element = array.type.base == Base::reference ? classes_[array.type.of].element : std::nullopt;
  if (!element) {
    if (array.type.base != Base::void_)
      report_.error("litmus-type", source_.exprs[stmt.expr].where,
                    fmt::format("a value of type {} has no elements", classes_.describe(array.type)), "only an array is gone through");
    close();
    return;
  }
  const tree::Declarator& local_name = stmt.declarators.front();
  const bool inferred = stmt.type.name == "var" && !classes_.find("var");
  const JavaType type = inferred ? *element : classes_.type(stmt.type).value_or(JavaType{});
  const RegId object = resolved(array, stmt.where), at = code_.temporary();
  const RegId reg = frames_.empty() ? local(local_name.name) : code_.temporary();
  declare_local(local_name.name, type, reg, stmt.is_final, local_name.where);
  code_.emit(Assign{at, code_.constant(0)}, stmt.where);
  const Label head = code_.new_label(), next = code_.new_label(), end = code_.new_label();
  around.leave = end;
  around.next = next;
  code_.place(head);
  enter(std::move(around));
  code_.emit(Branch{operation(Op::lt, code_.reg(at), heap(Op::length, code_.reg(object)), {}), end, end}, stmt.where);
  const Place from{.kind = Place::Kind::memory,
                   .address = heap(Op::element, code_.reg(object), 0, code_.reg(at)),
                   .type = *element,
                   .name = "",
                   .where = local_name.where,
                   .tears = element->is_wide()};
  const Typed read = load(from, std::nullopt, local_name.where);
  code_.emit(Assign{reg, assigned(read, type, local_name.where)}, local_name.where);
  if (frames_.empty()) code_.mark_assigned(reg);
  arm(stmt.body[0]);
  code_.place(next);
  code_.emit(Assign{at, operation(Op::add, code_.reg(at), code_.constant(1), {})}, stmt.where);
  code_.emit(Jump{head}, stmt.where);
  leave(end);
  close();
}

void ThreadLowering::labelled(const tree::Stmt& stmt) {
  const std::size_t outside = frames_.empty() ? 0 : frames_.back().loops;
  const auto has_label = [&](const Loop& l) { return std::ranges::find(l.labels, stmt.label) != l.labels.end(); };
  if (std::ranges::find(labels_, stmt.label) != labels_.end() ||
      std::any_of(loops_.begin() + static_cast<std::ptrdiff_t>(outside), loops_.end(), has_label))
    report_.error("litmus-duplicate", stmt.where, fmt::format("there is a label '{}' around this already", stmt.label));
  labels_.push_back(stmt.label);
  const tree::Stmt& inner = stmt.body[0];
  using Kind = tree::Stmt::Kind;
  const bool takes_labels = inner.kind == Kind::while_loop || inner.kind == Kind::do_loop || inner.kind == Kind::for_loop ||
                            inner.kind == Kind::for_each || inner.kind == Kind::labelled || inner.kind == Kind::switch_;
  if (takes_labels) return statement(inner);
  const Label end = code_.new_label();
  enter({.leave = end, .labels = std::exchange(labels_, {}), .unnamed = false});
  arm(inner);
  leave(end);
}

// A jump to the case that fits, or to `default`, or behind all; from there on the statements as they stand (JLS 14.11). Two equal strings
// are one object here, so `==` is what `equals` gives.
void ThreadLowering::switch_statement(const tree::Stmt& stmt) {
  Loop around{.labels = std::exchange(labels_, {})};
  const Label end = around.leave = code_.new_label();
  begin_expression(stmt.expr);
  const Typed given = value(stmt.expr);
  const bool string = given.type.base == Base::reference && classes_.name(given.type.of) == "String";
  const Base base = given.type.base;
  if (!string && base != Base::int_ && base != Base::char_ && base != Base::short_ && base != Base::byte_ && base != Base::void_)
    report_.error("litmus-type", source_.exprs[stmt.expr].where,
                  fmt::format("'switch' on a value of type {}", classes_.describe(given.type)),
                  "it takes an int, a char, a short, a byte or a String: use if and else");
  Typed selector = given;
  if (string) {
    selector.id = code_.reg(resolved(given, stmt.where));
  } else if (code_[given.id].op != Op::constant) {
    const RegId copy = code_.temporary();
    code_.emit(Assign{copy, given.id}, stmt.where);
    selector.id = code_.reg(copy);
  }
  enter(std::move(around));
  open();
  std::map<const tree::Stmt*, Label> places;
  std::optional<Label> otherwise;
  std::set<Value> seen;
  for (const tree::Stmt& one : stmt.body) {
    if (one.kind != tree::Stmt::Kind::case_) continue;
    const Label at = places[&one] = code_.new_label();
    if (one.is_default && otherwise) report_.error("litmus-duplicate", one.where, "there is a 'default' already");
    if (one.is_default) otherwise = at;
    for (const tree::ExprId id : one.values) {
      const Typed constant = value(id);
      const Expr shape = code_[constant.id];
      if (shape.op != Op::constant || constant.type.is_reference() != string) {
        report_.error("litmus-type", source_.exprs[id].where, "a case is a constant of the type that 'switch' asks for");
      } else if (!seen.insert(shape.value).second) {
        report_.error("litmus-duplicate", source_.exprs[id].where, "there is such a case already");
      }
      code_.emit(Branch{code_.binary(Op::ne, selector.id, constant.id), at, end}, one.where);
    }
  }
  code_.emit(Jump{otherwise.value_or(end)}, stmt.where);
  const auto before = finals_;
  if (!otherwise) loops_.back().finals = before;
  finals_.clear();
  for (const tree::Stmt& one : stmt.body) {
    if (const auto at = places.find(&one); at != places.end()) {
      code_.place(at->second);
      finals_.insert(before.begin(), before.end());
    } else {
      statement(one);
    }
  }
  close();
  leave(end);
}

void ThreadLowering::leave_loop(const tree::Stmt& stmt) {
  const bool breaks = stmt.kind == tree::Stmt::Kind::break_;
  const std::size_t outside = frames_.empty() ? 0 : frames_.back().loops;
  std::size_t at = loops_.size();
  bool named = false;  // there is such a label
  while (at > outside) {
    const Loop& around = loops_[at - 1];
    const bool fits = stmt.label.empty() ? (breaks ? around.unnamed : around.next.has_value())
                                         : std::ranges::find(around.labels, stmt.label) != around.labels.end();
    named = named || (fits && !stmt.label.empty());
    if (fits && (breaks || around.next)) break;
    --at;
  }
  if (at == outside) {
    const std::string_view word = breaks ? "break" : "continue";
    if (stmt.label.empty())
      report_.error("litmus-syntax", stmt.where, fmt::format("'{}' outside of a loop", word));
    else if (named)
      report_.error("litmus-syntax", stmt.where, fmt::format("'{}' is the label of no loop", stmt.label));
    else
      report_.error("litmus-syntax", stmt.where, fmt::format("no label '{}' around this", stmt.label));
    return;
  }
  Loop& target = loops_[at - 1];
  const Label to = breaks ? target.leave : *target.next;
  const std::size_t down_to = target.regions;
  leave_regions(down_to, stmt.where);
  code_.emit(Jump{to}, stmt.where);
  if (breaks) loops_[at - 1].finals.insert(finals_.begin(), finals_.end());
  finals_.clear();
}

}  // namespace thinair::read
