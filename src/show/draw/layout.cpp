// Routes say which gutters and gaps edges pass through. Gutters and gaps are made wide enough for what passes through them, which gives the
// boxes; ports on the sides of boxes follow, and then every path is known. A label that finds no place on its path widens what the
// path passes through, and everything is placed anew.
#include "show/draw/layout.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "show/draw/labels.hpp"
#include "show/draw/routes.hpp"

namespace thinair::draw {
namespace {

constexpr double kNodeText = 7.9;  // width of a character
constexpr double kNodeHeight = 30, kHeadingHeight = 20;
constexpr double kSmallText = 6.4, kSmallHeight = 20;  // of small nodes
constexpr double kBracket = 9, kBracketEnd = 5;        // between brackets side by side; how far into the height of a box they reach
constexpr double kPadding = 12, kMargin = 18;
constexpr double kPort = 11, kLine = 12;  // between ports of a box, between lines that run side by side
constexpr double kFirstLane = 18, kGutter = 58, kGap = 38, kBand = 40, kTopGap = 22;
constexpr double kTurn = 0.55;  // how far the ends of a rounded corner pull
constexpr int kMostAttempts = 40;

// What was added because labels found no room.
struct Growth {
  std::vector<double> gutters, gaps;  // of columns and rows; gap 0 is the one above the first row
};

double node_width(const Node& node) {
  return static_cast<double>(node.text.size()) * (node.small ? kSmallText : kNodeText) + 2 * kPadding + (node.mark == Mark::none ? 0 : 14);
}

Curve line(Point p, Point q) {
  return {p, {p.x + (q.x - p.x) / 3, p.y + (q.y - p.y) / 3}, {p.x + 2 * (q.x - p.x) / 3, p.y + 2 * (q.y - p.y) / 3}, q};
}
// A rounded corner: it starts horizontally and ends vertically.
Curve corner(Point p, Point q) { return {p, {p.x + (q.x - p.x) * kTurn, p.y}, {q.x, q.y - (q.y - p.y) * kTurn}, q}; }
Curve reversed(const Curve& c) { return {c[3], c[2], c[1], c[0]}; }

class Placer {
 public:
  Placer(const Picture& picture, const Rows& rows, const std::vector<Route>& routes, const Growth& growth)
      : picture_(picture), rows_(rows), routes_(routes), growth_(growth) {}

  Layout run() {
    measure();
    place_columns();
    place_rows();
    place_top();
    place_ports();
    for (std::size_t i = 0; i < picture_.edges.size(); ++i) place_edge(i);
    for (const Bracket& bracket : picture_.brackets) place_bracket(bracket);
    return std::move(out_);
  }

 private:
  using Kind = Route::Kind;
  bool top(std::size_t node) const { return picture_.nodes[node].column == Node::kTop; }
  static bool in_lane(const Route& r) { return r.kind == Kind::beside || r.kind == Kind::descend; }

  void measure() {
    const std::size_t columns = picture_.columns.size();
    widths_.assign(columns, 0);
    for (const Node& node : picture_.nodes) heights_.push_back(node.small ? kSmallHeight : kNodeHeight);
    brackets_.assign(columns, 0);
    for (const Bracket& bracket : picture_.brackets) {
      std::size_t& count = brackets_[picture_.nodes[bracket.first].column];
      count = std::max(count, bracket.depth + 1);
    }
    for (std::size_t c = 0; c < columns; ++c) widths_[c] = static_cast<double>(picture_.columns[c].size()) * kNodeText + kPadding;
    for (const Node& node : picture_.nodes)
      if (node.column != Node::kTop) widths_[node.column] = std::max(widths_[node.column], node_width(node));
    std::map<std::pair<std::size_t, Side>, double> ports;
    const auto port = [&](std::size_t node, Side side) {
      const double count = ++ports[{node, side}];
      if (side == Side::left || side == Side::right) heights_[node] = std::max(heights_[node], kPort * count + 8);
    };
    for (std::size_t i = 0; i < routes_.size(); ++i) {
      port(picture_.edges[i].from, routes_[i].leaves);
      port(picture_.edges[i].to, routes_[i].arrives);
      texts_.push_back(label_of(picture_.edges[i]));
    }
  }

