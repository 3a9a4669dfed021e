// One explanation in a page: pictures on the left, what they mean on the right.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "show/draw/svg.hpp"
#include "show/page/page.hpp"
#include "show/page/pictures.hpp"
#include "show/report/sentences.hpp"
#include "show/report/text.hpp"

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

// `pieces of code` as such.
std::string told(std::string_view text) {
  std::string out;
  bool code = false;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('`', at), text.size());
    out += escaped(text.substr(at, end - at));
    if (end < text.size()) out += (code = !code) ? "<code>" : "</code>";
    at = end + 1;
  }
  return out + (code ? "</code>" : "");
}

class Rules {
 public:
  explicit Rules(const Explained& e) : e_(e) {
    names_.read(e.model.single().statements);
    if (const mem::Model* multi = e.model.multi()) names_.read(multi->definitions);
  }

  // An item that lights up edges.
  std::string item(const verdict::Rule& rule, bool needed) const {
    const Sentence s = sentence(rule, e_.sources);
    const bool known = rule.where.end > rule.where.begin && rule.where.file < e_.sources.size();
    return fmt::format("<li tabindex=\"0\"{} data-rule=\"{}\" data-relations=\"{}\"><code>{}</code> <span class=\"place\">{}</span></li>\n",
                       needed ? " class=\"needed\"" : "", escaped(rule.name),
                       escaped(relations_of(names_, known ? e_.sources.text(rule.where) : "")),
                       escaped(s.text.empty() ? rule.name : s.text), escaped(s.place));
  }

  // Those that are no part of the reason. What every model has from the standard library says nothing about this one.
  std::string others() const {
    std::string items;
    std::size_t count = 0;
    const auto& needed = e_.explanation.reason.rules;
    for (const verdict::Rule& rule : verdict::rules_of(e_.model)) {
      const bool library = rule.where.file < e_.sources.size() && e_.sources.name(rule.where.file).ends_with("stdlib.cat");
      if (library || std::ranges::find(needed, rule.name, &verdict::Rule::name) != needed.end()) continue;
      items += item(rule, false);
      ++count;
    }
    if (needed.empty()) return fmt::format("<h4>Rules of the model</h4>\n<ul class=\"rules\">\n{}</ul>\n", items);
    return fmt::format("<details><summary>Other rules of the model ({})</summary>\n<ul class=\"rules\">\n{}</ul></details>\n", count,
                       items);
  }

 private:
  const Explained& e_;
  Names names_;
};

std::string why_text(const Explained& e) {
  const Explanation& x = e.explanation;
  switch (x.verdict) {
    case Verdict::unknown: return x.limit;
    case Verdict::allowed: {
      const axiomatic::Outcome& outcome = x.answer.outcomes.front();
      const std::string state = text::state_line(e.test, outcome.state);
      if (!outcome.proof) return fmt::format("An execution ends with {}", state);
      return fmt::format("It is justified in {} stages; it ends with {}", outcome.proof->justification.stages.size() + 1, state);
    }
    case Verdict::forbidden: break;
  }
  switch (x.why) {
    case Explanation::Why::values: return "No choice of the writes that reads see gives these values.";
    case Explanation::Why::checks:
      if (x.refutation.count == 1)
        return fmt::format("The one candidate that would give these values is not consistent with {}.", e.model.single().name);
      return fmt::format("None of the {} candidates that would give these values is consistent with {}.", x.refutation.count,
                         e.model.single().name);
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
      for (const std::string& sentence : frame.sentences) out += fmt::format("<li>{}</li>\n", told(sentence));
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
  const Rules rules(e);
  const auto pictures = frames(e);
  out += "<div class=\"columns\">\n<div>\n";
  if (!pictures.empty()) out += frames_html(pictures, id);
  out += "</div>\n<div>\n";
  if (x.verdict == Verdict::forbidden) {
    out += fmt::format("<h4>{}</h4>\n<ul class=\"rules\">\n", x.reason.minimal
                                                                  ? "The smallest reason: without any one of these it would be possible"
                                                                  : "These exclude it; whether fewer would do is not known");
    for (const verdict::Rule& rule : x.reason.rules) out += rules.item(rule, true);
    out += "</ul>\n<ul class=\"facts\">\n";
    for (const verdict::Fact& fact : x.reason.facts) {
      const Sentence s = sentence(fact, e.sources);
      out += fmt::format("<li>{} <span class=\"place\">{}</span></li>\n", told(s.text), escaped(s.place));
    }
    out += "</ul>\n";
  }
  out += rules.others() + "</div>\n</div>\n";
  out += fmt::format("<details><summary>The same as text</summary><pre>{}</pre></details>\n", escaped(text::explain(e, Style{})));
  return out;
}

}  // namespace thinair::report::html
