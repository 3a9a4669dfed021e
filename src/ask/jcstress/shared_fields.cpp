#include "ask/jcstress/shared_fields.hpp"

namespace thinair::jcstress {
namespace {

// `x` has the handle X, `flag` the handle FLAG; a location that is in capitals itself has X_HANDLE.
std::string handle_name(const std::string& field) {
  std::string out = field;
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out == field ? out + "_HANDLE" : out;
}

}  // namespace

std::vector<Field> fields(const program::Program& program, const read::Environment& environment, const std::vector<Usage>& usage,
                          bool handles, Identifiers& names) {
  std::vector<Field> out;
  for (const program::Location& location : program.locations) out.push_back({names.take(location.name), "", false, location.initial});
  for (program::LocId id = 0; id < out.size(); ++id) {
    const Usage& used = usage[id];
    const bool declared = environment.is_volatile(id);
    out[id].is_volatile = declared || (used.volatile_access && !used.plain && !used.other && !handles);
    const bool needs_handle = used.other || (out[id].is_volatile ? used.plain || (used.volatile_access && handles) : used.volatile_access);
    if (needs_handle) out[id].handle = names.take(handle_name(out[id].name));
  }
  return out;
}

}  // namespace thinair::jcstress
