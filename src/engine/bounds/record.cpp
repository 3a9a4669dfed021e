#include "engine/bounds/record.hpp"

#include <bit>

#include "support/check.hpp"

namespace thinair::bounds {

Record::Record(const Layout& layout) : layout_(layout), head_(layout.total, kNone), lower_(layout.total, false) {
  check(layout.total <= UINT32_MAX / 64, "bits of a state can be numbered");
  for (const NodeId id : layout.open)
    for (std::size_t i = 0; i < layout.length(id); ++i) lower_[layout.offset[id] + i] = true;
}

NodeId Record::node_of(std::uint32_t word) const {
  const auto after = std::ranges::upper_bound(layout_.open, word, {}, [this](NodeId id) { return layout_.offset[id]; });
  return *(after - 1);
}

Literal Record::negation(Literal literal) const {
  const std::size_t length = 64 * layout_.length(node_of(literal / 64));
  return static_cast<Literal>(lower_[literal / 64] ? literal + length : literal - length);
}

void Record::narrow_word(Word* bounds, std::size_t word, Word bits, std::uint32_t begin) {
  bounds[word] ^= bits;
  log_.push_back({static_cast<std::uint32_t>(word), begin, head_[word], subject_, bits, by_});
  head_[word] = static_cast<std::uint32_t>(log_.size() - 1);
}

bool Record::narrow(State& s, NodeId id, const Word* must, const Word* may) {
  const std::size_t length = layout_.length(id);
  const auto contradicts = [&](Conflict::Kind kind, std::size_t word, Word bits, bool in) {
    const auto bit = static_cast<std::size_t>(std::countr_zero(bits));
    conflict = {kind, id, word / layout_.stride, word % layout_.stride * 64 + bit, in, by_, subject_};
    return false;
  };
  if (layout_.is_constant(id)) {
    const Word* c = layout_.constant_words[id].data();
    for (std::size_t i = 0; i < length; ++i) {
      if (must && (must[i] & ~c[i])) return contradicts(Conflict::Kind::constant, i, must[i] & ~c[i], true);
      if (may && (c[i] & ~may[i])) return contradicts(Conflict::Kind::constant, i, c[i] & ~may[i], false);
    }
    return true;
  }
  const std::size_t low = layout_.offset[id], high = low + length;
  const auto begin = static_cast<std::uint32_t>(log_.size());
  Word* bounds = s.bounds();
  std::uint8_t which = 0;
  for (std::size_t i = 0; i < length; ++i) {
    const Word more = must ? must[i] & ~bounds[low + i] : 0;
    const Word fewer = may ? bounds[high + i] & ~may[i] : 0;
    if (more) narrow_word(bounds, low + i, more, begin), which |= kLower;
    if (fewer) narrow_word(bounds, high + i, fewer, begin), which |= kUpper;
    if (const Word crossed = bounds[low + i] & ~bounds[high + i]) return contradicts(Conflict::Kind::crossed, i, crossed, more != 0);
  }
  if (which) layout_.changed(s, id, which);
  return true;
}

bool Record::narrow(State& s, Literal literal, By by, std::uint32_t subject) {
  now(by, subject);
  if (holds(s, literal)) return true;
  const bool in = lower_[literal / 64];
  const NodeId id = node_of(literal / 64);
  const auto begin = static_cast<std::uint32_t>(log_.size());
  narrow_word(s.bounds(), literal / 64, Word{1} << (literal % 64), begin);
  if (holds(s, negation(literal))) {
    const std::size_t word = literal / 64 - layout_.offset[id] - (in ? 0 : layout_.length(id));
    conflict = {Conflict::Kind::crossed, id, word / layout_.stride, word % layout_.stride * 64 + literal % 64, in, by_, subject_};
    return false;
  }
  layout_.changed(s, id, in ? kLower : kUpper);
  return true;
}

void Record::undo(State& s, std::size_t size) {
  for (; log_.size() > size; log_.pop_back()) {
    const Entry& entry = log_.back();
    s.bounds()[entry.word] ^= entry.bits;
    head_[entry.word] = entry.prev;
  }
}

}  // namespace thinair::bounds
