// Java programs: where their classes and sources are, and what of them is run.
//
//   takes   a class file, a folder of classes, a jar, or a Java source, which javac compiles
//   gives   the programs in it (classes with a main method, or with methods that the user names), each ready to be lowered
//   does not judge them
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "read/bytecode/lower.hpp"
#include "read/classfile/archive.hpp"
#include "support/diagnostic.hpp"

namespace thinair::programs {

// Folders and jars, looked through in order.
class ClassPath {
 public:
  static Result<std::shared_ptr<ClassPath>> open(const std::vector<std::string>& paths);
  std::optional<std::string> find(const std::string& member) const;  // "p/C.class"
  std::vector<std::string> classes() const;                          // of the first, with slashes, sorted
  // Where sources may be besides: folders.
  std::vector<std::string> source_folders;
  std::shared_ptr<void> keeps;  // a folder that is removed with it

 private:
  std::vector<read::classfile::Archive> archives_;
};

struct Selection {
  std::vector<std::string> class_path;  // besides
  std::vector<std::string> threads;     // methods
  std::string class_name;               // --class; empty: those that can be run
};

struct Program {
  std::shared_ptr<const ClassPath> classes;
  read::bytecode::Entry entry;
};

bool is_program(const std::string& path);  // by its ending, or a folder of classes
// Every program of a file, in the order of their names.
Result<std::vector<Program>> find(const std::string& path, const Selection& selection);

Result<read::bytecode::Lowered> read(Sources& sources, const Program& program, read::bytecode::LowerOptions options);
// The same with the classes read already.
Result<read::bytecode::Lowered> read(Sources& sources, read::bytecode::World& world, const Program& program,
                                     read::bytecode::LowerOptions options);
read::bytecode::World world_of(std::shared_ptr<const ClassPath> classes);

// A class path from a file that the user names: a class (its folder), a folder, a jar or a source.
struct Opened {
  std::shared_ptr<ClassPath> classes;
  std::vector<std::string> named;  // the classes that the file itself has
};
Result<Opened> open(const std::string& path, const std::vector<std::string>& class_path);

}  // namespace thinair::programs
