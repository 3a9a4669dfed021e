// Algorithms on bit matrices of many rows, as plain words: row x is `stride` words, and bits from n on are zero.
//
//   costs   transposing n^2 / 64 words; looking for a cycle as much; closing and composing one joined row (n / 64 words) for each pair of
//           which no earlier one tells: few for each row where rows contain each other, as those of program order and of what follows it do
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "relation/words.hpp"

namespace thinair::relation {

class Matrices {
 public:
  // `proceed` (may be empty) is told of words that are about to be worked on; false: give up, the result does not matter.
  using Proceed = std::function<bool(std::size_t words)>;
  Matrices(std::size_t n, std::size_t stride) : n_(n), stride_(stride) {}

  void transpose(Word* out, const Word* in) const;

  // No vertex reaches itself.
  bool acyclic(const Word* m);

  // The transitive closure, in place.
  void close(Word* m, const Proceed& proceed = {});

  // out = a ; b. Bits of b from n on may be set and pass to the result.
  void compose(Word* out, const Word* a, const Word* b, const Proceed& proceed = {});

 private:
  bool sinks_first(const Word* m);
  void components(const Word* m);
  void joined(const Word* m, std::size_t x, const Word* except);
  void compose_row(Word* out, const Word* a, const Word* b, std::size_t x, const Word* have_row, const Word* have);

  std::size_t n_, stride_;
  // Scratch, kept between calls.
  std::vector<std::uint32_t> order_;  // vertices, each after all that it leads to (by component, if there are cycles)
  std::vector<std::uint32_t> ends_;   // of components in order_; empty where each vertex is one by itself
  std::vector<std::uint32_t> place_;  // by vertex: where in order_
  std::vector<std::uint32_t> stack_, at_, counts_;
  std::vector<std::uint8_t> done_;
  std::vector<Word> white_, grey_, sum_, turned_;
};

}  // namespace thinair::relation
