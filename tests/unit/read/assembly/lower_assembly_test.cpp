// What the instruction sets have in common: names of registers, suggestions, flags, widths.
#include "read/assembly/isa.hpp"
#include "unit/read/assembly/listing.hpp"

namespace thinair::read {
namespace {

TEST(Registers, have_one_name_at_every_width) {
  EXPECT_EQ(canonical_register(Arch::x86, 64, "eax"), "rax");
  EXPECT_EQ(canonical_register(Arch::x86, 64, "R9D"), "r9");
  EXPECT_EQ(canonical_register(Arch::x86, 32, "eax"), "EAX");
  EXPECT_EQ(canonical_register(Arch::aarch64, 64, "w30"), "X30");
  EXPECT_EQ(canonical_register(Arch::riscv, 64, "t6"), "x31");
  EXPECT_EQ(canonical_register(Arch::riscv, 64, "fp"), "x8");
  EXPECT_EQ(canonical_register(Arch::ppc, 32, "r31"), "r31");
  EXPECT_EQ(canonical_register(Arch::java, 32, "r1"), "r1");
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
  EXPECT_NE(listing("AArch64", "", "ADDS W0,W1,W2; L: B.LT L").find("the order of a result"), std::string::npos);
}

// A difference may overflow; its sign is that of the difference, not the order of what was compared.
TEST(Flags, the_sign_of_a_comparison_is_that_of_the_difference) {
  EXPECT_EQ(listing("AArch64", "", "CMP W0,W1; B.MI L; L:"),
            "   0  %0 := X0\n"
            "   1  %1 := X1\n"
            "   2  unless !((((%0 - %1) << 32) >> 32) < 0) goto 3, no join\n");
  EXPECT_EQ(listing("AArch64", "", "CMP X0,X1; B.VS L; L:"),
            "   0  %0 := X0\n"
            "   1  %1 := X1\n"
            "   2  unless !(((%0 - %1) < 0) != (%0 < %1)) goto 3, no join\n");
  EXPECT_EQ(listing("X86_64", "", "cmpl %eax,%ebx; jns L; L:"),
            "   0  %0 := rbx\n"
            "   1  %1 := rax\n"
            "   2  unless !!((((%0 - %1) << 32) >> 32) < 0) goto 3, no join\n");
}

TEST(Flags, the_sign_of_a_comparison_behind_a_label_is_not_modelled) {
  const char* loop = "CMP W0,W1; L: B.MI M; CMP W0,W2; B L; M:";
  EXPECT_NE(listing("AArch64", "", loop).find("the sign of a difference"), std::string::npos);
}

TEST(Flags, without_sign) {
  EXPECT_EQ(listing("AArch64", "", "CMP W0,#1; B.LO L; L:"),
            "   0  %0 := X0\n"
            "   1  %1 := 1\n"
            "   2  unless !((%0 ^ -9223372036854775808) < (%1 ^ -9223372036854775808)) goto 3, no join\n");
  EXPECT_EQ(listing("X86", "", "CMP EAX,1; JA L; L:"),
            "   0  %0 := EAX\n"
            "   1  %1 := 1\n"
            "   2  unless !((%0 ^ -2147483648) > (%1 ^ -2147483648)) goto 3, no join\n");
}

TEST(Flags, a_carry_is_not_told_from_other_results) {
  for (const char* source : {"addl %eax,%ebx; jb L; L:", "decl %eax; jb L; L:"})
    EXPECT_NE(listing("X86_64", "", source).find("the carry of this result"), std::string::npos) << source;
  EXPECT_NE(listing("X86_64", "", "addl %eax,%ebx; jo L; L:").find("the overflow of this result"), std::string::npos);
  EXPECT_NE(listing("AArch64", "", "ADDS W0,W1,W2; L: B.HI L").find("the carry of this result"), std::string::npos);
}

TEST(Flags, behind_a_label_may_come_from_anywhere_in_the_thread) {
  const char* loop = "cmpl $0,%eax; L: jl M; addl $1,%eax; jmp L; M:";
  EXPECT_NE(listing("X86_64", "", loop).find("the order of a result"), std::string::npos);
  const char* compares = "cmpl $0,%eax; L: jl M; cmpl $1,%eax; jmp L; M:";
  EXPECT_EQ(listing("X86_64", "", compares).find("error"), std::string::npos);
}

TEST(Widths, the_last_write_counts) {
  const char* both = "movl (y),%eax; movq (x),%rax; movq %rax,(x)";
  EXPECT_EQ(listing("X86_64", "int64_t x;", both),
            "   0  rax := load [y]\n"
            "   1  rax := load [x]\n"
            "   2  store [x], rax\n");
}

TEST(Widths, both_at_once_cannot_be_told_apart) {
  const char* both = "movl (y),%eax; jmp L; movq (x),%rax; L: movq %rax,(x)";
  EXPECT_NE(listing("X86_64", "int64_t x;", both).find("written at two widths"), std::string::npos);
}

TEST(Widths, two_of_one_location_are_refused) {
  EXPECT_NE(listing("AArch64", "0:X1=x;", "LDR W0,[X1]; LDR X2,[X1]")
                .find("mixed-size accesses are not modelled: 'x' is accessed as 4 bytes, and 8"),
            std::string::npos);
  EXPECT_NE(listing("AArch64", "uint64_t x; 0:X1=x;", "LDR W0,[X1]").find("mixed-size accesses are not modelled: 'x' has 8 bytes, and 4"),
            std::string::npos);
  EXPECT_NE(listing("AArch64", "int x=0x100000000; 0:X1=x;", "LDR W0,[X1]").find("does not fit into 4 bytes"), std::string::npos);
}

TEST(Numbers, have_the_width_of_their_location_or_register) {
  Sources sources;
  const auto test =
      read_test(sources,
                sources.add("t.litmus",
                            "AArch64 t\n{ uint8_t b=-1; int w=0xFFFFFFFF; uint64_t d=0xFFFFFFFF; }\nP0 ;\n"
                            "MOV W0,#0xFFFFFFFF ;\nMOV X1,#0xFFFFFFFF ;\n"
                            "forall (b=0xFF /\\ w=-1 /\\ w=0xFFFFFFFF /\\ d=0xFFFFFFFF /\\ 0:X0=0xFFFFFFFF /\\ 0:X1=0xFFFFFFFF)\n"),
                nullptr);
  ASSERT_TRUE(test) << to_text(sources, test.error());
  EXPECT_EQ(test->program.locations[0].initial, 255);
  EXPECT_EQ(test->program.locations[1].initial, -1);
  EXPECT_EQ(test->program.locations[2].initial, 4294967295);
  EXPECT_EQ(to_text(test->program, test->clauses[0].prop), "b=255 /\\ w=-1 /\\ w=-1 /\\ d=4294967295 /\\ 0:X0=-1 /\\ 0:X1=4294967295");
  EXPECT_NE(listing("PPC", "", "li r1,0x100000000").find("does not fit into 32 bits"), std::string::npos);
  EXPECT_NE(listing("AArch64", "", "MOV W1,#0x100000000").find("does not fit into 32 bits"), std::string::npos);
}

// ---- places in the code

TEST(Distances, count_instructions) {
  EXPECT_EQ(listing("AArch64", "", "CBZ W0,.+8; MOV W1,#1; B .-8"),
            "   0  unless !(X0 == 0) goto 2, no join\n"
            "   1  X1 := 1\n"
            "   2  goto 0\n");
  EXPECT_NE(listing("AArch64", "", "B .+12; NOP").find("is outside of this thread"), std::string::npos);
  EXPECT_NE(listing("X86_64", "", "jmp .+8; nop").find("litmus-unknown-label"), std::string::npos);
}

// ---- what is missing says so

TEST(Missing, instructions_are_named_by_what_they_belong_to) {
  const auto refused = [](const char* dialect, const char* source, const char* what) {
    const std::string text = listing(dialect, "0:X1=x;", source);
    EXPECT_NE(text.find(what), std::string::npos) << text;
    EXPECT_NE(text.find("litmus-unsupported"), std::string::npos) << text;
  };
  refused("AArch64", "STG X1,[X1]", "memory tags are not modelled");
  refused("AArch64", "TLBI VAE1,X1", "page tables and their caches are not modelled");
  refused("AArch64", "IC IVAU,X1", "caches and the fetching of instructions are not modelled");
  refused("AArch64", "PACDA X1,X2", "signed pointers are not modelled");
  refused("AArch64", "RET", "calls and returns are not modelled");
  refused("AArch64", "LDR Q0,[X1]", "registers of vectors and of floating-point numbers are not modelled");
  refused("AArch64", "LD1 {V0.4S},[X1]", "lists of registers are not modelled");
  refused("AArch64", "CASPAL X0,X1,X2,X3,[X1]", "atomics and exclusives of two registers are not modelled");
}

TEST(Missing, instructions_that_are_known_are_not_in_the_list) {
  for (const Arch arch : {Arch::x86, Arch::aarch64, Arch::riscv, Arch::ppc}) {
    const std::string dialect = arch == Arch::riscv ? "RISCV" : std::string(isa_of(arch)->name());
    for (const std::string& mnemonic : isa_of(arch)->mnemonics())
      EXPECT_EQ(listing(dialect, "", mnemonic + " 1,1,1,1,1").find("are not modelled"), std::string::npos) << mnemonic;
  }
}

}  // namespace
}  // namespace thinair::read
