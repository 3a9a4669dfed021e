#include <algorithm>
#include <cstdio>

#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/schemes.hpp"
#include "read/litmus/header.hpp"
#include "show/report/shipped.hpp"
#include "support/check.hpp"

namespace thinair::cli {
namespace {

report::TestInfo info_of(const suite::ShippedTest& test) {
  Sources sources;
  const auto header = litmus::read_header(sources, sources.add(suite::name_of(test), std::string(test.text)));
  check(header.has_value(), "a shipped test is well-formed");
  std::string title = header->doc;
  std::ranges::replace(title, '\n', ' ');
  return {std::string(test.id), std::string(sources.text(header->dialect)), std::move(title),
          static_cast<std::size_t>(std::ranges::count(test.text, '\n'))};
}

std::string all_tests(const Options& options) {
  std::vector<report::TestInfo> all;
  for (const suite::ShippedTest& test : suite::shipped_tests()) all.push_back(info_of(test));
  if (options.format != Format::json) return report::text::tests(all);
  std::string out;
  for (const report::TestInfo& info : all) out += report::json::test(info, nullptr);
  return out;
}

}  // namespace

Exit tests_command(const Options& options) {
  if (options.arguments.empty()) {
    std::fputs(all_tests(options).c_str(), stdout);
    return Exit::as_expected;
  }
  const std::string& name = options.arguments[0];
  const auto found = suite::shipped_tests_called(name);
  if (found.size() > 1) return reject(options, {}, {ambiguous_test(name, found)});
  if (found.empty()) {
    Diagnostic d;
    d.code = "test-unknown";
    d.message = "no test '" + name + "' is shipped";
    d.hint = hint_for_missing_test(name);
    d.has_position = false;
    return reject(options, {}, {std::move(d)});
  }
  const std::string text(found[0].text);
  std::fputs((options.format == Format::json ? report::json::test(info_of(found[0]), &text) : text).c_str(), stdout);
  return Exit::as_expected;
}

}  // namespace thinair::cli
