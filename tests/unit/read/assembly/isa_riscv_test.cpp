// Instructions of RISC-V -> listing of what they become. One row per kind of instruction.
#include "unit/read/assembly/listing.hpp"

namespace thinair::read {
namespace {

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
     "   1  store [x10], x9\n"
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
     "   0  %0 := update [x6], x5 {X}\n"
     "   1  x7 := %0\n"
     "   2  %1 := update [x6], ((%1 + x5) << 32) >> 32 {Acq,X}\n"
     "   3  x7 := %1\n"
     "   4  %2 := update [x6], ((%2 | x5) << 32) >> 32 {Rel,X}\n"
     "   5  x7 := %2\n"
     "   6  %3 := update [x6], ((%3 & x5) << 32) >> 32 {AcqRel,Sc,X}\n"
     "   7  x7 := %3\n"
     "   8  %4 := update [x6], ((%4 ^ x5) << 32) >> 32 {X}\n"
     "   9  %5 := %4\n"},
    {"atomics_of_doubles", "0:x6=x; int64_t x;", "amoswap.d x7,x5,(x6); amoadd.d x7,x5,(x6)",
     "   0  %0 := update [x6], x5 {X}\n"
     "   1  x7 := %0\n"
     "   2  %1 := update [x6], %1 + x5 {X}\n"
     "   3  x7 := %1\n"},
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
    {"annotated_accesses", "0:x6=x; 0:x5=1; 0:x9=y;",
     "lw.aq x7,0(x6); sw.rl x5,0(x6); lw.aqrl x7,0(x6); ld.aq x8,0(x9); sd.rl x5,0(x9); sw.aq.rl x5,(x6)",
     "   0  x7 := load [x6] {Acq}\n"
     "   1  store [x6], x5 {Rel}\n"
     "   2  x7 := load [x6] {AcqRel,Sc}\n"
     "   3  x8 := load [x9] {Acq}\n"
     "   4  store [x9], x5 {Rel}\n"
     "   5  store [x6], x5 {AcqRel,Sc}\n"},
    {"narrow_accesses", "0:x6=b; 0:x7=h; 0:x8=w;",
     "lb x5,0(x6); lbu x5,0(x6); sb x5,0(x6); lh x5,0(x7); lhu x5,0(x7); sh x5,0(x7); lwu x5,0(x8)",
     "   0  %0 := load [x6]\n"
     "   1  x5 := (%0 << 56) >> 56\n"
     "   2  x5 := load [x6]\n"
     "   3  store [x6], x5 & 255\n"
     "   4  %1 := load [x7]\n"
     "   5  x5 := (%1 << 48) >> 48\n"
     "   6  x5 := load [x7]\n"
     "   7  store [x7], x5 & 65535\n"
     "   8  %2 := load [x8]\n"
     "   9  x5 := %2 & 4294967295\n"},
    {"shifts", "", "slli x5,x6,3; srl x5,x6,x7; sraiw x5,x6,1; lui x5,0x80000",
     "   0  x5 := x6 << 3\n"
     "   1  x5 := x6 >>> x7\n"
     "   2  x5 := ((x6 << 32) >> 32) >>32 1\n"
     "   3  x5 := -2147483648\n"},
    {"unsigned_comparisons", "", "sltu x5,x6,x7; bgeu x5,x6,L; bltz x5,L; L:",
     "   0  x5 := (x6 ^ -9223372036854775808) < (x7 ^ -9223372036854775808)\n"
     "   1  unless !((x5 ^ -9223372036854775808) >= (x6 ^ -9223372036854775808)) goto 3, no join\n"
     "   2  unless !(x5 < 0) goto 3, no join\n"},
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

}  // namespace
}  // namespace thinair::read