  // Lanes stand far enough apart for their labels.
  void measure_lanes() {
    std::map<std::pair<std::size_t, bool>, std::vector<double>> labels;  // by lane: the widest
    for (std::size_t i = 0; i < routes_.size(); ++i) {
      const Route& r = routes_[i];
      if (!in_lane(r)) continue;
      auto& widest = labels[{r.column, r.right}];
      if (widest.size() <= r.level) widest.resize(r.level + 1, 0);
      if (!texts_[i].empty()) widest[r.level] = std::max(widest[r.level], label_width(texts_[i]));
    }
    for (const auto& [place, widest] : labels) {
      double x = place.second ? 0 : bracket_space(place.first);
      std::vector<double> offsets;
      for (std::size_t level = 0; level < widest.size(); ++level) {
        x = std::max(x + (level == 0 ? kFirstLane : kLine), x + (level == 0 ? 0 : widest[level - 1] / 2) + widest[level] / 2 + 5);
        offsets.push_back(x);
      }
      lane_space_[place] = x + std::max(6.0, widest.back() / 2 + 4);
      lanes_[place] = std::move(offsets);
    }
  }

  double space(std::size_t column, bool right) const {
    const auto at = lane_space_.find({column, right});
    return at != lane_space_.end() ? at->second : right ? 0 : bracket_space(column);
  }

  // Brackets stand left of a column, closer than lanes.
  double bracket_space(std::size_t column) const { return kBracket * static_cast<double>(brackets_[column]); }

  void place_columns() {
    measure_lanes();
    const std::size_t columns = picture_.columns.size();
    std::vector<double> between(columns + 1, kGutter);
    for (std::size_t i = 0; i < routes_.size(); ++i) {
      if (routes_[i].kind != Kind::across) continue;
      const auto [low, high] = std::minmax(picture_.nodes[picture_.edges[i].from].column, picture_.nodes[picture_.edges[i].to].column);
      const double wide = std::max(kGutter, texts_[i].empty() ? 0 : label_width(texts_[i]) + 40);
      for (std::size_t g = low + 1; g <= high; ++g) between[g] = std::max(between[g], wide);
    }
    const std::vector<double> tops = widths_on_top();
    double x = columns == 0 ? 0 : space(0, false);
    for (std::size_t c = 0; c < columns; ++c) {
      lefts_.push_back(x);
      x += widths_[c] + space(c, true);
      if (c + 1 == columns) break;
      x += between[c + 1] + growth_.gutters[c + 1] + space(c + 1, false);
      if (tops[c] > 0 && tops[c + 1] > 0)  // so that both can stand above their columns
        x = std::max(x, lefts_[c] + (widths_[c] + tops[c] + tops[c + 1] - widths_[c + 1]) / 2 + kTopGap);
    }
  }

  // By column: how much stands on top that belongs to it alone.
  std::vector<double> widths_on_top() const {
    std::vector<std::set<std::size_t>> columns(picture_.nodes.size());
    for (std::size_t i = 0; i < picture_.nodes.size(); ++i)
      if (top(i)) columns[i].insert(picture_.nodes[i].near.begin(), picture_.nodes[i].near.end());
    for (std::size_t e = 0; e < routes_.size(); ++e)
      if (routes_[e].kind == Kind::drop || routes_[e].kind == Kind::descend)
        columns[top(picture_.edges[e].from) ? picture_.edges[e].from : picture_.edges[e].to].insert(routes_[e].column);
    std::vector<double> out(picture_.columns.size(), 0);
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i].size() == 1) out[*columns[i].begin()] += node_width(picture_.nodes[i]) + (out[*columns[i].begin()] > 0 ? kTopGap : 0);
    return out;
  }

