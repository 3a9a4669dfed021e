// Events of a stage are told by the target's events that they are. A stage differs from the one before it in what is committed and in
// its execution; both are told: first which reads see something else now and what follows from that, then what is committed and why it
// is there already.
#include "show/report/stages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

#include "show/report/execution.hpp"

namespace thinair::report {
namespace {

using answer::ConcreteExecution;
using answer::kNoEvent;
using answer::Stage;
using events::EventId;

// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& items) {
  if (items.empty()) return "";
  if (items.size() == 1) return items.front();
  return fmt::format("{} and {}", fmt::join(items.begin(), items.end() - 1, ", "), items.back());
}

class StageTeller {
 public:
  StageTeller(const program::Test& test, const answer::Justification& j) : test_(test), j_(j), target_(j.target_execution()) {
    committed_in_.assign(target_.size(), 0);
    for (EventId t = 0; t < target_.structure->init_count; ++t) committed_in_[t] = 1;
    for (std::size_t i = 0; i < j.stages.size(); ++i) {
      for (EventId t = 0; t < target_.size(); ++t)
        if (committed_in_[t] == 0 && j.stages[i].committed.has(t)) committed_in_[t] = i + 2;
      auto& there = there_.emplace_back(target_.size(), kNoEvent);
      for (EventId e = 0; e < j.stages[i].matching.size(); ++e)
        if (j.stages[i].matching[e] != kNoEvent) there[j.stages[i].matching[e]] = e;
    }
  }

  StageText first() const {
    std::vector<std::string> names, drawn;
    const DrawnExecution x = draw(test_, target_);
    for (EventId t = 0; t < target_.structure->init_count; ++t) {
      if (!needed(t)) continue;
      names.push_back(fmt::format("{}={}", location(t), said(t, target_.written[t])));
      drawn.push_back(name(x.events[t]));
    }
    return {{names.empty() ? "Nothing is committed yet." : fmt::format("The initial writes are committed: {}.", listed(names))},
            fmt::format("C1 = {{{}}}", fmt::join(drawn, ", "))};
  }

  // stages[i], which people call stage i + 2.
  StageText stage(std::size_t i) const {
    std::vector<std::string> out;
    for (EventId t = 0; t < target_.size(); ++t)
      if (changed(i, t)) out.push_back(change(i, t));
    commitments(i, out);
    const bool last = j_.stages[i].execution == j_.target && j_.stages[i].committed.count() == target_.size();
    if (last) out.emplace_back("All events are committed: this is the execution itself.");
    if (out.empty()) out.emplace_back("Nothing changes in this stage.");
    return {std::move(out), formula(i)};
  }

 private:
  const ConcreteExecution& execution(std::size_t i) const { return j_.executions[j_.stages[i].execution]; }
  const events::Event& event(EventId t) const { return target_.structure->events[t]; }
  std::string location(EventId t) const { return test_.program.locations[event(t).location].name; }
  std::string thread(EventId t) const { return fmt::format("Thread{}", event(t).thread); }
  std::size_t number(std::size_t i) const { return i + 2; }
  bool now(std::size_t i, EventId t) const { return committed_in_[t] == number(i); }

  // Fields of objects that nobody makes or looks at start with something too; nobody wants to know.
  bool needed(EventId initial) const {
    if (event(initial).object == program::kNoObject) return true;
    for (EventId t = target_.structure->init_count; t < target_.size(); ++t)
      if (event(t).location == event(initial).location) return true;
    return false;
  }

  // The target's event that an event's read sees in stage i; kNoEvent if it is none of the target's.
  EventId seen(std::size_t i, EventId t) const {
    const EventId write = execution(i).reads_from[there_[i][t]];
    return write == kNoEvent ? kNoEvent : j_.stages[i].matching[write];
  }
  bool reads(std::size_t i, EventId t) const {
    return there_[i][t] != kNoEvent && event(t).reads() && execution(i).structure->events[there_[i][t]].reads();
  }
  program::Value value(std::size_t i, EventId t) const { return execution(i).read[there_[i][t]]; }

  // Sees in stage i what it sees in the end.
  bool final(std::size_t i, EventId t) const { return seen(i, t) == target_.reads_from[t] && value(i, t) == target_.read[t]; }

  bool changed(std::size_t i, EventId t) const {
    if (i == 0 || !reads(i, t) || !reads(i - 1, t)) return false;
    return seen(i, t) != seen(i - 1, t) || value(i, t) != value(i - 1, t);
  }

  // A value of what the event accesses, as people write it.
  std::string said(EventId t, program::Value v) const {
    const events::Event& e = event(t);
    return program::to_text(test_.program,
                            e.location == events::kNoLocation ? program::Type::number : test_.program.locations[e.location].type, v);
  }

