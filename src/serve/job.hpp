// A question for a process of its own: a command line, and the texts that it speaks of.
//
//   takes   words as after `thinair`, texts by name (the test, the user's models), limits
//   gives   the same as one JSON document, which the server writes to the process's standard input and the process reads
//   does not know what the words mean
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thinair::serve {

struct Job {
  std::vector<std::string> words;
  std::map<std::string, std::string> texts;
  double seconds = 10;                  // of the question; hard limits are above that
  std::uint64_t memory = 512ULL << 20;  // bytes, likewise
};

std::string to_text(const Job& job);
std::optional<Job> read_job(std::string_view text);

// Models that its words name and its texts do not have.
std::vector<std::string> shipped_models(const Job& job);

}  // namespace thinair::serve