  void place_rows() {
    const std::size_t rows = rows_.most;
    std::vector<double> tallest(rows, kNodeHeight), gaps(rows + 1, kGap);
    for (std::size_t i = 0; i < picture_.nodes.size(); ++i)
      if (!top(i)) tallest[rows_.of_node[i]] = std::max(tallest[rows_.of_node[i]], heights_[i]);
    std::map<std::pair<std::size_t, std::size_t>, double> lines;  // by column and gap
    for (const Route& r : routes_)
      for (const Crossing& c : r.crossings) lines[{c.column, c.gap}] += 1;
    for (const auto& [place, count] : lines)
      if (place.second > 0 && place.second < rows) gaps[place.second] = std::max(gaps[place.second], kLine * (count + 1) + 4);
    for (std::size_t i = 0; i < routes_.size(); ++i) {
      if (routes_[i].kind != Kind::step || texts_[i].empty()) continue;
      const auto gap = static_cast<std::size_t>(routes_[i].lower);
      const auto at = lines.find({routes_[i].column, gap});
      if (at != lines.end()) gaps[gap] = std::max(gaps[gap], kLine * (at->second + 1) + kLabelHeight + 18);
    }
    double over = 0;
    for (const auto& [place, count] : lines)
      if (place.second == 0) over = std::max(over, count * kLine);
    const bool any_top = std::ranges::any_of(picture_.nodes, [](const Node& n) { return n.column == Node::kTop; });
    top_y_ = kHeadingHeight + 8;
    double y = any_top ? top_y_ + kNodeHeight + kBand + over : kHeadingHeight + 4 + (over > 0 ? over + 4 : 0);
    y += growth_.gaps[0];
    first_row_ = y;
    for (std::size_t r = 0; r < rows; ++r) {
      if (r > 0) y += gaps[r] + growth_.gaps[r];
      middles_.push_back(y + tallest[r] / 2);
      y += tallest[r];
    }
    for (std::size_t c = 0; c < picture_.columns.size(); ++c) {
      const double w = static_cast<double>(picture_.columns[c].size()) * kNodeText;
      out_.headings.push_back({lefts_[c] + (widths_[c] - w) / 2, 0, w, kHeadingHeight});
    }
    for (std::size_t i = 0; i < picture_.nodes.size(); ++i) {
      const std::size_t c = picture_.nodes[i].column;
      if (top(i))
        out_.nodes.push_back({0, top_y_, node_width(picture_.nodes[i]), kNodeHeight});
      else
        out_.nodes.push_back({lefts_[c], middles_[rows_.of_node[i]] - heights_[i] / 2, widths_[c], heights_[i]});
    }
  }

  double lane_x(const Route& r) const {
    const double offset = lanes_.at({r.column, r.right})[r.level];
    return r.right ? lefts_[r.column] + widths_[r.column] + offset : lefts_[r.column] - offset;
  }

