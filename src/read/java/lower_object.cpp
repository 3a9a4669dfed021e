// New objects and arrays.
#include <fmt/format.h>

#include <algorithm>

#include "read/java/flow.hpp"
#include "read/java/lower_impl.hpp"
#include "read/java/sets.hpp"

namespace thinair::read {

using Base = JavaType::Base;

namespace {
constexpr Value kLongest = 64;  // array
}

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

// Of an interface: of one of the classes that implement it.
ExprId ThreadLowering::is_instance(RegId object, ClassId of) {
  const tree::ClassDecl* declaration = classes_[of].declaration;
  if (!declaration || !declaration->is_interface) return heap(Op::instance_of, code_.reg(object), of);
  std::optional<ExprId> out;
  for (const ClassId id : classes_.subclasses(of)) {
    const bool inherits = classes_.is_subclass(test_.program.classes[id].super, of);
    if (inherits || classes_[id].declaration->is_interface) continue;
    const ExprId one = heap(Op::instance_of, code_.reg(object), id);
    out = out ? code_.binary(Op::bit_or, *out, one) : one;
  }
  return out.value_or(code_.constant(0));
}

std::uint32_t ThreadLowering::copies() const {
  constexpr std::uint32_t kMost = 16;
  std::uint32_t out = 1;
  for (const Loop& around : loops_)
    if (around.next) out = std::min(kMost, out * (test_.program.unroll + 1));
  return out;
}

ThreadLowering::Typed ThreadLowering::new_object(const tree::Expr& e) {
  const auto type = classes_.type(e.type);
  if (!type || type->base != Base::reference) return nothing();
  if (const tree::ClassDecl* declaration = classes_[type->of].declaration; declaration && declaration->is_abstract) {
    report_.error("litmus-type", e.where, fmt::format("'{}' is {}", e.type.name, declaration->is_interface ? "an interface" : "abstract"),
                  "make an object of a class that has all of its methods");
    return nothing();
  }
  const std::uint32_t count = copies();
  std::optional<ObjectId> first;
  for (std::uint32_t i = 0; i < count; ++i) {
    const ObjectId made = classes_.make(type->of, "");
    if (!first) first = made;
  }
  const RegId self = code_.temporary();
  set_type(self, *type);
  code_.emit(New{self, *first, count}, e.where);
  const std::vector<Typed> arguments = arguments_of(e);
  const bool exception = classes_.is_subclass(type->of, *classes_.find("Throwable"));
  if (classes_[type->of].declaration) {
    construct(type->of, self, arguments, e.where);
  } else if (!arguments.empty() && !exception) {
    report_.error("litmus-arguments", e.where, fmt::format("'new {}' takes no argument here", e.type.name));
  }
  return {code_.reg(self), *type};
}

// Superclass, initialisers of fields, constructor (JLS 12.5). A constructor that begins with this(...) leaves all but its own statements to
// the other one, which also freezes the final fields when it ends.
void ThreadLowering::construct(ClassId of, RegId self, const std::vector<Typed>& arguments, Span where) {
  const tree::ClassDecl* declaration = classes_[of].declaration;
  if (!declaration) return;
  const auto candidates = classes_.constructors(of, arguments.size());
  const bool any = std::ranges::any_of(declaration->methods, &tree::MethodDecl::is_constructor);
  if (candidates.empty() && (any || !arguments.empty())) {
    report_.error("litmus-arguments", where,
                  arguments.empty() ? fmt::format("class '{}' has no constructor without arguments", declaration->name)
                                    : fmt::format("class '{}' has no constructor with {} argument{}", declaration->name, arguments.size(),
                                                  arguments.size() == 1 ? "" : "s"));
    return;
  }
  const tree::MethodDecl* constructor = nullptr;
  if (!candidates.empty()) {
    const auto one = chosen(candidates, arguments, "new " + declaration->name, where);
    if (!one) return;
    constructor = one->declaration;
  }
  const std::string_view first = constructor ? begins_with_call(source_, *constructor) : "";
  if (first == "this") {
    inlined(*constructor, of, self, arguments, where);
    return;
  }
  regions_.push_back({.kind = Region::Kind::construction, .object = self, .of = of, .handlers = {}, .frames = frames_.size()});
  if (first != "super") {
    construct(test_.program.classes[of].super, self, {}, where);
    initialise_fields(of, self);
  }
  if (constructor) inlined(*constructor, of, self, arguments, where);
  regions_.pop_back();
  freeze(of, self, where);
}

// The values of the declarations. They come after the constructor above, so one that calls it has them right behind that call.
void ThreadLowering::initialise_fields(ClassId of, RegId self) {
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
}

// A final field freezes when the constructor that writes it exits, normally or abruptly (JLS 17.5.1): that of its own class, so the fields
// of a superclass freeze before the constructor of the class goes on.
void ThreadLowering::freeze(ClassId of, RegId self, Span where) {
  for (const FieldInfo& field : classes_[of].fields)
    if (field.of == of && field.is_final)
      code_.emit(Synchronise{Synchronise::Action::freeze, heap(Op::field, code_.reg(self), field.slot)}, where);
}

ThreadLowering::Typed ThreadLowering::new_array(const tree::Expr& e) {
  const auto element = classes_.type(e.type);
  if (!element) return nothing();
  const JavaType type = classes_.array_of(*element);
  if (e.braces) {
    const Typed self = one_array(type, e.kids.size(), e.where);
    for (std::size_t i = 0; i < e.kids.size(); ++i) {
      const Span where = source_.exprs[e.kids[i]].where;
      const Typed given = value(e.kids[i]);
      code_.emit(
          Store{heap(Op::element, self.id, 0, code_.constant(static_cast<Value>(i))), assigned(given, *element, where), java::kPlain},
          where, "set");
    }
    return self;
  }
  std::vector<std::size_t> lengths;
  for (const tree::ExprId kid : e.kids) {
    const Typed given = value(kid);
    if (code_[given.id].op != Op::constant) {
      report_.error("litmus-unsupported", source_.exprs[kid].where, "the length of an array is a number here",
                    "one that is known before the test runs, as in new int[2]");
      return {code_.constant(0), type};
    }
    const Value length = code_[given.id].value;
    if (length < 0) raise("NegativeArraySizeException", e.where);
    lengths.push_back(length < 0 ? 0 : static_cast<std::size_t>(std::min(length, kLongest + 1)));
  }
  return arrays(type, lengths, 0, e.where);
}

// An array, and for each of its elements another one (JLS 15.10.2).
ThreadLowering::Typed ThreadLowering::arrays(JavaType type, const std::vector<std::size_t>& lengths, std::size_t depth, Span where) {
  const Typed self = one_array(type, lengths[depth], where);
  const JavaType element = *classes_[type.of].element;
  for (std::size_t i = 0; depth + 1 < lengths.size() && i < std::min<std::size_t>(lengths[depth], kLongest); ++i) {
    const Typed inner = arrays(element, lengths, depth + 1, where);
    code_.emit(Store{heap(Op::element, self.id, 0, code_.constant(static_cast<Value>(i))), inner.id, java::kPlain}, where, "set");
  }
  return self;
}

ThreadLowering::Typed ThreadLowering::one_array(JavaType type, std::size_t length, Span where) {
  if (length > static_cast<std::size_t>(kLongest)) {
    report_.error("litmus-size", where, fmt::format("an array has at most {} elements", kLongest), "a litmus test is small");
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
  code_.emit(New{self, *first, count}, where);
  return {code_.reg(self), type};
}

}  // namespace thinair::read
