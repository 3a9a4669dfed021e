#include "cli/summary.hpp"

#include <fmt/format.h>

namespace thinair::cli {

Summary list_counts(std::vector<std::pair<std::string, std::string>> words) {
  return [words = std::move(words)](const Options& options, const Totals& totals) {
    std::string list;
    const auto item = [&](std::size_t n, std::string_view word) { list += fmt::format("{}{} {}", list.empty() ? "" : ", ", n, word); };
    for (const auto& [name, word] : words)
      if (const std::size_t n = totals.counts.of(name); n > 0) item(n, word);
    if (totals.rejected > 0) item(totals.rejected, "rejected");
    if (totals.skipped > 0) item(totals.skipped, "skipped");
    if (list.empty()) item(0, words.front().second);
    const std::string models = options.models.size() > 1 ? fmt::format(" under {} models", options.models.size()) : "";
    return fmt::format("{} test{}{}: {}", totals.tests, totals.tests == 1 ? "" : "s", models, list);
  };
}

}  // namespace thinair::cli
