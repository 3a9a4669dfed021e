#include <cstdio>

#include "ask/compile/scheme.hpp"
#include "cli/commands.hpp"
#include "cli/schemes.hpp"
#include "show/report/shipped.hpp"

namespace thinair::cli {
namespace {

report::SchemeInfo info_of(const compile::ShippedScheme& scheme) {
  return {scheme.name, scheme.summary, std::string(scheme.target), scheme.model};
}

std::string all_schemes(const Options& options) {
  std::vector<report::SchemeInfo> all;
  for (const compile::ShippedScheme& scheme : compile::shipped_schemes()) all.push_back(info_of(scheme));
  if (options.format != Format::json) return report::text::schemes(all);
  std::string out;
  for (const report::SchemeInfo& info : all) out += report::json::scheme(info, nullptr);
  return out;
}

}  // namespace

Exit schemes_command(const Options& options) {
  if (options.arguments.empty()) {
    std::fputs(all_schemes(options).c_str(), stdout);
    return Exit::as_expected;
  }
  const auto scheme = compile::shipped_scheme(options.arguments[0]);
  if (!scheme) return reject(options, {}, scheme.error());
  const std::string text(scheme->text);
  std::fputs((options.format == Format::json ? report::json::scheme(info_of(*scheme), &text) : text).c_str(), stdout);
  return Exit::as_expected;
}

}  // namespace thinair::cli
