// Does compiled code stay within the model?
//
//   takes   a Java test with its model, a scheme, and the model of its target
//   gives   pass; or the outcomes of the compiled test that the source's model does not allow, with an execution of the target and the
//           reason why the source's model excludes the first
//   does not prove anything about other tests
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answer/explanation.hpp"
#include "ask/compile/compile.hpp"
#include "support/budget.hpp"

namespace thinair::problem {
class Model;
struct ConfiguredModel;
}  // namespace thinair::problem

namespace thinair::conform {

struct Breach {
  answer::State state;                 // in the registers of the source
  std::optional<std::size_t> outcome;  // of the compiled test, by number in `answer`; none if herd found it
};

struct Conformance {
  enum class Verdict { passes, fails, unknown } verdict = Verdict::unknown;
  std::string limit;       // if unknown: which one
  program::Test target;    // the compiled test
  answer::Answer answer;   // its outcomes under the target's model; empty if herd was asked
  std::size_t states = 0;  // of the compiled test, in the registers of the source
  std::vector<Breach> breaches;
  program::Prop first;                     // the first breach as a proposition about the source
  std::optional<answer::Explanation> why;  // the source's model about it
};

struct Target {
  compile::Compilers compilers;
  const problem::Model* model = nullptr;  // null: ask herd7
};

// How compiled tests are judged.
struct Asking {
  Budget budget;
  bool verify = false;                      // have witnesses confirmed
  const std::atomic<bool>* stop = nullptr;  // ends herd7, once set
};

struct Request {
  const program::Test* source = nullptr;
  std::vector<const problem::ConfiguredModel*> models;  // of the source, one or more
  std::vector<Target> targets;
  std::function<Budget()> budget;           // for each test and model
  const std::atomic<bool>* stop = nullptr;  // ends herd7, once set
};

// The compiled test, read back from its own text. `sources` gets that text.
struct CompiledTest {
  compile::Compiled compiled;
  program::Test test;
};
Result<CompiledTest> compile_test(const program::Test& source, const compile::Compilers& compilers, compile::Reader reader,
                                  Sources& sources);

// What the compiled test can end in, in the registers of the source.
struct CompiledStates {
  std::vector<answer::State> states;  // sorted
  Limit limit;                        // if one was reached, there may be more
};
Result<CompiledStates> compiled_states(const program::Test& source, const Target& target, const Asking& asking, Sources& sources);

// By source, then by target. Each compiled test is judged once, and each source's model is asked once, about what any of them shows.
Result<std::vector<std::vector<Conformance>>> conform(const Request& request, Sources& sources);

// A state of the compiled test as one of the source; the inverse of the mapping of registers.
answer::State mapped_back(const program::Test& source, const CompiledTest& compiled, const answer::State& state);

}  // namespace thinair::conform
