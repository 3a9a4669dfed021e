// How long other tools took, as was published.
//
//   takes   times.csv of a catalogue, with the columns test,model,seconds,source
//   gives   its rows, or everything that is wrong with them: a test that does not exist, a number that is none, a time without source
#pragma once

#include <string>
#include <vector>

#include "ask/suite/catalogue.hpp"

namespace thinair::suite {

struct PublishedTime {
  std::string test;   // family/name
  std::string model;  // that the tool judged under, by our name for it
  double seconds = 0;
  std::string source;
};

Result<std::vector<PublishedTime>> read_times(const Sources& sources, std::uint32_t file, const Catalogue& catalogue);

}  // namespace thinair::suite
