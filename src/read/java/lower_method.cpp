// Methods of the test: which one a call means, and writing it out.
#include <fmt/format.h>

#include <algorithm>

#include "read/java/lower_impl.hpp"

namespace thinair::read {

using Base = JavaType::Base;
using Action = java::Method::Action;

std::vector<ThreadLowering::Typed> ThreadLowering::arguments_of(const tree::Expr& e) {
  std::vector<Typed> out;
  for (std::size_t i = e.kind == tree::Expr::Kind::call && e.on_object ? 1 : 0; i < e.kids.size(); ++i) out.push_back(value(e.kids[i]));
  return out;
}

// The method that the types of the arguments choose; none with an error.
std::optional<MethodInfo> ThreadLowering::chosen(const std::vector<MethodInfo>& candidates, const std::vector<Typed>& arguments,
                                                 std::string_view name, Span where) {
  std::vector<JavaType> types;
  for (const Typed& one : arguments) types.push_back(one.type);
  const JavaClasses::Pick pick = classes_.pick(candidates, types);
  if (pick.index) return candidates[*pick.index];
  if (pick.ambiguous)
    report_.error("litmus-arguments", where, fmt::format("'{}' with {} may be one of several", name, classes_.describe(types)),
                  "cast an argument to the type that is meant");
  else
    report_.error("litmus-arguments", where, fmt::format("no '{}' takes {}", name, classes_.describe(types)));
  return std::nullopt;
}

std::optional<ThreadLowering::Typed> ThreadLowering::method_call(const tree::Expr& e) {
  const std::size_t count = e.kids.size() - (e.on_object ? 1 : 0);
  if (!e.on_object && e.name.empty()) return call_in_scope(e, count);
  if (!e.on_object && e.name == "super") return super_call(e, count);
  if (!e.on_object) {
    const bool hidden = find_local(e.name) || names_.is_declared(e.name) || environment_.location(e.name);
    if (const auto owner = hidden ? std::nullopt : classes_.find(e.name)) {
      auto candidates = classes_.methods(*owner, e.method, count);
      std::erase_if(candidates, [](const MethodInfo& one) { return !one.declaration->is_static; });
      if (candidates.empty()) {
        report_.error("litmus-unknown-method", e.method_where, fmt::format("class '{}' has no static method '{}'", e.name, e.method));
        return number(0);
      }
      const std::vector<Typed> given = arguments_of(e);
      const auto own = chosen(candidates, given, e.method, e.where);
      return own ? inlined(*own->declaration, own->home, std::nullopt, given, e.where) : number(0);
    }
  }
  // A method of an object: its class must have one of that name; otherwise it is an access method of what stands before it.
  const JavaType type = type_before_dot(e);
  const auto candidates = type.base == Base::reference ? classes_.methods(type.of, e.method, count) : std::vector<MethodInfo>{};
  if (candidates.empty()) return std::nullopt;
  const Typed object = e.on_object ? value(e.kids[0]) : load(named_place(e.name, e.name_where, false), std::nullopt, e.name_where);
  const std::vector<Typed> given = arguments_of(e);
  const auto own = chosen(candidates, given, e.method, e.where);
  if (!own) return number(0);
  if (own->declaration->is_static) return inlined(*own->declaration, own->home, std::nullopt, given, e.where);
  return dispatched(resolved(object, e.where), type.of, *own, given, e.where);
}

// `f(1)`, and in a constructor `this(1)` and `super(1)`.
std::optional<ThreadLowering::Typed> ThreadLowering::call_in_scope(const tree::Expr& e, std::size_t count) {
  const bool in_class = !frames_.empty() && frames_.back().of != kNoClass;
  if (e.method == "this" || e.method == "super") {
    const auto& body = in_class && frames_.back().constructs ? frames_.back().method->body : std::vector<tree::Stmt>{};
    if (body.empty() || body.front().kind != tree::Stmt::Kind::call || &source_.exprs[body.front().expr] != &e) {
      report_.error("litmus-syntax", e.where, fmt::format("'{}(...)' is the first statement of a constructor, or nowhere", e.method));
      return nothing();
    }
    const ClassId of = frames_.back().of;
    const RegId self = *frames_.back().self;
    construct(e.method == "this" ? of : test_.program.classes[of].super, self, arguments_of(e), e.where);
    if (e.method == "super") initialise_fields(of, self);
    return nothing();
  }
  if (in_class) {
    if (const auto candidates = classes_.methods(frames_.back().of, e.method, count); !candidates.empty()) {
      const auto self = frames_.back().self;
      const ClassId of = frames_.back().of;
      const std::vector<Typed> given = arguments_of(e);
      const auto own = chosen(candidates, given, e.method, e.where);
      if (!own) return number(0);
      if (own->declaration->is_static) return inlined(*own->declaration, own->home, std::nullopt, given, e.where);
      if (!self) {
        report_.error("litmus-unknown-method", e.method_where, fmt::format("'{}' needs an object", e.method), "this method is static");
        return number(0);
      }
      return dispatched(*self, of, *own, given, e.where);
    }
  }
  const auto candidates = classes_.free_methods(e.method, count);
  if (candidates.empty()) return std::nullopt;
  const std::vector<Typed> given = arguments_of(e);
  const auto own = chosen(candidates, given, e.method, e.where);
  return own ? inlined(*own->declaration, kNoClass, std::nullopt, given, e.where) : number(0);
}

// `super.f(1)`: the method of the class above, whatever the object is.
std::optional<ThreadLowering::Typed> ThreadLowering::super_call(const tree::Expr& e, std::size_t count) {
  const bool in_object = !frames_.empty() && frames_.back().self;
  const ClassId above = in_object ? test_.program.classes[frames_.back().of].super : kNoClass;
  const auto candidates = above == kNoClass ? std::vector<MethodInfo>{} : classes_.methods(above, e.method, count);
  if (candidates.empty()) {
    report_.error("litmus-unknown-method", e.method_where,
                  in_object ? fmt::format("class '{}' has no method '{}'", classes_.name(above), e.method)
                            : std::string("'super' outside of a method of an object"));
    return number(0);
  }
  const RegId self = *frames_.back().self;
  const std::vector<Typed> given = arguments_of(e);
  const auto own = chosen(candidates, given, e.method, e.where);
  if (!own) return number(0);
  const auto body = own->declaration->is_static ? own : classes_.implementation(above, *own->declaration);
  if (!body) {
    report_.error("litmus-unknown-method", e.method_where, fmt::format("'{}' of '{}' has no body", e.method, classes_.name(above)));
    return number(0);
  }
  return inlined(*body->declaration, body->home, self, given, e.where);
}

JavaType ThreadLowering::type_before_dot(const tree::Expr& e) {
  if (e.on_object) return type_of(e.kids[0]);
  if (const Local* known = find_local(e.name)) return known->type;
  if (const auto location = environment_.location(e.name); location && !names_.is_declared(e.name)) {
    const auto found = test_.types.find(*location);
    return found == test_.types.end() ? JavaType{} : found->second;
  }
  if (names_.is_declared(e.name)) return type_of_register(local(e.name));
  const FieldInfo* field = field_in_scope(e.name);
  return field ? field->type : JavaType{};
}

JavaType ThreadLowering::type_of_call(const tree::Expr& e) {
  const std::size_t count = e.kids.size() - (e.on_object ? 1 : 0);
  const bool alone = !e.on_object && e.name.empty();
  const auto given = [&](const tree::MethodDecl& own) { return classes_.knows(own.type.name) ? *classes_.type(own.type) : JavaType{}; };
  const JavaType before = alone ? JavaType{} : type_before_dot(e);
  std::optional<ClassId> of;
  if (before.base == Base::reference) of = before.of;
  if (!alone && !of && !e.on_object && !environment_.location(e.name)) of = classes_.find(e.name);
  if (alone && !frames_.empty() && frames_.back().of != kNoClass) of = frames_.back().of;
  if (e.name == "super" && !frames_.empty() && frames_.back().of != kNoClass) of = test_.program.classes[frames_.back().of].super;
  std::vector<MethodInfo> candidates;
  if (of) candidates = classes_.methods(*of, e.method, count);
  if (alone && candidates.empty()) candidates = classes_.free_methods(e.method, count);
  if (!candidates.empty()) {
    std::vector<JavaType> types;
    for (std::size_t i = e.on_object ? 1 : 0; i < e.kids.size(); ++i) types.push_back(type_of(e.kids[i]));
    return given(*candidates[classes_.pick(candidates, types).index.value_or(0)].declaration);
  }
  const Method* method = java::find_method(e.method);
  if (method == nullptr || alone) return {};
  if (method->action == Action::compare_set) return {Base::boolean};
  if (e.on_object || names_.is_declared(e.name) || environment_.location(e.name)) return before;
  const auto location = names_.bound(e.name);
  const auto found = location ? test_.types.find(*location) : test_.types.end();
  return found == test_.types.end() ? JavaType{} : found->second;
}

// There is a method of that name: says how many arguments it takes.
bool ThreadLowering::wrong_number_of_arguments(const tree::Expr& e) {
  const auto wrong = [&](const tree::MethodDecl& own) {
    const std::size_t wanted = own.parameters.size(), found = e.kids.size() - (e.on_object ? 1 : 0);
    report_.error("litmus-arguments", e.where,
                  fmt::format("'{}' takes {} argument{}, found {}", e.method, wanted, wanted == 1 ? "" : "s", found));
    return true;
  };
  const bool alone = !e.on_object && e.name.empty();
  const JavaType before = alone ? JavaType{} : type_before_dot(e);
  ClassId of = before.base == Base::reference ? before.of : kNoClass;
  if (alone && !frames_.empty()) of = frames_.back().of;
  for (; of != kNoClass; of = test_.program.classes[of].super)
    if (const tree::ClassDecl* declaration = classes_[of].declaration)
      for (const tree::MethodDecl& own : declaration->methods)
        if (own.name == e.method && !own.is_constructor) return wrong(own);
  if (alone)
    for (const tree::MethodDecl& own : source_.methods)
      if (own.name == e.method) return wrong(own);
  return false;
}

// The method of the object's own class. Classes that do not override it share the code of the one that they inherit from.
ThreadLowering::Typed ThreadLowering::dispatched(RegId object, ClassId of, const MethodInfo& method, const std::vector<Typed>& arguments,
                                                 Span where) {
  std::vector<std::pair<ClassId, MethodInfo>> bodies;
  for (const ClassId id : classes_.subclasses(of)) {
    const auto own = classes_.implementation(id, *method.declaration);
    if (!own) continue;
    const ClassId above = test_.program.classes[id].super;
    const auto inherited =
        above != kNoClass && classes_.is_subclass(above, of) ? classes_.implementation(above, *method.declaration) : std::nullopt;
    if (!inherited || inherited->declaration != own->declaration) bodies.emplace_back(id, *own);
  }
  if (bodies.empty()) {
    report_.error("litmus-unknown-method", where, fmt::format("no class of the test has a body for '{}'", method.declaration->name));
    return number(0);
  }
  if (bodies.size() == 1) return inlined(*bodies[0].second.declaration, bodies[0].second.home, object, arguments, where);
  const RegId result = code_.temporary();
  const Label end = code_.new_label();
  const JavaType type = classes_.type(method.declaration->type).value_or(JavaType{});
  for (const auto& [id, own] : bodies) {
    const bool last = id == bodies.back().first;
    const Label other = code_.new_label();
    if (!last) code_.emit(Branch{is_instance(object, id), other, kNoJoin, false}, where);
    const Typed given = inlined(*own.declaration, own.home, object, arguments, where);
    code_.emit(Assign{result, given.id}, where);
    if (!last) code_.emit(Jump{end}, where);
    code_.place(other);
  }
  code_.place(end);
  if (type.base == Base::void_) return nothing();
  set_type(result, type);
  return {code_.reg(result), type};
}

ThreadLowering::Typed ThreadLowering::inlined(const tree::MethodDecl& method, ClassId of, std::optional<RegId> self,
                                              const std::vector<Typed>& arguments, Span where) {
  constexpr std::size_t kDeepest = 30;
  constexpr std::size_t kMostCalls = 20'000;
  if (inlined_ > kMostCalls) return number(0);
  const bool recursive = std::ranges::any_of(frames_, [&](const Frame& f) { return f.method == &method; });
  if (!recursive && frames_.size() >= kDeepest) {
    report_.error("litmus-nesting", where, fmt::format("methods call each other more than {} deep", kDeepest));
    return number(0);
  }
  if (++inlined_ > kMostCalls) {
    report_.error("litmus-size", where, fmt::format("more than {} calls of methods, with those that they make themselves", kMostCalls),
                  "methods are written out where they are called: use a loop");
    return number(0);
  }
  if (recursive) {
    report_.error("litmus-recursion", where, fmt::format("'{}' calls itself", method.is_constructor ? "new " + method.name : method.name),
                  "methods are written out where they are called: use a loop");
    return number(0);
  }
  Frame frame;
  frame.method = &method;
  frame.of = of;
  frame.self = self;
  frame.scopes.emplace_back();
  frame.end = code_.new_label();
  frame.regions = regions_.size();
  frame.loops = loops_.size();
  frame.constructs = method.is_constructor;
  JavaType type{Base::void_};
  if (!method.is_constructor) type = classes_.type(method.type).value_or(JavaType{});
  if (type.base != Base::void_) {
    frame.result = code_.temporary();
    set_type(*frame.result, type);
  }
  for (std::size_t i = 0; i < method.parameters.size(); ++i) {
    const JavaType wanted = classes_.type(method.parameters[i].type).value_or(JavaType{});
    const RegId reg = code_.temporary();
    set_type(reg, wanted);
    code_.emit(Assign{reg, assigned(arguments[i], wanted, where)}, where);
    frame.scopes.back()[method.parameters[i].name] = {reg, wanted, false};
  }
  const Frame entered = frame;
  frames_.push_back(std::move(frame));
  const bool copying = copying_;
  const bool locks = method.is_synchronized;
  RegId monitor = 0;
  if (locks) {
    monitor = self ? *self : class_object(of, where);
    lock(monitor, where);
    regions_.push_back({.kind = Region::Kind::monitor, .object = monitor, .handlers = {}, .frames = frames_.size()});
  }
  statements(method.body);
  if (locks) {
    regions_.pop_back();
    unlock(monitor, method.where);
  }
  copying_ = copying;
  frames_.pop_back();
  code_.place(entered.end);
  if (!entered.result) return {code_.constant(0), {Base::void_}};
  return {code_.reg(*entered.result), type};
}

}  // namespace thinair::read
