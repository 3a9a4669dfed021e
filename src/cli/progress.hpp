// "[3/100] name" on one line of stderr that is written over; nothing unless stderr is a terminal and there is something to wait for.
#pragma once

#include <cstddef>
#include <string_view>

namespace thinair::cli {

class Progress {
 public:
  Progress(std::size_t total, bool quiet);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(std::size_t done, std::string_view name) const;
  void say(std::string_view what) const;  // without a count
  void clear() const;

 private:
  std::size_t total_;
  bool on_;
};

}  // namespace thinair::cli
