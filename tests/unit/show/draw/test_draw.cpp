// Layouts keep clear of themselves; SVG and DOT say what the picture says.
#include <gtest/gtest.h>

#include <algorithm>

#include "show/draw/dot.hpp"
#include "show/draw/svg.hpp"

namespace thinair::draw {
namespace {

// `threads` columns of `length` events, two initial ones, and edges from a small generator.
Picture sample(std::size_t threads, std::size_t length, std::size_t edges, std::uint32_t seed) {
  Picture p;
  p.title = "sample";
  p.nodes.push_back({.text = "W[init] x=0", .column = Node::kTop});
  p.nodes.push_back({.text = "W[init] y=0", .column = Node::kTop});
  for (std::size_t t = 0; t < threads; ++t) {
    p.columns.push_back("Thread" + std::to_string(t));
    for (std::size_t i = 0; i < length; ++i) {
      p.nodes.push_back(
          {.text = i % 2 == 0 ? "W[V] x=1" : "RMW[ACQ,REL] y 0->1", .column = t, .mark = i % 3 == 0 ? Mark::now : Mark::none});
      if (i > 0) p.edges.push_back({.from = p.nodes.size() - 2, .to = p.nodes.size() - 1, .relations = {"po"}, .rules = {}});
    }
  }
  const auto next = [&seed] { return (seed = seed * 1664525U + 1013904223U) >> 8; };
  const char* names[] = {"rf", "co", "fr", "so", "sw", "hb", "co-jam"};
  for (std::size_t i = 0; i < edges; ++i) {
    const std::size_t a = next() % p.nodes.size(), b = next() % p.nodes.size();
    const bool there = std::ranges::any_of(p.edges, [&](const Edge& e) { return e.from == a && e.to == b; });
    if (a != b && !there) p.edges.push_back({.from = a, .to = b, .relations = {names[next() % 7]}, .rules = {}});
  }
  return p;
}

bool runs_through(const std::vector<Curve>& path, const Box& box) {
  for (const Curve& c : path)
    for (int i = 0; i <= 100; ++i) {
      const Point p = at(c, i / 100.0);
      if (p.x > box.x + 0.5 && p.x < box.x + box.w - 0.5 && p.y > box.y + 0.5 && p.y < box.y + box.h - 0.5) return true;
    }
  return false;
}

void expect_clear(const Picture& p) {
  const Layout l = layout(p);
  EXPECT_TRUE(l.clear);
  const auto inside = [&](const Box& b) { return b.x >= 0 && b.y >= 0 && b.x + b.w <= l.width && b.y + b.h <= l.height; };
  for (std::size_t i = 0; i < l.edges.size(); ++i) {
    const PlacedEdge& edge = l.edges[i];
    for (const Box& node : l.nodes) EXPECT_FALSE(runs_through(edge.path, node));
    for (const Box& heading : l.headings) EXPECT_FALSE(runs_through(edge.path, heading));
    for (std::size_t j = 0; j < l.edges.size(); ++j)
      if (j != i && !l.edges[j].text.empty()) {
        EXPECT_FALSE(runs_through(edge.path, l.edges[j].label));
      }
    if (edge.text.empty()) continue;
    EXPECT_TRUE(inside(edge.label));
    for (std::size_t j = 0; j < i; ++j)
      if (!l.edges[j].text.empty()) {
        EXPECT_FALSE(overlap(edge.label, l.edges[j].label));
      }
    for (const Box& node : l.nodes) EXPECT_FALSE(overlap(edge.label, node));
    for (const Box& heading : l.headings) EXPECT_FALSE(overlap(edge.label, heading));
  }
  for (std::size_t i = 0; i < l.nodes.size(); ++i) {
    EXPECT_TRUE(inside(l.nodes[i]));
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(l.nodes[i], l.nodes[j]));
  }
}

TEST(Layout, EdgesAndLabelsKeepClear) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) expect_clear(sample(1 + seed % 4, 2 + seed % 4, 4 + seed % 7, seed));
}

TEST(Layout, BracketsKeepClearToo) {
  Picture p = sample(2, 6, 8, 5);
  p.brackets = {{.first = 2, .last = 7, .text = "outer"},
                {.first = 4, .last = 6, .text = "inner", .depth = 1},
                {.first = 9, .last = 13, .text = "m", .closed = false}};
  expect_clear(p);
  const Layout l = layout(p);
  ASSERT_EQ(l.brackets.size(), 3U);
  EXPECT_EQ(l.edges.size(), p.edges.size());
  for (const PlacedEdge& bracket : l.brackets) {
    for (const Box& node : l.nodes) EXPECT_FALSE(overlap(bracket.label, node));
    for (const PlacedEdge& edge : l.edges) EXPECT_FALSE(runs_through(edge.path, bracket.label));
  }
  // The outer one stands farther out, and both left of their column.
  EXPECT_LT(l.brackets[0].path[1][0].x, l.brackets[1].path[1][0].x);
  EXPECT_LT(l.brackets[1].path[1][0].x, l.nodes[4].x);
}

