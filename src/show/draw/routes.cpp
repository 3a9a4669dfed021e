#include "show/draw/routes.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace thinair::draw {
namespace {

class Router {
 public:
  Router(const Picture& picture, const Rows& rows)
      : picture_(picture), rows_(rows), out_(picture.edges.size()), crossed_(picture.columns.size() + 1, 0) {}

  std::vector<Route> run() {
    for (std::size_t i = 0; i < out_.size(); ++i) choose_kind(i);
    for (std::size_t i = 0; i < out_.size(); ++i)
      if (out_[i].kind == Route::Kind::across) choose_gaps(i);
    // Lanes: short ones first, so that long ones run outside of them.
    std::vector<std::size_t> lanes;
    for (std::size_t i = 0; i < out_.size(); ++i)
      if (out_[i].kind == Route::Kind::beside || out_[i].kind == Route::Kind::descend) lanes.push_back(i);
    std::ranges::stable_sort(lanes, {}, [&](std::size_t i) { return out_[i].lower - out_[i].upper; });
    for (const std::size_t i : lanes) choose_lane(i);
    return std::move(out_);
  }

 private:
  const Node& node(std::size_t i) const { return picture_.nodes[i]; }
  int row(std::size_t i) const { return node(i).column == Node::kTop ? -1 : static_cast<int>(rows_.of_node[i]); }

  void choose_kind(std::size_t i) {
    using Kind = Route::Kind;
    const Edge& edge = picture_.edges[i];
    Route& route = out_[i];
    const bool from_top = node(edge.from).column == Node::kTop, to_top = node(edge.to).column == Node::kTop;
    route.upper = std::min(row(edge.from), row(edge.to));
    route.lower = std::max(row(edge.from), row(edge.to));
    if (from_top && to_top) {
      route.kind = Kind::above;
      route.leaves = route.arrives = Side::bottom;
    } else if (from_top || to_top) {
      route.column = node(from_top ? edge.to : edge.from).column;
      route.kind = route.lower == 0 ? Kind::drop : Kind::descend;
      route.leaves = from_top ? Side::bottom : Side::top;
      route.arrives = from_top ? Side::top : Side::bottom;
    } else if (node(edge.from).column == node(edge.to).column) {
      route.column = node(edge.from).column;
      route.kind = row(edge.to) == row(edge.from) + 1 ? Kind::step : Kind::beside;
    } else {
      route.kind = Kind::across;
      const bool right = node(edge.to).column > node(edge.from).column;
      route.leaves = right ? Side::right : Side::left;
      route.arrives = right ? Side::left : Side::right;
      const auto [low, high] = std::minmax(node(edge.from).column, node(edge.to).column);
      for (std::size_t gutter = low + 1; gutter <= high; ++gutter) ++crossed_[gutter];
    }
  }

  // Each column between the two is passed where a straight line would cross it, or near to that.
  void choose_gaps(std::size_t i) {
    const Edge& edge = picture_.edges[i];
    const auto a = static_cast<int>(node(edge.from).column), b = static_cast<int>(node(edge.to).column);
    const int step = a < b ? 1 : -1;
    double here = row(edge.from);
    for (int c = a + step; c != b; c += step) {
      const auto column = static_cast<std::size_t>(c);
      const std::size_t count = rows_.count[column];
      // From where the line is now, since the last column may have turned it aside.
      const double wish = here + (row(edge.to) - here) / std::abs(b - c + step);
      Crossing best{column, count, wish};
      double cost = 0;
      for (std::size_t gap = 0; gap <= count; ++gap) {
        const double middle = gap == count ? std::max(wish, static_cast<double>(gap) - 0.4) : static_cast<double>(gap) - 0.5;
        const double now = std::abs(middle - wish) + 0.3 * load_[{column, gap}] + (gap == 0 ? 0.3 : 0);
        if (gap > 0 && now >= cost) continue;
        best.gap = gap;
        cost = now;
      }
      load_[{column, best.gap}] += 1;
      here = best.gap == count ? std::max(wish, static_cast<double>(best.gap) - 0.4) : static_cast<double>(best.gap) - 0.5;
      out_[i].crossings.push_back(best);
    }
  }

  void choose_lane(std::size_t i) {
    Route& route = out_[i];
    const bool last = route.column + 1 == picture_.columns.size();
    double cost[2] = {crossed_[route.column] * 0.6, crossed_[route.column + 1] * 0.6 + (last ? 0 : 0.1)};
    std::size_t level[2] = {0, 0};
    for (const bool right : {false, true})
      for (const Route* other : lanes_) {
        if (other->column != route.column || other->right != right) continue;
        if (std::max(other->upper, route.upper) >= std::min(other->lower, route.lower)) continue;
        cost[right] += 1;
        level[right] = std::max(level[right], other->level + 1);
      }
    route.right = cost[1] < cost[0];
    route.level = level[route.right];
    const Side side = route.right ? Side::right : Side::left;
    if (route.kind == Route::Kind::beside) {
      route.leaves = route.arrives = side;
    } else if (node(picture_.edges[i].from).column == Node::kTop) {
      route.arrives = side;
    } else {
      route.leaves = side;
    }
    lanes_.push_back(&route);
  }

  const Picture& picture_;
  const Rows& rows_;
  std::vector<Route> out_;
  std::vector<double> crossed_;                                 // by gutter: how many edges cross it
  std::map<std::pair<std::size_t, std::size_t>, double> load_;  // by column and gap
  std::vector<const Route*> lanes_;
};

}  // namespace

Rows rows_of(const Picture& picture) {
  Rows out;
  out.count.assign(picture.columns.size(), 0);
  for (const Node& node : picture.nodes) out.of_node.push_back(node.column == Node::kTop ? 0 : out.count[node.column]++);
  for (const std::size_t count : out.count) out.most = std::max(out.most, count);
  return out;
}

std::vector<Route> routes(const Picture& picture, const Rows& rows) { return Router(picture, rows).run(); }

}  // namespace thinair::draw
