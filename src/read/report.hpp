// What a lowering has found wrong so far. It goes on after an error, so that one run shows all of them.
#pragma once

#include <string>
#include <string_view>

#include "support/diagnostic.hpp"

namespace thinair::read {

class Report {
 public:
  explicit Report(Diagnostics* warnings) : warnings_(warnings) {}

  void error(std::string_view code, Span where, std::string message, std::string hint = {});
  void warning(std::string_view code, Span where, std::string message, std::string hint = {});
  // No further error will be kept: do not go to lengths for a hint.
  bool full() const;
  bool wants_warnings() const;
  bool failed() const { return !errors_.empty(); }
  Diagnostics take_errors() { return std::move(errors_); }

 private:
  Diagnostics errors_;
  Diagnostics* warnings_;  // may be null; may hold those of other files already
  std::size_t warned_ = 0;
};

// "did you mean 'x'?" for the nearest candidate, or nothing. Case hardly counts; of one-letter names only case can be wrong.
std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates);
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace thinair::read
