// What a name means at a place in a Java thread.
//
// Declared locals have Java's block scope. A local is one register per thread and name all the same: Java forbids a
// local to shadow another and to be read before it is set, so locals of disjoint blocks cannot be told apart, and
// conditions and herd's tests (where locals are thread-wide and need no declaration) can name them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "read/environment.hpp"
#include "read/report.hpp"

namespace thinair::read {
using namespace program;  // what is read becomes a program

class JavaNames {
 public:
  JavaNames(const Environment& environment, std::uint32_t thread, Report& report)
      : environment_(environment), thread_(thread), report_(report), scopes_(1) {}

  void open() { scopes_.emplace_back(); }
  void close() { scopes_.pop_back(); }
  void declare(const std::string& name, Span where, bool constant);  // constant: final, with a value
  bool is_declared(const std::string& name) const { return declared(name) != nullptr; }

  struct Meaning {
    enum class Kind : std::uint8_t { local, shared, wrong } kind = Kind::local;  // wrong: reported already
    LocId location = 0;                                                          // shared
  };
  // A name on its own, read or assigned to.
  Meaning value(const std::string& name, Span where);
  Meaning target(const std::string& name, Span where);
  // A name in front of a method; none if it is wrong, which is reported once.
  std::optional<LocId> handle(const std::string& name, Span where);
  std::optional<LocId> bound(const std::string& name) const;  // the same without errors

 private:
  struct Declared {
    bool constant = false;
  };
  const Declared* declared(const std::string& name) const;
  Meaning meaning(const std::string& name, Span where, std::string_view use);
  std::optional<LocId> implicit_binding(std::string_view name) const;

  const Environment& environment_;
  std::uint32_t thread_;
  Report& report_;
  std::vector<std::map<std::string, Declared>> scopes_;
  std::set<std::string> reported_;
};

}  // namespace thinair::read
