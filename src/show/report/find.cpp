#include "show/report/find.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <map>

#include "show/report/json_parts.hpp"
#include "show/report/paint.hpp"

namespace thinair::report {

namespace {

std::string counted(std::uint64_t n, std::string_view what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

}  // namespace

std::string text::search(const Search& s, const Style& style) {
  const find::Summary& r = s.summary;
  std::string out = fmt::format("{}: {} of {}, {} found, {} minimal", s.question, counted(r.programs, "program"),
                                counted(s.skeletons, "skeleton"), r.found, r.findings.size());
  const auto sum = [](const std::map<std::string, std::uint64_t>& by_rule) {
    std::uint64_t all = 0;
    for (const auto& [rule, count] : by_rule) all += count;
    return all;
  };
  if (!r.places.empty()) out += fmt::format(", {} of {} invalid", sum(r.invalid), counted(sum(r.places), "place"));
  if (r.unknown > 0) out += fmt::format(", {} unknown: {}", r.unknown, r.limit);
  if (s.missing > 0) out += fmt::format(", {} not asked", counted(s.missing, "program"));
  if (style.times) out += fmt::format(" ({:.1f} s)", s.seconds);
  out += "\n";
  for (const Proved& one : s.monotone)
    out += fmt::format("{} is monotone in modes, for programs of every size{}: its text proves it\n", one.model,
                       one.without_locks ? " without locks" : "");
  for (const std::string& model : s.assumed) out += fmt::format("taken for granted: {} is monotone in modes\n", model);
  for (std::size_t i = 0; i < s.told.size(); ++i) {
    const FindingTold& t = s.told[i];
    const find::Finding& f = t.finding;
    const std::string name = !f.name.empty() ? f.name : to_text(f.program);
    out += fmt::format("{:>3}  {}  {}\n", i + 1, paint(name, Tint::accent, style), fmt::join(t.lines, " | "));
    out += fmt::format("     {}\n", f.breach.state);
    const std::string rules = t.rules.empty() ? "" : fmt::format(": {}", fmt::join(t.rules, ", "));
    if (f.breach.allows == f.breach.forbids)
      out += fmt::format("     {} forbids it{}\n     and allows it {}\n", f.breach.forbids, rules, f.breach.note);
    else
      out += fmt::format("     {} allows it, {} forbids it{}{}\n", f.breach.allows, f.breach.forbids, rules,
                         f.breach.note.empty() ? "" : fmt::format("; {}", f.breach.note));
    std::vector<std::string> more{fmt::format("{} accesses, {}", f.program.accesses(), to_text(f.program))};
    if (f.covers > 1) more.push_back(fmt::format("{} programs that were found contain it", f.covers));
    if (!f.known_as.empty()) more.push_back(fmt::format("known as {}", f.known_as));
    if (t.confirmed)
      more.emplace_back(*t.confirmed ? "confirmed by the reference evaluator" : "REFUTED by the reference evaluator: a fault of thinair");
    else
      more.emplace_back("too large for the reference evaluator");
    out += fmt::format("     {}\n", fmt::join(more, "; "));
    if (t.smaller) out += fmt::format("     not minimal outside this space: {}\n", to_text(*t.smaller));
  }
  if (s.told.size() < r.findings.size()) out += fmt::format("     and {} more: --limit\n", r.findings.size() - s.told.size());
  return out;
}

namespace {

// "0:r0=1; x=any v1;" as {"0:r0": 1, "x": {"any": "v1"}}.
json::Json outcome_of(std::string_view state) {
  json::Json out = json::Json::object();
  while (!state.empty()) {
    const std::string_view one = state.substr(0, std::min(state.find(';'), state.size()));
    state.remove_prefix(std::min(one.size() + 2, state.size()));
    const std::size_t equals = one.find('=');
    const std::string name(one.substr(0, equals));
    const std::string_view value = one.substr(equals + 1);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error == std::errc{} && end == value.data() + value.size())
      out[name] = number;
    else
      out[name] = {{"any", std::string(value.substr(value.find(' ') + 1))}};
  }
  return out;
}

}  // namespace

// A line for each finding, then one that says how much was asked.
std::string json::search(const Search& s) {
  std::string out;
  for (const FindingTold& t : s.told) {
    const find::Finding& f = t.finding;
    Json one{{"canonical", to_text(f.program)},
             {"accesses", f.program.accesses()},
             {"outcome", outcome_of(f.breach.state)},
             {"known_as", f.known_as.empty() ? Json(nullptr) : Json(f.known_as)},
             {"threads", t.lines},
             {"state", f.breach.state},
             {"allows", f.breach.allows},
             {"forbids", f.breach.forbids},
             {"rules", t.rules},
             {"covers", f.covers}};
    if (!f.breach.note.empty()) one["note"] = f.breach.note;
    if (!f.breach.rule.empty()) one["rule"] = f.breach.rule;
    if (!f.breach.way.empty()) one["by"] = f.breach.way;
    if (!f.name.empty()) one["name"] = f.name;
    one["confirmed"] = t.confirmed ? Json(*t.confirmed) : Json(nullptr);
    if (t.smaller) one["smaller"] = to_text(*t.smaller);
    out += line(one);
  }
  const find::Summary& r = s.summary;
  Json last{{"done", s.missing == 0}, {"tests", r.programs},      {"found", r.found},    {"minimal", r.findings.size()},
            {"find", s.question},     {"skeletons", s.skeletons}, {"unknown", r.unknown}};
  if (!r.places.empty()) last["places"] = r.places;
  if (!r.invalid.empty()) last["invalid"] = r.invalid;
  if (r.unknown > 0) last["limit"] = r.limit;
  if (s.missing > 0) last["missing"] = s.missing;
  for (const Proved& one : s.monotone) last["monotone"].push_back({{"model", one.model}, {"without_locks", one.without_locks}});
  if (!s.assumed.empty()) last["assumed_monotone"] = s.assumed;
  return out + line(last);
}

std::string json::space(const std::string& name, const std::string& title, std::uint64_t programs, const std::string* text) {
  Json out{{"space", name}, {"title", title}, {"programs", programs}};
  if (text) out["text"] = *text;
  return line(out);
}

std::string json::transformation(const std::string& name, const std::string& title, const std::string* text) {
  Json out{{"transformation", name}, {"title", title}};
  if (text) out["text"] = *text;
  return line(out);
}

}  // namespace thinair::report
