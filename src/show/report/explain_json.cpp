// The complete data of an explanation: every stage with its execution, what it commits, and which event is which of the target.
#include "show/report/execution.hpp"
#include "show/report/explain.hpp"
#include "show/report/json_parts.hpp"
#include "show/report/sentences.hpp"

namespace thinair::report::json {
namespace {

using answer::Explanation;
using verdict::Verdict;

// An order of everything is a list, one by location an object of lists.
Json orders_json(const DrawnExecution& x) {
  Json out = Json::object();
  for (const DrawnOrder& order : x.orders) {
    if (order.location.empty())
      out[order.name] = order.sequence;
    else
      out[order.name][order.location] = order.sequence;
  }
  return out;
}

// Events by their number in the execution; `state` has what the step changes, as it is after it.
Json trace_json(const answer::Trace& trace) {
  Json out = Json::array();
  for (const answer::TraceStep& step : trace.steps) {
    Json one = {{"rule", step.rule}, {"done", step.done}};
    if (step.reads) one["reads"] = *step.reads;
    if (step.from) one["from"] = *step.from;
    if (!step.overtaken.empty()) one["overtakes"] = step.overtaken;
    for (const answer::TraceCell& cell : step.cells) one["cells"].push_back(cell.name);
    if (!step.also.empty()) one["also"] = step.also;
    for (const answer::TracePart& part : step.changed) one["state"][part.name] = part.events;
    out.push_back(std::move(one));
  }
  return out;
}

// Events by their ids in the stage's own execution; `target` maps those that are the target's to ids there.
Json stages_json(const program::Test& test, const answer::Justification& justification) {
  Json out = Json::array();
  for (const answer::Stage& stage : justification.stages) {
    Json committed = Json::array(), same = Json::object();
    for (events::EventId g = 0; g < stage.matching.size(); ++g) {
      if (stage.matching[g] == answer::kNoEvent) continue;
      same[std::to_string(g)] = stage.matching[g];
      if (stage.committed.has(stage.matching[g])) committed.push_back(g);
    }
    out.push_back(
        {{"execution", execution_json(draw(test, justification.executions[stage.execution]))}, {"committed", committed}, {"target", same}});
  }
  return out;
}

Json steps_json(const std::vector<answer::Step>& steps) {
  Json out = Json::array();
  for (const answer::Step& step : steps) {
    Json one = {{"from", step.from}, {"to", step.to}, {"relation", step.relation}};
    if (step.inverse) one["inverse"] = true;
    if (!step.via.empty()) one["via"] = steps_json(step.via);
    out.push_back(std::move(one));
  }
  return out;
}

Json reason_json(const Explained& e) {
  Json rules = Json::array(), facts = Json::array();
  for (const answer::Rule& rule : e.explanation.reason.rules) {
    const Sentence s = sentence(rule, e.sources);
    rules.push_back({{"name", rule.name}, {"place", s.place}, {"text", s.text}});
  }
  for (const answer::Fact& fact : e.explanation.reason.facts) {
    const Sentence s = sentence(fact, e.sources, e.test.program.arch);
    facts.push_back({{"kind", s.kind}, {"place", s.place}, {"text", s.text}});
  }
  return {{"rules", rules}, {"facts", facts}, {"minimal", e.explanation.reason.minimal}};
}

Json refutation_json(const Explained& e) {
  const answer::Refutation& r = e.explanation.refutation;
  Json candidates = Json::array();
  for (const answer::Refuted& refuted : r.candidates) {
    Json cases = Json::array();
    for (const answer::Case& c : refuted.cases) {
      Json assumed = Json::array();
      for (const answer::Assumed& a : c.assumed)
        assumed.push_back(a.order.empty() ? Json{{"final", a.first}} : Json{{"order", a.order}, {"first", a.first}, {"second", a.second}});
      cases.push_back(
          {{"assumed", assumed}, {"check", c.finding.rule}, {"steps", steps_json(c.finding.steps)}, {"events", c.finding.events}});
    }
    candidates.push_back({{"execution", execution_json(draw(e.test, *e.explanation.unfolding, refuted.execution))}, {"cases", cases}});
  }
  return {{"count", r.count}, {"complete", r.complete && !r.cut}, {"candidates", candidates}};
}

Json forbidden_json(const Explained& e) {
  const Explanation& x = e.explanation;
  Json out = Json::object();
  switch (x.why) {
    case Explanation::Why::values: out["why"] = "values"; break;
    case Explanation::Why::checks: out["why"] = "checks"; break;
    case Explanation::Why::thin_air: out["why"] = "thin-air"; break;
    case Explanation::Why::unjustified: out["why"] = "unjustified"; break;
    case Explanation::Why::unwritten: out["why"] = "unwritten"; break;
  }
  out.update(reason_json(e));
  if (x.of_single()) out["refutation"] = refutation_json(e);
  if (!x.consistent.outcomes.empty()) out["execution"] = execution_json(draw(e.test, x.consistent, x.consistent.outcomes.front()));
  if (x.why == Explanation::Why::unwritten)
    out["unwritten"] = x.unwritten;
  else if (!x.of_single())
    out["circle"] = x.circle;
  if (x.why != Explanation::Why::unjustified) return out;
  Json refused = Json::object();
  for (const auto& [rule, count] : x.obstacle.stopped_by) refused[rule] = count;
  out["target"] = execution_json(draw(e.test, x.obstacle.attempt.target_execution()));
  out["committed"] = x.obstacle.committed.elements();
  out["stages"] = stages_json(e.test, x.obstacle.attempt);
  out["refused"] = refused;
  return out;
}

}  // namespace

std::string explain(const Explained& e) {
  Json document = about(e.test, e.origin);
  document["model"] = e.model;
  document["outcome"] = e.asked;
  switch (e.explanation.verdict) {
    case Verdict::unknown:
      document["verdict"] = "unknown";
      document["reason"] = e.explanation.limit.text;
      document["limit"] = word(e.explanation.limit.kind);
      break;
    case Verdict::forbidden:
      document["verdict"] = name(told_verdict(e.explanation));
      if (!e.explanation.undefined.empty()) document["undefined"] = e.explanation.undefined;
      document["reason"] = forbidden_json(e);
      break;
    case Verdict::allowed: {
      const answer::Outcome& outcome = e.explanation.answer.outcomes.front();
      document["verdict"] = "allowed";
      document["state"] = state_json(e.test, outcome.state);
      add_ends(document, outcome.state);
      const DrawnExecution drawn = draw(e.test, e.explanation.answer, outcome);
      document["execution"] = execution_json(drawn);
      document["orders"] = orders_json(drawn);
      if (outcome.justification) document["justification"] = stages_json(e.test, *outcome.justification);
      if (outcome.trace) document["trace"] = trace_json(*outcome.trace);
      break;
    }
  }
  add_notes(document, e.notes);
  return line(document);
}

}  // namespace thinair::report::json
