// An execution as something to draw: boxes in columns, and edges with names.
//
//   takes   nothing of memory models: show/page/pictures fills it
//   gives   what show/draw/layout places and show/draw/svg and show/draw/dot print
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace thinair::draw {

enum class Mark : std::uint8_t { none, earlier, now };  // committed before this picture, in this picture

struct Node {
  std::string text;
  std::size_t id = 0;                  // what pages call it
  std::vector<std::size_t> near = {};  // on top: columns that it stands above, on average; empty: those that its edges lead to
  std::size_t column = kTop;           // kTop: in the row above all columns, near those that it has edges to
  Mark mark = Mark::none;
  bool fresh = false;   // not so in the picture before: it reads or writes something else
  bool step = false;    // its mark is about a step of a machine: done, not committed
  bool small = false;   // has to be there, but matters less
  std::string at = {};  // the place in the test that it comes from, as the page's program names it; "" if nobody knows
  static constexpr std::size_t kTop = SIZE_MAX;
};

struct Edge {
  std::size_t from = 0, to = 0;
  std::vector<std::string> relations;  // one line for all that connect the two this way round
  std::vector<std::string> rules;      // names of rules that this edge is evidence for
  bool fresh = false;
};

// Beside a column, from one of its boxes down to another: between them something holds.
struct Bracket {
  std::size_t first = 0, last = 0;  // nodes
  std::string text;
  std::size_t depth = 0;  // in how many others of the column it is
  bool closed = true;     // false: it holds at the end too
};

struct Picture {
  std::string title;
  std::string description;  // the same in words, for who cannot see it
  std::vector<std::string> columns;
  std::vector<Node> nodes;  // of one column in their order, downwards
  std::vector<Edge> edges;
  std::vector<Bracket> brackets = {};
};

// Colour and dashes of a relation: a small number, the same for the same name in every picture. 0 is program order.
inline constexpr std::size_t kStyles = 10;
std::size_t style_of(const std::string& relation);

// What a line that stands for several relations looks like: the one that says most.
const std::string& leading(const Edge& edge);

// What is written on a line: all its relations but program order, which the arrows down a column show by themselves.
std::string label_of(const Edge& edge);

// More than a reader can follow. Such a picture is printed as a sentence that says so; its graph is there for Graphviz.
bool too_large(const Picture& picture);

}  // namespace thinair::draw
