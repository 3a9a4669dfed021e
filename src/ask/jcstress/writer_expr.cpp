// Values, places and calls. What a name and a call mean is worked out as read/java/lower does it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "ask/jcstress/writer.hpp"
#include "read/java/constants.hpp"
#include "read/java/parser.hpp"
#include "read/java/sets.hpp"
#include "support/check.hpp"

namespace thinair::jcstress {

namespace java = read::java;
using Action = java::Method::Action;
using Meaning = read::JavaNames::Meaning;
using Base = read::JavaType::Base;
using program::LocId;
using read::ClassId;
using read::kNoClass;

namespace {

// herd's getPlain and setPlain are called get and set in the API.
std::string api_name(const java::Method& method) {
  if (method.sets != java::kPlain) return method.same_as;
  return method.action == Action::get ? "get" : method.action == Action::set ? "set" : method.name;
}

}  // namespace

JavaExpression Writer::converted(JavaExpression e, JavaType to) {
  if (to.base == Base::boolean) return as_boolean(std::move(e));
  return to.is_reference() || e.type.is_reference() ? e : as_number(std::move(e), to);
}

// A `static final` field that starts with a number is that number, as read/java/lower has it.
std::optional<JavaExpression> Writer::constant(const Expr& e) {
  const std::pair<LocId, read::FieldInfo>* fixed = nullptr;
  if (e.kind == Expr::Kind::name) {
    const bool hidden = of_ == kNoClass || method_local(e.name) || (!(method_ && method_->is_static) && c_.classes.field(of_, e.name));
    if (!hidden) fixed = c_.classes.static_field(of_, e.name);
  } else if (const auto owner = class_named(e.kids[0])) {
    fixed = c_.classes.static_field(*owner, e.name);
  }
  if (!fixed || !fixed->second.is_final || !fixed->second.declaration || !fixed->second.declaration->value) return std::nullopt;
  const Expr& start = c_.source.exprs[*fixed->second.declaration->value];
  if (start.kind != Expr::Kind::literal || fixed->second.type.is_reference()) return std::nullopt;
  return converted(value(*fixed->second.declaration->value), fixed->second.type);
}

JavaExpression Writer::value(ExprId id) {
  const Expr& e = c_.source.exprs[id];
  using Kind = Expr::Kind;
  if (e.kind == Kind::name || e.kind == Kind::field)
    if (auto fixed = constant(e)) return *fixed;
  switch (e.kind) {
    case Kind::literal: {
      if (e.boolean) return {e.value != 0 ? "true" : "false", kPrimary, kBoolean};
      if (e.is_float || e.is_double) return floating_literal(e.value, read::type_of_literal(e));
      JavaExpression out = literal(e.value);
      if (e.is_long) out = {out.text + "L", out.precedence, kLong, e.value};
      if (e.is_char) out.type = {Base::char_};
      return out;
    }
    case Kind::null: return {"null", kPrimary, {Base::null}};
    case Kind::string: return {fmt::format("\"{}\"", e.name), kPrimary, {Base::reference, *c_.classes.find("String")}};
    case Kind::this_: return {"this", kPrimary, {Base::reference, of_}};
    case Kind::field:
      if (const Expr& of = c_.source.exprs[e.kids[0]]; of.kind == Kind::name && (e.name == "MAX_VALUE" || e.name == "MIN_VALUE") &&
                                                       !class_named(e.kids[0]) && !c_.environment.location(of.name))
        return {fmt::format("{}.{}", of.name, e.name), kPrimary, of.name == "Long" ? kLong : kInt};
      if (e.name == "length" && !class_named(e.kids[0])) {
        const JavaExpression array = value(e.kids[0]);
        if (array.type.base == Base::reference && c_.classes[array.type.of].element)
          return {operand(array, kPrimary) + ".length", kPrimary, kInt};
      }
      [[fallthrough]];
    case Kind::name:
    case Kind::index: {
      const Place from = place(id, false);
      if (!from.local.empty()) return read_local(from.local);
      return {from.text, kPrimary, from.type};
    }
    case Kind::unary: return unary(e.unary, value(e.kids[0]));
    case Kind::call: return call(e, true);
    case Kind::modify: return modify(e);
    case Kind::assign: return assign(e);
    case Kind::new_object: return made(e, new_object(e));
    case Kind::new_array: {
      const JavaType element = c_.classes.type(e.type).value_or(kInt);
      std::string base = type_text(element, e.where), dimensions;
      while (base.ends_with("[]")) {
        base.resize(base.size() - 2);
        dimensions += "[]";
      }
      const JavaType type = c_.classes.array_of(element);
      if (!e.braces) {
        std::string lengths;
        for (const ExprId kid : e.kids) lengths += fmt::format("[{}]", as_int(value(kid)).text);
        dimensions.resize(dimensions.size() - 2 * (e.kids.size() - 1));
        return made(e, {fmt::format("new {}{}{}", base, lengths, dimensions), kPrimary, type});
      }
      std::vector<std::string> elements;
      for (const ExprId kid : e.kids) elements.push_back(converted(value(kid), element).text);
      return made(e, {fmt::format("new {}[]{} {{{}}}", base, dimensions, fmt::join(elements, ", ")), kPrimary, type});
    }
    case Kind::cast: return cast(e);
    case Kind::instance_of: {
      const unsigned precedence = litmus::java::spelling(litmus::java::Binary::lt).precedence;
      const JavaExpression object = value(e.kids[0]);
      return {fmt::format("{} instanceof {}", operand(object, precedence), type_text(c_.classes.type(e.type).value_or(kInt), e.where)),
              precedence, kBoolean};
    }
    case Kind::conditional: {
      const JavaExpression guard = value(e.kids[0]);
      const JavaExpression then = value(e.kids[1]);
      return conditional(guard, then, value(e.kids[2]));
    }
    case Kind::binary: break;
  }
  const JavaExpression lhs = value(e.kids[0]);
  return binary(e.binary, lhs, value(e.kids[1]));
}

JavaExpression Writer::modify(const Expr& e) {
  const Place at = e.on_object ? place(e.kids[0], true) : named_place(e.name, e.name_where, true);
  const std::string text = modified(at);
  const std::size_t operands = e.on_object ? 1 : 0;
  const JavaType type = at.local.empty() ? at.type : local_type(at.local);
  if (e.kids.size() == operands) {
    const std::string_view sign = e.binary == litmus::java::Binary::add ? "++" : "--";
    return e.postfix ? JavaExpression{fmt::format("{}{}", text, sign), kPrimary, type}
                     : JavaExpression{fmt::format("{}{}", sign, text), litmus::java::kUnaryPrecedence, type};
  }
  const JavaExpression right = value(e.kids[operands]);
  return {
      fmt::format("{} {}= {}", text, litmus::java::spelling(e.binary).text, (type == kBoolean ? as_boolean(right) : as_int(right)).text),
      kConditional, type};
}

// What is read and then written where it stands: a local is a number, whatever it was declared as.
std::string Writer::modified(const Place& at) {
  if (at.local.empty()) return at.text;
  knowledge_.booleans.erase({*thread_, at.local});
  return read_local(at.local).text;
}

JavaExpression Writer::assign(const Expr& e) {
  const Place to = place(e.kids[0], true);
  const JavaExpression right = value(e.kids[1]);
  if (to.local.empty()) return {fmt::format("{} = {}", to.text, converted(right, to.type).text), kConditional, to.type};
  const std::string text = set_local(to.local, right);
  const JavaExpression local = read_local(to.local);
  return {fmt::format("{} = {}", local.text, text), kConditional, local.type};
}

JavaExpression Writer::cast(const Expr& e) {
  const JavaType type = c_.classes.type(e.type).value_or(kInt);
  JavaExpression from = value(e.kids[0]);
  if (type == kBoolean) return from;
  if (!type.is_reference()) return as_number(std::move(from), type);
  return {fmt::format("({}) {}", type_text(type, e.where), operand(from, litmus::java::kUnaryPrecedence)), litmus::java::kUnaryPrecedence,
          type};
}

JavaExpression Writer::new_object(const Expr& e) {
  const JavaType type = c_.classes.type(e.type).value_or(kInt);
  if (!type.is_reference()) return literal(0);
  const litmus::java::ClassDecl* declaration = c_.classes[type.of].declaration;
  const std::string name = type_text(type, e.where);
  if (declaration && knowledge_.inner.contains(declaration)) need_outer();
  if (declaration && knowledge_.raising.contains(declaration->name)) raises();
  if (const auto* one = declaration ? meant(c_.classes.constructors(type.of, e.kids.size()), e) : nullptr)
    return {fmt::format("new {}({})", name, arguments(e, one->parameters)), kPrimary, type};
  std::vector<std::string> given;
  for (const ExprId kid : e.kids) {
    const JavaExpression one = value(kid);
    if (type.base == Base::reference) given.push_back(one.text);
  }
  if (e.type.name == "InterruptedException" || e.type.name == "Object" || e.type.name == "String") given.clear();
  return {fmt::format("new {}({})", name, fmt::join(given, ", ")), kPrimary, type};
}

// Where results name objects, a thread keeps what it makes. What loops and methods make cannot be told apart.
JavaExpression Writer::made(const Expr& e, JavaExpression object) {
  if (!c_.telling || !in_thread() || loops_ > 0) return object;
  const std::string local = identifiers_.take("made");
  const std::string kept = fmt::format("thread{}_made{}", *thread_, sites_.size() + 1);
  scratch_.push_back(fmt::format("{} {} = null;", type_text(object.type, e.where), local));
  scratch_results_.push_back(fmt::format("{} = {};", kept, local));
  sites_.push_back({*thread_, e.where, type_text(object.type, e.where), kept});
  return {fmt::format("{} = {}", local, object.text), kConditional, object.type};
}

// ---- places

const read::JavaType* Writer::method_local(const std::string& name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return &found->second.second;
  return nullptr;
}

std::optional<ClassId> Writer::class_named(ExprId id) const {
  const Expr& e = c_.source.exprs[id];
  if (e.kind != Expr::Kind::name || method_local(e.name) || names_.is_declared(e.name) || c_.environment.location(e.name))
    return std::nullopt;
  return c_.classes.find(e.name);
}

Writer::Place Writer::location_place(LocId location, Span where) {
  if (!in_thread()) need_outer();
  const auto type = c_.types.find(location);
  use_by_name(location);
  Place out{field(location), type == c_.types.end() ? kInt : type->second, location};
  type_text(out.type, where);  // for what is refused
  return out;
}

// A static field of the class or of one that it extends.
std::optional<LocId> Writer::static_in_scope(const std::string& name) const {
  const auto* fixed = of_ == kNoClass ? nullptr : c_.classes.static_field(of_, name);
  return fixed ? std::optional(fixed->first) : std::nullopt;
}

Writer::Place Writer::named_place(const std::string& name, Span where, bool to_write) {
  if (!in_thread()) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (const auto found = scope->find(name); found != scope->end()) return {found->second.first, found->second.second};
    if (of_ != kNoClass) {
      const bool has_self = !method_ || !method_->is_static;
      if (const read::FieldInfo* own = has_self ? c_.classes.field(of_, name) : nullptr)
        return field_place("this", identifier(name), *own, where);
      if (const auto fixed = static_in_scope(name)) return location_place(*fixed, where);
    }
    if (const auto location = c_.environment.location(name)) return location_place(*location, where);
    refuse(where, fmt::format("what '{}' is depends on the thread that calls the method", name), "name a location of the init block");
    return {name, kInt};
  }
  const Meaning meaning = to_write ? names_.target(name, where) : names_.value(name, where);
  if (meaning.kind == Meaning::Kind::shared) return location_place(meaning.location, where);
  if (!locals_.contains(name)) {
    refuse(where, fmt::format("'{}' is read in no way that Java knows", name));
    return {name, kInt};
  }
  return {locals_.at(name).name, is_boolean(name) ? kBoolean : local_type(name), {}, name};
}

