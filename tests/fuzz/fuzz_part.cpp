// Parts of searches on any bytes: what is read is written again as it was, and can be told.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "ask/find/records.hpp"
#include "space/space.hpp"

using namespace thinair;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_part: broken: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Sources sources;
  auto part = find::parse_part("fuzz.jsonl", text);
  if (!part) {
    require(!to_text(sources, part.error()).empty(), "a file that is no part has a message");
    return 0;
  }
  require(part->whole <= size, "whole lines are lines of the file");
  if (part->whole == 0) return 0;
  std::string again = to_line(part->header);
  for (const find::Record& record : part->records) again += to_line(record);
  auto second = find::parse_part("fuzz.jsonl", again);
  require(second.has_value(), "a part that is written can be read back");
  std::string third = to_line(second->header);
  for (const find::Record& record : second->records) third += to_line(record);
  require(third == again, "writing and reading back changes nothing");
  require(find::mismatch(part->header, second->header).empty(), "it is a part of the same search");
  std::uint64_t found = 0;
  for (const find::Record& record : part->records) found += record.found_programs();
  require(find::summarise(std::move(part->records), false).found == found, "what is told is what was found");
  return 0;
}
