// A picture as SVG, without any dependency.
//
//   takes   a picture and its layout
//   gives   an <svg> element; alone it carries its own style, light or dark as the reader's system is; in a page the page's style holds,
//           and it stands in a div.drawing that scrolls where it is too wide
//   does not place anything
//
// Classes and attributes that pages use: g.node[data-node][data-at], .initial, .now, .earlier, .fresh, .small; g.bracket;
// g.edge[data-relations][data-rules], .fresh, .found (evidence for a rule) and .s0 .. .s9 for the style of its relation; svg.note for a
// picture that is too large to draw.
#pragma once

#include <string>
#include <string_view>

#include "show/draw/layout.hpp"

namespace thinair::draw {

// `id` makes names inside the picture unique in a page.
std::string svg(const Picture& picture, const Layout& layout, const std::string& id, bool alone);

// Heads of arrows. A picture that stands alone has its own; those in a page share the ones that the page has under the name "page".
std::string arrows(const std::string& id);

// How to read the pictures in a piece of a page: a <span> for each thing that some of them have.
std::string legend(std::string_view html);

// For text and attributes of XML and HTML.
std::string escaped(std::string_view text);

}  // namespace thinair::draw
