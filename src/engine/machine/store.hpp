// The configurations that are known, as bytes: which of them are new, and how each was come to.
//
//   gives   numbers from 0 on, in the order in which configurations came
//
// Two are the same only if their bytes are: hashes say where to look, and nothing more.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thinair::machine {

class Store {
 public:
  static constexpr std::uint32_t kRoot = UINT32_MAX;  // of the first configuration: it has no parent

  std::size_t size() const { return entries_.size(); }
  std::string_view bytes(std::uint32_t index) const {
    const std::size_t begin = entries_[index].begin;
    return {bytes_.data() + begin, (index + 1 < entries_.size() ? entries_[index + 1].begin : bytes_.size()) - begin};
  }
  std::uint32_t parent(std::uint32_t index) const { return entries_[index].parent; }
  std::uint32_t rule(std::uint32_t index) const { return entries_[index].rule; }
  const std::uint16_t* bound(std::uint32_t index) const { return bound_.data() + entries_[index].bound; }

  bool has(std::string_view bytes, std::uint64_t& hash) const;
  // Of bytes that are not known. What the rule bound is added by bind, value after value, right after this.
  void add(std::string_view bytes, std::uint64_t hash, std::uint32_t parent, std::uint32_t rule);
  void bind(std::uint32_t value) { bound_.push_back(static_cast<std::uint16_t>(value)); }

 private:
  struct Entry {
    std::size_t begin = 0;  // it ends where the next one begins
    std::uint64_t hash = 0;
    std::uint32_t bound = 0, parent = kRoot, rule = 0;
  };
  void grow();

  std::string bytes_;
  std::vector<Entry> entries_;
  std::vector<std::uint16_t> bound_;
  std::vector<std::uint32_t> table_;  // 0: free; else an index and one more. A power of two long, at most half full
};

}  // namespace thinair::machine
