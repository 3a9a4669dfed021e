#include "show/report/json_parts.hpp"
#include "show/report/suite.hpp"

namespace thinair::report::json {
namespace {

using suite::Count;
using suite::FamilyCount;
using suite::Status;

std::string key(Status status) { return status == Status::no_expectation ? "no_expectation" : std::string(name(status)); }

Json counts_json(const Suite& s, const FamilyCount& row) {
  Json models = Json::object();
  for (std::size_t m = 0; m < s.run.models.size(); ++m) {
    Json counts = Json::object();
    for (std::size_t i = 0; i < suite::kStatuses; ++i)
      counts[key(static_cast<Status>(i))] = m < row.by_model.size() ? row.by_model[m].of[i] : 0;
    models[s.run.models[m].name] = std::move(counts);
  }
  return {{"tests", row.tests}, {"outcomes", row.outcomes}, {"models", std::move(models)}};
}

Json verdict_json(const SuiteVerdict& v, bool times) {
  Json out = {{"test", v.entry.id},
              {"clause", keyword(v.clause.kind)},
              {"outcome", v.clause.text},
              {"model", v.model.name},
              {"status", key(v.judged.status)}};
  if (v.judged.status != Status::unsupported) out["verdict"] = word(v.clause.kind, v.judged.verdict);
  if (!v.judged.reason.empty()) out["reason"] = v.judged.reason;
  if (const suite::Expectation* e = v.judged.expected) {
    out["expected"] = {{"verdict", word(v.clause.kind, e->verdict)}, {"source", e->source}};
    if (!e->note.empty()) out["expected"]["note"] = e->note;
  }
  add_notes(out, v.notes);
  if (times && v.cpu_seconds) out["cpu_seconds"] = *v.cpu_seconds;
  if (times && !v.published.empty()) {
    out["published"] = Json::array();
    for (const suite::PublishedTime* time : v.published) out["published"].push_back({{"seconds", time->seconds}, {"source", time->source}});
  }
  return out;
}

}  // namespace

std::string suite(const Suite& s) {
  Json models = Json::array(), families = Json::object(), list = Json::array();
  for (const suite::ModelName& model : s.run.models) {
    Json& m = models.emplace_back(Json{{"model", model.name}});
    m["expected"] = model.expected.empty() ? Json(nullptr) : Json(model.expected);
  }
  const auto rows = suite::tally(s.run);
  for (const FamilyCount& row : rows) families[row.family] = counts_json(s, row);
  for (const SuiteVerdict& v : verdicts(s.run, s.details)) list.push_back(verdict_json(v, s.times));
  Json document = {{"models", models},
                   {"families", families},
                   {"total", counts_json(s, suite::total(rows))},
                   {s.details ? "verdicts" : "unexpected", list}};
  if (s.times) {
    document["cpu_seconds"] = suite::cpu_seconds(s.run);
    document["slowest"] = Json::array();
    for (const suite::Slow& slow : suite::slowest(s.run, kMostSlow))
      document["slowest"].push_back(
          {{"test", slow.test->entry->id}, {"model", s.run.models[slow.model].name}, {"cpu_seconds", slow.seconds}});
  }
  return line(document);
}

}  // namespace thinair::report::json
