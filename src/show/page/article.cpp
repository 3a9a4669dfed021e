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

using answer::Explanation;
using draw::escaped;
using verdict::Verdict;

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
  explicit Rules(const Explained& e) : e_(e) {}

  // An item that lights up edges.
  std::string item(const answer::Rule& rule, bool needed) const {
    const Sentence s = sentence(rule, e_.sources);
    return fmt::format("<li tabindex=\"0\"{} data-rule=\"{}\" data-relations=\"{}\"><code>{}</code> <span class=\"place\">{}</span></li>\n",
                       needed ? " class=\"needed\"" : "", escaped(rule.name), escaped(fmt::format("{}", fmt::join(rule.relations, " "))),
                       escaped(s.text.empty() ? rule.name : s.text), escaped(s.place));
  }

  // Those that are no part of the reason. What every model has from the standard library says nothing about this one.
  std::string others() const {
    std::string items;
    std::size_t count = 0;
    const auto& needed = e_.explanation.reason.rules;
    for (const answer::Rule& rule : e_.explanation.rules) {
      const bool library = rule.where.file < e_.sources.size() && e_.sources.name(rule.where.file).ends_with("stdlib.cat");
      if (library || std::ranges::find(needed, rule.name, &answer::Rule::name) != needed.end()) continue;
      items += item(rule, false);
      ++count;
    }
    if (needed.empty()) return fmt::format("<h4>Rules of the model</h4>\n<ul class=\"rules\">\n{}</ul>\n", items);
    return fmt::format("<details><summary>Other rules of the model ({})</summary>\n<ul class=\"rules\">\n{}</ul></details>\n", count,
                       items);
  }

 private:
  const Explained& e_;
};

std::string why_text(const Explained& e) {
  const Explanation& x = e.explanation;
  switch (x.verdict) {
    case Verdict::unknown: return x.limit.text;
    case Verdict::allowed: {
      const answer::Outcome& outcome = x.answer.outcomes.front();
      const std::string state = text::state_line(e.test, outcome.state);
      if (!outcome.justification) return fmt::format("An execution ends with {}", state);
      return fmt::format("It is justified in {} stages; it ends with {}", outcome.justification->stages.size() + 1, state);
    }
    case Verdict::forbidden: break;
  }
  switch (x.why) {
    case Explanation::Why::values: return "No choice of the writes that reads see gives these values.";
    case Explanation::Why::checks:
      if (x.refutation.count == 1)
        return fmt::format("The one candidate that would give these values is not consistent with {}.", e.explanation.single_model);
      return fmt::format("None of the {} candidates that would give these values is consistent with {}.", x.refutation.count,
                         e.explanation.single_model);
    case Explanation::Why::thin_air: {
      const auto values = grounded_values(e.test, e.explanation);
      return fmt::format(
          "The values would come out of thin air.{}",
          values.empty() ? "" : fmt::format(" From its initial values the program can write no others than {}.", fmt::join(values, "; ")));
    }
    case Explanation::Why::unjustified:
      return fmt::format("Executions with these values are consistent with {}, but none of them is justified.", e.explanation.single_model);
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
                                verdict, escaped(e.model), escaped(why_text(e)));
  const Rules rules(e);
  const auto pictures = frames(e);
  out += "<div class=\"columns\">\n<div>\n";
  if (!pictures.empty()) out += frames_html(pictures, id);
  out += "</div>\n<div>\n";
  if (x.verdict == Verdict::forbidden) {
    out += fmt::format("<h4>{}</h4>\n<ul class=\"rules\">\n", x.reason.minimal
                                                                  ? "A minimal reason: without any one of these it would be possible"
                                                                  : "These exclude it; whether fewer would do is not known");
    for (const answer::Rule& rule : x.reason.rules) out += rules.item(rule, true);
    out += "</ul>\n<ul class=\"facts\">\n";
    for (const answer::Fact& fact : x.reason.facts) {
      const Sentence s = sentence(fact, e.sources, e.test.program.arch);
      out += fmt::format("<li>{} <span class=\"place\">{}</span></li>\n", told(s.text), escaped(s.place));
    }
    out += "</ul>\n";
  }
  out += rules.others() + "</div>\n</div>\n";
  out += fmt::format("<details><summary>The same as text</summary><pre>{}</pre></details>\n", escaped(text::explain(e, Style{})));
  return out;
}

}  // namespace thinair::report::html
