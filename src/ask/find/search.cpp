#include "ask/find/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>

#include "support/check.hpp"

namespace thinair::find {

namespace {

constexpr std::uint64_t kBetweenSigns = 65'536;  // skeletons between two signs of progress
constexpr std::size_t kPage = 4096;              // blocks that are listed ahead of what is asked

}  // namespace

Search::Search(Question question, Space space, Shard shard, const Counting& counting)
    : question_(std::move(question)), space_(std::move(space)), shard_(shard) {
  for_each_block(
      [&](const Block& block) {
        const std::uint64_t here = programs(block);
        const auto add = [&](Totals& to) {
          to.programs += here;
          ++to.skeletons;
        };
        add(whole_);
        if (mine(block)) add(own_);
        if (counting.progress && whole_.skeletons % kBetweenSigns == 0) counting.progress(whole_);
        return true;
      },
      counting.stop);
}

void Search::for_each_block(const std::function<bool(Block)>& use, const std::atomic<bool>* stop) const {
  std::uint64_t number = 0;
  for (const Program& one : space_.only)
    if (!use({number++, skeleton(one)})) return;
  if (!space_.only.empty()) return;
  for (const Lengths& size : space_.sizes)
    if (!for_each_skeleton(
            space_, size,
            [&](const Program& one) {
              return use({number++, one});
            },
            stop))
      return;
}

std::uint64_t Search::programs(const Block& block) const { return space_.only.empty() ? Modes(space_, block.skeleton).count() : 1; }

std::string Search::mismatch(const std::vector<Record>& records) const {
  std::map<std::uint64_t, const Record*> said;
  for (const Record& record : records)
    if (!said.emplace(record.block, &record).second) return fmt::format("skeleton {} is there twice", record.block);
  std::string out;
  for_each_block(
      [&](const Block& block) {
        const auto at = said.find(block.number);
        if (at == said.end()) return true;
        if (!mine(block)) out = fmt::format("skeleton {} is of another shard", block.number);
        if (const std::uint64_t here = programs(block); at->second->programs != here)
          out = fmt::format("skeleton {} has {} programs, not {}", block.number, here, at->second->programs);
        for (const Found& f : at->second->found)
          if (const auto program = parse_program(f.program); !program || skeleton(*program) != block.skeleton)
            out = fmt::format("'{}' is no program of skeleton {}", f.program, block.number);
        said.erase(at);
        return out.empty() && !said.empty();
      },
      nullptr);
  if (out.empty() && !said.empty()) out = fmt::format("there is no skeleton {}", said.begin()->first);
  return out;
}

Result<Record> Search::ask(const Block& block, const std::function<bool()>& stopped) const {
  const auto asker = question_.asker(block.skeleton, space_);
  Record out;
  out.block = block.number;
  std::optional<Diagnostics> problem;
  const auto one = [&](const Program& program) {
    if (stopped()) return false;  // a block may have a million programs
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
    if (!one(space_.only[block.number]) && problem) return fail(std::move(*problem));
    return out;
  }
  const Modes modes(space_, block.skeleton);
  for (std::uint64_t i = 0; i < modes.choices(); ++i)
    if (const auto program = modes.program(i); program && !one(*program)) {
      if (problem) return fail(std::move(*problem));
      return Record{};
    }
  check(out.programs == modes.count(), "as many programs are enumerated as Burnside counts");
  return out;
}

Result<void> Search::run(const std::set<std::uint64_t>& done, const Parallel& parallel,
                         const std::function<void(const Record&)>& use) const {
  std::vector<Block> page;
  std::optional<Diagnostics> problem;
  std::atomic<bool> broken = false;
  const auto stopped = [&] { return broken || (parallel.stop && *parallel.stop); };
  const auto job = [&](std::size_t i) -> Result<Record> {
    if (stopped()) return Record{};
    auto made = ask(page[i], stopped);
    // Half a block is none: what was cut off would count as unknown when the search goes on.
    return stopped() ? Record{} : std::move(made);
  };
  const auto ask_page = [&] {
    run_in_order(page.size(), parallel, job, [&](std::size_t, Result<Record> record) {
      if (problem) return;
      if (!record) {
        problem = std::move(record.error());
        broken = true;
      } else if (record->programs > 0) {
        use(*record);
      }
    });
    page.clear();
    return !stopped();
  };
  for_each_block(
      [&](Block block) {
        if (mine(block) && !done.contains(block.number)) page.push_back(std::move(block));
        return page.size() < kPage || ask_page();
      },
      parallel.stop);
  ask_page();
  if (problem) return fail(std::move(*problem));
  return {};
}

}  // namespace thinair::find
