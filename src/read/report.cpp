#include "read/report.hpp"

#include <fmt/format.h>

namespace thinair::read {
namespace {

// More are no help, and a hostile file should not print for minutes.
constexpr std::size_t kMostDiagnostics = 20;

Diagnostic diagnostic(Severity severity, std::string_view code, Span where, std::string message, std::string hint) {
  return {severity, std::string(code), where, std::move(message), std::move(hint), {}, true};
}

std::string lowered(std::string_view word) {
  std::string out(word);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

}  // namespace

bool Report::full() const { return errors_.size() >= kMostDiagnostics; }

bool Report::wants_warnings() const { return warnings_ != nullptr && warned_ < kMostDiagnostics; }

void Report::error(std::string_view code, Span where, std::string message, std::string hint) {
  if (!full()) errors_.push_back(diagnostic(Severity::error, code, where, std::move(message), std::move(hint)));
}

void Report::warning(std::string_view code, Span where, std::string message, std::string hint) {
  if (!wants_warnings()) return;
  warnings_->push_back(diagnostic(Severity::warning, code, where, std::move(message), std::move(hint)));
  ++warned_;
}

std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string small = lowered(word);
  for (const std::string& candidate : candidates)
    if (lowered(candidate) == small) return candidate;
  if (word.size() < 2) return "";
  std::string near = nearest(word, candidates);
  return near.empty() ? nearest(small, candidates) : near;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string near = nearest_name(word, candidates);
  return near.empty() ? "" : fmt::format("did you mean '{}'?", near);
}

}  // namespace thinair::read
