// The tables of options.hpp in the forms that people and shells read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options.hpp"

namespace thinair::cli {

std::string help_text();                        // all commands, in brief
std::string help_text(Command command);         // one command with its options
std::string help_text(std::string_view group);  // the commands of a group, in brief
std::string manual_page();                      // roff, for man(1)
std::string help_markdown();

// Completion scripts. Names of tests are many: the scripts ask `thinair tests` for them.
struct Completions {
  std::vector<std::string> models;   // to offer after --model
  std::vector<std::string> library;  // after `models` too
  std::vector<std::string> schemes;
};
Completions shipped_completions();
std::string bash_completion(const Completions& names);
std::string zsh_completion(const Completions& names);
std::string fish_completion(const Completions& names);

// Words shared by the forms.
struct ExitMeaning {
  int code;
  std::string_view meaning;
};
std::vector<ExitMeaning> exit_meanings();
std::string option_words(const OptionSpec& option);  // "-m, --model MODEL"
std::vector<std::string_view> option_groups();       // in the order of the table

}  // namespace thinair::cli
