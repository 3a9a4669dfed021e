// What can be assigned to: locals, locations of the init block, fields, elements of arrays.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "read/java/constants.hpp"
#include "read/java/lower_impl.hpp"
#include "read/java/sets.hpp"

namespace thinair::read {

using Base = JavaType::Base;
using Meaning = JavaNames::Meaning;

namespace {

struct JavaLimit {
  std::string_view of, name;
  Value value;
  JavaType type;
};

const JavaLimit* java_limit(std::string_view of, std::string_view name) {
  static constexpr auto kLimits = std::to_array<JavaLimit>({{"Byte", "MAX_VALUE", 127, {Base::byte_}},
                                                            {"Byte", "MIN_VALUE", -128, {Base::byte_}},
                                                            {"Character", "MAX_VALUE", 0xFFFF, {Base::char_}},
                                                            {"Character", "MIN_VALUE", 0, {Base::char_}},
                                                            {"Integer", "MAX_VALUE", INT32_MAX, {Base::int_}},
                                                            {"Integer", "MIN_VALUE", INT32_MIN, {Base::int_}},
                                                            {"Long", "MAX_VALUE", INT64_MAX, {Base::long_}},
                                                            {"Long", "MIN_VALUE", INT64_MIN, {Base::long_}},
                                                            {"Short", "MAX_VALUE", INT16_MAX, {Base::short_}},
                                                            {"Short", "MIN_VALUE", INT16_MIN, {Base::short_}}});
  const auto found = std::ranges::find_if(kLimits, [&](const JavaLimit& one) { return one.of == of && one.name == name; });
  return found == kLimits.end() ? nullptr : &*found;
}

}  // namespace

RegId ThreadLowering::local(const std::string& name) { return code_.local(name, environment_.start(thread_, name).value_or(0)); }

void ThreadLowering::set_type(RegId reg, JavaType type) {
  if (type == JavaType{}) return;
  types_[reg] = type;
  test_.program.registers[reg].type = shown_as(type);
}

JavaType ThreadLowering::type_of_register(RegId reg) const {
  const auto found = types_.find(reg);
  return found == types_.end() ? JavaType{} : found->second;
}

const ThreadLowering::Local* ThreadLowering::find_local(const std::string& name) const {
  if (frames_.empty()) return nullptr;
  const auto& scopes = frames_.back().scopes;
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return &found->second;
  return nullptr;
}

// Locals of methods that are written out are temporaries: nobody can ask for them.
void ThreadLowering::declare_local(const std::string& name, JavaType type, RegId reg, bool constant, Span where) {
  set_type(reg, type);
  if (frames_.empty()) return names_.declare(name, where, constant);
  frames_.back().scopes.back()[name] = {reg, type, constant};
}

const FieldInfo* ThreadLowering::field_in_scope(const std::string& name) const {
  const ClassId of = frames_.empty() ? kNoClass : frames_.back().of;
  if (of == kNoClass) return nullptr;
  if (const FieldInfo* field = classes_.field(of, name)) return field;
  const auto* fixed = classes_.static_field(of, name);
  return fixed ? &fixed->second : nullptr;
}

std::optional<ClassId> ThreadLowering::class_named(tree::ExprId id) const {
  const tree::Expr& e = source_.exprs[id];
  if (e.kind != tree::Expr::Kind::name || find_local(e.name) || names_.is_declared(e.name) || environment_.location(e.name))
    return std::nullopt;
  return classes_.find(e.name);
}

ThreadLowering::Place ThreadLowering::place(tree::ExprId id, bool to_write) {
  const tree::Expr& e = source_.exprs[id];
  switch (e.kind) {
    case tree::Expr::Kind::name: return named_place(e.name, e.where, to_write);
    case tree::Expr::Kind::field: return field_of(e, to_write);
    case tree::Expr::Kind::index: return element_of(e);
    default: break;
  }
  report_.error("litmus-syntax", e.where, "this cannot be assigned to", "expected a local, a location, a field or an element");
  return {};
}

ThreadLowering::Place ThreadLowering::named_place(const std::string& name, Span where, bool to_write) {
  Place out;
  out.name = name;
  out.where = where;
  if (const Local* known = find_local(name)) {
    if (to_write && known->constant) {
      report_.error("litmus-final", where, fmt::format("'{}' is final and has a value", name));
      return out;
    }
    out.kind = Place::Kind::local;
    out.reg = known->reg;
    out.type = known->type;
    return out;
  }
  if (!frames_.empty()) {
    const Frame& frame = frames_.back();
    if (frame.of != kNoClass) {
      if (const FieldInfo* field = frame.self ? classes_.field(frame.of, name) : nullptr)
        return field_place(*frame.self, *field, to_write, where);
      if (const auto* fixed = classes_.static_field(frame.of, name)) return static_place(*fixed, to_write, where);
    }
    if (!environment_.location(name) && !environment_.binding(thread_, name)) {
      report_.error("litmus-unknown-name", where, fmt::format("no '{}' here", name),
                    "a method sees its parameters, its locals, fields, and the init block");
      return out;
    }
  }
  const Meaning meaning = to_write ? names_.target(name, where) : names_.value(name, where);
  if (meaning.kind == Meaning::Kind::wrong) return out;
  if (meaning.kind == Meaning::Kind::local) {
    out.kind = Place::Kind::local;
    out.reg = local(name);
    out.type = type_of_register(out.reg);
    out.settled = !names_.is_declared(name) && !environment_.start(thread_, name);
    return out;
  }
  out.kind = Place::Kind::memory;
  out.location = meaning.location;
  out.address = code_.address(meaning.location);
  out.sets = environment_.is_volatile(meaning.location) ? java::kVolatile : java::kPlain;
  if (const auto type = test_.types.find(meaning.location); type != test_.types.end()) out.type = type->second;
  out.tears = test_.program.locations[meaning.location].high != kNoAddress;
  return out;
}

ThreadLowering::Place ThreadLowering::field_place(RegId object, const FieldInfo& field, bool to_write, Span where) {
  Place out{.kind = Place::Kind::memory,
            .address = heap(Op::field, code_.reg(object), field.slot),
            .type = field.type,
            .name = field.name,
            .where = where};
  out.sets = field.is_volatile ? java::kVolatile : field.is_final ? java::kFinal : java::kPlain;
  out.tears = field.tears;
  if (!to_write || !field.is_final) return out;
  if (frames_.empty() || !frames_.back().constructs || frames_.back().self != object) {
    report_.error("litmus-final", where, fmt::format("field '{}' is final", field.name),
                  "only a constructor of its class gives it a value");
    out.kind = Place::Kind::wrong;
  } else if (const bool first = finals_.emplace(object, field.slot).second; !first || loops_around() > 0) {
    report_.error("litmus-final", where, fmt::format("final field '{}' may have its value already", field.name),
                  "a constructor gives it one value, once");
    out.kind = Place::Kind::wrong;
  }
  return out;
}

ThreadLowering::Place ThreadLowering::static_place(const std::pair<LocId, FieldInfo>& fixed, bool to_write, Span where) {
  const auto& [location, field] = fixed;
  if (to_write && field.is_final) {
    report_.error("litmus-final", where, fmt::format("static field '{}' is final", field.name), "it keeps the value of its declaration");
    return {};
  }
  return {.kind = Place::Kind::memory,
          .address = code_.address(location),
          .sets = field.is_volatile ? java::kVolatile : java::kPlain,
          .type = field.type,
          .name = field.name,
          .where = where,
          .tears = field.tears};
}

// A `static final` field that starts with a number is a constant variable: reading it is no event (JLS 4.12.4, 13.1). So are the limits of
// the types of numbers.
std::optional<ThreadLowering::Typed> ThreadLowering::constant_variable(tree::ExprId id) {
  const tree::Expr& e = source_.exprs[id];
  const std::pair<LocId, FieldInfo>* fixed = nullptr;
  if (e.kind == tree::Expr::Kind::name) {
    const bool hidden = find_local(e.name) || frames_.empty() || frames_.back().of == kNoClass ||
                        (frames_.back().self && classes_.field(frames_.back().of, e.name));
    if (!hidden) fixed = classes_.static_field(frames_.back().of, e.name);
  } else if (const auto owner = class_named(e.kids[0])) {
    fixed = classes_.static_field(*owner, e.name);
  } else if (const tree::Expr& of = source_.exprs[e.kids[0]];
             of.kind == tree::Expr::Kind::name && !find_local(of.name) && !names_.is_declared(of.name) && !environment_.location(of.name)) {
    const auto* limit = java_limit(of.name, e.name);
    return limit ? std::optional(Typed{code_.constant(limit->value), limit->type}) : std::nullopt;
  }
  if (!fixed || !fixed->second.is_final || !fixed->second.declaration || !fixed->second.declaration->value) return std::nullopt;
  const tree::Expr& start = source_.exprs[*fixed->second.declaration->value];
  if (start.kind != tree::Expr::Kind::literal || fixed->second.type.is_reference()) return std::nullopt;
  const JavaType type = fixed->second.type;
  return Typed{code_.constant(converted_constant(start.value, type_of_literal(start), type)), type};
}

ThreadLowering::Place ThreadLowering::field_of(const tree::Expr& e, bool to_write) {
  if (const auto owner = class_named(e.kids[0])) {
    const auto* found = classes_.static_field(*owner, e.name);
    if (found == nullptr) {
      report_.error("litmus-unknown-name", e.name_where, fmt::format("class '{}' has no static field '{}'", classes_.name(*owner), e.name));
      return {};
    }
    return static_place(*found, to_write, e.where);
  }
  return field_at(value(e.kids[0]), e, to_write);
}

ThreadLowering::Place ThreadLowering::field_at(Typed object, const tree::Expr& e, bool to_write) {
  if (object.type.base != JavaType::Base::reference) {
    if (source_.exprs[e.kids[0]].kind == tree::Expr::Kind::this_) return {};  // value() has complained
    report_.error("litmus-type", e.where, fmt::format("a value of type {} has no field '{}'", classes_.describe(object.type), e.name));
    return {};
  }
  const FieldInfo* field = classes_.field(object.type.of, e.name);
  if (field == nullptr) {
    std::vector<std::string> names;
    for (const FieldInfo& f : classes_[object.type.of].fields) names.push_back(f.name);
    report_.error("litmus-unknown-name", e.name_where, fmt::format("class '{}' has no field '{}'", classes_.name(object.type.of), e.name),
                  did_you_mean(e.name, names));
    return {};
  }
  return field_place(resolved(object, e.where), *field, to_write, e.where);
}

// The array, then the index, then the bounds (JLS 15.10.4).
ThreadLowering::Place ThreadLowering::element_of(const tree::Expr& e) {
  const Typed array = value(e.kids[0]);
  return element_at(array, value(e.kids[1]), e);
}

ThreadLowering::Place ThreadLowering::element_at(Typed array, Typed index, const tree::Expr& e) {
  const std::optional<JavaType> element = array.type.base == JavaType::Base::reference ? classes_[array.type.of].element : std::nullopt;
  if (!element) {
    report_.error("litmus-type", source_.exprs[e.kids[0]].where,
                  fmt::format("a value of type {} has no elements", classes_.describe(array.type)));
    return {};
  }
  if (index.type.is_reference() || index.type.is_long() || index.type.is_floating()) {
    report_.error("litmus-type", source_.exprs[e.kids[1]].where, "an index is an int", "cast it, as in a[(int) i]");
    return {};
  }
  const RegId at = code_.temporary();
  code_.emit(Assign{at, index.id}, e.where);
  const RegId object = resolved(array, e.where);
  const ExprId length = heap(Op::length, code_.reg(object));
  const ExprId inside =
      code_.binary(Op::bit_and, code_.binary(Op::ge, code_.reg(at), code_.constant(0)), code_.binary(Op::lt, code_.reg(at), length));
  const Label fine = code_.new_label();
  code_.emit(Branch{code_.unary(Op::log_not, inside), fine, kNoJoin, false}, e.where);
  raise("ArrayIndexOutOfBoundsException", e.where);
  code_.place(fine);
  code_.emit(Resolve{at, length}, e.where);
  return {.kind = Place::Kind::memory,
          .address = heap(Op::element, code_.reg(object), 0, code_.reg(at)),
          .type = *element,
          .name = "",
          .where = e.where,
          .tears = element->is_wide()};
}

RegId ThreadLowering::resolved(Typed reference, Span where) {
  const Expr shape = code_[reference.id];
  for (const Frame& frame : frames_)
    if (frame.self && shape.op == Op::reg && shape.index == *frame.self) return *frame.self;
  const RegId out = code_.temporary();
  code_.emit(Assign{out, reference.id}, where);
  if (shape.op == Op::constant && shape.value != 0) return out;
  const Label fine = code_.new_label();
  code_.emit(Branch{code_.binary(Op::eq, code_.reg(out), code_.constant(0)), fine, kNoJoin, false}, where);
  raise("NullPointerException", where);
  code_.place(fine);
  code_.emit(Resolve{out, {}}, where);
  return out;
}

ThreadLowering::Typed ThreadLowering::load(const Place& from, std::optional<RegId> dst, Span where) {
  switch (from.kind) {
    case Place::Kind::wrong: return {code_.constant(0), from.type};
    case Place::Kind::local: return {read_local(from.reg, where), from.type};
    case Place::Kind::memory: break;
  }
  if (from.location)
    if (const auto fixed = test_.constants.find(*from.location); fixed != test_.constants.end() && !dst)
      return {code_.constant(reference_to(fixed->second)), from.type};
  const RegId into = dst ? *dst : code_.temporary();
  if (from.location && test_.constants.contains(*from.location)) {
    code_.emit(Assign{into, code_.constant(reference_to(test_.constants.at(*from.location)))}, where);
  } else {
    code_.emit(Load{into, from.address, from.sets}, where, from.sets == java::kVolatile ? "getVolatile" : "get");
  }
  return {code_.reg(into), from.type};
}

void ThreadLowering::store(const Place& to, Typed value, Span where) {
  if (to.kind == Place::Kind::wrong) return;
  const ExprId id = to.settled && value.type.is_reference() ? value.id : assigned(value, to.type, where);
  if (to.kind == Place::Kind::memory) {
    code_.emit(Store{to.address, id, to.sets}, where, to.sets == java::kVolatile ? "setVolatile" : "set");
    return;
  }
  if (to.settled) test_.uses.assigned.try_emplace(to.reg, to.where);
  code_.emit(Assign{to.reg, id}, where);
  if (frames_.empty()) code_.mark_assigned(to.reg);
  if (to.settled && value.type.is_reference()) set_type(to.reg, value.type);
}

}  // namespace thinair::read
