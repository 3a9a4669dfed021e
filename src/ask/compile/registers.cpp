#include "ask/compile/registers.hpp"

namespace thinair::compile {

Registers::Registers(std::vector<std::string> pool, const std::set<std::string>& reserved) : free_(std::move(pool)) {
  std::erase_if(free_, [&](const std::string& name) { return reserved.contains(name); });
}

std::string Registers::take() {
  for (const std::string& name : free_)
    if (!used_.contains(name) && !scratch_.contains(name)) return name;
  exhausted_ = true;
  return free_.front();
}

const std::string& Registers::home(program::RegId reg) {
  const auto [at, fresh] = homes_.try_emplace(reg);
  if (fresh) used_.insert(at->second = take());
  return at->second;
}

const std::string& Registers::address_of(program::LocId location) {
  const auto [at, fresh] = addresses_.try_emplace(location);
  if (fresh) used_.insert(at->second = take());
  return at->second;
}

std::string Registers::keep() {
  for (std::size_t i = free_.size(); i-- > 0;) {
    const std::string& name = free_[i];
    if (used_.contains(name) || was_scratch_.contains(name)) continue;
    used_.insert(name);
    return name;
  }
  exhausted_ = true;
  return free_.back();
}

std::string Registers::scratch() {
  std::string name = take();
  scratch_.insert(name);
  was_scratch_.insert(name);
  return name;
}

}  // namespace thinair::compile
