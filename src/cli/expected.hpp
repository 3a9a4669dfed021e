// What the tables of a catalogue expect of one of its tests, for commands that judge single tests.
//
//   takes   a test's file: one in a catalogue on disk, or the same text as one of the shipped catalogue; names of models
//   gives   what is expected of a model on an outcome
//   does not tell mistakes in tables: `suite` does
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ask/suite/expectations.hpp"

namespace thinair::cli {

class Expected {
 public:
  Expected() = default;  // knows nothing
  Expected(const std::string& path, std::string_view text, const std::vector<std::string>& models);

  // Whether some table speaks of this model: then nothing else is expected of it.
  bool has_table(const std::string& model) const { return tables_.contains(model); }
  const suite::Expectation* find(const std::string& model, std::string_view outcome) const;  // null if there is none

 private:
  std::string id_;
  std::map<std::string, suite::Expectations> tables_;  // by model
};

}  // namespace thinair::cli
