// Columns and rows give the boxes. Each edge then has a few curves to choose from, nearest to straight first: it takes the one that
// meets the fewest boxes of others. Each label has a few places along its curve and takes the first that is free. If one finds none,
// columns and rows move apart and everything is placed anew.
#include "show/draw/layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace thinair::draw {
namespace {

constexpr double kNodeText = 7.9, kLabelText = 6.7;  // widths of a character
constexpr double kNodeHeight = 30, kLabelHeight = 15, kHeadingHeight = 20;
constexpr double kPadding = 12, kMargin = 26, kGap = 4;
constexpr int kMostAttempts = 14;

double node_width(const Node& node) {
  return static_cast<double>(node.text.size()) * kNodeText + 2 * kPadding + (node.mark == Mark::none ? 0 : 14);
}

class Placer {
 public:
  Placer(const Picture& picture, double between_columns, double between_rows)
      : picture_(picture), gap_(between_columns), row_(between_rows) {}

  Layout run() {
    place_nodes();
    for (const Edge& edge : picture_.edges) place_edge(edge);
    for (std::size_t i = 0; i < picture_.edges.size(); ++i) place_label(i);
    fit();
    return std::move(out_);
  }

 private:
  void place_nodes() {
    const std::size_t columns = picture_.columns.size();
    std::vector<double> widths(columns, 0);
    rows_.assign(picture_.nodes.size(), 0);
    std::vector<std::size_t> next(columns, 0);
    double top_width = 0;
    bool any_top = false;
    for (std::size_t c = 0; c < columns; ++c) widths[c] = static_cast<double>(picture_.columns[c].size()) * kNodeText + kPadding;
    for (std::size_t i = 0; i < picture_.nodes.size(); ++i) {
      const Node& node = picture_.nodes[i];
      if (node.column == Node::kTop) {
        top_width += node_width(node) + (any_top ? gap_ / 2 : 0);
        any_top = true;
        continue;
      }
      rows_[i] = next[node.column]++;
      widths[node.column] = std::max(widths[node.column], node_width(node));
    }
    std::vector<double> centre(columns, 0);
    double x = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      centre[c] = x + widths[c] / 2;
      x += widths[c] + gap_;
    }
    const double total = std::max(0.0, x - gap_);
    const double top = any_top ? kNodeHeight + row_ * 0.9 : 0;
    double top_x = (total - top_width) / 2;
    for (std::size_t c = 0; c < columns; ++c)
      out_.headings.push_back({centre[c] - widths[c] / 2, top - kHeadingHeight - 8, widths[c], kHeadingHeight});
    for (std::size_t i = 0; i < picture_.nodes.size(); ++i) {
      const Node& node = picture_.nodes[i];
      const double w = node_width(node);
      if (node.column == Node::kTop) {
        out_.nodes.push_back({top_x, -kHeadingHeight - 14, w, kNodeHeight});
        top_x += w + gap_ / 2;
      } else {
        out_.nodes.push_back({centre[node.column] - w / 2, top + static_cast<double>(rows_[i]) * row_, w, kNodeHeight});
      }
    }
  }

  static Point side(const Box& box, bool right) { return {right ? box.x + box.w : box.x, box.y + box.h / 2}; }

