#include "ask/notes/looks_at.hpp"

#include <gtest/gtest.h>

#include "language/cat/load.hpp"
#include "read/java/sets.hpp"

namespace thinair::notes {
namespace {

using namespace read::java;

constexpr EventKind kRead{true, false, false, 0};
constexpr EventKind kWrite{false, true, false, 0};
constexpr EventKind kFence{false, false, true, 0};

EventKind in(EventKind kind, program::SetMask sets) {
  kind.sets = sets;
  return kind;
}

bool sees(const std::string& text, const EventKind& kind) {
  Sources sources;
  auto model = cat::load_text(sources, sources.add("m.cat", text), {});
  EXPECT_TRUE(model) << to_text(sources, model.error());
  return looks_at(problem::Model::of("m.cat", std::move(*model)), set_names(), kind);
}

TEST(LooksAt, a_set_that_a_check_uses) {
  EXPECT_TRUE(sees("acyclic [V] ; po", in(kWrite, kVolatile)));
  EXPECT_FALSE(sees("acyclic [V] ; po", in(kWrite, kRelease)));
  EXPECT_FALSE(sees("acyclic po", in(kWrite, kVolatile)));
}

TEST(LooksAt, definitions_that_nothing_uses_do_not_count) {
  EXPECT_FALSE(sees("let s = V let r = [s] ; po acyclic po", in(kWrite, kVolatile)));
  EXPECT_TRUE(sees("let s = V let r = [s] ; po acyclic r", in(kWrite, kVolatile)));
  EXPECT_FALSE(sees("flag ~empty [V] as seen acyclic po", in(kWrite, kVolatile)));
}

TEST(LooksAt, kinds_of_events_cut_sets) {
  EXPECT_TRUE(sees("acyclic [V & W] ; po", in(kWrite, kVolatile)));
  EXPECT_FALSE(sees("acyclic [V & W] ; po", in(kRead, kVolatile)));
  EXPECT_FALSE(sees("acyclic [V & (R | W)] ; po", in(kFence, kVolatile | kFullFence)));
  EXPECT_TRUE(sees("acyclic [V & F] ; po", in(kFence, kVolatile | kFullFence)));
  EXPECT_FALSE(sees("acyclic [V | W] ; po", in(kWrite, kVolatile)));
  EXPECT_FALSE(sees("acyclic [V \\ F] ; po", in(kFence, kVolatile | kFullFence)));
  EXPECT_TRUE(sees("acyclic [~V] ; po", in(kWrite, kVolatile)));
}

TEST(LooksAt, through_functions_orders_and_names_that_hide_others) {
  EXPECT_TRUE(sees("let f(s) = po ; [s] ; po acyclic f(REL)", in(kWrite, kRelease)));
  EXPECT_TRUE(sees("with to from linearisations(O, 0) acyclic to", in(kRead, kOpaque)));
  EXPECT_TRUE(sees("let SS = try SS with {} acyclic po ; [SS] ; po", in(kFence, kRelease | kStoreStore)));
  EXPECT_FALSE(sees("let V = W acyclic [V] ; po", in(kWrite, kVolatile)));
  EXPECT_TRUE(sees("let rec a = po | b and b = c ; c and c = d | po and d = [ACQ] ; po acyclic a", in(kRead, kAcquire)));
  EXPECT_TRUE(sees("procedure p(r) = acyclic r end call p([O] ; po)", in(kRead, kOpaque)));
  EXPECT_FALSE(sees("procedure p(r) = acyclic r end call p(po)", in(kRead, kOpaque)));
  EXPECT_TRUE(sees("let rec a = po | b ; a and b = [ACQ] ; po acyclic a", in(kRead, kAcquire)));
}

}  // namespace
}  // namespace thinair::notes