Writer::Place Writer::field_place(const std::string& of, std::string text, const read::FieldInfo& known, Span where) {
  return {std::move(text),
          known.type,
          {},
          "",
          fmt::format("handle({}.class, \"{}\", {}.class)", type_text({Base::reference, known.of}, where), identifier(known.name),
                      type_text(known.type, where)),
          of};
}

Writer::Place Writer::place(ExprId id, bool to_write) {
  const Expr& e = c_.source.exprs[id];
  if (e.kind == Expr::Kind::name) return named_place(e.name, e.where, to_write);
  if (e.kind == Expr::Kind::index) {
    const JavaExpression array = value(e.kids[0]);
    const JavaExpression index = as_int(value(e.kids[1]));
    JavaType element = kInt;
    if (array.type.base == Base::reference && c_.classes[array.type.of].element) element = *c_.classes[array.type.of].element;
    const std::string of = operand(array, kPrimary);
    return {fmt::format("{}[{}]", of, index.text),
            element,
            {},
            "",
            fmt::format("MethodHandles.arrayElementVarHandle({}.class)", type_text(array.type, e.where)),
            fmt::format("{}, {}", of, index.text)};
  }
  check(e.kind == Expr::Kind::field, "what is assigned to is a name, a field or an element");
  if (const auto owner = class_named(e.kids[0])) {
    const auto* found = c_.classes.static_field(*owner, e.name);
    check(found != nullptr, "static fields of a test that was lowered exist");
    return location_place(found->first, e.where);
  }
  const JavaExpression object = value(e.kids[0]);
  const read::FieldInfo* known = object.type.base == Base::reference ? c_.classes.field(object.type.of, e.name) : nullptr;
  if (!known) {
    refuse(e.where, fmt::format("Java does not know the field '{}' here", e.name));
    return {e.name, kInt};
  }
  const std::string of = operand(object, kPrimary);
  return field_place(of, fmt::format("{}.{}", of, identifier(e.name)), *known, e.where);
}

