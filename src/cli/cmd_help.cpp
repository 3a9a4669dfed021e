#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

#include "cli/commands.hpp"
#include "cli/help.hpp"

namespace thinair::cli {
namespace {

// parse has checked the names
std::string text_help(const Options& options) {
  if (options.arguments.empty()) return help_text();
  const std::string name = fmt::format("{}", fmt::join(options.arguments, " "));
  if (!commands_of(name).empty()) return help_text(std::string_view(name));
  return help_text(std::ranges::find(commands(), name, &CommandSpec::name)->command);
}

}  // namespace

Exit help_command(const Options& options) {
  std::string out;
  if (options.as == "man")
    out = manual_page();
  else if (options.as == "markdown")
    out = help_markdown();
  else if (options.as == "bash")
    out = bash_completion(shipped_completions());
  else if (options.as == "zsh")
    out = zsh_completion(shipped_completions());
  else if (options.as == "fish")
    out = fish_completion(shipped_completions());
  else
    out = text_help(options);
  std::fputs(out.c_str(), stdout);
  return Exit::as_expected;
}

}  // namespace thinair::cli
