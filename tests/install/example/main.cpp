#include <cstdio>
#include <thinair/thinair.hpp>

// May both threads miss the other one's write? Under sequential consistency, and by the rules of Java.
int main() {
  try {
    const auto test = thinair::Test::from_text(R"(Java SB
{ x=0; y=0; }
Thread0 {
  X.set(1);
  int r1 = Y.get();
}
Thread1 {
  Y.set(1);
  int r2 = X.get();
}
exists (0:r1=0 /\ 1:r2=0)
)");
    for (const char* name : {"sc", "jls04"}) {
      const auto model = thinair::Model::shipped(name);  // read once, for any number of tests
      thinair::Problem problem(test, model);
      const thinair::Answer answer = problem.outcomes({.seconds = 10});
      std::printf("%s under %s:\n", test.name().c_str(), name);
      for (const thinair::State& state : answer.states) std::printf("  %s\n", state.text().c_str());
      if (!answer.complete) std::printf("  and perhaps more: %s\n", answer.limit.text.c_str());
      if (problem.check(0).verdict != thinair::Verdict::forbidden) continue;
      std::fputs(problem.explain("0:r1=0 /\\ 1:r2=0").text.c_str(), stdout);
    }
  } catch (const thinair::Error& error) {  // what is wrong with a test or a model, with its places
    std::fputs(error.what(), stderr);
    return 1;
  }
}
