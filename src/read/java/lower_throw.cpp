// Exceptions, monitors, and what happens on the way out of a block.
//
// Where control leaves a `synchronized` block or a `try` with `finally`, by a jump or by an exception, what these ask for is written out on
// the way, as a compiler does it. Which handler an exception goes to is known from its class, so a `throw` is a jump, or a choice of jumps
// where the class is known on each path only.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "read/java/lower_impl.hpp"

namespace thinair::read {
namespace {

// By a statement or an expression, without `throw`: what raise() is called with.
constexpr auto kThrownByJava = std::to_array<std::string_view>(
    {"ArithmeticException", "ArrayIndexOutOfBoundsException", "AssertionError", "ClassCastException", "IllegalMonitorStateException",
     "IllegalThreadStateException", "NegativeArraySizeException", "NullPointerException"});

}  // namespace

void ThreadLowering::raise(std::string_view exception, Span where) { raise(*classes_.find(exception), std::nullopt, where); }

void ThreadLowering::raise(ClassId exception, std::optional<ExprId> object, Span where) {
  const std::vector<Region> regions = regions_;
  const std::vector<Frame> frames = frames_;
  const bool copying = copying_;
  while (!regions_.empty()) {
    const Region region = regions_.back();
    regions_.pop_back();
    frames_.resize(region.frames);
    if (region.kind == Region::Kind::monitor) unlock(region.object, where);
    if (region.kind == Region::Kind::construction) freeze(region.of, region.object, where);
    if (region.kind == Region::Kind::finally) statements(region.at->finally);
    if (region.kind != Region::Kind::handlers) continue;
    for (std::size_t i = 0; i < region.at->catches.size(); ++i) {
      const auto& types = region.at->catches[i].types;
      const bool catches = std::ranges::any_of(types, [&](const tree::TypeName& name) {
        const auto type = classes_.find(name.name);
        return type && classes_.is_subclass(exception, *type);
      });
      if (!catches) continue;
      const ExprId thrown = object ? *object : code_.constant(reference_to(classes_.make(exception, "")));
      code_.emit(Assign{region.caught, thrown}, where);
      code_.emit(Jump{region.handlers[i]}, where);
      regions_ = regions;
      frames_ = frames;
      copying_ = copying;
      return;
    }
  }
  code_.emit(Throw{classes_.name(exception)}, where);
  regions_ = regions;
  frames_ = frames;
  copying_ = copying;
}

void ThreadLowering::leave_regions(std::size_t down_to, Span where) {
  const std::vector<Region> regions = regions_;
  while (regions_.size() > down_to) {
    const Region region = regions_.back();
    regions_.pop_back();
    if (region.kind == Region::Kind::monitor) unlock(region.object, where);
    if (region.kind == Region::Kind::construction) freeze(region.of, region.object, where);
    if (region.kind == Region::Kind::finally) statements(region.at->finally);
  }
  regions_ = regions;
}

void ThreadLowering::try_statement(const tree::Stmt& stmt) {
  if (stmt.has_finally) regions_.push_back({.kind = Region::Kind::finally, .at = &stmt, .handlers = {}, .frames = frames_.size()});
  const Label end = code_.new_label();
  Region handlers{.kind = Region::Kind::handlers, .at = &stmt, .handlers = {}, .caught = code_.temporary(), .frames = frames_.size()};
  for (const tree::Catch& one : stmt.catches) {
    handlers.handlers.push_back(code_.new_label());
    for (const tree::TypeName& name : one.types)
      if (const auto type = classes_.type(name); type && !is_exception(*type))
        report_.error("litmus-type", name.where, fmt::format("'{}' is no exception", name.name), "only exceptions are thrown and caught");
  }
  if (!stmt.catches.empty()) regions_.push_back(handlers);
  open();
  statements(stmt.body);
  close();
  if (!stmt.catches.empty()) regions_.pop_back();
  for (std::size_t i = 0; i < stmt.catches.size(); ++i) {
    const tree::Catch& one = stmt.catches[i];
    code_.emit(Jump{end}, one.where);
    code_.place(handlers.handlers[i]);
    open();
    const RegId caught = frames_.empty() ? local(one.name) : code_.temporary();
    test_.uses.caught.insert(caught);
    code_.emit(Assign{caught, code_.reg(handlers.caught)}, one.where);
    declare_local(one.name, {JavaType::Base::reference, common_class(one.types)}, caught, false, one.where);
    statements(one.body);
    close();
  }
  code_.place(end);
  if (!stmt.has_finally) return;
  regions_.pop_back();
  open();
  statements(stmt.finally);
  close();
}

// The type of `e` in `catch (A | B e)`: the nearest class that all extend (JLS 14.20).
ClassId ThreadLowering::common_class(const std::vector<tree::TypeName>& types) const {
  ClassId out = classes_.find(types.front().name).value_or(*classes_.find("Throwable"));
  for (const tree::TypeName& name : types)
    if (const auto other = classes_.find(name.name))
      while (!classes_.is_subclass(*other, out)) out = test_.program.classes[out].super;
  return out;
}

bool ThreadLowering::is_exception(JavaType type) const {
  return type.base == JavaType::Base::reference && classes_.is_subclass(type.of, *classes_.find("Throwable"));
}

void ThreadLowering::throw_statement(const tree::Stmt& stmt) {
  begin_expression(stmt.expr);
  const Typed thrown = value(stmt.expr);
  if (!is_exception(thrown.type)) {
    report_.error("litmus-type", source_.exprs[stmt.expr].where, "only an exception can be thrown", "as in throw new RuntimeException();");
    return;
  }
  if (source_.exprs[stmt.expr].kind == tree::Expr::Kind::new_object) {
    raise(thrown.type.of, thrown.id, stmt.where);
  } else {
    raise_as_it_is(thrown, stmt.where);
  }
  finals_.clear();
}

// The handler is chosen by the class of the object, not by the type of the expression: a way for each class that it may have, the most
// derived first. `throw null` throws a NullPointerException (JLS 14.18).
void ThreadLowering::raise_as_it_is(Typed thrown, Span where) {
  const RegId object = resolved(thrown, where);
  for (const ClassId id : classes_.subclasses(thrown.type.of)) {
    if (id == thrown.type.of || !may_be_thrown(id)) continue;
    const Label other = code_.new_label();
    code_.emit(Branch{is_instance(object, id), other, kNoJoin, false}, where);
    raise(id, code_.reg(object), where);
    code_.place(other);
  }
  raise(thrown.type.of, code_.reg(object), where);
}

// Whether there can be an object of exactly that class: the init block or a `new` makes one, or the language throws it.
bool ThreadLowering::may_be_thrown(ClassId exception) const {
  const std::string& name = classes_.name(exception);
  return std::ranges::find(kThrownByJava, name) != kThrownByJava.end() ||
         std::ranges::any_of(test_.program.objects, [&](const Object& object) { return object.is == exception; }) ||
         std::ranges::any_of(source_.exprs,
                             [&](const tree::Expr& e) { return e.kind == tree::Expr::Kind::new_object && e.type.name == name; });
}

void ThreadLowering::assert_statement(const tree::Stmt& stmt) {
  begin_expression(stmt.expr);
  const Label fine = code_.new_label();
  jump_if(stmt.expr, true, fine, fine);
  raise("AssertionError", stmt.where);
  code_.place(fine);
}

void ThreadLowering::lock(RegId object, Span where) {
  code_.emit(Synchronise{Synchronise::Action::lock, heap(Op::monitor, code_.reg(object))}, where);
}

void ThreadLowering::unlock(RegId object, Span where) {
  code_.emit(Synchronise{Synchronise::Action::unlock, heap(Op::monitor, code_.reg(object))}, where);
}

void ThreadLowering::synchronized_statement(const tree::Stmt& stmt) {
  begin_expression(stmt.expr);
  const Typed on = value(stmt.expr);
  if (!on.type.is_reference()) {
    report_.error("litmus-type", source_.exprs[stmt.expr].where,
                  fmt::format("a value of type {} has no monitor", classes_.describe(on.type)),
                  "declare an object in the init block, as in Object m = new Object();");
    return;
  }
  const Span where = source_.exprs[stmt.expr].where;
  const RegId object = resolved(on, where);
  lock(object, where);
  regions_.push_back({.kind = Region::Kind::monitor, .object = object, .handlers = {}, .frames = frames_.size()});
  open();
  statements(stmt.body);
  close();
  regions_.pop_back();
  unlock(object, {stmt.where.file, stmt.where.end > 0 ? stmt.where.end - 1 : 0, stmt.where.end});
}

}  // namespace thinair::read
