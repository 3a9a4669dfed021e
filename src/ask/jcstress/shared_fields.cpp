#include "ask/jcstress/shared_fields.hpp"

#include <algorithm>

namespace thinair::jcstress {

std::string handle_name(const std::string& field) {
  std::string out = field;
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out == field ? out + "_HANDLE" : out;
}

std::vector<Field> fields(const program::Program& program, const std::set<program::LocId>& volatiles, const std::vector<Usage>& usage,
                          bool handles, Identifiers& names) {
  std::set<program::LocId> halves;  // of longs that may tear; the lower one stands for both
  for (const program::Location& location : program.locations) halves.insert(location.high);
  std::vector<Field> out;
  for (program::LocId id = 0; id < program.locations.size(); ++id) {
    const program::Location& location = program.locations[id];
    out.emplace_back();
    if (location.object != program::kNoObject || location.role != program::Location::Role::variable || halves.contains(id)) continue;
    std::string wish = location.name;
    std::ranges::replace(wish, '.', '_');  // a static field of a class is a field of the test, as each sample has its own
    out.back().name = names.take(wish);
    out.back().initial = location.initial;
    if (location.high != program::kNoAddress) out.back().initial |= program.locations[location.high].initial << 32;
  }
  for (program::LocId id = 0; id < out.size(); ++id) {
    const Usage& used = usage[id];
    const bool declared = volatiles.contains(id);
    out[id].is_volatile = declared || (used.volatile_access && !used.plain && !used.other && !handles);
    const bool needs_handle = used.other || (out[id].is_volatile ? used.plain || (used.volatile_access && handles) : used.volatile_access);
    if (needs_handle) out[id].handle = names.take(handle_name(out[id].name));
  }
  return out;
}

}  // namespace thinair::jcstress
