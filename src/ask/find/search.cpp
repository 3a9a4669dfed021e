#include "ask/find/search.hpp"

#include <algorithm>
#include <atomic>

#include "support/check.hpp"

namespace thinair::find {

Search::Search(Question question, Space space, Shard shard) : question_(std::move(question)), space_(std::move(space)), shard_(shard) {
  for (const Lengths& size : space_.sizes)
    for (Program& one : skeletons(space_, size)) {
      const std::uint64_t programs = Modes(space_, one).count();
      whole_.programs += programs;
      if (blocks_.size() % shard_.of == shard_.index) {
        own_.programs += programs;
        ++own_.skeletons;
      }
      blocks_.push_back(std::move(one));
    }
  whole_.skeletons = blocks_.size();
}

Result<Record> Search::block(std::uint64_t number) const {
  const Program& skeleton = blocks_[number];
  const Modes modes(space_, skeleton);
  const auto asker = question_.asker(skeleton, space_);
  Record out;
  out.block = number;
  for (std::uint64_t i = 0; i < modes.choices(); ++i) {
    const auto program = modes.program(i);
    if (!program) continue;
    auto judged = asker->ask(*program);
    if (!judged) return fail(std::move(judged.error()));
    ++out.programs;
    out.places += judged->places;
    if (judged->breach) {
      out.found.push_back({to_text(*program), std::move(*judged->breach)});
    } else if (!judged->unknown.empty()) {
      if (out.unknown++ == 0) out.limit = judged->unknown;
    }
  }
  check(out.programs == modes.count(), "as many programs are enumerated as Burnside counts");
  return out;
}

Result<void> Search::run(const std::set<std::uint64_t>& done, const Parallel& parallel,
                         const std::function<void(const Record&)>& use) const {
  std::vector<std::uint64_t> open;
  for (std::uint64_t i = shard_.index; i < blocks_.size(); i += shard_.of)
    if (!done.contains(i)) open.push_back(i);
  std::atomic<bool> stop = false;
  Parallel how = parallel;
  std::optional<Diagnostics> problem;
  const auto job = [&](std::size_t i) -> Result<Record> {
    if (stop || (parallel.stop && *parallel.stop)) return Record{};
    return block(open[i]);
  };
  run_in_order(open.size(), how, job, [&](std::size_t i, Result<Record> record) {
    if (problem) return;
    if (!record) {
      problem = std::move(record.error());
      stop = true;
    } else if (record->programs > 0 || record->block == open[i]) {
      if (!(parallel.stop && *parallel.stop && record->programs == 0)) use(*record);
    }
  });
  if (problem) return fail(std::move(*problem));
  return {};
}

}  // namespace thinair::find
