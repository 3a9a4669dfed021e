#include "report/execution.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace thinair::report {
namespace {

DrawnEvent draw_event(const program::Test& test, const events::Event& event, events::EventId id) {
  DrawnEvent out;
  out.id = id;
  out.thread = event.thread;
  out.label = events::label(test.program, event);
  if (event.location != events::kNoLocation) out.location = test.program.locations[event.location].name;
  return out;
}

std::string line(const DrawnExecution& x, const DrawnEvent& e) {
  std::string out = e.label;
  if (!e.read.empty() && !e.written.empty())
    out += fmt::format(" {}->{}", e.read, e.written);
  else if (!e.read.empty() || !e.written.empty())
    out += "=" + (e.read.empty() ? e.written : e.read);
  if (e.from) {
    const DrawnEvent& w = x.events[*e.from];
    out += w.thread == events::kInitThread ? " (initial)" : w.thread == e.thread ? " (own)" : fmt::format(" (from {})", w.thread);
  }
  return out;
}

}  // namespace

DrawnExecution draw(const program::Test& test, const search::Answer& answer, const search::Outcome& outcome) {
  const events::Execution& x = outcome.witness;
  value::TermPool& pool = answer.unfolding->pool;
  const auto name = [](value::VarId) { return std::string("v"); };
  std::map<value::VarId, value::TermId> reads;
  for (events::EventId e = 0; e < x.structure->size(); ++e)
    if (x.structure->events[e].reads()) reads[x.structure->events[e].variable] = x.read_values[e];
  DrawnExecution out;
  for (events::EventId e = 0; e < x.structure->size(); ++e) {
    const events::Event& event = x.structure->events[e];
    DrawnEvent d = draw_event(test, event, e);
    if (event.reads()) {
      d.read = pool.to_text(x.read_values[e], name);
      d.from = x.reads_from[e];
    }
    if (event.writes())
      d.written = pool.to_text(pool.substitute(event.written, [&](value::VarId var) { return std::optional(reads.at(var)); }), name);
    out.events.push_back(std::move(d));
  }
  for (const auto& [order, relation] : x.orders)
    out.orders.emplace_back(order, relation::linear_extension(relation.domain() | relation.range(), relation));
  return out;
}

DrawnExecution draw(const program::Test& test, const causality::Candidate& c) {
  DrawnExecution out;
  for (events::EventId e = 0; e < c.size(); ++e) {
    const events::Event& event = c.structure->events[e];
    DrawnEvent d = draw_event(test, event, e);
    if (event.reads()) {
      d.read = fmt::format("{}", c.read[e]);
      d.from = c.reads_from[e];
    }
    if (event.writes()) d.written = fmt::format("{}", c.written[e]);
    out.events.push_back(std::move(d));
  }
  return out;
}

std::string columns(const DrawnExecution& x, const std::vector<Mark>& marks, std::size_t threads, const std::string& indent) {
  std::vector<std::vector<std::string>> cells(threads);
  for (std::size_t t = 0; t < threads; ++t) cells[t].push_back(fmt::format("  Thread{}", t));
  for (const DrawnEvent& e : x.events) {
    if (e.thread == events::kInitThread) continue;
    const char mark = marks.empty() || marks[e.id] == Mark::none ? ' ' : marks[e.id] == Mark::now ? '+' : '*';
    cells[e.thread].push_back(fmt::format("{} {}", mark, line(x, e)));
  }
  std::size_t rows = 0;
  std::vector<std::size_t> widths;
  for (const auto& column : cells) {
    rows = std::max(rows, column.size());
    widths.push_back(std::ranges::max(column, {}, &std::string::size).size());
  }
  std::string out;
  for (std::size_t r = 0; r < rows; ++r) {
    std::string text;
    for (std::size_t t = 0; t < threads; ++t) text += fmt::format("{:<{}}  ", r < cells[t].size() ? cells[t][r] : "", widths[t]);
    text.erase(text.find_last_not_of(' ') + 1);
    out += indent + text + "\n";
  }
  return out;
}

}  // namespace thinair::report