// ---- calls

JavaExpression Writer::call(const Expr& e, bool wanted) {
  if (auto done = thread_call(e)) return *done;
  if (printed(e)) {
    refuse(e.where, "'print' is a statement of its own");
    return literal(0);
  }
  if (auto done = method_call(e)) return *done;
  if (auto done = monitor_call(e)) return *done;
  return handle_call(e, wanted);
}

std::optional<JavaExpression> Writer::thread_call(const Expr& e) {
  if (e.on_object) return std::nullopt;
  if (e.name == "Thread" && (e.method == "yield" || e.method == "onSpinWait" || e.method == "sleep")) {
    if (e.method == "sleep") raises();
    std::vector<std::string> given;
    for (const ExprId kid : e.kids) given.push_back(as_int(value(kid)).text);
    return JavaExpression{fmt::format("Thread.{}({})", e.method, fmt::join(given, ", ")), kPrimary, {Base::void_}};
  }
  const auto thread = litmus::java::thread_number(e.name);
  const bool ours = e.method == "start" || e.method == "join" || e.method == "isAlive";
  if (!thread || !ours || c_.environment.location(e.name)) return std::nullopt;
  if (!in_thread()) need_outer();
  if (e.method == "join") raises();
  return JavaExpression{fmt::format("{}.{}()", c_.layout.thread_fields[*thread], e.method), kPrimary,
                        e.method == "isAlive" ? kBoolean : JavaType{Base::void_}};
}

