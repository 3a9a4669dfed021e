// A search: every program of a space, in blocks; what was found, block by block; and the smallest of it.
//
//   takes   a question, a space, which shard of it, and what an earlier run has already done
//   gives   records, one for each block (a skeleton with all its mode choices), in order; a result made of them that is the same however
//   they were made does not read or write files, or print
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "ask/find/question.hpp"
#include "support/parallel.hpp"

namespace thinair::find {

// Counting what there is to ask lists every skeleton once, and asking lists them again: none is kept.
struct Counting {
  const std::atomic<bool>* stop = nullptr;                // ends it; what was counted until then means nothing
  std::function<void(const Totals&)> progress = nullptr;  // now and then, with what was counted until then
};

class Search {
 public:
  Search(Question question, Space space, Shard shard, const Counting& counting = {});

  Totals whole() const { return whole_; }  // of the space
  Totals own() const { return own_; }      // of the shard
  const Space& space() const { return space_; }
  const Question& question() const { return question_; }

  // Why these records, of distinct blocks, are not of this search, whatever their file says; "" if they are. Lists skeletons once more.
  std::string mismatch(const std::vector<Record>& records) const;

  // Asks all blocks of the shard but those in `done`; `use` is called in the order of the blocks, on the calling thread. Stops at the first
  // program that a model cannot judge at all.
  Result<void> run(const std::set<std::uint64_t>& done, const Parallel& parallel, const std::function<void(const Record&)>& use) const;

 private:
  // A skeleton and its number in the space. In spaces of named programs a program.
  struct Block {
    std::uint64_t number = 0;
    Program skeleton;
  };
  void for_each_block(const std::function<bool(Block)>& use, const std::atomic<bool>* stop) const;
  bool mine(const Block& block) const { return block.number % shard_.of == shard_.index; }
  std::uint64_t programs(const Block& block) const;
  // A record without programs if it was stopped.
  Result<Record> ask(const Block& block, const std::function<bool()>& stopped) const;

  Question question_;
  Space space_;
  Shard shard_;
  Totals whole_, own_;
};

}  // namespace thinair::find
