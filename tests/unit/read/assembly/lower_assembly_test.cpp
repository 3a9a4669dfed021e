// What the instruction sets have in common: names of registers, suggestions, flags, widths.
#include "read/assembly/isa.hpp"
#include "unit/read/assembly/listing.hpp"

namespace thinair::read {
namespace {

TEST(Registers, have_one_name_at_every_width) {
  EXPECT_EQ(canonical_register(Arch::x86, "eax"), "rax");
  EXPECT_EQ(canonical_register(Arch::x86, "R9D"), "r9");
  EXPECT_EQ(canonical_register(Arch::aarch64, "w30"), "X30");
  EXPECT_EQ(canonical_register(Arch::riscv, "t6"), "x31");
  EXPECT_EQ(canonical_register(Arch::riscv, "fp"), "x8");
  EXPECT_EQ(canonical_register(Arch::ppc, "r31"), "r31");
  EXPECT_EQ(canonical_register(Arch::java, "r1"), "r1");
}

TEST(Registers, that_do_not_exist) {
  const auto has = [](Arch arch, const char* name) { return isa_of(arch)->register_named(name).has_value(); };
  EXPECT_FALSE(has(Arch::x86, "r16"));
  EXPECT_FALSE(has(Arch::x86, "r7"));
  EXPECT_FALSE(has(Arch::x86, "al"));
  EXPECT_FALSE(has(Arch::aarch64, "X31"));
  EXPECT_FALSE(has(Arch::aarch64, "X01"));
  EXPECT_FALSE(has(Arch::riscv, "x32"));
  EXPECT_FALSE(has(Arch::ppc, "r32"));
  EXPECT_FALSE(has(Arch::ppc, "r"));
}

TEST(Registers, keep_the_value_they_start_with) {
  Sources sources;
  const auto test = read_test(
      sources, sources.add("t.litmus", "AArch64 t\n{ 0:W1=3; 0:X2=x; x=1; }\nP0 ;\nNOP ;\nforall (0:X1=3 /\\ 0:w5=0)\n"), nullptr);
  ASSERT_TRUE(test) << to_text(sources, test.error());
  EXPECT_EQ(to_text(test->program), "x = 1\n0:X1 = 3\n0:X2 = &x\nthread 0\n");
}

// Every mnemonic that suggestions offer is an instruction.
TEST(Mnemonics, are_known) {
  for (const Arch arch : {Arch::x86, Arch::aarch64, Arch::riscv, Arch::ppc}) {
    const Isa& isa = *isa_of(arch);
    const std::string dialect = arch == Arch::riscv ? "RISCV" : std::string(isa.name());
    for (const std::string& mnemonic : isa.mnemonics())
      EXPECT_EQ(listing(dialect, "", mnemonic + " 1,1,1,1,1").find("litmus-unknown-instruction"), std::string::npos) << mnemonic;
  }
}

// ---- flags whose meaning depends on overflow

TEST(Flags, an_order_is_not_told_from_a_sum) {
  for (const char* source : {"addl %eax,%ebx; jl L; L:", "incl (x); jg L; L:", "lock xaddl %eax,(x); jle L; L:"})
    EXPECT_NE(listing("X86_64", "", source).find("the order of a result that may overflow"), std::string::npos) << source;
  EXPECT_NE(listing("AArch64", "", "ADDS W0,W1,W2; B.LT L; L:").find("the order of a result"), std::string::npos);
}

TEST(Flags, a_sign_is_not_told_from_a_comparison) {
  EXPECT_NE(listing("X86_64", "", "cmpl %eax,%ebx; js L; L:").find("the sign of a difference"), std::string::npos);
  EXPECT_NE(listing("AArch64", "", "CMP W0,W1; B.MI L; L:").find("the sign of a difference"), std::string::npos);
}

TEST(Flags, behind_a_label_may_come_from_anywhere_in_the_thread) {
  const char* loop = "cmpl $0,%eax; L: jl M; addl $1,%eax; jmp L; M:";
  EXPECT_NE(listing("X86_64", "", loop).find("the order of a result"), std::string::npos);
  const char* compares = "cmpl $0,%eax; L: jl M; cmpl $1,%eax; jmp L; M:";
  EXPECT_EQ(listing("X86_64", "", compares).find("error"), std::string::npos);
}

TEST(Widths, both_at_once_cannot_be_told_apart) {
  const char* both = "movl (y),%eax; movq (x),%rax; movq %rax,(x)";
  EXPECT_NE(listing("X86_64", "int64_t x;", both).find("written at two widths"), std::string::npos);
}

}  // namespace
}  // namespace thinair::read