std::optional<litmus::java::ExprId> Writer::printed(const Expr& e) const {
  bool prints = !e.on_object && e.name.empty() && e.method == "print" &&
                std::ranges::none_of(c_.source.methods, [](const auto& m) { return m.name == "print"; });
  if (e.on_object && (e.method == "println" || e.method == "print")) {
    const Expr& out = c_.source.exprs[e.kids[0]];
    prints = out.kind == Expr::Kind::field && out.name == "out" && c_.source.exprs[out.kids[0]].name == "System";
  }
  return prints ? std::optional(e.kids.back()) : std::nullopt;
}

std::optional<JavaExpression> Writer::monitor_call(const Expr& e) {
  if (e.method != "wait" && e.method != "notify" && e.method != "notifyAll") return std::nullopt;
  std::string on;
  if (e.on_object) {
    on = operand(value(e.kids[0]), kPrimary) + ".";
  } else if (!e.name.empty()) {
    const Place named = named_place(e.name, e.name_where, false);
    on = (named.local.empty() ? named.text : read_local(named.local).text) + ".";
  }
  if (e.method == "wait") raises();
  return JavaExpression{fmt::format("{}{}()", on, e.method), kPrimary, {Base::void_}};
}

std::string Writer::arguments(const Expr& e, const std::vector<litmus::java::Parameter>& parameters) {
  std::vector<std::string> out;
  const std::size_t first = e.kind == Expr::Kind::call && e.on_object ? 1 : 0;
  for (std::size_t i = first; i < e.kids.size(); ++i)
    out.push_back(converted(value(e.kids[i]), c_.classes.type(parameters[i - first].type).value_or(kInt)).text);
  return fmt::format("{}", fmt::join(out, ", "));
}

