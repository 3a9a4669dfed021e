// Follows one thread along every path. What each kind of instruction does to a path is in three files: unfold.cpp (control and local work),
// unfold_access.cpp (memory), unfold_java.cpp (objects, monitors, threads).
#pragma once

#include <set>

#include "events/references.hpp"
#include "events/walk.hpp"
#include "support/budget.hpp"

namespace thinair::events {

struct UnfoldContext {
  const program::Program& program;
  value::TermPool& pool;
  const References& references;
  std::vector<std::uint8_t>& widths;  // by LocId, in bytes; 0: not known yet
  Budget& budget;
  const program::Relaxation& without;
  Reading reading;
};

class Unfolder {
 public:
  Unfolder(const UnfoldContext& context, std::uint32_t thread);

  std::vector<ThreadPath> run();

 private:
  using ExprId = program::ExprId;
  using Label = program::Label;

  void follow(Walk walk);
  bool jump(Walk& walk, Label target, Span where);
  void push(Walk walk);
  void finish(Walk walk);
  void tell(Walk& walk);

  // One overload for each kind of instruction; false if this path does not go on from here.
  bool step(Walk& walk, const program::Assign& assign, Span where);
  bool step(Walk& walk, const program::Jump& jump, Span where);
  bool step(Walk& walk, const program::Choice& either, Span where);
  bool step(Walk& walk, const program::Throw& thrown, Span where);
  bool step(Walk& walk, const program::Branch& branch, Span where);
  bool step(Walk& walk, const program::Select& choose, Span where);
  bool step(Walk& walk, const program::Fence& fence, Span where);
  bool step(Walk& walk, const program::Update& update, Span where);
  bool step(Walk& walk, const program::Load& load, Span where);
  bool step(Walk& walk, const program::Store& store, Span where);
  bool step(Walk& walk, const program::StoreConditional& store, Span where);
  bool step(Walk& walk, const program::CompareUpdate& update, Span where);
  bool step(Walk& walk, const program::Resolve& resolve, Span where);
  bool step(Walk& walk, const program::TestClass& test, Span where);
  bool step(Walk& walk, const program::New& make, Span where);
  bool step(Walk& walk, const program::Synchronise& action, Span where);
  bool step(Walk& walk, const program::StartThread& start, Span where);
  bool step(Walk& walk, const program::JoinThread& join, Span where);
  bool step(Walk& walk, const program::IsAlive& alive, Span where);
  bool step(Walk& walk, const program::Print& print, Span where);

  // Values.
  Binding evaluate(const Walk& walk, ExprId id);
  std::optional<std::vector<program::Value>> references_in(const Walk& walk, TermId term);
  Binding heap_operation(const Walk& walk, const program::Expr& expr);
  bool has_address(TermId term);
  bool require(Walk& walk, TermId term);

  // Addresses.
  struct Place {
    LocId base;
    TermId offset;
  };
  std::optional<Place> place_of(TermId term);
  std::optional<LocId> element(LocId base, program::Value offset) const;
  std::optional<LocId> location_of(TermId term);
  TermId numbered(TermId term);
  TermId compared(TermId term);
  bool split_by_address(Walk& walk, RegId reg);
  void split_by_place(Walk walk, TermId term, bool continues);

  // Accesses.
  std::optional<std::uint32_t> emit(Walk& walk, Kind kind, ExprId address, SetMask sets, std::uint8_t bytes, Span where);
  std::uint32_t emit_half(Walk& walk, std::uint32_t low, LocId high, program::Pairing pairing);
  std::uint32_t emit_action(Walk& walk, Kind kind, LocId of, SetMask sets, Span where);
  Binding read(Walk& walk, std::uint32_t event);
  void write(Walk& walk, std::uint32_t event, const Binding& value);
  void write_others(const Walk& walk, std::uint32_t event, const Binding& value);
  Kind read_of_update() const { return context_.reading.updates == Updates::pairs ? Kind::read : Kind::update; }
  void write_of_update(Walk& walk, std::uint32_t read, ExprId address, std::uint8_t bytes, const Binding& value);
  static void depend(std::vector<Dependency>& on, const Taint& taint, std::uint32_t event);
  static void control(Walk& walk, std::uint32_t event);

