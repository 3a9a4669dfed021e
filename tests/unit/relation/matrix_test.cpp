// Closing, composing, transposing and looking for cycles where rows are several words and contain each other, as those of long threads do:
// each against loops over all events.
#include "relation/matrix.hpp"

#include <gtest/gtest.h>

#include <string>

#include "ask/generate/rng.hpp"
#include "relation/relation.hpp"

namespace thinair::relation {
namespace {

struct Shape {
  std::string name;
  std::size_t events;
  std::size_t threads;  // events take turns: thread t has those that are t modulo the number of threads
  bool backwards;       // a later number comes earlier
  std::size_t extra;    // random pairs, which may close cycles
};

Relation shaped(const Shape& shape, unsigned seed) {
  generate::Rng rng(seed);
  Relation r(shape.events);
  for (std::size_t a = 0; a < shape.events; ++a)
    for (std::size_t b = a + shape.threads; b < shape.events; b += shape.threads) r.add(shape.backwards ? b : a, shape.backwards ? a : b);
  for (std::size_t i = 0; i < shape.extra; ++i)
    r.add(rng.below(static_cast<unsigned>(shape.events)), rng.below(static_cast<unsigned>(shape.events)));
  return r;
}

class LongThreads : public ::testing::TestWithParam<Shape> {};

TEST_P(LongThreads, ClosingIsWarshalls) {
  const Relation r = shaped(GetParam(), 1);
  Relation expected = r;
  for (std::size_t k = 0; k < r.size(); ++k)
    for (std::size_t a = 0; a < r.size(); ++a)
      for (std::size_t b = 0; b < r.size() && expected.has(a, k); ++b)
        if (expected.has(k, b)) expected.add(a, b);
  EXPECT_EQ(r.transitive_closure(), expected);
  EXPECT_EQ(r.acyclic(), expected.irreflexive());
}

TEST_P(LongThreads, ComposingAndTransposingAreTheirDefinitions) {
  const Relation r = shaped(GetParam(), 2), s = shaped(GetParam(), 3);
  Relation composed(r.size()), turned(r.size());
  for (std::size_t a = 0; a < r.size(); ++a)
    for (std::size_t b = 0; b < r.size(); ++b) {
      if (!r.has(a, b)) continue;
      turned.add(b, a);
      for (std::size_t c = 0; c < r.size(); ++c)
        if (s.has(b, c)) composed.add(a, c);
    }
  EXPECT_EQ(r.compose(s), composed);
  EXPECT_EQ(r.inverse(), turned);
}

// What is told to have been worked on: a join or two for each row, not one for each pair.
TEST(LongThreadsCost, ProgramOrderCostsAFewRowsForEachRow) {
  const std::size_t n = 640, stride = words_for(n);
  const Relation po = shaped({"", n, 2, false, 0}, 1);
  std::size_t words = 0;
  Relation out(n);
  Matrices(n, stride).compose(out.words().data(), po.words().data(), po.words().data(), [&](std::size_t more) {
    words += more;
    return true;
  });
  EXPECT_LT(words, 16 * n * stride);
  EXPECT_GT(po.count() * stride, 100 * n * stride);
}

TEST(LongThreadsCost, GivesUpWhenTold) {
  Relation po = shaped({"", 130, 1, false, 0}, 1);
  std::size_t asked = 0;
  const auto no = [&](std::size_t) { return ++asked < 3; };
  Relation out(130);
  Matrices(130, po.stride()).compose(out.words().data(), po.words().data(), po.words().data(), no);
  EXPECT_EQ(asked, 3u);
  asked = 0;
  Matrices(130, po.stride()).close(po.words().data(), no);
  EXPECT_EQ(asked, 3u);
}

INSTANTIATE_TEST_SUITE_P(Shapes, LongThreads,
                         ::testing::Values(Shape{"one", 130, 1, false, 0}, Shape{"backwards", 130, 1, true, 0},
                                           Shape{"two", 150, 2, false, 0}, Shape{"three", 129, 3, true, 0},
                                           Shape{"seven", 200, 7, false, 0}, Shape{"some", 128, 2, false, 6},
                                           Shape{"cyclic", 140, 3, true, 40}, Shape{"sparse", 130, 130, false, 60},
                                           Shape{"dense", 129, 129, false, 5000}),
                         [](const auto& shape) { return shape.param.name; });

}  // namespace
}  // namespace thinair::relation
