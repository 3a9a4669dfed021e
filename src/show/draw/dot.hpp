// A picture in Graphviz's language, for those who want to lay it out themselves.
#pragma once

#include <string>

#include "show/draw/picture.hpp"

namespace thinair::draw {

// Of several pictures: one digraph after the other, as Graphviz reads them.
std::string dot(const Picture& picture, const std::string& name);

}  // namespace thinair::draw
