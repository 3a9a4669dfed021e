#include "language/cat/primitives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace thinair::cat {
namespace {

constexpr auto kSet = Primitive::Kind::set;
constexpr auto kRelation = Primitive::Kind::relation;
constexpr auto kFunction = Primitive::Kind::function;

constexpr std::string_view kClasses = "relations over classes are not supported";
constexpr std::string_view kBell = "no test that thinair reads has tags or scopes";

using Id = PrimitiveId;

constexpr Primitive set(Id id, std::string_view name, std::string_view meaning) {
  return {id, kSet, name, "", meaning, "", false, false, false, false};
}
constexpr Primitive relation(Id id, std::string_view name, std::string_view meaning) {
  return {id, kRelation, name, "", meaning, "", false, false, false, false};
}
constexpr Primitive function(Id id, std::string_view name, std::string_view signature, std::string_view meaning, bool monotone = false) {
  return {id, kFunction, name, signature, meaning, "", monotone, false, false, false};
}
constexpr Primitive missing(Primitive p, std::string_view why) {
  p.unsupported = why;
  return p;
}
constexpr Primitive empty(Primitive p) {
  p.empty = true;
  return p;
}
constexpr Primitive in_parts(Primitive p) {
  p.registers = true;
  return p;
}
constexpr Primitive own(Primitive p) {
  p.own = true;
  return p;
}

constexpr auto kPrimitives = std::to_array<Primitive>({
    in_parts(set(Id::ADDR, "ADDR", "register reads for an address")),
    set(Id::AMO, "AMO", "accesses of atomics that are one instruction, and updates"),
    own(set(Id::Alive, "Alive", "sees that another thread is alive: started, and not ended")),
    in_parts(set(Id::B, "B", "conditional branches, and what decides without a branch: BCC | PRED")),
    in_parts(set(Id::BCC, "BCC", "conditional branches")),
    own(set(Id::Begin, "Begin", "the first action of a thread that another one started")),
    in_parts(set(Id::DATA, "DATA", "register reads for a value that is stored or selected")),
    set(Id::EX, "EX", "accesses of load-exclusives and store-conditionals"),
    set(Id::EXEC, "EXEC", "events that are executed: all of them"),
    own(set(Id::Early, "Early", "sees that another thread was not started yet")),
    own(set(Id::End, "End", "the last action of a thread whose end another one waits for")),
    set(Id::Exp, "Exp", "explicit accesses: all memory accesses of the program"),
    own(set(Id::External, "External", "external actions: print")),
    set(Id::F, "F", "fences"),
    set(Id::FW, "FW", "the final write of each location; chosen before the model runs"),
    own(set(Id::Freeze, "Freeze", "the end of a constructor, where a final field freezes")),
    set(Id::IW, "IW", "the initial write of each location"),
    own(set(Id::Join, "Join", "sees that another thread has ended")),
    own(set(Id::Lock, "Lock", "takes a monitor")),
    set(Id::M, "M", "memory accesses, R | W, initial writes included"),
    empty(set(Id::NExp, "NExp", "implicit accesses")),
    own(set(Id::Notify, "Notify", "wakes a thread that waits; one or all")),
    own(set(Id::NotifyAll, "NotifyAll", "wakes all threads that wait")),
    in_parts(set(Id::PRED, "PRED",
                 "what decides without a branch: the condition of a conditional select, the comparison of a compare-and-swap")),
    set(Id::R, "R", "reads, also those of updates"),
    set(Id::RMW, "RMW", "updates: single events that read and write"),
    own(set(Id::Restart, "Restart", "a start that is refused: another thread had started the thread before")),
    in_parts(set(Id::Rreg, "Rreg", "register reads")),
    empty(set(Id::SPEC, "SPEC", "speculated events")),
    empty(set(Id::SPURIOUS, "SPURIOUS", "spurious accesses")),
    own(set(Id::Start, "Start", "starts another thread")),
    own(set(Id::Unlock, "Unlock", "releases a monitor")),
    set(Id::W, "W", "writes, also those of updates, initial writes included"),
    in_parts(set(Id::Wreg, "Wreg", "register writes")),

    relation(Id::addr, "addr", "address dependency from a read to an access"),
    relation(Id::aligned, "aligned", "accesses to one aligned cell; here the same as sm"),
    relation(Id::amo, "amo",
             "from the read to the write of a hardware atomic of two events; empty for Java and RISC-V, whose updates are single events"),
    relation(Id::control, "control",
             "control dependency between events of any kind; branches and registers are none here, so the same as ctrl"),
    own(relation(Id::critical, "critical", "from the lock of a monitor to the unlock that releases it")),
    relation(Id::ctrl, "ctrl", "control dependency from a read to a later event"),
    relation(Id::data, "data", "data dependency from a read to a write"),
    relation(Id::depend, "depend", "dependency through registers between events of any kind; registers are none here, so addr | data"),
    own(relation(Id::deref, "deref", "from the read of a reference to an access of a field or element of the object; part of addr")),
    empty(relation(Id::equiv_spec, "equiv-spec", "equivalence of speculated events")),
    relation(Id::ext, "ext", "events of different threads; initial writes with every thread's events"),
    relation(Id::id, "id", "identity on all events"),
    in_parts(relation(
        Id::iico_ctrl, "iico_ctrl",
        "inside one instruction: from what decides without a branch to what it picks; from a reservation to the conditional store")),
    in_parts(relation(Id::iico_data, "iico_data", "inside one instruction: from where a value comes from to where it goes")),
    in_parts(relation(Id::iico_order, "iico_order",
                      "inside one instruction: other order; from the read to the write of an atomic that does not use what it read")),
    relation(Id::int_, "int", "events of one thread; reflexive, without initial writes"),
    relation(Id::loc, "loc",
             "accesses to one location; reflexive, with initial writes. Also actions on one monitor, and of or about one thread"),
    own(relation(Id::obj, "obj", "events on parts of one object, its monitor and its freeze included; reflexive")),
    relation(Id::partial_po, "partial_po", "program order as far as the instruction set fixes it; here the same as po"),
    relation(Id::pco, "pco", "coherence that is known in advance: each initial write before the other writes of its location"),
    own(relation(Id::pick_addr_dep, "pick-addr-dep", "address dependency through a value that was selected without a branch")),
    own(relation(Id::pick_ctrl_dep, "pick-ctrl-dep", "control dependency through a value that was selected without a branch")),
    own(relation(Id::pick_data_dep, "pick-data-dep", "data dependency through a value that was selected without a branch")),
    relation(
        Id::po, "po",
        "program order, transitive, without initial writes; on processors also from the read to the write of an atomic, unless the title "
        "says catdep"),
    relation(Id::rf, "rf", "from a write to each read that sees it"),
    in_parts(relation(Id::rf_reg, "rf-reg", "from a register write to each register read that sees it")),
    relation(Id::rmw, "rmw",
             "from the read to the write of a read-modify-write of two events; for Java only in models with `updates as pairs`"),
    relation(Id::same_instance, "same-instance", "events of one executed instruction; reflexive"),
    relation(Id::same_instr, "same-instr", "events of one instruction of the program text, in whatever turn of a loop; reflexive"),
    relation(Id::same_low_order_bits, "same-low-order-bits",
             "accesses at one offset of their pages: all accesses, as every location is the first of a page"),
    relation(Id::same_static, "same-static", "events of one instruction of the program text; the same as same-instr"),
    relation(Id::si, "si", "the same as sm"),
    relation(Id::sm, "sm", "parts of one single-copy atomic access; reflexive on accesses"),
    empty(relation(Id::success, "success", "from a store-conditional's status to its write; needs a variant of herd's")),
    missing(relation(Id::tst, "tst", "from a read to the test that uses it"), "ctrl leads from a read to what a test on it controls"),

    function(Id::as_transitive, "as_transitive", "r>r", "its argument; in herd a mark that it is transitive", true),
    function(Id::at_least_one_writable, "at-least-one-writable", "?>?", "entries of page tables with a writable page; there are none here"),
    missing(function(Id::bisimulation, "bisimulation", "?>?", "bisimulation over classes"), "bisimulation is not supported"),
    function(Id::classes, "classes", "r>S", "the classes of an equivalence"),
    function(Id::classes_loc, "classes-loc", "s>S", "the set, cut into one class per location"),
    missing(function(Id::delift, "delift", "?>r", "a relation over classes as a relation over events"), kClasses),
    missing(function(Id::deliftinter, "deliftinter", "?>r", "a relation over classes as a relation over events, inside classes only"),
            kClasses),
    function(Id::different_values, "different-values", "r>r",
             "the pairs whose values differ; only of a relation that is empty in every test, as a model is judged before all values are "
             "known"),
    function(Id::domain, "domain", "r>s", "events from which the relation leads", true),
    function(Id::fail, "fail", "?>?", "fails always; useful in try"),
    function(Id::fromto, "fromto", "s>r", "pairs of accesses with an event of the set between them in program order", true),
    function(Id::inter_transitive, "inter_transitive", "rr>r", "the intersection; herd has dropped it", true),
    missing(function(Id::lift, "lift", "Sr>?", "a relation over events as a relation over classes"), kClasses),
    function(Id::linearisations, "linearisations", "sr>R",
             "all strict total orders of the set that extend the transitive closure of the relation; none if that has a cycle in the "
             "set"),
    missing(function(Id::loc2events, "loc2events", "?>s", "events at the location of a tag"), kBell),
    function(Id::oa_changes, "oa-changes", "?>?", "entries of page tables with another output address; there are none here"),
    own(function(Id::per_location_orders, "per-location-orders", "sr>R",
                 "all unions of one strict total order per location of the set's events, each extending the relation as those of "
                 "linearisations do")),
    function(Id::range, "range", "r>s", "events to which the relation leads", true),
    function(Id::same_oa, "same-oa", "r>r", "pairs of entries of page tables with one output address; there are none here", true),
    missing(function(Id::tag2events, "tag2events", "?>s", "events with a tag"), kBell),
    missing(function(Id::tag2fenced, "tag2fenced", "?>r", "pairs with a fence of the tag between"), kBell),
    missing(function(Id::tag2level, "tag2level", "?>r", "events of one scope level"), kBell),
    missing(function(Id::tag2scope, "tag2scope", "?>r", "events of one scope"), kBell),
});

constexpr bool ids_are_indices() {
  for (std::size_t i = 0; i < kPrimitives.size(); ++i)
    if (static_cast<std::size_t>(kPrimitives[i].id) != i) return false;
  return true;
}
static_assert(ids_are_indices(), "the table lists the primitives in the order of their ids");

struct Dialect {
  std::string_view architecture;
  std::string_view sets;  // separated by blanks
};

constexpr auto kDialects = std::to_array<Dialect>({
    {"Java", "V ACQ REL RA O FULL LL SS ACQF RELF FINAL SPIN"},
    {"X86", "MFENCE SFENCE LFENCE X NT"},
    {"AArch64", "Q L FAULT ISB DMB.SY DMB.LD DMB.ST DMB.ISH DMB.ISHLD DMB.ISHST DSB.SY DSB.LD DSB.ST A T"},
    {"RISCV", "Acq Rel AcqRel Sc Fence.rw.rw Fence.rw.w Fence.r.rw Fence.tso Fence.i"},
    {"PPC", "SYNC LWSYNC ISYNC EIEIO"},
    {"C", "SC ACQ_REL RLX CON NA LK LKR LKW LS LF UL RL RU"},  // A is AArch64's too
});

}  // namespace

