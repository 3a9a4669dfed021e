// One explanation in a page: pictures on the left, what they mean on the right.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "draw/svg.hpp"
#include "report/page.hpp"
#include "report/pictures.hpp"
#include "report/sentences.hpp"
#include "report/text.hpp"

namespace thinair::report::html {
namespace {

using draw::escaped;
using verdict::Explanation;
using verdict::Verdict;

// Names of relations in a piece of a model: words, without the T. and G. of conditions.
std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  const auto end = [&] {
    if (word.starts_with("T.") || word.starts_with("G.")) word.erase(0, 2);
    if (!word.empty()) out.push_back(word);
    word.clear();
  };
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
    if (letter)
      word += c;
    else
      end();
  }
  end();
  return out;
}

void add_names(const cat::Expr& expr, std::vector<std::string>& out) {
  if (expr.kind == cat::Expr::Kind::name) std::ranges::copy(words(expr.name), std::back_inserter(out));
  for (const cat::ExprPtr& kid : expr.kids) add_names(*kid, out);
}

// What the names of a model stand for, and which of them pictures draw.
struct Names {
  std::map<std::string, std::vector<std::string>> defined;
  std::set<std::string> drawn{"po", "rf", "co", "fr", "data", "ctrl", "addr"};

  void read(const std::vector<cat::Binding>& bindings) {
    for (const cat::Binding& b : bindings)
      if (!b.pattern.names.empty()) add_names(*b.value, defined[b.pattern.names[0]]);
  }
  void read(const std::vector<cat::Stmt>& statements) {
    for (const cat::Stmt& s : statements) {
      if (s.kind == cat::Stmt::Kind::let) read(s.bindings);
      if (s.kind == cat::Stmt::Kind::show) drawn.insert(s.names.begin(), s.names.end());
      if (s.kind == cat::Stmt::Kind::with) drawn.insert(s.name);
      if (s.kind == cat::Stmt::Kind::include) read(s.body);
    }
  }
};

std::string relations_of(const Names& names, std::string_view rule) {
  std::vector<std::string> open = words(rule);
  std::set<std::string> seen, out;
  while (!open.empty()) {
    const std::string word = open.back();
    open.pop_back();
    if (!seen.insert(word).second) continue;
    if (names.drawn.contains(word)) {
      out.insert(word);
      continue;
    }
    if (const auto at = names.defined.find(word); at != names.defined.end()) open.insert(open.end(), at->second.begin(), at->second.end());
  }
  return fmt::format("{}", fmt::join(out, " "));
}

std::string rules_html(const Explained& e) {
  Names names;
  names.read(e.model.single().statements);
  if (const mem::Model* multi = e.model.multi()) names.read(multi->definitions);
  std::string out = "<ul class=\"rules\">\n";
  const auto& needed = e.explanation.reason.rules;
  const auto all = verdict::rules_of(e.model);
  for (const bool first : {true, false})
    for (const verdict::Rule& rule : all) {
      if ((std::ranges::find(needed, rule.name, &verdict::Rule::name) != needed.end()) != first) continue;
      const Sentence s = sentence(rule, e.sources);
      const std::string_view text =
          rule.where.end > rule.where.begin && rule.where.file < e.sources.size() ? e.sources.text(rule.where) : "";
      out += fmt::format(
          "<li tabindex=\"0\"{} data-rule=\"{}\" data-relations=\"{}\"><code>{}</code> <span class=\"place\">{}{}</span></li>\n",
          first ? " class=\"needed\"" : "", escaped(rule.name), escaped(relations_of(names, text)),
          escaped(s.text.empty() ? rule.name : s.text), escaped(s.place), first ? ", part of the reason" : "");
    }
  return out + "</ul>\n";
}

