#include "show/report/explain.hpp"
#include "show/report/jcstress.hpp"
#include "show/report/json_parts.hpp"

namespace thinair::report::json {
namespace {

using jcstress::Judged;
using verdict::Verdict;

std::string_view verdict_word(Verdict verdict) {
  return verdict == Verdict::allowed ? "allowed" : verdict == Verdict::forbidden ? "forbidden" : "unknown";
}

// An object by its name, all else as it is.
Json column_json(const Judged& judged, const jcstress::Column& column, const answer::Datum& datum) {
  const auto* value = std::get_if<program::Value>(&datum);
  return value && is_reference(judged.test, column) ? Json(value_text(judged.test, column, *value)) : datum_json(datum);
}

template <class Values>
Json columns_json(const Judged& judged, const Values& values) {
  Json out = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i)
    out[name(judged.test, judged.columns[i])] = column_json(judged, judged.columns[i], answer::Datum(values[i]));
  return out;
}

Json why_json(const Witnessed& w, const answer::Explanation& why) {
  return Json::parse(explain({w.judged.test, w.model, "", why}))["reason"];
}

}  // namespace

std::string witnessed(const Witnessed& w) {
  const Judged& judged = w.judged;
  Json document = about(judged.test, w.origin);
  document["model"] = w.model;
  document["complete"] = judged.complete;
  document["samples"] = judged.samples;
  if (!judged.not_run.empty()) document["not_run"] = judged.not_run;
  if (!judged.complete) document["reason"] = judged.reason;
  document["mismatches"] = judged.mismatches();
  Json seen = Json::array();
  for (const jcstress::Seen& one : judged.seen) {
    Json object = {{"state", columns_json(judged, one.values)}, {"count", one.count}, {"verdict", verdict_word(one.verdict)}};
    Json configurations = Json::array();
    for (const jcstress::Configuration& c : one.configurations)
      configurations.push_back({{"jvm", c.jvm}, {"compile", c.compile}, {"count", c.count}, {"samples", c.samples}});
    object["configurations"] = std::move(configurations);
    if (one.why && one.why->verdict != Verdict::allowed) object["why"] = why_json(w, *one.why);
    seen.push_back(std::move(object));
  }
  document["seen"] = std::move(seen);
  Json unseen = Json::array();
  for (const auto& state : judged.unseen) unseen.push_back(columns_json(judged, state));
  document["not_seen"] = std::move(unseen);
  if (!judged.troubles.empty()) document["troubles"] = judged.troubles;
  add_notes(document, w.notes);
  return line(document);
}

std::string generated(const Generated& g) {
  constexpr std::string_view kWords[] = {"acceptable", "interesting", "forbidden"};  // by jcstress::Expect
  Json document = {{"test", g.test.test}, {"project", g.folder}, {"class", g.test.class_name}};
  document["model"] = g.model.empty() ? Json(nullptr) : Json(g.model);
  if (!g.scheme.empty()) document["scheme"] = g.scheme;
  document["columns"] = g.test.columns;
  document["complete"] = g.gradings.complete;
  if (!g.gradings.complete) document["reason"] = g.gradings.reason;
  Json outcomes = Json::array();
  for (const jcstress::Graded& graded : g.gradings.outcomes)
    outcomes.push_back(
        {{"ids", graded.ids}, {"expect", kWords[static_cast<std::size_t>(graded.expect)]}, {"description", graded.description}});
  document["outcomes"] = std::move(outcomes);
  return line(document);
}

std::string project(const std::vector<ProjectText>& files) {
  Json array = Json::array();
  for (const ProjectText& file : files) {
    array.push_back({{"path", file.path}, {"text", file.text}});
    if (file.executable) array.back()["executable"] = true;
  }
  return line({{"files", std::move(array)}});
}

std::string gradings(const ListedGradings& g) {
  Json document = {{"test", g.test.name}, {"actors", g.test.actors.size()}};
  if (!g.test.description.empty()) document["description"] = g.test.description;
  Json outcomes = Json::array();
  for (const auto& outcome : g.test.outcomes)
    outcomes.push_back({{"ids", outcome.is_default() ? std::vector<std::string>{} : outcome.ids},
                        {"expect", outcome.expect},
                        {"description", outcome.description}});
  document["outcomes"] = std::move(outcomes);
  document["remarks"] = g.remarks;
  return line(document);
}

}  // namespace thinair::report::json