  // Register events: unfold_registers.cpp.
  bool in_parts() const { return context_.reading.registers; }
  void find_flags();
  RegId machine_register(RegId reg) const;
  static RegisterFlow& flow_of(Walk& walk);
  std::uint32_t emit_register(Walk& walk, Kind kind, RegId reg, Port port);
  std::uint32_t read_register(Walk& walk, RegId reg, Port port);
  void write_register(Walk& walk, RegId reg, const Flow& value);
  std::uint32_t pick(Walk& walk, ExprId condition);
  Flow flow(Walk& walk, ExprId id, Port port);
  static void flow_into(Walk& walk, const Flow& flow, std::uint32_t event);
  void flow_to_register(Walk& walk, RegId dst, Flow value);
  void flow_assign(Walk& walk, RegId dst, ExprId from);
  void flow_branch(Walk& walk, const program::Branch& branch);
  void flow_select(Walk& walk, const program::Select& choose, ExprId from);
  void flow_load(Walk& walk, const Flow& address, std::uint32_t event, const program::Load& load);
  static void flow_store(Walk& walk, const Flow& address, const Flow& value, std::uint32_t event, std::optional<std::uint32_t> atomic);
  void flow_conditional(Walk& walk, const Flow& address, const Flow& value, std::optional<std::uint32_t> event,
                        const program::StoreConditional& store);
  void flow_update(Walk& walk, const Flow& address, std::uint32_t event, const program::Update& update);

  // Monitors and threads.
  bool lock(Walk& walk, LocId monitor, unsigned count, Span where);
  unsigned unlock(Walk& walk, LocId monitor, bool entirely, Span where);
  bool others_start(std::uint32_t thread) const;
  bool may_be_early(const Walk& walk, std::uint32_t thread) const;
  void end_blocked(Walk walk, Blocked::By by, LocId at, Span where);
  bool spin(Walk& walk, const Turn& turn, Span where);
  void enter_loop(Walk& walk);
  bool left_all_as_it_was(const Walk& walk, const Turn& turn) const;
  bool opens_anew(const Walk& walk, const Turn& turn, Label head) const;
  static bool only_read(const Walk& walk, const Turn& turn);
  static std::map<LocId, unsigned> held_now(const Walk& walk);
  std::optional<std::vector<LocId>> only_waited(const Walk& walk, const Turn& turn) const;
  void sleep_forever(const Walk& walk, const Turn& turn, Span where);
  std::optional<std::vector<LocId>> only_looked(const Walk& walk, const Turn& turn) const;
  void starve(const Walk& walk, LocId monitor, Span where);
  bool others_lock_in_loops() const;

  const UnfoldContext& context_;
  const program::Program& program_;
  value::TermPool& pool_;
  Budget& budget_;
  const program::Relaxation& without_;
  std::uint32_t thread_;
  const std::vector<program::Instr>& code_;
  std::vector<bool> loops_;              // by Label: does a loop begin here?
  std::vector<std::vector<bool>> live_;  // by Label, by RegId; only if there are loops
  std::vector<Walk> pending_;
  std::vector<ThreadPath> done_;
  std::vector<bool> addressed_;       // by TermId
  std::optional<TermId> unresolved_;  // the address of the access that was not made: it has an unknown offset, or is none
  std::set<RegId> flags_;             // temporaries that carry flags; only if there are register events
  bool starvation_ = false;           // others may take a monitor again and again
  bool chose_ = false;                // some instruction left the machine a choice
  bool impossible_ = false;           // what was evaluated last cannot be: the path is dropped
};

}  // namespace thinair::events
