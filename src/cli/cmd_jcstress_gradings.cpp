#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "ask/jcstress/jar.hpp"
#include "ask/jcstress/lint.hpp"
#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/jcstress.hpp"
#include "cli/terminal.hpp"
#include "show/report/jcstress.hpp"

namespace thinair::cli {
namespace {

// The text of the list: the argument is a jar, a folder of classes, or the list itself.
Result<std::string> list_text(const std::string& argument) {
  if (std::filesystem::path(argument).filename() == "TestList") return read_text({.path = argument, .name = argument});
  auto found = jcstress::read_member(argument, "META-INF/TestList");
  if (!found) return fail(std::move(found.error()));
  if (found->has_value()) return std::move(**found);
  Diagnostic d;
  d.code = "jcstress-list";
  d.has_position = false;
  d.message = fmt::format("'{}' has no META-INF/TestList", argument);
  d.hint = "jcstress' annotation processor writes it; was it on when the tests were compiled?";
  return fail(std::move(d));
}

}  // namespace

Exit jcstress_gradings_command(const Options& options) {
  const report::Style style{.colour = use_colour(options, stdout), .times = false, .stats = false};
  Exit exit = Exit::as_expected;
  for (const std::string& argument : options.arguments) {
    Sources sources;
    auto text = list_text(argument);
    const auto tests = text ? jcstress::read_test_list(sources, sources.add(argument, std::move(*text))) : tl::unexpected(text.error());
    if (!tests) {
      tell(options, sources, tests.error());
      exit = worst(exit, Exit::input);
      continue;
    }
    for (const jcstress::ListedTest& test : *tests) {
      const auto remarks = jcstress::lint(test);
      if (!remarks.empty()) exit = worst(exit, Exit::not_as_expected);
      if (options.quiet && remarks.empty()) continue;
      const report::ListedGradings gradings{test, remarks};
      std::fputs((options.format == Format::json ? report::json::gradings(gradings) : report::text::gradings(gradings, style)).c_str(),
                 stdout);
    }
  }
  return exit;
}

}  // namespace thinair::cli
