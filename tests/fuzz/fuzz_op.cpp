// Any bytes as a machine: no crash, no hang, a message for what is rejected; what is accepted runs on a small test within its steps.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "language/op/load.hpp"
#include "problem/problem.hpp"
#include "read/lower.hpp"

using namespace thinair;

namespace {

// Not check(): the fuzzer keeps an input that aborts, and loses one that exits.
void require(bool ok, const char* what) {
  if (ok) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

constexpr std::string_view kTest =
    "Java T\n{ x=0; volatile y=0; }\nThread0 { x = 1; int r1 = y; }\nThread1 { y = 1; int r2 = x; }\nexists (0:r1=0)\n";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Sources sources;
  const std::uint32_t file = sources.add("fuzz.op", std::string(reinterpret_cast<const char*>(data), size));
  auto loaded = op::load_text(sources, file, {.include_path = {}, .read_files = false});
  if (!loaded) {
    require(!to_text(sources, loaded.error()).empty(), "a rejected machine has a message");
    return 0;
  }
  const auto test = read::read_test(sources, sources.add("t.litmus", std::string(kTest)), nullptr);
  require(test.has_value(), "the test is right");
  const auto model = problem::Model::of("fuzz.op", std::move(*loaded));
  auto problem = problem::Problem::make(*test, model);
  if (!problem) {
    require(!to_text(sources, problem.error()).empty(), "a machine that does not fit has a message");
    return 0;
  }
  Budget budget(std::nullopt, std::nullopt, 20'000, nullptr);
  const auto answer = problem->outcomes(budget);
  if (!answer) require(!to_text(sources, answer.error()).empty(), "a machine that goes wrong has a message");
  return 0;
}
