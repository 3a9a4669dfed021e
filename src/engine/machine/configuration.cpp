#include "engine/machine/configuration.hpp"

#include <cstring>

#include "support/check.hpp"

namespace thinair::machine {

using op::Type;

Layout::Layout(const op::Machine& machine, const Structure& structure, std::size_t threads, std::size_t locations)
    : machine_(machine), structure_(structure) {
  for (const op::Variable& variable : machine.variables) {
    const std::size_t parts = variable.type.key == Type::Key::none ? 1 : variable.type.key == Type::Key::thread ? threads : locations;
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

template <class T>
void put(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class T>
T take(std::string_view& in) {
  T value;
  check(in.size() >= sizeof value, "a configuration has all of its bytes");
  std::memcpy(&value, in.data(), sizeof value);
  in.remove_prefix(sizeof value);
  return value;
}

void put_words(std::string& out, std::span<const relation::Word> words) {
  out.append(reinterpret_cast<const char*>(words.data()), words.size_bytes());
}

void take_words(std::string_view& in, std::span<relation::Word> words) {
  check(in.size() >= words.size_bytes(), "a configuration has all of its bytes");
  std::memcpy(words.data(), in.data(), words.size_bytes());
  in.remove_prefix(words.size_bytes());
}

// Events, threads and small numbers in two bytes.
std::uint16_t packed(std::uint32_t id) {
  check(id == kNone || id < UINT16_MAX, "ids and numbers of machines are small");
  return id == kNone ? UINT16_MAX : static_cast<std::uint16_t>(id);
}
std::uint32_t unpacked(std::uint16_t id) { return id == UINT16_MAX ? kNone : id; }

}  // namespace

void Layout::encode(const Configuration& c, const EventSet& recorded, std::string& out) const {
  out.clear();
  put_words(out, c.done.words());
  relation::for_each_bit(recorded.words(), [&](EventId e) {
    if (c.done.has(e)) put(out, c.read[e].value_or(0));
  });
  for (const std::uint32_t id : c.scalars) put(out, packed(id));
  for (const Sequence& sequence : c.sequences) {
    put(out, packed(static_cast<std::uint32_t>(sequence.size())));
    for (const EventId e : sequence) put(out, packed(e));
  }
  for (const EventSet& set : c.sets) put_words(out, set.words());
  for (const Relation& relation : c.relations) put_words(out, relation.words());
}

Configuration Layout::decode(std::string_view bytes, const EventSet& recorded) const {
  Configuration c = empty();
  take_words(bytes, c.done.words());
  relation::for_each_bit(recorded.words(), [&](EventId e) {
    if (c.done.has(e)) c.read[e] = take<program::Value>(bytes);
  });
  for (std::uint32_t& id : c.scalars) id = unpacked(take<std::uint16_t>(bytes));
  for (Sequence& sequence : c.sequences) {
    sequence.resize(unpacked(take<std::uint16_t>(bytes)));
    for (EventId& e : sequence) e = unpacked(take<std::uint16_t>(bytes));
  }
  for (EventSet& set : c.sets) take_words(bytes, set.words());
  for (Relation& relation : c.relations) take_words(bytes, relation.words());
  check(bytes.empty(), "a configuration has no other bytes");
  return c;
}

}  // namespace thinair::machine
