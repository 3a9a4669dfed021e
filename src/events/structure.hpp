// Event structures: one path per thread, put side by side.
//
//   takes   paths from events/unfold
//   gives   events, the relations that paths fix (po, dependencies, loc, int, ext) and what values must satisfy
//   does not choose reads-from, orders, or the values of reads: engine/axiomatic/ and engine/reference/ do
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "program/relaxation.hpp"
#include "relation/relation.hpp"
#include "support/budget.hpp"
#include "value/term.hpp"

namespace thinair::events {

using program::LocId;
using program::RegId;
using program::SetMask;
using relation::EventSet;
using relation::Relation;
using value::TermId;
using value::VarId;

using EventId = std::uint32_t;

inline constexpr std::uint32_t kInitThread = UINT32_MAX;
inline constexpr LocId kNoLocation = UINT32_MAX;

enum class Kind : std::uint8_t {
  read,
  write,
  update,  // reads and writes: a successful RMW
  fence,
  // JLS 17.4.2. Their location is a monitor or a thread (program::Location::Role), of a freeze the field.
  lock,
  unlock,
  notify,
  notify_all,
  start,    // another thread
  begin,    // the first action of a thread that another one started
  end,      // the last action of a thread whose end another one waits for
  join,     // another thread's end is seen
  alive,    // another thread is seen to be started and not to have ended
  early,    // another thread is seen not to be started yet
  restart,  // a start that is refused: another thread is seen to have been started
  freeze,
  print,  // an external action; writes its value to no location
  // Parts of an instruction that models see only if they ask for them (Reading::registers).
  register_read,
  register_write,
  branch,  // a conditional branch
  pick,    // what decides without a branch: a conditional select, the comparison of a compare-and-swap
};

constexpr bool is_part(Kind kind) {
  return kind == Kind::register_read || kind == Kind::register_write || kind == Kind::branch || kind == Kind::pick;
}

// What a register read is for.
enum class Port : std::uint8_t { none, address, data };

// What an atomic update of Java (getAndAdd, a successful compareAndSet) is: one event that reads and writes, or a read and a write that
// belong together, as those of processors do (.cat: rmw). The model says which (`updates as pairs`).
enum class Updates : std::uint8_t { single, pairs };

struct Event {
  Kind kind = Kind::fence;
  Port port = Port::none;              // of a register read
  bool exclusive = false;              // of a load-exclusive or a store-conditional
  std::uint32_t thread = kInitThread;  // kInitThread: an initial write
  LocId location = kNoLocation;
  program::ObjectId object = program::kNoObject;  // whose part the location is
  SetMask sets = 0;
  VarId variable = 0;  // read, update: stands for the value read
  TermId written = 0;  // write, update
  RegId reg = 0;       // of a register read or write; also numbers for what is no register of the program (unfold_registers.cpp)
  Span where;
  program::InstrId instr;         // of the program
  std::uint32_t instruction = 0;  // counts the instructions of the path; events of one instruction are not in program order
  bool is_init() const { return thread == kInitThread; }
  bool reads() const { return kind == Kind::read || kind == Kind::update; }
  bool writes() const { return kind == Kind::write || kind == Kind::update; }
  bool of_register() const { return kind == Kind::register_read || kind == Kind::register_write; }
  bool operator==(const Event&) const = default;
};

// Accesses to one location, or to one register of one thread; also actions on one monitor, and of or about one thread (.cat: loc).
inline bool same_location(const Event& a, const Event& b) {
  if (a.of_register()) return b.of_register() && a.thread == b.thread && a.reg == b.reg;
  return a.location != kNoLocation && a.location == b.location;
}

// Events of one instruction: its read never sees its own write, whatever the model.
bool same_instruction(const Event& a, const Event& b);

struct Dependency {
  std::uint32_t from, to;  // indices into ThreadPath::events
  bool operator==(const Dependency&) const = default;
};

// Why a thread does not go on.
struct Blocked {
  enum class By : std::uint8_t {
    monitor,  // another thread holds it
    join,     // that thread does not end
    wait,     // nobody wakes it
    loop,     // it waits for a value that never comes
  } by = By::monitor;
  LocId at = kNoLocation;  // the monitor, or the other thread's life
  Span where;
  bool operator==(const Blocked&) const = default;
};

// One way through one thread.
struct ThreadPath {
  std::vector<Event> events;
  std::vector<Dependency> addr, data, ctrl;
  std::vector<Dependency> deref;                            // the part of addr that is the reference that was followed, not an index
  std::vector<Dependency> pick_addr, pick_data, pick_ctrl;  // through a value chosen without a branch (Select)
  std::vector<Dependency> amo, lxsx;                        // read and write of one read-modify-write of two events
  std::vector<Dependency> whole;                            // halves of one access of 64 bits that are accessed together
  std::vector<Dependency> critical;                         // from a lock to the unlock that ends it
  std::vector<Dependency> rf_reg, iico_data, iico_ctrl, iico_order;  // of register events, and inside one instruction
  std::vector<TermId> constraints;                                   // each must be non-zero
  std::vector<std::pair<RegId, TermId>> registers;                   // final values, for every non-temporary register of the thread
  bool threw = false;
  std::string thrown;          // what, if it threw
  bool bound_reached = false;  // ended in the middle: a loop goes on beyond the bound, or
  bool nowhere = false;        // an access is to no location
  bool absent = false;         // nobody started the thread
  std::optional<Blocked> blocked;
  std::vector<LocId> held;   // monitors, at the end
  std::vector<LocId> waits;  // monitors that the thread waited on
  // Other threads: those it started; those that had ended; those that were alive; those that somebody else had started before.
  std::vector<std::uint32_t> starts, joins, alive, restarts;
  bool operator==(const ThreadPath&) const = default;
};

// Every path of every thread, over one pool of terms.
struct Unfolding {
  value::TermPool pool;
  std::vector<std::vector<ThreadPath>> threads;
  std::vector<LocId> accessed;  // locations that some instruction may access, ascending; these get initial writes
};

// How a model wants programs to be read.
struct Reading {
  Updates updates = Updates::single;
  // The event set of reads in a loop that goes round forever; 0: the model does not speak of endless loops, and there are none.
  SetMask endless = 0;
  // Instructions are taken apart: there are events of registers, of branches and of what decides without one. Processors only.
  bool registers = false;
};

// Follows every path, each instruction that jumps backwards at most `program.unroll` times. Exhausts the budget if there are
// too many paths, or where the program does what is not modelled (an access that is to no location, or of another width).
// `without`: what the question leaves out of the program.
Unfolding unfold(const program::Program& program, Budget& budget, const program::Relaxation& without = {}, const Reading& reading = {});

// Whether these paths can be of one execution: a thread runs exactly if another one starts it (where that is how it begins), a thread that
// was waited for has ended, and one that is blocked for good is blocked by another.
bool fit_together(const program::Program& program, const Unfolding& unfolding, const std::vector<std::uint32_t>& chosen);

// The product of one path per thread.
struct Structure {
  std::vector<Event> events;  // initial writes first, in order of location; then thread by thread in program order
  std::uint32_t init_count = 0;
  Relation po, addr, data, ctrl;
  using Pairs = std::vector<std::pair<EventId, EventId>>;
  Pairs deref, pick_addr, pick_data, pick_ctrl, amo, lxsx, critical, whole;  // few or none: kept as lists
  Pairs rf_reg, iico_data, iico_ctrl, iico_order;
  std::vector<TermId> constraints;
  std::vector<TermId> registers;      // by RegId; temporaries hold the constant 0
  std::vector<std::uint32_t> chosen;  // index of the path taken, per thread
  std::vector<bool> threw;            // per thread
  std::vector<std::optional<Blocked>> blocked;
  bool bound_reached = false;  // some thread's path has
  bool nowhere = false;        // some thread's path ends so

  std::size_t size() const { return events.size(); }
};

Structure combine(const program::Program& program, Unfolding& unfolding, const std::vector<std::uint32_t>& chosen,
                  const program::Relaxation& without = {});

// "W[V] x" and the like: kind, mode and location, without value.
std::string label(const program::Program& program, const Event& event);

}  // namespace thinair::events
