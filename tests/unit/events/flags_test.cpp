// What local work of processors computes, on known numbers: flags and the conditions on them against their definition (Arm ARM C1.2.4,
// Intel SDM volume 1, appendix B), shifts, extensions and wide moves against numbers worked out by hand.
#include <fmt/format.h>

#include "unit/support_helpers.hpp"

namespace thinair::events {
namespace {

using program::Value;

// The register at the end of the only thread, which has only one path.
std::optional<Value> value_of(const std::string& dialect, const std::string& init, const std::string& code, const std::string& reg) {
  const program::Test test = tests::test_of(fmt::format("{} t\n{{ {} }}\nP0 ;\n{} ;\n", dialect, init, code));
  Budget budget;
  const Unfolding unfolding = unfold(test.program, budget);
  EXPECT_FALSE(budget.exhausted()) << budget.reason();
  EXPECT_EQ(unfolding.threads[0].size(), 1U) << code;
  for (const auto& [id, term] : unfolding.threads[0].at(0).registers)
    if (test.program.registers[id].name == reg) return unfolding.pool.as_constant(term);
  return std::nullopt;
}

struct Flags {
  bool n, z, c, v;
};

// Of numbers of so many bits, given without sign.
Flags of_sum(std::uint64_t a, std::uint64_t b, bool carry_in, unsigned bits) {
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  const unsigned __int128 wide = static_cast<unsigned __int128>(a & mask) + (b & mask) + (carry_in ? 1 : 0);
  const std::uint64_t result = static_cast<std::uint64_t>(wide) & mask;
  return {(result & sign) != 0, result == 0, (wide >> bits) != 0, ((a ^ result) & (b ^ result) & sign) != 0};
}

struct Condition {
  const char* arm;
  const char* x86;
  bool (*holds)(const Flags&);  // x86 has the carry of a difference the other way round
};
constexpr Condition kConditions[] = {
    {"EQ", "e", [](const Flags& f) { return f.z; }},
    {"NE", "ne", [](const Flags& f) { return !f.z; }},
    {"HS", "ae", [](const Flags& f) { return f.c; }},
    {"LO", "b", [](const Flags& f) { return !f.c; }},
    {"MI", "s", [](const Flags& f) { return f.n; }},
    {"PL", "ns", [](const Flags& f) { return !f.n; }},
    {"VS", "o", [](const Flags& f) { return f.v; }},
    {"VC", "no", [](const Flags& f) { return !f.v; }},
    {"HI", "a", [](const Flags& f) { return f.c && !f.z; }},
    {"LS", "be", [](const Flags& f) { return !f.c || f.z; }},
    {"GE", "ge", [](const Flags& f) { return f.n == f.v; }},
    {"LT", "l", [](const Flags& f) { return f.n != f.v; }},
    {"GT", "g", [](const Flags& f) { return !f.z && f.n == f.v; }},
    {"LE", "le", [](const Flags& f) { return f.z || f.n != f.v; }},
};
constexpr std::int64_t kNarrow[] = {0, 1, -1, 5, INT32_MIN, INT32_MAX};
constexpr std::int64_t kWide[] = {0, 1, -1, INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX};

template <class Numbers, class Check>
void for_each_pair(const Numbers& numbers, Check check) {
  for (const std::int64_t a : numbers)
    for (const std::int64_t b : numbers) check(a, b);
}

void check_arm(std::int64_t a, std::int64_t b, unsigned bits) {
  const char r = bits == 64 ? 'X' : 'W';
  const auto left = static_cast<std::uint64_t>(a);
  const auto right = static_cast<std::uint64_t>(b);
  Flags both = of_sum(left & right, 0, false, bits);
  both.c = both.v = false;
  const std::pair<const char*, Flags> instructions[] = {
      {"CMP", of_sum(left, ~right, true, bits)}, {"CMN", of_sum(left, right, false, bits)}, {"TST", both}};
  for (const auto& [name, flags] : instructions)
    for (const Condition& condition : kConditions)
      EXPECT_EQ(value_of("AArch64", fmt::format("0:X1={}; 0:X2={};", a, b),
                         fmt::format("{0} {1}1,{1}2 ;\nCSET W3,{2}", name, r, condition.arm), "X3"),
                condition.holds(flags) ? 1 : 0)
          << fmt::format("{} {} {} {}, {} bits", name, a, b, condition.arm, bits);
}

TEST(Flags, of_aarch64_are_those_of_its_definition_at_32_bits) {
  for_each_pair(kNarrow, [](std::int64_t a, std::int64_t b) { check_arm(a, b, 32); });
}

TEST(Flags, of_aarch64_are_those_of_its_definition_at_64_bits) {
  for_each_pair(kWide, [](std::int64_t a, std::int64_t b) { check_arm(a, b, 64); });
}

TEST(Flags, of_x86_are_those_of_its_definition) {
  const auto check = [](const char* dialect, const char* compare, const char* move, const char* target) {
    for_each_pair(kNarrow, [&](std::int64_t a, std::int64_t b) {
      const Flags flags = of_sum(static_cast<std::uint64_t>(a), ~static_cast<std::uint64_t>(b), true, 32);
      for (const Condition& condition : kConditions)
        EXPECT_EQ(value_of(dialect, fmt::format("0:eax={}; 0:ebx={}; 0:ecx=1;", a, b),
                           fmt::format("{} ;\ncmov{} {}", compare, condition.x86, move), target),
                  condition.holds(flags) ? 1 : 0)
            << fmt::format("{} {} {} {}", dialect, a, b, condition.x86);
    });
  };
  check("X86_64", "cmpl %ebx,%eax", "%ecx,%edx", "rdx");
  check("X86", "CMP EAX,EBX", "EDX,ECX", "EDX");
}

struct Computed {
  const char* dialect;
  const char* init;
  const char* code;
  const char* reg;
  Value value;
};

TEST(LocalWork, computes_what_the_manuals_say) {
  for (const Computed& row : {
           Computed{"AArch64", "", "MOVZ X0,#0x1234,LSL #32; MOVK X0,#0x5678,LSL #16; MOVK X0,#0x9ABC", "X0", 0x123456789ABC},
           Computed{"AArch64", "", "MOVN W0,#1", "X0", -2},
           Computed{"AArch64", "", "MOVN W0,#0; MOV X1,X0", "X1", 0xFFFFFFFF},
           Computed{"AArch64", "", "MOVN X0,#0; MOVK W0,#0", "X0", -65536},
           Computed{"AArch64", "0:X1=-16;", "LSR W0,W1,#28", "X0", 15},
           Computed{"AArch64", "0:X1=-16;", "ASR W0,W1,#2", "X0", -4},
           Computed{"AArch64", "0:X1=-16;", "LSR X0,X1,#60", "X0", 15},
           Computed{"AArch64", "0:X1=0x80000001;", "LSL W0,W1,#1", "X0", 2},
           Computed{"AArch64", "0:X1=1; 0:X2=0x81;", "ADD W0,W1,W2,ROR #4", "X0", 0x10000009},
           Computed{"AArch64", "0:X1=1; 0:X2=0xFF;", "ADD X0,X1,W2,SXTB #2", "X0", -3},
           Computed{"AArch64", "0:X1=1; 0:X2=-1;", "ADD X0,X1,W2,UXTW", "X0", 0x100000000},
           Computed{"AArch64", "0:X1=1; 0:X2=-1;", "ADD X0,X1,W2,SXTW", "X0", 0},
           Computed{"AArch64", "0:X1=0x1FF;", "SXTB X0,W1", "X0", -1},
           Computed{"AArch64", "0:X1=0x1FF;", "UXTB W0,W1", "X0", 255},
           Computed{"AArch64", "0:X1=-1;", "SXTW X0,W1", "X0", -1},
           Computed{"AArch64", "0:X1=-1;", "UXTW X0,W1", "X0", 0xFFFFFFFF},
           Computed{"AArch64", "0:X1=6; 0:X2=7; 0:X3=100;", "MADD W0,W1,W2,W3", "X0", 142},
           Computed{"AArch64", "0:X1=6; 0:X2=7; 0:X3=100;", "MSUB W0,W1,W2,W3", "X0", 58},
           Computed{"AArch64", "0:X1=12; 0:X2=10;", "BIC W0,W1,W2", "X0", 4},
           Computed{"AArch64", "0:X1=3;", "CMP W1,#3; CSINV W0,W1,W1,NE", "X0", -4},
           Computed{"AArch64", "0:X1=3;", "CMP W1,#3; CNEG W0,W1,EQ", "X0", -3},
           Computed{"AArch64", "0:X1=5;", "TBNZ W1,#2,.+8; MOV W0,#1; MOV W2,#2", "X0", 0},
           Computed{"RISCV", "0:x6=-16;", "srli x5,x6,60", "x5", 15},
           Computed{"RISCV", "0:x6=-16;", "srliw x5,x6,28", "x5", 15},
           Computed{"RISCV", "0:x6=0x7FFFFFFF;", "slliw x5,x6,1", "x5", -2},
           Computed{"RISCV", "0:x6=-1; 0:x7=1;", "sltu x5,x7,x6", "x5", 1},
           Computed{"RISCV", "", "lui x5,0xFFFFF", "x5", -4096},
           Computed{"PPC", "0:r4=0x80000001;", "rlwinm r3,r4,1,0,31", "r3", 3},
           Computed{"PPC", "0:r4=0x12345678;", "rlwinm r3,r4,8,24,31", "r3", 0x12},
           Computed{"PPC", "0:r4=-16;", "srwi r3,r4,28", "r3", 15},
           Computed{"PPC", "0:r4=0x1FF;", "extsb r3,r4", "r3", -1},
           Computed{"X86_64", "0:rax=-16;", "shrl $28,%eax", "rax", 15},
           Computed{"X86_64", "0:rax=-16;", "sarq $2,%rax", "rax", -4},
       }) {
    std::string code = row.code;
    for (std::size_t at = code.find(';'); at != std::string::npos; at = code.find(';', at + 2)) code.replace(at, 1, ";\n");
    EXPECT_EQ(value_of(row.dialect, row.init, code, row.reg), row.value) << row.code;
  }
}

}  // namespace
}  // namespace thinair::events
