// The index of a site: search first, then a table of counts and the tests for each set of models that judge the same families, as the
// command line prints them.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "show/draw/svg.hpp"
#include "show/page/frame.hpp"
#include "show/page/page.hpp"

namespace thinair::report::html {
namespace {

using draw::escaped;

constexpr std::size_t kOpenUpTo = 40;  // tests of a site whose families are not folded

struct Family {
  std::string name;
  std::vector<const Entry*> entries;
  std::vector<std::size_t> models;  // that have something to say of one of its tests
};

struct Group {
  std::vector<std::size_t> models;
  std::vector<Family> families;
};

std::vector<Group> groups(std::size_t models, const std::vector<Entry>& entries) {
  std::vector<Family> families;
  for (const Entry& e : entries) {
    auto at = std::ranges::find(families, e.family, &Family::name);
    if (at == families.end()) at = families.insert(at, {e.family, {}, {}});
    at->entries.push_back(&e);
  }
  std::vector<Group> out;
  for (Family& family : families) {
    for (std::size_t m = 0; m < models; ++m)
      if (std::ranges::any_of(family.entries, [&](const Entry* e) {
            return std::ranges::any_of(e->rows, [&](const Row& row) { return !row.cells[m].verdict.empty(); });
          }))
        family.models.push_back(m);
    auto at = std::ranges::find(out, family.models, &Group::models);
    if (at == out.end()) at = out.insert(at, {family.models, {}});
    at->families.push_back(std::move(family));
  }
  return out;
}

// "Java", or "AArch64 and Power" where the same models judge both.
std::string title_of(const Group& group) {
  std::vector<std::string> names;
  for (const Family& family : group.families)
    for (const Entry* e : family.entries)
      if (!e->architecture.empty() && std::ranges::find(names, e->architecture) == names.end()) names.push_back(e->architecture);
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return out.empty() ? "Tests" : out;
}

std::string shown_name(const std::string& family) { return family.empty() ? "." : family; }

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

class Index {
 public:
  Index(const suite::Run& run, const std::vector<Entry>& entries, const Library& library)
      : run_(run), entries_(entries), library_(library), counts_(suite::tally(run)), groups_(groups(run.models.size(), entries)) {}

  std::string html() {
    std::string out = head("Catalogue - thinair");
    std::size_t outcomes = 0;
    for (const Entry& e : entries_) outcomes += e.rows.size();
    std::set<std::size_t> models;
    for (const Group& group : groups_) models.insert(group.models.begin(), group.models.end());
    out += fmt::format(
        "<header><h1>The catalogue</h1>\n<p>{} tests with {} outcomes, judged under {} model{}.</p></header>\n<main id=\"main\">\n",
        entries_.size(), outcomes, models.size(), models.size() == 1 ? "" : "s");
    out += filters();
    out += "<p class=\"soft overview\">The tables count verdicts that match the literature, of those with a known expected verdict.</p>\n";
    for (const Group& group : groups_) {
      out += fmt::format("<section>\n<h2>{}</h2>\n", escaped(title_of(group)));
      out += counts(group);
      for (const Family& family : group.families) out += tests(family);
      out += "</section>\n";
    }
    return out + foot();
  }

 private:
  std::string filters() const {
    std::string out =
        "<form class=\"filters\" role=\"search\" onsubmit=\"return false\"><label class=\"wide\">Search <input id=\"search\" "
        "type=\"search\" placeholder=\"name or words\"></label><label>Family <select id=\"family\"><option value=\"\">all</option>";
    for (const Group& group : groups_)
      for (const Family& family : group.families) out += fmt::format("<option>{}</option>", escaped(family.name));
    out += "</select></label><label>Model <select id=\"model\"><option value=\"\">any</option>";
    for (std::size_t m = 0; m < run_.models.size(); ++m)
      if (std::ranges::any_of(groups_, [&](const Group& group) { return std::ranges::find(group.models, m) != group.models.end(); }))
        out += fmt::format("<option>{}</option>", escaped(run_.models[m].name));
    return out +
           "</select></label><label>Verdict <select id=\"verdict\"><option value=\"\">any</option><option>allowed</option>"
           "<option>forbidden</option><option>unknown</option><option value=\"surprising\">not as expected</option></select></label>"
           "<span class=\"shown\" role=\"status\"></span></form>\n";
  }

  std::string heading(std::size_t m) const {
    const std::string& model = run_.models[m].name;
    const std::string link = library_.link(model, "models/"), title = library_.title(model);
    const std::string name = link.empty() ? escaped(model) : fmt::format("<a href=\"{}\">{}</a>", link, escaped(model));
    return fmt::format("<th scope=\"col\"{}>{}</th>", title.empty() ? "" : fmt::format(" title=\"{}\"", escaped(title)), name);
  }