TEST(Layout, ProgramOrderGoesDownwards) {
  const Picture p = sample(3, 4, 5, 7);
  const Layout l = layout(p);
  for (const Edge& e : p.edges)
    if (e.relations[0] == "po") {
      EXPECT_LT(l.nodes[e.from].y + l.nodes[e.from].h, l.nodes[e.to].y);
      EXPECT_DOUBLE_EQ(l.nodes[e.from].centre().x, l.nodes[e.to].centre().x);
    }
}

TEST(Layout, AnEmptyPictureHasALayout) { EXPECT_TRUE(layout(Picture{}).edges.empty()); }

TEST(Layout, InitialWritesStandAboveTheirReaders) {
  Picture p = sample(3, 2, 0, 1);
  p.edges.push_back({.from = 0, .to = 6, .relations = {"rf"}, .rules = {}});  // the first of the last column
  p.edges.push_back({.from = 1, .to = 2, .relations = {"rf"}, .rules = {}});  // the first of the first
  const Layout l = layout(p);
  EXPECT_NEAR(l.nodes[0].centre().x, l.nodes[6].centre().x, 1);
  EXPECT_NEAR(l.nodes[1].centre().x, l.nodes[2].centre().x, 1);
}

TEST(Svg, TooMuchIsASentence) {
  const Picture p = sample(30, 3, 20, 1);
  EXPECT_TRUE(too_large(p));
  const std::string text = svg(p, layout(p), "p", true);
  EXPECT_NE(text.find("30 threads, 92 events"), std::string::npos);
  EXPECT_EQ(text.find("data-node"), std::string::npos);
  EXPECT_NE(dot(p, "it").find("n91"), std::string::npos);
}

TEST(Svg, ProgramOrderNeedsNoName) {
  EXPECT_EQ(label_of({.from = 0, .to = 1, .relations = {"po"}, .rules = {}}), "");
  EXPECT_EQ(label_of({.from = 0, .to = 1, .relations = {"po", "co", "fr"}, .rules = {}}), "co,fr");
  const Picture p = sample(1, 2, 0, 1);
  EXPECT_EQ(svg(p, layout(p), "p", false).find("class=\"label\""), std::string::npos);
  EXPECT_NE(svg(p, layout(p), "p", true).find("without a name: po"), std::string::npos);
}

TEST(Svg, NothingCanBreakOut) {
  Picture p = sample(1, 2, 0, 1);
  p.nodes[2].text = "<script>&\"'";
  p.title = "a < b";
  p.edges[0].rules = {"acyclic \"x\"\n<y>"};
  const std::string text = svg(p, layout(p), "p", true);
  EXPECT_EQ(text.find("<script"), std::string::npos);
  EXPECT_NE(text.find("&lt;script&gt;&amp;&quot;"), std::string::npos);
  EXPECT_NE(text.find("<title id=\"p-t\">a &lt; b</title>"), std::string::npos);
  EXPECT_NE(text.find("prefers-color-scheme: dark"), std::string::npos) << "alone, it brings its style";
  EXPECT_EQ(svg(p, layout(p), "p", false).find("<style>"), std::string::npos);
}

TEST(Svg, RelationsKeepTheirStyle) {
  EXPECT_EQ(style_of("po"), 0U);
  for (const char* name : {"rf", "co", "fr", "so", "sw", "hb", "something-else", ""}) {
    EXPECT_LT(style_of(name), kStyles);
    EXPECT_NE(style_of(name), style_of("po"));
  }
  Edge e{.from = 0, .to = 1, .relations = {"po", "hb", "rf"}, .rules = {}};
  EXPECT_EQ(leading(e), "rf");
}

TEST(Dot, SaysWhatThePictureSays) {
  Picture p = sample(1, 2, 0, 1);
  p.nodes[3].text = "a \"quoted\" \\ text";
  const std::string text = dot(p, "it");
  EXPECT_EQ(text.find("digraph \"it\" {"), 0U);
  EXPECT_NE(text.find("label=\"a \\\"quoted\\\" \\\\ text\""), std::string::npos);
  EXPECT_NE(text.find("n2 -> n3 [label=\"po\""), std::string::npos);
  EXPECT_NE(text.find("subgraph cluster0"), std::string::npos);
}

TEST(Svg, AnEdgeNeedsNoName) {
  Picture p = sample(2, 2, 0, 1);
  p.edges.push_back({.from = 2, .to = 5, .relations = {}, .rules = {}});
  EXPECT_NE(svg(p, layout(p), "p", true).find("</svg>"), std::string::npos);
  EXPECT_NE(dot(p, "p").find("}"), std::string::npos);
}

}  // namespace
}  // namespace thinair::draw
