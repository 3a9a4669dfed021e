// Instructions of Power -> listing of what they become. One row per kind of instruction.
#include "unit/read/assembly/listing.hpp"

namespace thinair::read {
namespace {

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
    {"narrow_accesses", "0:r1=b; 0:r2=h;", "lbz r3,0(r1); stb r3,0(r1); lhz r3,0(r2); lha r3,0(r2); sthx r3,r0,r2",
     "   0  r3 := load [r1]\n"
     "   1  store [r1], r3 & 255\n"
     "   2  r3 := load [r2]\n"
     "   3  %0 := load [r2]\n"
     "   4  r3 := (%0 << 16) >> 16\n"
     "   5  store [r2], r3 & 65535\n"},
    {"shifts_and_upper_halves", "",
     "lis r3,1; addis r3,r4,-1; slwi r3,r4,2; srawi r3,r4,31; rlwinm r3,r4,2,0,29; rlwinm r3,r4,0,31,0; nor r3,r4,r4",
     "   0  r3 := 65536\n"
     "   1  r3 := r4 + -65536\n"
     "   2  r3 := r4 << 2\n"
     "   3  r3 := r4 >> 31\n"
     "   4  r3 := ((r4 << 2) | (r4 >>> 30)) & -4\n"
     "   5  r3 := r4 & -2147483647\n"
     "   6  r3 := ~(r4 | r4)\n"},
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

}  // namespace
}  // namespace thinair::read
