#include "show/report/trace.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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
                         overtaking(s));
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
    return fmt::format(", before {}", fmt::join(names, " and "));
  }

  const DrawnExecution& execution_;
  const Sources& sources_;
};

}  // namespace

std::vector<std::string> trace_lines(const answer::Trace& trace, const DrawnExecution& execution, const Sources& sources) {
  std::size_t width = 0;
  for (const answer::TraceStep& step : trace.steps) width = std::max(width, step.rule.size());
  const Teller teller(execution, sources);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < trace.steps.size(); ++i)
    out.push_back(fmt::format("{:>2}  {:<{}}  {}", i + 1, trace.steps[i].rule, width, teller.step(trace.steps[i])));
  return out;
}

}  // namespace thinair::report
