// Closing: vertices are gone through from the sinks on (depth-first search; Kosaraju's components where there are cycles), so what a vertex
// leads to is closed before it. A successor that an earlier one leads to adds nothing and is passed over: only pairs of the transitive
// reduction cost a join (after Purdom, "A transitive closure algorithm", BIT 1970), if near successors come first.
//
// Composing: where row x of the left side contains another row whose result is known, only the difference is joined.
#include "relation/matrix.hpp"

#include <algorithm>
#include <bit>

namespace thinair::relation {
namespace {

constexpr std::size_t kFewBits = 8;     // a row of so few is joined bit by bit
constexpr std::size_t kNeighbours = 4;  // rows before and after that are looked at for a known result

std::size_t lowest(Word word) { return static_cast<std::size_t>(std::countr_zero(word)); }
std::size_t highest(Word word) { return 63 - static_cast<std::size_t>(std::countl_zero(word)); }
Word bit_of(std::size_t i) { return Word{1} << (i % 64); }
bool has(const Word* row, std::size_t i) { return (row[i / 64] >> (i % 64) & 1) != 0; }

// Rows become columns: halves, quarters and so on change places.
void transpose_block(Word* block) {
  Word mask = 0x00000000FFFFFFFF;
  for (std::size_t half = 32; half != 0; half >>= 1, mask ^= mask << half)
    for (std::size_t i = 0; i < 64; i = ((i | half) + 1) & ~half) {
      const Word swapped = ((block[i] >> half) ^ block[i | half]) & mask;
      block[i] ^= swapped << half;
      block[i | half] ^= swapped;
    }
}

}  // namespace

void Matrices::transpose(Word* out, const Word* in) const {
  Word block[64];
  for (std::size_t from = 0; from < n_; from += 64)
    for (std::size_t to = 0; to < n_; to += 64) {
      const std::size_t rows = std::min<std::size_t>(64, n_ - from), columns = std::min<std::size_t>(64, n_ - to);
      Word any = 0;
      for (std::size_t i = 0; i < rows; ++i) any |= block[i] = in[(from + i) * stride_ + to / 64];
      if (any) {
        std::fill(block + rows, block + 64, Word{0});
        transpose_block(block);
        for (std::size_t i = 0; i < columns; ++i) out[(to + i) * stride_ + from / 64] = block[i];
      } else {
        for (std::size_t i = 0; i < columns; ++i) out[(to + i) * stride_ + from / 64] = 0;
      }
    }
}

// Fills order_; false if some vertex reaches itself.
bool Matrices::sinks_first(const Word* m) {
  order_.clear();
  ends_.clear();
  stack_.clear();
  at_.assign(n_, 0);
  white_.assign(stride_, ~Word{0});
  grey_.assign(stride_, 0);
  const auto enter = [&](std::size_t x) {
    stack_.push_back(static_cast<std::uint32_t>(x));
    white_[x / 64] &= ~bit_of(x);
    grey_[x / 64] |= bit_of(x);
    const Word* row = m + x * stride_;
    for (std::size_t w = 0; w < stride_; ++w)
      if (row[w] & grey_[w]) return false;
    return true;
  };
  for (std::size_t root = 0; root < n_; ++root) {
    if (!has(white_.data(), root)) continue;
    if (!enter(root)) return false;
    while (!stack_.empty()) {
      const std::size_t x = stack_.back();
      const Word* row = m + x * stride_;
      std::uint32_t& w = at_[x];
      while (w < stride_ && (row[w] & white_[w]) == 0) ++w;
      if (w < stride_) {
        if (!enter(w * 64 + lowest(row[w] & white_[w]))) return false;
        continue;
      }
      grey_[x / 64] &= ~bit_of(x);
      order_.push_back(static_cast<std::uint32_t>(x));
      stack_.pop_back();
    }
  }
  return true;
}

bool Matrices::acyclic(const Word* m) { return sinks_first(m); }

// Fills order_ and ends_: components, those first that lead to no other.
void Matrices::components(const Word* m) {
  turned_.resize(n_ * stride_);
  transpose(turned_.data(), m);
  std::vector<std::uint32_t> finished;
  finished.reserve(n_);
  order_.clear();
  ends_.clear();
  const auto search = [&](const Word* in, std::size_t root, std::vector<std::uint32_t>& out) {
    stack_.assign(1, static_cast<std::uint32_t>(root));
    white_[root / 64] &= ~bit_of(root);
    while (!stack_.empty()) {
      const std::size_t x = stack_.back();
      const Word* row = in + x * stride_;
      std::uint32_t& w = at_[x];
      while (w < stride_ && (row[w] & white_[w]) == 0) ++w;
      if (w < stride_) {
        const std::size_t y = w * 64 + lowest(row[w] & white_[w]);
        white_[y / 64] &= ~bit_of(y);
        stack_.push_back(static_cast<std::uint32_t>(y));
        continue;
      }
      out.push_back(static_cast<std::uint32_t>(x));
      stack_.pop_back();
    }
  };
  const auto begin = [&] {
    at_.assign(n_, 0);
    white_.assign(stride_, ~Word{0});
  };
  begin();
  for (std::size_t x = 0; x < n_; ++x)
    if (has(white_.data(), x)) search(turned_.data(), x, finished);
  begin();
  for (auto x = finished.rbegin(); x != finished.rend(); ++x)
    if (has(white_.data(), *x)) {
      search(m, *x, order_);
      ends_.push_back(static_cast<std::uint32_t>(order_.size()));
    }
}

// sum_ |= successors of x and what these (closed already) lead to; those in `except` are left alone. Near ones first: from the end of the
// row that stands later in order_.
void Matrices::joined(const Word* m, std::size_t x, const Word* except) {
  const Word* row = m + x * stride_;
  const auto left = [&](std::size_t w) { return row[w] & ~sum_[w] & (except ? ~except[w] : ~Word{0}); };
  const auto join = [&](std::size_t y) {
    const Word* more = m + y * stride_;
    for (std::size_t w = 0; w < stride_; ++w) sum_[w] |= more[w];
    sum_[y / 64] |= bit_of(y);
  };
  std::size_t first = 0, last = stride_;
  while (first < last && left(first) == 0) ++first;
  while (first < last && left(last - 1) == 0) --last;
  if (first == last) return;
  if (place_[first * 64 + lowest(left(first))] > place_[(last - 1) * 64 + highest(left(last - 1))]) {
    for (std::size_t w = first; w < last; ++w)
      for (Word rest = left(w); rest != 0; rest = left(w)) join(w * 64 + lowest(rest));
  } else {
    for (std::size_t w = last; w-- > first;)
      for (Word rest = left(w); rest != 0; rest = left(w)) join(w * 64 + highest(rest));
  }
}

void Matrices::close(Word* m, const Proceed& proceed) {
  if (!sinks_first(m)) components(m);
  place_.resize(n_);
  for (std::size_t i = 0; i < n_; ++i) place_[order_[i]] = static_cast<std::uint32_t>(i);
  if (ends_.empty()) {
    for (const std::uint32_t x : order_) {
      if (proceed && !proceed(8 * stride_)) return;
      sum_.assign(stride_, 0);
      joined(m, x, nullptr);
      std::ranges::copy(sum_, m + x * stride_);
    }
    return;
  }
  std::size_t begin = 0;
  for (const std::uint32_t end : ends_) {
    if (proceed && !proceed(8 * stride_ * (end - begin))) return;
    grey_.assign(stride_, 0);  // the component
    for (std::size_t i = begin; i < end; ++i) grey_[order_[i] / 64] |= bit_of(order_[i]);
    sum_.assign(stride_, 0);
    for (std::size_t i = begin; i < end; ++i) joined(m, order_[i], grey_.data());
    if (end - begin > 1 || has(m + order_[begin] * stride_, order_[begin]))
      for (std::size_t w = 0; w < stride_; ++w) sum_[w] |= grey_[w];
    for (; begin < end; ++begin) std::ranges::copy(sum_, m + order_[begin] * stride_);
  }
}

// Of `have`, if given, it is known that it is the result for the row `have_row`, which row x contains.
void Matrices::compose_row(Word* out, const Word* a, const Word* b, std::size_t x, const Word* have_row, const Word* have) {
  Word* o = out + x * stride_;
  if (have)
    std::copy(have, have + stride_, o);
  else
    std::fill(o, o + stride_, Word{0});
  for (std::size_t w = 0; w < stride_; ++w)
    for (Word rest = a[x * stride_ + w] & (have_row ? ~have_row[w] : ~Word{0}); rest != 0; rest &= rest - 1) {
      const Word* more = b + (w * 64 + lowest(rest)) * stride_;
      for (std::size_t i = 0; i < stride_; ++i) o[i] |= more[i];
    }
}

void Matrices::compose(Word* out, const Word* a, const Word* b, const Proceed& proceed) {
  counts_.resize(n_);
  done_.assign(n_, 0);
  for (std::size_t x = 0; x < n_; ++x) {
    std::size_t bits = 0;
    for (std::size_t w = 0; w < stride_; ++w) bits += static_cast<std::size_t>(std::popcount(a[x * stride_ + w]));
    counts_[x] = static_cast<std::uint32_t>(bits);
  }
  const auto within = [&](std::size_t y, std::size_t x) {
    for (std::size_t w = 0; w < stride_; ++w)
      if (a[y * stride_ + w] & ~a[x * stride_ + w]) return false;
    return true;
  };
  // The row next to x, on either side, whose known result is at least half of what x wants.
  const auto make = [&](std::size_t x, bool anyhow) {
    std::size_t best = n_, most = counts_[x] / 2;
    if (counts_[x] > kFewBits)
      for (std::size_t d = 1; d <= kNeighbours; ++d)
        for (const std::size_t y : {x + d, x - d})  // below zero is beyond n_, too
          if (y < n_ && done_[y] && counts_[y] > most && counts_[y] <= counts_[x] && within(y, x)) {
            best = y;
            most = counts_[y];
          }
    if (best == n_ && counts_[x] > kFewBits && !anyhow) return true;
    done_[x] = 1;
    if (proceed && !proceed(stride_ * (2 + counts_[x] - (best == n_ ? 0 : most)))) return false;
    compose_row(out, a, b, x, best == n_ ? nullptr : a + best * stride_, best == n_ ? nullptr : out + best * stride_);
    return true;
  };
  for (std::size_t x = n_; x-- > 0;)
    if (!make(x, false)) return;
  for (std::size_t x = 0; x < n_; ++x)
    if (!done_[x] && !make(x, true)) return;
}

}  // namespace thinair::relation
