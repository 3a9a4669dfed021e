#include "show/draw/tikz.hpp"

#include <fmt/format.h>

#include <array>

namespace thinair::draw {
namespace {

// As in picture.css on white paper.
constexpr std::array<std::string_view, kStyles> kTikzColours{"6B7280", "15803D", "A16207", "A21CAF", "B91C1C",
                                                             "7E22CE", "1D4ED8", "0F766E", "BE185D", "4D7C0F"};
constexpr std::array<std::string_view, kStyles> kTikzLines{"solid", "solid",  "dashed", "dashed", "dotted",
                                                           "solid", "dashed", "dotted", "dashed", "dotted"};
constexpr double kUnit = 0.026;  // centimetres for a unit of the layout: its text has 13 of them, \footnotesize about 8 pt

// TeX's own characters, and those of ours that its fonts have only in mathematics.
std::string tex(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    switch (c) {
      case '\\': out += "\\textbackslash{}"; break;
      case '{': out += "\\{"; break;
      case '}': out += "\\}"; break;
      case '$':
      case '&':
      case '#':
      case '%':
      case '_': out += '\\', out += c; break;
      case '^': out += "\\textasciicircum{}"; break;
      case '~': out += "\\textasciitilde{}"; break;
      case '\n': out += ' '; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20)
          out += ' ';
        else
          out += c;
    }
  }
  return out;
}

std::string tikz_point(Point p) { return fmt::format("({:.2f},{:.2f})", p.x * kUnit, -p.y * kUnit); }

std::string tikz_path(const std::vector<Curve>& curves) {
  std::string out;
  for (const Curve& c : curves) {
    if (out.empty()) out = tikz_point(c[0]);
    out += fmt::format(" .. controls {} and {} .. {}", tikz_point(c[1]), tikz_point(c[2]), tikz_point(c[3]));
  }
  return out;
}

std::string tikz_label(const PlacedEdge& placed, std::string_view colour) {
  if (placed.text.empty()) return "";
  return fmt::format("  \\node[font=\\ttfamily\\scriptsize, text={}, fill=white, inner sep=1pt] at {} {{{}}};\n", colour,
                     tikz_point(placed.label.centre()), tex(placed.text));
}

}  // namespace

std::string tikz_preamble() {
  std::string out = "% Needs \\usepackage{tikz} and \\usetikzlibrary{arrows.meta} in the preamble.\n";
  for (std::size_t s = 0; s < kStyles; ++s) out += fmt::format("\\definecolor{{thinair{}}}{{HTML}}{{{}}}\n", s, kTikzColours[s]);
  return out;
}

std::string tikz(const Picture& picture, const Layout& placed) {
  std::string title = picture.title;
  for (char& c : title)
    if (c == '\n') c = ' ';
  std::string out = fmt::format("% {}\n", title);
  if (too_large(picture)) return out + "% too large for a picture; 'thinair explain --dot' writes it for Graphviz\n";
  out += "\\begin{tikzpicture}[event/.style={draw=black!55, rounded corners=2pt, font=\\ttfamily\\footnotesize, inner sep=0pt}]\n";
  for (std::size_t c = 0; c < picture.columns.size(); ++c)
    out += fmt::format("  \\node[font=\\footnotesize, text=black!60] at {} {{{}}};\n", tikz_point(placed.headings[c].centre()),
                       tex(picture.columns[c]));
  for (const PlacedEdge& bracket : placed.brackets)
    out += fmt::format("  \\draw[black!45] {};\n", tikz_path(bracket.path)) + tikz_label(bracket, "black!60");
  for (std::size_t i = 0; i < picture.edges.size(); ++i) {
    const Edge& e = picture.edges[i];
    const std::size_t s = style_of(leading(e));
    const std::string colour = fmt::format("thinair{}", s);
    out += fmt::format("  \\draw[-{{Stealth[length=4pt]}}, {}, {}{}] {};\n", colour, kTikzLines[s], e.rules.empty() ? "" : ", very thick",
                       tikz_path(placed.edges[i].path)) +
           tikz_label(placed.edges[i], colour);
  }
  for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
    const Node& n = picture.nodes[i];
    const Box& b = placed.nodes[i];
    const std::string_view fill = n.mark == Mark::now       ? ", fill=yellow!35, thick"
                                  : n.mark == Mark::earlier ? ", fill=black!8"
                                                            : ", fill=white";
    out += fmt::format("  \\node[event{}{}, minimum width={:.2f}cm, minimum height={:.2f}cm] at {} {{{}{}}};\n", fill,
                       n.column == Node::kTop ? ", dashed" : "", b.w * kUnit, b.h * kUnit, tikz_point(b.centre()),
                       n.mark == Mark::now       ? "+ "
                       : n.mark == Mark::earlier ? "$\\surd$ "
                                                 : "",
                       tex(n.text));
  }
  return out + "\\end{tikzpicture}\n";
}

}  // namespace thinair::draw
