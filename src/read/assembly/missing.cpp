#include "read/assembly/missing.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "read/assembly/isa_text.hpp"

namespace thinair::read {
namespace {

using program::Arch;

constexpr MissingFeature kTagging = {"memory tags", ""};
constexpr MissingFeature kPages = {"page tables and their caches", ""};
constexpr MissingFeature kFetch = {"caches and the fetching of instructions", "the code of a test does not change"};
constexpr MissingFeature kSystem = {"system registers and exceptions", ""};
constexpr MissingFeature kSigned = {"signed pointers", ""};
constexpr MissingFeature kShadow = {"guarded control stacks", ""};
constexpr MissingFeature kVectors = {"vectors", ""};
constexpr MissingFeature kCalls = {"calls and returns", "a thread ends behind its last instruction; leave out the return"};
constexpr MissingFeature kCode = {"addresses of code and of data by their distance", "the init block binds registers, as in 0:X1=x"};
constexpr MissingFeature kPairs = {"atomics and exclusives of two registers", ""};
constexpr MissingFeature kNarrowAtomics = {"atomics of 1 and 2 bytes", ""};
constexpr MissingFeature kWide = {"64-bit accesses", "registers of this dialect have 32 bits"};
constexpr MissingFeature kUpdating = {"accesses that change their base register", "write the addition as an instruction of its own"};
constexpr MissingFeature kFlushing = {"flushes of cache lines, and what stays in memory for good", ""};
constexpr MissingFeature kStreaming = {"stores past the caches", ""};
constexpr MissingFeature kTransactions = {"transactions", ""};
constexpr MissingFeature kNarrow = {"registers of 8 and 16 bits", "movzbl and movb with a number access single bytes"};

struct Row {
  Arch arch;
  std::string_view name;  // with `*` at the end: everything that starts so
  const MissingFeature& feature;
};

constexpr auto kInstructions = std::to_array<Row>({
    {Arch::aarch64, "stg*", kTagging},
    {Arch::aarch64, "stzg*", kTagging},
    {Arch::aarch64, "st2g", kTagging},
    {Arch::aarch64, "stz2g", kTagging},
    {Arch::aarch64, "ldg*", kTagging},
    {Arch::aarch64, "irg", kTagging},
    {Arch::aarch64, "gmi", kTagging},
    {Arch::aarch64, "addg", kTagging},
    {Arch::aarch64, "subg", kTagging},
    {Arch::aarch64, "subp*", kTagging},
    {Arch::aarch64, "tlbi*", kPages},
    {Arch::aarch64, "at", kPages},
    {Arch::aarch64, "dc", kFetch},
    {Arch::aarch64, "ic", kFetch},
    {Arch::aarch64, "mrs", kSystem},
    {Arch::aarch64, "msr", kSystem},
    {Arch::aarch64, "eret", kSystem},
    {Arch::aarch64, "svc", kSystem},
    {Arch::aarch64, "hvc", kSystem},
    {Arch::aarch64, "smc", kSystem},
    {Arch::aarch64, "udf", kSystem},
    {Arch::aarch64, "brk", kSystem},
    {Arch::aarch64, "wfe", kSystem},
    {Arch::aarch64, "wfi", kSystem},
    {Arch::aarch64, "pac*", kSigned},
    {Arch::aarch64, "aut*", kSigned},
    {Arch::aarch64, "xpac*", kSigned},
    {Arch::aarch64, "bra*", kSigned},
    {Arch::aarch64, "blra*", kSigned},
    {Arch::aarch64, "reta*", kSigned},
    {Arch::aarch64, "ldra*", kSigned},
    {Arch::aarch64, "gcs*", kShadow},
    {Arch::aarch64, "chkfeat", kShadow},
    {Arch::aarch64, "bl", kCalls},
    {Arch::aarch64, "blr", kCalls},
    {Arch::aarch64, "br", kCalls},
    {Arch::aarch64, "ret", kCalls},
    {Arch::aarch64, "adr", kCode},
    {Arch::aarch64, "adrp", kCode},
    {Arch::aarch64, "ldxp", kPairs},
    {Arch::aarch64, "ldaxp", kPairs},
    {Arch::aarch64, "stxp", kPairs},
    {Arch::aarch64, "stlxp", kPairs},
    {Arch::aarch64, "casp*", kPairs},
    {Arch::aarch64, "ldiapp", kPairs},
    {Arch::aarch64, "stilp", kPairs},
    {Arch::aarch64, "casb", kNarrowAtomics},
    {Arch::aarch64, "cash", kNarrowAtomics},
    {Arch::aarch64, "casab", kNarrowAtomics},
    {Arch::aarch64, "casah", kNarrowAtomics},
    {Arch::aarch64, "casl?", kNarrowAtomics},
    {Arch::aarch64, "casal?", kNarrowAtomics},
    {Arch::aarch64, "swp?", kNarrowAtomics},
    {Arch::aarch64, "swp??", kNarrowAtomics},
    {Arch::aarch64, "swp???", kNarrowAtomics},
    {Arch::aarch64, "ldadd*", kNarrowAtomics},
    {Arch::aarch64, "ldset*", kNarrowAtomics},
    {Arch::aarch64, "ldclr*", kNarrowAtomics},
    {Arch::aarch64, "ldeor*", kNarrowAtomics},
    {Arch::aarch64, "stadd*", kNarrowAtomics},
    {Arch::aarch64, "stset*", kNarrowAtomics},
    {Arch::aarch64, "stclr*", kNarrowAtomics},
    {Arch::aarch64, "steor*", kNarrowAtomics},
    {Arch::aarch64, "ld1*", kVectors},
    {Arch::aarch64, "ld2*", kVectors},
    {Arch::aarch64, "ld3*", kVectors},
    {Arch::aarch64, "ld4*", kVectors},
    {Arch::aarch64, "ldap1", kVectors},
    {Arch::aarch64, "stl1", kVectors},
    {Arch::aarch64, "st1*", kVectors},
    {Arch::aarch64, "st2*", kVectors},
    {Arch::aarch64, "st3*", kVectors},
    {Arch::aarch64, "st4*", kVectors},
    {Arch::aarch64, "ptrue", kVectors},
    {Arch::aarch64, "pfalse", kVectors},
    {Arch::aarch64, "while*", kVectors},
    {Arch::aarch64, "movi", kVectors},
    {Arch::aarch64, "movprfx", kVectors},
    {Arch::aarch64, "mova", kVectors},
    {Arch::aarch64, "addv", kVectors},
    {Arch::aarch64, "addva", kVectors},
    {Arch::aarch64, "addha", kVectors},
    {Arch::aarch64, "uaddv", kVectors},
    {Arch::aarch64, "dup", kVectors},
    {Arch::aarch64, "index", kVectors},
    {Arch::aarch64, "fmov", kVectors},
    {Arch::aarch64, "umov", kVectors},
    {Arch::aarch64, "smstart", kVectors},
    {Arch::aarch64, "smstop", kVectors},
    {Arch::aarch64, "rdvl", kVectors},
    {Arch::aarch64, "cnt*", kVectors},
    {Arch::aarch64, "inc?", kVectors},
    {Arch::riscv, "jal", kCalls},
    {Arch::riscv, "jalr", kCalls},
    {Arch::riscv, "jr", kCalls},
    {Arch::riscv, "call", kCalls},
    {Arch::riscv, "ret", kCalls},
    {Arch::riscv, "la", kCode},
    {Arch::riscv, "auipc", kCode},
    {Arch::riscv, "sfence*", kPages},
    {Arch::riscv, "csr*", kSystem},
    {Arch::riscv, "ecall", kSystem},
    {Arch::riscv, "ebreak", kSystem},
    {Arch::riscv, "mret", kSystem},
    {Arch::riscv, "sret", kSystem},
    {Arch::riscv, "cbo*", kFetch},
    {Arch::riscv, "vset*", kVectors},
    {Arch::riscv, "vle*", kVectors},
    {Arch::riscv, "vse*", kVectors},
    {Arch::ppc, "bl", kCalls},
    {Arch::ppc, "blr", kCalls},
    {Arch::ppc, "mtlr", kCalls},
    {Arch::ppc, "mflr", kCalls},
    {Arch::ppc, "ld", kWide},
    {Arch::ppc, "ldx", kWide},
    {Arch::ppc, "std", kWide},
    {Arch::ppc, "stdx", kWide},
    {Arch::ppc, "ldarx", kWide},
    {Arch::ppc, "stdcx.", kWide},
    {Arch::ppc, "lwzu*", kUpdating},
    {Arch::ppc, "stwu*", kUpdating},
    {Arch::ppc, "lmw", kPairs},
    {Arch::ppc, "stmw", kPairs},
    {Arch::ppc, "dcb*", kFetch},
    {Arch::ppc, "icbi", kFetch},
    {Arch::x86, "ret*", kCalls},
    {Arch::x86, "call*", kCalls},
    {Arch::x86, "clflush*", kFlushing},
    {Arch::x86, "clwb", kFlushing},
    {Arch::x86, "movnt*", kStreaming},
    {Arch::x86, "xbegin", kTransactions},
    {Arch::x86, "xend", kTransactions},
    {Arch::x86, "xabort", kTransactions},
    {Arch::x86, "movap*", kVectors},
    {Arch::x86, "movdq*", kVectors},
    {Arch::x86, "movsd", kVectors},
    {Arch::x86, "movss", kVectors},
    {Arch::x86, "set*", kNarrow},
});

// `?` is any one letter.
bool fits(std::string_view pattern, std::string_view word) {
  if (pattern.ends_with('*')) return word.starts_with(pattern.substr(0, pattern.size() - 1));
  return std::ranges::equal(pattern, word, [](char p, char w) { return p == '?' || p == w; });
}

}  // namespace

std::optional<MissingFeature> missing_instruction(Arch arch, std::string_view mnemonic) {
  const auto* const found =
      std::ranges::find_if(kInstructions, [&](const Row& row) { return row.arch == arch && fits(row.name, mnemonic); });
  return found == kInstructions.end() ? std::nullopt : std::optional(found->feature);
}

std::optional<MissingFeature> missing_register(Arch arch, std::string_view word) {
  const std::string_view bare = word.substr(0, word.find_first_of("./["));
  const auto among = [&](std::initializer_list<std::string_view> prefixes) {
    return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return numbered(bare, prefix, 32).has_value(); });
  };
  const bool vector = (arch == Arch::aarch64 && among({"v", "q", "d", "s", "h", "b", "z", "p", "za"})) ||
                      (arch == Arch::riscv && among({"v", "f", "ft", "fs", "fa"})) || (arch == Arch::ppc && among({"v", "f", "vs"})) ||
                      (arch == Arch::x86 && among({"xmm", "ymm", "zmm", "mm"}));
  return vector ? std::optional(MissingFeature{"registers of vectors and of floating-point numbers", ""}) : std::nullopt;
}

}  // namespace thinair::read
