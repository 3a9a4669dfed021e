#include "read/java/classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "read/java/constants.hpp"
#include "read/java/methods.hpp"

namespace thinair::read {
namespace {

using Base = JavaType::Base;

struct Known {
  std::string_view name, super;
};
// Java's own classes that tests name, each after its superclass.
constexpr auto kKnown = std::to_array<Known>({
    {"Object", ""},
    {"String", "Object"},
    {"Throwable", "Object"},
    {"Error", "Throwable"},
    {"AssertionError", "Error"},
    {"Exception", "Throwable"},
    {"InterruptedException", "Exception"},
    {"RuntimeException", "Exception"},
    {"ArithmeticException", "RuntimeException"},
    {"ArrayStoreException", "RuntimeException"},
    {"ClassCastException", "RuntimeException"},
    {"IllegalArgumentException", "RuntimeException"},
    {"IllegalStateException", "RuntimeException"},
    {"IllegalMonitorStateException", "RuntimeException"},
    {"IllegalThreadStateException", "IllegalArgumentException"},
    {"IndexOutOfBoundsException", "RuntimeException"},
    {"ArrayIndexOutOfBoundsException", "IndexOutOfBoundsException"},
    {"NegativeArraySizeException", "RuntimeException"},
    {"NullPointerException", "RuntimeException"},
});

struct Instead {
  std::string_view name, hint;
};
constexpr std::string_view kAtomic = "write int: every location has AtomicInteger's methods";
// Types of Java that are not here, and how to do without.
constexpr auto kInstead = std::to_array<Instead>({{"AtomicBoolean", "write boolean: every location has the methods of the atomic classes"},
                                                  {"AtomicInteger", kAtomic},
                                                  {"AtomicLong", "write long: every location has the methods of the atomic classes"},
                                                  {"AtomicReference", "write the class: every location has the methods of AtomicReference"},
                                                  {"Integer", "write int"},
                                                  {"Lock", "write Object, and synchronized (m) { ... }"},
                                                  {"Long", "write long"},
                                                  {"ReentrantLock", "write Object, and synchronized (m) { ... }"},
                                                  {"Thread", "a thread is Thread0 { ... }; Thread1.start() starts another one"},
                                                  {"var", "name the type, as in int r = x;"}});

struct Primitive {
  std::string_view name;
  Base base;
};
constexpr auto kPrimitives = std::to_array<Primitive>({{"void", Base::void_},
                                                       {"boolean", Base::boolean},
                                                       {"byte", Base::byte_},
                                                       {"short", Base::short_},
                                                       {"char", Base::char_},
                                                       {"int", Base::int_},
                                                       {"long", Base::long_},
                                                       {"float", Base::float_},
                                                       {"double", Base::double_}});

}  // namespace

Type shown_as(JavaType type) {
  if (type.is_reference()) return Type::reference;
  switch (type.base) {
    case Base::char_: return Type::character;
    case Base::float_: return Type::single;
    case Base::double_: return Type::double_;
    default: return Type::number;
  }
}

JavaClasses::JavaClasses(const litmus::java::Program& source, Program& program, Report& report)
    : source_(source), program_(program), report_(report) {
  std::set<litmus::java::ExprId> receivers;
  for (const litmus::java::Expr& e : source.exprs)
    if (e.kind == litmus::java::Expr::Kind::call && e.on_object && java::find_method(e.method)) receivers.insert(e.kids[0]);
  for (litmus::java::ExprId id = 0; id < source.exprs.size(); ++id) {
    const litmus::java::Expr& e = source.exprs[id];
    using Kind = litmus::java::Expr::Kind;
    if ((e.kind == Kind::name || e.kind == Kind::field || e.kind == Kind::modify) && !receivers.contains(id)) plain_.insert(e.name);
  }
  for (const litmus::java::Thread& thread : source.threads) find_plain(thread.body);
  for (const litmus::java::MethodDecl& method : source.methods) find_plain(method.body);
  for (const litmus::java::ClassDecl& one : source.classes) {
    for (const litmus::java::MethodDecl& method : one.methods) find_plain(method.body);
    for (const litmus::java::Field& field : one.fields)
      if (field.value) plain_.insert(field.name);
  }
  for (const Known& known : kKnown) add(std::string(known.name), known.super.empty() ? kNoClass : ids_.find(known.super)->second);
  // Names first: classes may mention each other.
  std::vector<const litmus::java::ClassDecl*> waiting;
  std::set<std::string_view> names;
  for (const litmus::java::ClassDecl& declaration : source.classes) {
    if (ids_.contains(declaration.name) || !names.insert(declaration.name).second) {
      report.error("litmus-duplicate", declaration.where, fmt::format("there is a class '{}' already", declaration.name));
      continue;
    }
    waiting.push_back(&declaration);
  }
  for (bool progress = true; progress && !waiting.empty();) {
    progress = false;
    std::erase_if(waiting, [&](const litmus::java::ClassDecl* declaration) {
      std::vector<ClassId> interfaces;
      const auto super = supertypes(*declaration, interfaces);
      if (!super) return false;
      const ClassId id = add(declaration->name, *super);
      classes_[id].declaration = declaration;
      classes_[id].interfaces = std::move(interfaces);
      return progress = true;
    });
  }
  for (const litmus::java::ClassDecl* declaration : waiting) complain_of_supertypes(*declaration);
  // As if they extended nothing, so that the mistake is told once.
  for (const litmus::java::ClassDecl* declaration : waiting) classes_[add(declaration->name, *find("Object"))].declaration = declaration;
  refuse_twice(source.methods);
  for (ClassId id = 0; id < classes_.size(); ++id)
    if (classes_[id].declaration) declare(*classes_[id].declaration);
  for (ClassId id = 0; id < classes_.size(); ++id) refuse_open(id);
}

// None if they are not all there yet.
std::optional<ClassId> JavaClasses::supertypes(const litmus::java::ClassDecl& declaration, std::vector<ClassId>& interfaces) const {
  const auto is_interface = [&](ClassId id) { return classes_[id].declaration && classes_[id].declaration->is_interface; };
  for (const litmus::java::TypeName& name : declaration.interfaces) {
    const auto one = find(name.name);
    if (!one || !is_interface(*one)) return std::nullopt;
    interfaces.push_back(*one);
  }
  const auto super = find(declaration.super.empty() ? "Object" : declaration.super);
  return super && is_interface(*super) ? std::nullopt : super;
}

void JavaClasses::complain_of_supertypes(const litmus::java::ClassDecl& declaration) {
  for (const litmus::java::TypeName& name : declaration.interfaces) {
    if (!find(name.name)) {
      report_.error("litmus-unknown-name", name.where, fmt::format("no interface '{}' to implement", name.name));
    } else if (!classes_[*find(name.name)].declaration || !classes_[*find(name.name)].declaration->is_interface) {
      report_.error("litmus-type", name.where, fmt::format("'{}' is no interface", name.name), "a class extends it");
    }
  }
  if (declaration.super.empty()) return;
  if (find(declaration.super) && classes_[*find(declaration.super)].declaration &&
      classes_[*find(declaration.super)].declaration->is_interface)
    return report_.error("litmus-type", declaration.super_where, fmt::format("'{}' is an interface", declaration.super),
                         fmt::format("write 'implements {}'", declaration.super));
  // Of a circle the first class is told; a class above that is missing is told where it is named.
  const auto above = [&](std::string_view name) {
    const auto found = std::ranges::find(source_.classes, name, &litmus::java::ClassDecl::name);
    return found == source_.classes.end() ? nullptr : &*found;
  };
  std::set<const litmus::java::ClassDecl*> seen = {&declaration};
  const litmus::java::ClassDecl* up = above(declaration.super);
  while (up && seen.insert(up).second) up = above(up->super);
  if (up == &declaration && std::ranges::all_of(seen, [&](const auto* one) { return one >= &declaration; }))
    return report_.error("litmus-type", declaration.super_where, fmt::format("class '{}' extends itself", declaration.name));
  if (above(declaration.super)) return;
  const auto* const instead = std::ranges::find(kInstead, declaration.super, &Instead::name);
  report_.error("litmus-unknown-name", declaration.super_where, fmt::format("no class '{}' to extend", declaration.super),
                instead != kInstead.end() ? std::string(instead->hint) : "");
}

void JavaClasses::find_plain(const std::vector<litmus::java::Stmt>& body) {
  for (const litmus::java::Stmt& stmt : body) {
    if (!stmt.target.empty()) plain_.insert(stmt.target);
    for (const auto* inner : {&stmt.body, &stmt.init, &stmt.step, &stmt.finally}) find_plain(*inner);
    for (const litmus::java::Catch& one : stmt.catches) find_plain(one.body);
  }
}

bool JavaClasses::tears(JavaType type, std::string_view name, bool is_volatile) const {
  return type.is_wide() && !is_volatile && plain_.contains(name);
}

void JavaClasses::tear(LocId location) {
  Location high = program_.locations[location];
  high.name += ".high";
  high.initial = program_.locations[location].initial >> 32;
  program_.locations[location].initial &= 0xFFFF'FFFF;
  program_.locations[location].high = static_cast<LocId>(program_.locations.size());
  program_.locations.push_back(std::move(high));
}

ClassId JavaClasses::add(std::string name, ClassId super) {
  const auto id = static_cast<ClassId>(program_.classes.size());
  ids_.emplace(name, id);
  program_.classes.push_back({std::move(name), super});
  classes_.emplace_back();
  return id;
}

// Superclasses have smaller numbers, so theirs are declared.
void JavaClasses::declare(const litmus::java::ClassDecl& declaration) {
  refuse_twice(declaration.methods);
  const ClassId id = ids_.find(declaration.name)->second;
  std::vector<FieldInfo> fields = classes_[program_.classes[id].super].fields;
  std::set<std::string_view> names;
  for (const litmus::java::Field& f : declaration.fields) {
    if (!names.insert(f.name).second)
      report_.error("litmus-duplicate", f.where, fmt::format("class '{}' has a field '{}' already", declaration.name, f.name));
    const auto of = type(f.type);
    if (!of) continue;
    FieldInfo info{f.name, *of, f.is_final, f.is_volatile, tears(*of, f.name, f.is_volatile), static_cast<std::uint32_t>(fields.size()),
                   id,     &f};
    if (!f.is_static) {
      fields.push_back(std::move(info));
      continue;
    }
    const auto location = static_cast<LocId>(program_.locations.size());
    program_.locations.push_back({.name = fmt::format("{}.{}", declaration.name, f.name), .type = shown_as(*of)});
    // What is more than a number is worked out when all classes are known, see read/java/initial.
    if (f.value && source_.exprs[*f.value].kind == litmus::java::Expr::Kind::literal)
      program_.locations.back().initial = converted_constant(source_.exprs[*f.value].value, type_of_literal(source_.exprs[*f.value]), *of);
    if (info.tears) tear(location);
    classes_[id].statics.emplace(f.name, std::pair(location, std::move(info)));
  }
  classes_[id].fields = std::move(fields);
}

std::optional<ClassId> JavaClasses::find(std::string_view name) const {
  const auto found = ids_.find(name);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<JavaType> JavaClasses::type(const litmus::java::TypeName& name) {
  JavaType out;
  const auto primitive = std::ranges::find(kPrimitives, name.name, &Primitive::name);
  if (primitive != kPrimitives.end()) {
    out.base = primitive->base;
  } else if (const auto known = find(name.name)) {
    out = {Base::reference, *known};
  } else {
    std::vector<std::string> names;
    for (const auto& [word, id] : ids_) names.push_back(word);
    for (const Primitive& p : kPrimitives) names.emplace_back(p.name);
    const auto* const instead = std::ranges::find(kInstead, name.name, &Instead::name);
    report_.error("litmus-unsupported", name.where, fmt::format("unknown type '{}'", name.name),
                  instead != kInstead.end() ? std::string(instead->hint) : did_you_mean(name.name, names));
    return std::nullopt;
  }
  for (std::uint32_t i = 0; i < name.dimensions; ++i) out = array_of(out);
  return out;
}

JavaType JavaClasses::array_of(JavaType element) {
  const std::string name = describe(element) + "[]";
  auto id = find(name);
  if (!id) {
    id = add(name, *find("Object"));
    classes_[*id].element = element;
  }
  return {Base::reference, *id};
}

std::string JavaClasses::describe(JavaType type) const {
  if (type.base == Base::reference) return name(type.of);
  if (type.base == Base::null) return "null";
  return std::string(std::ranges::find(kPrimitives, type.base, &Primitive::base)->name);
}

bool JavaClasses::knows(std::string_view name) const {
  return find(name) || std::ranges::find(kPrimitives, name, &Primitive::name) != kPrimitives.end();
}

// JLS 5.2. Arrays of references are as their elements are (JLS 4.10.3).
bool JavaClasses::can_assign(JavaType from, JavaType to) const {
  if (!from.is_reference() && !to.is_reference()) return true;
  if (from.base == Base::null || to.base == Base::null) return from.is_reference() && to.is_reference();
  if (from.base != Base::reference || to.base != Base::reference) return false;
  if (is_subclass(from.of, to.of)) return true;
  const auto &have = classes_[from.of].element, &want = classes_[to.of].element;
  return have && want && have->is_reference() && want->is_reference() && can_assign(*have, *want);
}

bool JavaClasses::is_subclass(ClassId id, ClassId of) const {
  for (; id != kNoClass; id = program_.classes[id].super)
    if (id == of || std::ranges::any_of(classes_[id].interfaces, [&](ClassId one) { return is_subclass(one, of); })) return true;
  return false;
}

std::vector<ClassId> JavaClasses::subclasses(ClassId of) const {
  std::vector<ClassId> out;
  for (auto id = static_cast<ClassId>(classes_.size()); id-- > 0;)
    if (is_subclass(id, of)) out.push_back(id);
  return out;
}

const FieldInfo* JavaClasses::field(ClassId of, std::string_view name) const {
  const auto& fields = classes_[of].fields;
  const auto found = std::find_if(fields.rbegin(), fields.rend(), [&](const FieldInfo& f) { return f.name == name; });
  return found == fields.rend() ? nullptr : &*found;
}

const std::pair<LocId, FieldInfo>* JavaClasses::static_field(ClassId of, std::string_view name) const {
  for (; of != kNoClass; of = program_.classes[of].super) {
    if (const auto found = classes_[of].statics.find(name); found != classes_[of].statics.end()) return &found->second;
    for (const ClassId one : classes_[of].interfaces)
      if (const auto* found = static_field(one, name)) return found;
  }
  return nullptr;
}

ObjectId JavaClasses::make(ClassId of, std::string name, std::uint32_t length) {
  ClassInfo& info = classes_[of];
  if (name.empty()) name = fmt::format("{}{}", program_.classes[of].name, ++info.made);
  const auto id = static_cast<ObjectId>(program_.objects.size());
  Object object{name, of, {}, kNoAddress};
  const auto locate = [&](std::string part, Type type, Location::Role role) {
    program_.locations.push_back({.name = std::move(part), .initial = 0, .bytes = 0, .type = type, .object = id, .role = role});
    return static_cast<LocId>(program_.locations.size() - 1);
  };
  if (info.element) {
    for (std::uint32_t i = 0; i < length; ++i)
      object.parts.push_back(locate(fmt::format("{}[{}]", name, i), shown_as(*info.element), Location::Role::variable));
  } else {
    for (const FieldInfo& f : info.fields)
      object.parts.push_back(locate(fmt::format("{}.{}", name, f.name), shown_as(f.type), Location::Role::variable));
  }
  for (std::size_t i = 0; i < object.parts.size(); ++i)
    if (info.element ? info.element->is_wide() : info.fields[i].tears) tear(object.parts[i]);
  object.monitor = locate(name, Type::number, Location::Role::monitor);
  program_.objects.push_back(std::move(object));
  return id;
}

}  // namespace thinair::read