JavaExpression Writer::invoked(const litmus::java::MethodDecl& method, std::string before, const Expr& e) {
  const auto free = c_.free_methods.find(&method);
  if (free != c_.free_methods.end() && knowledge_.inner.contains(&method)) need_outer();
  if (knowledge_.raising.contains(method.name)) raises();
  const std::string name = free == c_.free_methods.end() ? std::move(before) + identifier(method.name) : free->second;
  return {fmt::format("{}({})", name, arguments(e, method.parameters)), kPrimary, c_.classes.type(method.type).value_or(kInt)};
}

// Of several methods of the name, the one that the types of the arguments choose. They are written for that once more, and forgotten.
const litmus::java::MethodDecl* Writer::meant(const std::vector<read::MethodInfo>& candidates, const Expr& e) {
  if (candidates.size() < 2) return candidates.empty() ? nullptr : candidates.front().declaration;
  const auto kept = std::tuple(lines_, scratch_, scratch_results_, sites_, identifiers_, alias_turn_, locals_, hoisted_);
  std::vector<JavaType> types;
  for (std::size_t i = e.kind == Expr::Kind::call && e.on_object ? 1 : 0; i < e.kids.size(); ++i) types.push_back(value(e.kids[i]).type);
  std::tie(lines_, scratch_, scratch_results_, sites_, identifiers_, alias_turn_, locals_, hoisted_) = kept;
  return candidates[c_.classes.pick(candidates, types).index.value_or(0)].declaration;
}

// `this(1)`, `super(1)`.
std::optional<JavaExpression> Writer::constructor_call(const Expr& e) {
  if (of_ == kNoClass || !method_ || !method_->is_constructor || (e.method != "super" && e.method != "this")) return std::nullopt;
  const auto* declaration = c_.classes[of_].declaration;
  const ClassId of = e.method == "this" ? of_ : *c_.classes.find(declaration->super.empty() ? "Object" : declaration->super);
  const auto* one = meant(c_.classes.constructors(of, e.kids.size()), e);
  return JavaExpression{fmt::format("{}({})", e.method, one ? arguments(e, one->parameters) : ""), kPrimary, {Base::void_}};
}

