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

Json state_json(const program::Test& test, const answer::State& state) {
  const auto names = column_names(test);
  Json object = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i) object[names[i]] = datum_json(state.values[i]);
  return object;
}

std::string line(const Json& document) { return document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace thinair::report::json
