// A search: every program of a space, in blocks; what was found, block by block; and the smallest of it.
//
//   takes   a question, a space, which shard of it, and what an earlier run has already done
//   gives   records, one for each block (a skeleton with all its mode choices), in order; a result made of them that is the same however
//   they were made does not read or write files, or print
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "ask/find/question.hpp"
#include "support/parallel.hpp"

namespace thinair::find {

class Search {
 public:
  Search(Question question, Space space, Shard shard, const Cut& cut = {});

  // The space has more skeletons than can be listed: there is nothing to run.
  bool too_large() const { return too_large_; }

  Totals whole() const { return whole_; }  // of the space
  Totals own() const { return own_; }      // of the shard
  const Space& space() const { return space_; }
  const Question& question() const { return question_; }

  // Asks all blocks of the shard but those in `done`; `use` is called in the order of the blocks, on the calling thread. Stops at the first
  // program that a model cannot judge at all.
  Result<void> run(const std::set<std::uint64_t>& done, const Parallel& parallel, const std::function<void(const Record&)>& use) const;

 private:
  Result<Record> block(std::uint64_t number) const;

  Question question_;
  Space space_;
  Shard shard_;
  std::vector<Program> blocks_;  // all skeletons, smallest size first
  bool too_large_ = false;
  Totals whole_, own_;
};

}  // namespace thinair::find
