// What is modelled of the JDK: VarHandle, java.util.concurrent.atomic, fences.
#include <fmt/format.h>

#include <algorithm>

#include "read/bytecode/thread_code.hpp"
#include "read/java/sets.hpp"
#include "support/check.hpp"

namespace thinair::read::bytecode {
namespace {

using Action = java::Method::Action;

constexpr std::string_view kAtomic = "java/util/concurrent/atomic/";

// Methods of Atomics are VarHandle's but for a few names.
std::string as_varhandle(const std::string& name) {
  if (name == "get") return "getVolatile";
  if (name == "set") return "setVolatile";
  if (name == "weakCompareAndSet") return "weakCompareAndSetPlain";  // deprecated, and plain since Java 9
  return name;
}

}  // namespace

const java::Method& ThreadCode::method_named(std::string_view name) const {
  const java::Method* found = java::find_method(name);
  check(found != nullptr, "a method that is modelled is known");
  return *found;
}

// MethodHandles.lookup() and what makes handles of it.
bool ThreadCode::lookup_call(Call& c) {
  const auto named_class = [&](Val v) -> const Thing& {
    if (!v.known || v.value == 0) refuse(c.f, "a handle of a class that is not known");
    return pass_.things[known_object(v)];
  };
  const auto make = [&](HandleInfo info) {
    const ObjectId id = pass_.make(world_.find(c.name == "newUpdater" ? c.owner : "java/lang/invoke/VarHandle"), "handle " + site(c.f));
    pass_.things[id].handle = std::move(info);
    c.result = reference(id);
    return true;
  };
  if (c.owner == "java/lang/invoke/MethodHandles") {
    if (c.name == "lookup" || c.name == "privateLookupIn") {
      c.result = reference(pass_.only("java/lang/invoke/MethodHandles$Lookup"));
      return true;
    }
    const auto element = [&](Val v) {
      const Thing& t = named_class(v);
      if (!t.names || !t.names->name.starts_with('[')) refuse(c.f, "a handle of elements of something that is no array");
      return t.names->element;
    };
    if (c.name == "arrayElementVarHandle") return make({HandleInfo::Kind::element, nullptr, nullptr, element(c.args[0]), {}});
    if (c.name == "byteArrayViewVarHandle" || c.name == "byteBufferViewVarHandle") {
      if (!c.args[1].known) refuse(c.f, "a view with a byte order that is not known");
      const char order = c.args[1] == reference(pass_.only(std::string(kBigEndian))) ? '>' : '<';
      const std::string of = element(c.args[0]);
      return make({HandleInfo::Kind::view, nullptr, nullptr, of, fmt::format("{}{}{}", kViewed, order, of)});
    }
    return false;
  }
  const bool updater = c.owner.starts_with(kAtomic) && c.owner.ends_with("FieldUpdater") && c.name == "newUpdater";
  const bool find = c.owner == "java/lang/invoke/MethodHandles$Lookup" && (c.name == "findVarHandle" || c.name == "findStaticVarHandle");
  if (!updater && !find) return false;
  const Thing& of = named_class(c.args[find ? 1 : 0]);
  const auto name = text_of(find ? c.args[2] : c.args.back(), "");
  if (!of.names || !name) refuse(c.f, "a handle of a field that is not known");
  const bool is_static = c.name == "findStaticVarHandle";
  const FieldInfo* field = world_.field(*of.names, *name, is_static);
  if (!field) refuse(c.f, fmt::format("class {} has no such field '{}'", java_name(of.names->name), *name));
  return make({is_static ? HandleInfo::Kind::static_ : HandleInfo::Kind::field, of.names, field, field->descriptor, {}});
}

bool ThreadCode::handle_call(Call& c) {
  if (c.owner != "java/lang/invoke/VarHandle" && c.owner != "java/lang/Object") return false;
  const java::Method* method = java::find_method(c.name);
  if (c.owner == "java/lang/Object") return false;
  if (method && method->action == Action::fence) {
    if (pass_.shared) code_.emit(Fence{method->sets}, where(c.f), method->same_as);
    return true;
  }
  if (c.name == "withInvokeExactBehavior" || c.name == "withInvokeBehavior") {
    c.result = c.args[0];
    return true;
  }
  if (!method || c.args.empty()) return false;
  if (!c.args[0].known || !pass_.things[known_object(c.args[0])].handle)
    refuse(c.f, "a VarHandle that is not known", "keep it in a static final field");
  const HandleInfo info = *pass_.things[known_object(c.args[0])].handle;
  std::size_t coordinates = 1;
  Place at;
  switch (info.kind) {
    case HandleInfo::Kind::field: {
      const Val object = nonnull(c.f, c.s, c.args[1]);
      at = field_place(c.s, object, *info.field);
      break;
    }
    case HandleInfo::Kind::static_:
      coordinates = 0;
      initialise(c.f, c.s, *info.field->of);
      at = static_place(c.f, c.s, *info.field);
      break;
    case HandleInfo::Kind::element:
      coordinates = 2;
      at = element_place(c.f, c.s, c.args[1], c.args[2], info.descriptor);
      break;
    case HandleInfo::Kind::view:
      coordinates = 2;
      at = view_place(c.f, c.s, c.args[1], c.args[2], info, *method);
      break;
  }
  std::vector<Val> values;
  for (std::size_t i = 1 + coordinates; i < c.args.size(); ++i)
    values.push_back(adapted(c.f, c.s, c.args[i], c.types.parameters[i - 1], info.descriptor));
  if (values.size() != method->arguments()) refuse(c.f, fmt::format("'{}' with another number of arguments", c.name));
  const Val out = access(c.f, c.s, *method, at, values);
  if (c.types.result == "V") return true;
  const bool truth = method->action == Action::compare_set;
  c.result = truth ? out : adapted(c.f, c.s, out, info.descriptor, c.types.result);
  return true;
}

bool ThreadCode::atomic_call(Call& c) {
  if (!c.owner.starts_with(kAtomic)) return false;
  const ClassInfo& of = world_.find(c.owner);
  const bool array = !of.element.empty();
  if (!array && (of.fields.empty() || c.owner.ends_with("Updater"))) return false;
  if (c.name == "<init>" && !array) {
    if (c.args.size() > 1) store(c.f, c.s, field_place(c.s, c.args[0], of.fields.back()), c.args[1], java::kVolatile, "setVolatile");
    return true;
  }
  if (c.name == "<init>") {
    // A new object has no elements until its length is known: it is made again with them.
    if (!c.args[0].known) refuse(c.f, "an atomic array that is made in a loop");
    const ObjectId self = known_object(c.args[0]);
    Val length = c.args[1];
    const bool copies = c.types.parameters[0] != "I";
    if (copies) length = length_of(c.f, c.s, c.args[1]);
    if (!copies) raise_if(c.f, c.s, comparison(Op::lt, length, number(0)), "NegativeArraySizeException");
    if (!length.known || length.value > 64) refuse(c.f, "an atomic array whose length is not known, or more than 64");
    pass_.resize(self, static_cast<std::uint32_t>(length.value));
    if (is_held(self)) fill_defaults(c.s, self);
    if (copies) copy_elements(c.f, c.s, c.args[1], number(0), c.args[0], number(0), length);
    return true;
  }
  if (c.name == "length" && array) {
    c.result = length_of(c.f, c.s, c.args[0]);
    return true;
  }
  const FieldInfo* field = array ? nullptr : &of.fields.back();
  const Place at = array ? element_place(c.f, c.s, c.args[0], c.args[1], of.element) : field_place(c.s, c.args[0], *field);
  std::vector<Val> values(c.args.begin() + (array ? 2 : 1), c.args.end());
  if (c.name == "intValue" || c.name == "longValue") {
    const Val out = access(c.f, c.s, method_named("getVolatile"), at, {});
    c.result = c.types.result == kind_of(at.descriptor) + std::string()
                   ? out
                   : converted(c.f, out, at.descriptor == "Z" ? "I" : at.descriptor, c.types.result);
    return true;
  }
  if (update_by_function(c, at)) return true;
  const java::Method* method = java::find_method(as_varhandle(c.name));
  if (!method || method->action == Action::fence || values.size() != method->arguments()) return false;
  c.result = access(c.f, c.s, *method, at, values);
  return true;
}

// updateAndGet(f) and its like: an update with the function written out, if that has no effects; the documentation asks for that.
bool ThreadCode::update_by_function(Call& c, const Place& at) {
  const bool gives_new = c.name == "updateAndGet" || c.name == "accumulateAndGet";
  const bool accumulates = c.name == "accumulateAndGet" || c.name == "getAndAccumulate";
  if (!gives_new && !accumulates && c.name != "getAndUpdate") return false;
  const std::string& interface = c.types.parameters.back();
  const ClassInfo& of = world_.find(class_of(interface));
  const char type = kind_of(at.descriptor);
  const std::string kind = type == 'A' ? "Ljava/lang/Object;" : std::string(1, type);
  static const std::map<std::string, std::string> kMethods = {
      {"java/util/function/IntUnaryOperator", "applyAsInt"},   {"java/util/function/IntBinaryOperator", "applyAsInt"},
      {"java/util/function/LongUnaryOperator", "applyAsLong"}, {"java/util/function/LongBinaryOperator", "applyAsLong"},
      {"java/util/function/UnaryOperator", "apply"},           {"java/util/function/BinaryOperator", "apply"}};
  const auto name = kMethods.find(of.name);
  if (name == kMethods.end()) return false;
  const std::string descriptor = accumulates ? fmt::format("({0}{0}){0}", kind) : fmt::format("({0}){0}", kind);
  const auto apply = [&](Val old) {
    std::vector<Val> arguments = {nonnull(c.f, c.s, c.args.back()), old};
    if (accumulates) arguments.push_back(c.args[c.args.size() - 2]);
    const auto out = dispatch(c.f, c.s, of, name->second, descriptor, std::move(arguments));
    if (!out) refuse(c.f, "a function that gives no value");
    return *out;
  };
  if (at.held) {
    const Val old = load(c.f, c.s, at, 0, "");
    const Val next = apply(old);
    store(c.f, c.s, at, next, 0, "");
    c.result = gives_new ? next : old;
    return true;
  }
  // The value that is read is the register of the update: the function is applied to it, and must come out as a term.
  const RegId dst = code_.temporary();
  const Val old = in_register(dst, type);
  const std::size_t before = code_.others;
  const Val next = apply(old);
  if (code_.others != before) refuse(c.f, "an update by a function with branches, reads or effects", "use a loop of compareAndSet");
  wrote(at);
  code_.emit(Update{dst, at.address, expr(next), java::kVolatile}, where(c.f), "getAndSet");
  if (!gives_new) {
    c.result = old;
    return true;
  }
  const RegId after = code_.temporary();
  code_.emit(Assign{after, expr(next)}, where(c.f));
  c.result = in_register(after, type);
  return true;
}

bool ThreadCode::updater_call(Call& c) {
  if (!c.owner.starts_with(kAtomic) || !c.owner.ends_with("FieldUpdater") || c.args.size() < 2) return false;
  const java::Method* method = java::find_method(as_varhandle(c.name));
  if (!method || method->action == Action::fence) return false;
  if (!c.args[0].known || !pass_.things[known_object(c.args[0])].handle)
    refuse(c.f, "a field updater that is not known", "keep it in a static final field");
  const HandleInfo info = *pass_.things[known_object(c.args[0])].handle;
  const Val object = nonnull(c.f, c.s, c.args[1]);
  const Place at = field_place(c.s, object, *info.field);
  const std::vector<Val> values(c.args.begin() + 2, c.args.end());
  if (values.size() != method->arguments()) return false;
  c.result = access(c.f, c.s, *method, at, values);
  return true;
}

}  // namespace thinair::read::bytecode
