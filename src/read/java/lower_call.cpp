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
    report_.error("litmus-unsupported", where, fmt::format("'{}' of a long or double that is also accessed plainly", method.name),
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
      code_.emit(CompareUpdate{gives_success ? other : dst, gives_success ? dst : other, at.address,
                               at.type.is_floating() ? assigned(arguments[0], at.type, where) : arguments[0].id,
                               assigned(arguments[1], at.type, where), method.sets, method.sets_failure, method.weak},
                 where, method.same_as);
      return {code_.reg(dst), gives_success ? JavaType{Base::boolean} : at.type};
    }
    default: {
      if (at.type.is_floating() && method.action != Action::get_set) {
        refuse_arithmetic(where);
        return nothing();
      }
      const ExprId operand = method.operand          ? code_.constant(*method.operand)
                             : at.type.is_floating() ? assigned(arguments[0], at.type, where)
                                                     : arguments[0].id;
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
  if (e.kids.size() > (e.on_object ? 1U : 0U)) {
    report_.error("litmus-arguments", e.where, fmt::format("'{}' takes no argument here", e.method),
                  *action == Do::wait ? "wait() may wake up without reason at any time" : "");
    return nothing();
  }
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

}  // namespace thinair::read