  // Each above what its edges lead to, as far as the others leave room: neighbours that push each other move together.
  void place_top() {
    struct Block {
      double sum = 0, count = 0, width = 0;
      std::vector<std::size_t> nodes;
      double left() const { return sum / count; }  // what its members wish, on average
    };
    std::vector<std::pair<double, std::size_t>> wishes;
    for (std::size_t i = 0; i < picture_.nodes.size(); ++i) {
      if (!top(i)) continue;
      double sum = 0, count = 0;
      for (std::size_t e = 0; e < routes_.size(); ++e) {
        const Route& r = routes_[e];
        const Edge& edge = picture_.edges[e];
        if ((edge.from != i && edge.to != i) || (r.kind != Kind::drop && r.kind != Kind::descend)) continue;
        const double middle = lefts_[r.column] + widths_[r.column] / 2;
        sum += r.kind == Kind::drop ? middle : (middle + lane_x(r)) / 2;
        ++count;
      }
      const std::vector<std::size_t>& near = picture_.nodes[i].near;
      if (!near.empty()) {
        sum = 0;
        for (const std::size_t c : near) sum += lefts_[c] + widths_[c] / 2;
        count = static_cast<double>(near.size());
      }
      wishes.emplace_back((count > 0 ? sum / count : 0) - out_.nodes[i].w / 2, i);
    }
    std::ranges::stable_sort(wishes, {}, [&](const auto& w) { return w.first + out_.nodes[w.second].w / 2; });
    std::vector<Block> blocks;
    for (const auto& [wish, node] : wishes) {
      blocks.push_back({wish, 1, out_.nodes[node].w, {node}});
      while (blocks.size() > 1) {
        Block& before = blocks[blocks.size() - 2];
        const Block& last = blocks.back();
        if (before.left() + before.width + kTopGap <= last.left()) break;
        const double shift = before.width + kTopGap;
        before.sum += last.sum - last.count * shift;
        before.count += last.count;
        before.width = shift + last.width;
        before.nodes.insert(before.nodes.end(), last.nodes.begin(), last.nodes.end());
        blocks.pop_back();
      }
    }
    for (const Block& block : blocks) {
      double x = block.left();
      for (const std::size_t node : block.nodes) {
        out_.nodes[node].x = x;
        x += out_.nodes[node].w + kTopGap;
      }
    }
  }

  // Where an edge goes next when it leaves a side, or came from: ports are in this order, so that edges do not cross at once.
  double direction(std::size_t i, bool leaving) const {
    const Route& r = routes_[i];
    const Edge& edge = picture_.edges[i];
    const std::size_t here = leaving ? edge.from : edge.to, there = leaving ? edge.to : edge.from;
    const Side side = leaving ? r.leaves : r.arrives;
    if (side == Side::top || side == Side::bottom) return r.kind == Kind::descend ? lane_x(r) : out_.nodes[there].centre().x;
    if (in_lane(r)) {
      const double offset = static_cast<double>(r.level);
      return out_.nodes[there].y < out_.nodes[here].y ? -1e6 + offset : 1e6 - offset;
    }
    if (r.crossings.empty()) return out_.nodes[there].centre().y;
    const Crossing& next = leaving ? r.crossings.front() : r.crossings.back();
    return gap_middle(next) + (out_.nodes[there].centre().y - gap_middle(next)) * 1e-3;
  }

  double gap_middle(const Crossing& c) const {
    const auto at = [&](double row) {
      const auto low = static_cast<std::size_t>(std::clamp(row, 0.0, static_cast<double>(rows_.most - 1)));
      const std::size_t high = std::min(low + 1, rows_.most - 1);
      return middles_[low] + (middles_[high] - middles_[low]) * std::clamp(row - static_cast<double>(low), 0.0, 1.0);
    };
    if (c.gap == rows_.count[c.column]) return std::max(at(c.wish), c.gap == 0 ? 0 : middles_[c.gap - 1] + kNodeHeight);
    return c.gap == 0 ? middles_[0] - kNodeHeight : (middles_[c.gap - 1] + middles_[c.gap]) / 2;
  }

  void place_ports() {
    std::map<std::pair<std::size_t, Side>, std::vector<std::tuple<double, std::size_t, bool>>> sides;
    for (std::size_t i = 0; i < routes_.size(); ++i) {
      sides[{picture_.edges[i].from, routes_[i].leaves}].emplace_back(direction(i, true), i, true);
      sides[{picture_.edges[i].to, routes_[i].arrives}].emplace_back(direction(i, false), i, false);
    }
    starts_.resize(routes_.size());
    ends_.resize(routes_.size());
    for (auto& [place, ports] : sides) {
      std::ranges::sort(ports);
      const Box& box = out_.nodes[place.first];
      const bool level = place.second == Side::top || place.second == Side::bottom;
      const double apart = level ? std::min(4 * kPort, box.w / (static_cast<double>(ports.size()) + 1)) : kPort;
      for (std::size_t k = 0; k < ports.size(); ++k) {
        const double by = (static_cast<double>(k) - static_cast<double>(ports.size() - 1) / 2) * apart;
        Point p = box.centre();
        switch (place.second) {
          case Side::top: p = {p.x + by, box.y}; break;
          case Side::bottom: p = {p.x + by, box.y + box.h}; break;
          case Side::left: p = {box.x, p.y + by}; break;
          case Side::right: p = {box.x + box.w, p.y + by}; break;
        }
        (std::get<2>(ports[k]) ? starts_ : ends_)[std::get<1>(ports[k])] = p;
      }
    }
    place_crossings();
  }

