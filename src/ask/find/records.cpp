#include "ask/find/records.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace thinair::find {
namespace {

using Json = nlohmann::ordered_json;

Diagnostic wrong(const std::string& name, std::string_view why) {
  Diagnostic d;
  d.code = "find-part";
  d.has_position = false;
  d.message = fmt::format("'{}' is no part of a search: {}", name, why);
  d.hint = "thinair find writes such files with --resume";
  return d;
}

std::string widened(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80)
      out += c;
    else
      out += {static_cast<char>(0xC0 | (byte >> 6)), static_cast<char>(0x80 | (byte & 0x3F))};
  }
  return out;
}

std::string narrowed(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool two = (byte == 0xC2 || byte == 0xC3) && i + 1 < text.size();
    out += two ? static_cast<char>((byte << 6) | (static_cast<unsigned char>(text[++i]) & 0x3F)) : text[i];
  }
  return out;
}

void change_strings(Json& json, std::string (*change)(std::string_view)) {
  if (json.is_string())
    json = change(json.get_ref<const std::string&>());
  else if (json.is_structured())
    for (Json& one : json) change_strings(one, change);
}

// JSON is UTF-8; paths and titles need not be. If one is not, bytes are written as characters, and the line says so.
std::string line_of(Json json) {
  try {
    return json.dump() + "\n";
  } catch (const Json::type_error&) {
    change_strings(json, widened);
    json["bytes"] = true;
    return json.dump() + "\n";
  }
}

Json from_line(std::string_view text) {
  Json out = Json::parse(text);
  if (out.is_object() && out.value("bytes", false)) change_strings(out, narrowed);
  return out;
}

}  // namespace

std::string to_line(const Header& h) {
  return line_of(Json{{"find", h.question}, {"space", h.space}, {"inputs", h.inputs}, {"shard", {h.shard.index, h.shard.of}}});
}

std::string to_line(const Record& r) {
  Json found = Json::array();
  for (const Found& f : r.found) {
    Json one{{"program", f.program},
             {"forbids", f.breach.forbids},
             {"allows", f.breach.allows},
             {"state", f.breach.state},
             {"clause", f.breach.clause}};
    if (!f.breach.note.empty()) one["note"] = f.breach.note;
    if (!f.breach.rule.empty()) one["rule"] = f.breach.rule;
    if (!f.breach.way.empty()) one["way"] = f.breach.way;
    found.push_back(std::move(one));
  }
  Json out{{"block", r.block}, {"programs", r.programs}};
  if (r.unknown > 0) {
    out["unknown"] = r.unknown;
    out["limit"] = r.limit;
  }
  if (!r.places.empty()) out["places"] = r.places;
  if (!r.invalid.empty()) out["invalid"] = r.invalid;
  out["found"] = std::move(found);
  return line_of(std::move(out));
}

Result<Part> parse_part(const std::string& name, std::string_view text) {
  Part out;
  bool first = true;
  try {
    for (std::size_t at = 0;;) {
      const std::size_t end = text.find('\n', at);
      if (end == std::string_view::npos) break;  // torn, or nothing
      const Json line = from_line(text.substr(at, end - at));
      if (first) {
        const Json& shard = line.at("shard");
        out.header = {line.at("find"), line.at("space"), line.at("inputs"), {shard.at(0), shard.at(1)}};
      } else {
        Record r;
        r.block = line.at("block");
        r.programs = line.at("programs");
        r.places = line.value("places", std::map<std::string, std::uint64_t>());
        r.invalid = line.value("invalid", std::map<std::string, std::uint64_t>());
        r.unknown = line.value("unknown", std::uint64_t{0});
        r.limit = line.value("limit", std::string());
        for (const Json& f : line.at("found")) {
          Found found{f.at("program"),
                      {f.at("forbids"), f.at("allows"), f.at("state"), f.at("clause"), f.value("note", std::string()),
                       f.value("rule", std::string()), f.value("way", std::string())}};
          if (!parse_program(found.program)) return fail(wrong(name, fmt::format("'{}' is no program", found.program)));
          r.found.push_back(std::move(found));
        }
        out.records.push_back(std::move(r));
      }
      first = false;
      at = out.whole = end + 1;
    }
  } catch (const Json::exception& e) {
    return fail(wrong(name, first ? "its first line does not say what was asked" : "a line of it is not as they are"));
  }
  if (first && !text.empty()) return fail(wrong(name, "its first line is torn"));
  return out;
}

std::string mismatch(const Header& a, const Header& b) {
  if (a.question != b.question) return fmt::format("one asks '{}', the other '{}'", a.question, b.question);
  if (a.space != b.space) return "their spaces differ";
  if (a.inputs != b.inputs) return "the models, schemes or versions of thinair differ";
  return "";
}

}  // namespace thinair::find
