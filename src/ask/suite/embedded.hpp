// The files below litmus/ (the catalogue), compiled into the program.
#pragma once

#include <span>

#include "support/embedded.hpp"

namespace thinair::suite {

std::span<const EmbeddedFile> embedded_files();  // sorted by path: "classic/SB.litmus", "expected/sc.csv"

}  // namespace thinair::suite
