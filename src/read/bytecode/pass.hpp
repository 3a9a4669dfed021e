// One pass over the code of a program: what all its threads share.
//
// Lowering runs a program as far as its values are known. An operand is a known number or reference, or a term over registers. Where a
// branch is decided, only one way is lowered; a loop whose end is decided is written out turn by turn; calls are written out. What main
// does before the first thread starts is run and not lowered: it makes the initial state.
//
// Some decisions need knowledge of code that comes later: whether another thread can reach an object, which variables a loop changes, which
// classes have objects, which variables are written at all. These are Facts. A pass that learns a new one is repeated, until a pass learns
// nothing. Facts are keyed by paths of calls, which are the same in every pass.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "program/condition.hpp"
#include "read/bytecode/lower.hpp"
#include "read/bytecode/world.hpp"

namespace thinair::read::bytecode {
using namespace program;  // what is read becomes a program

struct Facts {
  std::set<std::string> escaping;                         // objects that other threads may reach
  std::set<std::string> general;                          // loops that are lowered as loops
  std::map<std::string, std::set<std::string>> changing;  // variables that a loop changes
  std::set<std::string> made;                             // classes with objects
  std::set<std::string> strings;                          // constants
  std::set<std::string> vague;                            // String, if there are others that threads may reach
  std::set<std::string> boxes;                            // classes of boxed numbers that are not known before the program runs
  std::set<std::string> torn;                             // wide variables that plain accesses race on: JLS 17.7
  std::set<std::string> updated;                          // wide variables that are updated as a whole
  std::vector<std::string> threads;                       // objects that are started, in order
  std::vector<std::string> initialised;                   // classes that a thread would initialise
  std::set<std::uint32_t> shared_results;                 // fields of the result that more than one actor uses
  std::set<std::string> restarted;                        // threads that are started in several places
  std::set<std::string> tried;                // locks that are no monitors, as tryLock is called or the monitor is used; "*": all
  std::map<std::string, std::string> viewed;  // arrays of bytes that are accessed through a view, and its class
  // Variables of which all others look after the end of one thread: that thread writes them once, at its end.
  std::map<std::string, std::uint32_t> confined;
  std::optional<std::set<std::string>> written;  // variables that are written after the start; none: not known yet
};

struct HandleInfo {
  enum class Kind : std::uint8_t { field, static_, element, view } kind = Kind::field;
  const ClassInfo* of = nullptr;
  const FieldInfo* field = nullptr;
  std::string descriptor;  // of the variable
  std::string viewed;      // view: the class of arrays that are seen so, see views.cpp
};

// The objects of java.nio.ByteOrder.
inline constexpr std::string_view kBigEndian = "java/nio/ByteOrder", kLittleEndian = "java/nio/ByteOrder$Little";

// Slots from here on are no variables of Java: how often a thread holds a lock.
inline constexpr std::uint32_t kPseudo = 1 << 20;

// An object, or the static fields of a class.
struct Thing {
  std::string key;
  const ClassInfo* is = nullptr;
  std::vector<LocId> parts;
  std::uint32_t length = 0;
  std::uint32_t bytes = 0;  // an array of bytes with a view: its own length
  bool local = false;       // no other thread reaches it: its fields are no memory
  bool is_holder = false;
  std::optional<std::string> text = {};   // a String
  std::optional<HandleInfo> handle = {};  // a VarHandle or field updater
  const ClassInfo* names = nullptr;       // a Class
  std::string primitive = {};             // a Class such as int.class: the descriptor
  std::optional<Value> number = {};       // a box whose number is known
  std::optional<ObjectId> parent = {};    // the two parts of a ReadWriteLock
};

// Who accesses a variable.
struct Accesses {
  std::map<std::uint32_t, std::set<std::uint32_t>> by;  // thread -> threads whose end it has seen each time
  bool plain = true;
  bool written = false;
  std::string pattern;
};

struct Known {  // a value that never changes
  char type = 'I';
  Value value = 0;
};

// Thrown where the code at hand is not modelled.
struct Refused {
  Diagnostic why;
};
// Without more to say; an empty position is none.
Refused wrong(std::string code, Span where, std::string message);
// Thrown where the pass makes no sense any more, as a fact was wrong.
struct Again {};

class Pass {
 public:
  Pass(World& world, Facts& facts, Positions& positions, const LowerOptions& options, Test& test);

