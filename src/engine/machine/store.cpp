#include "engine/machine/store.hpp"

#include <cstring>

#include "support/check.hpp"

namespace thinair::machine {
namespace {

std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t h = bytes.size() * 0x9E3779B97F4A7C15ULL;
  const auto mix = [&](std::uint64_t word) {
    h = (h ^ word) * 0xD6E8FEB86659FD93ULL;
    h ^= h >> 32;
  };
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    mix(word);
  }
  std::uint64_t rest = 0;
  if (at < bytes.size()) std::memcpy(&rest, bytes.data() + at, bytes.size() - at);
  mix(rest);
  return h;
}

}  // namespace

bool Store::has(std::string_view bytes, std::uint64_t& hash) const {
  hash = hash_of(bytes);
  if (table_.empty()) return false;
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = hash & mask; table_[at] != 0; at = (at + 1) & mask) {
    const std::uint32_t index = table_[at] - 1;
    if (entries_[index].hash == hash && this->bytes(index) == bytes) return true;
  }
  return false;
}

void Store::grow() {
  std::vector<std::uint32_t> larger(table_.empty() ? 64 : table_.size() * 2, 0);
  const std::size_t mask = larger.size() - 1;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    std::size_t at = entries_[i].hash & mask;
    while (larger[at] != 0) at = (at + 1) & mask;
    larger[at] = i + 1;
  }
  table_ = std::move(larger);
}

void Store::add(std::string_view bytes, std::uint64_t hash, std::uint32_t parent, std::uint32_t rule) {
  if (2 * (entries_.size() + 1) > table_.size()) grow();
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash & mask;
  while (table_[at] != 0) at = (at + 1) & mask;
  check(bound_.size() < UINT32_MAX, "what rules bind is numbered in four bytes");
  entries_.push_back({bytes_.size(), hash, static_cast<std::uint32_t>(bound_.size()), parent, rule});
  table_[at] = static_cast<std::uint32_t>(entries_.size());
  bytes_ += bytes;
}

}  // namespace thinair::machine
