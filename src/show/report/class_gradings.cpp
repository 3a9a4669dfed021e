#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "show/report/jcstress.hpp"
#include "show/report/paint.hpp"

namespace thinair::report {
namespace {

std::string visible(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out;
}

}  // namespace

namespace text {

std::string class_gradings(const ClassGradings& g, const Style& style) {
  std::string out = fmt::format("{} under {}", g.test.name, g.model);
  if (!g.checked.complete) out += ": " + paint("unknown: " + g.checked.limit.text, Tint::bad, style);
  out += '\n';
  for (const jcstress::PossibleResult& r : g.checked.possible) {
    const bool bad = r.expect == "FORBIDDEN";
    out += fmt::format("  {}  {}  {}{}\n", bad ? paint("FORBIDDEN, and possible", Tint::bad, style) : "possible", visible(r.text), r.expect,
                       r.description.empty() ? "" : ": " + visible(r.description));
  }
  for (const std::string& id : g.checked.impossible) out += fmt::format("  impossible  {}  is graded all the same\n", visible(id));
  for (const std::string& remark : g.checked.remarks) out += fmt::format("  note: {}\n", visible(remark));
  return out;
}

}  // namespace text

namespace json {

std::string class_gradings(const ClassGradings& g) {
  nlohmann::ordered_json document;
  document["test"] = g.test.name;
  document["file"] = g.file;
  document["model"] = g.model;
  // What is possible stays possible, whatever limit was reached later.
  document["status"] = g.checked.forbidden() > 0                         ? "mismatch"
                       : g.checked.complete                              ? "ok"
                       : g.checked.limit.kind == Incomplete::unsupported ? "unsupported"
                                                                         : "unknown";
  document["possible_but_forbidden"] = nlohmann::ordered_json::array();
  for (const jcstress::PossibleResult& r : g.checked.possible)
    if (r.expect == "FORBIDDEN") document["possible_but_forbidden"].push_back(r.text);
  document["impossible_but_acceptable"] = g.checked.impossible;
  document["complete"] = g.checked.complete;
  if (!g.checked.complete) document["reason"] = g.checked.limit.text;
  document["forbidden"] = g.checked.forbidden();
  document["results"] = nlohmann::ordered_json::array();
  for (const jcstress::PossibleResult& r : g.checked.possible)
    document["results"].push_back({{"result", r.text}, {"expect", r.expect}, {"description", r.description}, {"named", !r.by_default}});
  document["impossible"] = g.checked.impossible;
  if (!g.checked.remarks.empty()) document["remarks"] = g.checked.remarks;
  return document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace json
}  // namespace thinair::report
