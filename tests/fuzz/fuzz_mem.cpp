// Any bytes as a multi-execution model: no crash, no hang, and printing is parsing's inverse.
//
// The bytes are also loaded, with shipped files only, and resolved.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "language/mem/load.hpp"
#include "language/mem/parser.hpp"
#include "language/mem/print.hpp"
#include "language/mem/resolve.hpp"

using namespace thinair;

namespace {

// Not check(): the fuzzer keeps an input that aborts, and loses one that exits.
void require(bool ok, const char* what) {
  if (ok) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Sources sources;
  const std::uint32_t file = sources.add("fuzz.mem", std::string(reinterpret_cast<const char*>(data), size));
  const auto model = mem::parse(sources, file);
  if (!model) {
    require(!to_text(sources, model.error()).empty(), "a rejected model has a message");
    return 0;
  }
  const std::string printed = mem::to_text(*model);
  const std::uint32_t second = sources.add("fuzz.mem", printed);
  const auto again = mem::parse(sources, second);
  require(again.has_value(), "a printed model must parse");
  require(mem::to_text(*again) == printed, "printing a model must not change it");

  const cat::LoadOptions shipped_only{.include_path = {}, .read_files = false};
  const auto loaded = mem::load_text(sources, file, shipped_only);
  const auto reloaded = mem::load_text(sources, second, shipped_only);
  require(loaded.has_value() == reloaded.has_value(), "the printed model loads if the model does");
  if (!loaded) {
    require(!to_text(sources, loaded.error()).empty(), "a rejected model has a message");
    return 0;
  }
  const Diagnostics mistakes = mem::resolve(*loaded, {"V", "O", "LL"});
  to_text(sources, mistakes);
  require(mistakes.empty() == mem::resolve(*reloaded, {"V", "O", "LL"}).empty(), "the same models are accepted");
  return 0;
}
