// The initial state of a test: its locations, what handles are bound to, where locals start.
//
//   takes   the items of the init block and the number of threads
//   gives   locations (in order of first mention, put into the Program) and per thread the bindings
//   does not know the dialect's types or how names in code are found: lower_java does
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.hpp"
#include "read/litmus/ast.hpp"
#include "read/report.hpp"

namespace thinair::read {
using namespace program;  // what is read becomes a program

class Environment {
 public:
  // What locations start with: numbers, or (processors) also addresses of locations, as program::reference_to the location's number.
  enum class Cells : std::uint8_t { numbers, addresses };
  Environment(const std::vector<litmus::InitItem>& items, std::size_t threads, Program& program, Report& report,
              Cells cells = Cells::numbers);

  std::optional<LocId> location(std::string_view name) const;
  LocId find_or_add(const std::string& name);
  void alias(const std::string& name, LocId location) { ids_.try_emplace(name, location); }
  bool starts_with_address() const { return starts_with_address_; }  // some location does
  bool is_volatile(LocId location) const { return entries_[location].is_volatile; }
  // The location that the init block binds this name of this thread to.
  std::optional<LocId> binding(std::uint32_t thread, std::string_view name) const;
  // Where the init block lets this local of this thread start.
  std::optional<Value> start(std::uint32_t thread, std::string_view name) const;
  // Locals with a start value, by name.
  std::vector<std::string> started(std::uint32_t thread) const;
  // Every name that an item of the thread gives a value or an address.
  std::vector<std::string> bound(std::uint32_t thread) const;
  // Every location and every name bound in the thread, for suggestions.
  std::vector<std::string> handles(std::uint32_t thread) const;
  std::vector<std::string> locations() const;

 private:
  struct Entry {
    bool given = false;  // an item of its own says where it starts
    bool is_volatile = false;
  };
  struct Local {
    std::optional<LocId> location;  // a handle
    Value start = 0;
    bool operator==(const Local&) const = default;
  };
  void add_location(const litmus::InitItem& item);
  void add_local(const litmus::InitItem& item);

  Program& program_;
  Report& report_;
  Cells cells_;
  bool starts_with_address_ = false;
  std::map<std::string, LocId, std::less<>> ids_;
  std::vector<Entry> entries_;                                     // by LocId
  std::vector<std::map<std::string, Local, std::less<>>> locals_;  // by thread
};

}  // namespace thinair::read
