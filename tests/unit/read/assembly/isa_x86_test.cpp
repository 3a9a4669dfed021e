// Instructions of x86 -> listing of what they become. One row per kind of instruction.
#include "unit/read/assembly/listing.hpp"

namespace thinair::read {
namespace {

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
     "   1  %1 := rax\n"
     "   2  %2 := %0\n"
     "   3  unless %1 == %2 goto 6\n"
     "   4  atomic store [x], rcx {X}\n"
     "   5  goto 7\n"
     "   6  rax := %0\n"
     "   7  %3 := atomic load [y] {X}\n"
     "   8  %1 := rax\n"
     "   9  %2 := %3\n"
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
    {"narrow_accesses", "", "movb $300,(x); movzbl (x),%eax; movsbl (x),%ebx; movw $1,(h); movzwq (h),%rcx; movslq (w),%rdx",
     "   0  store [x], 300 & 255\n"
     "   1  %0 := load [x]\n"
     "   2  rax := %0\n"
     "   3  %1 := load [x]\n"
     "   4  rbx := (%1 << 56) >> 56\n"
     "   5  store [h], 1 & 65535\n"
     "   6  %2 := load [h]\n"
     "   7  rcx := %2\n"
     "   8  %3 := load [w]\n"
     "   9  rdx := %3\n"},
    {"shifts_and_conditional_moves", "", "shll $3,%eax; cmpl $1,%eax; cmove %ebx,%ecx; sarq $1,%rdx",
     "   0  %0 := rax <<32 3\n"
     "   1  %1 := %0\n"
     "   2  %2 := 0\n"
     "   3  rax := %0\n"
     "   4  %1 := rax\n"
     "   5  %2 := 1\n"
     "   6  rcx := (%1 == %2) ? rbx : rcx\n"
     "   7  %3 := rdx >> 1\n"
     "   8  %1 := %3\n"
     "   9  %2 := 0\n"
     "  10  rdx := %3\n"},
};
INSTANTIATE_TEST_SUITE_P(Instructions, X86, testing::ValuesIn(kX86), name_of);

// 32 bits: the destination comes first.
class X86Of32Bits : public testing::TestWithParam<Row> {};
TEST_P(X86Of32Bits, gives_the_listing) { EXPECT_EQ(listing("X86", GetParam().init, GetParam().source), GetParam().expected); }
constexpr Row kX86Of32Bits[] = {
    {"moves", "0:ESI=x;", "MOV [x],$1; MOV EAX,[ESI]; MOV EBX,EAX; mov ecx,-2; MOV [y],EDX; MOV EAX,(x)",
     "   0  store [x], 1\n"
     "   1  EAX := load [ESI]\n"
     "   2  EBX := EAX\n"
     "   3  ECX := -2\n"
     "   4  store [y], EDX\n"
     "   5  EAX := load [x]\n"},
    {"comparisons", "", "CMP EAX,$1; JNE L; INC [x]; L: MFENCE",
     "   0  %0 := EAX\n"
     "   1  %1 := 1\n"
     "   2  unless !(%0 != %1) goto 7, no join\n"
     "   3  %2 := load [x]\n"
     "   4  store [x], %2 + 1\n"
     "   5  %0 := %2 + 1\n"
     "   6  %1 := 0\n"
     "   7  fence {MFENCE}\n"},
    {"atomics", "", "XCHG [x],EAX; XCHG EAX,[x]; LOCK CMPXCHG [x],EBX",
     "   0  %0 := atomic load [x] {X}\n"
     "   1  atomic store [x], EAX {X}\n"
     "   2  EAX := %0\n"
     "   3  %1 := atomic load [x] {X}\n"
     "   4  atomic store [x], EAX {X}\n"
     "   5  EAX := %1\n"
     "   6  %2 := atomic load [x] {X}\n"
     "   7  %3 := EAX\n"
     "   8  %4 := %2\n"
     "   9  unless %3 == %4 goto 12\n"
     "  10  atomic store [x], EBX {X}\n"
     "  11  goto 13\n"
     "  12  EAX := %2\n"},
};
INSTANTIATE_TEST_SUITE_P(Instructions, X86Of32Bits, testing::ValuesIn(kX86Of32Bits), name_of);

}  // namespace
}  // namespace thinair::read
