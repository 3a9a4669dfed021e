// Where everything goes.
//
//   takes   a picture
//   gives   boxes for nodes, headings and labels, and a path for each edge
//   does not depend on fonts of the machine: text is set in a monospaced font, of which only the width of a character is assumed
//
// One column per thread under its name, program order downwards; what happens before all threads stands in a row of its own, above
// the threads that it has edges to. No path meets a box or a heading, and labels keep clear of boxes, of each other and of the paths of
// other edges and of brackets: a picture whose labels find no room gets more of it where it is missing.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "show/draw/picture.hpp"

namespace thinair::draw {

struct Point {
  double x = 0, y = 0;
};

struct Box {
  double x = 0, y = 0, w = 0, h = 0;  // from its upper left corner
  Point centre() const { return {x + w / 2, y + h / 2}; }
};
bool overlap(const Box& a, const Box& b);

using Curve = std::array<Point, 4>;  // a cubic Bezier curve
Point at(const Curve& curve, double t);

struct PlacedEdge {
  std::vector<Curve> path;  // each begins where the one before it ends
  Box label;                // without width if there is no text
  std::string text;
};

struct Layout {
  double width = 0, height = 0;
  std::vector<Box> nodes;     // parallel to Picture::nodes
  std::vector<Box> headings;  // parallel to Picture::columns
  std::vector<PlacedEdge> edges;
  std::vector<PlacedEdge> brackets;  // parallel to Picture::brackets
  bool clear = true;                 // no label overlaps anything, and no edge runs through one of another
};

Layout layout(const Picture& picture);

}  // namespace thinair::draw
