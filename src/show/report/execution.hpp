// An execution in a form that every printer can draw: what each event is called, reads, writes and sees.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answer/answer.hpp"
#include "answer/explanation.hpp"
#include "show/report/report.hpp"

namespace thinair::report {

struct DrawnEvent {
  events::EventId id = 0;
  std::uint32_t thread = events::kInitThread;
  events::Kind kind = events::Kind::fence;
  std::string label;                        // "W[V] x"
  std::string location;                     // "" for fences
  std::string read, written;                // values as text; "" if it does not read or write
  answer::Datum value_read, value_written;  // the same as data
  std::optional<events::EventId> from;      // the write that a read sees
  Span where;                               // in the test; empty for initial writes
};

// A total order, or the part of one that is about one location.
struct DrawnOrder {
  std::string name;
  std::string location;  // "" for an order of everything
  std::vector<events::EventId> sequence;
};

struct DrawnExecution {
  std::vector<DrawnEvent> events;
  std::vector<DrawnOrder> orders;
  program::Arch arch = program::Arch::java;  // the dialect, which says what threads are called
  std::vector<std::string> blocked;          // by thread: "waits for m", forever; "" if it goes on
};

// What a thread does while it holds a monitor.
struct Held {
  events::EventId lock = 0;
  events::EventId last = 0;  // the unlock; without one, the thread's last event
  bool released = false;
  std::size_t depth = 0;  // how many others the thread holds
};
std::vector<Held> held(const DrawnExecution& execution);

// "Thread0"; "P0" in tests of processors.
std::string thread_name(program::Arch arch, std::uint32_t thread);

DrawnExecution draw(const program::Test& test, const answer::Answer& answer, const answer::Outcome& outcome);
DrawnExecution draw(const program::Test& test, events::Unfolding& unfolding, const events::Execution& execution);
DrawnExecution draw(const program::Test& test, const answer::ConcreteExecution& candidate);

// "co x: 0 < 1", each order of writes to one location by their values if these differ, otherwise by events.
std::vector<std::string> order_texts(const DrawnExecution& execution);

std::string label(const DrawnEvent& event);  // with its values: "W x=1", "RMW x 0->1"
std::string name(const DrawnEvent& event);   // with its thread too: "0:W x=1"

enum class Mark { none, earlier, now };  // committed in an earlier stage, in this one

// By event of the stage. `before`: what earlier stages committed, over the target's events.
std::vector<Mark> marks_of(const answer::Stage& stage, const relation::EventSet& before);

// One column per thread, program order downwards. `marks` by event; empty: no marks.
std::string columns(const DrawnExecution& execution, const std::vector<Mark>& marks, std::size_t threads, const std::string& indent,
                    const Style& style);

}  // namespace thinair::report
