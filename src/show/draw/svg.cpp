#include "show/draw/svg.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "show/draw/embedded.hpp"

namespace thinair::draw {
namespace {

constexpr const char* kPage = "page";
constexpr double kSmallest = 0.92;  // of its size: a picture that has less room than this scrolls, so that its text stays legible

std::string style() {
  const auto files = embedded_files();
  const auto at = std::ranges::find(files, "picture.css", &EmbeddedFile::path);
  return at == files.end() ? "" : std::string(at->text);
}

std::string node(const Node& n, const Box& b, std::size_t index) {
  std::string classes = n.step ? "node step" : "node";
  if (n.mark == Mark::now) classes += " committed now";
  if (n.mark == Mark::earlier) classes += " committed earlier";
  if (n.column == Node::kTop) classes += " initial";
  if (n.small) classes += " small";
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

std::string path_data(const std::vector<Curve>& path) {
  std::string out;
  for (const Curve& c : path) {
    if (out.empty()) out = fmt::format("M{:.1f} {:.1f}", c[0].x, c[0].y);
    out += fmt::format("C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", c[1].x, c[1].y, c[2].x, c[2].y, c[3].x, c[3].y);
  }
  return out;
}

std::string label(const PlacedEdge& placed) {
  const Box& l = placed.label;
  if (placed.text.empty()) return "";
  return fmt::format(
      "<rect class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"3\"/>"
      "<text class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>",
      l.x, l.y, l.w, l.h, l.centre().x, l.centre().y + 4, escaped(placed.text));
}

std::string edge(const Picture& picture, const Edge& e, const PlacedEdge& placed, const std::string& id) {
  const std::size_t s = style_of(leading(e));
  std::string out = fmt::format(
      "<g class=\"edge s{}{}{}\" data-relations=\"{}\" data-rules=\"{}\" data-from=\"{}\" data-to=\"{}\">"
      "<path d=\"{}\" marker-end=\"url(#{}-a{})\"/>",
      s, e.rules.empty() ? "" : " found", e.fresh ? " fresh" : "", escaped(fmt::format("{}", fmt::join(e.relations, " "))),
      escaped(fmt::format("{}", fmt::join(e.rules, "\n"))), picture.nodes[e.from].id, picture.nodes[e.to].id, path_data(placed.path), id,
      s);
  return out + label(placed) + "</g>\n";
}

std::string bracket(const PlacedEdge& placed) {
  return fmt::format("<g class=\"bracket\"><path d=\"{}\"/>{}</g>\n", path_data(placed.path), label(placed));
}

// What stands where a picture would be too large.
std::string note(const Picture& picture, const std::string& id, bool alone) {
  const std::string first = fmt::format("{} threads, {} events and {} edge{} are too many for a picture.", picture.columns.size(),
                                        picture.nodes.size(), picture.edges.size(), picture.edges.size() == 1 ? "" : "s");
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture note{}\" role=\"img\" aria-labelledby=\"{}-t {}-d\" viewBox=\"0 0 560 "
      "70\" "
      "width=\"560\" height=\"70\">\n<title id=\"{}-t\">{}</title>\n<desc id=\"{}-d\">{}</desc>\n{}"
      "<text x=\"280\" y=\"30\">{}</text>\n<text x=\"280\" y=\"52\">thinair explain --dot FILE writes them for Graphviz.</text>\n</svg>\n",
      alone ? " alone" : "", id, id, id, escaped(picture.title), id, escaped(picture.description),
      alone ? fmt::format("<style>\n{}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n", style()) : "", first);
}

bool has_plain_order(const Picture& picture) {
  return std::ranges::any_of(picture.edges, [](const Edge& e) { return style_of(leading(e)) == 0 && label_of(e).empty(); });
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

std::string legend(std::string_view html) {
  const auto has = [&](std::string_view what) { return html.find(what) != std::string_view::npos; };
  std::string out;
  const auto add = [&](std::string_view line) { out += fmt::format("<span>{}</span>", line); };
  if (has("<g class=\"edge s0")) add("grey arrow without a name: program order (po)");
  if (has(" initial\" data-node") || has(" initial fresh\" data-node")) add("dashed box: the initial value of a location");
  if (has("<g class=\"bracket\">")) add("bracket: the thread holds this monitor");
  if (has(" found\" data-relations")) add("thick arrow: part of what the rule finds");
  if (has("\"node committed now"))
    add("<span class=\"swatch\" style=\"background:var(--now);border-color:var(--now-line)\"></span> + committed in this stage");
  if (has("\"node committed earlier"))
    add("<span class=\"swatch\" style=\"background:var(--earlier);border-color:var(--earlier-line)\"></span> \u2713 committed before");
  if (has("\"node step committed now"))
    add("<span class=\"swatch\" style=\"background:var(--now);border-color:var(--now-line)\"></span> + done in this step");
  if (has("\"node step committed earlier"))
    add("<span class=\"swatch\" style=\"background:var(--earlier);border-color:var(--earlier-line)\"></span> \u2713 done before");
  if (has(" fresh\" data-")) add("<b><u>underlined</u></b>, thick arrow: new since the picture before");
  return out;
}

std::string svg(const Picture& picture, const Layout& placed, const std::string& id, bool alone) {
  if (too_large(picture)) return note(picture, id, alone);
  // Nobody else says what an arrow without a name is in a picture that stands alone.
  const bool legend = alone && has_plain_order(picture);
  const double width = legend ? std::max(placed.width, 190.0) : placed.width, height = placed.height + (legend ? 16 : 0);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture{}\" role=\"img\" aria-labelledby=\"{}-t {}-d\" viewBox=\"0 0 {:.0f} "
      "{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\"{}>\n<title id=\"{}-t\">{}</title>\n<desc id=\"{}-d\">{}</desc>\n",
      alone ? " alone" : "", id, id, width, height, width, height,
      alone ? "" : fmt::format(" style=\"min-width:{:.0f}px\"", width * kSmallest), id, escaped(picture.title), id,
      escaped(picture.description));
  if (alone) out += fmt::format("<style>\n{}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n", style());
  if (alone) out += arrows(id);
  for (std::size_t c = 0; c < picture.columns.size(); ++c) {
    const Box& b = placed.headings[c];
    out += fmt::format("<text class=\"heading\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", b.centre().x, b.centre().y + 4,
                       escaped(picture.columns[c]));
  }
  for (const PlacedEdge& placed_bracket : placed.brackets) out += bracket(placed_bracket);
  // Program order first, so that what matters more lies on top; labels belong to their edges and never meet a box.
  for (const bool order : {true, false})
    for (std::size_t i = 0; i < picture.edges.size(); ++i)
      if ((style_of(leading(picture.edges[i])) == 0) == order) out += edge(picture, picture.edges[i], placed.edges[i], alone ? id : kPage);
  for (std::size_t i = 0; i < picture.nodes.size(); ++i) out += node(picture.nodes[i], placed.nodes[i], picture.nodes[i].id);
  if (legend) out += fmt::format("<text class=\"heading\" x=\"{:.1f}\" y=\"{:.1f}\">without a name: po</text>\n", width / 2, height - 8);
  out += "</svg>\n";
  return alone ? out : fmt::format("<div class=\"drawing\">{}</div>\n", out);
}

}  // namespace thinair::draw
