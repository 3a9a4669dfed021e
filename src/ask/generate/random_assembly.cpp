// A thread is a list of pieces, each one or more instructions with holes: {x} the address, {n} a number, {r} a register for a
// result, {d} the last result, {t} a register for local work, {s} one for a status, {e} the label at the end of the thread. Pieces with {d}
// are used only behind a read.
#include "ask/generate/random_assembly.hpp"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "ask/generate/rng.hpp"

namespace thinair::generate {
namespace {

struct Dialect {
  const char* word;
  const char* bind;                  // an address register at the start, with {thread}, {x} and {location}; "" if locations have names
  std::vector<const char*> results;  // registers that reads may write
  const char* local;                 // {t}
  std::vector<const char*> bases;    // {x} of x and of y
  std::vector<const char*> pieces;
};

const Dialect& dialect(Machine machine) {
  static const Dialect kX86{
      "X86_64",
      "",
      {"ebx", "ecx", "edx", "esi", "edi"},
      "r8d",
      {"x", "y"},
      {"movl ({x}),%{r}", "movl ({x}),%{r}", "movl ${n},({x})", "movl ${n},({x})", "movl %{d},({x})", "mfence", "sfence", "lfence",
       "movl ${n},%{r};xchgl %{r},({x})", "lock addl ${n},({x})", "lock incl ({x})", "incl ({x})", "movl ${n},%{r};lock xaddl %{r},({x})",
       "movl ${n},%{t};lock cmpxchgl %{t},({x})", "cmpl $0,%{d};jne {e}", "cmpl $0,({x});je {e}", "xorl %{d},%{d};movl %{d},({x})"}};
  static const Dialect kAarch64{"AArch64",
                                "{thread}:{x}={location};",
                                {"W10", "W11", "W12", "W13", "W14"},
                                "W9",
                                {"X1", "X2"},
                                {"LDR {r},[{x}]",
                                 "LDR {r},[{x}]",
                                 "LDAR {r},[{x}]",
                                 "LDAPR {r},[{x}]",
                                 "EOR {t},{d},{d};LDR {r},[{x},{t},SXTW]",
                                 "MOV {t},#{n};STR {t},[{x}]",
                                 "MOV {t},#{n};STR {t},[{x}]",
                                 "MOV {t},#{n};STLR {t},[{x}]",
                                 "STR {d},[{x}]",
                                 "EOR {t},{d},{d};ADD {t},{t},#{n};STR {t},[{x}]",
                                 "CMP {d},#0;CSET {t},NE;STR {t},[{x}]",
                                 "DMB SY",
                                 "DMB LD",
                                 "DMB ST",
                                 "ISB",
                                 "CBNZ {d},{e}",
                                 "MOV {t},#{n};SWP {t},{r},[{x}]",
                                 "MOV {t},#{n};SWPAL {t},{r},[{x}]",
                                 "MOV {t},#{n};LDADDA {t},{r},[{x}]",
                                 "MOV {t},#{n};STADDL {t},[{x}]",
                                 "MOV {t},#{n};CASA {d},{t},[{x}]",
                                 "LDAXR {r},[{x}];MOV {t},#{n};STXR {s},{t},[{x}]",
                                 "LDXR {r},[{x}];STLXR {s},{r},[{x}]",
                                 "CMP {d},#1;CSEL {t},{d},WZR,EQ;STR {t},[{x}]",
                                 "MOV {r},#{n};MOV {t},#2;CAS {r},{t},[{x}]",
                                 "MOV {t},#{n};CASA WZR,{t},[{x}]",
                                 "STADD {d},[{x}]"}};
  static const Dialect kRiscv{"RISCV",
                              "{thread}:{x}={location};",
                              {"x10", "x11", "x12", "x13", "x14"},
                              "x9",
                              {"x5", "x6"},
                              {"lw {r},0({x})",
                               "lw {r},0({x})",
                               "xor {t},{d},{d};add {t},{t},{x};lw {r},0({t})",
                               "li {t},{n};sw {t},0({x})",
                               "li {t},{n};sw {t},0({x})",
                               "sw {d},0({x})",
                               "xor {t},{d},{d};ori {t},{t},{n};sw {t},0({x})",
                               "fence rw,rw",
                               "fence r,rw",
                               "fence r,r",
                               "fence rw,w",
                               "fence w,w",
                               "fence w,r",
                               "fence.tso",
                               "bne {d},x0,{e}",
                               "li {t},{n};amoswap.w {r},{t},({x})",
                               "amoadd.w {s},{d},({x});sw {s},0({x})",
                               "li {t},{n};amoadd.w.aq {r},{t},({x})",
                               "li {t},{n};amoor.w.rl {r},{t},({x})",
                               "li {t},{n};amoswap.w.aq.rl {r},{t},({x})",
                               "lr.w.aq {r},({x});li {t},{n};sc.w {s},{t},({x})",
                               "lr.w {r},({x});sc.w.rl {s},{r},({x});sw {s},0({x})"}};
  static const Dialect kPpc{
      "PPC",
      "{thread}:{x}={location};",
      {"r10", "r11", "r12", "r13", "r14"},
      "r9",
      {"r5", "r6"},
      {"lwz {r},0({x})", "lwz {r},0({x})", "xor {t},{d},{d};lwzx {r},{t},{x}", "li {t},{n};stw {t},0({x})", "li {t},{n};stw {t},0({x})",
       "stw {d},0({x})", "xor {t},{d},{d};addi {t},{t},{n};stw {t},0({x})", "xor {t},{d},{d};stwx {d},{t},{x}", "sync", "lwsync", "eieio",
       "isync", "cmpwi {d},0;bne {e}", "cmpw {d},{d};bne {e};isync", "lwarx {r},r0,{x};li {t},{n};stwcx. {t},r0,{x}",
       "lwarx {r},r0,{x};stwcx. {r},r0,{x};bne {e}"}};
  switch (machine) {
    case Machine::x86: return kX86;
    case Machine::aarch64: return kAarch64;
    case Machine::riscv: return kRiscv;
    case Machine::ppc: return kPpc;
  }
  return kX86;
}

// A register for the status of a store-conditional, which two may share.
const char* status(Machine machine) { return machine == Machine::aarch64 ? "W8" : "x8"; }

void replace_all(std::string& text, const std::string& hole, const std::string& by) {
  for (std::size_t at = text.find(hole); at != std::string::npos; at = text.find(hole, at + by.size())) text.replace(at, hole.size(), by);
}

std::vector<std::string> lines_of(const std::string& piece) {
  std::vector<std::string> lines(1);
  for (const char c : piece) {
    if (c == ';') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

std::vector<std::string> random_thread(Machine machine, unsigned thread, Rng& rng, const AssemblyKnobs& knobs) {
  const Dialect& d = dialect(machine);
  std::vector<std::string> out;
  std::optional<std::string> last;
  std::size_t results = 0;
  bool branches = false;
  for (unsigned count = rng.between(1, knobs.max_pieces); count > 0;) {
    std::string piece = rng.pick(d.pieces);
    if (!last && piece.find("{d}") != std::string::npos) continue;
    --count;
    replace_all(piece, "{d}", last.value_or(""));
    replace_all(piece, "{x}", rng.pick(d.bases));
    replace_all(piece, "{n}", std::to_string(rng.between(1, 2)));
    replace_all(piece, "{t}", d.local);
    replace_all(piece, "{s}", status(machine));
    branches = branches || piece.find("{e}") != std::string::npos;
    replace_all(piece, "{e}", fmt::format("E{}", thread));
    if (piece.find("{r}") != std::string::npos) {
      last = d.results[results++ % d.results.size()];
      replace_all(piece, "{r}", *last);
    }
    for (std::string& line : lines_of(piece)) out.push_back(std::move(line));
  }
  if (branches) out.push_back(fmt::format("E{}:", thread));
  return out;
}

}  // namespace

std::string random_assembly(Machine machine, std::uint64_t seed, const AssemblyKnobs& knobs) {
  const Dialect& d = dialect(machine);
  Rng rng(seed);
  const unsigned threads = rng.between(knobs.min_threads, knobs.max_threads);
  std::string init, header, rows;
  for (unsigned t = 0; t < threads; ++t) {
    header += fmt::format("{}P{}", t == 0 ? "" : " | ", t);
    for (std::size_t i = 0; i < d.bases.size(); ++i) {
      std::string bind = d.bind;
      replace_all(bind, "{thread}", std::to_string(t));
      replace_all(bind, "{x}", d.bases[i]);
      replace_all(bind, "{location}", i == 0 ? "x" : "y");
      init += bind + " ";
    }
    for (const std::string& line : random_thread(machine, t, rng, knobs)) {
      for (unsigned column = 0; column < threads; ++column) rows += (column == 0 ? "" : " | ") + (column == t ? line : "");
      rows += " ;\n";
    }
  }
  return fmt::format("{} random{}\n{{ x=0; y=0; {}}}\n{} ;\n{}{}", d.word, seed, init, header, rows,
                     knobs.show_locations ? "exists (x=0 /\\ y=0)\n" : "");
}

}  // namespace thinair::generate
