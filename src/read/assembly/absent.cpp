#include "read/assembly/absent.hpp"

#include <array>

namespace thinair::read {
namespace {

// Entries of page tables, translation faults, hardware updates of entries, invalidation.
constexpr auto kPageTables =
    std::to_array<std::string_view>({"PTE", "PTEV", "PTEINV", "PTEAF0", "PTEDB0", "PTEtoPA", "PA", "AF", "DB", "MMU", "D-MMU", "I-MMU",
                                     "TLBI", "TLBIIS", "TLBInXS", "Translation", "AccessFlag", "Permission"});
constexpr auto kTagging = std::to_array<std::string_view>({"T", "TagCheck"});
constexpr auto kExceptions = std::to_array<std::string_view>({"FAULT", "EXC-ENTRY", "EXC-RET", "SVC", "UndefinedInstruction"});
constexpr auto kFetching = std::to_array<std::string_view>({"Instr", "Restricted-CMODX", "DC.CVAU", "IC.IALLU", "IC.IALLUIS", "IC.IVAU"});

constexpr auto kAArch64Features = std::to_array<AbsentFeature>(
    {{"page tables", kPageTables}, {"memory tagging", kTagging}, {"exceptions", kExceptions}, {"instruction fetching", kFetching}});

}  // namespace

std::span<const AbsentFeature> absent_features(program::Arch arch) {
  if (arch == program::Arch::aarch64) return kAArch64Features;
  return {};
}

}  // namespace thinair::read
