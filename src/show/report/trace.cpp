#include "show/report/trace.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "show/report/sentences.hpp"

namespace thinair::report {
namespace {

class Teller {
 public:
  Teller(const DrawnExecution& execution, const Sources& sources) : execution_(execution), sources_(sources) {}

  // As the test writes it, if that is at hand and stands on one line.
  std::string event(events::EventId id) const {
    const DrawnEvent& e = execution_.events[id];
    if (e.where.file < sources_.size() && e.where.end > e.where.begin) {
      const std::string_view text = sources_.text(e.where);
      if (text.find('\n') == std::string_view::npos && text.size() <= 60) return fmt::format("`{}`", text);
    }
    return label(e);
  }

  // An entry of a buffer: "x=1" of a write, with its thread where the buffer's name does not say it.
  std::string entry(events::EventId id, bool with_thread) const {
    const DrawnEvent& e = execution_.events[id];
    std::string out = e.kind == events::Kind::write && !e.written.empty() ? fmt::format("{}={}", e.location, e.written) : label(e);
    return with_thread && e.thread != events::kInitThread ? fmt::format("{}:{}", e.thread, out) : out;
  }

  std::string contents(const answer::TracePart& part) const {
    if (part.events.empty()) return "-";
    std::vector<std::string> entries;
    for (const events::EventId e : part.events)
      entries.push_back(entry(e, part.events.size() > 1 || part.name.find('[') == std::string::npos));
    return fmt::format("{}", fmt::join(entries, " "));
  }

  std::string also(const answer::TraceStep& s) const {
    if (s.also.empty()) return "";
    std::set<std::string> values;
    for (const events::EventId e : s.also)
      if (execution_.events[e].written != execution_.events[*s.reads].read) values.insert(execution_.events[e].written);
    if (values.empty()) return "";
    return fmt::format("; it could read {} as well", fmt::join(values, " or "));
  }

  std::string who(events::EventId id) const {
    const DrawnEvent& e = execution_.events[id];
    return e.thread == events::kInitThread ? "the initial write" : thread_name(execution_.arch, e.thread);
  }

  std::string step(const answer::TraceStep& s) const {
    if (s.reads) {
      const DrawnEvent& read = execution_.events[*s.reads];
      const bool initial = execution_.events[*s.from].thread == events::kInitThread;
      const bool own = execution_.events[*s.from].thread == read.thread;
      return fmt::format("{} {} reads {}, {}{}", who(*s.reads), event(*s.reads), read.read,
                         initial ? "the initial value"
                         : own   ? "its own write"
                                 : "written by " + who(*s.from),
                         overtaking(s) + also(s));
    }
    if (!s.done.empty()) return fmt::format("{} {}{}", who(s.done.front()), event(s.done.front()), overtaking(s));
    if (!s.events.empty()) return fmt::format("{} {}", who(s.events.front()), label(execution_.events[s.events.front()]));
    return "";
  }

 private:
  std::string overtaking(const answer::TraceStep& s) const {
    if (s.overtaken.empty()) return "";
    std::vector<std::string> names;
    for (const events::EventId e : s.overtaken) names.push_back(event(e));
    std::vector<std::string> cells;
    for (const answer::TraceCell& cell : s.cells) {
      const std::string at = place(sources_, cell.where);
      cells.push_back(at.empty() ? cell.name : fmt::format("{}, {}", cell.name, at));
    }
    return fmt::format(", before {}{}", fmt::join(names, " and "), cells.empty() ? "" : fmt::format(" ({})", fmt::join(cells, "; ")));
  }

  const DrawnExecution& execution_;
  const Sources& sources_;
};

}  // namespace

std::vector<std::string> trace_lines(const answer::Trace& trace, const DrawnExecution& execution, const Sources& sources) {
  std::size_t width = 0;
  for (const answer::TraceStep& step : trace.steps) width = std::max(width, step.rule.size());
  const Teller teller(execution, sources);
  std::vector<std::string> out, names;
  std::vector<std::size_t> widths;
  for (const answer::TraceStep& step : trace.steps)
    for (const answer::TracePart& part : step.changed) {
      auto at = std::ranges::find(names, part.name);
      if (at == names.end()) {
        widths.push_back(part.name.size());
        at = names.insert(at, part.name);
      }
      auto& column = widths[static_cast<std::size_t>(at - names.begin())];
      column = std::max(column, teller.contents(part).size());
    }
  // What the machine remembers, in columns; what a step changes stands in its line.
  const auto trimmed = [](std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
  };
  if (!names.empty()) {
    std::string head = fmt::format("    {:<{}}", "", width);
    for (std::size_t i = 0; i < names.size(); ++i) head += fmt::format("  {:<{}}", names[i], widths[i]);
    out.push_back(trimmed(std::move(head)));
  }
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    std::string line = fmt::format("{:>2}  {:<{}}", i + 1, trace.steps[i].rule, width);
    for (std::size_t k = 0; k < names.size(); ++k) {
      const auto part = std::ranges::find(trace.steps[i].changed, names[k], &answer::TracePart::name);
      line += fmt::format("  {:<{}}", part == trace.steps[i].changed.end() ? "" : teller.contents(*part), widths[k]);
    }
    out.push_back(trimmed(fmt::format("{}  {}", line, teller.step(trace.steps[i]))));
  }
  return out;
}

std::vector<std::string> step_sentences(const answer::TraceStep& step, const DrawnExecution& execution, const Sources& sources) {
  const Teller teller(execution, sources);
  std::vector<std::string> out;
  if (std::string what = teller.step(step); !what.empty()) out.push_back(std::move(what));
  for (const answer::TracePart& part : step.changed)
    out.push_back(part.events.empty() ? fmt::format("`{}` is empty now", part.name)
                                      : fmt::format("`{}` holds {}", part.name, teller.contents(part)));
  return out;
}

}  // namespace thinair::report
