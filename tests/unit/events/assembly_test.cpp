// What instructions of hardware become on a path: pairs of a read-modify-write, dependencies, loops, and what is not modelled.
#include <set>
#include <tuple>

#include "unit/support_helpers.hpp"

namespace thinair::events {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs pairs(const std::vector<Dependency>& list) {
  Pairs out;
  for (const Dependency& d : list) out.emplace_back(d.from, d.to);
  return out;
}

// The paths of a single thread, its instructions separated by ';'.
struct Unfolded {
  program::Test test;
  std::vector<ThreadPath> paths;
  std::string reason;  // why there are not all

  Unfolded(const std::string& dialect, const std::string& init, const std::string& code)
      : test(tests::test_of(dialect + " t\n{ " + init + " }\nP0 ;\n" + code + ";\n")) {
    Budget budget;
    paths = unfold(test.program, budget).threads[0];
    if (budget.exhausted()) reason = budget.reason();
  }

  std::string labels(std::size_t i) const {
    std::string out;
    for (const Event& e : paths[i].events) out += (out.empty() ? "" : ", ") + label(test.program, e);
    return out;
  }
  // The one path with so many events.
  const ThreadPath& path(std::size_t events) const {
    const ThreadPath* found = nullptr;
    for (const ThreadPath& p : paths)
      if (p.events.size() == events) {
        EXPECT_EQ(found, nullptr);
        found = &p;
      }
    EXPECT_NE(found, nullptr);
    return found ? *found : paths.at(0);
  }
};

// ---- read-modify-writes

TEST(ReadModifyWrite, of_one_instruction_is_amo) {
  const Unfolded u("X86_64", "", "xchgl %eax,(x); lock incl (y)");
  ASSERT_EQ(u.paths.size(), 1U);
  EXPECT_EQ(u.labels(0), "R[X] x, W[X] x, R[X] y, W[X] y");
  EXPECT_EQ(pairs(u.paths[0].amo), (Pairs{{0, 1}, {2, 3}}));
  EXPECT_TRUE(u.paths[0].lxsx.empty());
}

TEST(ReadModifyWrite, without_lock_is_none) {
  const Unfolded u("X86_64", "", "incl (x)");
  EXPECT_EQ(u.labels(0), "R x, W x");
  EXPECT_TRUE(u.paths[0].amo.empty());
}

TEST(ReadModifyWrite, a_compare_exchange_that_fails_is_its_read) {
  const Unfolded u("X86_64", "", "lock cmpxchgl (x),%ecx");
  ASSERT_EQ(u.paths.size(), 2U);
  EXPECT_EQ(pairs(u.path(2).amo), (Pairs{{0, 1}}));
  EXPECT_TRUE(u.path(1).amo.empty());
}

TEST(ReadModifyWrite, a_compare_and_swap_that_fails_may_write_back) {
  const Unfolded u("AArch64", "0:X1=x; 0:X2=1;", "CAS W0,W2,[X1]");
  EXPECT_EQ(u.paths.size(), 3U);
  std::size_t writing = 0;
  for (const ThreadPath& path : u.paths) writing += path.amo.size();
  EXPECT_EQ(writing, 2U);
}

TEST(ReadModifyWrite, an_amo_of_riscv_is_one_event) {
  const Unfolded u("RISCV", "0:x6=x; 0:x8=y;", "lw x5,0(x8); amoadd.w.aq x7,x5,(x6); sw x7,0(x8)");
  ASSERT_EQ(u.paths.size(), 1U);
  EXPECT_EQ(u.labels(0), "R y, RMW[Acq,X] x, W y");
  EXPECT_TRUE(u.paths[0].amo.empty());
  EXPECT_EQ(pairs(u.paths[0].data), (Pairs{{0, 1}, {1, 2}}));
}

TEST(ReadModifyWrite, of_a_double_is_one_event_too) {
  EXPECT_EQ(Unfolded("RISCV", "int64_t x; 0:x6=x;", "amoswap.d x7,x5,(x6); ld x8,0(x6)").labels(0), "RMW[X] x, R x");
}

// Events: the read of y, the read and the write of the CAS, the write of w.
TEST(ReadModifyWrite, what_a_successful_compare_and_swap_hands_back_is_what_it_read_or_what_it_expected) {
  const Unfolded u("AArch64", "0:X1=x; 0:X3=y; 0:X5=w;", "LDR W0,[X3]; CAS W0,W2,[X1]; STR W0,[X5]");
  bool read = false, expected = false;
  for (const ThreadPath& path : u.paths) {
    if (path.events.size() != 4) continue;
    EXPECT_EQ(pairs(path.amo), (Pairs{{1, 2}}));
    const bool success = path.events[2].written != path.events[3].written;
    if (!success) continue;
    EXPECT_EQ(pairs(path.pick_data).front(), (std::pair{0U, 2U}));
    read = read || pairs(path.data) == Pairs{{1, 3}};
    expected = expected || (pairs(path.data) == Pairs{{0, 3}} && pairs(path.pick_data) == Pairs{{0, 2}, {1, 2}, {0, 3}, {1, 3}});
  }
  EXPECT_TRUE(read);
  EXPECT_TRUE(expected);
}

TEST(ReadModifyWrite, exclusives_pair_up_when_they_succeed) {
  const Unfolded u("AArch64", "0:X1=x;", "LDXR W0,[X1]; STXR W2,W3,[X1]");
  ASSERT_EQ(u.paths.size(), 2U);
  EXPECT_EQ(pairs(u.path(2).lxsx), (Pairs{{0, 1}}));
  EXPECT_TRUE(u.path(1).lxsx.empty());
}

TEST(ReadModifyWrite, a_store_conditional_fails_without_its_load) {
  EXPECT_EQ(Unfolded("RISCV", "0:x6=x;", "sc.w x7,x5,(x6)").paths.size(), 1U);
  EXPECT_EQ(Unfolded("RISCV", "0:x6=x; 0:x8=y;", "lr.w x7,(x8); sc.w x7,x5,(x6)").paths.size(), 1U);  // of another location
  // The first closes what the second would need.
  const Unfolded u("PPC", "0:r2=x;", "lwarx r3,r0,r2; stwcx. r1,r0,r2; stwcx. r1,r0,r2");
  for (const ThreadPath& path : u.paths) EXPECT_LE(path.lxsx.size(), 1U);
  EXPECT_EQ(u.paths.size(), 2U);
}

TEST(ReadModifyWrite, the_last_load_exclusive_counts) {
  const Unfolded u("AArch64", "0:X1=x;", "LDXR W0,[X1]; LDXR W4,[X1]; STXR W2,W3,[X1]");
  EXPECT_EQ(pairs(u.path(3).lxsx), (Pairs{{1, 2}}));
}

// ---- dependencies

TEST(Dependencies, through_registers_that_cancel_out) {
  const Unfolded u("AArch64", "0:X1=x; 0:X3=y;", "LDR W0,[X1]; EOR W2,W0,W0; STR W2,[X3]; LDR W5,[X3,W2,SXTW]");
  EXPECT_EQ(pairs(u.paths[0].data), (Pairs{{0, 1}}));
  EXPECT_EQ(pairs(u.paths[0].addr), (Pairs{{0, 2}}));
  EXPECT_TRUE(u.paths[0].ctrl.empty());
}

TEST(Dependencies, an_overwritten_register_carries_none) {
  const Unfolded u("RISCV", "0:x6=x; 0:x8=y;", "lw x5,0(x6); li x5,1; sw x5,0(x8)");
  EXPECT_TRUE(u.paths[0].data.empty());
}

TEST(Dependencies, of_control_reach_everything_behind_the_branch) {
  const Unfolded u("PPC", "0:r2=x; 0:r4=y;", "lwz r1,0(r2); cmpwi r1,7; beq L; stw r1,0(r4); L: lwz r5,0(r4)");
  EXPECT_EQ(pairs(u.path(3).ctrl), (Pairs{{0, 1}, {0, 2}}));
  EXPECT_EQ(pairs(u.path(2).ctrl), (Pairs{{0, 1}}));
}

TEST(Dependencies, of_control_through_a_branch_to_the_next_line) {
  const Unfolded u("RISCV", "0:x6=x; 0:x8=y;", "lw x5,0(x6); bne x5,x5,L; L: sw x0,0(x8)");
  ASSERT_EQ(u.paths.size(), 1U);
  EXPECT_EQ(pairs(u.paths[0].ctrl), (Pairs{{0, 1}}));
}

TEST(Dependencies, of_the_flags_come_from_what_was_compared) {
  const Unfolded u("X86_64", "", "movl (x),%eax; movl (y),%ebx; cmpl %eax,%ebx; je L; movl $1,(z); L:");
  EXPECT_EQ(pairs(u.path(3).ctrl), (Pairs{{0, 2}, {1, 2}}));
}

TEST(Dependencies, of_the_status_of_a_store_conditional) {
  // RISC-V: on the write. AArch64: on nothing. Power: on what the operands of the store depend on.
  const Unfolded riscv("RISCV", "0:x6=x; 0:x8=y;", "lr.w x7,(x6); sc.w x9,x7,(x6); sw x9,0(x8)");
  EXPECT_EQ(pairs(riscv.path(3).data), (Pairs{{0, 1}, {1, 2}}));
  const Unfolded arm("AArch64", "0:X1=x; 0:X3=y;", "LDXR W0,[X1]; STXR W2,W0,[X1]; STR W2,[X3]");
  EXPECT_EQ(pairs(arm.path(3).data), (Pairs{{0, 1}}));
  const Unfolded ppc("PPC", "0:r2=x; 0:r4=y;", "lwarx r3,r0,r2; stwcx. r3,r0,r2; bne L; stw r1,0(r4); L:");
  EXPECT_EQ(pairs(ppc.path(3).ctrl), (Pairs{{0, 2}}));
}

TEST(Dependencies, of_a_select_are_picked) {
  const Unfolded u("AArch64", "0:X1=x; 0:X3=y;", "LDR W0,[X1]; LDR W2,[X3]; CMP W0,#0; CSEL W4,W2,WZR,EQ; STR W4,[X3]");
  ASSERT_EQ(u.paths.size(), 2U);
  for (const ThreadPath& path : u.paths) {
    EXPECT_EQ(pairs(path.pick_data), (Pairs{{0, 2}}));
    EXPECT_TRUE(path.ctrl.empty());
  }
  // Only what was chosen carries a dependency proper.
  EXPECT_EQ(u.paths[0].data.size() + u.paths[1].data.size(), 1U);
}

TEST(Dependencies, picked_go_on_through_addresses_and_branches) {
  const Unfolded u("AArch64", "0:X1=x; 0:X3=y;",
                   "LDR W0,[X1]; CMP W0,#0; CSET W4,EQ; EOR W5,W4,W4; LDR W6,[X3,W5,SXTW]; CBZ W5,L; L: STR W5,[X3]");
  for (const ThreadPath& path : u.paths) {
    EXPECT_EQ(pairs(path.pick_addr), (Pairs{{0, 1}}));
    EXPECT_EQ(pairs(path.pick_data), (Pairs{{0, 2}}));
    EXPECT_EQ(pairs(path.pick_ctrl), (Pairs{{0, 2}}));
    EXPECT_TRUE(path.addr.empty() && path.data.empty() && path.ctrl.empty());
  }
}

TEST(Dependencies, of_an_atomic_write_include_its_operand_register) {
  const Unfolded u("AArch64", "0:X1=x; 0:X3=y;", "LDR W0,[X1]; SWP W0,W2,[X3]");
  EXPECT_EQ(pairs(u.paths[0].data), (Pairs{{0, 2}}));
}

// ---- program order and loops

TEST(ProgramOrder, leaves_out_the_parts_of_one_instruction) {
  Unfolded u("X86_64", "", "lock addl $1,(x); movl (x),%eax");
  Budget budget;
  Unfolding all = unfold(u.test.program, budget);
  const Structure s = combine(u.test.program, all, {0});
  ASSERT_EQ(s.size(), 4U);  // the initial write, read and write of the add, the read
  EXPECT_FALSE(s.po.has(1, 2));
  EXPECT_TRUE(s.po.has(1, 3));
  EXPECT_TRUE(s.po.has(2, 3));
  EXPECT_TRUE(same_instruction(s.events[1], s.events[2]));
  EXPECT_FALSE(same_instruction(s.events[2], s.events[3]));
}

TEST(Loops, are_followed_so_often_and_then_cut) {
  Unfolded u("X86_64", "", "L: lock xaddl %eax,(x); cmpl $0,%eax; je L");
  EXPECT_TRUE(u.reason.empty());
  ASSERT_EQ(u.paths.size(), u.test.program.unroll + 2U);
  std::size_t cut = 0;
  for (const ThreadPath& path : u.paths) {
    cut += path.bound_reached;
    if (path.bound_reached) {
      EXPECT_EQ(path.events.size(), 2 * (u.test.program.unroll + 1U));  // a read and a write each time
    }
  }
  EXPECT_EQ(cut, 1U);
}

TEST(Loops, that_only_wait_end_when_the_wait_does) {
  const Unfolded u("X86_64", "", "L: movl (x),%eax; cmpl $0,%eax; je L");
  ASSERT_EQ(u.paths.size(), 1U);
  EXPECT_FALSE(u.paths[0].bound_reached);
  EXPECT_EQ(u.paths[0].events.size(), 1U);
}

// The second load-exclusive may see another value than the first; the store belongs to it.
TEST(Loops, that_wait_with_a_load_exclusive_begin_with_their_own) {
  const Unfolded u("AArch64", "0:X1=x;", "L: LDXR W0,[X1]; CBNZ W0,L; STXR W2,W3,[X1]");
  ASSERT_EQ(u.paths.size(), 2U);
  for (const ThreadPath& path : u.paths) EXPECT_FALSE(path.bound_reached);
  // Here a store may belong to the load of the turn before.
  const Unfolded old("AArch64", "0:X1=x;", "L: STXR W2,W3,[X1]; LDXR W0,[X1]; CBNZ W0,L");
  EXPECT_TRUE(std::ranges::any_of(old.paths, [](const ThreadPath& path) { return path.events.size() > 2; }));
}

TEST(Loops, without_end_wait_forever) {
  const Unfolded u("PPC", "", "L: b L");
  ASSERT_EQ(u.paths.size(), 1U);
  EXPECT_TRUE(u.paths[0].blocked.has_value());
}

// ---- what is not modelled

TEST(Unmodelled, two_widths_of_one_location) {
  // Where it can be told without following paths, reading the test fails.
  EXPECT_EQ(Unfolded("AArch64", "0:X1=x; int64_t x;", "MOV X2,X1; LDR W0,[X2]").reason,
            "mixed-size accesses are not modelled: location x is accessed at two widths");
}

TEST(Unmodelled, accesses_to_no_location_lead_nowhere) {
  for (const auto& [dialect, init, code] :
       {std::tuple("PPC", "0:r2=x;", "lwz r1,4(r2)"), std::tuple("PPC", "", "lwz r1,0(r2)"), std::tuple("PPC", "0:r0=x;", "lwz r1,0(r0)"),
        std::tuple("AArch64", "0:X1=x;", "LDR W0,[X1]; STR W0,[X0]")}) {
    const Unfolded u(dialect, init, code);
    EXPECT_EQ(u.reason, "");
    ASSERT_EQ(u.paths.size(), 1U) << code;
    EXPECT_TRUE(u.paths[0].nowhere && u.paths[0].bound_reached) << code;
  }
}

// ---- addresses

TEST(Addresses, that_are_read_are_known_on_the_path) {
  // x starts with the address of z, and that of y is written to it: each is followed, and a number leads nowhere.
  const Unfolded u("PPC", "x=z; 0:r1=x; 0:r2=y;", "stw r2,0(r1); lwz r3,0(r1); lwz r4,0(r3)");
  EXPECT_EQ(u.reason, "");
  ASSERT_EQ(u.paths.size(), 3U);
  std::multiset<std::string> seen;
  for (std::size_t i = 0; i < u.paths.size(); ++i) seen.insert(u.labels(i) + (u.paths[i].nowhere ? " nowhere" : ""));
  EXPECT_EQ(seen, (std::multiset<std::string>{"W x, R x nowhere", "W x, R x, R y", "W x, R x, R z"}));
  for (const ThreadPath& path : u.paths)
    if (!path.nowhere) {
      EXPECT_EQ(pairs(path.addr), (Pairs{{1, 2}}));
    }
}

TEST(Addresses, in_memory_are_compared) {
  const Unfolded u("AArch64", "x=z; 0:X1=x; 0:X2=z;", "LDR X3,[X1]; CMP X3,X2; B.NE L; MOV W5,#1; L:");
  EXPECT_EQ(u.reason, "");
  EXPECT_EQ(u.paths.size(), 2U);  // the address of z, and a number: equal in the one, not in the other
}

TEST(Addresses, of_elements_have_offsets) {
  const Unfolded known("AArch64", "int x[2]; 0:X1=x;", "ADD X2,X1,#4; LDR W3,[X2]; STR W3,[X2,#-4]");
  ASSERT_EQ(known.paths.size(), 1U);
  EXPECT_EQ(known.labels(0), "R x[1], W x[0]");
  const Unfolded read("AArch64", "int x[2]; 0:X1=x; 0:X4=i;", "LDR W2,[X4]; LDR W3,[X1,W2,SXTW #2]");
  ASSERT_EQ(read.paths.size(), 3U);
  std::multiset<std::string> seen;
  for (std::size_t i = 0; i < read.paths.size(); ++i) seen.insert(read.labels(i) + (read.paths[i].nowhere ? " nowhere" : ""));
  EXPECT_EQ(seen, (std::multiset<std::string>{"R i nowhere", "R i, R x[0]", "R i, R x[1]"}));
}

TEST(Addresses, may_be_left_at_the_end) {
  EXPECT_EQ(Unfolded("AArch64", "0:X1=x; 0:X3=y;", "LDR W0,[X3]; CBNZ W0,L; LDR W1,[X1]; L:").reason, "");
}

TEST(Unmodelled, addresses_as_numbers) {
  EXPECT_EQ(Unfolded("X86_64", "0:rsi=x; int64_t z;", "addq $4,%rsi; movq %rsi,(z)").reason,
            "what is computed from an address is written to memory");
  EXPECT_EQ(Unfolded("AArch64", "0:X1=x;", "CBNZ W1,L; L:").reason, "a branch depends on the number of an address");
  // Equality of addresses is known; what nobody looks at may hold one.
  EXPECT_EQ(Unfolded("AArch64", "0:X1=x; 0:X3=y;", "CMP X1,X3; B.EQ L; MOV X5,X1; L:").reason, "");
}

}  // namespace
}  // namespace thinair::events
