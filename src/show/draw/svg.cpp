#include "show/draw/svg.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "show/draw/embedded.hpp"

namespace thinair::draw {
namespace {

constexpr const char* kPage = "page";

std::string style() {
  const auto files = embedded_files();
  const auto at = std::ranges::find(files, "picture.css", &EmbeddedFile::path);
  return at == files.end() ? "" : std::string(at->text);
}

std::string node(const Node& n, const Box& b, std::size_t index) {
  std::string classes = "node";
  if (n.mark == Mark::now) classes += " committed now";
  if (n.mark == Mark::earlier) classes += " committed earlier";
  if (n.fresh) classes += " fresh";
  std::string out =
      fmt::format("<g class=\"{}\" data-node=\"{}\"{}><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"7\"/>",
                  classes, index, n.at.empty() ? "" : fmt::format(" data-at=\"{}\"", escaped(n.at)), b.x, b.y, b.w, b.h);
  const double shift = n.mark == Mark::none ? 0 : 8;
  if (n.mark != Mark::none)
    out += fmt::format("<text class=\"mark\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", b.x + 13, b.y + b.h / 2 + 4.5,
                       n.mark == Mark::now ? "+" : "\u2713");
  out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text></g>\n", b.centre().x + shift, b.centre().y + 4.5, escaped(n.text));
  return out;
}

std::string edge(const Edge& e, const PlacedEdge& placed, const std::string& id) {
  const Curve& c = placed.curve;
  const std::size_t s = style_of(leading(e));
  const Box& l = placed.label;
  return fmt::format(
      "<g class=\"edge s{}{}\" data-relations=\"{}\" data-rules=\"{}\" data-from=\"{}\" data-to=\"{}\">"
      "<path d=\"M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}\" marker-end=\"url(#{}-a{})\"/>"
      "<rect class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"3\"/>"
      "<text class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text></g>\n",
      s, e.fresh ? " fresh" : "", escaped(fmt::format("{}", fmt::join(e.relations, " "))),
      escaped(fmt::format("{}", fmt::join(e.rules, "\n"))), e.from, e.to, c[0].x, c[0].y, c[1].x, c[1].y, c[2].x, c[2].y, c[3].x, c[3].y,
      id, s, l.x, l.y, l.w, l.h, l.centre().x, l.centre().y + 4, escaped(placed.text));
}

}  // namespace

std::string arrows(const std::string& id) {
  std::string out = "<defs>";
  for (std::size_t s = 0; s < kStyles; ++s)
    out += fmt::format(
        "<marker id=\"{}-a{}\" class=\"s{}\" viewBox=\"0 0 10 10\" refX=\"9.5\" refY=\"5\" markerUnits=\"userSpaceOnUse\" "
        "markerWidth=\"11\" markerHeight=\"11\" orient=\"auto-start-reverse\"><path d=\"M0 0.8L10 5L0 9.2z\"/></marker>",
        id, s, s);
  return out + "</defs>\n";
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += "&#10;"; break;
      default:
        // Characters that XML does not have, in names that somebody else wrote.
        if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r')
          out += "\u00b7";
        else
          out += c;
    }
  return out;
}

std::string svg(const Picture& picture, const Layout& placed, const std::string& id, bool alone) {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture{}\" role=\"img\" aria-labelledby=\"{}-t {}-d\" viewBox=\"0 0 {:.0f} "
      "{:.0f}\" "
      "width=\"{:.0f}\" height=\"{:.0f}\">\n<title id=\"{}-t\">{}</title>\n<desc id=\"{}-d\">{}</desc>\n",
      alone ? " alone" : "", id, id, placed.width, placed.height, placed.width, placed.height, id, escaped(picture.title), id,
      escaped(picture.description));
  if (alone) out += fmt::format("<style>\n{}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n", style());
  if (alone) out += arrows(id);
  for (std::size_t c = 0; c < picture.columns.size(); ++c) {
    const Box& b = placed.headings[c];
    out += fmt::format("<text class=\"heading\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", b.centre().x, b.centre().y + 4,
                       escaped(picture.columns[c]));
  }
  // Program order first, so that what matters more lies on top; labels belong to their edges and never meet a box.
  for (const bool order : {true, false})
    for (std::size_t i = 0; i < picture.edges.size(); ++i)
      if ((style_of(leading(picture.edges[i])) == 0) == order) out += edge(picture.edges[i], placed.edges[i], alone ? id : kPage);
  for (std::size_t i = 0; i < picture.nodes.size(); ++i) out += node(picture.nodes[i], placed.nodes[i], i);
  return out + "</svg>\n";
}

}  // namespace thinair::draw
