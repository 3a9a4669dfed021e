// Instructions of each instruction set -> listing of what they become. One row per kind of instruction.
#include <gtest/gtest.h>

#include "program/isa.hpp"
#include "program/lower.hpp"

namespace thinair::program {
namespace {

struct Row {
  const char* name;
  const char* init;
  const char* source;  // instructions of one thread, separated by ';'
  const char* expected;
};

// The listing of thread 0, or the messages.
std::string listing(const std::string& dialect, const std::string& init, const std::string& source) {
  Sources sources;
  const Result<program::Test> test =
      read_test(sources, sources.add("t.litmus", dialect + " t\n{ " + init + " }\nP0 ;\n" + source + " ;\n"), nullptr);
  if (!test) return to_text(sources, test.error());
  const std::string all = to_text(test->program);
  const std::string before = "thread 0\n";
  return all.substr(all.find(before) + before.size());
}

std::string name_of(const testing::TestParamInfo<Row>& instance) { return instance.param.name; }

class X86 : public testing::TestWithParam<Row> {};
TEST_P(X86, gives_the_listing) { EXPECT_EQ(listing("X86_64", GetParam().init, GetParam().source), GetParam().expected); }
constexpr Row kX86[] = {
    {"moves", "0:rsi=x; 0:rdx=7;", "movl $1,(x); movl (%rsi),%eax; movl %eax,%ebx; movl $-2,%ecx; movl %edx,(y)",
     "   0  store [x], 1\n"
     "   1  rax := load [rsi]\n"
     "   2  rbx := rax\n"
     "   3  rcx := -2\n"
     "   4  store [y], rdx\n"},
    {"widths_of_moves", "int64_t x; int64_t y;", "movq $1,(x); movq (y),%rax; mov %rax,(y); mov (z),%ecx; mov $3,(z)",
     "   0  store [x], 1\n"
     "   1  rax := load [y]\n"
     "   2  store [y], rax\n"
     "   3  rcx := load [z]\n"
     "   4  store [z], 3\n"},
    {"a_narrow_read_of_a_wide_register", "int64_t x;", "movq (x),%rax; movl %eax,(y); movq %rax,(x)",
     "   0  rax := load [x]\n"
     "   1  store [y], (rax << 32) >> 32\n"
     "   2  store [x], rax\n"},
    {"a_wide_read_of_a_narrow_register", "int64_t x;", "movl (y),%eax; movq %rax,(x); movl %eax,(y)",
     "   0  rax := load [y]\n"
     "   1  store [x], rax & 4294967295\n"
     "   2  store [y], rax\n"},
    {"displacement_and_brackets", "0:rsi=x;", "movl 0(%rsi),%eax; movl [x],%ebx; movl 4(%rsi),%ecx",
     "   0  rax := load [rsi]\n"
     "   1  rbx := load [x]\n"
     "   2  rcx := load [rsi + 4]\n"},
    {"extended_registers", "", "movl (x),%r8d; movq %r8,%r15; MOVL %R8D,%ESI",
     "   0  r8 := load [x]\n"
     "   1  r15 := r8 & 4294967295\n"
     "   2  rsi := r8\n"},
    {"fences", "", "mfence; sfence; lfence; nop",
     "   0  fence {MFENCE}\n"
     "   1  fence {SFENCE}\n"
     "   2  fence {LFENCE}\n"},
    {"exchange_in_either_order", "", "xchgl %eax,(x); xchg (y),%ebx; lock xchgl %ecx,(x)",
     "   0  %0 := atomic load [x] {X}\n"
     "   1  atomic store [x], rax {X}\n"
     "   2  rax := %0\n"
     "   3  %1 := atomic load [y] {X}\n"
     "   4  atomic store [y], rbx {X}\n"
     "   5  rbx := %1\n"
     "   6  %2 := atomic load [x] {X}\n"
     "   7  atomic store [x], rcx {X}\n"
     "   8  rcx := %2\n"},
    {"locked_arithmetic", "", "lock addl $2,(x); lock incl (x); lock decl (x); lock xorl %eax,(x); lock notl (x); lock negl (x)",
     "   0  %0 := atomic load [x] {X}\n"
     "   1  atomic store [x], ((%0 + 2) << 32) >> 32 {X}\n"
     "   2  %1 := ((%0 + 2) << 32) >> 32\n"
     "   3  %2 := 0\n"
     "   4  %3 := atomic load [x] {X}\n"
     "   5  atomic store [x], ((%3 + 1) << 32) >> 32 {X}\n"
     "   6  %1 := ((%3 + 1) << 32) >> 32\n"
     "   7  %2 := 0\n"
     "   8  %4 := atomic load [x] {X}\n"
     "   9  atomic store [x], ((%4 - 1) << 32) >> 32 {X}\n"
     "  10  %1 := %4\n"
     "  11  %2 := 1\n"
     "  12  %5 := atomic load [x] {X}\n"
     "  13  atomic store [x], ((%5 ^ rax) << 32) >> 32 {X}\n"
     "  14  %1 := ((%5 ^ rax) << 32) >> 32\n"
     "  15  %2 := 0\n"
     "  16  %6 := atomic load [x] {X}\n"
     "  17  atomic store [x], ~%6 {X}\n"
     "  18  %7 := atomic load [x] {X}\n"
     "  19  atomic store [x], (-%7 << 32) >> 32 {X}\n"
     "  20  %1 := (-%7 << 32) >> 32\n"
     "  21  %2 := 0\n"},
    {"locked_exchange_add", "", "lock xaddl %eax,(x)",
     "   0  %0 := atomic load [x] {X}\n"
     "   1  atomic store [x], ((%0 + rax) << 32) >> 32 {X}\n"
     "   2  %1 := ((%0 + rax) << 32) >> 32\n"
     "   3  %2 := 0\n"
     "   4  rax := %0\n"},
    {"locked_compare_exchange", "0:rcx=1;", "lock cmpxchgl (x),%ecx; lock cmpxchg %ebx,(y)",
     "   0  %0 := atomic load [x] {X}\n"
     "   1  %1 := %0\n"
     "   2  %2 := rax\n"
     "   3  unless %1 == %2 goto 6\n"
     "   4  atomic store [x], rcx {X}\n"
     "   5  goto 7\n"
     "   6  rax := %0\n"
     "   7  %3 := atomic load [y] {X}\n"
     "   8  %1 := %3\n"
     "   9  %2 := rax\n"
     "  10  unless %1 == %2 goto 13\n"
     "  11  atomic store [y], rbx {X}\n"
     "  12  goto 14\n"
     "  13  rax := %3\n"},
    {"unlocked_on_memory_is_two_accesses", "", "incl (x); addl %eax,(y)",
     "   0  %0 := load [x]\n"
     "   1  store [x], ((%0 + 1) << 32) >> 32\n"
     "   2  %1 := ((%0 + 1) << 32) >> 32\n"
     "   3  %2 := 0\n"
     "   4  %3 := load [y]\n"
     "   5  store [y], ((%3 + rax) << 32) >> 32\n"
     "   6  %1 := ((%3 + rax) << 32) >> 32\n"
     "   7  %2 := 0\n"},
    {"arithmetic_on_registers", "",
     "addl $1,%eax; subl %ebx,%eax; xorl %eax,%eax; andl $3,%eax; orq %rbx,%rcx; negl %eax; notl %eax; addl (x),%eax",
     "   0  %0 := ((rax + 1) << 32) >> 32\n"
     "   1  %1 := %0\n"
     "   2  %2 := 0\n"
     "   3  rax := %0\n"
     "   4  %3 := ((rax - rbx) << 32) >> 32\n"
     "   5  %1 := rax\n"
     "   6  %2 := rbx\n"
     "   7  rax := %3\n"
     "   8  %4 := ((rax ^ rax) << 32) >> 32\n"
     "   9  %1 := %4\n"
     "  10  %2 := 0\n"
     "  11  rax := %4\n"
     "  12  %5 := ((rax & 3) << 32) >> 32\n"
     "  13  %1 := %5\n"
     "  14  %2 := 0\n"
     "  15  rax := %5\n"
     "  16  %6 := rcx | rbx\n"
     "  17  %1 := %6\n"
     "  18  %2 := 0\n"
     "  19  rcx := %6\n"
     "  20  %7 := (-rax << 32) >> 32\n"
     "  21  %1 := %7\n"
     "  22  %2 := 0\n"
     "  23  rax := %7\n"
     "  24  %8 := ~rax\n"
     "  25  rax := %8\n"
     "  26  %9 := load [x]\n"
     "  27  %10 := ((rax + %9) << 32) >> 32\n"
     "  28  %1 := %10\n"
     "  29  %2 := 0\n"
     "  30  rax := %10\n"},
    {"compare_and_jump", "", "cmpl $1,%eax; je L; cmpl %eax,%ebx; jg L; cmpl $0,(x); jne L; L:",
     "   0  %0 := rax\n"
     "   1  %1 := 1\n"
     "   2  unless !(%0 == %1) goto 10, no join\n"
     "   3  %0 := rbx\n"
     "   4  %1 := rax\n"
     "   5  unless !(%0 > %1) goto 10, no join\n"
     "   6  %2 := load [x]\n"
     "   7  %0 := %2\n"
     "   8  %1 := 0\n"
     "   9  unless !(%0 != %1) goto 10, no join\n"},
    {"flags_of_a_difference", "", "subl $1,%eax; jl L; decl (x); jg L; L: nop",
     "   0  %0 := ((rax - 1) << 32) >> 32\n"
     "   1  %1 := rax\n"
     "   2  %2 := 1\n"
     "   3  rax := %0\n"
     "   4  unless !(%1 < %2) goto 10, no join\n"
     "   5  %3 := load [x]\n"
     "   6  store [x], ((%3 - 1) << 32) >> 32\n"
     "   7  %1 := %3\n"
     "   8  %2 := 1\n"
     "   9  unless !(%1 > %2) goto 10, no join\n"},
    {"flags_of_logic", "", "testl %eax,%eax; jle L; andl $1,%ebx; js L; L:",
     "   0  %0 := rax & rax\n"
     "   1  %1 := 0\n"
     "   2  unless !(%0 <= %1) goto 8, no join\n"
     "   3  %2 := ((rbx & 1) << 32) >> 32\n"
     "   4  %0 := %2\n"
     "   5  %1 := 0\n"
     "   6  rbx := %2\n"
     "   7  unless !(%0 < %1) goto 8, no join\n"},
    {"flags_of_a_sum", "", "addl %eax,%ebx; js L; incl %ecx; jz L; L:",
     "   0  %0 := ((rbx + rax) << 32) >> 32\n"
     "   1  %1 := %0\n"
     "   2  %2 := 0\n"
     "   3  rbx := %0\n"
     "   4  unless !(%1 < %2) goto 10, no join\n"
     "   5  %3 := ((rcx + 1) << 32) >> 32\n"
     "   6  %1 := %3\n"
     "   7  %2 := 0\n"
     "   8  rcx := %3\n"
     "   9  unless !(%1 == %2) goto 10, no join\n"},
    {"a_loop", "", "L: movl (x),%eax; cmpl $0,%eax; je L; jmp M; M:",
     "   0  rax := load [x]\n"
     "   1  %0 := rax\n"
     "   2  %1 := 0\n"
     "   3  unless !(%0 == %1) goto 0, no join\n"
     "   4  goto 5\n"},
};
INSTANTIATE_TEST_SUITE_P(Instructions, X86, testing::ValuesIn(kX86), name_of);

class Aarch64 : public testing::TestWithParam<Row> {};
TEST_P(Aarch64, gives_the_listing) { EXPECT_EQ(listing("AArch64", GetParam().init, GetParam().source), GetParam().expected); }
constexpr Row kAarch64[] = {
    {"loads", "0:X1=x;", "LDR W0,[X1]; LDAR W2,[X1]; LDAPR W3,[X1]; LDXR W4,[X1]; LDAXR W5,[X1]; ldr w6,[x1,#0]",
     "   0  X0 := load [X1]\n"
     "   1  X2 := load [X1] {A}\n"
     "   2  X3 := load [X1] {Q}\n"
     "   3  X4 := exclusive load [X1] {X}\n"
     "   4  X5 := exclusive load [X1] {A,X}\n"
     "   5  X6 := load [X1 + 0]\n"},
    {"stores", "0:X1=x; 0:X0=1;", "STR W0,[X1]; STLR W0,[X1]; STR WZR,[X1]",
     "   0  store [X1], X0\n"
     "   1  store [X1], X0 {L}\n"
     "   2  store [X1], 0\n"},
    {"store_exclusives", "0:X1=x;", "STXR W2,W0,[X1]; STLXR W3,W0,[X1]; STXR WZR,W0,[X1]",
     "   0  X2 := store-conditional [X1], X0 {X} ? 0 : 1\n"
     "   1  X3 := store-conditional [X1], X0 {L,X} ? 0 : 1\n"
     "   2  %0 := store-conditional [X1], X0 {X} ? 0 : 1\n"},
    {"indexed_addresses", "0:X1=x; 0:X4=0;", "LDR W0,[X1,X4]; LDR W0,[X1,W4,SXTW]; STR W0,[X1,#4]",
     "   0  X0 := load [X1 + X4]\n"
     "   1  X0 := load [X1 + X4]\n"
     "   2  store [X1 + 4], X0\n"},
    {"a_register_at_two_widths", "0:X1=x; int64_t x;", "LDR X0,[X1]; STR X0,[X1]; ADD W2,W0,#1; MOV X3,X2",
     "   0  X0 := load [X1]\n"
     "   1  store [X1], X0\n"
     "   2  %0 := ((((X0 << 32) >> 32) + 1) << 32) >> 32\n"
     "   3  X2 := %0\n"
     "   4  X3 := X2 & 4294967295\n"},
    {"moves", "", "MOV W0,#1; MOV X1,X0; MOV W2,WZR; MVN W3,W0; NEG W4,W0; NEG X5,X1",
     "   0  X0 := 1\n"
     "   1  X1 := X0 & 4294967295\n"
     "   2  X2 := 0\n"
     "   3  X3 := ~X0\n"
     "   4  X4 := (-X0 << 32) >> 32\n"
     "   5  X5 := -X1\n"},
    {"arithmetic", "",
     "ADD W0,W1,W2; SUB X0,X1,#3; AND W0,W1,#1; ORR W0,W1,W2; EOR W0,W1,W1; MUL X0,X1,X2; ADD X0,X1,W2,SXTW; EOR WZR,W0,W1",
     "   0  %0 := ((X1 + X2) << 32) >> 32\n"
     "   1  X0 := %0\n"
     "   2  %1 := X1 - 3\n"
     "   3  X0 := %1\n"
     "   4  %2 := ((X1 & 1) << 32) >> 32\n"
     "   5  X0 := %2\n"
     "   6  %3 := ((X1 | X2) << 32) >> 32\n"
     "   7  X0 := %3\n"
     "   8  %4 := ((X1 ^ X1) << 32) >> 32\n"
     "   9  X0 := %4\n"
     "  10  %5 := X1 * X2\n"
     "  11  X0 := %5\n"
     "  12  %6 := X1 + X2\n"
     "  13  X0 := %6\n"
     "  14  %7 := ((((X0 << 32) >> 32) ^ X1) << 32) >> 32\n"
     "  15  %8 := %7\n"},
    {"swap_and_fetch", "0:X1=x;",
     "SWP W0,W2,[X1]; SWPA W0,W2,[X1]; LDADDL W0,W2,[X1]; LDADDAL W0,W2,[X1]; LDCLR W0,W2,[X1]; LDSET W0,W2,[X1]; LDEOR W0,W2,[X1]",
     "   0  %0 := atomic load [X1] {X}\n"
     "   1  atomic store [X1], X0 {X}\n"
     "   2  X2 := %0\n"
     "   3  %1 := atomic load [X1] {A,X}\n"
     "   4  atomic store [X1], X0 {X}\n"
     "   5  X2 := %1\n"
     "   6  %2 := atomic load [X1] {X}\n"
     "   7  atomic store [X1], ((%2 + X0) << 32) >> 32 {L,X}\n"
     "   8  X2 := %2\n"
     "   9  %3 := atomic load [X1] {A,X}\n"
     "  10  atomic store [X1], ((%3 + X0) << 32) >> 32 {L,X}\n"
     "  11  X2 := %3\n"
     "  12  %4 := atomic load [X1] {X}\n"
     "  13  atomic store [X1], ((%4 & ~X0) << 32) >> 32 {X}\n"
     "  14  X2 := %4\n"
     "  15  %5 := atomic load [X1] {X}\n"
     "  16  atomic store [X1], ((%5 | X0) << 32) >> 32 {X}\n"
     "  17  X2 := %5\n"
     "  18  %6 := atomic load [X1] {X}\n"
     "  19  atomic store [X1], ((%6 ^ X0) << 32) >> 32 {X}\n"
     "  20  X2 := %6\n"},
    {"fetch_without_result", "0:X1=x;", "STADD W0,[X1]; STADDL W0,[X1]; LDADDA W0,WZR,[X1]",
     "   0  %0 := atomic load [X1] {X,NoRet}\n"
     "   1  atomic store [X1], ((%0 + X0) << 32) >> 32 {X}\n"
     "   2  %1 := atomic load [X1] {X,NoRet}\n"
     "   3  atomic store [X1], ((%1 + X0) << 32) >> 32 {L,X}\n"
     "   4  %2 := atomic load [X1] {X,NoRet}\n"
     "   5  atomic store [X1], ((%2 + X0) << 32) >> 32 {X}\n"
     "   6  %3 := %2\n"},
    {"a_swap_into_its_own_operand", "0:X1=x;", "SWP W0,W0,[X1]",
     "   0  %0 := atomic load [X1] {X}\n"
     "   1  atomic store [X1], X0 {X}\n"
     "   2  X0 := %0\n"},
    {"compare_and_swap", "0:X1=x;", "CASAL W0,W2,[X1]",
     "   0  %0 := atomic load [X1] {A,X}\n"
     "   1  unless %0 == X0 goto 4\n"
     "   2  atomic store [X1], X2 {L,X}\n"
     "   3  goto 6\n"
     "   4  perhaps goto 6\n"
     "   5  atomic store [X1], %0 {L,X}\n"
     "   6  X0 := %0\n"},
    {"barriers", "", "DMB SY; DMB LD; DMB ST; DMB ISH; dmb ishld; DSB SY; DSB ISHST; DMB OSH; DMB NSHLD; ISB",
     "   0  fence {DMB.SY}\n"
     "   1  fence {DMB.LD}\n"
     "   2  fence {DMB.ST}\n"
     "   3  fence {DMB.ISH}\n"
     "   4  fence {DMB.ISHLD}\n"
     "   5  fence {DSB.SY}\n"
     "   6  fence {DSB.ISHST}\n"
     "   7  fence {DMB.OSH}\n"
     "   8  fence {DMB.NSHLD}\n"
     "   9  fence {ISB}\n"},
    {"compare_and_branch", "", "CMP W0,#1; B.NE L; CMP W0,W1; B.GE L; CBZ W0,L; CBNZ X1,L; B L; L:",
     "   0  %0 := X0\n"
     "   1  %1 := 1\n"
     "   2  unless !(%0 != %1) goto 9, no join\n"
     "   3  %0 := X0\n"
     "   4  %1 := X1\n"
     "   5  unless !(%0 >= %1) goto 9, no join\n"
     "   6  unless !(X0 == 0) goto 9, no join\n"
     "   7  unless !(X1 != 0) goto 9, no join\n"
     "   8  goto 9\n"},
    {"flags_of_results", "", "SUBS W0,W0,#1; B.GT L; ANDS W1,W0,#1; B.MI L; ADDS W2,W0,W1; B.EQ L; B.PL L; L:",
     "   0  %0 := ((X0 - 1) << 32) >> 32\n"
     "   1  %1 := X0\n"
     "   2  %2 := 1\n"
     "   3  X0 := %0\n"
     "   4  unless !(%1 > %2) goto 16, no join\n"
     "   5  %3 := ((X0 & 1) << 32) >> 32\n"
     "   6  %1 := %3\n"
     "   7  %2 := 0\n"
     "   8  X1 := %3\n"
     "   9  unless !(%1 < %2) goto 16, no join\n"
     "  10  %4 := ((X0 + X1) << 32) >> 32\n"
     "  11  %1 := %4\n"
     "  12  %2 := 0\n"
     "  13  X2 := %4\n"
     "  14  unless !(%1 == %2) goto 16, no join\n"
     "  15  unless !(%1 >= %2) goto 16, no join\n"},
    {"selects", "", "CMP W0,#0; CSET W1,EQ; CSEL W2,W0,W1,NE; CSEL X3,X4,XZR,LT",
     "   0  %0 := X0\n"
     "   1  %1 := 0\n"
     "   2  X1 := (%0 == %1) ? 1 : 0\n"
     "   3  X2 := (%0 != %1) ? X0 : X1\n"
     "   4  X3 := (%0 < %1) ? X4 : 0\n"},
};
INSTANTIATE_TEST_SUITE_P(Instructions, Aarch64, testing::ValuesIn(kAarch64), name_of);

class Riscv : public testing::TestWithParam<Row> {};
TEST_P(Riscv, gives_the_listing) { EXPECT_EQ(listing("RISCV", GetParam().init, GetParam().source), GetParam().expected); }
constexpr Row kRiscv[] = {
    {"loads_and_stores", "0:x6=x; 0:x5=1;", "lw x7,0(x6); sw x5,0(x6); sw x0,(x6); lw x7,(x)",
     "   0  x7 := load [x6]\n"
     "   1  store [x6], x5\n"
     "   2  store [x6], 0\n"
     "   3  x7 := load [x]\n"},
    {"doubles", "0:x6=x; int64_t x;", "ld x7,0(x6); sd x7,0(x6)",
     "   0  x7 := load [x6]\n"
     "   1  store [x6], x7\n"},
    {"a_narrow_store_of_a_wide_register", "0:x6=x; int64_t x; 0:x8=y;", "ld x7,0(x6); sw x7,0(x8)",
     "   0  x7 := load [x6]\n"
     "   1  store [x8], (x7 << 32) >> 32\n"},
    {"names_of_the_calling_convention", "0:a0=x;", "lw t0,0(a0); sw s1,0(a0); mv fp,sp; mv x9,zero; mv zero,t0",
     "   0  x5 := load [x10]\n"
     "   1  store [x10], (x9 << 32) >> 32\n"
     "   2  x8 := x2\n"
     "   3  x9 := 0\n"
     "   4  %0 := x5\n"},
    {"load_reserved", "0:x6=x;", "lr.w x7,(x6); lr.w.aq x7,0(x6); lr.w.rl x7,(x6); lr.w.aq.rl x7,(x6); lr.w.aqrl x7,(x6)",
     "   0  x7 := exclusive load [x6] {X}\n"
     "   1  x7 := exclusive load [x6] {Acq,X}\n"
     "   2  x7 := exclusive load [x6] {Rel,X}\n"
     "   3  x7 := exclusive load [x6] {AcqRel,Sc,X}\n"
     "   4  x7 := exclusive load [x6] {AcqRel,Sc,X}\n"},
    {"store_conditional", "0:x6=x;", "sc.w x7,x5,(x6); sc.w.rl x7,x5,(x6); sc.w.aq.rl x0,x5,(x6)",
     "   0  x7 := store-conditional [x6], x5 {X} ? 0 : 1\n"
     "   1  x7 := store-conditional [x6], x5 {Rel,X} ? 0 : 1\n"
     "   2  %0 := store-conditional [x6], x5 {AcqRel,Sc,X} ? 0 : 1\n"},
    {"atomics", "0:x6=x;",
     "amoswap.w x7,x5,(x6); amoadd.w.aq x7,x5,(x6); amoor.w.rl x7,x5,(x6); amoand.w.aq.rl x7,x5,(x6); amoxor.w x0,x5,(x6)",
     "   0  %0 := atomic load [x6] {X}\n"
     "   1  atomic store [x6], x5 {X}\n"
     "   2  x7 := %0\n"
     "   3  %1 := atomic load [x6] {Acq,X}\n"
     "   4  atomic store [x6], ((%1 + x5) << 32) >> 32 {Acq,X}\n"
     "   5  x7 := %1\n"
     "   6  %2 := atomic load [x6] {Rel,X}\n"
     "   7  atomic store [x6], ((%2 | x5) << 32) >> 32 {Rel,X}\n"
     "   8  x7 := %2\n"
     "   9  %3 := atomic load [x6] {AcqRel,Sc,X}\n"
     "  10  atomic store [x6], ((%3 & x5) << 32) >> 32 {AcqRel,Sc,X}\n"
     "  11  x7 := %3\n"
     "  12  %4 := atomic load [x6] {X}\n"
     "  13  atomic store [x6], ((%4 ^ x5) << 32) >> 32 {X}\n"
     "  14  %5 := %4\n"},
    {"atomics_of_doubles", "0:x6=x; int64_t x;", "amoswap.d x7,x5,(x6); amoadd.d x7,x5,(x6)",
     "   0  %0 := atomic load [x6] {X}\n"
     "   1  atomic store [x6], x5 {X}\n"
     "   2  x7 := %0\n"
     "   3  %1 := atomic load [x6] {X}\n"
     "   4  atomic store [x6], %1 + x5 {X}\n"
     "   5  x7 := %1\n"},
    {"fences", "",
     "fence; fence rw,rw; fence r,w; fence w,r; fence r,r; fence w,w; fence rw,w; fence r,rw; fence w,rw; fence rw,r; fence.tso; fence.i",
     "   0  fence {Fence.rw.rw}\n"
     "   1  fence {Fence.rw.rw}\n"
     "   2  fence {Fence.r.w}\n"
     "   3  fence {Fence.w.r}\n"
     "   4  fence {Fence.r.r}\n"
     "   5  fence {Fence.w.w}\n"
     "   6  fence {Fence.rw.w}\n"
     "   7  fence {Fence.r.rw}\n"
     "   8  fence {Fence.w.rw}\n"
     "   9  fence {Fence.rw.r}\n"
     "  10  fence {Fence.tso}\n"
     "  11  fence {Fence.i}\n"},
    {"branches", "", "beq x5,x6,L; bne x5,x0,L; blt x5,x6,L; bge x5,x6,L; ble x5,x6,L; bgt x5,x6,L; beqz x5,L; bnez x5,L; j L; L:",
     "   0  unless !(x5 == x6) goto 9, no join\n"
     "   1  unless !(x5 != 0) goto 9, no join\n"
     "   2  unless !(x5 < x6) goto 9, no join\n"
     "   3  unless !(x5 >= x6) goto 9, no join\n"
     "   4  unless !(x5 <= x6) goto 9, no join\n"
     "   5  unless !(x5 > x6) goto 9, no join\n"
     "   6  unless !(x5 == 0) goto 9, no join\n"
     "   7  unless !(x5 != 0) goto 9, no join\n"
     "   8  goto 9\n"},
    {"arithmetic", "",
     "li x5,3; addi x5,x6,-1; add x5,x6,x7; sub x5,x6,x7; xor x5,x6,x6; or x5,x6,x7; and x5,x6,x7; ori x5,x0,1; andi x5,x6,1; xori x5,x6,1",
     "   0  x5 := 3\n"
     "   1  x5 := x6 + -1\n"
     "   2  x5 := x6 + x7\n"
     "   3  x5 := x6 - x7\n"
     "   4  x5 := x6 ^ x6\n"
     "   5  x5 := x6 | x7\n"
     "   6  x5 := x6 & x7\n"
     "   7  x5 := 0 | 1\n"
     "   8  x5 := x6 & 1\n"
     "   9  x5 := x6 ^ 1\n"},
    {"words", "", "addw x5,x6,x7; addiw x5,x6,1; subw x5,x6,x7; mulw x5,x6,x7; negw x5,x6; sext.w x5,x6",
     "   0  x5 := ((x6 + x7) << 32) >> 32\n"
     "   1  x5 := ((x6 + 1) << 32) >> 32\n"
     "   2  x5 := ((x6 - x7) << 32) >> 32\n"
     "   3  x5 := ((x6 * x7) << 32) >> 32\n"
     "   4  x5 := (-x6 << 32) >> 32\n"
     "   5  x5 := (x6 << 32) >> 32\n"},
    {"pseudo_instructions", "", "mv x5,x6; not x5,x6; neg x5,x6; snez x5,x6; seqz x5,x6; sltz x5,x6; slt x5,x6,x7; slti x5,x6,2; nop",
     "   0  x5 := x6\n"
     "   1  x5 := ~x6\n"
     "   2  x5 := -x6\n"
     "   3  x5 := x6 != 0\n"
     "   4  x5 := x6 == 0\n"
     "   5  x5 := x6 < 0\n"
     "   6  x5 := x6 < x7\n"
     "   7  x5 := x6 < 2\n"},
};
INSTANTIATE_TEST_SUITE_P(Instructions, Riscv, testing::ValuesIn(kRiscv), name_of);

class Ppc : public testing::TestWithParam<Row> {};
TEST_P(Ppc, gives_the_listing) { EXPECT_EQ(listing("PPC", GetParam().init, GetParam().source), GetParam().expected); }
constexpr Row kPpc[] = {
    {"loads_and_stores", "0:r2=x; 0:r1=1;", "lwz r3,0(r2); stw r1,0(r2); stw r1,0(x); lwz r3,4(r2)",
     "   0  r3 := load [r2]\n"
     "   1  store [r2], r1\n"
     "   2  store [x], r1\n"
     "   3  r3 := load [r2 + 4]\n"},
    {"indexed", "0:r2=x; 0:r4=0;", "lwzx r3,r4,r2; stwx r1,r4,r2; lwzx r3,r0,r2",
     "   0  r3 := load [r4 + r2]\n"
     "   1  store [r4 + r2], r1\n"
     "   2  r3 := load [r2]\n"},
    {"r0_as_a_base_is_zero", "0:r0=x;", "lwz r3,0(r0); lwzx r3,r0,r2; addi r3,r0,5; addi r3,r4,5; add r3,r0,r4",
     "   0  r3 := load [0]\n"
     "   1  r3 := load [r2]\n"
     "   2  r3 := 0 + 5\n"
     "   3  r3 := r4 + 5\n"
     "   4  r3 := r0 + r4\n"},
    {"reservations", "0:r2=x;", "lwarx r3,r0,r2; stwcx. r1,r0,r2; bne L; L:",
     "   0  r3 := exclusive load [r2] {X}\n"
     "   1  %0 := store-conditional [r2], r1 {X} ? 0 : 1\n"
     "   2  %1 := %0\n"
     "   3  %2 := 0\n"
     "   4  unless !(%1 != %2) goto 5, no join\n"},
    {"barriers", "", "sync; lwsync; eieio; isync; nop",
     "   0  fence {SYNC}\n"
     "   1  fence {LWSYNC}\n"
     "   2  fence {EIEIO}\n"
     "   3  fence {ISYNC}\n"},
    {"compare_and_branch", "", "cmpw r1,r2; beq L; cmpwi r1,3; bne L; blt L; ble L; bgt L; bge L; b L; L:",
     "   0  %0 := r1\n"
     "   1  %1 := r2\n"
     "   2  unless !(%0 == %1) goto 11, no join\n"
     "   3  %0 := r1\n"
     "   4  %1 := 3\n"
     "   5  unless !(%0 != %1) goto 11, no join\n"
     "   6  unless !(%0 < %1) goto 11, no join\n"
     "   7  unless !(%0 <= %1) goto 11, no join\n"
     "   8  unless !(%0 > %1) goto 11, no join\n"
     "   9  unless !(%0 >= %1) goto 11, no join\n"
     "  10  goto 11\n"},
    {"arithmetic", "",
     "li r1,5; mr r2,r1; add r3,r1,r2; sub r3,r1,r2; subf r3,r1,r2; and r3,r1,r2; or r3,r1,r2; xor r3,r1,r1; mullw r3,r1,r2; neg r3,r1; "
     "not r3,r1; ori r3,r1,1; xori r3,r1,1",
     "   0  r1 := 5\n"
     "   1  r2 := r1\n"
     "   2  r3 := r1 + r2\n"
     "   3  r3 := r1 - r2\n"
     "   4  r3 := r2 - r1\n"
     "   5  r3 := r1 & r2\n"
     "   6  r3 := r1 | r2\n"
     "   7  r3 := r1 ^ r1\n"
     "   8  r3 := r1 * r2\n"
     "   9  r3 := -r1\n"
     "  10  r3 := ~r1\n"
     "  11  r3 := r1 | 1\n"
     "  12  r3 := r1 ^ 1\n"},
    {"results_that_set_cr0", "", "xor. r3,r1,r1; beq L; andi. r4,r1,1; blt L; add. r1,r1,r2; bge L; L:",
     "   0  r3 := r1 ^ r1\n"
     "   1  %0 := r3\n"
     "   2  %1 := 0\n"
     "   3  unless !(%0 == %1) goto 12, no join\n"
     "   4  r4 := r1 & 1\n"
     "   5  %0 := r4\n"
     "   6  %1 := 0\n"
     "   7  unless !(%0 < %1) goto 12, no join\n"
     "   8  r1 := r1 + r2\n"
     "   9  %0 := r1\n"
     "  10  %1 := 0\n"
     "  11  unless !(%0 >= %1) goto 12, no join\n"},
};
INSTANTIATE_TEST_SUITE_P(Instructions, Ppc, testing::ValuesIn(kPpc), name_of);

// ---- registers

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
}  // namespace thinair::program
