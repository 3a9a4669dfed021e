#include "show/report/execution.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "show/report/paint.hpp"

namespace thinair::report {
namespace {

DrawnEvent draw_event(const program::Test& test, const events::Event& event, events::EventId id) {
  DrawnEvent out;
  out.id = id;
  out.thread = event.thread;
  out.kind = event.kind;
  if (event.thread != events::kInitThread) out.where = event.where;
  out.label = events::label(test.program, event);
  if (event.location != events::kNoLocation) out.location = test.program.locations[event.location].name;
  return out;
}

std::string line(const DrawnExecution& x, const DrawnEvent& e) {
  std::string out = label(e);
  if (e.from) {
    const DrawnEvent& w = x.events[*e.from];
    out += w.thread == events::kInitThread ? " (initial)"
           : w.thread == e.thread          ? " (own)"
                                           : fmt::format(" (from {})", thread_name(x.arch, w.thread));
  }
  return out;
}

// Names for open values: those of the state first, as it has them.
class Symbols {
 public:
  Symbols(const value::TermPool& pool, const std::vector<value::TermId>& observed) : pool_(pool) {
    for (const value::TermId term : observed) meet(term);
  }
  answer::Datum datum(value::TermId term) {
    if (const auto value = pool_.as_constant(term)) return *value;
    meet(term);
    return answer::Open{pool_.to_text(term, [this](value::VarId var) { return names_.at(var); }), ""};
  }