  // Lines through one gap of one column, side by side.
  void place_crossings() {
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::tuple<double, std::size_t, std::size_t>>> gaps;
    crossings_.resize(routes_.size());
    for (std::size_t i = 0; i < routes_.size(); ++i) {
      crossings_[i].resize(routes_[i].crossings.size());
      for (std::size_t k = 0; k < routes_[i].crossings.size(); ++k) {
        const Crossing& c = routes_[i].crossings[k];
        gaps[{c.column, c.gap}].emplace_back(starts_[i].y + ends_[i].y + 1e-3 * c.wish, i, k);
      }
    }
    for (auto& [place, lines] : gaps) {
      std::ranges::sort(lines);
      const auto [column, gap] = place;
      const auto count = static_cast<double>(lines.size());
      // The box above the gap ends, and the one below it starts.
      double above = 0, below = 0;
      for (std::size_t n = 0; n < picture_.nodes.size(); ++n) {
        if (picture_.nodes[n].column != column) continue;
        if (rows_.of_node[n] + 1 == gap) above = out_.nodes[n].y + out_.nodes[n].h;
        if (rows_.of_node[n] == gap) below = out_.nodes[n].y;
      }
      double y = above;
      for (std::size_t k = 0; k < lines.size(); ++k) {
        const auto [key, edge, crossing] = lines[k];
        const auto at = static_cast<double>(k);
        if (gap == rows_.count[column])
          y = std::max(y + kLine, gap_middle(routes_[edge].crossings[crossing]));
        else if (gap == 0)
          y = below - kLine * (count - at);
        else if (below - above > kLine * (count + 1) + kLabelHeight)
          y = above + kLine * (at + 1);  // near the upper box: a label of the column's own has room below
        else
          y = above + (below - above) * (at + 1) / (count + 1);
        crossings_[edge][crossing] = y;
      }
    }
  }

  void place_edge(std::size_t i) {
    PlacedEdge placed;
    placed.text = texts_[i];
    const Route& r = routes_[i];
    const Point p = starts_[i], q = ends_[i];
    switch (r.kind) {
      case Kind::step: placed.path = {line(p, q)}; break;
      case Kind::beside: placed.path = beside(p, q, lane_x(r)); break;
      case Kind::across: placed.path = across(i, p, q); break;
      case Kind::drop: {
        const double pull = (q.y - p.y) * 0.5;
        placed.path = {{p, {p.x, p.y + pull}, {q.x, q.y - pull}, q}};
        break;
      }
      case Kind::descend: {
        const bool down = top(picture_.edges[i].from);
        placed.path = descend(down ? p : q, down ? q : p, lane_x(r));
        if (down) break;
        std::ranges::reverse(placed.path);
        for (Curve& c : placed.path) c = reversed(c);
        break;
      }
      case Kind::above: {  // one that leads left runs below one that leads right
        const double depth = (kBand + growth_.gaps[0]) * (q.x < p.x ? 0.9 : 0.5);
        placed.path = {{p, {p.x, p.y + depth}, {q.x, q.y + depth}, q}};
        break;
      }
    }
    out_.edges.push_back(std::move(placed));
  }

