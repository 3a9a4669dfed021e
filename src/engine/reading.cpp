#include "engine/reading.hpp"

#include <algorithm>

#include "language/cat/primitives.hpp"

namespace thinair::engine {

events::Reading reading_under(const cat::Model& model, const program::Program& program) {
  constexpr std::string_view kSpinning = "SPIN";
  events::Reading out;
  if (model.updates_as_pairs) out.updates = events::Updates::pairs;
  const auto set = std::ranges::find(program.set_names, kSpinning);
  if (set != program.set_names.end() && model.speaks_of_endless_loops)
    out.endless = program::SetMask{1} << (set - program.set_names.begin());
  out.registers = !program::is_language(program.arch) && std::ranges::any_of(cat::primitives(), [&](const cat::Primitive& p) {
    return p.registers && model.reaches.contains(p.name);
  });
  return out;
}

}  // namespace thinair::engine
