#include "ask/notes/absent.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "read/assembly/absent.hpp"

namespace thinair::notes {

std::vector<Note> absent_notes(const program::Program& program, const problem::Model& model) {
  std::vector<std::string_view> found;
  for (const read::AbsentFeature& feature : read::absent_features(program.arch))
    if (std::ranges::any_of(feature.sets, [&](std::string_view set) { return model.single().reaches.contains(set); }))
      found.push_back(feature.name);
  if (found.empty()) return {};
  std::string words(found[0]);
  for (std::size_t i = 1; i < found.size(); ++i) words += fmt::format("{}{}", i + 1 == found.size() ? " and " : ", ", found[i]);
  Note note;
  note.text = fmt::format("{} also speaks of {}, which this test has not: these sets are empty", model.name(), words);
  note.unknown = std::move(words);
  return {std::move(note)};
}

}  // namespace thinair::notes