  // Verdicts by family and model, of models that somebody expects something of here.
  std::string counts(const Group& group) const {
    std::vector<suite::FamilyCount> rows;
    for (const Family& family : group.families)
      if (const auto at = std::ranges::find(counts_, family.name, &suite::FamilyCount::family); at != counts_.end()) rows.push_back(*at);
    if (rows.empty()) return "";
    const suite::FamilyCount sum = suite::total(rows);
    const auto judged = [](const suite::Count& count) { return count[suite::Status::pass] + count[suite::Status::fail]; };
    std::vector<std::size_t> models;
    for (const std::size_t m : group.models)
      if (judged(sum.by_model[m]) > 0) models.push_back(m);
    if (rows.size() > 1) rows.push_back(sum);
    std::string out =
        "<div class=\"overview\">\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Counts\">\n<table "
        "class=\"counts\">\n<thead><tr>"
        "<th scope=\"col\">family</th><th scope=\"col\">tests</th>";
    for (const std::size_t m : models) out += heading(m);
    out += "</tr></thead>\n<tbody>\n";
    for (const suite::FamilyCount& row : rows) {
      const bool total = &row == &rows.back() && rows.size() > 1;
      const std::string name = escaped(shown_name(row.family));
      out += fmt::format("<tr{}><th scope=\"row\">{}</th><td>{}</td>", total ? " class=\"total\"" : "",
                         total ? name : fmt::format("<a href=\"#{}\">{}</a>", anchor(row.family).substr(2), name), row.tests);
      for (const std::size_t m : models) {
        const suite::Count& count = row.by_model[m];
        const std::size_t fail = count[suite::Status::fail];
        if (judged(count) == 0)
          out += "<td class=\"soft\">\u2013</td>";
        else if (fail == 0)
          out += fmt::format("<td>all {}</td>", judged(count));
        else
          out += fmt::format("<td>{} of {} <span class=\"bad\">{} not</span></td>", count[suite::Status::pass], judged(count), fail);
      }
      out += "</tr>\n";
    }
    out += "</tbody>\n</table>\n</div>\n";
    return out + "</div>\n";
  }

  // The name of a family's part of the page, as an address has it.
  static std::string anchor(const std::string& family) { return local_link("family-" + family); }

  std::string tests(const Family& family) const {
    std::string out = fmt::format("<details class=\"family\" id=\"{}\"{}><summary>{} <span class=\"title\">{} {}</span></summary>\n",
                                  escaped("family-" + family.name), entries_.size() <= kOpenUpTo ? " open" : "",
                                  escaped(shown_name(family.name)), family.entries.size(), family.entries.size() == 1 ? "test" : "tests");
    out += "<table class=\"tests\">\n<thead><tr><th scope=\"col\">test</th>";
    for (const std::size_t m : family.models) out += heading(m);
    out += "</tr></thead>\n<tbody>\n";
    for (const Entry* e : family.entries) {
      out += fmt::format(
          "<tr data-test=\"{}\" data-family=\"{}\"><th scope=\"row\"><a href=\"{}\">{}</a> <span class=\"about\">{}</span></th>",
          escaped(lower_case(e->id + " " + e->doc)), escaped(e->family), local_link(e->link), escaped(e->name), escaped(e->doc));
      for (const std::size_t m : family.models) out += cell(*e, m);
      out += "</tr>\n";
    }
    return out + "</tbody>\n</table>\n</details>\n";
  }

  // The verdict, or how many outcomes have each.
  std::string cell(const Entry& e, std::size_t m) const {
    struct Same {
      const Cell* cell;
      std::size_t count;
      std::string asked;
    };
    std::vector<Same> all;
    std::string verdicts;
    for (const Row& row : e.rows) {
      const Cell& one = row.cells[m];
      verdicts += fmt::format("{}{}{}", verdicts.empty() ? "" : " ", one.verdict, one.surprising ? " surprising" : "");
      auto at = std::ranges::find_if(
          all, [&](const Same& same) { return same.cell->verdict == one.verdict && same.cell->surprising == one.surprising; });
      if (at == all.end()) at = all.insert(at, {&one, 0, ""});
      ++at->count;
      at->asked += fmt::format("{}{} {}", at->asked.empty() ? "" : "\n", row.keyword, row.asked);
    }
    std::ranges::stable_sort(all, {}, [](const Same& same) { return same.cell->verdict; });
    std::string cells;
    for (const Same& same : all)
      cells += fmt::format("<div title=\"{}\">{}<span class=\"{}\">{}</span>{}</div>", escaped(same.asked),
                           e.rows.size() == 1 || same.cell->verdict.empty() ? "" : fmt::format("{} ", same.count), same.cell->verdict,
                           same.cell->verdict, same.cell->surprising ? " <span class=\"bad\">not as expected</span>" : "");
    return fmt::format("<td data-model=\"{}\" data-verdict=\"{}\">{}</td>", escaped(run_.models[m].name), verdicts, cells);
  }

  const suite::Run& run_;
  const std::vector<Entry>& entries_;
  const Library& library_;
  std::vector<suite::FamilyCount> counts_;
  std::vector<Group> groups_;
};

}  // namespace

std::string index(const suite::Run& run, const std::vector<Entry>& entries, const Library& library) {
  return Index(run, entries, library).html();
}

}  // namespace thinair::report::html
