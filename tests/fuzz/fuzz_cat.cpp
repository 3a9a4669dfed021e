// Any bytes as a model: no crash, no hang, and printing is parsing's inverse.
//
// The bytes are also loaded with the library before them and resolved, which interprets the whole model on kinds.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "language/cat/load.hpp"
#include "language/cat/parser.hpp"
#include "language/cat/print.hpp"
#include "language/cat/resolve.hpp"

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
  const std::uint32_t file = sources.add("fuzz.cat", std::string(reinterpret_cast<const char*>(data), size));
  const auto model = cat::parse(sources, file);
  if (!model) {
    require(!model.error().empty(), "a rejected model has an error");
    to_text(sources, model.error());
    return 0;
  }
  const std::string printed = cat::to_text(*model);
  const auto again = cat::parse(sources, sources.add("printed.cat", printed));
  require(again.has_value(), "a printed model must parse");
  require(cat::to_text(*again) == printed, "printing a model must not change it");

  const auto loaded = cat::load_text(sources, file, {.include_path = {}, .read_files = false});
  if (!loaded) {
    to_text(sources, loaded.error());
    return 0;
  }
  to_text(sources, cat::resolve(*loaded, {"V", "O", "LL"}, {.variants = {"on"}}));
  return 0;
}
