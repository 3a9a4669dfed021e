#include "show/report/sentences.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "show/report/explain.hpp"

namespace thinair::report {
namespace {

using answer::Fact;
using answer::Step;

bool known(const Sources& sources, Span span) { return span.end > span.begin && span.file < sources.size(); }

// The source of an instruction on one line, as it is written.
std::string quoted(const Sources& sources, Span span) {
  if (!known(sources, span)) return "an access";
  std::string out = "`";
  bool space = false;
  for (const char c : sources.text(span)) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      space = true;
      continue;
    }
    if (space && out.size() > 1) out += ' ';
    space = false;
    out += c;
  }
  return out + "`";
}

std::string trimmed(std::string_view line) {
  const auto from = line.find_first_not_of(" \t");
  const auto to = line.find_last_not_of(" \t\r");
  if (from == std::string_view::npos) return "";
  std::string out;  // what is aligned in a file is not here
  for (const char c : line.substr(from, to - from + 1))
    if (c != ' ' || out.back() != ' ') out += c;
  return out;
}

std::string relation_text(const Step& step) { return step.relation + (step.inverse ? "^-1" : ""); }

std::string via_text(const Step& step) {
  std::vector<std::string> names;
  for (const Step& inner : step.via) names.push_back(relation_text(inner));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

const Sources& no_sources() {
  static const Sources none;
  return none;
}

std::string place(const Sources& sources, Span span) {
  if (!known(sources, span)) return "";
  std::string_view file = sources.name(span.file);
  if (const auto colon = file.rfind("shipped:"); colon == 0) file.remove_prefix(8);
  if (const auto slash = file.rfind('/'); slash != std::string_view::npos) file.remove_prefix(slash + 1);
  return fmt::format("{}:{}", file, sources.position(span.file, span.begin).line);
}

Sentence sentence(const answer::Rule& rule, const Sources& sources) {
  Sentence out{"rule", rule.name, "", place(sources, rule.where), true};
  if (known(sources, rule.where))
    out.text = trimmed(sources.line(rule.where.file, sources.position(rule.where.file, rule.where.begin).line));
  return out;
}

Sentence sentence(const Fact& fact, const Sources& sources, program::Arch arch) {
  const std::string at = quoted(sources, fact.where);
  const std::string thread = thread_name(arch, fact.instruction.thread);
  Sentence out{"", "", "", place(sources, fact.where), false};
  switch (fact.kind) {
    case Fact::Kind::order:
      out.kind = "order";
      out.text = fmt::format("{} does {} before {}", thread, quoted(sources, fact.earlier), at);
      break;
    case Fact::Kind::dependency:
      out.kind = "dependency";
      out.text = fmt::format("{}'s {} depends on an earlier read", thread, at);
      break;
    case Fact::Kind::mode:
      out.kind = "mode";
      out.text = fact.text == "FINAL" ? fmt::format("{}'s {} is of a final field", thread, at)
                                      : fmt::format("{}'s {} has mode {}", thread, at, fact.text);
      break;
    case Fact::Kind::fence:
      out.kind = "fence";
      out.text = fmt::format("{} has the fence {}", thread, at);
      break;
    case Fact::Kind::store:
      out.kind = "store";
      out.text = fmt::format("{}'s {} writes its own value; it is not free to write {}", thread, at, fmt::join(fact.values, " or "));
      break;
    case Fact::Kind::condition:
      out.kind = "condition";
      out.text = known(sources, fact.where) ? fmt::format("{} must give {}", at, fact.text) : fmt::format("it must end with {}", fact.text);
      break;
  }
  return out;
}

std::vector<Sentence> sentences(const answer::Reason& reason, const Sources& sources, program::Arch arch) {
  std::vector<Sentence> out;
  for (const answer::Rule& rule : reason.rules) out.push_back(sentence(rule, sources));
  for (const Fact& fact : reason.facts) out.push_back(sentence(fact, sources, arch));
  return out;
}

std::string chain(const DrawnExecution& x, const std::vector<Step>& steps) {
  std::string out;
  for (const Step& step : steps) {
    if (out.empty()) out = name(x.events[step.from]);
    const std::string via = via_text(step);
    out += fmt::format(" -{}{}-> {}", relation_text(step), via.empty() ? "" : fmt::format(" ({})", via), name(x.events[step.to]));
  }
  return out;
}

std::string assumption(const DrawnExecution& x, const answer::Assumed& assumed) {
  if (assumed.order.empty())
    return fmt::format("{} is the last write to {}", name(x.events[assumed.first]), x.events[assumed.first].location);
  return fmt::format("{} has {} before {}", assumed.order, name(x.events[assumed.first]), name(x.events[assumed.second]));
}

std::vector<std::string> circle(const DrawnExecution& x, const events::Structure& s, const std::vector<events::EventId>& events,
                                const Sources& sources) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const events::EventId e = events[i];
    const DrawnEvent& before = x.events[events[(i + events.size() - 1) % events.size()]];
    const DrawnEvent& event = x.events[e];
    const std::string thread = thread_name(x.arch, event.thread);
    const std::string at = place(sources, s.events[e].where);
    const std::string where =
        at.empty() ? quoted(sources, s.events[e].where) : fmt::format("{}, {}", quoted(sources, s.events[e].where), at);
    if (s.events[e].reads())
      out.push_back(fmt::format("{} reads {} from {} ({}), which {} wrote there", thread, event.read, event.location, where,
                                thread_name(x.arch, before.thread)));
    else if (s.events[e].writes())
      out.push_back(fmt::format("{} writes {} to {} ({}), because of the {} that it read from {}", thread, event.written, event.location,
                                where, before.read, before.location));
    else
      out.push_back(fmt::format("{} reaches {}, because of the {} that it read from {}", thread, where, before.read, before.location));
  }
  return out;
}

