#include "show/draw/dot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace thinair::draw {
namespace {

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

// As in picture.css, in colours that hold on white.
constexpr std::array<std::string_view, kStyles> kColours{"#6b7280", "#15803d", "#a16207", "#a21caf", "#b91c1c",
                                                         "#7e22ce", "#1d4ed8", "#0f766e", "#be185d", "#4d7c0f"};
constexpr std::array<std::string_view, kStyles> kLines{"solid", "solid",  "dashed", "dashed", "dotted",
                                                       "bold",  "dashed", "dotted", "dashed", "dotted"};

}  // namespace

std::string dot(const Picture& picture, const std::string& name) {
  std::string out = fmt::format("digraph {} {{\n  label={}; labelloc=t; fontname=monospace;\n", in_quotes(name), in_quotes(picture.title));
  out += "  node [shape=box, style=rounded, fontname=monospace]; edge [fontname=monospace, fontsize=10];\n";
  const auto node = [&](std::size_t i) {
    const Node& n = picture.nodes[i];
    return fmt::format("n{} [label={}{}];\n", i,
                       in_quotes((n.mark == Mark::now       ? "+ "
                                  : n.mark == Mark::earlier ? "* "
                                                            : "") +
                                 n.text),
                       n.mark == Mark::now       ? ", penwidth=2.5"
                       : n.mark == Mark::earlier ? ", style=\"rounded,filled\", fillcolor=\"#e5e7eb\""
                                                 : "");
  };
  for (std::size_t i = 0; i < picture.nodes.size(); ++i)
    if (picture.nodes[i].column == Node::kTop) out += "  " + node(i);
  for (std::size_t c = 0; c < picture.columns.size(); ++c) {
    out += fmt::format("  subgraph cluster{} {{ label={}; color=\"#d1d5db\";\n", c, in_quotes(picture.columns[c]));
    for (std::size_t i = 0; i < picture.nodes.size(); ++i)
      if (picture.nodes[i].column == c) out += "    " + node(i);
    out += "  }\n";
  }
  for (const Edge& e : picture.edges) {
    const std::size_t s = style_of(leading(e));
    // Only program order ranks: other edges may go up.
    out += fmt::format("  n{} -> n{} [label={}, color=\"{}\", fontcolor=\"{}\", style={}{}{}];\n", e.from, e.to,
                       in_quotes(fmt::format("{}", fmt::join(e.relations, ","))), kColours[s], kColours[s], kLines[s],
                       s == 0 ? "" : ", constraint=false", e.rules.empty() ? "" : ", penwidth=2.5");
  }
  return out + "}\n";
}

}  // namespace thinair::draw
