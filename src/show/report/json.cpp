#include "show/report/json.hpp"

#include "show/report/json_parts.hpp"

namespace thinair::report::json {
namespace {

using answer::State;
using verdict::Standing;

Json states_json(const program::Test& test, const std::vector<State>& states) {
  Json array = Json::array();
  for (const State& state : states) array.push_back(state_json(test, state));
  return array;
}

// Parallel to the states: the threads that threw, and those that are blocked; nothing at all if no thread ever is.
void add_all_ends(Json& document, const answer::Outcomes& outcomes) {
  const auto add = [&](const char* key, std::vector<std::uint32_t> State::*threads) {
    bool any = false;
    for (std::size_t i = 0; i < outcomes.size() && !any; ++i) any = !(outcomes.state(i).*threads).empty();
    if (!any) return;
    Json array = Json::array();
    for (std::size_t i = 0; i < outcomes.size(); ++i) array.push_back(outcomes.state(i).*threads);
    document[key] = std::move(array);
  };
  add("threw", &State::threw);
  add("blocked", &State::blocked);
}

void add_stats(Json& document, const answer::Statistics& s, double seconds, const Style& style) {
  if (!style.stats) return;
  Json stats = {{"structures", s.structures}, {"nodes", s.nodes}, {"propagations", s.propagations}, {"solver_calls", s.solver_calls}};
  if (s.write_set > 0) stats["write_set"] = s.write_set;
  if (style.times) {  // not the same on every machine
    stats["seconds"] = seconds;
    stats["peak_kib"] = peak_resident_bytes() / 1024;
  }
  document["stats"] = std::move(stats);
}

Json standing_json(Standing standing) { return standing == Standing::undecided ? Json(nullptr) : Json(standing == Standing::met); }

}  // namespace

std::string outcomes(const Outcomes& o, const Style& style) {
  Json document = about(o.test, o.origin);
  document["model"] = o.model;
  document["complete"] = o.answer.complete;
  document["states"] = Json::array();  // there may be very many: their text takes this place
  add_all_ends(document, o.answer.outcomes);
  if (!o.answer.flags.empty()) document["flags"] = o.answer.flags;
  if (!o.answer.undefined.empty()) document["undefined"] = o.answer.undefined;
  if (!o.answer.complete) {
    document["reason"] = o.answer.limit.text;
    document["limit"] = word(o.answer.limit.kind);
  }
  add_notes(document, o.notes);
  add_stats(document, o.answer.statistics, o.seconds, style);
  std::string out = line(document);
  constexpr std::string_view kPlace = "\"states\":[";
  std::string states;
  for (std::size_t i = 0; i < o.answer.outcomes.size(); ++i) {
    if (i > 0) states += ',';
    states += text_of(state_json(o.test, o.answer.outcomes.state(i)));
  }
  return out.insert(out.find(kPlace) + kPlace.size(), states);
}

std::string check(const Check& c, const Style& style) {
  Json clauses = Json::array();
  for (std::size_t i = 0; i < c.checked.judgements.size(); ++i) {
    const program::Clause& clause = c.test.clauses[i];
    const verdict::Judgement& judgement = c.checked.judgements[i];
    Json object = {{"kind", is_property(clause) ? std::string_view("property") : keyword(clause.kind)},
                   {"condition", clause.text},
                   {"verdict", word(clause, judgement)},
                   {"met", standing_json(judgement.standing)}};
    if (judgement.shown_by) {
      object["state"] = state_json(c.test, *judgement.shown_by);
      add_ends(object, *judgement.shown_by);
    }
    if (judgement.limit.reached()) {
      object["reason"] = judgement.limit.text;
      object["limit"] = word(judgement.limit.kind);
    }
    if (judgement.by_undefined) object["undefined"] = true;
    clauses.push_back(std::move(object));
  }
  Json document = about(c.test, c.origin);
  document["model"] = c.model;
  if (const auto property = std::ranges::find_if(c.test.clauses, is_property); property != c.test.clauses.end()) {
    document["program"] = c.test.name;
    document["verdict"] = word(*property, c.checked.judgements[static_cast<std::size_t>(property - c.test.clauses.begin())]);
  }
  document["met"] = standing_json(verdict::worst(c.checked.judgements));
  document["clauses"] = std::move(clauses);
  if (!c.checked.undefined.empty()) document["undefined"] = c.checked.undefined;
  add_notes(document, c.notes);
  add_stats(document, c.checked.statistics, c.seconds, style);
  return line(document);
}

std::string compare(const Comparison& c) {
  const auto& d = c.difference;
  Json document = about(c.test, c.origin);
  document["models"] = {c.first, c.second};
  document["only"] = {{std::string(c.first), states_json(c.test, d.only_first)},
                      {std::string(c.second), states_json(c.test, d.only_second)}};
  document["equal"] = d.equal();
  document["complete"] = d.complete;
  if (!c.undefined.empty()) document["undefined"] = Json(c.undefined);
  add_notes(document, c.notes);
  return line(document);
}

std::string rejected(const Rejected& r) {
  Json document = Json::object();
  if (!r.test.empty()) document["test"] = r.test;
  if (!r.file.empty()) document["file"] = r.file;
  if (!r.model.empty()) document["model"] = r.model;
  Json list = Json::array();
  for (const Diagnostic& d : r.diagnostics) {
    Json one = {{"code", d.code}, {"message", d.message}};
    if (d.has_position && d.where.file < r.sources.size()) {
      const Position at = r.sources.position(d.where.file, d.where.begin);
      one["file"] = r.sources.name(d.where.file);
      one["line"] = at.line;
      one["column"] = at.column;
    }
    if (!d.hint.empty()) one["hint"] = d.hint;
    list.push_back(std::move(one));
  }
  document["diagnostics"] = std::move(list);
  return line(document);
}

std::string model(const ModelInfo& info, const std::string* text) {
  Json document = {{"model", info.name}, {"title", info.title}, {"summary", info.summary}};
  if (text) document["text"] = *text;
  return line(document);
}

}  // namespace thinair::report::json
