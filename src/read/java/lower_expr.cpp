// Values: operators, conversions, choices.
#include <fmt/format.h>

#include <array>

#include "read/java/constants.hpp"
#include "read/java/lower_impl.hpp"
#include "read/java/sets.hpp"
#include "support/check.hpp"

namespace thinair::read {
namespace {

using Base = JavaType::Base;

Op operation_of(tree::Binary op) {
  // In the order of Binary, from bit_or on.
  constexpr std::array<Op, 17> kOps = {Op::bit_or, Op::bit_xor, Op::bit_and, Op::eq,  Op::ne,  Op::lt,  Op::le,  Op::gt, Op::ge,
                                       Op::shl,    Op::shr,     Op::ushr,    Op::add, Op::sub, Op::mul, Op::div, Op::rem};
  check(op >= tree::Binary::bit_or, "&& and || are no operations on values");
  return kOps[static_cast<std::size_t>(op) - static_cast<std::size_t>(tree::Binary::bit_or)];
}

bool is_choice(const tree::Expr& e) {
  return e.kind == tree::Expr::Kind::conditional ||
         (e.kind == tree::Expr::Kind::binary && (e.binary == tree::Binary::log_and || e.binary == tree::Binary::log_or));
}

}  // namespace

// Goes on at `target` when the truth of the expression is `sense`, falls through otherwise.
void ThreadLowering::jump_if(tree::ExprId id, bool sense, Label target, Label join) {
  const tree::Expr& e = source_.exprs[id];
  if (e.kind == tree::Expr::Kind::unary && e.unary == tree::Unary::log_not) return jump_if(e.kids[0], !sense, target, join);
  if (e.kind == tree::Expr::Kind::binary && (e.binary == Binary::log_and || e.binary == Binary::log_or)) {
    const bool decides = e.binary == Binary::log_or;  // the truth of the left operand that makes the right one needless
    if (decides == sense) {
      jump_if(e.kids[0], sense, target, join);
      jump_if(e.kids[1], sense, target, join);
    } else {
      const Label skip = code_.new_label();
      jump_if(e.kids[0], decides, skip, join);
      jump_if(e.kids[1], sense, target, join);
      code_.place(skip);
    }
    return;
  }
  const ExprId guard = value(id).id;
  code_.emit(Branch{sense ? code_.unary(Op::log_not, guard) : guard, target, join}, e.where);
}

ThreadLowering::Typed ThreadLowering::value(tree::ExprId id) {
  const tree::Expr& e = source_.exprs[id];
  using Kind = tree::Expr::Kind;
  switch (e.kind) {
    case Kind::literal: return {code_.constant(e.value), type_of_literal(e)};
    case Kind::null: return {code_.constant(0), {Base::null}};
    case Kind::string: {
      const auto [at, fresh] = test_.strings.try_emplace(e.name, 0);
      if (fresh) at->second = classes_.make(*classes_.find("String"), fmt::format("\"{}\"", e.name));
      return {code_.constant(reference_to(at->second)), {Base::reference, *classes_.find("String")}};
    }
    case Kind::this_:
      if (!frames_.empty() && frames_.back().self) return {code_.reg(*frames_.back().self), {Base::reference, frames_.back().of}};
      report_.error("litmus-unsupported", e.where, "'this' outside of a method of an object", "name the location alone: x for this.x");
      return nothing();
    case Kind::name:
      if (const auto constant = constant_variable(id)) return *constant;
      return load(place(id, false), std::nullopt, e.where);
    case Kind::index: return load(place(id, false), std::nullopt, e.where);
    case Kind::field:
      if (const auto constant = constant_variable(id)) return *constant;
      if (e.name == "class")
        if (const auto owner = class_named(e.kids[0]))
          return {code_.reg(class_object(*owner, e.where)), {Base::reference, *classes_.find("Object")}};
      if (e.name == "length" && !class_named(e.kids[0])) {
        const JavaType of = type_of(e.kids[0]);
        if (of.base == Base::reference && classes_[of.of].element) {
          const RegId array = resolved(value(e.kids[0]), e.where);
          return {heap(Op::length, code_.reg(array)), {}};
        }
      }
      return load(place(id, false), std::nullopt, e.where);
    case Kind::unary: return unary(e);
    case Kind::call: {
      const Typed given = call(e, std::nullopt, false);
      if (given.type.base == Base::void_)
        report_.error("litmus-no-value", e.where, fmt::format("'{}' gives no value", e.method), "it is a statement of its own");
      return given.type.base == Base::void_ ? number(0) : given;
    }
    case Kind::modify: return modify(e);
    case Kind::assign: return assign(e);
    case Kind::new_object: return new_object(e);
    case Kind::new_array: return new_array(e);
    case Kind::cast: return cast(e);
    case Kind::instance_of: {
      const Typed object = value(e.kids[0]);
      const auto type = classes_.type(e.type);
      if (!type || type->base != Base::reference || !object.type.is_reference()) {
        if (type) report_.error("litmus-type", e.where, "'instanceof' is for objects and classes");
        return number(0);
      }
      const RegId known = code_.temporary();
      code_.emit(Assign{known, object.id}, e.where);
      code_.emit(Resolve{known, {}}, e.where);
      return {is_instance(known, type->of), {Base::boolean}};
    }
    case Kind::conditional:
    case Kind::binary: break;
  }
  if (!is_choice(e)) {
    const Typed lhs = value(e.kids[0]);
    const Typed rhs = value(e.kids[1]);
    return binary(e.binary, lhs, rhs, e.where);
  }
  const RegId result = code_.temporary();
  const JavaType type = type_of(id);
  set_type(result, type);
  choice_into(result, e);
  return {code_.reg(result), type};
}

// The same, with the result in a register: accesses deliver there without a temporary.
void ThreadLowering::value_into(RegId dst, JavaType wanted, tree::ExprId id, Span where) {
  const tree::Expr& e = source_.exprs[id];
  if (is_choice(e)) return choice_into(dst, e);
  // A cast that javac wants and that changes nothing.
  if (e.kind == tree::Expr::Kind::cast && e.type.dimensions == 0 && (e.type.name == "int" || e.type.name == "boolean")) {
    const JavaType from = type_of(e.kids[0]);
    if (!from.is_long() && !from.is_floating() && !from.is_reference()) return value_into(dst, wanted, e.kids[0], where);
  }
  const bool same_width =
      !wanted.is_long() && !wanted.is_floating() && wanted.base != Base::byte_ && wanted.base != Base::short_ && wanted.base != Base::char_;
  Typed result;
  if (e.kind == tree::Expr::Kind::call && same_width) {
    result = call(e, dst, false);
    if (result.type.base == Base::void_)
      report_.error("litmus-no-value", e.where, fmt::format("'{}' gives no value", e.method), "it is a statement of its own");
    if (code_[result.id].op == Op::reg && code_[result.id].index == dst) {
      assigned(result, wanted, where);  // for the mistakes in it
      return;
    }
  } else if ((e.kind == tree::Expr::Kind::name || e.kind == tree::Expr::Kind::field || e.kind == tree::Expr::Kind::index) && same_width) {
    const bool length = e.kind == tree::Expr::Kind::field && e.name == "length";
    const bool fixed = e.kind != tree::Expr::Kind::index && constant_variable(id).has_value();
    if (!length && !fixed) {
      const Place from = place(id, false);
      if (from.kind == Place::Kind::wrong) return;
      if (from.kind == Place::Kind::memory && !from.type.is_long() && !from.type.is_floating()) {
        assigned(load(from, dst, e.where), wanted, where);
        return;
      }
      result = load(from, std::nullopt, e.where);
    } else {
      result = value(id);
    }
  } else {
    result = value(id);
  }
  code_.emit(Assign{dst, assigned(result, wanted, where)}, where);
}

// `a && b` is `a ? b : false` with b as a truth value, `a || b` is `a ? true : b`.
void ThreadLowering::choice_into(RegId dst, const tree::Expr& e) {
  const JavaType wanted = type_of_register(dst);
  const Label join = code_.new_label();
  const Label otherwise = code_.new_label();
  jump_if(e.kids[0], false, otherwise, join);
  if (e.kind == tree::Expr::Kind::conditional) {
    value_into(dst, wanted, e.kids[1], e.where);
  } else if (e.binary == Binary::log_and) {
    truth_into(dst, e.kids[1]);
  } else {
    code_.emit(Assign{dst, code_.constant(1)}, e.where);
  }
  code_.emit(Jump{join}, e.where);
  code_.place(otherwise);
  if (e.kind == tree::Expr::Kind::conditional) {
    value_into(dst, wanted, e.kids[2], e.where);
  } else if (e.binary == Binary::log_or) {
    truth_into(dst, e.kids[1]);
  } else {
    code_.emit(Assign{dst, code_.constant(0)}, e.where);
  }
  code_.place(join);
}

void ThreadLowering::truth_into(RegId dst, tree::ExprId id) {
  const Span where = source_.exprs[id].where;
  if (is_boolean(id)) return value_into(dst, {Base::boolean}, id, where);
  const ExprId result = value(id).id;
  code_.emit(Assign{dst, code_.binary(Op::ne, result, code_.constant(0))}, where);
}

// Sure to be 0 or 1.
bool ThreadLowering::is_boolean(tree::ExprId id) {
  const tree::Expr& e = source_.exprs[id];
  switch (e.kind) {
    case tree::Expr::Kind::literal: return e.boolean;
    case tree::Expr::Kind::unary: return e.unary == tree::Unary::log_not;
    case tree::Expr::Kind::conditional: return is_boolean(e.kids[1]) && is_boolean(e.kids[2]);
    case tree::Expr::Kind::binary:
      return e.binary == Binary::log_and || e.binary == Binary::log_or || (e.binary >= Binary::eq && e.binary <= Binary::ge);
    case tree::Expr::Kind::instance_of: return true;
    case tree::Expr::Kind::call: {
      const Method* method = java::find_method(e.method);
      return method != nullptr && method->action == Method::Action::compare_set;
    }
    default: return false;
  }
}

// The static type of an expression, as far as it decides how something else is lowered: the class of a reference, and whether it is a long.
JavaType ThreadLowering::type_of(tree::ExprId id) {
  const tree::Expr& e = source_.exprs[id];
  using Kind = tree::Expr::Kind;
  switch (e.kind) {
    case Kind::literal: return type_of_literal(e);
    case Kind::null: return {Base::null};
    case Kind::string: return {Base::reference, *classes_.find("String")};
    case Kind::this_: return frames_.empty() ? JavaType{} : JavaType{Base::reference, frames_.back().of};
    case Kind::name: return type_of_name(e.name);
    case Kind::field: {
      if (const auto owner = class_named(e.kids[0])) {
        if (e.name == "class") return {Base::reference, *classes_.find("Object")};
        const auto* found = classes_.static_field(*owner, e.name);
        return found == nullptr ? JavaType{} : found->second.type;
      }
      if (const auto constant = constant_variable(id)) return constant->type;
      const JavaType of = type_of(e.kids[0]);
      const FieldInfo* field = of.base == Base::reference ? classes_.field(of.of, e.name) : nullptr;
      return field ? field->type : JavaType{};
    }
    case Kind::index: {
      const JavaType of = type_of(e.kids[0]);
      return of.base == Base::reference && classes_[of.of].element ? *classes_[of.of].element : JavaType{};
    }
    case Kind::new_object: {
      const auto found = classes_.find(e.type.name);
      return found ? JavaType{Base::reference, *found} : JavaType{};
    }
    case Kind::new_array: {
      if (!classes_.knows(e.type.name)) return {};
      const auto element = classes_.type(e.type);
      return element ? classes_.array_of(*element) : JavaType{};
    }
    case Kind::cast: return classes_.knows(e.type.name) ? *classes_.type(e.type) : JavaType{};
    case Kind::instance_of: return {Base::boolean};
    case Kind::assign: return type_of(e.kids[0]);
    case Kind::conditional: return type_of_choice(e.kids[1], e.kids[2]);
    case Kind::unary: {
      if (e.unary == tree::Unary::log_not) return {Base::boolean};
      const JavaType of = type_of(e.kids[0]);
      return of.is_long() || of.is_floating() ? of : JavaType{};  // JLS 5.6
    }
    case Kind::binary: {
      if (e.binary <= Binary::log_and || (e.binary >= Binary::eq && e.binary <= Binary::ge)) return {Base::boolean};
      const JavaType lhs = type_of(e.kids[0]), rhs = type_of(e.kids[1]);
      const bool shift = e.binary == Binary::shl || e.binary == Binary::shr || e.binary == Binary::ushr;
      const bool bitwise = e.binary == Binary::bit_or || e.binary == Binary::bit_xor || e.binary == Binary::bit_and;
      if (bitwise && lhs.base == Base::boolean && rhs.base == Base::boolean) return {Base::boolean};
      return lhs.is_long() || (!shift && rhs.is_long()) ? JavaType{Base::long_} : JavaType{};
    }
    case Kind::call: return type_of_call(e);
    case Kind::modify: return e.on_object ? type_of(e.kids[0]) : type_of_name(e.name);
  }
  return {};
}

JavaType ThreadLowering::type_of_name(const std::string& name) {
  if (const Local* known = find_local(name)) return known->type;
  if (!frames_.empty() && frames_.back().of != kNoClass)
    if (const FieldInfo* field = field_in_scope(name)) return field->type;
  const auto location = environment_.location(name);
  if (location && !names_.is_declared(name)) {
    const auto found = test_.types.find(*location);
    return found == test_.types.end() ? JavaType{} : found->second;
  }
  return frames_.empty() ? type_of_register(local(name)) : JavaType{};
}

// Of `c ? yes : no`, JLS 15.25.
JavaType ThreadLowering::type_of_choice(tree::ExprId yes_id, tree::ExprId no_id) {
  const JavaType yes = type_of(yes_id), no = type_of(no_id);
  if (yes == no || no.base == Base::null) return yes;
  if (yes.base == Base::null) return no;
  if (yes.is_reference() || no.is_reference()) return yes.is_reference() && classes_.can_assign(yes, no) ? no : yes;
  for (const Base wide : {Base::double_, Base::float_, Base::long_})
    if (yes.base == wide || no.base == wide) return {wide};
  // A constant that fits takes the narrow type of the other one.
  const auto fits = [&](tree::ExprId id, JavaType narrow) {
    const tree::Expr& e = source_.exprs[id];
    if (e.kind != tree::Expr::Kind::literal || e.boolean || e.is_char) return false;
    switch (narrow.base) {
      case Base::byte_: return e.value >= INT8_MIN && e.value <= INT8_MAX;
      case Base::short_: return e.value >= INT16_MIN && e.value <= INT16_MAX;
      case Base::char_: return e.value >= 0 && e.value <= UINT16_MAX;
      default: return false;
    }
  };
  if (fits(no_id, yes)) return yes;
  if (fits(yes_id, no)) return no;
  if ((yes.base == Base::byte_ && no.base == Base::short_) || (yes.base == Base::short_ && no.base == Base::byte_)) return {Base::short_};
  return {};
}

ExprId ThreadLowering::operation(Op op, ExprId lhs, ExprId rhs, JavaType type) {
  const std::uint8_t bits = test_.program.bits == 32 ? 0 : type.is_long() ? 64 : 32;
  return code_.add({op, 0, 0, lhs, rhs, bits});
}

// What a value becomes when it is assigned to something of the type (JLS 5.1.3). References and equal widths stay.
ExprId ThreadLowering::converted(Typed from, JavaType to) {
  const auto shifted = [&](unsigned by, JavaType in) {
    return operation(Op::shr, operation(Op::shl, from.id, code_.constant(by), in), code_.constant(by), in);
  };
  const JavaType wide{Base::long_}, word{Base::int_};
  if ((from.type.is_floating() || to.is_floating()) && code_[from.id].op == Op::constant)
    return code_.constant(converted_constant(code_[from.id].value, from.type, to));
  switch (to.base) {
    case Base::byte_: return from.type.base == Base::byte_ ? from.id : shifted(24, word);
    case Base::short_: return from.type.base == Base::short_ || from.type.base == Base::byte_ ? from.id : shifted(16, word);
    case Base::char_: return from.type.base == Base::char_ ? from.id : code_.binary(Op::bit_and, from.id, code_.constant(0xFFFF));
    case Base::int_: return from.type.is_long() ? shifted(32, wide) : from.id;
    default: return from.id;
  }
}

ExprId ThreadLowering::assigned(Typed from, JavaType to, Span where) {
  if (from.type.base != Base::void_ && !classes_.can_assign(from.type, to))
    report_.error("litmus-type", where,
                  fmt::format("expected {}, found {}",
                              to.is_reference() ? fmt::format("a reference to {}", classes_.describe(to))
                                                : fmt::format("a value of type {}", classes_.describe(to)),
                              from.type.base == Base::null        ? "null"
                              : from.type.base == Base::reference ? fmt::format("a reference to {}", classes_.describe(from.type))
                                                                  : fmt::format("a value of type {}", classes_.describe(from.type))));
  else if (!may_become(from, to, false, where))
    return code_.constant(0);
  return converted(from, to);
}

ThreadLowering::Typed ThreadLowering::cast(const tree::Expr& e) {
  const auto type = classes_.type(e.type);
  Typed from = value(e.kids[0]);
  if (!type) return from;
  if (type->is_reference() != from.type.is_reference()) {
    report_.error("litmus-type", e.where,
                  fmt::format("a value of type {} cannot be cast to {}", classes_.describe(from.type), classes_.describe(*type)));
    return nothing();
  }
  if (!type->is_reference() && !may_become(from, *type, true, e.where)) return nothing();
  if (!type->is_reference()) return {converted(from, *type), *type};
  const bool up = from.type.base == Base::null || classes_.is_subclass(from.type.of, type->of);
  if (up) return {from.id, *type};
  const RegId known = code_.temporary();
  code_.emit(Assign{known, from.id}, e.where);
  code_.emit(Resolve{known, {}}, e.where);
  const Label fine = code_.new_label();
  const ExprId wrong = code_.binary(Op::bit_and, code_.binary(Op::ne, code_.reg(known), code_.constant(0)),
                                    code_.unary(Op::log_not, is_instance(known, type->of)));
  code_.emit(Branch{wrong, fine, kNoJoin, false}, e.where);
  raise("ClassCastException", e.where);
  code_.place(fine);
  return {code_.reg(known), *type};
}

// `n++`, `--n`, `n += e` (JLS 15.14.2, 15.15.1, 15.26.2): a read of n and then a write. The old value is fetched before e is evaluated.
ThreadLowering::Typed ThreadLowering::modify(const tree::Expr& e) {
  const Place at = e.on_object ? place(e.kids[0], true) : named_place(e.name, e.name_where, true);
  const std::size_t operands = e.on_object ? 1 : 0;
  const bool counts = e.kids.size() == operands;
  if (at.kind == Place::Kind::wrong) {
    if (!counts) value(e.kids[operands]);  // for the mistakes in it
    return number(0);
  }
  const Typed old = load(at, std::nullopt, e.where);
  const Typed operand = counts ? number(1) : value(e.kids[operands]);
  const Typed result = binary(e.binary, old, operand, e.where);
  store(at, result, e.where);
  return e.postfix ? old : Typed{converted(result, at.type), at.type};
}

// The operands of the left side, then the right side, and only then is a null or an index outside of the array noticed (JLS 15.26.1).
ThreadLowering::Typed ThreadLowering::assign(const tree::Expr& e) {
  const tree::Expr& to = source_.exprs[e.kids[0]];
  Place at;
  Typed right;
  if (to.kind == tree::Expr::Kind::field && !class_named(to.kids[0])) {
    const Typed object = value(to.kids[0]);
    right = value(e.kids[1]);
    at = field_at(object, to, true);
  } else if (to.kind == tree::Expr::Kind::index) {
    const Typed array = value(to.kids[0]);
    const Typed index = value(to.kids[1]);
    right = value(e.kids[1]);
    at = element_at(array, index, to);
  } else {
    at = place(e.kids[0], true);
    right = value(e.kids[1]);
  }
  store(at, right, e.where);
  return {converted(right, at.type), at.type};
}

ThreadLowering::Typed ThreadLowering::unary(const tree::Expr& e) {
  const Typed operand = value(e.kids[0]);
  if (operand.type.is_floating()) return floating_sign(e, operand);
  const JavaType type = operand.type.is_long() ? operand.type : JavaType{};
  const std::uint8_t bits = test_.program.bits == 32 ? 0 : type.is_long() ? 64 : 32;
  switch (e.unary) {
    case tree::Unary::minus: return {code_.add({Op::neg, 0, 0, operand.id, 0, bits}), type};
    case tree::Unary::plus: return {operand.id, type};
    case tree::Unary::bit_not: return {code_.add({Op::bit_not, 0, 0, operand.id, 0, bits}), type};
    case tree::Unary::log_not: return {code_.unary(Op::log_not, operand.id), {Base::boolean}};
  }
  return operand;
}

ThreadLowering::Typed ThreadLowering::binary(Binary op, Typed lhs, Typed rhs, Span where) {
  const bool equality = op == Binary::eq || op == Binary::ne;
  const bool references = lhs.type.is_reference() || rhs.type.is_reference();
  if (references && (!equality || lhs.type.is_reference() != rhs.type.is_reference())) {
    report_.error("litmus-type", where,
                  equality ? "a reference is compared with a number" : "references can only be compared with == and !=",
                  equality            ? "null stands for no object"
                  : op == Binary::add ? "strings are not joined: print the value alone, as in print(x)"
                                      : "");
    return nothing();
  }
  if (lhs.type.is_floating() || rhs.type.is_floating()) {
    if (equality) return floating_equality(op, lhs, rhs, where);
    refuse_arithmetic(where);
    return nothing();
  }
  if (op == Binary::div || op == Binary::rem) guard_division(rhs.id, where);
  const bool shift = op == Binary::shl || op == Binary::shr || op == Binary::ushr;
  const bool wide = lhs.type.is_long() || (!shift && rhs.type.is_long());
  const JavaType type{wide ? Base::long_ : Base::int_};
  const bool compares = op >= Binary::eq && op <= Binary::ge;
  const bool logical = lhs.type.base == Base::boolean && rhs.type.base == Base::boolean;
  return {operation(operation_of(op), lhs.id, rhs.id, type), compares || logical ? JavaType{Base::boolean} : type};
}

// All that follows happens only if the divisor is not 0, so it depends on the divisor to the end of the thread.
void ThreadLowering::guard_division(ExprId divisor, Span where) {
  if (code_[divisor].op == Op::constant && code_[divisor].value != 0) return;
  const Label fine = code_.new_label();
  code_.emit(Branch{code_.binary(Op::eq, divisor, code_.constant(0)), fine, kNoJoin}, where);
  raise("ArithmeticException", where);
  code_.place(fine);
}

ExprId ThreadLowering::read_local(RegId reg, Span where) {
  const bool temporary = test_.program.registers[reg].temporary;
  if (!temporary && !environment_.start(thread_, code_.name(reg))) test_.uses.read.try_emplace(reg, where);
  if (!copying_) return code_.reg(reg);
  const RegId copy = code_.temporary();
  set_type(copy, type_of_register(reg));
  code_.emit(Assign{copy, code_.reg(reg)}, where);
  return code_.reg(copy);
}

}  // namespace thinair::read
