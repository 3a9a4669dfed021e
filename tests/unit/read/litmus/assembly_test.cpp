// Program sections in columns: what is read, and that printing gives it back.
#include <gtest/gtest.h>

#include "read/assembly/ast.hpp"
#include "read/litmus/parser.hpp"

namespace thinair::litmus {
namespace {

// A test around the table, or the message of the first error.
std::string printed(const std::string& dialect, const std::string& table) {
  Sources sources;
  const Result<Test> test = parse(sources, sources.add("t.litmus", dialect + " t\n{ }\n" + table));
  if (!test) return test.error()[0].message;
  return assembly::to_text(std::get<assembly::Program>(test->program));
}

// One line of one thread, printed.
std::string line(const std::string& dialect, const std::string& text) {
  const std::string all = printed(dialect, "P0 ;\n" + text + " ;\n");
  const std::size_t begin = all.find(";\n");
  if (begin == std::string::npos) return all;
  const std::string second = all.substr(begin + 3, all.rfind(';') - begin - 3);
  return second.substr(0, second.find_last_not_of(' ') + 1);
}

TEST(Columns, are_padded_and_short_threads_filled) {
  EXPECT_EQ(printed("X86_64", "P0|P1;\nmovl $1,(x)|mfence;\n|movl (x),%eax;\nexists (x=1)\n"),
            " P0          | P1            ;\n"
            " movl $1,(x) | mfence        ;\n"
            "             | movl (x),%eax ;\n");
}

TEST(Columns, empty_cells_are_no_lines) {
  EXPECT_EQ(printed("PPC", "P0 | P1 ;\n | sync ;\n sync | ;\n | isync ;\n"), " P0   | P1    ;\n sync | sync  ;\n      | isync ;\n");
}

TEST(Columns, rows_may_span_lines_and_share_one) {
  EXPECT_EQ(printed("RISCV", "P0\n;\nfence\nrw , rw; nop ;"), " P0          ;\n fence rw,rw ;\n nop         ;\n");
}

TEST(Columns, comments_hide_separators) {
  EXPECT_EQ(printed("AArch64", "P0 (* | ; *) | P1 ; // ;\nNOP | /* ; */ ISB (* a (* b *) ; *) ;\n"), " P0  | P1  ;\n NOP | ISB ;\n");
}

TEST(Columns, a_test_without_instructions) { EXPECT_EQ(printed("PPC", "P0 | P1 ;\nforall (true)\n"), " P0 | P1 ;\n"); }

TEST(Columns, the_final_part_begins_where_a_row_would) {
  for (const char* final_part : {"exists (0:r1=0)", "~exists (0:r1=0)", "forall (0:r1=0)", "locations [x;]", "filter (0:r1=0)"})
    EXPECT_EQ(printed("PPC", std::string("P0 ;\nlwz r1,0(x) ;\n") + final_part + "\n"), " P0          ;\n lwz r1,0(x) ;\n") << final_part;
}

TEST(Columns, labels) {
  EXPECT_EQ(line("X86_64", "L0: movl $1,(x)"), "L0: movl $1,(x)");
  EXPECT_EQ(line("AArch64", "LC00 : NOP"), "LC00: NOP");
  EXPECT_EQ(line("PPC", "Exit1:"), "Exit1:");
  EXPECT_EQ(line("RISCV", ".L1:(* here *)nop"), ".L1: nop");
}

TEST(Columns, as_many_threads_as_there_are_and_no_more) {
  std::string header = "P0";
  for (int i = 1; i < 64; ++i) header += "|P" + std::to_string(i);
  EXPECT_EQ(printed("PPC", header + ";").substr(0, 4), " P0 ");
  EXPECT_EQ(printed("PPC", header + "|P64;"), "more than 64 threads");
}

TEST(Operands, of_x86) {
  EXPECT_EQ(line("X86_64", "movl $0x10 , ( %rsi )"), "movl $16,(%rsi)");
  EXPECT_EQ(line("X86_64", "movq -8(%rbp),%r10"), "movq -8(%rbp),%r10");
  EXPECT_EQ(line("X86_64", "movl [x],%eax"), "movl [x],%eax");
  EXPECT_EQ(line("X86_64", "lock  addl $-1,(x)"), "lock addl $-1,(x)");
  EXPECT_EQ(line("X86_64", "L: LOCK xchgl %eax,(x)"), "L: lock xchgl %eax,(x)");
  EXPECT_EQ(line("X86_64", "movl (%rsi,%rax,4),%ebx"), "movl (%rsi,%rax,4),%ebx");
}

TEST(Operands, of_aarch64) {
  EXPECT_EQ(line("AArch64", "LDR W0 , [ X1 , W2 , SXTW ]"), "LDR W0,[X1,W2,SXTW]");
  EXPECT_EQ(line("AArch64", "STR X0,[X1,#-8]"), "STR X0,[X1,#-8]");
  EXPECT_EQ(line("AArch64", "MOV W0,#+3"), "MOV W0,#3");
  EXPECT_EQ(line("AArch64", "MOV W0,3"), "MOV W0,3");
  EXPECT_EQ(line("AArch64", "B.NE LC00"), "B.NE LC00");
  EXPECT_EQ(line("AArch64", "DMB SY"), "DMB SY");
}

TEST(Operands, of_riscv_and_ppc) {
  EXPECT_EQ(line("RISCV", "amoswap.w.aq.rl x5,x6,(x7)"), "amoswap.w.aq.rl x5,x6,(x7)");
  EXPECT_EQ(line("RISCV", "lw x5, 0 (x6)"), "lw x5,0(x6)");
  EXPECT_EQ(line("PPC", "stwcx. r1,r0,r2"), "stwcx. r1,r0,r2");
  EXPECT_EQ(line("PPC", "li r1,-2147483648"), "li r1,-2147483648");
}

TEST(Operands, that_are_none) {
  EXPECT_EQ(line("PPC", "li r1,"), "expected an operand, found the end of the instruction");
  EXPECT_EQ(line("PPC", "li r1 r2"), "expected ',' or the end of the instruction, found 'r'");
  EXPECT_EQ(line("PPC", "lwz r1,0(r2"), "expected ')', found the end of the instruction");
  EXPECT_EQ(line("AArch64", "LDR W0,[X1"), "expected ']', found the end of the instruction");
  EXPECT_EQ(line("AArch64", "LDR W0,[[X1]]"), "expected an operand, found '['");
  EXPECT_EQ(line("X86_64", "movl {v},(x)"), "lists of registers are not modelled");
  EXPECT_EQ(line("X86_64", "movl $,(x)"), "expected an operand, found '$'");
  EXPECT_EQ(line("X86_64", "movl %,(x)"), "expected an operand, found ','");
  EXPECT_EQ(line("X86_64", "lock"), "expected an instruction, found the end of the instruction");
  EXPECT_EQ(line("X86_64", "movl \x01,(x)"), "expected an operand, found a strange character");
  EXPECT_EQ(line("PPC", "li r1,18446744073709551616"), "'18446744073709551616' does not fit into 64 bits");
  EXPECT_EQ(line("PPC", "li r1,1z"), "'1z' is not an integer");
}

TEST(Operands, printing_is_a_fixpoint) {
  const std::string table =
      "P0 | P1 ;\nL: lock cmpxchgl (x),%ecx | movq -8(%rbp),%rax ;\nje L | M: ;\n| mfence (* c *) ;\nexists (x=1 /\\ 0:rcx=0)\n";
  const std::string once = printed("X86_64", table);
  EXPECT_EQ(printed("X86_64", once), once);
}

}  // namespace
}  // namespace thinair::litmus
