// The litmus front end on any bytes: printing a test and reading it back changes nothing, and lowering never breaks.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "read/litmus/parser.hpp"
#include "read/lower.hpp"

using namespace thinair;

namespace {

// Not check(): a fuzzer keeps the input only of a target that aborts.
void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_litmus: broken: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Sources sources;
  const std::uint32_t file = sources.add("fuzz.litmus", std::string(reinterpret_cast<const char*>(data), size));
  const Result<litmus::Test> tree = litmus::parse(sources, file);
  if (!tree) {
    require(!to_text(sources, tree.error()).empty(), "a rejected file has a message");
    return 0;
  }
  const std::string printed = litmus::to_text(*tree);
  const std::uint32_t again = sources.add("fuzz.litmus", printed);
  const Result<litmus::Test> second = litmus::parse(sources, again);
  require(second.has_value(), "a printed test can be read back");
  require(litmus::to_text(*second) == printed, "printing and reading back changes nothing");

  Diagnostics warnings;
  const Result<program::Test> first_test = read::lower(sources, *tree, &warnings);
  const Result<program::Test> second_test = read::lower(sources, *second, nullptr);
  require(first_test.has_value() == second_test.has_value(), "the same mistakes are found in the printed test");
  require(!to_text(sources, warnings).empty() || warnings.empty(), "a warning has a message");
  if (first_test)
    require(program::to_text(first_test->program) == program::to_text(second_test->program), "the printed test means the same program");
  return 0;
}