  // What is no access to memory: "lock of m".
  std::string action(const events::Event& e) const {
    using events::Kind;
    const std::string of = e.location == events::kNoLocation ? "" : test_.program.locations[e.location].name;
    switch (e.kind) {
      case Kind::lock: return "lock of " + of;
      case Kind::unlock: return "unlock of " + of;
      case Kind::notify:
      case Kind::notify_all: return "notification of " + of;
      case Kind::start: return "start of " + of;
      case Kind::begin: return "beginning";
      case Kind::end: return "end";
      case Kind::join: return "join of " + of;
      case Kind::restart: return "second start of " + of;
      case Kind::alive:
      case Kind::early: return "look at " + of;
      case Kind::freeze: return "freeze of " + of;
      case Kind::print: return "output";
      case Kind::read:
      case Kind::write:
      case Kind::update:
      case Kind::fence:
      case Kind::register_read:
      case Kind::register_write:
      case Kind::branch:
      case Kind::pick: break;
    }
    return events::label(test_.program, e);
  }

  // Several events: each thread is named once.
  std::string told(const std::vector<EventId>& all) const {
    std::vector<std::string> out;
    for (std::size_t k = 0; k < all.size(); ++k)
      out.push_back(k > 0 && event(all[k]).thread == event(all[k - 1]).thread ? its(all[k]) : told(all[k]));
    return listed(out);
  }

  // "Thread0's read of x"; "Thread0's second read of x" if there are more.
  std::string told(EventId t) const {
    const events::Event& e = event(t);
    if (e.kind == events::Kind::fence) return thread(t) + "'s fence";
    if (e.kind == events::Kind::write) return fmt::format("{}'s write of {} to {}", thread(t), said(t, target_.written[t]), location(t));
    if (e.kind == events::Kind::update)
      return fmt::format("{}'s update of {} from {} to {}", thread(t), location(t), said(t, target_.read[t]), said(t, target_.written[t]));
    if (e.kind != events::Kind::read) return fmt::format("{}'s {}", thread(t), action(e));
    std::size_t place = 0, count = 0;
    for (EventId other = 0; other < target_.size(); ++other) {
      const events::Event& o = event(other);
      if (o.kind != e.kind || o.thread != e.thread || o.location != e.location) continue;
      if (other == t) place = count;
      ++count;
    }
    constexpr std::array<std::string_view, 6> kOrdinals = {"first ", "second ", "third ", "fourth ", "fifth ", "sixth "};
    return fmt::format("{}'s {}read of {}", thread(t), count > 1 && place < kOrdinals.size() ? kOrdinals[place] : "", location(t));
  }

  // The same without the thread's name.
  std::string its(EventId t) const {
    const std::string all = told(t);
    return "its" + all.substr(thread(t).size() + 2);
  }

  // "the initial 0", "the 1 that Thread0 wrote", of what a read sees.
  std::string source(EventId reader, EventId write, program::Value number) const {
    const std::string v = said(reader, number);
    if (write == kNoEvent) return fmt::format("a {}", v);
    if (event(write).is_init()) return fmt::format("the initial {}", v);
    if (event(write).thread == event(reader).thread) return fmt::format("the {} that {} wrote itself", v, thread(write));
    return fmt::format("the {} that {} wrote", v, thread(write));
  }
  std::string source(std::size_t i, EventId t) const { return source(t, seen(i, t), value(i, t)); }

  bool depends(std::size_t i, EventId from, EventId to) const {
    const events::Structure& s = *execution(i).structure;
    const EventId a = there_[i][from], b = there_[i][to];
    return s.data.has(a, b) || s.addr.has(a, b) || s.ctrl.has(a, b);
  }

  // What follows from a read that sees something else: writes with other values, and events that were not there.
  std::vector<std::string> consequences(std::size_t i, EventId read) const {
    std::vector<std::string> out;
    for (EventId t = 0; t < target_.size(); ++t) {
      if (there_[i][t] == kNoEvent || event(t).is_init() || !depends(i, read, t)) continue;
      const bool appears = there_[i - 1][t] == kNoEvent;
      const bool writes = event(t).writes() && execution(i).structure->events[there_[i][t]].writes();
      if (writes && (appears || execution(i).written[there_[i][t]] != execution(i - 1).written[there_[i - 1][t]]))
        out.push_back(fmt::format("writes {} to {}", said(t, execution(i).written[there_[i][t]]), location(t)));
      else if (appears && event(t).reads())
        out.push_back(fmt::format("reads {}", location(t)));
    }
    return out;
  }

  // "that write was committed in stage 2": why a read may see it.
  std::string when(std::size_t i, EventId write) const {
    if (write == kNoEvent || event(write).is_init() || committed_in_[write] == 0 || committed_in_[write] >= number(i)) return "";
    return fmt::format("that write was committed in stage {}", committed_in_[write]);
  }

  std::string change(std::size_t i, EventId t) const {
    std::string out = fmt::format("{} now sees {}", told(t), source(i, t));
    if (const std::string write = when(i, seen(i, t)); !write.empty()) {
      out += ": " + write;
      if (committed_in_[t] != 0 && committed_in_[t] < number(i)) out += fmt::format(", the read in stage {}", committed_in_[t]);
    }
    if (const auto follows = consequences(i, t); !follows.empty()) out += fmt::format(". So {} now {}", thread(t), listed(follows));
    return out + ".";
  }

