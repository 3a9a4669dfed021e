#include "ask/jcstress/records.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

namespace thinair::jcstress {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

std::optional<std::string> text_of(const Json& json, const char* key) {
  const auto at = json.find(key);
  return at == json.end() || !at->is_string() ? std::nullopt : std::optional(at->get<std::string>());
}

std::optional<std::vector<std::string>> list_of(const Json& json, const char* key) {
  const auto at = json.find(key);
  if (at == json.end() || !at->is_array()) return std::nullopt;
  std::vector<std::string> out;
  for (const Json& item : *at) {
    if (!item.is_string()) return std::nullopt;
    out.push_back(item.get<std::string>());
  }
  return out;
}

std::optional<unsigned> number_of(const Json& json, const char* key) {
  const auto at = json.find(key);
  return at == json.end() || !at->is_number_unsigned() ? std::nullopt : std::optional(at->get<unsigned>());
}

// Each gives what is wrong with the record; empty if nothing is.

std::string read_run(const Json& json, Records& out) {
  const auto format = number_of(json, "format");
  if (!format) return "a record 'run' without 'format'";
  if (*format != kFormat) return fmt::format("format {} is unknown; this thinair reads format {}", *format, kFormat);
  out.java = text_of(json, "java").value_or("");
  out.vm = text_of(json, "vm").value_or("");
  out.os = text_of(json, "os").value_or("");
  out.cpus = number_of(json, "cpus").value_or(0);
  return "";
}

std::string read_test(const Json& json, Records& out) {
  const auto class_name = text_of(json, "class"), test = text_of(json, "test"), litmus = text_of(json, "litmus");
  const auto columns = list_of(json, "columns");
  const auto actors = number_of(json, "actors");
  if (!class_name || !test || !litmus || !columns || !actors)
    return "a record 'test' has the texts 'class', 'test' and 'litmus', a number 'actors' and a list 'columns' of texts";
  out.tests.push_back({*class_name, *test, *actors, *columns, *litmus});
  return "";
}

std::string read_fork(const Json& json, Records& out) {
  const auto class_name = text_of(json, "class"), status = text_of(json, "status");
  const auto states = json.find("states");
  if (!class_name || !status || states == json.end() || !states->is_object())
    return "a record 'fork' has the texts 'class' and 'status' and an object 'states'";
  ForkRecord fork{*class_name,
                  *status,
                  list_of(json, "jvm").value_or(std::vector<std::string>{}),
                  text_of(json, "compile").value_or(""),
                  {},
                  list_of(json, "messages").value_or(std::vector<std::string>{})};
  for (const auto& [state, count] : states->items()) {
    if (!count.is_number_unsigned()) return fmt::format("result '{}' has no count", state);
    fork.states[state] += count.get<std::uint64_t>();
  }
  out.forks.push_back(std::move(fork));
  return "";
}

std::string read_line(std::string_view line, Records& out) {
  const Json json = Json::parse(line, nullptr, false);
  if (json.is_discarded() || !json.is_object()) return "not a JSON object";
  const std::string kind = text_of(json, "record").value_or("");
  if (kind == "run") return read_run(json, out);
  if (kind == "test") return read_test(json, out);
  if (kind == "fork") return read_fork(json, out);
  if (kind != "end") return "not a record of kind run, test, fork or end";
  out.complete = true;
  return "";
}

}  // namespace

std::string to_line(const TestRecord& record) {
  const Json json = {{"record", "test"},        {"class", record.class_name}, {"test", record.test},
                     {"actors", record.actors}, {"columns", record.columns},  {"litmus", record.litmus}};
  return json.dump(-1, ' ', true, Json::error_handler_t::replace) + "\n";
}

Result<Records> read_records(const Sources& sources, std::uint32_t file) {
  Records out;
  const std::string_view text = sources.text(file);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) break;
    const std::string_view line = text.substr(at, end - at);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
      if (const std::string problem = read_line(line, out); !problem.empty()) {
        Diagnostic d;
        d.code = "jcstress-results";
        d.message = problem;
        d.where = {file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at)};
        return fail(std::move(d));
      }
    }
    at = end + 1;
  }
  if (out.tests.empty()) {
    Diagnostic d;
    d.code = "jcstress-results";
    d.has_position = false;
    d.message = fmt::format("'{}' holds no results of tests", sources.name(file));
    d.hint = "'thinair jcstress run -o DIR' writes DIR/results.jsonl; a project's README tells how to get them from a run of its own";
    return fail(std::move(d));
  }
  return out;
}

}  // namespace thinair::jcstress
