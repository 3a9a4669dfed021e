#include "ask/find/search.hpp"

#include <algorithm>
#include <atomic>

#include "support/check.hpp"

namespace thinair::find {

Search::Search(Question question, Space space, Shard shard, const Cut& cut)
    : question_(std::move(question)), space_(std::move(space)), shard_(shard) {
  for (const Program& one : space_.only) {
    if (blocks_.size() % shard_.of == shard_.index) {
      ++own_.programs;
      ++own_.skeletons;
    }
    blocks_.push_back(skeleton(one));
    ++whole_.programs;
  }
  for (const Lengths& size : space_.only.empty() ? space_.sizes : std::vector<Lengths>{})
    for (Program& one : skeletons(space_, size, cut)) {
      if (blocks_.size() == cut.most || (cut.stop && *cut.stop)) {
        too_large_ = blocks_.size() == cut.most;
        return;
      }
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
  const auto asker = question_.asker(blocks_[number], space_);
  Record out;
  out.block = number;
  std::optional<Diagnostics> problem;
  const auto ask = [&](const Program& program) {
    auto judged = asker->ask(program);
    if (!judged) {
      problem = std::move(judged.error());
      return false;
    }
    ++out.programs;
    for (const auto& [rule, places] : judged->places) out.places[rule] += places;
    for (const auto& [rule, places] : judged->invalid) out.invalid[rule] += places;
    for (Breach& breach : judged->breaches) out.found.push_back({to_text(program), std::move(breach)});
    if (!judged->unknown.empty() && out.unknown++ == 0) out.limit = judged->unknown;
    return true;
  };
  if (!space_.only.empty()) {
    if (!ask(space_.only[number])) return fail(std::move(*problem));
    return out;
  }
  const Modes modes(space_, blocks_[number]);
  for (std::uint64_t i = 0; i < modes.choices(); ++i)
    if (const auto program = modes.program(i); program && !ask(*program)) return fail(std::move(*problem));
  check(out.programs == modes.count(), "as many programs are enumerated as Burnside counts");
  return out;
}

Result<void> Search::run(const std::set<std::uint64_t>& done, const Parallel& parallel,
                         const std::function<void(const Record&)>& use) const {
  std::vector<std::uint64_t> open;
  for (std::uint64_t i = shard_.index; i < blocks_.size(); i += shard_.of)
    if (!done.contains(i)) open.push_back(i);
  std::atomic<bool> stop = false;
  std::optional<Diagnostics> problem;
  const auto job = [&](std::size_t i) -> Result<Record> {
    const auto stopped = [&] { return stop || (parallel.stop && *parallel.stop); };
    if (stopped()) return Record{};
    auto made = block(open[i]);
    // Half a block is none: what was cut off would count as unknown when the search goes on.
    return stopped() ? Record{} : std::move(made);
  };
  run_in_order(open.size(), parallel, job, [&](std::size_t, Result<Record> record) {
    if (problem) return;
    if (!record) {
      problem = std::move(record.error());
      stop = true;
    } else if (record->programs > 0) {
      use(*record);
    }
  });
  if (problem) return fail(std::move(*problem));
  return {};
}

}  // namespace thinair::find
