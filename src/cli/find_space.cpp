#include "cli/find_space.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace thinair::cli {

Result<space::Space> find_space(const Options& o, Sources& sources) {
  const bool java5 = o.command == Command::find_race || o.command == Command::find_lost;
  auto space = space::load_space(sources, !o.find.space.empty() ? o.find.space : java5 ? "java5" : std::string(space::kUsualSpace));
  if (!space) return space;
  if (!o.find.sizes.empty()) {
    space->sizes.clear();
    for (const std::string& word : o.find.sizes) {
      const auto sizes = space::parse_sizes(word);
      for (const space::Lengths& size : *sizes)
        if (std::ranges::find(space->sizes, size) == space->sizes.end()) space->sizes.push_back(size);
    }
    for (const space::Lengths& size : space->sizes)
      if (size.size() + space->context.size() > space::kMostThreads) {
        Diagnostic d;
        d.code = "space-syntax";
        d.has_position = false;
        d.message = fmt::format("--size: at most {} threads, with those of the context", space::kMostThreads);
        return fail(std::move(d));
      }
  }
  if (!o.find.modes.empty()) {
    std::string list = o.find.modes;
    std::ranges::replace(list, ',', ' ');
    const std::uint32_t file = sources.add("--modes", fmt::format("size 1\nmodes {}\n", list));
    const auto other = space::parse_space(sources, file);
    if (!other) return fail(Diagnostics(other.error()));
    space->reads = other->reads;
    space->writes = other->writes;
    space->by_location = other->by_location;
    if (const std::string_view why = space::against_by_location(*space); !why.empty()) {
      Diagnostic d;
      d.code = "space-syntax";
      d.where = {file, 0, 0};
      d.message = why;
      d.hint = "leave out 'by location'";
      d.has_position = false;
      return fail(std::move(d));
    }
  }
  if (o.find.final_values) space->final_values = true;
  for (const std::string& word : o.find.programs) space->only.push_back(*space::parse_program(word));
  return space;
}

}  // namespace thinair::cli
