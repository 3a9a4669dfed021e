// Exit codes are part of the interface; scripts depend on them.
#pragma once

namespace thinair::cli {

enum class Exit {
  as_expected = 0,
  not_as_expected = 1,  // a clause is not met, a verdict is not as expected, or models differ that were expected to agree
  usage = 2,
  input = 3,    // a test or model was rejected, or a file could not be read or written
  unknown = 4,  // a limit was reached
};
inline constexpr int kInternalError = 70;  // a fault of thinair itself

// Of several tests the worst counts: rejected input, then unknown, then not as expected.
inline Exit worst(Exit a, Exit b) {
  const auto rank = [](Exit e) {
    switch (e) {
      case Exit::as_expected: return 0;
      case Exit::not_as_expected: return 1;
      case Exit::unknown: return 2;
      case Exit::input: return 3;
      case Exit::usage: return 4;
    }
    return 4;
  };
  return rank(a) >= rank(b) ? a : b;
}

}  // namespace thinair::cli
