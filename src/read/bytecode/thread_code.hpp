// Lowers the code of one thread: a method and all that it calls.
//
// Parts: regions.cpp (blocks, merging, loops), step.cpp (instructions), values.cpp (arithmetic), memory.cpp (variables), objects.cpp (new,
// arrays, types, class initialisation), views.cpp (bytes as numbers), raise.cpp (exceptions), call.cpp (methods, dispatch), dynamic.cpp
// (lambdas, strings), library*.cpp (what is modelled of the JDK).
//
// Values of locals, of the operand stack and of objects that no other thread reaches are kept in a State; where two ways meet, values that
// differ get a register. An edge between blocks is a label and a state; the code that fills those registers stands before the block.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "read/bytecode/pass.hpp"
#include "read/code_builder.hpp"
#include "read/java/methods.hpp"

namespace thinair::read::bytecode {

// A value: known, or a term over registers.
struct Val {
  char type = 'I';  // I J F D A; ? of a local that is not needed any more
  bool known = true;
  Value value = 0;
  ExprId expr = 0;
  bool operator==(const Val&) const = default;
};

struct State {
  std::vector<Val> locals, stack;
  std::map<std::pair<ObjectId, std::uint32_t>, Val> heap;  // variables that are no memory
  std::map<ExprId, RegId> resolved;                        // references that are known on each path from here, and not null
  std::set<std::uint32_t> joined;                          // threads whose end was seen
  // What memory has of static variables that the thread keeps for itself, where it is not the initial value; none: not known.
  std::map<std::pair<ObjectId, std::uint32_t>, std::optional<Val>> told;
  std::map<ExprId, Value> decided;  // whether tryLock has succeeded, where that is known
  std::vector<Val> monitors;        // that the thread holds, the innermost last

  Val pop();
  void push(Val value) { stack.push_back(value); }
};

struct Edge {
  Label from = 0;
  State state;
};

struct Region {
  const Loop* loop = nullptr;  // null: the whole method
  std::uint32_t id = kNoLoop;
  Region* outer = nullptr;
  std::string tag = {};                                     // which turn of which loops
  bool general = false;                                     // a loop in the lowered program
  std::map<std::uint32_t, std::vector<Edge>> pending = {};  // by block
  std::map<std::uint32_t, Label> joins = {};
  std::vector<Edge> backs = {};
  bool controlled = false;  // a decided branch stayed in the loop
};

struct Frame {
  MethodRef method;
  const classfile::Code* code = nullptr;
  const Flow* flow = nullptr;
  Frame* caller = nullptr;
  std::string path;
  Label end = 0;
  bool looping = false;  // the call stands in a loop of the lowered program
  std::uint32_t at = 0;  // the instruction
  Region* region = nullptr;
  std::vector<Edge> returns = {};  // the value on top of the stack
  struct Thrown {
    Edge edge;
    Val exception;
    Span where;
  };
  std::vector<Thrown> thrown = {};
};

// A variable.
struct Place {
  bool held = false;  // in the state
  bool kept = false;  // held, and other threads will look when this one has ended
  std::optional<ObjectId> thing = {};
  std::uint32_t slot = 0;
  ExprId address = 0;
  std::string descriptor;
  std::string pattern;  // which variables it may be, if it is not known which: "C.f", "[I"
  SetMask sets = 0;     // of an access by instruction
  bool is_volatile = false;
  bool torn = false;
};

// Counts what is more than a jump.
class CountingBuilder : public CodeBuilder {
 public:
  using CodeBuilder::CodeBuilder;
  template <class Operation>
  void emit(Operation operation, Span where, std::string_view name = {}) {
    if constexpr (!std::is_same_v<Operation, Jump>) ++others;
    CodeBuilder::emit(std::move(operation), where, name);
  }
  std::size_t others = 0;
};

class ThreadCode {
 public:
  ThreadCode(Pass& pass, std::uint32_t thread) : pass_(pass), world_(pass.world), thread_(thread), code_(pass.program, thread) {}

  // Before threads run: makes an object of the class as `new C()` does.
  ObjectId construct(const ClassInfo& of, const std::string& key, State& state);
  void start_sharing(Frame& f, State& s);
  void initialise(Frame& f, State& s, const ClassInfo& of);
  // Runs a method as the whole of the thread, or as its next part; false if it does not come back.
  bool run(MethodRef method, std::vector<Val> arguments, State& state);
  void run_thread(ObjectId thread_object);  // Thread.run()
  void begin(State& state);                 // of a thread other than the one that began to share
  void end(const State& state);
  void join(std::uint32_t thread, State& state);
  void keep(const std::string& name, Val value, Type type);
  RegId named(const std::string& name) { return code_.local(name, 0); }
  void finish() { code_.finish(); }
  static Val reference(ObjectId id) { return {'A', true, reference_to(id)}; }
  Frame root();

 private:
  struct Stop {};  // control does not come here