  // Edges with labels as far as anybody knows who places labels.
  void place_bracket(const Bracket& bracket) {
    const Box& first = out_.nodes[bracket.first];
    const Box& last = out_.nodes[bracket.last];
    const std::size_t column = picture_.nodes[bracket.first].column;
    const double x = lefts_[column] - kBracket * static_cast<double>(brackets_[column] - bracket.depth);
    const double top = first.y + kBracketEnd, bottom = last.y + last.h - (bracket.closed ? kBracketEnd : 0);
    PlacedEdge placed;
    placed.text = bracket.text;
    placed.path = {line({first.x, top}, {x, top}), line({x, top}, {x, bottom})};
    if (bracket.closed) placed.path.push_back(line({x, bottom}, {last.x, bottom}));
    out_.edges.push_back(std::move(placed));
  }

  static std::vector<Curve> beside(Point p, Point q, double lane) {
    const double sign = q.y > p.y ? 1 : -1, reach = std::abs(q.y - p.y);
    const double turn = std::min(reach / 2, std::max(26.0, std::abs(lane - p.x)));
    const Point first{lane, p.y + sign * turn}, last{lane, q.y - sign * turn};
    std::vector<Curve> out{corner(p, first)};
    if (reach > 2 * turn + 0.1) out.push_back(line(first, last));
    out.push_back(reversed(corner(q, last)));
    return out;
  }

  std::vector<Curve> descend(Point p, Point q, double lane) const {
    const double start = first_row_;
    const double pull = (start - p.y) * 0.55, turn = std::min(24.0, std::abs(q.x - lane) * 1.3);
    const Point first{lane, start}, last{lane, q.y - turn};
    return {{p, {p.x, p.y + pull}, {lane, start - pull}, first}, line(first, last), reversed(corner(q, last))};
  }

  std::vector<Curve> across(std::size_t i, Point p, Point q) const {
    const Route& r = routes_[i];
    const double sign = q.x > p.x ? 1 : -1;
    if (r.crossings.empty()) {
      const double dx = (q.x - p.x) * 0.36, dy = (q.y - p.y) * 0.12;
      return {{p, {p.x + dx, p.y + dy}, {q.x - dx, q.y - dy}, q}};
    }
    std::vector<Curve> out;
    Point here = p;
    const auto bend = [&](Point to) {
      const double dx = (to.x - here.x) * 0.5;
      out.push_back({here, {here.x + dx, here.y}, {to.x - dx, to.y}, to});
      here = to;
    };
    for (std::size_t k = 0; k < r.crossings.size(); ++k) {
      const std::size_t c = r.crossings[k].column;
      const double left = lefts_[c] - 5, right = lefts_[c] + widths_[c] + 5, y = crossings_[i][k];
      bend({sign > 0 ? left : right, y});
      const Point to{sign > 0 ? right : left, y};
      out.push_back(line(here, to));
      here = to;
    }
    bend(q);
    return out;
  }

  const Picture& picture_;
  const Rows& rows_;
  const std::vector<Route>& routes_;
  const Growth& growth_;
  std::vector<std::string> texts_;                                     // by edge
  std::vector<double> widths_, lefts_;                                 // by column
  std::vector<double> heights_;                                        // by node
  std::vector<std::size_t> brackets_;                                  // by column: how many stand side by side
  std::vector<double> middles_;                                        // by row
  double top_y_ = 0;                                                   // of the row on top
  double first_row_ = 0;                                               // .. and where the rows of columns begin
  std::map<std::pair<std::size_t, bool>, std::vector<double>> lanes_;  // by column and side: how far out each lane is
  std::map<std::pair<std::size_t, bool>, double> lane_space_;          // .. and all of them
  std::vector<Point> starts_, ends_;                                   // by edge
  std::vector<std::vector<double>> crossings_;                         // by edge and crossing
  Layout out_;
};

