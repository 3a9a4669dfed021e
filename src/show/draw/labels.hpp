// Places for the names of edges.
//
//   takes   a layout with boxes and paths
//   gives   a box for each label, on its own path, clear of boxes, headings, other labels and other paths
//   does not move anything else
#pragma once

#include "show/draw/layout.hpp"

namespace thinair::draw {

inline constexpr double kLabelHeight = 15;
double label_width(const std::string& text);

// The edges whose labels found no such place; they lie somewhere on their path.
std::vector<std::size_t> place_labels(Layout& layout);

}  // namespace thinair::draw