  // ---- regions.cpp
  void run_region(Frame& f, Region& r);
  void run_block(Frame& f, std::uint32_t block, State s);
  void run_loop(Frame& f, Region& outer, std::uint32_t loop, std::vector<Edge> entry);
  void general_loop(Frame& f, Region& outer, std::uint32_t loop, std::vector<Edge> entry, const std::string& key);
  void close_loop(Frame& f, Region& r, const State& head, const std::map<std::string, RegId>& phis, Label at, const std::string& key);
  State merge(std::vector<Edge> edges, const std::vector<bool>* live);
  void flow_to(Frame& f, std::uint32_t block, State s);
  Region& home(Frame& f, std::uint32_t block);
  Label join_of(Frame& f);
  Edge leave(State s);
  template <class Use>
  void variables(State& s, const std::vector<bool>* live, const Use& use);

  // ---- step.cpp
  bool step(Frame& f, const classfile::Instruction& i, State& s);
  bool step_stack(const classfile::Instruction& i, State& s);
  bool step_arithmetic(Frame& f, const classfile::Instruction& i, State& s);
  bool step_object(Frame& f, const classfile::Instruction& i, State& s);
  void branch(Frame& f, const classfile::Instruction& i, State s);
  void compare_boxes(Frame& f, Val a, Val b);
  void switch_(Frame& f, const classfile::Instruction& i, State s);
  void decide(Frame& f, Val condition, std::uint32_t yes, std::uint32_t no, State s);
  void decide_lock(Frame& f, Val condition, Val done, bool yes_is_zero, std::uint32_t yes, std::uint32_t no, State s);
  void load_constant(Frame& f, State& s, const classfile::Constant& constant);

  // ---- values.cpp
  ExprId expr(Val v);
  static bool is_null(const Val& v) { return v.known && v.value == 0; }
  Val number(Value value, char type = 'I') { return {type, true, value, 0}; }
  Val in_register(RegId reg, char type);          // the same term each time
  Val operation(Op op, Val a, Val b, char type);  // of ints or longs
  Val comparison(Op op, Val a, Val b);            // of operands of one type
  Val negation(Val v);
  Val chosen(Val condition, Val yes, Val no);  // of ints or longs
  Val narrowed(Val v, char to);                // B C S Z: an int as a variable of that type holds it
  Val floating(Frame& f, std::uint8_t opcode, Val a, Val b);
  Val conversion(Frame& f, std::uint8_t opcode, Val v);
  Val converted(Frame& f, Val v, const std::string& from, const std::string& to);  // as by MethodHandle.asType

  // ---- memory.cpp
  Place field_place(State& s, Val object, const FieldInfo& field);
  Place static_place(Frame& f, State& s, const FieldInfo& field);
  Place element_place(Frame& f, State& s, Val array, Val index, const std::string& descriptor);
  Place known_element(State& s, ObjectId array, std::uint32_t index);
  Val load(Frame& f, State& s, const Place& from, SetMask sets, std::string_view name);
  void store(Frame& f, State& s, const Place& to, Val value, SetMask sets, std::string_view name);
  Val access(Frame& f, State& s, const java::Method& method, const Place& at, const std::vector<Val>& arguments, bool gives_old = false);
  Val access_held(Frame& f, State& s, const java::Method& method, const Place& at, const std::vector<Val>& arguments);
  void keeps(State& s, Place& at);
  void accessed(State& s, const Place& at, bool plain, bool written);
  void hand_over(Frame& f, const State& s);
  void hand_over_one(Frame& f, const State& s, ObjectId id, std::uint32_t slot, Val value);
  void may_wait(Frame& f, State& s);  // the thread may stop here for good
  void wrote(const Place& at);
  void plainly(State& s, const Place& at);
  void touch(Frame& f, const Place& at, bool writes);
  Val nonnull(Frame& f, State& s, Val reference);
  bool is_held(ObjectId id) const;
  ObjectId known_object(Val reference) const;

  // ---- objects.cpp
  Val new_object(Frame& f, State& s, const ClassInfo& of);
  Val new_array(Frame& f, State& s, const ClassInfo& of, Val length);
  Val new_arrays(Frame& f, State& s, const ClassInfo& of, const std::vector<Val>& lengths, std::size_t depth);
  void fill_defaults(State& s, ObjectId id);
  void needs_itself(Frame& f, const ClassInfo& of);
  Val length_of(Frame& f, State& s, Val array);
  Val own_class(Frame& f, State& s, Val reference);                      // of a reference that is not null
  Val instance(Frame& f, State& s, Val reference, const ClassInfo& of);  // of a reference that is not null
  Val instance_or_null(Frame& f, State& s, Val reference, const ClassInfo& of, bool null_counts);
  void monitor(Frame& f, State& s, Val object, bool enter);
  void take_monitor(Frame& f, State& s, Val object, bool enter);  // the event, without who holds what
  Val has_monitor(State& s, Val object);                          // whether the thread holds it
  void lock_is_variable(Val object);                              // the monitor of a Lock is used: so the lock itself is none
  bool is_monitor(ObjectId lock) const;
  void freeze(Frame& f, State& s, MethodRef constructor, Val self);
  std::string site(const Frame& f) const;
  bool in_loop(const Frame& f) const;
  void copy_elements(Frame& f, State& s, Val from, Val from_at, Val to, Val to_at, Val count);

