#include "ask/find/findings.hpp"

#include <algorithm>
#include <map>

#include "ask/find/recognise.hpp"
#include "space/name.hpp"
#include "support/check.hpp"

namespace thinair::find {

std::uint64_t Record::found_programs() const {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < found.size(); ++i) out += i == 0 || found[i].program != found[i - 1].program;
  return out;
}

Summary summarise(std::vector<Record> records, bool all) {
  std::ranges::sort(records, {}, &Record::block);
  Summary out;
  std::vector<Finding> found;
  for (const Record& record : records) {
    out.programs += record.programs;
    for (const auto& [rule, places] : record.places) out.places[rule] += places;
    for (const auto& [rule, places] : record.invalid) out.invalid[rule] += places;
    if (out.unknown == 0) out.limit = record.limit;
    out.unknown += record.unknown;
    out.found += record.found_programs();
    for (const Found& one : record.found) {
      auto program = parse_program(one.program);
      check(program.has_value(), "found programs can be read");
      found.push_back({std::move(*program), one.breach, 1, "", ""});
    }
  }
  std::ranges::stable_sort(found, [](const Finding& a, const Finding& b) { return before(a.program, b.program); });
  for (Finding& one : found) {
    bool covered = false;
    for (Finding& smaller : out.findings) {
      if (smaller.breach.group() != one.breach.group() || !embeds(smaller.program, one.program)) continue;
      ++smaller.covers;
      covered = true;
    }
    if (!covered || all) out.findings.push_back(std::move(one));
  }
  for (Finding& one : out.findings) {
    one.known_as = known_as(one.program);
    one.name = one.known_as.empty() ? name_of(one.program) : one.known_as.substr(one.known_as.rfind('/') + 1);
  }
  return out;
}

}  // namespace thinair::find
