#include "read/bytecode/world.hpp"

#include <algorithm>
#include <array>

namespace thinair::read::bytecode {
namespace {

struct LibraryClass {
  std::string_view name, super;
  std::string_view field = {}, descriptor = {};  // its only one
  std::string_view element = {};
  std::string_view interfaces = {};  // one
  bool is_volatile = true;
};

// What is modelled of the JDK. A class that is not here is only a name.
constexpr auto kLibrary = std::to_array<LibraryClass>({
    {"java/lang/Object", ""},
    {"java/lang/Throwable", "java/lang/Object"},
    {"java/lang/Exception", "java/lang/Throwable"},
    {"java/lang/Error", "java/lang/Throwable"},
    {"java/lang/RuntimeException", "java/lang/Exception"},
    {"java/lang/InterruptedException", "java/lang/Exception"},
    {"java/lang/ReflectiveOperationException", "java/lang/Exception"},
    {"java/lang/NoSuchFieldException", "java/lang/ReflectiveOperationException"},
    {"java/lang/IllegalAccessException", "java/lang/ReflectiveOperationException"},
    {"java/lang/ClassNotFoundException", "java/lang/ReflectiveOperationException"},
    {"java/lang/CloneNotSupportedException", "java/lang/Exception"},
    {"java/lang/NullPointerException", "java/lang/RuntimeException"},
    {"java/lang/ArithmeticException", "java/lang/RuntimeException"},
    {"java/lang/IndexOutOfBoundsException", "java/lang/RuntimeException"},
    {"java/lang/ArrayIndexOutOfBoundsException", "java/lang/IndexOutOfBoundsException"},
    {"java/lang/StringIndexOutOfBoundsException", "java/lang/IndexOutOfBoundsException"},
    {"java/lang/NegativeArraySizeException", "java/lang/RuntimeException"},
    {"java/lang/ArrayStoreException", "java/lang/RuntimeException"},
    {"java/lang/ClassCastException", "java/lang/RuntimeException"},
    {"java/lang/IllegalArgumentException", "java/lang/RuntimeException"},
    {"java/lang/IllegalStateException", "java/lang/RuntimeException"},
    {"java/lang/IllegalThreadStateException", "java/lang/IllegalArgumentException"},
    {"java/lang/NumberFormatException", "java/lang/IllegalArgumentException"},
    {"java/lang/IllegalMonitorStateException", "java/lang/RuntimeException"},
    {"java/lang/UnsupportedOperationException", "java/lang/RuntimeException"},
    {"java/lang/MatchException", "java/lang/RuntimeException"},
    {"java/lang/AssertionError", "java/lang/Error"},
    {"java/lang/LinkageError", "java/lang/Error"},
    {"java/lang/ExceptionInInitializerError", "java/lang/LinkageError"},
    {"java/lang/NoClassDefFoundError", "java/lang/LinkageError"},
    {"java/lang/IncompatibleClassChangeError", "java/lang/LinkageError"},
    {"java/lang/NoSuchFieldError", "java/lang/IncompatibleClassChangeError"},
    {"java/lang/VirtualMachineError", "java/lang/Error"},
    {"java/lang/InternalError", "java/lang/VirtualMachineError"},
    {"java/lang/StackOverflowError", "java/lang/VirtualMachineError"},
    {"java/lang/OutOfMemoryError", "java/lang/VirtualMachineError"},
    {"java/lang/Runnable", "java/lang/Object"},
    {"java/lang/String", "java/lang/Object"},
    {"java/lang/Class", "java/lang/Object"},
    {"java/lang/Enum", "java/lang/Object", "ordinal", "I", {}, {}, false},
    {"java/lang/Record", "java/lang/Object"},
    {"java/lang/Thread", "java/lang/Object", "target", "Ljava/lang/Runnable;", {}, "java/lang/Runnable", false},
    {"java/lang/Number", "java/lang/Object"},
    {"java/lang/Integer", "java/lang/Number", "value", "I", {}, {}, false},
    {"java/lang/Long", "java/lang/Number", "value", "J", {}, {}, false},
    {"java/lang/Short", "java/lang/Number", "value", "S", {}, {}, false},
    {"java/lang/Byte", "java/lang/Number", "value", "B", {}, {}, false},
    {"java/lang/Character", "java/lang/Object", "value", "C", {}, {}, false},
    {"java/lang/Boolean", "java/lang/Object", "value", "Z", {}, {}, false},
    {"java/lang/Float", "java/lang/Number", "value", "F", {}, {}, false},
    {"java/lang/Double", "java/lang/Number", "value", "D", {}, {}, false},
    {"java/lang/invoke/VarHandle", "java/lang/Object"},
    {"java/lang/invoke/MethodHandles$Lookup", "java/lang/Object"},
    {"java/util/concurrent/atomic/AtomicInteger", "java/lang/Number", "value", "I"},
    {"java/util/concurrent/atomic/AtomicLong", "java/lang/Number", "value", "J"},
    {"java/util/concurrent/atomic/AtomicBoolean", "java/lang/Object", "value", "Z"},
    {"java/util/concurrent/atomic/AtomicReference", "java/lang/Object", "value", "Ljava/lang/Object;"},
    {"java/util/concurrent/atomic/AtomicIntegerArray", "java/lang/Object", {}, {}, "I"},
    {"java/util/concurrent/atomic/AtomicLongArray", "java/lang/Object", {}, {}, "J"},
    {"java/util/concurrent/atomic/AtomicReferenceArray", "java/lang/Object", {}, {}, "Ljava/lang/Object;"},
    {"java/util/concurrent/atomic/AtomicIntegerFieldUpdater", "java/lang/Object"},
    {"java/util/concurrent/atomic/AtomicLongFieldUpdater", "java/lang/Object"},
    {"java/util/concurrent/atomic/AtomicReferenceFieldUpdater", "java/lang/Object"},
    {"java/util/concurrent/locks/Lock", "java/lang/Object"},
    {"java/util/concurrent/locks/ReadWriteLock", "java/lang/Object"},
    {"java/util/concurrent/locks/ReentrantLock", "java/lang/Object", "state", "I", {}, "java/util/concurrent/locks/Lock"},
    {"java/util/concurrent/locks/ReentrantReadWriteLock", "java/lang/Object", "state", "I", {}, "java/util/concurrent/locks/ReadWriteLock"},
    {"java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
     "java/lang/Object",
     "lock",
     "Ljava/lang/Object;",
     {},
     "java/util/concurrent/locks/Lock",
     false},
    {"java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock",
     "java/lang/Object",
     "lock",
     "Ljava/lang/Object;",
     {},
     "java/util/concurrent/locks/Lock",
     false},
    {"java/util/concurrent/locks/StampedLock", "java/lang/Object", "state", "J"},
    {"java/util/concurrent/CountDownLatch", "java/lang/Object", "count", "I"},
    {"java/util/concurrent/Semaphore", "java/lang/Object", "permits", "I"},
});

}  // namespace

bool is_box(const ClassInfo& of) {
  return of.is_library() && of.fields.size() == 1 && of.fields[0].name == "value" && of.name.starts_with("java/lang/");
}

const ClassInfo& World::find(const std::string& name) {
  const auto [at, fresh] = classes_.try_emplace(name);
  if (!fresh) return *at->second;
  at->second = std::make_unique<ClassInfo>();
  ClassInfo& info = *at->second;
  info.name = name;
  fill(info);
  return info;
}

const ClassInfo& World::lambda(const std::string& name, const std::string& interface, const std::vector<std::string>& captured,
                               LambdaInfo lambda) {
  const auto [at, fresh] = classes_.try_emplace(name);
  if (!fresh) return *at->second;
  at->second = std::make_unique<ClassInfo>();
  ClassInfo& info = *at->second;
  info.name = name;
  info.super = &find("java/lang/Object");
  info.interfaces.push_back(&find(interface));
  info.lambda = std::move(lambda);
  for (const std::string& type : captured)
    info.fields.push_back(
        {"captured" + std::to_string(info.fields.size()), type, classfile::kFinal, static_cast<std::uint32_t>(info.fields.size()), &info});
  return info;
}

void World::fill(ClassInfo& info) {
  if (info.name.starts_with('[')) {
    info.super = &find("java/lang/Object");
    info.element = info.name.substr(is_view(info) ? kViewed.size() + 1 : 1);
    return;
  }
  const auto library = std::ranges::find(kLibrary, info.name, &LibraryClass::name);
  if (library != kLibrary.end()) return fill_library(info);
  auto bytes = loader_(info.name);
  auto file = bytes ? classfile::read_class(*bytes) : tl::unexpected(std::string());
  if (!file || file->name != info.name) {
    if (bytes) broken_[info.name] = file ? "it is the file of another class" : file.error();
    info.known = false;
    info.super = &find("java/lang/Object");
    return;
  }
  const auto& kept = files_[info.name] = std::make_unique<classfile::ClassFile>(std::move(*file));
  info.file = kept.get();
  info.super = &find(kept->super.empty() ? "java/lang/Object" : kept->super);
  // A class that is its own ancestor is broken; the virtual machine does not load it either.
  for (const ClassInfo* up = info.super; up != nullptr; up = up->super)
    if (up == &info) {
      broken_[info.name] = "it extends itself";
      info.known = false;
      info.file = nullptr;
      info.super = &find("java/lang/Object");
      return;
    }
  for (const std::string& one : kept->interfaces) info.interfaces.push_back(&find(one));
  info.fields = info.super->fields;
  for (const classfile::Field& f : kept->fields) {
    std::vector<FieldInfo>& to = (f.flags & classfile::kStatic) != 0 ? info.statics : info.fields;
    to.push_back({f.name, f.descriptor, f.flags, static_cast<std::uint32_t>(to.size()), &info, f.constant});
  }
}

void World::fill_library(ClassInfo& info) {
  const LibraryClass& known = *std::ranges::find(kLibrary, info.name, &LibraryClass::name);
  if (!known.super.empty()) {
    info.super = &find(std::string(known.super));
    info.fields = info.super->fields;
  }
  if (!known.interfaces.empty()) info.interfaces.push_back(&find(std::string(known.interfaces)));
  info.element = known.element;
  if (!known.field.empty()) {
    const std::uint16_t flags = known.is_volatile ? classfile::kVolatile : classfile::kFinal;
    info.fields.push_back(
        {std::string(known.field), std::string(known.descriptor), flags, static_cast<std::uint32_t>(info.fields.size()), &info});
  }
}

bool World::is_subclass(const ClassInfo& one, const ClassInfo& of) {
  if (&one == &of || of.name == "java/lang/Object") return true;
  if (is_view(one)) return of.name == kViewed;
  if (one.name.starts_with('[')) {
    if (of.name == "java/lang/Cloneable" || of.name == "java/io/Serializable") return true;
    if (!of.name.starts_with('[') || kind_of(one.element) != 'A' || kind_of(of.element) != 'A') return false;
    return is_subclass(find(class_of(one.element)), find(class_of(of.element)));
  }
  if (one.super && is_subclass(*one.super, of)) return true;
  return std::ranges::any_of(one.interfaces, [&](const ClassInfo* i) { return is_subclass(*i, of); });
}

const FieldInfo* World::field(const ClassInfo& of, std::string_view name, bool is_static) const {
  if (!is_static) {
    // The last of that name is the one of the most derived class.
    for (auto at = of.fields.rbegin(); at != of.fields.rend(); ++at)
      if (at->name == name) return &*at;
    return nullptr;
  }
  for (const FieldInfo& f : of.statics)
    if (f.name == name) return &f;
  for (const ClassInfo* i : of.interfaces)
    if (const FieldInfo* f = field(*i, name, true)) return f;
  return of.super ? field(*of.super, name, true) : nullptr;
}

MethodRef World::method(const ClassInfo& of, std::string_view name, std::string_view descriptor) const {
  for (const ClassInfo* at = &of; at != nullptr; at = at->super)
    if (at->file)
      if (const classfile::Method* m = at->file->find(name, descriptor)) return {at, m};
  // Default methods: of an interface that no other one of them extends, which javac has made sure of.
  for (const ClassInfo* at = &of; at != nullptr; at = at->super)
    for (const ClassInfo* i : at->interfaces)
      if (const MethodRef m = method(*i, name, descriptor); m.method && m.method->code) return m;
  return {};
}

const ClassInfo& World::library_ancestor(const ClassInfo& of) const {
  const ClassInfo* at = &of;
  while (at->file && at->super) at = at->super;
  return *at;
}

const Flow& World::flow(const classfile::Method& method) {
  const auto [at, fresh] = flows_.try_emplace(&method);
  if (fresh) at->second = flow_of(*method.code);
  return at->second;
}

std::optional<Signature> signature(std::string_view d) {
  Signature out;
  if (d.empty() || d[0] != '(') return std::nullopt;
  std::size_t at = 1;
  const auto type = [&]() -> std::optional<std::string> {
    const std::size_t begin = at;
    while (at < d.size() && d[at] == '[') ++at;
    if (at >= d.size() || std::string_view("BCDFIJSZVL").find(d[at]) == std::string_view::npos) return std::nullopt;
    if (d[at] == 'L') {
      at = d.find(';', at);
      if (at == std::string_view::npos) return std::nullopt;
    }
    ++at;
    return std::string(d.substr(begin, at - begin));
  };
  while (at < d.size() && d[at] != ')') {
    auto one = type();
    if (!one) return std::nullopt;
    out.parameters.push_back(std::move(*one));
  }
  if (at++ >= d.size()) return std::nullopt;
  auto result = type();
  if (!result || at != d.size()) return std::nullopt;
  out.result = std::move(*result);
  return out;
}

std::string class_of(const std::string& d) { return d.size() > 2 && d[0] == 'L' ? d.substr(1, d.size() - 2) : d; }

std::uint32_t width_of(std::string_view d) {
  if (d == "J" || d == "D") return 8;
  if (d == "I" || d == "F") return 4;
  return d == "S" || d == "C" ? 2 : 1;
}

char kind_of(std::string_view d) {
  if (d.empty()) return 'A';
  switch (d[0]) {
    case 'J': return 'J';
    case 'F': return 'F';
    case 'D': return 'D';
    case 'L':
    case '[': return 'A';
    default: return 'I';
  }
}

std::string short_name(std::string_view name) {
  name = name.substr(0, name.find('('));  // a lambda's name goes on with its types
  std::string out(name.substr(name.find_last_of('/') + 1));
  if (name.starts_with('[')) return java_name(name);
  std::ranges::replace(out, '$', '.');
  return out;
}

std::string java_name(std::string_view name) {
  std::size_t depth = 0;
  while (depth < name.size() && name[depth] == '[') ++depth;
  if (depth > 0) {
    const std::string_view of = name.substr(depth);
    static const std::map<char, std::string> kWords = {{'I', "int"},  {'J', "long"},  {'Z', "boolean"}, {'B', "byte"},
                                                       {'C', "char"}, {'S', "short"}, {'F', "float"},   {'D', "double"}};
    const auto word = of.empty() ? kWords.end() : kWords.find(of[0]);
    std::string out = word != kWords.end() ? word->second : java_name(class_of(std::string(of)));
    for (std::size_t i = 0; i < depth; ++i) out += "[]";
    return out;
  }
  std::string out(name);
  std::ranges::replace(out, '/', '.');
  return out;
}

}  // namespace thinair::read::bytecode
