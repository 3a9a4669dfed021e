// Verdicts on a catalogue, counted by family and model.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "ask/notes/note.hpp"
#include "ask/suite/judge.hpp"
#include "ask/suite/times.hpp"

namespace thinair::suite {

struct Count {
  std::array<std::size_t, kStatuses> of{};  // by Status
  std::size_t operator[](Status status) const { return of[static_cast<std::size_t>(status)]; }
  std::size_t total() const;
  Count& operator+=(const Count& other);
};

// One test: its verdicts under each model, clause by clause.
struct TestResult {
  const Entry* entry = nullptr;
  std::vector<std::vector<Judged>> by_model;         // parallel to Run::models
  std::vector<double> cpu_seconds = {};              // the same: how long judging took; empty if nobody measured
  std::vector<std::vector<notes::Note>> notes = {};  // the same: what each model does not speak of; empty if nobody asked
};

struct ModelName {
  std::string name;      // as given
  std::string expected;  // whose expectations it is judged against; "" if nobody's
};

struct Run {
  std::vector<ModelName> models;
  std::vector<TestResult> tests;  // in the order of the catalogue
  std::vector<PublishedTime> published;
};

struct FamilyCount {
  std::string family;
  std::size_t tests = 0;
  std::size_t outcomes = 0;
  std::vector<Count> by_model;  // parallel to Run::models
};

// Where the time went.
struct Slow {
  const TestResult* test = nullptr;
  std::size_t model = 0;
  double seconds = 0;
};
std::vector<Slow> slowest(const Run& run, std::size_t most);  // the slowest first
double cpu_seconds(const Run& run);

std::vector<FamilyCount> tally(const Run& run);          // in the order of the catalogue
FamilyCount total(const std::vector<FamilyCount>& all);  // its family is "total"

}  // namespace thinair::suite
