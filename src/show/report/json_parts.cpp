#include "show/report/json_parts.hpp"

namespace thinair::report::json {

Json about(const program::Test& test, const Origin& origin) {
  Json out = {{"test", test.name}};
  if (!origin.file.empty()) out["file"] = origin.file;
  return out;
}

Json datum_json(const answer::Datum& datum) {
  const answer::Open* open = std::get_if<answer::Open>(&datum);
  if (!open) return std::get<answer::Value>(datum);
  Json any = {{"any", open->symbol}};
  if (!open->where.empty()) any["where"] = open->where;
  if (open->example) any["example"] = *open->example;
  return any;
}

Json typed_json(const program::Program& program, program::Type type, const answer::Datum& datum) {
  const auto* value = std::get_if<answer::Value>(&datum);
  const bool address = value && type == program::Type::address && program::object_of(program, *value);
  if (value && (type == program::Type::single || type == program::Type::double_)) return program::to_text(program, type, *value);
  if (!value || (type != program::Type::reference && !address)) return datum_json(datum);
  return *value == 0 ? Json(nullptr) : Json(program::to_text(program, type, *value));
}

Json state_json(const program::Test& test, const answer::State& state) {
  const auto names = column_names(test);
  Json object = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i)
    object[names[i]] = typed_json(test.program, program::type_of(test.program, test.shown[i]), state.values[i]);
  return object;
}

void add_ends(Json& document, const answer::State& state) {
  if (!state.threw.empty()) document["threw"] = state.threw;
  if (!state.blocked.empty()) document["blocked"] = state.blocked;
}

std::string text_of(const Json& part) { return part.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string line(const Json& document) { return text_of(document) + "\n"; }

void add_notes(Json& document, const std::vector<notes::Note>& notes) {
  if (notes.empty()) return;
  Json array = Json::array();
  for (const notes::Note& note : notes) {
    Json places = Json::array();
    for (const notes::Place& place : note.places) places.push_back({{"text", place.text}, {"line", place.line}});
    array.push_back({{"text", note.text}});
    if (!note.unknown.empty()) array.back()["unknown"] = note.unknown;
    if (!note.places.empty()) array.back()["places"] = std::move(places);
    if (!note.suggestion.empty()) array.back()["suggestion"] = note.suggestion;
  }
  document["notes"] = std::move(array);
}

Json execution_json(const DrawnExecution& x) {
  Json out = Json::array();
  for (const DrawnEvent& e : x.events) {
    Json event = {{"id", e.id}, {"label", e.label}};
    if (e.thread == events::kInitThread)
      event["initial"] = true;
    else
      event["thread"] = e.thread;
    if (!e.location.empty()) event["location"] = e.location;
    if (!e.read.empty()) event["read"] = datum_json(e.value_read);
    if (!e.written.empty()) event["written"] = datum_json(e.value_written);
    if (e.from) event["from"] = *e.from;
    out.push_back(std::move(event));
  }
  return out;
}

}  // namespace thinair::report::json
