// Class files and jars of any bytes: reading never breaks, and neither does lowering what was read.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "read/bytecode/lower.hpp"
#include "read/classfile/archive.hpp"

using namespace thinair;

namespace {

// Not check(): a fuzzer keeps the input only of a target that aborts.
void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_class: broken: %s\n", what);
  std::abort();
}

void lower(const std::string& bytes) {
  const auto file = read::classfile::read_class(bytes);
  if (!file) {
    require(!file.error().empty(), "a rejected class has a message");
    return;
  }
  read::bytecode::World world([&](const std::string& name) { return name == file->name ? std::optional(bytes) : std::nullopt; });
  Sources sources;
  read::bytecode::Positions positions(sources, {});
  read::bytecode::Entry entry;
  entry.of = file->name;
  const auto lowered = read::bytecode::lower(world, positions, entry, {});
  if (!lowered) require(!to_text(sources, lowered.error()).empty(), "a refused program has a message");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  if (const auto archive = read::classfile::Archive::of_bytes(bytes)) {
    for (const std::string& name : archive->names())
      if (const auto member = archive->member(name)) lower(*member);
    return 0;
  }
  lower(bytes);
  return 0;
}
