#include "show/report/fit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "show/report/json_parts.hpp"
#include "show/report/paint.hpp"
#include "space/code.hpp"

namespace thinair::report {
namespace {

std::vector<std::string> names_of(const Fit& f, const std::vector<std::size_t>& which) {
  std::vector<std::string> out;
  for (const std::size_t c : which) out.push_back(f.models[c]);
  return out;
}

std::string program_text(const Fit& f, const find::Program& program) {
  return fmt::format("{}", fmt::join(find::lines(find::code_of(program, f.space)), " | "));
}

}  // namespace

std::string text::fit(const Fit& f, const Style& style) {
  const auto fits = std::ranges::count_if(f.fitted, &find::Fitted::fits);
  std::string out = fmt::format("{} of {} models fit {} observations\n", fits, f.models.size(), f.observations.size());
  for (std::size_t c = 0; c < f.models.size(); ++c) {
    const find::Fitted& mine = f.fitted[c];
    if (mine.fits()) {
      out += fmt::format("  {}  {}\n", paint("fits   ", Tint::good, style), f.models[c]);
      continue;
    }
    if (mine.against.empty()) {
      out += fmt::format("  {}  {}: {} without an answer\n", paint("unknown", Tint::accent, style), f.models[c], mine.unknown);
      continue;
    }
    const find::Seen& first = f.observations[mine.against.front()];
    out += fmt::format("  {}  {}: {} against it, as {} ({}), which {} and is {}\n", paint("not    ", Tint::bad, style), f.models[c],
                       mine.against.size(), first.test, first.outcome, first.allowed ? "was seen" : "does not happen",
                       first.allowed ? "forbidden" : "allowed");
  }
  if (fits < 2) return out;
  out += fmt::format("What would tell these {} apart, of {} programs:\n", fits, f.separation.programs);
  for (std::size_t i = 0; i < f.separation.splits.size(); ++i) {
    const find::Split& split = f.separation.splits[i];
    out += fmt::format("{:>3}  {}  {}\n", i + 1, paint(to_text(split.program), Tint::accent, style), program_text(f, split.program));
    out += fmt::format("     {}\n     allowed by {}\n     forbidden by {}\n", split.state, fmt::join(names_of(f, split.allows), ", "),
                       fmt::join(names_of(f, split.forbids), ", "));
  }
  for (const auto& some : f.separation.together)
    if (some.size() > 1) out += fmt::format("     no program told apart {}\n", fmt::join(names_of(f, some), ", "));
  if (f.separation.unknown > 0) out += fmt::format("     {} programs without an answer\n", f.separation.unknown);
  return out;
}

std::string json::fit(const Fit& f) {
  Json models = Json::array();
  for (std::size_t c = 0; c < f.models.size(); ++c) {
    Json against = Json::array();
    for (const std::size_t i : f.fitted[c].against)
      against.push_back({{"test", f.observations[i].test}, {"outcome", f.observations[i].outcome}, {"seen", f.observations[i].allowed}});
    models.push_back({{"model", f.models[c]}, {"fits", f.fitted[c].fits()}, {"against", against}, {"unknown", f.fitted[c].unknown}});
  }
  Json splits = Json::array();
  for (const find::Split& split : f.separation.splits)
    splits.push_back({{"program", to_text(split.program)},
                      {"threads", find::lines(find::code_of(split.program, f.space))},
                      {"state", split.state},
                      {"allowed_by", names_of(f, split.allows)},
                      {"forbidden_by", names_of(f, split.forbids)}});
  Json together = Json::array();
  for (const auto& some : f.separation.together) together.push_back(names_of(f, some));
  return line(Json{{"find", "fit"},
                   {"observations", f.observations.size()},
                   {"models", models},
                   {"programs", f.separation.programs},
                   {"apart", splits},
                   {"together", together},
                   {"unknown", f.separation.unknown}});
}

}  // namespace thinair::report
