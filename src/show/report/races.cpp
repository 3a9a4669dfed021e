#include "show/report/races.hpp"

#include <fmt/format.h>

#include "show/report/execution.hpp"
#include "show/report/json_parts.hpp"
#include "show/report/paint.hpp"
#include "show/report/sentences.hpp"

namespace thinair::report {
namespace {

using races::Race;
using verdict::Standing;

// "race-free", "races", "unknown".
std::string_view verdict_of(const races::Races& r) { return !r.found.empty() ? "races" : r.complete ? "race-free" : "unknown"; }

// "Thread0 writes x (MP.litmus:4)"
std::string access(const RacesFound& f, const DrawnEvent& e) {
  const std::string_view does = e.kind == events::Kind::update ? "updates" : e.kind == events::Kind::write ? "writes" : "reads";
  const std::string at = place(f.sources, e.where);
  return fmt::format("{} {} {}{}", thread_name(f.test.program.arch, e.thread), does, e.location,
                     at.empty() ? "" : fmt::format(" ({})", at));
}

std::string benign_line(const program::Test& test, const Benign& b) {
  switch (verdict::worst(b.checked.judgements)) {
    case Standing::met:
      return test.clauses.empty() ? fmt::format("under {}: the test has no clause that tells whether the races are benign", b.model)
                                  : fmt::format("under {}: all clauses are as the test asks; for them the races are benign", b.model);
    case Standing::not_met: return fmt::format("under {}: a clause is not as the test asks; the races are not benign", b.model);
    case Standing::undecided: break;
  }
  return fmt::format("under {}: unknown whether the races are benign", b.model);
}

}  // namespace

std::string text::races(const RacesFound& f, const Style& style) {
  const races::Races& r = f.races;
  std::string out = fmt::format("{}: ", title(f.test, f.origin));
  const std::string time = style.times ? fmt::format(" ({:.3f} s)", f.seconds) : "";
  if (r.found.empty())
    return out + (r.complete ? paint("data-race-free", Tint::good, style) + time : fmt::format("unknown: {}{}", r.limit.text, time)) + "\n";
  out += paint(fmt::format("{} data race{}", r.found.size(), r.found.size() == 1 ? "" : "s"), Tint::bad, style);
  if (!r.complete) out += fmt::format(", perhaps more: {}", r.limit.text);
  out += time + "\n";
  for (const Race& race : r.found) {
    const answer::Outcome outcome = race.answer.outcomes.front();
    const DrawnExecution drawn = draw(f.test, race.answer, outcome);
    out += fmt::format("  {} and {}: neither happens before the other\n", access(f, drawn.events[race.first_event]),
                       access(f, drawn.events[race.second_event]));
    std::vector<Mark> marks(drawn.events.size(), Mark::none);
    marks[race.first_event] = marks[race.second_event] = Mark::earlier;
    out += columns(drawn, marks, f.test.program.threads.size(), "    ", style);
  }
  for (const Benign& b : f.benign) out += fmt::format("  {}\n", benign_line(f.test, b));
  return out;
}

std::string json::races(const RacesFound& f) {
  Json document = about(f.test, f.origin);
  if (std::ranges::any_of(f.test.clauses, is_property)) document["program"] = f.test.name;
  document["verdict"] = verdict_of(f.races);
  if (!f.races.found.empty() || f.races.complete) document["race_free"] = f.races.found.empty();
  document["complete"] = f.races.complete;
  if (!f.races.complete) {
    document["reason"] = f.races.limit.text;
    document["limit"] = word(f.races.limit.kind);
  }
  Json list = Json::array();
  for (const Race& race : f.races.found) {
    const answer::Outcome outcome = race.answer.outcomes.front();
    const DrawnExecution drawn = draw(f.test, race.answer, outcome);
    const auto end = [&](events::EventId id) {
      const DrawnEvent& e = drawn.events[id];
      Json out = {{"event", id}, {"thread", e.thread}, {"label", e.label}, {"location", e.location}};
      if (const std::string at = place(f.sources, e.where); !at.empty()) out["place"] = at;
      return out;
    };
    list.push_back({{"first", end(race.first_event)}, {"second", end(race.second_event)}, {"execution", execution_json(drawn)}});
  }
  document["races"] = std::move(list);
  for (const Benign& b : f.benign) {
    const Standing standing = verdict::worst(b.checked.judgements);
    document["benign"][b.model] = standing == Standing::undecided ? Json(nullptr) : Json(standing == Standing::met);
  }
  return line(document);
}

}  // namespace thinair::report
