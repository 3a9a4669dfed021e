#include "show/report/conform.hpp"
#include "show/report/conform_parts.hpp"
#include "show/report/json_parts.hpp"

namespace thinair::report::json {
namespace {

std::string_view conform_word(conform::Conformance::Verdict verdict) {
  switch (verdict) {
    case conform::Conformance::Verdict::passes: return "pass";
    case conform::Conformance::Verdict::fails: return "fail";
    case conform::Conformance::Verdict::unknown: return "unknown";
  }
  return "unknown";
}

}  // namespace

std::string conform(const Conformed& c) {
  const conform::Conformance& result = c.result;
  Json document = about(c.test, c.origin);
  document["model"] = c.model;
  document["scheme"] = c.scheme;
  document["target_model"] = c.target_model;
  document["verdict"] = conform_word(result.verdict);
  document["states"] = result.states;
  document["complete"] = result.verdict != conform::Conformance::Verdict::unknown;
  if (!result.limit.empty()) document["reason"] = result.limit;
  Json only = Json::array();
  for (const conform::Breach& breach : result.breaches) only.push_back(state_json(c.test, breach.state));
  document["only"] = {{std::string(c.target_model), only}};  // as compare has it: states that the other model does not allow
  if (!result.breaches.empty()) {
    const conform::Breach& first = result.breaches.front();
    if (first.outcome) {
      const answer::Explanation witness = witness_of(result, *first.outcome);
      document["target_witness"] =
          Json::parse(explain(Explained{result.target, c.target_model, to_text(c.test.program, result.first), witness, c.sources}));
    }
    document["why"] = Json::parse(explain(Explained{c.test, c.model, to_text(c.test.program, result.first), *result.why, c.sources}));
  }
  add_notes(document, c.notes);
  return line(document);
}

std::string compiled(const program::Test& source, std::string_view file, std::string_view scheme, const conform::CompiledTest& compiled) {
  Json mapping = Json::object();
  for (const compile::Home& home : compiled.compiled.homes)
    mapping[to_text(source.program, home.source)] =
        home.target.thread ? std::to_string(*home.target.thread) + ":" + home.target.name : home.target.name;
  Json document = about(source, {.file = file});
  document["scheme"] = scheme;
  document["dialect"] = compiled.compiled.tree.dialect;
  document["mapping"] = mapping;
  document["litmus"] = litmus::to_text(compiled.compiled.tree);
  return line(document);
}

}  // namespace thinair::report::json
