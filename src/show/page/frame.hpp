// What every page begins and ends with.
#pragma once

#include <string>

namespace thinair::report::html {

std::string head(const std::string& title);  // up to the first thing in the body
std::string foot();                          // from the end of <main> on, with the scripts

}  // namespace thinair::report::html
