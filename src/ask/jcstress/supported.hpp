// Tests that jcstress cannot run.
#pragma once

#include <optional>
#include <vector>

#include "problem/problem.hpp"
#include "read/litmus/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::jcstress {

// Why no jcstress test can be written for this test; none if one can.
std::optional<Diagnostic> unsupported(const litmus::Test& tree, const program::Test& test);

// Why a run of the test might never end: a thread waits forever, in an interleaving or because nothing makes it see what others write, or a
// loop goes on beyond its bound. jcstress has no limit for the time of a single sample, so one such sample hangs it.
class Endless {
 public:
  Endless();
  std::optional<Diagnostic> operator()(const program::Test& test, Budget& budget) const;

 private:
  std::vector<problem::Model> models_;  // interleavings first
};

}  // namespace thinair::jcstress
