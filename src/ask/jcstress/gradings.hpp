// How the results of a test are graded. Data alone.
#pragma once

#include <string>
#include <vector>

namespace thinair::jcstress {

enum class Expect { acceptable, interesting, forbidden };

struct Graded {
  std::vector<std::string> ids;  // texts of results or Java regular expressions; empty: everything else
  Expect expect = Expect::acceptable;
  std::string description;
};

struct Gradings {
  std::vector<Graded> outcomes;
  bool complete = true;  // false: a limit was reached, and what is not known to be allowed is not called forbidden
  std::string reason;
};

}  // namespace thinair::jcstress
