// The askers of the questions (asker.hpp), one each. Sides are shared between the askers of a block and outlive them.
#pragma once

#include "ask/find/asker.hpp"
#include "ask/find/side.hpp"
#include "ask/races/finder.hpp"

namespace thinair::find {

std::unique_ptr<Asker> ask_difference(Side& first, Side& second);
std::unique_ptr<Asker> ask_lost(Side& sc, Side& model, bool alone);  // alone: a thread alone may do no more than sc, either
std::unique_ptr<Asker> ask_race(Side& sc, Side& model, const races::Finder& races, const Settings& settings);
// monotone: of the model, proved or taken for granted.
std::unique_ptr<Asker> ask_unsound(Side& sc, Side& model, bool monotone, const Target& target, const Settings& settings,
                                   const Program& skeleton, const Space& space);
std::unique_ptr<Asker> ask_stronger(const problem::ConfiguredModel& model, Side& side, const Settings& settings, const Program& skeleton,
                                    const Space& space);
std::unique_ptr<Asker> ask_transformation(const problem::ConfiguredModel& model, const Settings& settings, const Space& space);

}  // namespace thinair::find