std::string why_text(const Explained& e) {
  const Explanation& x = e.explanation;
  switch (x.verdict) {
    case Verdict::unknown: return x.limit;
    case Verdict::allowed: {
      const search::Outcome& outcome = x.answer.outcomes.front();
      const std::string state = text::state_line(e.test, outcome.state);
      if (!outcome.proof) return fmt::format("An execution ends with {}", state);
      return fmt::format("It is justified in {} stages; it ends with {}", outcome.proof->justification.stages.size() + 1, state);
    }
    case Verdict::forbidden: break;
  }
  switch (x.why) {
    case Explanation::Why::values: return "No choice of the writes that reads see gives these values.";
    case Explanation::Why::checks:
      return fmt::format("No execution is consistent with {}: each of the {} that would give these values is rejected.",
                         e.model.single().name,
                         x.refutation.count == 1 ? "candidates, one," : fmt::format("{} candidates", x.refutation.count));
    case Explanation::Why::thin_air: {
      const auto values = grounded_values(e.test);
      return fmt::format(
          "The values would come out of thin air.{}",
          values.empty() ? "" : fmt::format(" From its initial values the program can write no others than {}.", fmt::join(values, "; ")));
    }
    case Explanation::Why::unjustified:
      return fmt::format("Executions with these values are consistent with {}, but none of them is justified.", e.model.single().name);
  }
  return "";
}

std::string frames_html(const std::vector<Frame>& all, const std::string& id) {
  std::string out;
  if (all.size() > 1)
    out +=
        "<div class=\"stepper\" role=\"group\" aria-label=\"Pictures\"><button type=\"button\" class=\"previous\">\u25c0 Previous</button>"
        "<button type=\"button\" class=\"next\">Next \u25b6</button><span class=\"count mono\"></span><span class=\"soft\">arrow keys too"
        "</span></div>\n";
  out += "<div class=\"frames\" aria-live=\"polite\" tabindex=\"0\" role=\"group\" aria-label=\"Picture\">\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Frame& frame = all[i];
    out += fmt::format("<figure class=\"frame\">\n<figcaption class=\"caption\">{}</figcaption>\n{}", escaped(frame.caption),
                       draw::svg(frame.picture, draw::layout(frame.picture), fmt::format("{}f{}", id, i), false));
    if (!frame.sentences.empty()) {
      out += "<ul class=\"told\">\n";
      for (const std::string& told : frame.sentences) out += fmt::format("<li>{}</li>\n", escaped(told));
      out += "</ul>\n";
    }
    out += "</figure>\n";
  }
  return out + "</div>\n";
}

}  // namespace

std::string explanation(const Explained& e, const std::string& id) {
  const Explanation& x = e.explanation;
  const std::string_view verdict = x.verdict == Verdict::allowed ? "allowed" : x.verdict == Verdict::forbidden ? "forbidden" : "unknown";
  std::string out = fmt::format("<h3><code>{}</code> is <span class=\"{}\">{}</span> under {}</h3>\n<p>{}</p>\n", escaped(e.asked), verdict,
                                verdict, escaped(e.model.name), escaped(why_text(e)));
  const auto pictures = frames(e);
  out += "<div class=\"columns\">\n<div>\n";
  if (!pictures.empty()) out += frames_html(pictures, id);
  out += "</div>\n<div>\n";
  if (x.verdict == Verdict::forbidden) {
    out += fmt::format("<h4>{}</h4>\n<ul class=\"facts\">\n", x.reason.minimal
                                                                  ? "The smallest reason: without any one of these it would be possible"
                                                                  : "These exclude it; whether fewer would do is not known");
    for (const Sentence& s : sentences(x.reason, e.sources))
      if (s.kind != "rule")
        out += fmt::format("<li>{} <span class=\"place\">{}</span></li>\n", escaped(s.text), escaped(s.place));
      else
        out += fmt::format("<li>Rule <b>{}</b> of {} <span class=\"place\">{}</span></li>\n", escaped(s.subject), escaped(e.model.name),
                           escaped(s.place));
    out += "</ul>\n";
  }
  out += "<h4>Rules of the model</h4>\n" + rules_html(e) + "</div>\n</div>\n";
  out += fmt::format("<details><summary>The same as text</summary><pre>{}</pre></details>\n", escaped(text::explain(e, Style{})));
  return out;
}

}  // namespace thinair::report::html