  std::vector<Curve> curves(const Edge& edge) const {
    const Box &a = out_.nodes[edge.from], &b = out_.nodes[edge.to];
    const Node &from = picture_.nodes[edge.from], &to = picture_.nodes[edge.to];
    const Point ca = a.centre(), cb = b.centre();
    std::vector<Curve> out;
    const auto straight = [&](Point p, Point q) {
      out.push_back({p, {p.x + (q.x - p.x) / 3, p.y + (q.y - p.y) / 3}, {p.x + 2 * (q.x - p.x) / 3, p.y + 2 * (q.y - p.y) / 3}, q});
    };
    if (from.column == to.column && from.column != Node::kTop) {
      if (rows_[edge.to] == rows_[edge.from] + 1) straight({ca.x, a.y + a.h}, {cb.x, b.y});
      // Around the boxes between, on either side.
      const double reach = std::abs(cb.y - ca.y);
      for (const bool right : {from.column > 0 || picture_.columns.size() == 1, !(from.column > 0 || picture_.columns.size() == 1)})
        for (const double out_by : {30.0, 50.0, 75.0}) {
          const double d = (right ? 1 : -1) * (out_by + reach * 0.12);
          const Point p = side(a, right), q = side(b, right);
          const double edge_x = right ? std::max(p.x, q.x) : std::min(p.x, q.x);
          out.push_back({p, {edge_x + d, p.y}, {edge_x + d, q.y}, q});
        }
      return out;
    }
    if (from.column == Node::kTop || to.column == Node::kTop) {
      const bool down = from.column == Node::kTop;
      const Box &upper = down ? a : b, &lower = down ? b : a;
      const auto add = [&](Point p, Point p1, Point q1, Point q) { out.push_back(down ? Curve{p, p1, q1, q} : Curve{q, q1, p1, p}); };
      if (from.column == to.column) {  // both on top
        const double sign = cb.x > ca.x ? 1 : -1;
        out.push_back({side(a, sign > 0), {ca.x + sign * 30, ca.y - 24}, {cb.x - sign * 30, cb.y - 24}, side(b, sign < 0)});
        return out;
      }
      const Point bottom{upper.centre().x, upper.y + upper.h};
      const double d = (lower.y - bottom.y) * 0.5;
      const std::size_t node = down ? edge.to : edge.from;
      if (rows_[node] == 0) add(bottom, {bottom.x, bottom.y + d}, {lower.centre().x, lower.y - d}, {lower.centre().x, lower.y});
      const bool left_first = bottom.x <= lower.centre().x;
      for (const bool left : {left_first, !left_first})
        for (const double out_by : {36.0, 60.0, 90.0}) {
          const Point q = side(lower, !left);
          // Around to the far side takes a wider turn.
          const double wide = left == left_first ? 1 : 1.8;
          add(bottom, {bottom.x, bottom.y + 40}, {q.x + (left ? -1 : 1) * out_by * wide, q.y - 12 - (wide - 1) * 30}, q);
        }
      return out;
    }
    // Between columns. Edges that lead right bow upwards and those that lead left downwards, so that a pair of them does not coincide.
    const bool right = to.column > from.column;
    for (const double bow : {0.0, 26.0, -26.0, 60.0, -60.0, 110.0, -110.0, 170.0, -170.0}) {
      Point p = side(a, right), q = side(b, !right);
      const double shift = right ? -5 : 5;
      p.y += shift;
      q.y += shift;
      const double d = (q.x - p.x) * 0.35;
      const double by = (right ? -1 : 1) * (10 + bow);
      out.push_back({p, {p.x + d, p.y + by}, {q.x - d, q.y + by}, q});
    }
    return out;
  }

  // How often a curve meets boxes that are not its own, and runs along curves that are there already.
  double trouble(const Edge& edge, const Curve& curve) const {
    double out = 0;
    constexpr int kSamples = 40;
    for (int i = 1; i < kSamples; ++i) {
      const Point p = at(curve, static_cast<double>(i) / kSamples);
      for (std::size_t n = 0; n < out_.nodes.size(); ++n) {
        if (n == edge.from || n == edge.to) continue;
        const Box& box = out_.nodes[n];
        if (p.x > box.x - 3 && p.x < box.x + box.w + 3 && p.y > box.y - 3 && p.y < box.y + box.h + 3) out += 4;
      }
      for (const Box& box : out_.headings)
        if (p.x > box.x && p.x < box.x + box.w && p.y > box.y && p.y < box.y + box.h) out += 0.5;
      for (const PlacedEdge& other : out_.edges) {
        const Point q = at(other.curve, static_cast<double>(i) / kSamples), back = at(other.curve, 1 - static_cast<double>(i) / kSamples);
        if (std::hypot(p.x - q.x, p.y - q.y) < 7 || std::hypot(p.x - back.x, p.y - back.y) < 7) out += 0.4;
      }
    }
    return out;
  }

