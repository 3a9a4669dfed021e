// Instructions of AArch64 -> listing of what they become. One row per kind of instruction.
#include "unit/read/assembly/listing.hpp"

namespace thinair::read {
namespace {

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
    {"shifted_and_extended_addresses", "0:X1=x;", "LDR W0,[X1,X2,LSL #2]; LDR W0,[X1,W2,UXTW]; LDR W0,[X1,W2,SXTW #2]; LDUR W0,[X1,#-4]",
     "   0  X0 := load [X1 + (X2 << 2)]\n"
     "   1  X0 := load [X1 + (X2 & 4294967295)]\n"
     "   2  X0 := load [X1 + (X2 << 2)]\n"
     "   3  X0 := load [X1 + -4]\n"},
    {"addresses_that_move", "0:X1=x; 0:X2=x;", "LDR W0,[X1],#4; STR W0,[X1,#8]!; LDP W3,W4,[X2]; STP W3,W4,[X2],#8",
     "   0  X0 := load [X1]\n"
     "   1  X1 := X1 + 4\n"
     "   2  store [X1 + 8], X0\n"
     "   3  X1 := X1 + 8\n"
     "   4  %0 := load [X2]\n"
     "   5  %1 := load [X2 + 4]\n"
     "   6  X3 := %0\n"
     "   7  X4 := %1\n"
     "   8  store [X2], X3\n"
     "   9  store [X2 + 4], X4\n"
     "  10  X2 := X2 + 8\n"},
    {"narrow_accesses", "0:X1=b; 0:X2=h; 0:X3=w;",
     "LDRB W0,[X1]; LDRSB X0,[X1]; STLRB W0,[X1]; LDARH W4,[X2]; STRH W4,[X2]; LDRSW X5,[X3]; LDXRB W6,[X1]; STXRB W7,W6,[X1]",
     "   0  X0 := load [X1]\n"
     "   1  %0 := load [X1]\n"
     "   2  X0 := (%0 << 56) >> 56\n"
     "   3  store [X1], ((X0 << 32) >> 32) & 255 {L}\n"
     "   4  X4 := load [X2] {A}\n"
     "   5  store [X2], X4 & 65535\n"
     "   6  %1 := load [X3]\n"
     "   7  X5 := %1\n"
     "   8  X6 := exclusive load [X1] {X}\n"
     "   9  X7 := store-conditional [X1], X6 & 255 {X} ? 0 : 1\n"},
    {"wide_moves", "", "MOVZ X0,#0x1234,LSL #16; MOVK X0,#0x5678; MOVN W1,#0",
     "   0  %0 := 305397760\n"
     "   1  X0 := %0\n"
     "   2  %1 := (X0 & -65536) | 22136\n"
     "   3  X0 := %1\n"
     "   4  %2 := -1\n"
     "   5  X1 := %2\n"},
    {"shifted_registers", "", "ADD X0,X1,X2,LSL #3; LSR W0,W1,#4; BIC W0,W1,W2; ADD X0,X1,#1,LSL #12",
     "   0  %0 := X1 + (X2 << 3)\n"
     "   1  X0 := %0\n"
     "   2  %1 := X1 >>>32 4\n"
     "   3  X0 := %1\n"
     "   4  %2 := ((X1 & ~X2) << 32) >> 32\n"
     "   5  X0 := %2\n"
     "   6  %3 := X1 + 4096\n"
     "   7  X0 := %3\n"},
    {"extensions", "", "SXTB X0,W1; SXTW X0,W1; UXTH W0,W1",
     "   0  X0 := (X1 << 56) >> 56\n"
     "   1  X0 := X1\n"
     "   2  X0 := X1 & 65535\n"},
    {"bit_branches", "", "TBZ W0,#3,L; TBNZ X0,#63,L; L:",
     "   0  unless !((X0 & 8) == 0) goto 2, no join\n"
     "   1  unless !((X0 & -9223372036854775808) != 0) goto 2, no join\n"},
    {"changing_selections", "", "CMP W0,W1; CSINC W2,W3,W4,EQ; CINC W5,W6,NE; CSETM W7,LT",
     "   0  %0 := X0\n"
     "   1  %1 := X1\n"
     "   2  X2 := (%0 == %1) ? X3 : (((X4 + 1) << 32) >> 32)\n"
     "   3  X5 := (%0 == %1) ? X6 : (((X6 + 1) << 32) >> 32)\n"
     "   4  X7 := (%0 >= %1) ? 0 : ~0\n"},
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
     "   1  unless %0 == X0 goto 8\n"
     "   2  %2 := (%0 == X0) ? X2 : X2\n"
     "   3  atomic store [X1], %2 {L,X}\n"
     "   4  perhaps goto 11\n"
     "   5  %3 := (%0 == X0) ? X0 : X0\n"
     "   6  %1 := %0 like %3\n"
     "   7  goto 12\n"
     "   8  perhaps goto 11\n"
     "   9  %4 := (%0 == X0) ? %0 : %0\n"
     "  10  atomic store [X1], %4 {L,X}\n"
     "  11  %1 := %0\n"
     "  12  X0 := %1\n"},
    {"compare_and_swap_without_a_result", "0:X1=x;", "CASAL WZR,W2,[X1]",
     "   0  %0 := atomic load [X1] {X,NoRet}\n"
     "   1  unless %0 == 0 goto 5\n"
     "   2  %2 := (%0 == 0) ? X2 : X2\n"
     "   3  atomic store [X1], %2 {L,X}\n"
     "   4  goto 9\n"
     "   5  perhaps goto 8\n"
     "   6  %3 := (%0 == 0) ? %0 : %0\n"
     "   7  atomic store [X1], %3 {L,X}\n"
     "   8  %1 := %0\n"},
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
     "   4  unless !(%1 > %2) goto 18, no join\n"
     "   5  %3 := ((X0 & 1) << 32) >> 32\n"
     "   6  %1 := %3\n"
     "   7  %2 := 0\n"
     "   8  X1 := %3\n"
     "   9  unless !(%1 < %2) goto 18, no join\n"
     "  10  %4 := ((X0 + X1) << 32) >> 32\n"
     "  11  %5 := X0\n"
     "  12  %6 := X1\n"
     "  13  %1 := %4\n"
     "  14  %2 := 0\n"
     "  15  X2 := %4\n"
     "  16  unless !(%1 == %2) goto 18, no join\n"
     "  17  unless !(%1 >= %2) goto 18, no join\n"},
    {"selects", "", "CMP W0,#0; CSET W1,EQ; CSEL W2,W0,W1,NE; CSEL X3,X4,XZR,LT",
     "   0  %0 := X0\n"
     "   1  %1 := 0\n"
     "   2  X1 := (%0 == %1) ? 1 : 0\n"
     "   3  X2 := (%0 != %1) ? X0 : X1\n"
     "   4  X3 := (%0 < %1) ? X4 : 0\n"},
};
INSTANTIATE_TEST_SUITE_P(Instructions, Aarch64, testing::ValuesIn(kAarch64), name_of);

}  // namespace
}  // namespace thinair::read