  // ---- views.cpp
  Place view_place(Frame& f, State& s, Val array, Val index, const HandleInfo& view, const java::Method& method);

  // ---- raise.cpp
  void raise(Frame& f, State s, Val exception, Span at);
  void raise(Frame& f, const State& s, const std::string& exception);
  void raise_if(Frame& f, State& s, Val condition, const std::string& exception);
  [[noreturn]] void refuse(Frame& f, const std::string& what, const std::string& hint = {});
  Span where(const Frame& f);
  void cut(Frame& f);  // a limit: the path ends here, and the answer is not complete

  // ---- call.cpp
  std::optional<Val> invoke(Frame& f, State& s, MethodRef method, std::vector<Val> arguments);
  std::optional<Val> dispatch(Frame& f, State& s, const ClassInfo& of, const std::string& name, const std::string& descriptor,
                              std::vector<Val> arguments);
  void call(Frame& f, const classfile::Instruction& i, State& s);
  std::optional<Val> call_on(Frame& f, State& s, const ClassInfo& of, const std::string& name, const std::string& descriptor,
                             std::vector<Val> arguments);
  std::optional<Val> run_lambda(Frame& f, State& s, const ClassInfo& of, std::vector<Val> arguments, const std::string& descriptor);
  std::vector<Val> take_arguments(State& s, const std::vector<std::string>& parameters, bool has_self);

  // ---- dynamic.cpp
  void call_dynamic(Frame& f, const classfile::Instruction& i, State& s);
  void make_lambda(Frame& f, State& s, const classfile::Constant& site, const classfile::Bootstrap& bootstrap);
  void concatenate(Frame& f, State& s, const classfile::Constant& site, const classfile::Bootstrap& bootstrap);
  Val opaque_string(Frame& f, State& s);
  Val new_string(Frame& f, State& s, std::optional<std::string> text);
  std::optional<std::string> text_of(Val v, const std::string& descriptor);
  Val boxed(Frame& f, State& s, Val v, const std::string& descriptor);
  Val unboxed(Frame& f, State& s, Val v, const std::string& descriptor);
  Val adapted(Frame& f, State& s, Val v, const std::string& from, const std::string& to);

  // ---- library.cpp and others: true if the method is modelled; then it has pushed its result
  struct Call {
    Frame& f;
    State& s;
    const std::string& owner;
    const std::string& name;
    const std::string& descriptor;
    const Signature& types;
    std::vector<Val>& args;
    Val result = {};
    bool has(std::string_view of, std::string_view method) const { return owner == of && name == method; }
  };
  bool library_call(Call& c);
  bool object_call(Call& c);
  bool thread_call(Call& c);
  bool text_call(Call& c);
  bool box_call(Call& c);
  bool enum_call(Call& c);
  bool has_time(Call& c);
  Val equal_boxes(Call& c);
  // What a function of its text gives for a string that is not known; all strings must be constants.
  Val of_text(Call& c, const std::function<Value(const std::string&)>& of);
  void constants_only(Frame& f);
  bool handle_call(Call& c);
  bool lookup_call(Call& c);
  bool buffer_call(Call& c);
  bool atomic_call(Call& c);
  bool update_by_function(Call& c, const Place& at);
  bool updater_call(Call& c);
  bool lock_call(Call& c);
  bool stamped_call(Call& c);
  bool latch_call(Call& c);
  bool math_call(Call& c);
  Val choose(Frame& f, State& s, Value below);  // any of 0 .. below - 1
  const java::Method& method_named(std::string_view name) const;
  using Function = std::function<Val(Val)>;
  // Waits until `possible` holds of the variable, and then changes it; gives what it was.
  Val spin(Frame& f, State& s, const Place& at, const Function& possible, const Function& next);
  // The same without waiting: gives whether it was possible, and what the variable was.
  std::pair<Val, Val> attempt(Frame& f, State& s, const Place& at, const Function& possible, const Function& next);
  Place state_of(Frame& f, State& s, Val lock);
  void take_locks(Frame& f, State& s);               // those that the thread holds when others begin to run
  Val& holds(State& s, ObjectId lock, bool shared);  // how often this thread holds a lock
  Val known_count(const State& s, Val count);
  void take(Frame& f, State& s, ObjectId lock, bool shared);
  void release(Frame& f, State& s, ObjectId lock, bool shared);
  Val try_to_take(Frame& f, State& s, ObjectId lock, bool shared);
  bool writes(Frame& f, State& s, ObjectId lock);  // holds a ReadWriteLock for writing
  Val no_writer(Val v);

  Pass& pass_;
  World& world_;
  std::uint32_t thread_;
  CountingBuilder code_;
  std::uint32_t depth_ = 0;
  std::map<RegId, ExprId> terms_;  // of registers
};

}  // namespace thinair::read::bytecode