  ObjectId make(const ClassInfo& is, const std::string& key, std::uint32_t length = 0);
  void resize(ObjectId array, std::uint32_t length);  // of an object that was made without its length
  ObjectId holder(const ClassInfo& of);
  ObjectId string(const std::string& text);
  ObjectId class_object(const std::string& name);  // or the descriptor of a primitive type
  ObjectId only(const std::string& name);          // an object of the JDK of which one is enough
  ObjectId box(const ClassInfo& is, Value value);
  ObjectId part_of(ObjectId lock, bool read);  // of a ReadWriteLock
  ClassId class_id(const ClassInfo& of);

  void learn(std::set<std::string>& facts, const std::string& fact);
  void escape(ObjectId id);
  void escape(Value reference);
  std::string variable_key(ObjectId thing, std::uint32_t slot) const;
  // What the accesses of this pass say about who may keep a variable for itself.
  std::map<std::string, std::uint32_t> confinements() const;
  std::optional<std::uint32_t> confined_to(ObjectId thing, std::uint32_t slot) const;
  Known initial_value(ObjectId thing, std::uint32_t slot) const;
  void set_initial(ObjectId thing, std::uint32_t slot, Value value);
  bool never_written(const std::string& key, const std::string& pattern) const;
  std::uint32_t thread_of(ObjectId thing);  // the number of the thread that it starts
  std::optional<std::uint32_t> known_thread(ObjectId thing) const;
  void add_life(std::uint32_t thread, bool on_start);
  // Classes with objects that a reference of this type may be to, the most derived first.
  std::vector<const ClassInfo*> candidates(const ClassInfo& type);
  Thing& thing(ObjectId id) { return things[id]; }

  World& world;
  Facts& facts;
  Positions& positions;
  const LowerOptions& options;
  Test& test;
  Program& program;
  bool dirty = false;
  bool shared = false;                          // threads may run
  std::deque<Thing> things;                     // by ObjectId; references to them last while others are made
  std::map<std::string, std::uint32_t> counts;  // of keys
  std::map<std::pair<ObjectId, std::uint32_t>, Known> frozen;
  std::set<std::string> written;
  std::map<std::string, Accesses> accesses;  // by variable, or "*" and the pattern of what it may be
  ObjectId first_shared = 0;                 // things before it were there when threads began to run
  std::set<const ClassInfo*> initialised;
  std::vector<const ClassInfo*> in_initialiser;  // classes whose initialisers run, the innermost last
  std::uint32_t entries = 1;                     // threads that run from the beginning
  std::map<std::uint32_t, unsigned> starts;      // by thread: places
  std::size_t emitted = 0;
  std::optional<ObjectId> result;
  std::map<std::uint32_t, std::set<std::uint32_t>> result_users;  // threads by slot
  std::optional<ObjectId> initialising_from;                      // a class is initialised early: older things must not be touched
  std::optional<ObjectId> initialising;

 private:
  LocId locate(std::string name, const std::string& descriptor, ObjectId of);
  void add_parts(ObjectId id);
  std::map<const ClassInfo*, ClassId> classes_;
  std::map<std::string, ObjectId> holders_, strings_, class_objects_, only_;
  std::map<std::pair<std::string, Value>, ObjectId> boxes_;
  std::map<ObjectId, std::uint32_t> threads_;
  std::map<std::pair<ObjectId, bool>, ObjectId> lock_parts_;
  std::map<std::string, std::uint32_t> names_;
};

}  // namespace thinair::read::bytecode
