// Completion scripts for bash, zsh and fish. What an option's value completes to comes from OptionSpec::completes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "ask/compile/scheme.hpp"
#include "cli/help.hpp"
#include "cli/models.hpp"

namespace thinair::cli {
namespace {

using Names = std::vector<std::string>;

std::string joined(const Names& names) { return fmt::format("{}", fmt::join(names, " ")); }

std::string command_names() {
  Names names;
  for (const std::string_view word : first_words()) names.emplace_back(word);
  return joined(names);
}

// The second words of a group's commands.
std::string names_in(std::string_view group) {
  Names names;
  for (const CommandSpec* command : commands_of(group)) names.emplace_back(command->name.substr(group.size() + 1));
  return joined(names);
}

Names groups() {
  Names out;
  for (const std::string_view word : first_words())
    if (!commands_of(word).empty()) out.emplace_back(word);
  return out;
}

// What completes the arguments of a command.
Completes argument_of(Command command) {
  switch (command) {
    case Command::models: return Completes::model;
    case Command::schemes: return Completes::scheme;
    case Command::tests: return Completes::test;
    case Command::help: return Completes::word;
    case Command::jcstress_judge:
    case Command::jcstress_gradings: return Completes::file;
    default: return Completes::litmus_file;
  }
}

// In single quotes, as all three shells read them; zsh also splits descriptions at brackets and colons.
std::string single_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out + "'";
}

std::string zsh_description(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

Names both(Names first, const Names& second) {
  std::ranges::copy(second, std::back_inserter(first));
  return first;
}

// Whether an entry before this one has the same name. bash completes a value by the option before it alone.
bool is_repeated(const OptionSpec& option) { return &*std::ranges::find(options(), option.name, &OptionSpec::name) != &option; }

// What bash offers after an option: all that any command takes there.
std::string bash_words(std::string_view name, const Completions& shipped) {
  Names words;
  std::string files;
  for (const OptionSpec& option : options()) {
    if (option.name != name) continue;
    if (option.completes == Completes::word) {
      std::istringstream list{std::string(option.words)};
      std::copy(std::istream_iterator<std::string>(list), {}, std::back_inserter(words));
    }
    if (option.completes == Completes::model) std::ranges::copy(shipped.models, std::back_inserter(words));
    if (option.completes == Completes::model && option.name == "model")
      files = "; compgen -f -X '!*.cat' -- \"$cur\"; compgen -f -X '!*.mem' -- \"$cur\"; compgen -d -- \"$cur\"";
    if (option.completes == Completes::scheme) {
      std::ranges::copy(shipped.schemes, std::back_inserter(words));
      files = "; compgen -f -X '!*.scheme' -- \"$cur\"; compgen -d -- \"$cur\"";
    }
    if (option.completes == Completes::directory) return "compgen -d -- \"$cur\"";
    if (option.completes == Completes::file) return "compgen -f -- \"$cur\"";
  }
  Names once;
  for (const std::string& word : words)
    if (std::ranges::find(once, word) == once.end()) once.push_back(word);
  return once.empty() ? "" : fmt::format("compgen -W '{}' -- \"$cur\"{}", joined(once), files);
}

}  // namespace

Completions shipped_completions() {
  Completions out;
  out.models = shipped_names();
  for (const report::ModelInfo& file : library_files()) out.library.push_back(file.name);
  for (const compile::ShippedScheme& scheme : compile::shipped_schemes()) out.schemes.push_back(scheme.name);
  return out;
}

std::string bash_completion(const Completions& shipped) {
  std::string out =
      "# bash completion for thinair\n_thinair_tests() {\n  local id\n  \"${COMP_WORDS[0]}\" tests 2>/dev/null | while read -r id _; do\n"
      "    echo \"$id ${id##*/}\"\n  done\n}\n";
  out +=
      "_thinair() {\n  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} "
      "cmd=${COMP_WORDS[1]}\n"
      "  COMPREPLY=()\n  if [ \"$COMP_CWORD\" -eq 1 ]; then\n";
  out += fmt::format("    mapfile -t COMPREPLY < <(compgen -W '{} --help --version' -- \"$cur\")\n    return\n  fi\n", command_names());
  for (const std::string& group : groups())
    out += fmt::format(
        "  if [ \"$cmd\" = {0} ]; then\n    if [ \"$COMP_CWORD\" -eq 2 ]; then\n"
        "      mapfile -t COMPREPLY < <(compgen -W '{1} --help' -- \"$cur\")\n      return\n    fi\n    cmd=\"{0} ${{COMP_WORDS[2]}}\"\n  "
        "fi\n",
        group, names_in(group));
  out += "  case $prev in\n";
  for (const OptionSpec& option : options()) {
    if (option.value.empty() || is_repeated(option)) continue;
    const std::string name = fmt::format("--{}{}", option.name, option.letter ? fmt::format("|-{}", option.letter) : "");
    const std::string words = bash_words(option.name, shipped);
    out += words.empty() ? fmt::format("    {}) return ;;\n", name)
                         : fmt::format("    {}) mapfile -t COMPREPLY < <({}); return ;;\n", name, words);
  }
  out += "  esac\n  case $cmd in\n";
  for (const CommandSpec& command : commands()) {
    Names names;
    for (const OptionSpec& option : options())
      if (accepts(option, command.command)) names.push_back(fmt::format("--{}", option.name));
    std::string arguments;
    switch (argument_of(command.command)) {
      case Completes::model: arguments = fmt::format("compgen -W '{}' -- \"$cur\"", joined(both(shipped.models, shipped.library))); break;
      case Completes::test: arguments = "compgen -W \"$(_thinair_tests)\" -- \"$cur\""; break;
      case Completes::scheme: arguments = fmt::format("compgen -W '{}' -- \"$cur\"", joined(shipped.schemes)); break;
      case Completes::word: arguments = fmt::format("compgen -W '{}' -- \"$cur\"", command_names()); break;
      case Completes::file: arguments = "compgen -f -- \"$cur\""; break;
      default: arguments = "compgen -f -X '!*.litmus' -- \"$cur\"; compgen -d -- \"$cur\"; compgen -W \"$(_thinair_tests)\" -- \"$cur\"";
    }
    out += fmt::format(
        "    '{}') if [[ $cur == -* ]]; then mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$cur\")\n"
        "      else mapfile -t COMPREPLY < <({}); fi ;;\n",
        command.name, joined(names), arguments);
  }
  return out + "  esac\n}\ncomplete -o filenames -F _thinair thinair\n";
}

std::string zsh_completion(const Completions& shipped) {
  std::string out = "#compdef thinair\n# zsh completion for thinair\n_thinair() {\n  local -a commands\n  commands=(\n";
  for (const CommandSpec& command : commands())
    if (group_of(command).empty())
      out += fmt::format("    {}\n", single_quoted(fmt::format("{}:{}", command.name, zsh_description(command.summary))));
  for (const std::string& group : groups()) out += fmt::format("    {}\n", single_quoted(fmt::format("{}:{}", group, names_in(group))));
  out +=
      "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n  local cmd=$words[2]\n  shift words\n  (( "
      "CURRENT-- ))\n";
  for (const std::string& group : groups()) {
    out += fmt::format("  if [[ $cmd == {} ]]; then\n    commands=(\n", group);
    for (const CommandSpec* command : commands_of(group))
      out += fmt::format("      {}\n",
                         single_quoted(fmt::format("{}:{}", command->name.substr(group.size() + 1), zsh_description(command->summary))));
    out +=
        "    )\n    if (( CURRENT == 2 )); then\n      _describe command commands\n      return\n    fi\n    cmd=\"$cmd $words[2]\"\n    "
        "shift "
        "words\n    (( CURRENT-- ))\n  fi\n";
  }
  out += "  case $cmd in\n";
  for (const CommandSpec& command : commands()) {
    out += fmt::format("    {})\n      _arguments", single_quoted(command.name));
    for (const OptionSpec& option : options()) {
      if (!accepts(option, command.command)) continue;
      std::string action;
      if (!option.value.empty()) {
        action = fmt::format(":{}:", option.value);
        switch (option.completes) {
          case Completes::model: action += "_thinair_models"; break;
          case Completes::word: action += fmt::format("({})", option.words); break;
          case Completes::scheme: action += fmt::format("({})", joined(shipped.schemes)); break;
          case Completes::directory: action += "_files -/"; break;
          case Completes::file: action += "_files"; break;
          default: break;
        }
      }
      const std::string repeat = option.repeatable ? "*" : "";
      out += fmt::format(" \\\n        {}",
                         single_quoted(fmt::format("{}--{}[{}]{}", repeat, option.name, zsh_description(option.help), action)));
      if (option.letter)
        out += fmt::format(" \\\n        {}",
                           single_quoted(fmt::format("{}-{}[{}]{}", repeat, option.letter, zsh_description(option.help), action)));
    }
    switch (argument_of(command.command)) {
      case Completes::model: out += fmt::format(" \\\n        '1:model:({})'", joined(both(shipped.models, shipped.library))); break;
      case Completes::test: out += " \\\n        '1:test:_thinair_shipped_tests'"; break;
      case Completes::scheme: out += fmt::format(" \\\n        '1:scheme:({})'", joined(shipped.schemes)); break;
      case Completes::word: out += fmt::format(" \\\n        '1:command:({})'", command_names()); break;
      case Completes::file: out += " \\\n        '*:file:_files'"; break;
      default: out += " \\\n        '*:test:_thinair_tests'";
    }
    out += "\n      ;;\n";
  }
  out += fmt::format(
      "  esac\n}}\n_thinair_models() {{\n  _alternative 'models:shipped model:({})' 'files:model file:_files -g "
      "\"*.(cat|mem)(-.)\"'\n}}\n_thinair_shipped_tests() {{\n  local -a tests\n  tests=(${{${{(f)\"$(thinair tests 2>/dev/null)\"}}%% "
      "*}})\n  "
      "compadd -a tests\n  compadd -- ${{tests:t}}\n}}\n"
      "_thinair_tests() {{\n  _alternative 'tests:shipped test:_thinair_shipped_tests' 'files:test:_files -g "
      "\"*.litmus(-.)\"'\n}}\n_thinair \"$@\"\n",
      joined(shipped.models));
  return out;
}

std::string fish_completion(const Completions& shipped) {
  std::string out =
      "# fish completion for thinair\nfunction __thinair_tests\n  thinair tests 2>/dev/null | string replace -r ' .*' ''\n"
      "  thinair tests 2>/dev/null | string replace -r ' .*' '' | string replace -r '.*/' ''\nend\ncomplete -c thinair -f\n";
  for (const CommandSpec& command : commands())
    if (group_of(command).empty())
      out += fmt::format("complete -c thinair -n __fish_use_subcommand -a {} -d {}\n", command.name, single_quoted(command.summary));
  for (const std::string& group : groups()) {
    out += fmt::format("complete -c thinair -n __fish_use_subcommand -a {} -d {}\n", group, single_quoted(names_in(group)));
    for (const CommandSpec* command : commands_of(group))
      out +=
          fmt::format("complete -c thinair -n '__fish_seen_subcommand_from {0}; and not __fish_seen_subcommand_from {1}' -a {2} -d {3}\n",
                      group, names_in(group), command->name.substr(group.size() + 1), single_quoted(command->summary));
  }
  out += "complete -c thinair -n __fish_use_subcommand -l version -s V -d 'the version of thinair'\n";
  for (const CommandSpec& command : commands()) {
    const std::string_view group = group_of(command);
    const std::string seen = group.empty() ? fmt::format("__fish_seen_subcommand_from {}", command.name)
                                           : fmt::format("__fish_seen_subcommand_from {}; and __fish_seen_subcommand_from {}", group,
                                                         command.name.substr(group.size() + 1));
    const std::string when = fmt::format("complete -c thinair -n '{}'", seen);
    for (const OptionSpec& option : options()) {
      if (!accepts(option, command.command)) continue;
      out += fmt::format("{} -l {}{}", when, option.name, option.letter ? fmt::format(" -s {}", option.letter) : "");
      if (!option.value.empty()) out += " -r";
      switch (option.completes) {
        case Completes::model:
          out += fmt::format(" -a '{} (__fish_complete_suffix .cat) (__fish_complete_suffix .mem)'", joined(shipped.models));
          break;
        case Completes::word: out += fmt::format(" -a '{}'", option.words); break;
        case Completes::scheme: out += fmt::format(" -a '{} (__fish_complete_suffix .scheme)'", joined(shipped.schemes)); break;
        case Completes::directory: out += " -a '(__fish_complete_directories)'"; break;
        case Completes::file: out += " -F"; break;
        default: break;
      }
      out += fmt::format(" -d {}\n", single_quoted(option.help));
    }
    switch (argument_of(command.command)) {
      case Completes::model: out += fmt::format("{} -a '{}'\n", when, joined(both(shipped.models, shipped.library))); break;
      case Completes::scheme: out += fmt::format("{} -a '{}'\n", when, joined(shipped.schemes)); break;
      case Completes::word: out += fmt::format("{} -a '{}'\n", when, command_names()); break;
      case Completes::file: out += fmt::format("{} -F\n", when); break;
      case Completes::test: out += fmt::format("{} -a '(__thinair_tests)'\n", when); break;
      default: out += fmt::format("{} -a '(__thinair_tests) (__fish_complete_suffix .litmus)'\n", when);
    }
  }
  return out;
}

}  // namespace thinair::cli
