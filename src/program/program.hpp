// The program of a litmus test, the same for every dialect: per thread a list of small instructions.
//
//   takes   nothing of the source language: front ends (read/java/lower, ...) produce it
//   gives   what events/unfold follows path by path
//   does not contain nested reads: every memory access is an instruction of its own, in evaluation order
//
// Registers and locations are numbered through the whole program. Names survive for people.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "support/source.hpp"

namespace thinair::program {

using Value = std::int64_t;  // Java's int is kept sign-extended; Program::bits says how arithmetic wraps
using RegId = std::uint32_t;
using LocId = std::uint32_t;
using ExprId = std::uint32_t;
using ObjectId = std::uint32_t;
using ClassId = std::uint32_t;
using Label = std::uint32_t;  // index into Thread::code; code.size() is the end of the thread

// An instruction's identity: its place in its thread's code. Of a machine instruction that became several, the first.
// A Span says where to show it; two instructions may share one, or have none.
struct InstrId {
  std::uint32_t thread = 0;
  std::uint32_t index = 0;
  auto operator<=>(const InstrId&) const = default;
};

enum class Arch { java, x86, aarch64, riscv, ppc, c };
// A programming language: its tests have locals and threads of statements; others have registers and columns of instructions.
inline bool is_language(Arch arch) { return arch == Arch::java || arch == Arch::c; }

enum class Op : std::uint8_t {
  constant,
  reg,
  address,  // leaves
  // Of a reference that is known on the path (see Resolve): the address of a part of the object, or something that is known of it.
  field,        // lhs: the object; index: which part
  element,      // lhs: the array; rhs: which part, known on the path
  monitor,      // lhs: the object
  length,       // lhs: the array
  instance_of,  // lhs: the object; index: ClassId; null is an instance of nothing
  neg,
  bit_not,
  log_not,  // unary: lhs
  add,
  sub,
  mul,
  div,
  rem,  // div, rem truncate towards zero; the divisor is never 0 (front ends guard it)
  shl,
  shr,
  ushr,  // distance masked to Program::bits
  lt,
  le,
  gt,
  ge,
  eq,
  ne,  // 0 or 1
  bit_and,
  bit_xor,
  bit_or,
};

struct Expr {
  Op op = Op::constant;
  Value value = 0;          // constant
  std::uint32_t index = 0;  // reg: RegId; address: LocId
  ExprId lhs = 0, rhs = 0;
  std::uint8_t bits = 0;  // of the operation; 0: Program::bits. Operands and results are sign-extended
};

// Which of the dialect's event sets an event belongs to (V, ACQ, REL, ...): bit i is Program::set_names[i].
// R, W, M, F, RMW, IW and the like follow from the event's kind and are not in here.
// Names beyond the mask are of sets that are always empty: what the architecture has and no test here.
using SetMask = std::uint64_t;
inline constexpr std::size_t kMaskBits = 64;
inline bool has_members(std::size_t set) { return set < kMaskBits; }
inline bool has_set(SetMask mask, std::size_t set) { return has_members(set) && (mask >> set & 1) != 0; }

// With `like`, `dst` holds `value` but depends on what `like` depends on: the path knows the two to be equal (AArch64: a CAS that
// succeeds hands back what it read or what it expected).
struct Assign {
  RegId dst;
  ExprId value;
  std::optional<ExprId> like = {};
};
// How a read and a write of hardware belong together as one read-modify-write (.cat: amo and lxsx, together rmw).
enum class Pairing : std::uint8_t {
  none,
  atomic,     // of one instruction: the write belongs to the last atomic read before it
  exclusive,  // load-exclusive; its partner is a StoreConditional
  whole,      // Java, of a long or double in two halves: they are accessed together (.cat: sm)
};
inline constexpr std::uint8_t kWord = 4;  // bytes of an access; every access to a location has the same width
struct Load {
  RegId dst;
  ExprId address;
  SetMask sets;
  Pairing pairing = Pairing::none;
  std::uint8_t bytes = kWord;
};
struct Store {
  ExprId address;
  ExprId value;
  SetMask sets;
  Pairing pairing = Pairing::none;
  std::uint8_t bytes = kWord;
};
// Writes only if the thread's last load-exclusive is still open and was to the same location; may fail all the same. Either
// way it closes it. `status` gets `on_success` or `on_failure`.
struct StoreConditional {
  RegId status;
  ExprId address;
  ExprId value;
  SetMask sets;
  Value on_success, on_failure;
  // What the status of a success depends on: on the write (RISC-V); on what the operands depend on (Power, where CR0 is an output
  // like others); on nothing (AArch64).
  enum class Status : std::uint8_t { none, operands, write } status_depends;
  std::uint8_t bytes = kWord;
};
// One event that reads and writes. `value` is evaluated with `dst` already holding the value read.
struct Update {
  RegId dst;
  ExprId address;
  ExprId value;
  SetMask sets;
  std::uint8_t bytes = kWord;
};
// One event: reads and writes when the value read equals `expected`, else only reads. A weak one may fail all the same.
// `dst` gets the value read, `success` 1 or 0.
struct CompareUpdate {
  RegId dst, success;
  ExprId address, expected, desired;
  SetMask sets_success, sets_failure;
  bool weak;
};
struct Fence {
  SetMask sets;
};
// Goes on at `otherwise` when `condition` is 0. Events before `join` are control dependent on the condition's reads;
// join = kNoJoin: all later events are (hardware).
struct Branch {
  ExprId condition;
  Label otherwise;
  Label join;
  bool depends = true;  // false: inside one instruction, where it decides but is no branch of the program
};
struct Jump {
  Label target;
};
// Goes on here or at `otherwise`, as the machine likes.
struct Choice {
  Label otherwise;
};
// `dst` gets `yes` or `no` without a branch: what uses it depends on the condition by a pick dependency (AArch64: CSEL).
struct Select {
  RegId dst;
  ExprId condition, yes, no;
};
// Goes on once for each value that the register may hold, which is known from there on: of a reference the objects that may flow
// there (and null), of an index 0 to `below` - 1.
struct Resolve {
  RegId reg;
  std::optional<ExprId> below = {};  // an index; its value is known on the path
};
// `dst` gets 1 if the reference in `reg` is an instance of one of the classes, or is null and that counts; otherwise 0. It goes on as after
// a Resolve only where the objects that may be there give different answers: most casts cannot fail, and nobody needs to know the object.
struct TestClass {
  RegId dst, reg;
  std::vector<ClassId> classes;
  bool null_counts;
};
// The n-th time on a path: the object number first + n. There are `count`.
struct New {
  RegId dst;
  ObjectId first;
  std::uint32_t count;
};
// What threads do to each other besides accessing memory (JLS 17.1, 17.2, 17.4.2, 17.5).
struct Synchronise {
  enum class Action : std::uint8_t {
    lock,
    unlock,      // of a monitor: `of` is its address
    wait,        // releases the monitor however often it is held, and takes it again; may wake up without reason
    notify,      // wakes one
    notify_all,  // wakes all
    freeze,      // of a final field: `of` is its address
  } action = Action::lock;
  ExprId of = 0;
  bool timed = false;  // wait: at most for some time, so never forever
};
// `refused` gets 1 if the thread was started before, by whomever; 0 otherwise.
struct StartThread {
  std::uint32_t thread;
  RegId refused;
};
struct JoinThread {
  std::uint32_t thread;
};
// `dst` gets 0 if the thread is seen to have ended or was not started, 1 otherwise.
struct IsAlive {
  RegId dst;
  std::uint32_t thread;
};
// An external action (JLS 17.4.2).
struct Print {
  ExprId value;
};
// The thread ends here with an exception (Java: division by zero).
struct Throw {
  std::string what;
};

inline constexpr Label kNoJoin = UINT32_MAX;

struct Instr {
  std::variant<Assign, Load, Store, StoreConditional, Update, CompareUpdate, Fence, Branch, Jump, Choice, Select, Throw, Resolve, TestClass,
               New, Synchronise, StartThread, JoinThread, IsAlive, Print>
      op;
  Span where;
  bool continues = false;           // part of the same machine instruction as the one before it: not in program order with it
  std::string_view operation = {};  // Java: the access method or fence that it is, of read/java/methods; empty for local work
};

inline constexpr LocId kNoAddress = UINT32_MAX;
inline constexpr ObjectId kNoObject = UINT32_MAX;
inline constexpr ClassId kNoClass = UINT32_MAX;

// What a value is to people; arithmetic has its width in Expr::bits.
enum class Type : std::uint8_t { number, boolean, character, single, double_, reference, address };

// A reference is a number: null is 0, and the object number k is kFirstReference + k. Nothing computes with references.
// Of processors the addresses that come into memory are such numbers too; the object is the location of the same number. Fits into 32 bits,
// and is none of the numbers that programs make.
inline constexpr Value kFirstReference = 0x5ADD'0000;
inline Value reference_to(ObjectId object) { return kFirstReference + static_cast<Value>(object); }

struct Register {
  std::uint32_t thread = 0;
  std::string name;
  Value initial = 0;
  bool temporary = false;      // made by a front end; never shown
  bool assigned = false;       // the program assigns it somewhere; such registers are shown when the test names none
  LocId address = kNoAddress;  // starts with the address of this location instead of a number
  std::uint8_t bytes = 0;      // of a processor's: the widths it is written with, or-ed
  Type type = Type::number;
  // Registers that say how the thread ended; the front end makes those that somebody asks for.
  enum class Tells : std::uint8_t { nothing, blocked, threw, printed } tells = Tells::nothing;
  std::uint32_t nth = 0;    // printed: which of the values that the thread printed, from 1; 0: how many there were
  std::string exception{};  // threw: 1 if the thread ended with this one; empty: with any
};

struct Location {
  std::string name;
  Value initial = 0;
  std::uint8_t bytes = 0;  // 0: not declared
  Type type = Type::number;
  ObjectId object = kNoObject;  // whose part it is
  // Of a 64-bit variable that plain accesses may tear (JLS 17.7): this one holds the lower half as a number without sign, `high` the upper
  // half.
  LocId high = kNoAddress;
  // Of an array of a processor's test: its first element, and how many bytes this one is behind it.
  LocId array = kNoAddress;
  std::uint32_t array_offset = 0;
  // What is no variable: it has no initial write, and only lock and unlock, start and join are of it.
  enum class Role : std::uint8_t { variable, monitor, thread } role = Role::variable;
};

struct Class {
  std::string name;
  ClassId super = kNoClass;
};

struct Object {
  std::string name;
  ClassId is = kNoClass;
  std::vector<LocId> parts;  // fields, or the elements of an array
  LocId monitor = kNoAddress;
};

struct Thread {
  std::vector<Instr> code;
  std::string name{};
  bool on_start = false;    // runs only if another thread starts it
  bool joined = false;      // some thread waits for its end, or looks whether it has ended
  LocId life = kNoAddress;  // what start, begin, end and join of it are of
};

struct Program {
  Arch arch = Arch::java;
  unsigned bits = 32;
  unsigned unroll = 4;  // how often each backward jump is followed
  std::vector<Location> locations;
  std::vector<Class> classes;
  std::vector<Object> objects;
  std::vector<Register> registers;
  std::vector<Expr> exprs;
  std::vector<Thread> threads;
  std::vector<std::string> set_names;
  SetMask plain_sets = 0;  // what initial writes are in, and an access of the weakest mode

  ExprId add(Expr expr) {
    exprs.push_back(expr);
    return static_cast<ExprId>(exprs.size() - 1);
  }
};

// The object that a value refers to; none for null, and for what is no reference.
inline std::optional<ObjectId> object_of(const Program& program, Value value) {
  const Value number = value - kFirstReference;
  if (number < 0 || number >= static_cast<Value>(program.objects.size())) return std::nullopt;
  return static_cast<ObjectId>(number);
}
bool is_instance(const Program& program, ObjectId object, ClassId of);

// A value as people write it: of a boolean true and false, of a reference the object's name.
std::string to_text(const Program& program, Type type, Value value);

// The identity of the instruction at a place in a thread's code.
InstrId instruction_at(const Program& program, std::uint32_t thread, std::uint32_t index);

// The sets of an event as people read them, "ACQ" or "V": without those that the others imply.
std::string mode_text(const Program& program, SetMask sets);

// A readable listing, one instruction a line; used by `--stage program` and by tests.
std::string to_text(const Program& program);

}  // namespace thinair::program
