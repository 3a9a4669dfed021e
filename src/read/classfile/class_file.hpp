// A class file (JVMS 4) as tables: names, flags, constants, code as decoded instructions, annotations.
//
//   takes   the bytes of a class file, which may be anything
//   gives   a ClassFile in which every index that is kept has been checked, or what is wrong with the bytes
//   does not know what instructions mean: read/bytecode does
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "support/diagnostic.hpp"

namespace thinair::read::classfile {

enum Flag : std::uint16_t {
  kStatic = 0x0008,
  kFinal = 0x0010,
  kSynchronized = 0x0020,
  kVolatile = 0x0040,  // of a field
  kNative = 0x0100,
  kInterface = 0x0200,
  kAbstract = 0x0400,
};

struct MemberRef {
  std::string owner, name, descriptor;
  bool operator==(const MemberRef&) const = default;
};

struct MethodHandle {
  std::uint8_t kind = 0;  // JVMS table 5.4.3.5-A
  MemberRef member;
};

// A constant that code or a bootstrap method can mention.
struct Constant {
  enum class Kind : std::uint8_t {
    none,
    integer,
    floating,
    long_,
    double_,
    string,
    class_,
    member,
    handle,
    method_type,
    dynamic
  } kind = Kind::none;
  std::int64_t number = 0;      // integer, long; of floating and double_ the bits
  std::string text;             // string, class_ (its name), method_type (its descriptor)
  MemberRef member;             // member; dynamic: name and descriptor alone
  MethodHandle handle;          // handle
  std::uint16_t bootstrap = 0;  // dynamic
};

struct Bootstrap {
  MethodHandle method;
  std::vector<std::uint16_t> arguments;  // indices of constants
};

// A value of an annotation (JVMS 4.7.16.1).
struct Annotation;
struct Element {
  char tag = 0;             // as in the file: 's' a string, 'e' an enum constant, 'c' a class, '@' an annotation, '[' an array, or a number
  std::string text;         // s; e: the name of the constant; c: the descriptor
  std::int64_t number = 0;  // numbers
  std::vector<Element> items;           // [
  std::vector<Annotation> annotations;  // @: one
};
struct Annotation {
  std::string type;  // descriptor
  std::vector<std::pair<std::string, Element>> elements;
  const Element* find(std::string_view name) const;
};

struct Instruction {
  std::uint32_t pc = 0;
  std::uint8_t opcode = 0;
  std::int32_t a = 0, b = 0;  // index of a constant, of a local, a number, or the index of the instruction that is jumped to
  // tableswitch, lookupswitch: (value, index of an instruction); `a` is the default.
  std::vector<std::pair<std::int32_t, std::uint32_t>> cases;
};

struct Handler {
  std::uint32_t begin = 0, end = 0;  // indices of instructions; end is behind the last
  std::uint32_t at = 0;
  std::string type;  // empty: any
};

struct LocalName {
  std::uint32_t begin = 0, end = 0;  // bytecode offsets
  std::uint16_t slot = 0;
  std::string name;
};

struct Code {
  std::uint16_t max_locals = 0;
  std::vector<Instruction> instructions;
  std::vector<Handler> handlers;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> lines;  // (bytecode offset, line), by offset
  std::vector<LocalName> names;
  std::uint32_t line(std::uint32_t pc) const;  // 0: not known
};

struct Field {
  std::uint16_t flags = 0;
  std::string name, descriptor;
  std::optional<std::uint16_t> constant;  // ConstantValue
};

struct Method {
  std::uint16_t flags = 0;
  std::string name, descriptor;
  std::optional<Code> code;
  std::vector<Annotation> annotations;
  bool is_static() const { return (flags & kStatic) != 0; }
};

struct ClassFile {
  std::uint16_t major = 0;
  std::uint16_t flags = 0;
  std::string name, super;  // with slashes; super is empty for java/lang/Object
  std::vector<std::string> interfaces;
  std::vector<Field> fields;
  std::vector<Method> methods;
  std::vector<Annotation> annotations;
  std::vector<Bootstrap> bootstraps;
  std::vector<Constant> constants;  // by index of the pool
  std::string source;               // SourceFile; empty: not known
  bool is_interface() const { return (flags & kInterface) != 0; }
  const Method* find(std::string_view method, std::string_view descriptor) const;
};

// What is wrong, in one sentence, if it is no class file.
tl::expected<ClassFile, std::string> read_class(std::string_view bytes);

}  // namespace thinair::read::classfile
