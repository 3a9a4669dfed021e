#include "engine/machine/configuration.hpp"

#include <cstring>

#include "support/check.hpp"

namespace thinair::machine {

using op::Type;

Layout::Layout(const op::Machine& machine, const Structure& structure, std::size_t threads, std::size_t locations)
    : machine_(machine), structure_(structure) {
  check(structure.size() < UINT16_MAX, "an event has a number of two bytes");
  for (const op::Variable& variable : machine.variables) {
    std::size_t parts = 1, inner = 1;
    for (const Type::Key key : variable.type.keys) parts *= inner = key == Type::Key::thread ? threads : locations;
    inner_.push_back(inner);
    std::size_t& count = variable.type.kind == Type::Kind::sequence   ? sequences_
                         : variable.type.kind == Type::Kind::set      ? sets_
                         : variable.type.kind == Type::Kind::relation ? relations_
                                                                      : scalars_;
    offsets_.push_back(count);
    parts_.push_back(parts);
    count += parts;
  }
}

Configuration Layout::empty() const {
  Configuration c;
  c.done = EventSet(structure_.size());
  for (EventId e = 0; e < structure_.init_count; ++e) c.done.add(e);
  c.read.resize(structure_.size());
  if (machine_.threads == op::Threads::speculative) c.owed.assign(structure_.size(), kNone);
  c.scalars.assign(scalars_, 0);
  for (std::uint32_t v = 0; v < machine_.variables.size(); ++v) {
    const Type::Kind kind = machine_.variables[v].type.kind;
    if (kind == Type::Kind::event || kind == Type::Kind::thread)
      for (std::size_t i = 0; i < parts_[v]; ++i) c.scalars[offsets_[v] + i] = kNone;
  }
  c.sequences.resize(sequences_);
  c.sets.assign(sets_, EventSet(structure_.size()));
  c.relations.assign(relations_, Relation(structure_.size()));
  return c;
}

namespace {

// Events, threads and small numbers in two bytes.
std::uint16_t packed(std::uint32_t id) { return id == kNone ? UINT16_MAX : static_cast<std::uint16_t>(id); }
std::uint32_t unpacked(std::uint16_t id) { return id == UINT16_MAX ? kNone : id; }

template <class T>
char* put(char* to, const T& value) {
  std::memcpy(to, &value, sizeof value);
  return to + sizeof value;
}
char* put_words(char* to, std::span<const relation::Word> words) {
  std::memcpy(to, words.data(), words.size_bytes());
  return to + words.size_bytes();
}

template <class T>
T take(const char*& from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  from += sizeof value;
  return value;
}

// Most values are small: one byte. Others are all of theirs behind a byte that no small one is.
constexpr unsigned char kLarge = UINT8_MAX;
char* put_value(char* to, program::Value value) {
  if (value < 0 || value >= kLarge) return put(put(to, kLarge), value);
  return put(to, static_cast<unsigned char>(value));
}
program::Value take_value(const char*& from) {
  const auto small = take<unsigned char>(from);
  return small == kLarge ? take<program::Value>(from) : small;
}
void take_words(const char*& from, std::span<relation::Word> words) {
  std::memcpy(words.data(), from, words.size_bytes());
  from += words.size_bytes();
}

}  // namespace

void Layout::encode(const Configuration& c, const EventSet& recorded, std::string& out) const {
  std::size_t room = (c.done.words().size() * (1 + c.sets.size())) * sizeof(relation::Word) + c.read.size() * (sizeof(program::Value) + 3) +
                     2 * (c.scalars.size() + c.sequences.size());
  for (const Sequence& sequence : c.sequences) room += 2 * sequence.size();
  for (const Relation& relation : c.relations) room += relation.words().size_bytes();
  if (out.size() < room) out.resize(room);
  char* to = put_words(out.data(), c.done.words());
  const bool owes = machine_.threads == op::Threads::speculative;
  relation::for_each_bit(recorded.words(), [&](EventId e) {
    if (!c.done.has(e)) return;
    to = put_value(to, c.read[e].value_or(0));
    if (owes) to = put(to, packed(c.owed[e]));
  });
  for (const std::uint32_t id : c.scalars) to = put(to, packed(id));
  for (const Sequence& sequence : c.sequences) {
    to = put(to, packed(static_cast<std::uint32_t>(sequence.size())));
    for (const EventId e : sequence) to = put(to, packed(e));
  }
  for (const EventSet& set : c.sets) to = put_words(to, set.words());
  for (const Relation& relation : c.relations) to = put_words(to, relation.words());
  check(static_cast<std::size_t>(to - out.data()) <= room, "a configuration has the bytes that there is room for");
  out.resize(static_cast<std::size_t>(to - out.data()));
}

void Layout::decode(std::string_view bytes, const EventSet& recorded, Configuration& c) const {
  const char* from = bytes.data();
  take_words(from, c.done.words());
  const bool owes = machine_.threads == op::Threads::speculative;
  relation::for_each_bit(recorded.words(), [&](EventId e) {
    c.read[e] = c.done.has(e) ? std::optional(take_value(from)) : std::nullopt;
    if (!owes) return;
    c.owed[e] = c.done.has(e) ? unpacked(take<std::uint16_t>(from)) : kNone;
    if (c.owed[e] != kNone) c.read[e] = std::nullopt;
  });
  for (std::uint32_t& id : c.scalars) id = unpacked(take<std::uint16_t>(from));
  for (Sequence& sequence : c.sequences) {
    sequence.resize(take<std::uint16_t>(from));
    for (EventId& e : sequence) e = unpacked(take<std::uint16_t>(from));
  }
  for (EventSet& set : c.sets) take_words(from, set.words());
  for (Relation& relation : c.relations) take_words(from, relation.words());
  check(from == bytes.data() + bytes.size(), "a configuration has these bytes and no others");
}

}  // namespace thinair::machine