 private:
  void meet(value::TermId term) {
    for (const value::VarId var : pool_.variables(term)) names_.try_emplace(var, fmt::format("v{}", names_.size() + 1));
  }
  const value::TermPool& pool_;
  std::map<value::VarId, std::string> names_;
};

std::string value_text(const program::Program& program, const events::Event& event, const answer::Datum& datum) {
  if (const auto* open = std::get_if<answer::Open>(&datum)) return open->symbol;
  const program::Type type = event.location == events::kNoLocation ? program::Type::number : program.locations[event.location].type;
  return program::to_text(program, type, std::get<answer::Value>(datum));
}

// An order that relates no events of different locations is told by location.
void add_order(const events::Structure& s, const std::string& name, const relation::Relation& order, DrawnExecution& out) {
  const relation::EventSet all = order.domain() | order.range();
  const auto location = [&](events::EventId e) { return s.events[e].location; };
  const bool whole = all.empty() || std::ranges::any_of(all.elements(), [&](events::EventId e) { return !s.events[e].writes(); }) ||
                     std::ranges::any_of(order.pairs(), [&](const auto& pair) { return location(pair.first) != location(pair.second); });
  std::map<events::LocId, std::vector<events::EventId>> parts;
  for (const events::EventId e : relation::linear_extension(all, order)) parts[whole ? events::kNoLocation : location(e)].push_back(e);
  if (parts.empty()) parts[events::kNoLocation];
  for (auto& [loc, sequence] : parts)
    out.orders.push_back({name, loc == events::kNoLocation ? "" : out.events[sequence.front()].location, std::move(sequence)});
}

std::vector<std::string> blocked_texts(const program::Test& test, const events::Structure& s) {
  using By = events::Blocked::By;
  std::vector<std::string> out;
  for (const std::optional<events::Blocked>& one : s.blocked) {
    std::string& text = out.emplace_back();
    if (!one) continue;
    const std::string at = one->at == events::kNoLocation ? "" : test.program.locations[one->at].name;
    switch (one->by) {
      case By::monitor: text = fmt::format("waits for {}", at); break;
      case By::join: text = fmt::format("waits for the end of {}", at); break;
      case By::wait: text = "waits to be notified"; break;
      case By::loop: text = "goes round forever"; break;
    }
  }
  return out;
}

DrawnExecution draw_with(const program::Test& test, events::Unfolding& unfolding, const events::Execution& x,
                         const std::vector<value::TermId>& observed) {
  value::TermPool& pool = unfolding.pool;
  Symbols symbols(pool, observed);
  std::map<value::VarId, value::TermId> reads;
  for (events::EventId e = 0; e < x.structure->size(); ++e)
    if (x.structure->events[e].reads()) reads[x.structure->events[e].variable] = x.read_values[e];
  DrawnExecution out;
  out.arch = test.program.arch;
  for (events::EventId e = 0; e < x.structure->size(); ++e) {
    const events::Event& event = x.structure->events[e];
    DrawnEvent d = draw_event(test, event, e);
    if (event.reads()) {
      d.value_read = symbols.datum(x.read_values[e]);
      d.read = value_text(test.program, event, d.value_read);
      d.from = x.reads_from[e];
    }
    if (event.writes()) {
      d.value_written = symbols.datum(pool.substitute(event.written, [&](value::VarId var) { return std::optional(reads.at(var)); }));
      d.written = value_text(test.program, event, d.value_written);
    }
    out.events.push_back(std::move(d));
  }
  for (const auto& [order, relation] : x.orders) add_order(*x.structure, order, relation, out);
  out.blocked = blocked_texts(test, *x.structure);
  return out;
}

}  // namespace

std::vector<Held> held(const DrawnExecution& x) {
  std::vector<Held> out;
  std::map<std::uint32_t, std::vector<std::size_t>> open;  // by thread: those of `out` that are not released yet
  for (const DrawnEvent& e : x.events) {
    if (e.thread == events::kInitThread) continue;
    std::vector<std::size_t>& mine = open[e.thread];
    for (const std::size_t one : mine) out[one].last = e.id;
    if (e.kind == events::Kind::lock) {
      mine.push_back(out.size());
      out.push_back({e.id, e.id, false, mine.size() - 1});
    }
    if (e.kind != events::Kind::unlock) continue;
    const auto of =
        std::ranges::find_if(mine.rbegin(), mine.rend(), [&](std::size_t one) { return x.events[out[one].lock].location == e.location; });
    if (of == mine.rend()) continue;
    out[*of].released = true;
    mine.erase(std::next(of).base());
  }
  return out;
}

std::string thread_name(program::Arch arch, std::uint32_t thread) {
  return fmt::format("{}{}", arch == program::Arch::java ? "Thread" : "P", thread);
}

std::vector<std::string> order_texts(const DrawnExecution& x) {
  std::vector<std::string> out;
  for (const DrawnOrder& order : x.orders) {
    if (order.sequence.empty()) continue;
    std::vector<std::string> values, names;
    for (const events::EventId id : order.sequence) {
      values.push_back(x.events[id].written);
      names.push_back(name(x.events[id]));
    }
    std::set<std::string> different(values.begin(), values.end());
    const bool by_value = !order.location.empty() && different.size() == values.size();
    out.push_back(fmt::format("{}{}{}: {}", order.name, order.location.empty() ? "" : " ", order.location,
                              fmt::join(by_value ? values : names, " < ")));
  }
  return out;
}

std::string label(const DrawnEvent& e) {
  if (!e.read.empty() && !e.written.empty()) return fmt::format("{} {}->{}", e.label, e.read, e.written);
  if (e.read.empty() && e.written.empty()) return e.label;
  return e.label + "=" + (e.read.empty() ? e.written : e.read);
}

std::string name(const DrawnEvent& e) { return e.thread == events::kInitThread ? label(e) : fmt::format("{}:{}", e.thread, label(e)); }

DrawnExecution draw(const program::Test& test, const answer::Answer& answer, const answer::Outcome& outcome) {
  return draw_with(test, *answer.unfolding, outcome.witness, outcome.terms);
}

DrawnExecution draw(const program::Test& test, events::Unfolding& unfolding, const events::Execution& x) {
  return draw_with(test, unfolding, x, {});
}

DrawnExecution draw(const program::Test& test, const answer::ConcreteExecution& c) {
  DrawnExecution out;
  out.arch = test.program.arch;
  for (events::EventId e = 0; e < c.size(); ++e) {
    const events::Event& event = c.structure->events[e];
    DrawnEvent d = draw_event(test, event, e);
    if (event.reads()) {
      d.value_read = c.read[e];
      d.read = value_text(test.program, event, d.value_read);
      d.from = c.reads_from[e];
    }
    if (event.writes()) {
      d.value_written = c.written[e];
      d.written = value_text(test.program, event, d.value_written);
    }
    out.events.push_back(std::move(d));
  }
  out.blocked = blocked_texts(test, *c.structure);
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
  for (std::size_t t = 0; t < threads; ++t) cells[t].push_back("  " + thread_name(x.arch, static_cast<std::uint32_t>(t)));
  const auto bars_of = [](std::size_t count) {
    std::string bars;
    for (std::size_t i = 0; i < count; ++i) bars += "| ";
    return bars;
  };
  std::vector<std::size_t> depth(x.events.size(), 0);  // by event: how many monitors its thread holds around it
  std::vector<std::size_t> still_held(threads, 0);     // by thread: how many it holds at the end
  for (const Held& one : held(x)) {
    if (!one.released) ++still_held[x.events[one.lock].thread];
    for (events::EventId e = one.lock + 1; e < one.last + (one.released ? 0 : 1); ++e)
      if (x.events[e].thread == x.events[one.lock].thread) ++depth[e];
  }
  for (const DrawnEvent& e : x.events) {
    if (e.thread == events::kInitThread || events::is_part(e.kind)) continue;
    const std::string bars = bars_of(depth[e.id]);
    const char mark = marks.empty() || marks[e.id] == Mark::none ? ' ' : marks[e.id] == Mark::now ? '+' : '*';
    cells[e.thread].push_back(fmt::format("{} {}{}", mark, bars, line(x, e)));
  }
  for (std::size_t t = 0; t < std::min(threads, x.blocked.size()); ++t)
    if (!x.blocked[t].empty()) cells[t].push_back("  " + bars_of(still_held[t]) + x.blocked[t]);
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