  void place_edge(const Edge& edge) {
    PlacedEdge placed;
    double best = std::numeric_limits<double>::max();
    const auto choices = curves(edge);
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const double cost = trouble(edge, choices[i]) + 0.3 * static_cast<double>(i);
      if (cost >= best) continue;
      best = cost;
      placed.curve = choices[i];
    }
    for (const std::string& relation : edge.relations) placed.text += (placed.text.empty() ? "" : ",") + relation;
    out_.edges.push_back(std::move(placed));
  }

  bool free(const Box& box, std::size_t labels) const {
    const Box wide{box.x - kGap, box.y - kGap / 2, box.w + 2 * kGap, box.h + kGap};
    const auto clear = [&](const Box& other) { return !overlap(wide, other); };
    return std::ranges::all_of(out_.nodes, clear) && std::ranges::all_of(out_.headings, clear) &&
           std::all_of(out_.edges.begin(), out_.edges.begin() + static_cast<std::ptrdiff_t>(labels),
                       [&](const PlacedEdge& e) { return clear(e.label); });
  }

  void place_label(std::size_t i) {
    PlacedEdge& edge = out_.edges[i];
    const double w = static_cast<double>(edge.text.size()) * kLabelText + 6;
    for (const double aside : {0.0, 1.0, -1.0})
      for (const double t : {0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.13, 0.87}) {
        const Point p = at(edge.curve, t);
        edge.label = {p.x - w / 2 + aside * (w / 2 + 4), p.y - kLabelHeight / 2, w, kLabelHeight};
        if (free(edge.label, i)) return;
      }
    out_.clear = false;
  }

  // Moves everything so that it starts at the margin.
  void fit() {
    double left = 0, top = 0, right = 0, bottom = 0;
    const auto include = [&](const Box& box) {
      left = std::min(left, box.x);
      top = std::min(top, box.y);
      right = std::max(right, box.x + box.w);
      bottom = std::max(bottom, box.y + box.h);
    };
    for (const Box& box : out_.nodes) include(box);
    for (const Box& box : out_.headings) include(box);
    for (const PlacedEdge& edge : out_.edges) {
      include(edge.label);
      for (int i = 0; i <= 20; ++i) {
        const Point p = at(edge.curve, i / 20.0);
        include({p.x, p.y, 0, 0});
      }
    }
    const double dx = kMargin - left, dy = kMargin - top;
    const auto move = [&](Box& box) {
      box.x += dx;
      box.y += dy;
    };
    std::ranges::for_each(out_.nodes, move);
    std::ranges::for_each(out_.headings, move);
    for (PlacedEdge& edge : out_.edges) {
      move(edge.label);
      for (Point& p : edge.curve) p = {p.x + dx, p.y + dy};
    }
    out_.width = right - left + 2 * kMargin;
    out_.height = bottom - top + 2 * kMargin;
  }

  const Picture& picture_;
  double gap_, row_;
  std::vector<std::size_t> rows_;  // by node
  Layout out_;
};

}  // namespace

bool overlap(const Box& a, const Box& b) { return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h; }

Point at(const Curve& c, double t) {
  const double u = 1 - t;
  const double b0 = u * u * u, b1 = 3 * u * u * t, b2 = 3 * u * t * t, b3 = t * t * t;
  return {b0 * c[0].x + b1 * c[1].x + b2 * c[2].x + b3 * c[3].x, b0 * c[0].y + b1 * c[1].y + b2 * c[2].y + b3 * c[3].y};
}

Layout layout(const Picture& picture) {
  Layout out;
  double columns = 92, rows = 66;
  for (int attempt = 0; attempt < kMostAttempts; ++attempt, columns *= 1.18, rows *= 1.12) {
    out = Placer(picture, columns, rows).run();
    if (out.clear) break;
  }
  return out;
}

}  // namespace thinair::draw
