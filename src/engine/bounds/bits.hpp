// Bit matrices of n rows as plain words: the inner loops of propagation.
//
// kStride is the number of words per row when it is known at compile time (1: up to 64 events), 0 when it is not.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

#include "relation/matrix.hpp"
#include "relation/relation.hpp"
#include "support/budget.hpp"

namespace thinair::bounds {

using relation::Word;

inline constexpr std::size_t kBytesPerStep = 4096;  // of bit matrices that are written or read

template <int kStride>
struct Bits {
  std::size_t n;
  std::size_t stride;
  Budget* budget = nullptr;
  relation::Matrices* wide = nullptr;  // for rows of more than one word: where kStride is 0

  // Work on so many words of a long matrix; short ones are over before anybody could ask. False: give up, the result does not matter.
  bool spend(std::size_t words) const {
    if constexpr (kStride == 0) return !budget || budget->spend(1 + words * sizeof(Word) / kBytesPerStep);
    return true;
  }
  std::size_t width() const {
    if constexpr (kStride > 0)
      return static_cast<std::size_t>(kStride);
    else
      return stride;
  }
  static bool bit(const Word* row, std::size_t i) { return (row[i / 64] >> (i % 64) & 1) != 0; }
  static void set_bit(Word* row, std::size_t i) { row[i / 64] |= Word{1} << (i % 64); }
  Word* row(Word* m, std::size_t i) const { return m + i * width(); }
  const Word* row(const Word* m, std::size_t i) const { return m + i * width(); }
  bool meets(const Word* a, const Word* b) const {
    for (std::size_t w = 0; w < width(); ++w)
      if (a[w] & b[w]) return true;
    return false;
  }
  void join_into(Word* out, const Word* in) const {
    for (std::size_t w = 0; w < width(); ++w) out[w] |= in[w];
  }
  template <class F>
  void each(const Word* r, F&& f) const {
    for (std::size_t w = 0; w < width(); ++w)
      for (Word rest = r[w]; rest != 0; rest &= rest - 1) f(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
  }

  auto spender() const {
    return [this](std::size_t words) { return spend(words); };
  }
  void compose(Word* out, const Word* a, const Word* b) const {
    if constexpr (kStride == 0) return wide->compose(out, a, b, spender());
    std::memset(out, 0, n * width() * sizeof(Word));
    for (std::size_t x = 0; x < n; ++x) {
      Word* o = row(out, x);
      each(row(a, x), [&](std::size_t y) { join_into(o, row(b, y)); });
    }
  }
  void close(Word* m) const {
    if constexpr (kStride == 0) return wide->close(m, spender());
    for (std::size_t k = 0; k < n; ++k) {
      const Word* via = row(m, k);
      for (std::size_t x = 0; x < n; ++x)
        if (bit(row(m, x), k)) join_into(row(m, x), via);
    }
  }
  void transpose(Word* out, const Word* a) const {
    if constexpr (kStride == 0) return wide->transpose(out, a);
    std::memset(out, 0, n * width() * sizeof(Word));
    for (std::size_t x = 0; x < n; ++x) each(row(a, x), [&](std::size_t y) { set_bit(row(out, y), x); });
  }
  // `scratch` is a matrix.
  bool acyclic(const Word* m, Word* scratch) const {
    if constexpr (kStride == 0) return wide->acyclic(m);
    std::copy(m, m + n * width(), scratch);
    close(scratch);
    return !reflexive_somewhere(scratch);
  }
  bool reflexive_somewhere(const Word* m) const {
    for (std::size_t x = 0; x < n; ++x)
      if (bit(row(m, x), x)) return true;
    return false;
  }
};

}  // namespace thinair::bounds