std::span<const Primitive> primitives() { return kPrimitives; }

const Primitive* find_primitive(std::string_view name) {
  const auto found = std::ranges::find(kPrimitives, name, &Primitive::name);
  return found == kPrimitives.end() ? nullptr : &*found;
}

const Primitive& primitive(PrimitiveId id) { return kPrimitives[static_cast<std::size_t>(id)]; }

std::string_view dialect_of(std::string_view set) {
  for (const Dialect& d : kDialects) {
    std::string_view rest = d.sets;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      if (rest.substr(0, end) == set) return d.architecture;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return {};
}

std::string primitive_table() {
  std::string out = "| name | kind | meaning |\n|---|---|---|\n";
  for (const Primitive& p : kPrimitives) {
    const std::string_view kind = p.kind == kSet ? "set" : p.kind == kRelation ? "relation" : "function";
    std::string note;
    if (!p.unsupported.empty()) note = fmt::format(" **Not supported**: {}.", p.unsupported);
    if (p.empty) note = " Always empty here.";
    if (p.own) note += " thinair's own.";
    if (p.registers) note += " Of processors only.";
    std::string meaning;
    for (const char c : p.meaning) meaning += c == '|' ? std::string("\\|") : std::string(1, c);
    out += fmt::format("| `{}` | {} | {}.{} |\n", p.name, kind, meaning, note);
  }
  return out;
}

}  // namespace thinair::cat
