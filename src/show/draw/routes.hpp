// Which way each edge takes, before anybody knows how far apart things are.
//
//   takes   a picture
//   gives   for each edge the sides at which it leaves and arrives, and the gaps that it passes through
//   does not know of coordinates
//
// Columns have gutters between them and at both ends, rows have gaps. An edge between neighbours crosses their gutter. An edge to a farther
// column passes each column between them through a gap of its rows, or below its last box. An edge within a column that is no step down
// takes a lane beside it, and so does one from the row on top to a box that others stand above.
#pragma once

#include <cstddef>
#include <vector>

#include "show/draw/picture.hpp"

namespace thinair::draw {

enum class Side : std::uint8_t { top, right, bottom, left };

struct Crossing {
  std::size_t column = 0;
  std::size_t gap = 0;  // above this row; as many as the column has rows: below the last
  double wish = 0;      // where a straight line would cross, in rows
};

struct Route {
  enum class Kind : std::uint8_t {
    step,     // straight down to the next box of a column
    beside,   // within a column, through a lane
    across,   // between columns
    drop,     // from the top to a first box, or back
    descend,  // from the top to a lower box through a lane, or back
    above     // between two on top
  } kind = Kind::step;
  Side leaves = Side::bottom, arrives = Side::top;
  std::vector<Crossing> crossings;  // across: in the order of travel
  std::size_t column = 0;           // beside, descend: whose lane
  bool right = false;               // .. on which side of it
  std::size_t level = 0;            // .. and how far out, from 0
  int upper = 0, lower = 0;         // .. the rows that it runs between; -1 for the top
};

struct Rows {
  std::vector<std::size_t> of_node;  // 0 for those on top
  std::vector<std::size_t> count;    // by column
  std::size_t most = 0;
};
Rows rows_of(const Picture& picture);

std::vector<Route> routes(const Picture& picture, const Rows& rows);

}  // namespace thinair::draw
