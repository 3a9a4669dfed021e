// Types, classes and objects of a Java test.
//
//   takes   the class declarations of a test, and the Program to put classes, objects and their locations into
//   gives   what a type name means, the fields of a class with their places, new objects
//   does not lower methods: read/java/lower does
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.hpp"
#include "read/java/ast.hpp"
#include "read/report.hpp"

namespace thinair::read {
using namespace program;  // what is read becomes a program

struct JavaType {
  enum class Base : std::uint8_t { void_, boolean, byte_, short_, char_, int_, long_, float_, double_, reference, null } base = Base::int_;
  ClassId of = kNoClass;  // reference
  bool operator==(const JavaType&) const = default;
  bool is_reference() const { return base == Base::reference || base == Base::null; }
  bool is_long() const { return base == Base::long_; }
  bool is_floating() const { return base == Base::float_ || base == Base::double_; }
  bool is_wide() const { return base == Base::long_ || base == Base::double_; }  // of 64 bits
};

struct FieldInfo {
  std::string name;
  JavaType type;
  bool is_final = false, is_volatile = false;
  bool tears = false;      // in two halves, JLS 17.7
  std::uint32_t slot = 0;  // of Object::parts
  ClassId of = kNoClass;
  const litmus::java::Field* declaration = nullptr;
};

struct ClassInfo {
  const litmus::java::ClassDecl* declaration = nullptr;  // null: Java's own, or an array
  std::vector<ClassId> interfaces;                       // that it implements; of the program only the superclass is known
  std::vector<FieldInfo> fields;                         // inherited ones first
  std::map<std::string, std::pair<LocId, FieldInfo>, std::less<>> statics;
  std::optional<JavaType> element;  // of an array
  std::uint32_t made = 0;           // objects
};

struct MethodInfo {
  const litmus::java::MethodDecl* declaration = nullptr;
  ClassId home = kNoClass;  // whose it is; none outside of classes
};

class JavaClasses {
 public:
  JavaClasses(const litmus::java::Program& source, Program& program, Report& report);

  // Whether plain accesses may tear a variable of that type and name: it is a long, and something accesses it by its name alone.
  bool tears(JavaType type, std::string_view name, bool is_volatile) const;
  // Gives the location a second half.
  void tear(LocId location);

  std::optional<ClassId> find(std::string_view name) const;
  // None, with an error, if there is no such type.
  std::optional<JavaType> type(const litmus::java::TypeName& name);
  JavaType array_of(JavaType element);
  const ClassInfo& operator[](ClassId id) const { return classes_[id]; }
  const std::string& name(ClassId id) const { return program_.classes[id].name; }
  bool knows(std::string_view name) const;  // as a type
  bool is_subclass(ClassId id, ClassId of) const;
  bool can_assign(JavaType from, JavaType to) const;  // as far as references go: numbers are converted
  std::vector<ClassId> subclasses(ClassId of) const;  // itself included, the most derived first
  const FieldInfo* field(ClassId of, std::string_view name) const;
  // A static field of the class, or of one that it extends or implements; null if there is none.
  const std::pair<LocId, FieldInfo>* static_field(ClassId of, std::string_view name) const;

  // ---- methods (read/java/overloads.cpp)
  // By name and number of parameters: those of the class, and those that it inherits and does not override.
  std::vector<MethodInfo> methods(ClassId of, std::string_view name, std::size_t parameters) const;
  std::vector<MethodInfo> free_methods(std::string_view name, std::size_t parameters) const;  // outside of classes
  std::vector<MethodInfo> constructors(ClassId of, std::size_t parameters) const;
  // The one that the types of the arguments choose (JLS 15.12.2): an index, or none, or more than one.
  struct Pick {
    std::optional<std::size_t> index;
    bool ambiguous = false;
  };
  Pick pick(const std::vector<MethodInfo>& candidates, const std::vector<JavaType>& arguments);
  // What an object of exactly that class does when the method is called; none if the class leaves it open.
  std::optional<MethodInfo> implementation(ClassId of, const litmus::java::MethodDecl& method) const;

  std::string describe(JavaType type) const;
  std::string describe(const std::vector<JavaType>& types) const;  // (int, Node)

  // An object with its default values; the name is made up if it is empty.
  ObjectId make(ClassId of, std::string name, std::uint32_t length = 0);

 private:
  ClassId add(std::string name, ClassId super);
  void declare(const litmus::java::ClassDecl& declaration);
  std::optional<ClassId> supertypes(const litmus::java::ClassDecl& declaration, std::vector<ClassId>& interfaces) const;
  void complain_of_supertypes(const litmus::java::ClassDecl& declaration);
  void refuse_twice(const std::vector<litmus::java::MethodDecl>& methods);
  void refuse_open(ClassId id);
  bool accepts(const litmus::java::MethodDecl& method, const std::vector<JavaType>& arguments);
  std::optional<JavaType> known_type(const litmus::java::TypeName& name);
  void find_plain(const std::vector<litmus::java::Stmt>& body);

  const litmus::java::Program& source_;
  Program& program_;
  Report& report_;
  std::vector<ClassInfo> classes_;  // by ClassId
  std::map<std::string, ClassId, std::less<>> ids_;
  std::set<std::string, std::less<>> plain_;  // names that are read or assigned without an access method
};

Type shown_as(JavaType type);

}  // namespace thinair::read