// Room where a label found none.
void grow(Growth& growth, const Picture& picture, const Route& r, std::size_t edge) {
  const auto gaps = [&](int first, int last, double by) {
    for (int gap = std::max(first, 0); gap <= last && gap < static_cast<int>(growth.gaps.size()); ++gap)
      growth.gaps[static_cast<std::size_t>(gap)] += by;
  };
  switch (r.kind) {
    case Route::Kind::step: gaps(r.lower, r.lower, 16); break;
    case Route::Kind::drop:
    case Route::Kind::above: gaps(0, 0, 16); break;
    case Route::Kind::descend: gaps(0, r.lower, 10); break;
    case Route::Kind::beside: gaps(r.upper + 1, r.lower, 12); break;
    case Route::Kind::across: {
      const auto [low, high] = std::minmax(picture.nodes[picture.edges[edge].from].column, picture.nodes[picture.edges[edge].to].column);
      for (std::size_t g = low + 1; g <= high; ++g) growth.gutters[g] += 16;
      gaps(std::max(r.upper, 0) + (r.upper == r.lower ? 0 : 1), r.lower, 8);
      break;
    }
  }
}

// Moves everything so that it starts at the margin.
void fit(Layout& out) {
  double left = 0, top = 0, right = 0, bottom = 0;
  const auto include = [&](const Box& box) {
    left = std::min(left, box.x);
    top = std::min(top, box.y);
    right = std::max(right, box.x + box.w);
    bottom = std::max(bottom, box.y + box.h);
  };
  std::ranges::for_each(out.nodes, include);
  std::ranges::for_each(out.headings, include);
  for (const PlacedEdge& edge : out.edges) {
    if (!edge.text.empty()) include(edge.label);
    for (const Curve& c : edge.path)
      for (int i = 0; i <= 10; ++i) {
        const Point p = at(c, i / 10.0);
        include({p.x, p.y, 0, 0});
      }
  }
  const double dx = kMargin - left, dy = kMargin - top;
  const auto move = [&](Box& box) {
    box.x += dx;
    box.y += dy;
  };
  std::ranges::for_each(out.nodes, move);
  std::ranges::for_each(out.headings, move);
  for (PlacedEdge& edge : out.edges) {
    move(edge.label);
    for (Curve& c : edge.path)
      for (Point& p : c) p = {p.x + dx, p.y + dy};
  }
  out.width = right - left + 2 * kMargin;
  out.height = bottom - top + 2 * kMargin;
}

}  // namespace

bool overlap(const Box& a, const Box& b) { return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h; }

Point at(const Curve& c, double t) {
  const double u = 1 - t;
  const double b0 = u * u * u, b1 = 3 * u * u * t, b2 = 3 * u * t * t, b3 = t * t * t;
  return {b0 * c[0].x + b1 * c[1].x + b2 * c[2].x + b3 * c[3].x, b0 * c[0].y + b1 * c[1].y + b2 * c[2].y + b3 * c[3].y};
}

Layout layout(const Picture& picture) {
  Layout best;
  if (too_large(picture)) return best;
  const Rows rows = rows_of(picture);
  const std::vector<Route> ways = routes(picture, rows);
  Growth growth{std::vector<double>(picture.columns.size() + 1, 0), std::vector<double>(rows.most + 1, 0)};
  std::size_t fewest = SIZE_MAX;
  for (int attempt = 0; attempt < kMostAttempts && fewest > 0; ++attempt) {
    Layout now = Placer(picture, rows, ways, growth).run();
    const std::vector<std::size_t> failed = place_labels(now);
    for (const std::size_t i : failed) {
      if (i < ways.size()) {
        grow(growth, picture, ways[i], i);
        continue;
      }
      const Bracket& bracket = picture.brackets[i - ways.size()];
      for (std::size_t gap = rows.of_node[bracket.first] + 1; gap <= rows.of_node[bracket.last]; ++gap) growth.gaps[gap] += 8;
    }
    if (failed.size() >= fewest) continue;
    fewest = failed.size();
    best = std::move(now);
    best.clear = failed.empty();
  }
  fit(best);
  const auto brackets = best.edges.begin() + static_cast<std::ptrdiff_t>(picture.edges.size());
  best.brackets.assign(std::make_move_iterator(brackets), std::make_move_iterator(best.edges.end()));
  best.edges.erase(brackets, best.edges.end());
  return best;
}

}  // namespace thinair::draw
