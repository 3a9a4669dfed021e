// The complete data of an explanation: every stage with its execution, what it commits, and which event is which of the target.
#include <nlohmann/json.hpp>

#include "report/execution.hpp"
#include "report/explain.hpp"
#include "report/text.hpp"

namespace thinair::report::json {
namespace {

using Json = nlohmann::ordered_json;
using verdict::Explanation;
using verdict::Verdict;

Json execution_json(const DrawnExecution& x) {
  Json out = Json::array();
  for (const DrawnEvent& e : x.events) {
    Json event = {{"id", e.id}, {"label", e.label}};
    if (e.thread == events::kInitThread)
      event["initial"] = true;
    else
      event["thread"] = e.thread;
    if (!e.location.empty()) event["location"] = e.location;
    if (!e.read.empty()) event["read"] = e.read;
    if (!e.written.empty()) event["written"] = e.written;
    if (e.from) event["from"] = *e.from;
    out.push_back(std::move(event));
  }
  return out;
}

// Events by their ids in the stage's own execution; `target` maps those that are the target's to ids there.
Json stages_json(const program::Test& test, const std::vector<causality::Candidate>& candidates,
                 const std::vector<causality::Stage>& stages) {
  Json out = Json::array();
  for (const causality::Stage& stage : stages) {
    Json committed = Json::array(), same = Json::object();
    for (causality::EventId g = 0; g < stage.matching.size(); ++g) {
      if (stage.matching[g] == causality::kNoEvent) continue;
      same[std::to_string(g)] = stage.matching[g];
      if (stage.committed.has(stage.matching[g])) committed.push_back(g);
    }
    out.push_back({{"execution", execution_json(draw(test, candidates[stage.candidate]))}, {"committed", committed}, {"target", same}});
  }
  return out;
}

Json forbidden_json(const Explained& e) {
  const Explanation& x = e.explanation;
  switch (x.why) {
    case Explanation::Why::values: return {{"why", "values"}};
    case Explanation::Why::checks: return {{"why", "checks"}, {"checks", x.checks}, {"minimal", x.all_needed}};
    case Explanation::Why::thin_air: return {{"why", "thin-air"}};
    case Explanation::Why::unjustified: break;
  }
  const auto& candidates = *x.obstacle.candidates;
  Json refused = Json::object();
  for (const auto& [rule, count] : x.obstacle.stopped_by) refused[rule] = count;
  return {{"why", "unjustified"},
          {"target", execution_json(draw(e.test, candidates[x.obstacle.target]))},
          {"committed", x.obstacle.committed.elements()},
          {"stages", stages_json(e.test, candidates, x.obstacle.stages)},
          {"refused", refused}};
}

}  // namespace

std::string explain(const Explained& e) {
  Json document = {{"test", e.test.name}, {"model", e.model.name}, {"outcome", e.asked}};
  switch (e.explanation.verdict) {
    case Verdict::unknown:
      document["verdict"] = "unknown";
      document["reason"] = e.explanation.reason;
      break;
    case Verdict::forbidden:
      document["verdict"] = "forbidden";
      document["reason"] = forbidden_json(e);
      break;
    case Verdict::allowed: {
      const search::Outcome& outcome = e.explanation.answer.outcomes.front();
      document["verdict"] = "allowed";
      document["state"] = text::state_line(e.test, outcome.state);
      const DrawnExecution drawn = draw(e.test, e.explanation.answer, outcome);
      Json orders = Json::object();
      for (const auto& [name, sequence] : drawn.orders) orders[name] = sequence;
      document["execution"] = execution_json(drawn);
      document["orders"] = orders;
      if (outcome.proof) document["justification"] = stages_json(e.test, *outcome.proof->candidates, outcome.proof->justification.stages);
      break;
    }
  }
  return document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace thinair::report::json
