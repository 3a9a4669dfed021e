#include "show/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "show/draw/embedded.hpp"
#include "show/draw/svg.hpp"

namespace thinair::report::html {
namespace {

// A file of the site as an address: relative, whatever its name, so that a folder called `javascript:..` is a folder.
std::string local_link(std::string_view path) {
  std::string out = "./";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/._-~").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

using draw::escaped;

std::string asset(std::string_view path) {
  const auto files = draw::embedded_files();
  const auto at = std::ranges::find(files, path, &EmbeddedFile::path);
  return at == files.end() ? "" : std::string(at->text);
}

std::string head(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<title>{}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{}{}</style>\n</head>\n<body>\n<a "
      "class=\"skip\" "
      "href=\"#main\">To the content</a>\n",
      escaped(title), asset("picture.css"), asset("page.css"));
}

std::string foot() { return fmt::format("</main>\n<script>\n{}</script>\n</body>\n</html>\n", asset("page.js")); }

std::string verdict_html(const Cell& cell) {
  std::string out = fmt::format("<span class=\"{}\">{}</span>", cell.verdict, cell.verdict);
  if (cell.expected.empty()) return out;
  return out + fmt::format("<br><span class=\"{}\" title=\"{}\">{}</span>", cell.surprising ? "bad" : "soft", escaped(cell.source),
                           escaped(cell.expected));
}

std::string program_html(const std::string& source) {
  std::string out = "<pre class=\"program\" tabindex=\"0\" aria-label=\"The test\">";
  std::size_t line = 1;
  for (std::size_t at = 0; at < source.size(); ++line) {
    const std::size_t end = std::min(source.find('\n', at), source.size());
    out += fmt::format("<span class=\"n\" aria-hidden=\"true\">{}</span>{}\n", line, escaped(source.substr(at, end - at)));
    at = end + 1;
  }
  return out + "</pre>\n";
}

// Verdicts by family and model: how many are as expected, of how many that somebody expects.
std::string counts(const suite::Run& run) {
  std::string out = "<table>\n<thead><tr><th scope=\"col\">family</th><th scope=\"col\">tests</th>";
  for (const suite::ModelName& model : run.models) out += fmt::format("<th scope=\"col\">{}</th>", escaped(model.name));
  out += "</tr></thead>\n<tbody>\n";
  auto families = suite::tally(run);
  families.push_back(suite::total(families));
  for (const suite::FamilyCount& family : families) {
    out += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td>", escaped(family.family), family.tests);
    for (const suite::Count& count : family.by_model) {
      const std::size_t pass = count[suite::Status::pass], fail = count[suite::Status::fail];
      out += fmt::format("<td>{} of {}{}</td>", pass, pass + fail, fail > 0 ? fmt::format(" <span class=\"bad\">{} not</span>", fail) : "");
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n<p class=\"soft\">Verdicts that are as expected, of those that somebody expects.</p>\n";
}

std::string legend(const Page& p) {
  std::string articles;
  for (const Row& row : p.rows)
    for (const Cell& cell : row.cells) articles += cell.article;
  const std::string out = draw::legend(articles);
  return out.empty() ? "" : fmt::format("<p class=\"legend\" aria-label=\"How to read the pictures\">{}</p>\n", out);
}

}  // namespace

std::string page(const Page& p) {
  std::string out = head(p.name + " - thinair");
  out += "<header>\n";
  if (!p.home.empty()) out += fmt::format("<nav><a href=\"{}\">All tests</a></nav>\n", local_link(p.home));
  out += fmt::format("<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\">{}</svg>\n", draw::arrows("page"));
  out += fmt::format("<h1>{}</h1>\n<p>{}</p>\n</header>\n<main id=\"main\">\n", escaped(p.name), escaped(p.doc));
  out += "<h2 id=\"test\">The test</h2>\n" + program_html(p.source);
  out +=
      "<h2 id=\"outcomes\">Outcomes</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-labelledby=\"outcomes\">\n<table>\n<thead><tr>"
      "<th scope=\"col\">outcome</th>";
  for (const std::string& model : p.models) out += fmt::format("<th scope=\"col\">{}</th>", escaped(model));
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t r = 0; r < p.rows.size(); ++r) {
    out += fmt::format("<tr><th scope=\"row\"><span class=\"soft\">{}</span> <code>{}</code></th>", escaped(p.rows[r].keyword),
                       escaped(p.rows[r].asked));
    for (std::size_t m = 0; m < p.rows[r].cells.size(); ++m) {
      const Cell& cell = p.rows[r].cells[m];
      if (cell.article.empty())
        out += fmt::format("<td>{}</td>", verdict_html(cell));
      else
        out += fmt::format("<td><a href=\"#o{}-{}\">{}</a></td>", r, m, verdict_html(cell));
    }
    out += "</tr>\n";
  }
  out += "</tbody>\n</table>\n</div>\n<h2>Why</h2>\n" + legend(p);
  for (std::size_t r = 0; r < p.rows.size(); ++r)
    for (std::size_t m = 0; m < p.rows[r].cells.size(); ++m) {
      const Cell& cell = p.rows[r].cells[m];
      if (!cell.article.empty()) out += fmt::format("<article id=\"o{}-{}\" class=\"viewer\">\n{}</article>\n", r, m, cell.article);
    }
  return out + foot();
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

std::string index(const suite::Run& run, const std::vector<Entry>& entries) {
  std::vector<std::string> models;
  for (const suite::ModelName& model : run.models) models.push_back(model.name);
  const std::string summary = counts(run);
  std::string out = head("Catalogue - thinair");
  out +=
      "<header><h1>The catalogue</h1></header>\n<main id=\"main\">\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Summary\">" +
      summary + "</div>\n";
  std::set<std::string> families;
  for (const Entry& e : entries) families.insert(e.family);
  out +=
      "<h2>Tests</h2>\n<form class=\"filters\" role=\"search\" onsubmit=\"return false\"><label>Search <input id=\"search\" "
      "type=\"search\" "
      "placeholder=\"name or words\"></label><label>Family <select id=\"family\"><option value=\"\">all</option>";
  for (const std::string& family : families) out += fmt::format("<option>{}</option>", escaped(family));
  out += "</select></label><label>Model <select id=\"model\"><option value=\"\">any</option>";
  for (const std::string& model : models) out += fmt::format("<option>{}</option>", escaped(model));
  out +=
      "</select></label><label>Verdict <select id=\"verdict\"><option value=\"\">any</option><option>allowed</option><option>forbidden"
      "</option><option>unknown</option><option value=\"surprising\">not as expected</option></select></label>"
      "<span class=\"shown\" role=\"status\"></span></form>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Tests\">\n"
      "<table>\n<thead><tr><th scope=\"col\">test</th>";
  for (const std::string& model : models) out += fmt::format("<th scope=\"col\">{}</th>", escaped(model));
  out += "</tr></thead>\n<tbody>\n";
  for (const Entry& e : entries) {
    std::string words = e.id + " " + e.doc;
    std::ranges::transform(words, words.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    out += fmt::format(
        "<tr data-test=\"{}\" data-family=\"{}\"><th scope=\"row\"><a href=\"{}\">{}</a><br><span class=\"soft\">{}</span></th>",
        escaped(words), escaped(e.family), local_link(e.link), escaped(e.id), escaped(e.doc));
    for (std::size_t m = 0; m < models.size(); ++m) {
      std::string verdicts, cells;
      for (const Row& row : e.rows) {
        const Cell& cell = row.cells[m];
        verdicts += fmt::format("{}{}{}", verdicts.empty() ? "" : " ", cell.verdict, cell.surprising ? " surprising" : "");
        cells += fmt::format("<div title=\"{} {}\"><span class=\"{}\">{}</span>{}</div>", escaped(row.keyword), escaped(row.asked),
                             cell.verdict, cell.verdict, cell.surprising ? " <span class=\"bad\">not as expected</span>" : "");
      }
      out += fmt::format("<td data-model=\"{}\" data-verdict=\"{}\">{}</td>", escaped(models[m]), verdicts, cells);
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n</div>\n" + foot();
}

}  // namespace thinair::report::html