  // The first stage from i on in which the read sees what it sees in the end.
  std::optional<std::size_t> settled(std::size_t i, EventId t) const {
    for (; i < j_.stages.size(); ++i)
      if (reads(i, t) && final(i, t)) return i;
    return std::nullopt;
  }

  std::string read_commitment(std::size_t i, EventId t) const {
    std::string out = fmt::format("{} is committed. Here it still sees {}", told(t), source(i, t));
    const std::string end = source(t, target_.reads_from[t], target_.read[t]);
    const std::string write = when(i, target_.reads_from[t]);
    if (settled(i, t))
      out += fmt::format(", but from now on it may see {}", end);
    else
      out += fmt::format("; in the execution to justify it sees {}", end);
    return out + (write.empty() ? "." : fmt::format(": {}.", write));
  }

  // Why a write is there in this stage, from what it depends on; empty if that says nothing.
  std::string ground(std::size_t i, EventId t) const {
    std::vector<std::string> others, committed;
    bool any = false;
    for (EventId r = 0; r < target_.size(); ++r) {
      if (!reads(i, r) || r == t || event(r).is_init() || !depends(i, r, t)) continue;
      any = true;
      if (!final(i, r))
        others.push_back(fmt::format("{} still sees {}", its(r), source(i, r)));
      else if (committed_in_[r] != 0 && committed_in_[r] < number(i))
        committed.push_back(told(r));
    }
    if (!any) return "it depends on no read";
    if (!others.empty()) return fmt::format("{} does it although {}", thread(t), listed(others));
    if (!committed.empty())
      return fmt::format("it depends on {}, which {} committed already", listed(committed), committed.size() == 1 ? "is" : "are");
    return "";
  }

  // Reads that see what they see in the end, each with what that is; of many only which they are.
  std::string reads_told(std::size_t i, const std::vector<EventId>& all) const {
    constexpr std::size_t kMost = 4;
    if (all.size() > kMost) return told(all) + ". Each sees what it sees in the end";
    std::vector<std::string> out;
    for (const EventId t : all) out.push_back(changed(i, t) ? told(t) : fmt::format("{}, which sees {}", told(t), source(i, t)));
    return fmt::format("{}", fmt::join(out, "; "));
  }

  void commitments(std::size_t i, std::vector<std::string>& out) const {
    std::vector<EventId> free, settled_reads, plain;
    for (EventId t = 0; t < target_.size(); ++t) {
      if (!now(i, t) || there_[i][t] == kNoEvent) continue;
      if (event(t).kind == events::Kind::read) {
        if (final(i, t))
          settled_reads.push_back(t);
        else
          out.push_back(read_commitment(i, t));
      } else if (event(t).kind == events::Kind::write) {
        const std::string why = ground(i, t);
        if (why == "it depends on no read")
          free.push_back(t);
        else if (why.empty())
          plain.push_back(t);
        else
          out.push_back(fmt::format("{} is committed: {}.", told(t), why));
      } else {
        plain.push_back(t);
      }
    }
    const auto are = [](const std::vector<EventId>& all) { return all.size() == 1 ? "is" : "are"; };
    if (!free.empty())
      out.push_back(fmt::format("{} {} committed: {} on no read.", told(free), are(free), free.size() == 1 ? "it depends" : "they depend"));
    if (!settled_reads.empty()) out.push_back(fmt::format("Committed: {}.", reads_told(i, settled_reads)));
    if (!plain.empty()) out.push_back(fmt::format("{} {} committed.", told(plain), are(plain)));
  }

  std::string formula(std::size_t i) const {
    const DrawnExecution x = draw(test_, execution(i));
    std::vector<std::string> names;
    for (EventId t = 0; t < target_.size(); ++t)
      if (now(i, t) && there_[i][t] != kNoEvent) names.push_back(name(x.events[there_[i][t]]));
    std::string out = fmt::format("C{} = C{}", number(i), number(i) - 1);
    return names.empty() ? out : fmt::format("{} with {}", out, fmt::join(names, ", "));
  }

  const program::Test& test_;
  const answer::Justification& j_;
  const ConcreteExecution& target_;
  std::vector<std::size_t> committed_in_;    // by event of the target: the stage, as people count; 0: in none
  std::vector<std::vector<EventId>> there_;  // by stage and event of the target: the stage's event that it is
};

}  // namespace

std::vector<StageText> stage_texts(const program::Test& test, const answer::Justification& justification) {
  std::vector<StageText> out;
  if (justification.stages.empty()) return out;
  const StageTeller teller(test, justification);
  out.push_back(teller.first());
  for (std::size_t i = 0; i < justification.stages.size(); ++i) out.push_back(teller.stage(i));
  return out;
}

}  // namespace thinair::report
