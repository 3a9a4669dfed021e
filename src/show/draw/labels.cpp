#include "show/draw/labels.hpp"

#include <algorithm>
#include <cmath>

namespace thinair::draw {
namespace {

constexpr double kLabelText = 6.7;  // width of a character
constexpr double kStep = 4;         // between points at which a path is looked at
constexpr double kApart = 3;        // between a label and anything else
constexpr double kWellApart = 9;    // .. where there is room
constexpr double kHead = 13;        // an arrow's

Box grown(const Box& box, double by) { return {box.x - by, box.y - by, box.w + 2 * by, box.h + 2 * by}; }

struct Trace {
  std::vector<Point> points;
  Box bounds;
};

Trace trace(const std::vector<Curve>& path) {
  Trace out;
  for (const Curve& c : path) {
    double length = 0;
    for (std::size_t i = 1; i < c.size(); ++i) length += std::hypot(c[i].x - c[i - 1].x, c[i].y - c[i - 1].y);
    const int count = std::max(1, static_cast<int>(std::ceil(length / kStep)));
    for (int i = out.points.empty() ? 0 : 1; i <= count; ++i) out.points.push_back(at(c, static_cast<double>(i) / count));
  }
  double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
  for (const Point& p : out.points) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
  out.bounds = {left - 0.5, top - 0.5, right - left + 1, bottom - top + 1};
  return out;
}

class Labels {
 public:
  explicit Labels(Layout& layout) : out_(layout) {
    for (const PlacedEdge& edge : out_.edges) traces_.push_back(trace(edge.path));
  }

  std::vector<std::size_t> run() {
    struct Choice {
      std::size_t edge = 0;
      std::vector<Box> spots;  // the best first
    };
    std::vector<Choice> choices;
    std::vector<std::size_t> failed;
    for (std::size_t i = 0; i < out_.edges.size(); ++i)
      if (!out_.edges[i].text.empty()) choices.push_back({i, spots(i)});
    // Those with few places first.
    std::ranges::stable_sort(choices, {}, [](const Choice& c) { return c.spots.size(); });
    for (const Choice& choice : choices) {
      auto at = std::ranges::find_if(choice.spots, [&](const Box& b) { return clear_of_labels(b, kWellApart); });
      if (at == choice.spots.end()) at = std::ranges::find_if(choice.spots, [&](const Box& b) { return clear_of_labels(b, kApart); });
      PlacedEdge& edge = out_.edges[choice.edge];
      if (at == choice.spots.end()) {
        failed.push_back(choice.edge);
        edge.label = least_bad(choice.edge);
      } else {
        edge.label = *at;
      }
      placed_.push_back(edge.label);
    }
    return failed;
  }

 private:
  Box around(Point p, double w) const { return {p.x - w / 2, p.y - kLabelHeight / 2, w, kLabelHeight}; }

  bool clear_of_labels(const Box& box, double by) const {
    return std::ranges::none_of(placed_, [&](const Box& other) { return overlap(grown(box, by), other); });
  }

  bool clear_of_boxes(const Box& box) const {
    const auto meets = [&](const Box& other) { return overlap(grown(box, kApart), other); };
    return std::ranges::none_of(out_.nodes, meets) && std::ranges::none_of(out_.headings, meets);
  }

  bool clear_of_paths(const Box& box, std::size_t own, double by) const {
    const Box wide = grown(box, by);
    for (std::size_t i = 0; i < traces_.size(); ++i) {
      if (i == own || !overlap(wide, traces_[i].bounds)) continue;
      for (const Point& p : traces_[i].points)
        if (p.x > wide.x && p.x < wide.x + wide.w && p.y > wide.y && p.y < wide.y + wide.h) return false;
    }
    return true;
  }

  // Points of a path where a label leaves its ends to be seen, those near the middle first.
  std::vector<Point> along(std::size_t i) const {
    const auto& points = traces_[i].points;
    const double middle = static_cast<double>(points.size() - 1) / 2;
    const auto head = static_cast<std::size_t>(kHead / kStep);
    std::vector<std::pair<double, Point>> out;
    for (std::size_t k = 2; k + head < points.size(); ++k) out.emplace_back(std::abs(static_cast<double>(k) - middle), points[k]);
    std::ranges::stable_sort(out, {}, &std::pair<double, Point>::first);
    std::vector<Point> sorted;
    for (const auto& [far, p] : out) sorted.push_back(p);
    return sorted;
  }

  std::vector<Box> spots(std::size_t i) const {
    const double w = label_width(out_.edges[i].text);
    std::vector<Box> out;
    const std::vector<Point> points = along(i);
    for (const Point& p : points)
      if (const Box box = around(p, w); clear_of_boxes(box) && clear_of_paths(box, i, kApart)) out.push_back(box);
    // Those well apart from other paths first.
    std::ranges::stable_partition(out, [&](const Box& box) { return clear_of_paths(box, i, kWellApart); });
    if (!out.empty()) return out;
    // Beside the path rather than on it.
    for (const double aside : {-1.0, 1.0})
      for (const Point& p : points)
        for (const Box& box : {around({p.x + aside * (w / 2 + 3), p.y}, w), around({p.x, p.y + aside * (kLabelHeight / 2 + 2)}, w)})
          if (clear_of_boxes(box) && clear_of_paths(box, i, kApart)) out.push_back(box);
    return out;
  }

  Box least_bad(std::size_t i) const {
    const double w = label_width(out_.edges[i].text);
    const std::vector<Point> points = along(i);
    for (const Point& p : points)
      if (const Box box = around(p, w); clear_of_boxes(box) && clear_of_labels(box, kApart)) return box;
    return around(points.empty() ? traces_[i].points.front() : points.front(), w);
  }

  Layout& out_;
  std::vector<Trace> traces_;
  std::vector<Box> placed_;
};

}  // namespace

double label_width(const std::string& text) { return static_cast<double>(text.size()) * kLabelText + 6; }

std::vector<std::size_t> place_labels(Layout& layout) { return Labels(layout).run(); }

}  // namespace thinair::draw
