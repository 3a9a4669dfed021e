// What can be assigned to: locals, locations of the init block, fields, elements of arrays.
#include <fmt/format.h>

#include "read/java/lower_impl.hpp"
#include "read/java/sets.hpp"

namespace thinair::read {

using Meaning = JavaNames::Meaning;

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
  for (ClassId at = of; at != kNoClass; at = test_.program.classes[at].super)
    if (const auto fixed = classes_[at].statics.find(name); fixed != classes_[at].statics.end()) return &fixed->second.second;
  return nullptr;
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
      for (ClassId at = frame.of; at != kNoClass; at = test_.program.classes[at].super)
        if (const auto fixed = classes_[at].statics.find(name); fixed != classes_[at].statics.end()) {
          const auto& [location, field] = fixed->second;
          if (to_write && field.is_final) return final_static(field, where);
          return {.kind = Place::Kind::memory,
                  .address = code_.address(location),
                  .sets = field.is_volatile ? java::kVolatile : java::kPlain,
                  .type = field.type,
                  .name = name,
                  .where = where};
        }
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
  } else if (const bool first = finals_.emplace(object, field.slot).second; !first || loops_.size() > frames_.back().loops) {
    report_.error("litmus-final", where, fmt::format("final field '{}' may have its value already", field.name),
                  "a constructor gives it one value, once");
    out.kind = Place::Kind::wrong;
  }
  return out;
}

ThreadLowering::Place ThreadLowering::final_static(const FieldInfo& field, Span where) {
  report_.error("litmus-final", where, fmt::format("static field '{}' is final", field.name), "it keeps the value of its declaration");
  return {};
}

ThreadLowering::Place ThreadLowering::field_of(const tree::Expr& e, bool to_write) {
  if (const auto owner = class_named(e.kids[0])) {
    const auto found = classes_[*owner].statics.find(e.name);
    if (found == classes_[*owner].statics.end()) {
      report_.error("litmus-unknown-name", e.name_where, fmt::format("class '{}' has no static field '{}'", classes_.name(*owner), e.name));
      return {};
    }
    const auto& [location, field] = found->second;
    if (to_write && field.is_final) return final_static(field, e.where);
    return {.kind = Place::Kind::memory,
            .address = code_.address(location),
            .sets = field.is_volatile ? java::kVolatile : java::kPlain,
            .type = field.type,
            .name = e.name,
            .where = e.where};
  }
  const Typed object = value(e.kids[0]);
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
  Typed index = value(e.kids[1]);
  const std::optional<JavaType> element = array.type.base == JavaType::Base::reference ? classes_[array.type.of].element : std::nullopt;
  if (!element) {
    report_.error("litmus-type", source_.exprs[e.kids[0]].where,
                  fmt::format("a value of type {} has no elements", classes_.describe(array.type)));
    return {};
  }
  if (index.type.is_reference() || index.type.is_long()) {
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
          .tears = element->is_long()};
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
