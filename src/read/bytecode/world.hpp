// The classes of a program, by name: those of the class path, and those of the JDK that are modelled.
//
//   takes   a function that finds the bytes of a class
//   gives   fields with their places, supertypes, methods as the virtual machine resolves them (JVMS 5.4.3)
//   does not run anything
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "read/bytecode/flow.hpp"
#include "read/classfile/class_file.hpp"

namespace thinair::read::bytecode {

struct ClassInfo;

struct FieldInfo {
  std::string name, descriptor;
  std::uint16_t flags = 0;
  std::uint32_t slot = 0;
  const ClassInfo* of = nullptr;
  std::optional<std::uint16_t> constant = {};  // ConstantValue
  bool is_volatile() const { return (flags & classfile::kVolatile) != 0; }
  bool is_final() const { return (flags & classfile::kFinal) != 0; }
  bool is_wide() const { return descriptor == "J" || descriptor == "D"; }
};

// What an object that LambdaMetafactory makes does when its method is called.
struct LambdaInfo {
  classfile::MethodHandle implementation;
  std::string method;        // of the interface
  std::string descriptor;    // of that method, erased
  std::string instantiated;  // what it is used as
};

struct ClassInfo {
  std::string name;                            // with slashes; of an array its descriptor
  const classfile::ClassFile* file = nullptr;  // null: of the JDK, or an array, or made up
  const ClassInfo* super = nullptr;
  std::vector<const ClassInfo*> interfaces;
  std::vector<FieldInfo> fields;   // of objects, inherited ones first
  std::vector<FieldInfo> statics;  // its own
  std::string element;             // of an array, and of AtomicIntegerArray: the descriptor
  std::optional<LambdaInfo> lambda = {};
  bool known = true;  // false: a class that nobody has; only its name is there
  bool is_library() const { return file == nullptr && element.empty(); }
};

// The class of arrays of bytes that are accessed as numbers of one type: "[B<J" of longs, with little end first, "[B>J" with big.
inline constexpr std::string_view kViewed = "[B";
// Integer and its like.
bool is_box(const ClassInfo& of);
inline bool is_view(const ClassInfo& of) { return of.name.size() > kViewed.size() && of.name.starts_with(kViewed) && of.name[2] != '['; }

struct MethodRef {
  const ClassInfo* of = nullptr;
  const classfile::Method* method = nullptr;
};

using ClassLoader = std::function<std::optional<std::string>(const std::string& name)>;

class World {
 public:
  explicit World(ClassLoader loader) : loader_(std::move(loader)) {}

  // Always something: what is not found is not `known`.
  const ClassInfo& find(const std::string& name);
  // The class of a lambda; the same for the same name.
  const ClassInfo& lambda(const std::string& name, const std::string& interface, const std::vector<std::string>& captured, LambdaInfo info);
  bool is_subclass(const ClassInfo& one, const ClassInfo& of);
  const FieldInfo* field(const ClassInfo& of, std::string_view name, bool is_static) const;
  // The method that an object of this class runs, or that a static or special call names.
  MethodRef method(const ClassInfo& of, std::string_view name, std::string_view descriptor) const;
  // The first class of the JDK above it.
  const ClassInfo& library_ancestor(const ClassInfo& of) const;
  const Flow& flow(const classfile::Method& method);
  // Class files that could not be read, with what is wrong.
  const std::map<std::string, std::string>& broken() const { return broken_; }

 private:
  void fill(ClassInfo& info);
  void fill_library(ClassInfo& info);
  ClassLoader loader_;
  std::map<std::string, std::unique_ptr<ClassInfo>> classes_;
  std::map<std::string, std::unique_ptr<classfile::ClassFile>> files_;
  std::map<const classfile::Method*, Flow> flows_;
  std::map<std::string, std::string> broken_;
};

// "(ILjava/lang/String;)V" -> {"I", "Ljava/lang/String;"} and "V".
struct Signature {
  std::vector<std::string> parameters;
  std::string result;
};
std::optional<Signature> signature(std::string_view descriptor);
// The class that a descriptor of a reference names: its name, or the descriptor itself of an array.
std::string class_of(const std::string& descriptor);
// Bytes of a number.
std::uint32_t width_of(std::string_view descriptor);
// I, J, F, D or A.
char kind_of(std::string_view descriptor);
// "java/lang/NullPointerException" -> "NullPointerException", "Dcl$Helper" -> "Dcl.Helper".
std::string short_name(std::string_view name);
// With dots, as Java writes it.
std::string java_name(std::string_view name);

}  // namespace thinair::read::bytecode