std::optional<JavaExpression> Writer::method_call(const Expr& e) {
  const std::size_t count = e.kids.size() - (e.on_object ? 1 : 0);
  if (!e.on_object && e.name.empty()) {
    if (auto done = constructor_call(e)) return done;
    if (of_ != kNoClass)
      if (const auto* own = meant(c_.classes.methods(of_, e.method, count), e)) return invoked(*own, "", e);
    if (const auto* own = meant(c_.classes.free_methods(e.method, count), e)) return invoked(*own, "", e);
    return std::nullopt;
  }
  if (!e.on_object && e.name == "super") {
    const auto* declaration = c_.classes[of_].declaration;
    const ClassId above = *c_.classes.find(declaration->super.empty() ? "Object" : declaration->super);
    return invoked(*meant(c_.classes.methods(above, e.method, count), e), "super.", e);
  }
  if (!e.on_object) {
    const bool hidden = method_local(e.name) || names_.is_declared(e.name) || c_.environment.location(e.name);
    if (const auto owner = hidden ? std::nullopt : c_.classes.find(e.name))
      if (const auto* own = meant(c_.classes.methods(*owner, e.method, count), e)) return invoked(*own, "", e);
  }
  JavaExpression object;
  if (e.on_object) {
    // Only objects have methods of the test; what an access method stands behind is read by that method alone.
    const Knowledge before = knowledge_;
    object = value(e.kids[0]);
    const bool own = object.type.base == Base::reference && !c_.classes.methods(object.type.of, e.method, count).empty();
    if (!own) {
      knowledge_ = before;
      return std::nullopt;
    }
  } else {
    const JavaType* known = method_local(e.name);
    const auto location = c_.environment.location(e.name);
    JavaType type;
    if (known) {
      type = *known;
    } else if (in_thread() && names_.is_declared(e.name)) {
      type = local_type(e.name);
    } else if (location) {
      if (const auto found = c_.types.find(*location); found != c_.types.end()) type = found->second;
    } else if (in_thread()) {
      type = local_type(e.name);
    } else if (of_ != kNoClass) {
      if (const read::FieldInfo* own = c_.classes.field(of_, e.name)) type = own->type;
    }
    if (type.base != Base::reference || c_.classes.methods(type.of, e.method, count).empty()) return std::nullopt;
    const Place named = named_place(e.name, e.name_where, false);
    object = named.local.empty() ? JavaExpression{named.text, kPrimary, named.type} : read_local(named.local);
  }
  return invoked(*meant(c_.classes.methods(object.type.of, e.method, count), e), operand(object, kPrimary) + ".", e);
}

// ---- access methods

// VarHandle's methods take the object first; in a thread of a test a handle knows its location.
std::vector<litmus::java::ExprId> Writer::handle_arguments(const Expr& e) const {
  std::vector<ExprId> out(e.kids.begin() + (e.on_object ? 1 : 0), e.kids.end());
  if (in_thread() && !out.empty() && c_.source.exprs[out.front()].kind == Expr::Kind::this_) out.erase(out.begin());
  return out;
}

// A location that is declared volatile is a volatile field in any case; its name alone asks for nothing more.
void Writer::use_by_name(LocId location) {
  if (!c_.layout.volatiles.contains(location)) knowledge_.usage[location].plain = true;
}

// The object that holds the locations; if there are two names for it, a thread reaches a location by each in turn.
std::string Writer::holder(LocId location) {
  if (!c_.shape.aliased) return in_thread() || of_ == kNoClass ? "this" : c_.layout.class_name + ".this";
  if (!in_thread()) return c_.layout.first_alias;
  return alias_turn_[location]++ % 2 == 0 ? c_.layout.first_alias : c_.layout.second_alias;
}

std::string Writer::field(LocId location) {
  const std::string& name = c_.layout.fields[location].name;
  return c_.shape.aliased ? holder(location) + "." + name : name;
}

void Writer::need_outer() { inner_ = true; }

