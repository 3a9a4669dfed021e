#include "language/cat/prelude.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace thinair::cat {
namespace {

constexpr auto kSet = Primitive::Kind::set;
constexpr auto kRelation = Primitive::Kind::relation;
constexpr auto kFunction = Primitive::Kind::function;

constexpr std::string_view kVirtualMemory = "models of virtual memory are not supported";
constexpr std::string_view kBell = "tags and scopes of bell files are not supported";

constexpr Primitive set(std::string_view name, std::string_view meaning) { return {kSet, name, "", meaning, "", false, false}; }
constexpr Primitive relation(std::string_view name, std::string_view meaning) { return {kRelation, name, "", meaning, "", false, false}; }
constexpr Primitive function(std::string_view name, std::string_view signature, std::string_view meaning, bool monotone = false) {
  return {kFunction, name, signature, meaning, "", monotone, false};
}
constexpr Primitive missing(Primitive p, std::string_view why) {
  p.unsupported = why;
  return p;
}
constexpr Primitive own(Primitive p) {
  p.own = true;
  return p;
}

constexpr auto kPrelude = std::to_array<Primitive>({
    set("ADDR", "register reads that compute an address; empty where register events are not kept"),
    set("AMO", "accesses of single-instruction atomics of hardware; empty for Java"),
    set("B", "branches, where they are events"),
    set("BCC", "conditional branches, where they are events"),
    set("DATA", "register reads that compute a stored value; empty where register events are not kept"),
    set("EXEC", "events that are executed: all of them"),
    set("Exp", "explicit accesses: all memory accesses of the program"),
    set("F", "fences"),
    set("FW", "the final write of each location; chosen before the model runs"),
    set("IW", "the initial write of each location"),
    set("M", "memory accesses, R | W, initial writes included"),
    set("NExp", "implicit accesses; always empty"),
    set("PRED", "predicate events; always empty"),
    set("R", "reads, also those of updates"),
    set("RMW", "updates: single events that read and write"),
    set("Rreg", "register reads; empty where register events are not kept"),
    set("SPEC", "speculated events; always empty"),
    set("SPURIOUS", "spurious accesses; always empty"),
    set("W", "writes, also those of updates, initial writes included"),
    set("Wreg", "register writes; empty where register events are not kept"),

    relation("addr", "address dependency from a read to an access"),
    relation("aligned", "accesses to one aligned cell; here the same as si"),
    relation("amo", "from the read to the write of a hardware atomic; empty for Java"),
    relation("control", "control dependency between events of any kind"),
    relation("ctrl", "control dependency from a read to a later event"),
    relation("data", "data dependency from a read to a write"),
    relation("depend", "dependency through registers between events of any kind"),
    relation("equiv-spec", "equivalence of speculated events; always empty"),
    relation("ext", "events of different threads; initial writes with every thread's events"),
    relation("id", "identity on all events"),
    relation("iico_ctrl", "control order inside one instruction"),
    relation("iico_data", "data order inside one instruction"),
    relation("iico_order", "other order inside one instruction"),
    relation("int", "events of one thread; reflexive, without initial writes"),
    relation("loc", "accesses to one location; reflexive, with initial writes"),
    relation("partial_po", "program order as far as the instruction set fixes it; here the same as po"),
    relation("pco", "coherence that is known in advance: each initial write before the other writes of its location"),
    own(relation("pick-addr-dep", "address dependency through a value that was selected without a branch")),
    own(relation("pick-ctrl-dep", "control dependency through a value that was selected without a branch")),
    own(relation("pick-data-dep", "data dependency through a value that was selected without a branch")),
    relation("po", "program order, transitive, without initial writes"),
    relation("rf", "from a write to each read that sees it"),
    relation("rf-reg", "from a register write to each read that sees it; empty where register events are not kept"),
    relation("rmw", "from the read to the write of a read-modify-write of two events; empty for Java"),
    relation("same-instance", "events of one executed instruction"),
    relation("same-instr", "events of one instruction of the program text"),
    missing(relation("same-low-order-bits", "addresses that agree in their low bits"), kVirtualMemory),
    relation("same-static", "events of one instruction of the program text"),
    relation("si", "events of one instruction instance; reflexive"),
    relation("sm", "accesses of one single-copy atomic access; reflexive"),
    relation("success", "from a store-conditional's status to its write; empty for Java"),
    relation("tst", "from a read to the test that uses it; empty for Java"),

    function("as_transitive", "r>r", "its argument; in herd a mark that it is transitive", true),
    missing(function("at-least-one-writable", "r>r", "pairs with one writable page"), kVirtualMemory),
    missing(function("bisimulation", "?>?", "bisimulation over classes"), "bisimulation is not supported"),
    function("classes", "r>S", "the classes of an equivalence"),
    function("classes-loc", "s>S", "the set, cut into one class per location"),
    function("delift", "?>r", "a relation over classes as a relation over events"),
    function("deliftinter", "?>r", "a relation over classes as a relation over events, inside classes only"),
    function("different-values", "r>r", "the pairs whose values differ", true),
    function("domain", "r>s", "events from which the relation leads", true),
    function("fail", "?>?", "fails always; useful in try"),
    function("fromto", "s>r", "pairs of accesses with an event of the set between them in program order", true),
    missing(function("inter_transitive", "rr>r", "gone from herd at 2026-08"), "herd has dropped it"),
    function("lift", "Sr>?", "a relation over events as a relation over classes"),
    function("linearisations", "sr>R", "all strict total orders of the set that extend the relation; none if it is cyclic there"),
    missing(function("loc2events", "?>s", "events at the location of a tag"), kBell),
    missing(function("oa-changes", "?>r", "writes that change an output address"), kVirtualMemory),
    own(function("per-location-orders", "sr>R",
                 "all unions of one strict total order per location of the set's events, each extending the relation")),
    function("range", "r>s", "events to which the relation leads", true),
    missing(function("same-oa", "r>r", "pairs with one output address"), kVirtualMemory),
    missing(function("tag2events", "?>s", "events with a tag"), kBell),
    missing(function("tag2fenced", "?>r", "pairs with a fence of the tag between"), kBell),
    missing(function("tag2level", "?>r", "events of one scope level"), kBell),
    missing(function("tag2scope", "?>r", "events of one scope"), kBell),
});

struct Dialect {
  std::string_view architecture;
  std::string_view sets;  // separated by blanks
};

constexpr auto kDialects = std::to_array<Dialect>({
    {"Java", "V ACQ REL RA O FULL LL SS ACQF RELF"},
    {"X86", "MFENCE SFENCE LFENCE X NT"},
    {"AArch64", "Q L FAULT ISB DMB.SY DMB.LD DMB.ST DMB.ISH DMB.ISHLD DMB.ISHST DSB.SY DSB.LD DSB.ST A T"},
    {"RISCV", "Acq Rel AcqRel Sc Fence.rw.rw Fence.rw.w Fence.r.rw Fence.tso Fence.i"},
    {"PPC", "SYNC LWSYNC ISYNC EIEIO"},
    {"C", "SC ACQ_REL RLX CON NA LK LKR LKW LS LF UL RL RU"},
});

}  // namespace

std::span<const Primitive> prelude() { return kPrelude; }

const Primitive* find_primitive(std::string_view name) {
  const auto found = std::ranges::find(kPrelude, name, &Primitive::name);
  return found == kPrelude.end() ? nullptr : &*found;
}

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

std::string prelude_table() {
  std::string out = "| name | kind | meaning |\n|---|---|---|\n";
  for (const Primitive& p : kPrelude) {
    const std::string_view kind = p.kind == kSet ? "set" : p.kind == kRelation ? "relation" : "function";
    std::string note;
    if (!p.unsupported.empty()) note = fmt::format(" **Not supported**: {}.", p.unsupported);
    if (p.own) note += " thinair's own.";
    std::string meaning;
    for (const char c : p.meaning) meaning += c == '|' ? std::string("\\|") : std::string(1, c);
    out += fmt::format("| `{}` | {} | {}.{} |\n", p.name, kind, meaning, note);
  }
  return out;
}

}  // namespace thinair::cat