std::vector<std::string> unwritten(const DrawnExecution& x, const events::Execution& execution, const std::vector<events::EventId>& reads,
                                   const Sources& sources) {
  std::vector<std::string> out;
  for (const events::EventId r : reads) {
    const events::Structure& s = *execution.structure;
    const events::EventId w = execution.reads_from[r];
    const auto at = [&](events::EventId e) {
      const std::string line = place(sources, s.events[e].where);
      return line.empty() ? quoted(sources, s.events[e].where) : fmt::format("{}, {}", quoted(sources, s.events[e].where), line);
    };
    const std::string reader = thread_name(x.arch, x.events[r].thread), writer = thread_name(x.arch, x.events[w].thread);
    out.push_back(
        fmt::format("{} reads {} from {} ({}), but {} ({}) writes {} to {} in no execution whose racing reads see known writes only.",
                    reader, x.events[r].read, x.events[r].location, at(r), writer, at(w), x.events[r].read, x.events[w].location));
  }
  return out;
}

std::string stopped(const answer::Obstacle& obstacle) {
  std::string rules;
  std::size_t at = 0;
  for (const auto& [rule, count] : obstacle.stopped_by) {
    rules += at == 0 ? "" : at + 1 == obstacle.stopped_by.size() ? " and " : ", ";
    rules += rule;
    ++at;
  }
  if (rules.empty()) return "No further event can be committed.";
  return fmt::format("No further event can be committed: {} {} it.", rules, at == 1 ? "forbids" : "forbid");
}

std::vector<std::string> grounded_values(const program::Test& test, const answer::Explanation& explanation) {
  std::vector<std::string> out;
  constexpr std::size_t kMost = 8;  // longer lists teach nobody
  if (explanation.grounded.empty()) return out;
  for (const events::LocId loc : explanation.consistent.unfolding->accessed) {
    const auto& values = explanation.grounded[loc];
    if (values.size() > kMost) return {};
    out.push_back(fmt::format("{}: {}", test.program.locations[loc].name, fmt::join(values, ", ")));
  }
  return out;
}

}  // namespace thinair::report
