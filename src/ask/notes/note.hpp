// Something to know about an answer that is no part of it: accesses and fences of the test that the model gives less than they promise.
#pragma once

#include <string>
#include <vector>

namespace thinair::notes {

struct Place {
  std::string text;  // of the access, as written
  unsigned line = 0;
};

struct Note {
  std::string text;           // a sentence without a full stop
  std::string unknown;        // "release", "fullFence"
  std::vector<Place> places;  // in the order of the program
  std::string suggestion;     // a shipped model that looks at what this one does not; empty if there is none
};

}  // namespace thinair::notes
