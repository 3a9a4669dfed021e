// Pictures for papers.
//
//   takes   a picture and where everything goes
//   gives   a TikZ picture with the colours, dashes and labels of the SVG one
//   does not need packages beyond tikz and its library arrows.meta
#pragma once

#include <string>

#include "show/draw/layout.hpp"
#include "show/draw/picture.hpp"

namespace thinair::draw {

// What goes before the first picture: comments that say which packages it needs, and the colours.
std::string tikz_preamble();

std::string tikz(const Picture& picture, const Layout& placed);

}  // namespace thinair::draw
