#include "property/histories.hpp"

#include <algorithm>

namespace thinair::tests {
namespace {

using program::LocId;
using program::Value;

bool covers(const Clock& clock, Moment moment) { return moment.time == 0 || moment.time <= clock[moment.thread]; }

}  // namespace

Memory Histories::initial() const {
  Memory out;
  for (const program::Location& location : program_.locations) {
    Written first;
    first.value = location.initial;
    if (remembers_all()) first.before = Clock(program_.threads.size(), 0);
    out.at.push_back({first});
  }
  return out;
}

std::vector<Seen> Histories::read(const Memory& memory, Clock& known, const Access& access) const {
  const std::vector<Written>& writes = memory.at[access.location];
  if (!remembers_all()) return {{writes.back().value, {}, true}};
  if (access.is_volatile) learn(memory, known, access.location);
  std::vector<Seen> out;
  for (std::size_t w = 0; w < writes.size(); ++w) {
    const Written& seen = writes[w];
    Origin origin = access.base;
    origin.chain.insert(seen.chain.begin(), seen.chain.end());
    for (const auto& [moment, frozen] : memory.frozen) {
      if (covers(known, moment)) origin.chain.insert(moment);
      if (access.is_final && frozen.field == access.location && origin.chain.contains(moment)) origin.through.insert(moment);
    }
    const bool overwritten = std::ranges::any_of(writes, [&](const Written& other) {
      if (&other == &seen) return false;
      if (access.is_volatile && seen.is_volatile && other.is_volatile && &other > &seen) return true;
      const auto before_freeze = [&](Moment freeze) { return covers(memory.frozen.at(freeze).before, other.when); };
      return covers(other.before, seen.when) && (covers(known, other.when) || std::ranges::any_of(origin.through, before_freeze));
    });
    if (overwritten) continue;
    // Only references are followed, and only chains that they lead along count.
    if (!is_reference(seen.value)) origin = {};
    out.push_back({seen.value, std::move(origin), w + 1 == writes.size()});
  }
  return out;
}

void Histories::write(Memory& memory, Clock& known, std::uint32_t thread, const Access& access, Value value, const Origin& origin) const {
  std::vector<Written>& writes = memory.at[access.location];
  if (!remembers_all()) {
    writes.back().value = value;
    return;
  }
  Written written;
  written.value = value;
  written.before = known;
  written.when = {thread, ++known[thread]};
  written.is_volatile = access.is_volatile;
  if (is_reference(value)) {
    written.chain = access.base.chain;
    written.chain.insert(origin.chain.begin(), origin.chain.end());
    for (const auto& [moment, frozen] : memory.frozen)
      if (covers(known, moment)) written.chain.insert(moment);
  }
  writes.push_back(std::move(written));
  if (access.is_volatile) publish(memory, known, access.location);
}

void Histories::freeze(Memory& memory, Clock& known, std::uint32_t thread, LocId field) const {
  if (!remembers_all()) return;
  Frozen frozen{field, known};
  memory.frozen.emplace(Moment{thread, ++known[thread]}, std::move(frozen));
}

void Histories::publish(Memory& memory, const Clock& known, LocId where) const {
  if (!remembers_all()) return;
  Clock& clock = memory.published.try_emplace(where, Clock(known.size(), 0)).first->second;
  learn(clock, known);
}

void Histories::learn(const Memory& memory, Clock& known, LocId where) const {
  if (const auto found = memory.published.find(where); found != memory.published.end()) learn(known, found->second);
}

void Histories::learn(Clock& known, const Clock& from) {
  for (std::size_t t = 0; t < from.size(); ++t) known[t] = std::max(known[t], from[t]);
}

std::set<Value> Histories::left(const Memory& memory, LocId location) const {
  const std::vector<Written>& writes = memory.at[location];
  if (!remembers_all()) return {writes.back().value};
  std::set<Value> out;
  for (const Written& written : writes) {
    const bool overwritten = std::ranges::any_of(writes, [&](const Written& other) {
      if (&other == &written) return false;
      return covers(other.before, written.when) || (written.is_volatile && other.is_volatile && &other > &written);
    });
    if (!overwritten && !written.was_updated) out.insert(written.value);
  }
  return out;
}

}  // namespace thinair::tests
