// One explanation in a page: the program and the reason on the left, pictures on the right.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "show/draw/svg.hpp"
#include "show/page/listing.hpp"
#include "show/page/page.hpp"
#include "show/page/pictures.hpp"
#include "show/report/rule_text.hpp"
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
  Rules(const Explained& e, const Library& library, const std::string& folder) : e_(e), library_(library), folder_(folder) {}

  // An item that lights up edges: what the rule says in words, if its author said it, and the formula.
  std::string item(const answer::Rule& rule, bool needed) const {
    const RuleText text = rule_text(rule, e_.sources);
    std::string out = fmt::format("<li tabindex=\"0\"{} data-rule=\"{}\" data-relations=\"{}\">", needed ? " class=\"needed\"" : "",
                                  escaped(rule.name), escaped(fmt::format("{}", fmt::join(rule.relations, " "))));
    out += fmt::format("<span class=\"says\">{}</span> <span class=\"formula\"><code>{}</code> {}</span>",
                       escaped(text.title.empty() ? rule.name : text.title), escaped(text.formula), place_link(rule.where));
    return out + "</li>\n";
  }

  // Those that are no part of the reason, folded. What every model has from the standard library says nothing about this one.
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
    if (count == 0) return "";
    return fmt::format("<details><summary>{} of the model ({})</summary>\n<ul class=\"rules\">\n{}</ul></details>\n",
                       needed.empty() ? "Rules" : "Other rules", count, items);
  }

 private:
  std::string place_link(Span where) const {
    const std::string at = place(e_.sources, where);
    if (at.empty()) return "";
    const std::string link = library_.link(where.file, e_.sources.position(where.file, where.begin).line, folder_);
    if (link.empty()) return fmt::format("<span class=\"place\">{}</span>", escaped(at));
    return fmt::format("<a class=\"place\" href=\"{}\">{}</a>", link, escaped(at));
  }

  const Explained& e_;
  const Library& library_;
  const std::string& folder_;
};

std::string undefined_text(const Explanation& x) {
  if (x.undefined.empty()) return "";
  return fmt::format("The program has undefined behaviour ({}), so every outcome is allowed. What follows is what the other rules say. ",
                     fmt::join(x.undefined, ", "));
}

std::string why_text(const Explained& e) {
  const Explanation& x = e.explanation;
  switch (x.verdict) {
    case Verdict::unknown: return x.limit.text;
    case Verdict::allowed: {
      const answer::Outcome& outcome = x.answer.outcomes.front();
      std::string state = text::state_line(e.test, outcome.state);
      if (state.ends_with(';')) state.pop_back();
      if (outcome.trace) return fmt::format("The machine comes to `{}` in {} steps.", state, outcome.trace->steps.size());
      if (!outcome.justification) return fmt::format("This execution ends with `{}`.", state);
      return fmt::format("An execution ends with `{}`, and {} stages justify it.", state, outcome.justification->stages.size() + 1);
    }
    case Verdict::forbidden: break;
  }
  switch (x.why) {
    case Explanation::Why::values: return "Whichever writes the reads see, they never give these values.";
    case Explanation::Why::checks:
      if (!x.refutation.complete || x.refutation.count == 0)
        return fmt::format("{} allows no execution with these values.", x.single_model);
      if (x.refutation.count == 1) return fmt::format("One candidate execution has these values, and {} rejects it.", x.single_model);
      return fmt::format("{} candidate executions have these values, and {} rejects them all.", x.refutation.count, x.single_model);
    case Explanation::Why::thin_air: {
      const auto values = grounded_values(e.test, x);
      return values.empty() ? "These values would come out of thin air."
                            : fmt::format(
                                  "These values would come out of thin air. Starting from its initial values, the program can only "
                                  "write {}.",
                                  fmt::join(values, "; "));
    }
    case Explanation::Why::unwritten:
      return fmt::format(
          "{} alone allows executions with these values, but in each of them a plain read sees, in a race, a write that is not known "
          "to happen.",
          x.single_model);
    case Explanation::Why::unjustified:
      return fmt::format("{} alone allows executions with these values, but none of them can be justified.", x.single_model);
  }
  return "";
}

