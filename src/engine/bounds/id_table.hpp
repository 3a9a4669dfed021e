// Ids of nodes by a hash of what they are: a table without an allocation for each entry.
#pragma once

#include <cstdint>
#include <vector>

namespace thinair::bounds {

using NodeId = std::uint32_t;

class IdTable {
 public:
  static constexpr NodeId kAbsent = UINT32_MAX;

  // The id with this hash for which `same` holds.
  template <class Same>
  NodeId find(std::uint64_t hash, Same&& same) const {
    if (slots_.empty()) return kAbsent;
    for (std::size_t at = hash & mask();; at = (at + 1) & mask()) {
      const Slot& slot = slots_[at];
      if (slot.id == kAbsent) return kAbsent;
      if (slot.hash == hash && same(slot.id)) return slot.id;
    }
  }

  void add(std::uint64_t hash, NodeId id) {
    if (2 * ++count_ > slots_.size()) grow();
    put({hash, id});
  }

  static std::uint64_t mix(std::uint64_t hash, std::uint64_t more) {
    hash = (hash ^ more) * 0x9e3779b97f4a7c15U;
    return hash ^ (hash >> 32);
  }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    NodeId id = kAbsent;
  };

  std::size_t mask() const { return slots_.size() - 1; }
  void put(Slot slot) {
    std::size_t at = slot.hash & mask();
    while (slots_[at].id != kAbsent) at = (at + 1) & mask();
    slots_[at] = slot;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 32 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.id != kAbsent) put(slot);
  }

  std::vector<Slot> slots_;  // a power of two; at most half of them taken
  std::size_t count_ = 0;
};

}  // namespace thinair::bounds
