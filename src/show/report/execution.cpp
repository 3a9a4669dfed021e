#include "show/report/execution.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "show/report/paint.hpp"

namespace thinair::report {
namespace {

DrawnEvent draw_event(const program::Test& test, const events::Event& event, events::EventId id) {
  DrawnEvent out;
  out.id = id;
  out.thread = event.thread;
  if (event.thread != events::kInitThread) out.where = event.where;
  out.label = events::label(test.program, event);
  if (event.location != events::kNoLocation) out.location = test.program.locations[event.location].name;
  return out;
}

std::string line(const DrawnExecution& x, const DrawnEvent& e) {
  std::string out = label(e);
  if (e.from) {
    const DrawnEvent& w = x.events[*e.from];
    out += w.thread == events::kInitThread ? " (initial)" : w.thread == e.thread ? " (own)" : fmt::format(" (from {})", w.thread);
  }
  return out;
}

}  // namespace

std::string label(const DrawnEvent& e) {
  if (!e.read.empty() && !e.written.empty()) return fmt::format("{} {}->{}", e.label, e.read, e.written);
  if (e.read.empty() && e.written.empty()) return e.label;
  return e.label + "=" + (e.read.empty() ? e.written : e.read);
}

std::string name(const DrawnEvent& e) { return e.thread == events::kInitThread ? label(e) : fmt::format("{}:{}", e.thread, label(e)); }

DrawnExecution draw(const program::Test& test, const answer::Answer& answer, const answer::Outcome& outcome) {
  return draw(test, *answer.unfolding, outcome.witness);
}

DrawnExecution draw(const program::Test& test, events::Unfolding& unfolding, const events::Execution& x) {
  value::TermPool& pool = unfolding.pool;
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

DrawnExecution draw(const program::Test& test, const answer::ConcreteExecution& c) {
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

std::vector<Mark> marks_of(const answer::Stage& stage, const relation::EventSet& before) {
  std::vector<Mark> marks;
  for (const events::EventId t : stage.matching) {
    const bool committed = t != answer::kNoEvent && stage.committed.has(t);
    marks.push_back(!committed ? Mark::none : before.has(t) ? Mark::earlier : Mark::now);
  }
  return marks;
}

std::string columns(const DrawnExecution& x, const std::vector<Mark>& marks, std::size_t threads, const std::string& indent,
                    const Style& style) {
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
    // Spaces only between cells, so that colours and the ends of lines do not get in each other's way.
    std::string text;
    std::size_t column = 0, at = 0;
    for (std::size_t t = 0; t < threads; at += widths[t++] + 2) {
      if (r >= cells[t].size()) continue;
      const std::string& cell = cells[t][r];
      text += std::string(at - column, ' ');
      text += paint(cell, r == 0 ? Tint::dim : cell[0] == '+' ? Tint::good : cell[0] == '*' ? Tint::accent : Tint::none, style);
      column = at + cell.size();
    }
    out += indent + text + "\n";
  }
  return out;
}

}  // namespace thinair::report
