#include "show/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "show/draw/embedded.hpp"
#include "show/draw/svg.hpp"
#include "show/page/frame.hpp"

namespace thinair::report::html {
namespace {

using draw::escaped;

std::string asset(std::string_view path) {
  const auto files = draw::embedded_files();
  const auto at = std::ranges::find(files, path, &EmbeddedFile::path);
  return at == files.end() ? "" : std::string(at->text);
}

std::string verdict_html(const Cell& cell) {
  std::string out = fmt::format("<span class=\"{}\">{}</span>", cell.verdict, cell.verdict);
  if (cell.expected.empty()) return out;
  return out + fmt::format("<br><span class=\"{}\" title=\"{}\">{}</span>", cell.surprising ? "bad" : "soft", escaped(cell.source),
                           escaped(cell.expected));
}

std::string file_html(const std::string& source) {
  std::string out = "<pre class=\"file\" tabindex=\"0\" aria-label=\"The test's file\">";
  std::size_t line = 1;
  for (std::size_t at = 0; at < source.size(); ++line) {
    const std::size_t end = std::min(source.find('\n', at), source.size());
    out += fmt::format("<span class=\"n\" aria-hidden=\"true\">{}</span>{}\n", line, escaped(source.substr(at, end - at)));
    at = end + 1;
  }
  return out + "</pre>\n";
}

// What marks mean, as far as the pictures of these articles have them.
std::string legend(const std::string& articles) {
  std::string out = draw::legend(articles);
  if (articles.find("data-at=") != std::string::npos)
    out += "<span>Point at a line of the program to find its events, or at an event to find its line.</span>";
  return out.empty() ? "" : fmt::format("<p class=\"legend\" aria-label=\"How to read the pictures\">{}</p>\n", out);
}

std::string model_heading(const std::string& model, const Library& library, const std::string& folder) {
  const std::string link = library.link(model, folder), title = library.title(model);
  return fmt::format("<th scope=\"col\">{}{}</th>",
                     link.empty() ? escaped(model) : fmt::format("<a href=\"{}\">{}</a>", link, escaped(model)),
                     title.empty() ? "" : fmt::format(" <span class=\"title\">{}</span>", escaped(title)));
}

}  // namespace

std::string head(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<title>{}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{}{}</style>\n</head>\n<body>\n<a "
      "class=\"skip\" "
      "href=\"#main\">To the content</a>\n",
      escaped(title), asset("picture.css"), asset("page.css"));
}

std::string foot() { return fmt::format("</main>\n<script>\n{}{}</script>\n</body>\n</html>\n", asset("page.js"), asset("site.js")); }

std::string page(const Page& p, const Library& library) {
  std::string out = head(p.name + " - thinair");
  out += "<header>\n";
  if (!p.home.empty()) out += fmt::format("<nav><a href=\"{}\">All tests</a></nav>\n", local_link(p.home));
  out += fmt::format("<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\">{}</svg>\n", draw::arrows("page"));
  out += fmt::format("<h1>{}</h1>\n<p>{}</p>\n</header>\n<main id=\"main\">\n", escaped(p.name), escaped(p.doc));
  // Only models that have something to say of this test.
  std::vector<std::size_t> shown;
  for (std::size_t m = 0; m < p.models.size(); ++m)
    if (std::ranges::any_of(p.rows, [&](const Row& r) { return m < r.cells.size() && !r.cells[m].verdict.empty(); })) shown.push_back(m);
  out +=
      "<h2 id=\"outcomes\">Outcomes</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-labelledby=\"outcomes\">\n<table class=\"outcomes\">\n<thead><tr>"
      "<th scope=\"col\">outcome</th>";
  for (const std::size_t m : shown) out += model_heading(p.models[m], library, p.model_folder);
  out += "</tr></thead>\n<tbody>\n";
  std::string articles;
  for (std::size_t r = 0; r < p.rows.size(); ++r) {
    out += fmt::format("<tr><th scope=\"row\"><span class=\"soft\">{}</span> <code>{}</code></th>", escaped(p.rows[r].keyword),
                       escaped(p.rows[r].asked));
    for (const std::size_t m : shown) {
      const Cell& cell = p.rows[r].cells[m];
      if (cell.article.empty()) {
        out += fmt::format("<td>{}</td>", verdict_html(cell));
        continue;
      }
      out += fmt::format("<td><a href=\"#o{}-{}\">{}</a></td>", r, m, verdict_html(cell));
      articles += fmt::format("<article id=\"o{}-{}\" class=\"viewer\">\n{}</article>\n", r, m, cell.article);
    }
    out += "</tr>\n";
  }
  out += "</tbody>\n</table>\n</div>\n";
  if (!articles.empty()) out += "<h2>Why</h2>\n" + legend(articles) + articles;
  out += "<h2 id=\"test\">The test's file</h2>\n" + file_html(p.source);
  if (p.model_folder.empty() && !library.texts().empty()) {
    out += "<h2 id=\"models\">The models</h2>\n";
    for (const Library::Text& text : library.texts())
      out += fmt::format("<details><summary>{} <span class=\"title\">{}</span></summary>\n{}</details>\n", escaped(text.name),
                         escaped(text.title), Library::lines(text, false));
  }
  return out + foot();
}

std::string model_page(const Library::Text& text, const std::string& home) {
  std::string out = head(text.name + " - thinair");
  out += fmt::format("<header>\n<nav><a href=\"{}\">All tests</a></nav>\n<h1>{}</h1>\n<p>{}</p>\n</header>\n<main id=\"main\">\n",
                     local_link(home), escaped(text.name), escaped(text.title));
  return out + Library::lines(text, true) + foot();
}

Row row(const suite::Run& run, const suite::TestResult& result, std::size_t c) {
  const program::Clause& clause = result.entry->test.clauses[c];
  Row out{std::string(keyword(clause.kind)), clause.text, {}};
  for (std::size_t m = 0; m < run.models.size(); ++m) {
    const suite::Judged& judged = result.by_model[m][c];
    Cell cell;
    cell.model = run.models[m].name;
    cell.verdict = judged.status == suite::Status::foreign       ? ""
                   : judged.status == suite::Status::unsupported ? "unsupported"
                                                                 : std::string(name(judged.verdict));
    cell.surprising = judged.status == suite::Status::fail;
    if (judged.expected && judged.expected->verdict != verdict::Verdict::unknown) {
      cell.expected = judged.status == suite::Status::pass ? "as expected" : fmt::format("expected {}", name(judged.expected->verdict));
      cell.source = judged.expected->source;
    }
    out.cells.push_back(std::move(cell));
  }
  return out;
}

}  // namespace thinair::report::html
