#include "cli/help.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/models.hpp"

namespace thinair::cli {
namespace {

constexpr std::string_view kTagline = "a workbench for memory models of programming languages";
constexpr std::size_t kWidth = 100;  // of text help
constexpr std::string_view kFile =
    "FILE is a litmus test, a directory (every .litmus file below it), the name of a shipped test (SB+vol, classic/SB), or - for standard "
    "input. check, outcomes, explain, compare and races also take Java programs: .java files, .class files, folders of class files, and "
    "jars.";

// `text` from column `indent` on, lines at most kWidth wide; the first line is not indented.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (column > indent && column + 1 + end > kWidth) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string help_sentence(const OptionSpec& option) {
  // Which model is the default depends on what is shipped.
  const std::string fallback = option.name == "model" && option.fallback.empty()
                                   ? default_model() + " for Java tests, rc11 for C tests, the model of the architecture for others"
                                   : std::string(option.fallback);
  return fallback.empty() ? std::string(option.help) : fmt::format("{} (default: {})", option.help, fallback);
}

// " (help)" for an option whose name means something else to other commands.
std::string of_commands(const OptionSpec& option) {
  if (std::ranges::count(options(), option.name, &OptionSpec::name) == 1) return "";
  std::string names;
  for (const CommandSpec& command : commands())
    if (accepts(option, command.command)) names += fmt::format("{}{}", names.empty() ? "" : ", ", command.name);
  return fmt::format(" ({})", names);
}

std::string option_lines(const OptionSpec& option, std::size_t width) {
  return fmt::format("  {:<{}}  {}\n", option_words(option), width, wrapped(help_sentence(option), width + 4));
}

// roff takes a leading dot or quote as a request, a backslash as an escape and a hyphen as something to typeset.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '\'')
      out += "\\(aq";
    else
      out += c;
  }
  return out.starts_with('.') ? "\\&" + out : out;
}

}  // namespace

std::vector<ExitMeaning> exit_meanings() {
  return {
      {0, "everything is as expected"},
      {1,
       "a clause is not met, a verdict is not as expected, models differ that were expected to agree, or a JVM showed what is forbidden"},
      {2, "wrong usage"},
      {3, "a test or model was rejected, a file could not be read or written, or a program that is needed is missing"},
      {4, "a limit was reached and an answer is unknown"},
      {70, "a fault of thinair itself"}};
}

std::string option_words(const OptionSpec& option) {
  const std::string letter = option.letter ? fmt::format("-{}, ", option.letter) : "    ";
  return fmt::format("{}--{}{}{}", letter, option.name, option.value.empty() ? "" : " ", option.value);
}

std::vector<std::string_view> option_groups() {
  std::vector<std::string_view> groups;
  for (const OptionSpec& option : options())
    if (std::ranges::find(groups, option.group) == groups.end()) groups.push_back(option.group);
  return groups;
}

std::string help_text() {
  std::string out = fmt::format("thinair: {}\n\nusage: thinair COMMAND ...\n\n", kTagline);
  std::size_t width = 0;
  const auto words = [](const CommandSpec& c) { return fmt::format("{} {}", c.name, c.arguments); };
  for (const CommandSpec& command : commands()) width = std::max(width, words(command).size());
  for (const CommandSpec& command : commands()) out += fmt::format("  {:<{}}  {}\n", words(command), width, command.summary);
  out += fmt::format("\n{}\n", wrapped(kFile, 0));
  out += "'thinair help COMMAND' tells more about a command; 'thinair --version' prints the version.\n\nexit codes:\n";
  for (const auto& [code, meaning] : exit_meanings()) out += fmt::format("  {:>2}  {}\n", code, meaning);
  return out;
}

std::string help_text(std::string_view group) {
  std::string out = fmt::format("usage: thinair {} COMMAND ...\n\n", group);
  const auto words = [&](const CommandSpec& c) { return fmt::format("{} {}", c.name.substr(group.size() + 1), c.arguments); };
  std::size_t width = 0;
  for (const CommandSpec* command : commands_of(group)) width = std::max(width, words(*command).size());
  for (const CommandSpec* command : commands_of(group)) out += fmt::format("  {:<{}}  {}\n", words(*command), width, command->summary);
  return out + fmt::format("\n'thinair help {} COMMAND' tells more about a command.\n", group);
}