// A model's name as a link to its text, and its title.
std::string model_name(std::string_view model, const Library& library, const std::string& folder) {
  const std::string link = library.link(model, folder), title = library.title(model);
  std::string out = link.empty() ? escaped(model) : fmt::format("<a href=\"{}\">{}</a>", link, escaped(model));
  return title.empty() ? out : fmt::format("{} <span class=\"title\">{}</span>", out, escaped(title));
}

std::string frames_html(const std::vector<Frame>& all, const std::string& id) {
  std::string out;
  if (all.size() > 1)
    out +=
        "<div class=\"stepper\" role=\"group\" aria-label=\"Pictures\"><button type=\"button\" class=\"previous\">\u25c0 Previous</button>"
        "<button type=\"button\" class=\"next\">Next \u25b6</button><span class=\"count mono\"></span><span class=\"soft\">arrow keys too"
        "</span></div>\n";
  out += fmt::format("<div class=\"frames{}\" aria-live=\"polite\" tabindex=\"0\" role=\"group\" aria-label=\"Picture\">\n",
                     all.size() > 1 ? " several" : "");
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Frame& frame = all[i];
    out += fmt::format("<figure class=\"frame\">\n<figcaption><span class=\"caption\">{}</span>", escaped(frame.caption));
    if (!frame.sentences.empty()) {
      out += fmt::format("<ul class=\"told{}\">\n", frame.sentences.size() > 1 ? " many" : "");
      for (const std::string& sentence : frame.sentences) out += fmt::format("<li>{}</li>\n", told(sentence));
      out += "</ul>\n";
    }
    if (!frame.formula.empty()) out += fmt::format("<code class=\"formula\">{}</code>", escaped(frame.formula));
    out += "</figcaption>\n" + draw::svg(frame.picture, draw::layout(frame.picture), fmt::format("{}f{}", id, i), false);
    out += "</figure>\n";
  }
  return out + "</div>\n";
}

}  // namespace

std::string explanation(const Explained& e, const std::string& id, const Library& library, const std::string& model_folder) {
  const Explanation& x = e.explanation;
  const std::string_view verdict = name(told_verdict(x));
  std::string out = fmt::format("<h3><code>{}</code> is <span class=\"{}\">{}</span> under {}</h3>\n<p>{}</p>\n", escaped(e.asked), verdict,
                                verdict, model_name(e.model, library, model_folder), told(undefined_text(x) + why_text(e)));
  for (const notes::Note& note : e.notes) out += fmt::format("<p class=\"note\">Note: {}.</p>\n", escaped(note.text));
  const Rules rules(e, library, model_folder);
  const auto pictures = frames(e);
  out += "<div class=\"columns\">\n" + listing(e.test, e.sources);
  out += "<div class=\"pictures\">\n" + (pictures.empty() ? "" : frames_html(pictures, id)) + "</div>\n<div class=\"reason\">\n";
  if (x.verdict == Verdict::forbidden) {
    out += fmt::format("<h4>{}</h4>\n<ul class=\"rules\">\n", x.reason.minimal ? "Why: without any one of these it would be possible"
                                                                               : "Why: these exclude it together; fewer may do");
    for (const answer::Rule& rule : x.reason.rules) out += rules.item(rule, true);
    out += "</ul>\n<ul class=\"facts\">\n";
    for (const answer::Fact& fact : x.reason.facts) {
      const Sentence s = sentence(fact, e.sources, e.test.program.arch);
      const std::string at = place_key(fact.where);
      // The file is the test's; its line says enough.
      out +=
          fmt::format("<li{}><span>{}</span> <span class=\"place\">{}</span></li>\n", at.empty() ? "" : fmt::format(" data-at=\"{}\"", at),
                      told(s.text), s.place.empty() ? "" : fmt::format("line {}", s.place.substr(s.place.rfind(':') + 1)));
    }
    out += "</ul>\n";
  }
  out += rules.others() + "</div>\n</div>\n";
  out += fmt::format("<details><summary>The same as text</summary><pre>{}</pre></details>\n", escaped(text::explain(e, Style{})));
  return out;
}

}  // namespace thinair::report::html