// wanted: somebody uses the value.
JavaExpression Writer::handle_call(const Expr& e, bool wanted) {
  const java::Method* known = java::find_method(e.method);
  check(known != nullptr, "methods of a test that was lowered exist");
  const java::Method& method = *known;
  if (method.action == Action::fence) return {fmt::format("VarHandle.{}()", e.method), kPrimary, {Base::void_}};
  reads_ = method.action == Action::get;
  std::string handle, object;
  JavaType type;
  std::optional<LocId> location;
  const bool bare = !e.on_object && of_ != kNoClass && !method_local(e.name);
  const bool own_field = bare && !(method_ && method_->is_static) && c_.classes.field(of_, e.name);
  if (e.on_object || own_field) {
    const Expr& receiver = e.on_object ? c_.source.exprs[e.kids[0]] : e;
    if (const auto owner = receiver.kind == Expr::Kind::field ? class_named(receiver.kids[0]) : std::nullopt) {
      location = c_.classes.static_field(*owner, receiver.name)->first;
    } else {
      const bool writes = method.action != Action::get;
      const Place at = own_field ? named_place(e.name, e.name_where, writes) : place(e.kids[0], writes);
      type = at.type;
      object = at.handle_object;
      const auto named = knowledge_.handles.find(at.handle_key);
      if (named == knowledge_.handles.end()) {
        const std::string wish = receiver.kind == Expr::Kind::index ? "elements" : receiver.name;
        knowledge_.handles.emplace(at.handle_key, handle_name(identifier(wish)));
      } else if (const auto own = c_.handle_names.find(at.handle_key); own != c_.handle_names.end()) {
        handle = own->second;
      }
    }
  } else if (const auto fixed = bare ? static_in_scope(e.name) : std::nullopt) {
    location = fixed;
  } else {
    location = names_.handle(e.name, e.name_where);
    check(location.has_value(), "handles of a test that was lowered are bound");
    if (!in_thread() && !c_.environment.location(e.name) && c_.environment.binding(0, e.name))
      refuse(e.name_where, fmt::format("what '{}' is depends on the thread that calls the method", e.name),
             "name a location of the init block");
  }
  if (location) {
    if (!in_thread()) need_outer();
    if (const auto found = c_.types.find(*location); found != c_.types.end()) type = found->second;
    const bool moves = method.action == Action::get || method.action == Action::set;
    const bool plain = moves && method.sets == java::kPlain;
    const bool is_volatile = moves && method.sets == java::kVolatile;
    Usage& usage = knowledge_.usage[*location];
    (plain ? usage.plain : is_volatile ? usage.volatile_access : usage.other) = true;
    const Field& target = c_.layout.fields[*location];
    if ((plain && !target.is_volatile) || (is_volatile && target.is_volatile && !c_.shape.handles)) {
      const std::string at = field(*location);
      return method.action == Action::get
                 ? JavaExpression{at, kPrimary, type}
                 : JavaExpression{fmt::format("{} = {}", at, converted(value(handle_arguments(e)[0]), type).text), kConditional, type};
    }
    handle = target.handle;
    object = holder(*location);
  }
  const bool gives_truth = method.action == Action::compare_set;
  const bool casts = method.has_value() && !gives_truth && (wanted || reads_);
  std::string text =
      fmt::format("{}{}.{}({}", casts ? fmt::format("({}) ", type_text(type, e.where)) : "", handle, api_name(method), object);
  if (method.action == Action::get_add && (method.operand || method.gives_new)) return sum(e, method, std::move(text), type, wanted);
  for (const ExprId kid : handle_arguments(e)) text += ", " + converted(value(kid), type).text;
  return {text + ")", casts ? litmus::java::kUnaryPrecedence : kPrimary, gives_truth ? kBoolean : type};
}

// AtomicInteger's methods by getAndAdd, which gives the old value. What is added twice is evaluated once.
JavaExpression Writer::sum(const Expr& e, const java::Method& method, std::string text, JavaType type, bool wanted) {
  const std::vector<ExprId> given = handle_arguments(e);
  JavaExpression added = method.operand ? as_number(literal(*method.operand), type) : converted(value(given[0]), type);
  const bool again = method.gives_new && wanted;
  if (again && !method.operand && c_.source.exprs[given[0]].kind != Expr::Kind::literal) {
    const std::string name = identifiers_.take("added");
    scratch_.push_back(fmt::format("{} {}{};", type_text(type, e.where), name, in_thread() ? "" : " = 0"));
    text += fmt::format(", {} = {})", name, added.text);
    added = {name, kPrimary, type};
  } else {
    text += fmt::format(", {})", added.text);
  }
  const JavaExpression old{std::move(text), wanted ? litmus::java::kUnaryPrecedence : kPrimary, type};
  return again ? as_number(binary(litmus::java::Binary::add, old, added), type) : old;
}

}  // namespace thinair::jcstress
