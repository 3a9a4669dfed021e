// Which register of the target holds what, in one thread. Every register of the source has one to itself, so that final states
// can be read back; what is left over is scratch.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "program/program.hpp"

namespace thinair::compile {

class Registers {
 public:
  // `reserved`: named in rules, and so not free.
  Registers(std::vector<std::string> pool, const std::set<std::string>& reserved);

  const std::string& home(program::RegId reg);
  const std::string& address_of(program::LocId location);
  const std::map<program::RegId, std::string>& homes() const { return homes_; }
  const std::map<program::LocId, std::string>& addresses() const { return addresses_; }

  std::string scratch();
  std::string keep();  // for good, and for nothing of the source; nothing else was or will be in it
  void release_scratch() { scratch_.clear(); }

  // More were needed than the target has. Names handed out after that are not distinct.
  bool exhausted() const { return exhausted_; }

 private:
  std::string take();
  std::vector<std::string> free_;
  std::map<program::RegId, std::string> homes_;
  std::map<program::LocId, std::string> addresses_;
  std::set<std::string> used_;
  std::set<std::string> scratch_;      // now
  std::set<std::string> was_scratch_;  // at some time
  bool exhausted_ = false;
};

}  // namespace thinair::compile
