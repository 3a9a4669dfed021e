// Calls: access methods of VarHandle, threads, monitors, print, methods of the test's own classes, and new objects.
#include <fmt/format.h>

#include <algorithm>

#include "read/java/lower_impl.hpp"
#include "read/java/missing.hpp"
#include "read/java/parser.hpp"
#include "read/java/sets.hpp"

namespace thinair::read {

using Base = JavaType::Base;
using Action = java::Method::Action;

ThreadLowering::Typed ThreadLowering::call(const tree::Expr& e, std::optional<RegId> dst, bool statement) {
  if (auto done = thread_call(e)) return *done;
  if (auto done = print_call(e)) return *done;
  if (auto done = method_call(e)) return *done;
  if (auto done = monitor_call(e)) return *done;
  return handle_call(e, dst, statement);
}

// ---- access methods and fences

ThreadLowering::Typed ThreadLowering::handle_call(const tree::Expr& e, std::optional<RegId> dst, bool statement) {
  const Method* method = resolve_method(e);
  Place at;
  if (method != nullptr && method->action != Action::fence) {
    if (e.on_object) {
      at = place(e.kids[0], method->action != Action::get);
    } else if (field_in_scope(e.name) != nullptr && find_local(e.name) == nullptr) {
      at = named_place(e.name, e.name_where, method->action != Action::get);
    } else if (const auto location = names_.handle(e.name, e.name_where)) {
      at.kind = Place::Kind::memory;
      at.address = code_.address(*location);
      at.location = *location;
      at.tears = test_.program.locations[*location].high != kNoAddress;
      if (const auto type = test_.types.find(*location); type != test_.types.end()) at.type = type->second;
    }
    if (at.kind == Place::Kind::local) {
      report_.error("litmus-handle", e.where, fmt::format("'{}' is a local of thread {} and has no methods", at.name, thread_));
      at.kind = Place::Kind::wrong;
    }
  }
  std::vector<Typed> arguments;
  for (std::size_t i = e.on_object ? 1 : 0; i < e.kids.size(); ++i) {
    // VarHandle's methods take the object first; here a handle knows its location.
    if (source_.exprs[e.kids[i]].kind == tree::Expr::Kind::this_ && arguments.empty() && frames_.empty()) continue;
    arguments.push_back(value(e.kids[i]));
  }
  if (method == nullptr || !check_shape(e, *method, arguments.size(), statement)) return number(0);
  if (method->action == Action::fence) {
    code_.emit(Fence{method->sets}, e.where, method->same_as);
    return number(0);
  }
  if (at.kind == Place::Kind::wrong) return number(0);
  if (at.location) {
    if (method->same_as != method->name) test_.uses.atomic.insert(*at.location);
    if (method->name == "get" || method->name == "set") test_.uses.bare.try_emplace(*at.location, e.method_where, method);
  }
  return access(*method, at, arguments, dst, e.where);
}

ThreadLowering::Typed ThreadLowering::access(const Method& method, const Place& at, const std::vector<Typed>& arguments,
                                             std::optional<RegId> wanted, Span where) {
  const Pairing pairing = at.tears && method.sets != java::kPlain ? Pairing::whole : Pairing::none;
  if (at.tears && method.action != Action::set && method.action != Action::get) {
    report_.error("litmus-unsupported", where, fmt::format("'{}' of a long that is also accessed plainly", method.name),
                  "plain accesses may tear it; declare it volatile, or use access methods only");
    return number(0);
  }
  if (method.action == Action::set) {
    code_.emit(Store{at.address, assigned(arguments[0], at.type, where), method.sets, pairing}, where, method.same_as);
    return number(0);
  }
  const RegId dst = wanted ? *wanted : code_.temporary();
  switch (method.action) {
    case Action::get: code_.emit(Load{dst, at.address, method.sets, pairing}, where, method.same_as); break;
    case Action::compare_set:
    case Action::compare_exchange: {
      const bool gives_success = method.action == Action::compare_set;
      const RegId other = code_.temporary();
      code_.emit(CompareUpdate{gives_success ? other : dst, gives_success ? dst : other, at.address, arguments[0].id,
                               assigned(arguments[1], at.type, where), method.sets, method.sets_failure, method.weak},
                 where, method.same_as);
      return {code_.reg(dst), gives_success ? JavaType{Base::boolean} : at.type};
    }
    default: {
      const ExprId operand = method.operand ? code_.constant(*method.operand) : arguments[0].id;
      update(method, at.address, operand, dst, at.type, where);
      break;
    }
  }
  return {code_.reg(dst), at.type};
}

// Update evaluates its value with dst already overwritten: an operand that uses dst needs a temporary in its place.
void ThreadLowering::update(const Method& method, ExprId address, ExprId operand, RegId dst, JavaType type, Span where) {
  const bool clash = code_.mentions(operand, dst);
  const RegId old = clash || method.gives_new ? code_.temporary() : dst;
  const auto updated = [&](ExprId before) {
    switch (method.action) {
      case Action::get_add: return operation(Op::add, before, operand, type);
      case Action::get_or: return code_.binary(Op::bit_or, before, operand);
      case Action::get_and: return code_.binary(Op::bit_and, before, operand);
      case Action::get_xor: return code_.binary(Op::bit_xor, before, operand);
      default: return operand;  // get_set
    }
  };
  code_.emit(Update{old, address, updated(code_.reg(old)), method.sets}, where, method.same_as);
  if (old != dst) code_.emit(Assign{dst, method.gives_new ? updated(code_.reg(old)) : code_.reg(old)}, where);
}

const ThreadLowering::Method* ThreadLowering::resolve_method(const tree::Expr& e) {
  const Method* method = java::find_method(e.method);
  const bool on_class = e.name == "VarHandle";
  const bool wants_fence = !e.on_object && (e.name.empty() || on_class);
  if (method != nullptr && (method->action == Action::fence) == wants_fence) return method;
  if (method != nullptr && wants_fence) {
    report_.error("litmus-unknown-method", e.method_where, fmt::format("'{}' needs a handle", e.method),
                  fmt::format("as in X.{}(...)", e.method));
  } else if (method != nullptr) {
    report_.error("litmus-unknown-method", e.method_where, fmt::format("'{}' is not a method of a handle", e.method),
                  fmt::format("write {}() or VarHandle.{}()", e.method, e.method));
  } else if (!wrong_number_of_arguments(e)) {
    unknown_method(e, wants_fence);
  }
  return nullptr;
}

void ThreadLowering::unknown_method(const tree::Expr& e, bool alone) {
  if (const auto instead = litmus::java::missing_method(e.method)) {
    report_.error("litmus-unsupported", e.method_where, fmt::format("method '{}' is not supported in litmus tests", e.method),
                  std::string(*instead));
    return;
  }
  std::vector<std::string> known;
  const JavaType before = alone ? JavaType{} : type_before_dot(e);
  const bool of_class = before.base == Base::reference && classes_[before.of].declaration;
  for (ClassId of = of_class ? before.of : kNoClass; of != kNoClass; of = test_.program.classes[of].super)
    if (const tree::ClassDecl* declaration = classes_[of].declaration)
      for (const tree::MethodDecl& own : declaration->methods)
        if (!own.is_constructor) known.push_back(own.name);
  for (const Method& candidate : java::methods())
    if (!alone || candidate.action == Action::fence) known.push_back(candidate.name);
  if (alone)
    for (const tree::MethodDecl& own : source_.methods) known.push_back(own.name);
  std::string hint = did_you_mean(e.method, known);
  if (e.method == "start" || e.method == "join" || e.method == "isAlive")
    hint = fmt::format("a thread is named Thread1, as in Thread1.{}()", e.method);
  if (hint.empty() && alone) hint = "known are print, fences such as fullFence(), and methods that stand before the init block";
  if (hint.empty() && !of_class)
    hint = "VarHandle's methods are known, as in X.get(), X.setRelease(1), X.getAndAdd(1), X.compareAndSet(0, 1)";
  report_.error("litmus-unknown-method", e.method_where,
                of_class ? fmt::format("class '{}' has no method '{}'", classes_.name(before.of), e.method)
                         : fmt::format("unknown method '{}'", e.method),
                hint);
}

bool ThreadLowering::check_shape(const tree::Expr& e, const Method& method, std::size_t arguments, bool statement) {
  if (arguments != method.arguments()) {
    report_.error(
        "litmus-arguments", e.where,
        fmt::format("'{}' takes {} argument{}, found {}", e.method, method.arguments(), method.arguments() == 1 ? "" : "s", arguments));
    return false;
  }
  if (!statement && !method.has_value()) {
    report_.error("litmus-no-value", e.where, fmt::format("'{}' gives no value", e.method), "it is a statement of its own");
    return false;
  }
  return true;
}

// ---- threads, monitors, print

std::optional<ThreadLowering::Typed> ThreadLowering::thread_call(const tree::Expr& e) {
  if (e.on_object) return std::nullopt;
  if (e.name == "Thread" && (e.method == "yield" || e.method == "onSpinWait" || e.method == "sleep")) return nothing();  // JLS 17.3
  const auto thread = litmus::java::thread_number(e.name);
  const bool ours = e.method == "start" || e.method == "join" || e.method == "isAlive";
  if (!thread || !ours || environment_.location(e.name)) return std::nullopt;
  if (*thread >= test_.program.threads.size()) {
    report_.error("litmus-thread", e.name_where, fmt::format("no thread {}", *thread),
                  fmt::format("the test has threads 0 to {}", test_.program.threads.size() - 1));
    return number(0);
  }
  if (*thread == thread_ && e.method != "isAlive") {
    report_.error("litmus-thread", e.where, e.method == "start" ? "a thread cannot start itself" : "a thread cannot wait for its own end");
    return number(0);
  }
  if (!e.kids.empty()) report_.error("litmus-arguments", e.where, fmt::format("'{}' takes no argument here", e.method));
  Thread& other = test_.program.threads[*thread];
  if (other.life == kNoAddress) {
    other.life = static_cast<LocId>(test_.program.locations.size());
    test_.program.locations.push_back({.name = fmt::format("Thread{}", *thread), .role = Location::Role::thread});
  }
  if (e.method == "start") {
    other.on_start = true;
    const RegId refused = code_.temporary();
    const Label first = code_.new_label();
    code_.emit(StartThread{*thread, refused}, e.where);
    code_.emit(Branch{code_.reg(refused), first, first, false}, e.where);
    raise("IllegalThreadStateException", e.where);
    code_.place(first);
    return nothing();
  }
  other.joined = true;
  if (e.method == "join") {
    code_.emit(JoinThread{*thread}, e.where);
    return nothing();
  }
  const RegId alive = code_.temporary();
  code_.emit(IsAlive{alive, *thread}, e.where);
  return Typed{code_.reg(alive), {Base::boolean}};
}

// `print(e)`, `System.out.println(e)`.
std::optional<ThreadLowering::Typed> ThreadLowering::print_call(const tree::Expr& e) {
  bool prints = !e.on_object && e.name.empty() && e.method == "print" &&
                std::ranges::none_of(source_.methods, [](const tree::MethodDecl& m) { return m.name == "print"; });
  if (e.on_object && (e.method == "println" || e.method == "print")) {
    const tree::Expr& out = source_.exprs[e.kids[0]];
    prints = out.kind == tree::Expr::Kind::field && out.name == "out" && source_.exprs[out.kids[0]].name == "System";
  }
  if (!prints) return std::nullopt;
  const std::size_t first = e.on_object ? 1 : 0;
  if (e.kids.size() != first + 1) {
    report_.error("litmus-arguments", e.where, "'print' takes one argument");
    return number(0);
  }
  const Typed printed = value(e.kids[first]);
  code_.emit(Print{printed.id}, e.where);
  return nothing();
}

std::optional<ThreadLowering::Typed> ThreadLowering::monitor_call(const tree::Expr& e) {
  using Do = Synchronise::Action;
  const std::optional<Do> action = e.method == "wait"        ? std::optional(Do::wait)
                                   : e.method == "notify"    ? std::optional(Do::notify)
                                   : e.method == "notifyAll" ? std::optional(Do::notify_all)
                                                             : std::nullopt;
  if (!action) return std::nullopt;
  Typed on;
  if (e.on_object) {
    on = value(e.kids[0]);
  } else if (e.name.empty()) {
    if (frames_.empty() || !frames_.back().self) {
      report_.error("litmus-unknown-method", e.method_where, fmt::format("'{}' needs an object", e.method),
                    fmt::format("as in m.{}()", e.method));
      return number(0);
    }
    on = {code_.reg(*frames_.back().self), {Base::reference, frames_.back().of}};
  } else {
    on = load(named_place(e.name, e.name_where, false), std::nullopt, e.name_where);
  }
  if (!on.type.is_reference()) {
    report_.error("litmus-type", e.where, fmt::format("a value of type {} has no monitor", classes_.describe(on.type)));
    return number(0);
  }
  const RegId object = resolved(on, e.where);
  ExprId held = code_.constant(0);
  for (const Region& region : regions_)
    if (region.kind == Region::Kind::monitor)
      held = code_.binary(Op::bit_or, held, code_.binary(Op::eq, code_.reg(region.object), code_.reg(object)));
  const Label holds = code_.new_label();
  code_.emit(Branch{code_.unary(Op::log_not, held), holds, holds, false}, e.where);
  raise("IllegalMonitorStateException", e.where);
  code_.place(holds);
  code_.emit(Synchronise{*action, heap(Op::monitor, code_.reg(object))}, e.where);
  return nothing();
}

// ---- methods of the test

std::optional<ThreadLowering::Typed> ThreadLowering::method_call(const tree::Expr& e) {
  const std::size_t first = e.on_object ? 1 : 0;
  const std::size_t count = e.kids.size() - first;
  const auto arguments = [&] {
    std::vector<Typed> out;
    for (std::size_t i = first; i < e.kids.size(); ++i) out.push_back(value(e.kids[i]));
    return out;
  };
  if (!e.on_object && e.name.empty()) {
    if (!frames_.empty() && frames_.back().of != kNoClass) {
      if (e.method == "super" && frames_.back().constructs) {
        construct(test_.program.classes[frames_.back().of].super, *frames_.back().self, arguments(), e.where);
        return number(0);
      }
      ClassId home = kNoClass;
      if (const tree::MethodDecl* own = classes_.method(frames_.back().of, e.method, count, &home)) {
        const auto self = frames_.back().self;
        if (own->is_static || !self) return inlined(*own, home, std::nullopt, arguments(), e.where);
        return dispatched(*self, frames_.back().of, e, arguments());
      }
    }
    for (const tree::MethodDecl& own : source_.methods)
      if (own.name == e.method && own.parameters.size() == count) return inlined(own, kNoClass, std::nullopt, arguments(), e.where);
    return std::nullopt;
  }
  if (!e.on_object) {
    const bool hidden = find_local(e.name) || names_.is_declared(e.name) || environment_.location(e.name);
    if (const auto owner = hidden ? std::nullopt : classes_.find(e.name)) {
      ClassId home = kNoClass;
      const tree::MethodDecl* own = classes_.method(*owner, e.method, count, &home);
      if (own && own->is_static) return inlined(*own, home, std::nullopt, arguments(), e.where);
      report_.error("litmus-unknown-method", e.method_where, fmt::format("class '{}' has no static method '{}'", e.name, e.method));
      return number(0);
    }
  }
  // A method of an object: its class must have one of that name; otherwise it is an access method of what stands before it.
  const JavaType type = type_before_dot(e);
  if (type.base != Base::reference || !classes_.method(type.of, e.method, count)) return std::nullopt;
  const Typed object = e.on_object ? value(e.kids[0]) : load(named_place(e.name, e.name_where, false), std::nullopt, e.name_where);
  const std::vector<Typed> given = arguments();
  return dispatched(resolved(object, e.where), type.of, e, given);
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
  if (of)
    if (const tree::MethodDecl* own = classes_.method(*of, e.method, count)) return given(*own);
  if (alone)
    for (const tree::MethodDecl& own : source_.methods)
      if (own.name == e.method && own.parameters.size() == count) return given(own);
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
ThreadLowering::Typed ThreadLowering::dispatched(RegId object, ClassId of, const tree::Expr& e, const std::vector<Typed>& arguments) {
  ClassId home = kNoClass;
  const tree::MethodDecl* method = classes_.method(of, e.method, arguments.size(), &home);
  std::vector<std::pair<ClassId, const tree::MethodDecl*>> overriding;
  for (const ClassId id : classes_.subclasses(of)) {
    ClassId at = kNoClass;
    const tree::MethodDecl* own = classes_.method(id, e.method, arguments.size(), &at);
    if (own != method && at == id) overriding.emplace_back(id, own);
  }
  if (overriding.empty()) return inlined(*method, home, object, arguments, e.where);
  const RegId result = code_.temporary();
  const Label end = code_.new_label();
  JavaType type;
  for (const auto& [id, own] : overriding) {
    const Label other = code_.new_label();
    code_.emit(Branch{heap(Op::instance_of, code_.reg(object), id), other, kNoJoin, false}, e.where);
    const Typed given = inlined(*own, id, object, arguments, e.where);
    code_.emit(Assign{result, given.id}, e.where);
    code_.emit(Jump{end}, e.where);
    code_.place(other);
  }
  const Typed given = inlined(*method, home, object, arguments, e.where);
  type = given.type;
  code_.emit(Assign{result, given.id}, e.where);
  code_.place(end);
  set_type(result, type);
  return {code_.reg(result), type};
}

ThreadLowering::Typed ThreadLowering::inlined(const tree::MethodDecl& method, ClassId of, std::optional<RegId> self,
                                              const std::vector<Typed>& arguments, Span where) {
  constexpr std::size_t kDeepest = 30;
  const bool recursive = std::ranges::any_of(frames_, [&](const Frame& f) { return f.method == &method; });
  if (recursive || frames_.size() >= kDeepest) {
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

// ---- objects

// `C.class`, whose monitor static methods take (JLS 8.4.3.6). Methods outside of classes are of one class, that of the test.
RegId ThreadLowering::class_object(ClassId of, Span where) {
  const auto [at, fresh] = test_.class_objects.try_emplace(of, 0);
  if (fresh)
    at->second = classes_.make(*classes_.find("Object"), fmt::format("{}.class", of == kNoClass ? std::string("Test") : classes_.name(of)));
  const RegId out = code_.temporary();
  set_type(out, {Base::reference, *classes_.find("Object")});
  code_.emit(Assign{out, code_.constant(reference_to(at->second))}, where);
  return out;
}

std::uint32_t ThreadLowering::copies() const {
  constexpr std::uint32_t kMost = 16;
  std::uint32_t out = 1;
  for (std::size_t i = 0; i < loops_.size(); ++i) out = std::min(kMost, out * (test_.program.unroll + 1));
  return out;
}

ThreadLowering::Typed ThreadLowering::new_object(const tree::Expr& e) {
  const auto type = classes_.type(e.type);
  if (!type || type->base != Base::reference) return nothing();
  const std::uint32_t count = copies();
  std::optional<ObjectId> first;
  for (std::uint32_t i = 0; i < count; ++i) {
    const ObjectId made = classes_.make(type->of, "");
    if (!first) first = made;
  }
  const RegId self = code_.temporary();
  set_type(self, *type);
  code_.emit(New{self, *first, count}, e.where);
  std::vector<Typed> arguments;
  for (const tree::ExprId kid : e.kids) arguments.push_back(value(kid));
  const bool exception = classes_.is_subclass(type->of, *classes_.find("Throwable"));
  if (classes_[type->of].declaration) {
    construct(type->of, self, arguments, e.where);
  } else if (!arguments.empty() && !exception) {
    report_.error("litmus-arguments", e.where, fmt::format("'new {}' takes no argument here", e.type.name));
  }
  return {code_.reg(self), *type};
}

// Superclass, initialisers of fields, constructor (JLS 12.5).
void ThreadLowering::construct(ClassId of, RegId self, const std::vector<Typed>& arguments, Span where) {
  const tree::ClassDecl* declaration = classes_[of].declaration;
  if (!declaration) return;
  const tree::MethodDecl* constructor = nullptr;
  bool any = false;
  for (const tree::MethodDecl& m : declaration->methods) {
    if (!m.is_constructor) continue;
    any = true;
    if (m.parameters.size() == arguments.size()) constructor = &m;
  }
  if (!constructor && (any || !arguments.empty())) {
    report_.error("litmus-arguments", where,
                  arguments.empty() ? fmt::format("class '{}' has no constructor without arguments", declaration->name)
                                    : fmt::format("class '{}' has no constructor with {} argument{}", declaration->name, arguments.size(),
                                                  arguments.size() == 1 ? "" : "s"));
    return;
  }
  const auto calls_super = [&] {
    if (!constructor || constructor->body.empty() || constructor->body.front().kind != tree::Stmt::Kind::call) return false;
    const tree::Expr& first = source_.exprs[constructor->body.front().expr];
    return first.kind == tree::Expr::Kind::call && first.method == "super" && first.name.empty() && !first.on_object;
  };
  regions_.push_back({.kind = Region::Kind::construction, .object = self, .of = of, .handlers = {}, .frames = frames_.size()});
  if (!calls_super()) construct(test_.program.classes[of].super, self, {}, where);
  tree::MethodDecl nothing;
  nothing.is_constructor = true;
  frames_.push_back({.method = &nothing,
                     .of = of,
                     .self = self,
                     .scopes = {{}},
                     .result = {},
                     .regions = regions_.size(),
                     .loops = loops_.size(),
                     .constructs = true});
  const std::vector<FieldInfo> fields = classes_[of].fields;  // a copy: types of arrays add classes
  for (const FieldInfo& field : fields)
    if (field.of == of && field.declaration->value) {
      begin_expression(*field.declaration->value);
      store(field_place(self, field, true, field.declaration->where), value(*field.declaration->value), field.declaration->where);
    }
  frames_.pop_back();
  if (constructor) inlined(*constructor, of, self, arguments, where);
  regions_.pop_back();
  freeze(of, self, where);
}

// A final field freezes when the constructor that writes it exits, normally or abruptly (JLS 17.5.1): that of its own class, so the fields
// of a superclass freeze before the constructor of the class goes on.
void ThreadLowering::freeze(ClassId of, RegId self, Span where) {
  for (const FieldInfo& field : classes_[of].fields)
    if (field.of == of && field.is_final)
      code_.emit(Synchronise{Synchronise::Action::freeze, heap(Op::field, code_.reg(self), field.slot)}, where);
}

ThreadLowering::Typed ThreadLowering::new_array(const tree::Expr& e) {
  constexpr Value kLongest = 64;
  const auto element = classes_.type(e.type);
  if (!element) return nothing();
  const JavaType type = classes_.array_of(*element);
  Value length = static_cast<Value>(e.kids.size());
  if (!e.braces) {
    const Typed given = value(e.kids[0]);
    if (code_[given.id].op != Op::constant) {
      report_.error("litmus-unsupported", source_.exprs[e.kids[0]].where, "the length of an array is a number here",
                    "one that is known before the test runs, as in new int[2]");
      return {code_.constant(0), type};
    }
    length = code_[given.id].value;
    if (length < 0) {
      raise("NegativeArraySizeException", e.where);
      length = 0;
    }
  }
  if (length > kLongest) {
    report_.error("litmus-size", e.where, fmt::format("an array has at most {} elements", kLongest), "a litmus test is small");
    return {code_.constant(0), type};
  }
  const std::uint32_t count = copies();
  std::optional<ObjectId> first;
  for (std::uint32_t i = 0; i < count; ++i) {
    const ObjectId made = classes_.make(type.of, "", static_cast<std::uint32_t>(length));
    if (!first) first = made;
  }
  const RegId self = code_.temporary();
  set_type(self, type);
  code_.emit(New{self, *first, count}, e.where);
  if (e.braces)
    for (std::size_t i = 0; i < e.kids.size(); ++i) {
      const Typed given = value(e.kids[i]);
      const ExprId at = heap(Op::element, code_.reg(self), 0, code_.constant(static_cast<Value>(i)));
      code_.emit(Store{at, assigned(given, *element, source_.exprs[e.kids[i]].where), java::kPlain}, source_.exprs[e.kids[i]].where, "set");
    }
  return {code_.reg(self), type};
}

}  // namespace thinair::read