std::string help_text(Command command) {
  const CommandSpec& spec = spec_of(command);
  std::string out = fmt::format("usage: thinair {} {}\n\n{}\n", spec.name, spec.arguments, wrapped(spec.details, 0));
  std::size_t width = 0;
  for (const OptionSpec& option : options())
    if (accepts(option, command)) width = std::max(width, option_words(option).size());
  for (const std::string_view group : option_groups()) {
    std::string lines;
    for (const OptionSpec& option : options())
      if (option.group == group && accepts(option, command)) lines += option_lines(option, width);
    if (!lines.empty()) out += fmt::format("\n{}:\n{}", group, lines);
  }
  const auto examples = examples_of(command);
  out += "\nExamples:\n";
  std::size_t widest = 0;
  for (const Example& example : examples) widest = std::max(widest, example.line.size());
  for (const Example& example : examples) out += fmt::format("  thinair {:<{}}  {}\n", example.line, widest, example.what);
  return out;
}

std::string manual_page() {
  std::string out =
      fmt::format(".TH THINAIR 1 \"\" \"thinair {}\"\n.SH NAME\nthinair \\- {}\n.SH SYNOPSIS\n", THINAIR_VERSION, roff(kTagline));
  for (const CommandSpec& command : commands())
    out += fmt::format(".B thinair {}\n{} [OPTION...]\n.br\n", command.name, roff(command.arguments));
  out += ".SH COMMANDS\n";
  for (const CommandSpec& command : commands()) out += fmt::format(".TP\n.B {}\n{}\n", command.name, roff(command.details));
  out += fmt::format(".PP\n{}\n.SH OPTIONS\n", roff(kFile));
  for (const std::string_view group : option_groups()) {
    out += fmt::format(".SS {}\n", group);
    for (const OptionSpec& option : options()) {
      if (option.group != group) continue;
      std::string words = option_words(option);
      words.erase(0, words.find_first_not_of(' '));
      out += fmt::format(".TP\n.B {}\n{}{}\n", roff(words), roff(help_sentence(option)), roff(of_commands(option)));
    }
  }
  out += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : exit_meanings()) out += fmt::format(".TP\n.B {}\n{}\n", code, roff(meaning));
  out +=
      ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nif set and not empty, output is not coloured unless \\-\\-color always is given\n"
      ".TP\n.B TERM\nif it is dumb, the same\n"
      ".TP\n.B JAVA_HOME, THINAIR_JCSTRESS\nthe JDK and the class path of jcstress for jcstress run\n.SH EXAMPLES\n";
  for (const CommandSpec& command : commands())
    for (const Example& example : examples_of(command.command))
      out += fmt::format(".TP\n.B thinair {}\n{}\n", roff(example.line), roff(example.what));
  return out;
}

std::string help_markdown() {
  std::string out = "# The command line\n";
  for (const CommandSpec& command : commands()) {
    out += fmt::format("\n## thinair {} {}\n\n{}\n\n| option | meaning |\n|---|---|\n", command.name, command.arguments, command.details);
    for (const OptionSpec& option : options()) {
      if (!accepts(option, command.command)) continue;
      std::string words = option_words(option);
      words.erase(0, words.find_first_not_of(' '));
      out += fmt::format("| `{}` | {} |\n", words, help_sentence(option));
    }
    out += "\n```sh\n";
    for (const Example& example : examples_of(command.command)) out += fmt::format("thinair {}  # {}\n", example.line, example.what);
    out += "```\n";
  }
  out += "\n## Exit codes\n\n| code | meaning |\n|---|---|\n";
  for (const auto& [code, meaning] : exit_meanings()) out += fmt::format("| {} | {} |\n", code, meaning);
  return out;
}

}  // namespace thinair::cli
