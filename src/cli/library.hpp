// What pages say about models: their titles, and the texts that rules are in.
#pragma once

#include <vector>

#include "cli/models.hpp"
#include "show/page/library.hpp"

namespace thinair::cli {

report::html::Library library_of(const Sources& sources, const std::vector<LoadedModel>& models);

}  // namespace thinair::cli
