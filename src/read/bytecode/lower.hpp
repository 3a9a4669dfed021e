// Bytecode -> test ready to be judged.
//
//   takes   the classes of a program, and which of their methods are threads
//   gives   a program::Test whose clause says that no exception ends a thread, or what is not modelled, with the chain of calls to it
//   does not find class files or sources (cli/ does) and does not follow paths (events/unfold does)
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "program/condition.hpp"
#include "read/bytecode/world.hpp"
#include "support/diagnostic.hpp"

namespace thinair::read::bytecode {

// Where lines of Java stand. Of a class whose source is not found, a text with as many lines says which method each is of.
class Positions {
 public:
  // Gives the text of a source by its path, "p/Dcl.java"; none if there is none.
  using Finder = std::function<std::optional<std::pair<std::string, std::string>>(const std::string& path)>;
  Positions(Sources& sources, Finder finder) : sources_(sources), finder_(std::move(finder)) {}
  Span at(const classfile::ClassFile& file, std::uint32_t line);
  const Sources& sources() const { return sources_; }

 private:
  Sources& sources_;
  Finder finder_;
  std::map<std::string, std::uint32_t> files_;
};

struct LowerOptions {
  std::string main_class = {};  // its static fields are named without it
  bool tearing = true;
  bool assertions = true;
  bool confine = true;  // variables of which others look only after a thread's end are written once, at its end
  unsigned unroll = 4;
};

// What is run.
struct Entry {
  std::string of;                    // the class, with slashes
  bool main = true;                  // its main method
  std::vector<std::string> threads;  // otherwise: static methods without arguments, or methods of one new object of the class
  // A jcstress test: actors are the threads, the arbiter comes after them.
  bool jcstress = false;
  std::string arbiter = {};
};

// What a field of a jcstress result holds at the end.
struct ResultField {
  std::string name, descriptor;
  std::optional<program::Observable> shown;  // none: nobody wrote it
};

struct Lowered {
  program::Test test;
  std::vector<ResultField> results;             // jcstress
  std::map<program::Value, std::string> texts;  // of references: what toString() of String, boxes, .. gives
};

Result<Lowered> lower(World& world, Positions& positions, const Entry& entry, const LowerOptions& options);

}  // namespace thinair::read::bytecode
