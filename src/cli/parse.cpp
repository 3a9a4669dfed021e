// Words are split into options and values first, then values are read. Which options there are comes from the table. Every option is read
// into a list of words: the table has no types, and messages about values are the same for all.
#include "cli/parse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
#include <sstream>
#include <thread>

#include "ask/jcstress/project.hpp"
#include "space/space.hpp"
#include "support/diagnostic.hpp"

namespace thinair::cli {
namespace {

using Words = std::vector<std::string>;

tl::unexpected<UsageError> usage(Command command, std::string_view what) {
  return tl::unexpected(UsageError{fmt::format("thinair: {}\nSee 'thinair help {}'.\n", what, spec_of(command).name)});
}

std::string did_you_mean(std::string_view word, const Words& candidates) {
  const std::string near = nearest(word, candidates);
  return near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
}

tl::unexpected<UsageError> no_command(std::string_view noun, std::string_view word, std::string_view hint) {
  return tl::unexpected(UsageError{fmt::format("thinair: unknown {} '{}'{}\nSee 'thinair help'.\n", noun, word, hint)});
}

// The command that the first word, or the first two, name.
tl::expected<Command, UsageError> find_command(const Words& words) {
  const auto group = commands_of(words[0]);
  const std::string name = group.empty() || words.size() < 2 ? words[0] : words[0] + " " + words[1];
  for (const CommandSpec& spec : commands())
    if (spec.name == name) return spec.command;
  Words names;
  for (const CommandSpec* spec : group) names.emplace_back(spec->name.substr(words[0].size() + 1));
  if (!group.empty() && words.size() < 2)
    return tl::unexpected(UsageError{
        fmt::format("thinair: '{}' is followed by one of {}\nSee 'thinair help {}'.\n", words[0], fmt::join(names, ", "), words[0])});
  if (!group.empty()) return no_command("command", name, did_you_mean(words[1], names));
  if (words[0].starts_with('-')) return no_command("option", words[0], "; options follow the command");
  for (const std::string_view word : first_words()) names.emplace_back(word);
  return no_command("command", words[0], did_you_mean(words[0], names));
}

std::size_t word_count(const CommandSpec& spec) { return group_of(spec).empty() ? 1 : 2; }

std::optional<double> to_seconds(const std::string& word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value) || value <= 0 || value > 1e9) return std::nullopt;
  return value;
}

template <typename Number = std::uint32_t>
std::optional<Number> to_number(const std::string& word) {
  Number value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

Words split(std::string_view words) {
  std::istringstream list{std::string(words)};
  return {std::istream_iterator<std::string>(list), {}};
}

bool one_of(std::string_view words, std::string_view word) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  return fmt::format(" {} ", words).find(fmt::format(" {} ", word)) != std::string::npos;
}

// The words of each option that was given, by name; a flag that was given has an empty list.
struct Given {
  std::map<std::string_view, Words> values;
  bool has(std::string_view name) const { return values.contains(name); }
  const std::string* last(std::string_view name) const {
    const auto at = values.find(name);
    return at == values.end() || at->second.empty() ? nullptr : &at->second.back();
  }
  Words all(std::string_view name) const {
    const auto at = values.find(name);
    return at == values.end() ? Words{} : at->second;
  }
};

// Words to options and arguments, as the table says: `--name value`, `--name=value`, `-n value`, `-nvalue`, flags one after another in one
// word
// (`-qj2`), and `--`, after which everything is an argument. An option takes the word after it, whatever that looks like.
class Splitter {
 public:
  Splitter(Command command, Words words) : command_(command), words_(std::move(words)) {}

  tl::expected<Given, UsageError> split(Words& arguments) {
    for (bool only_arguments = false; at_ < words_.size();) {
      const std::string word = words_[at_++];
      if (only_arguments || word.size() < 2 || word[0] != '-')
        arguments.push_back(word);
      else if (word == "--")
        only_arguments = true;
      else if (word[1] == '-')
        read_long(std::string_view(word).substr(2));
      else
        read_letters(std::string_view(word).substr(1));
      if (!error_.empty()) return usage(command_, error_);
    }
    return given_;
  }

 private:
  template <class F>
  const OptionSpec* find(const F& is_wanted) const {
    for (const OptionSpec& spec : options())
      if (accepts(spec, command_) && is_wanted(spec)) return &spec;
    return nullptr;
  }

  void read_long(std::string_view word) {
    const auto equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const OptionSpec* spec = find([&](const OptionSpec& s) { return s.name == name; });
    if (!spec) return unknown(fmt::format("--{}", name));
    if (equals == std::string_view::npos) return take(*spec);
    if (spec->value.empty())
      error_ = fmt::format("--{} takes no value", name);
    else
      given_.values[spec->name].emplace_back(word.substr(equals + 1));
  }

  void read_letters(std::string_view letters) {
    for (std::size_t i = 0; i < letters.size() && error_.empty(); ++i) {
      const OptionSpec* spec = find([&](const OptionSpec& s) { return s.letter == letters[i]; });
      if (!spec)
        return unknown(fmt::format("-{}", static_cast<unsigned char>(letters[i]) < 0x80 ? letters.substr(i, 1) : letters.substr(i)));
      if (spec->value.empty() || i + 1 == letters.size()) {
        take(*spec);
      } else {
        given_.values[spec->name].emplace_back(letters.substr(i + 1));
        return;
      }
    }
  }

  // An option whose value, if it has one, is the next word.
  void take(const OptionSpec& spec) {
    Words& values = given_.values[spec.name];
    if (spec.value.empty()) return;
    if (at_ == words_.size())
      error_ = fmt::format("--{} needs a value", spec.name);
    else
      values.push_back(words_[at_++]);
  }

  void unknown(const std::string& word) {
    Words names;
    for (const OptionSpec& spec : options())
      if (accepts(spec, command_)) names.push_back(fmt::format("--{}", spec.name));
    error_ = fmt::format("'{}' has no option '{}'{}", spec_of(command_).name, word, did_you_mean(word, names));
  }

  Command command_;
  Words words_;
  std::size_t at_ = 0;
  Given given_;
  std::string error_;
};

// --format FORM, or one of the flags that are short for it.
tl::expected<Format, UsageError> read_format(const Given& given, Command command) {
  constexpr std::pair<std::string_view, Format> kForms[] = {
      {"text", Format::text}, {"json", Format::json}, {"herd", Format::herd}, {"csv", Format::csv}, {"markdown", Format::markdown}};
  std::vector<std::pair<std::string, Format>> said;
  const std::string* word = given.last("format");
  for (const auto& [name, form] : kForms) {
    if (word && *word == name) said.emplace_back(fmt::format("--format {}", name), form);
    if (form != Format::text && given.has(name)) said.emplace_back(fmt::format("--{}", name), form);
  }
  for (const auto& [name, form] : said)
    if (form != said.front().second) return usage(command, fmt::format("{} and {} exclude each other", name, said.front().first));
  return said.empty() ? Format::text : said.front().second;
}

tl::expected<void, UsageError> read_output(const Given& given, Options& out) {
  for (const OptionSpec& spec : options()) {
    if (!accepts(spec, out.command)) continue;
    const std::string* word = given.last(spec.name);
    if (word && !spec.words.empty() && !one_of(spec.words, *word))
      return usage(out.command,
                   fmt::format("--{}: '{}' is not one of {}{}", spec.name, *word, spec.words, did_you_mean(*word, split(spec.words))));
  }
  if (const std::string* as = given.last("as")) (out.command == Command::suite ? out.judged_as : out.as) = *as;
  if (const std::string* identity = given.last("identity")) out.identity = *identity == "free" ? mem::Identity::free : mem::Identity::nth;
  if (const auto format = read_format(given, out.command))
    out.format = *format;
  else
    return tl::unexpected(format.error());
  if (const std::string* colour = given.last("color"))
    out.colour = *colour == "always" ? Colour::always : *colour == "never" ? Colour::never : Colour::automatic;
  out.times = !given.has("no-times");
  out.stats = given.has("stats");
  out.quiet = given.has("quiet");
  out.expect_equal = given.has("expect-equal");
  out.verify = given.has("check");
  out.details = given.has("details");
  return {};
}

unsigned processors() { return std::max(1U, std::thread::hardware_concurrency()); }

tl::expected<void, UsageError> read_limits(const Given& given, Options& out) {
  if (const std::string* word = given.last("timeout")) {
    out.timeout = to_seconds(*word);
    if (!out.timeout) return usage(out.command, fmt::format("--timeout: '{}' is not a number of seconds above 0", *word));
  }
  if (const std::string* word = given.last("memory")) {
    out.memory = to_number(*word);
    if (!out.memory || *out.memory == 0)
      return usage(out.command, fmt::format("--memory: '{}' is not a number of mebibytes above 0", *word));
  }
  if (const std::string* word = given.last("steps")) {
    out.steps = to_number<std::uint64_t>(*word);
    if (!out.steps || *out.steps == 0) return usage(out.command, fmt::format("--steps: '{}' is not a number of steps above 0", *word));
  }
  if (const std::string* word = given.last("threads")) {
    for (std::size_t at = 0; at <= word->size();) {
      const std::size_t end = std::min(word->find(',', at), word->size());
      if (end > at) out.threads.push_back(word->substr(at, end - at));
      at = end + 1;
    }
    if (out.threads.empty()) return usage(out.command, "--threads: no method is given");
  }
  out.class_path = given.all("class-path");
  if (const std::string* word = given.last("class")) out.class_name = *word;
  if (const std::string* word = given.last("property")) out.property = *word;
  out.tearing = !given.has("no-tearing");
  out.assertions = !given.has("no-assertions");
  if (const std::string* word = given.last("unroll")) {
    out.unroll = to_number(*word);
    if (!out.unroll || *out.unroll > 1000) return usage(out.command, fmt::format("--unroll: '{}' is not a number from 0 to 1000", *word));
  }
  if (out.command == Command::suite || out.command == Command::conform || out.command == Command::serve) out.jobs = processors();
  if (const std::string* word = given.last("jobs")) {
    const auto jobs = to_number(*word);
    if (!jobs || *jobs > 1024) return usage(out.command, fmt::format("--jobs: '{}' is not a number from 0 to 1024", *word));
    out.jobs = *jobs == 0 ? processors() : *jobs;
  }
  return {};
}

// `help`, `help check`, `help jcstress`, `help jcstress run`.
tl::expected<void, UsageError> check_help(const Options& options) {
  const Words& names = options.arguments;
  if (names.empty() || (names.size() == 1 && !commands_of(names[0]).empty())) return {};
  const auto named = find_command(names);
  if (!named) return tl::unexpected(named.error());
  if (names.size() > word_count(spec_of(*named))) return usage(options.command, "'help' takes one name at most");
  return {};
}

tl::expected<void, UsageError> check_jcstress(const Options& options) {
  const std::size_t n = options.arguments.size();
  if (options.command == Command::jcstress_judge && n == 0) return usage(options.command, "no file of results is given");
  if ((options.command == Command::jcstress_gradings || options.command == Command::jcstress_check) && n == 0)
    return usage(options.command, "no jar is given");
  if ((options.command == Command::jcstress_generate || options.command == Command::jcstress_run) && n == 0)
    return usage(options.command,
                 "no test is given; FILE may be a litmus file, a directory, the name of a shipped test, or - for standard input");
  if (std::ranges::count(options.arguments, "-") > 1) return usage(options.command, "standard input (-) can be read only once");
  if (options.jcstress.output == "-" && (options.command != Command::jcstress_generate || options.format != Format::json))
    return usage(options.command, "-o: a project is a folder; it cannot go to standard output");
  if (options.command != Command::jcstress_generate) return {};
  if (options.jcstress.output.empty()) return usage(options.command, "say where to write the project: -o DIR");
  if (options.models.size() > 1) return usage(options.command, "a project is graded by one model");
  if (options.jcstress.observe && !options.models.empty()) return usage(options.command, "--observe asks no model");
  if (options.jcstress.observe && !options.to.empty()) return usage(options.command, "--observe grades nothing, so it needs no --to");
  if (options.to.size() > 1) return usage(options.command, "a project is graded by one scheme");
  if (options.to.empty() && !options.target_model.empty()) return usage(options.command, "--target-model needs a scheme: --to x86");
  return {};
}

std::optional<std::string> given_twice(const std::vector<std::string>& names) {
  for (auto at = names.begin(); at != names.end(); ++at)
    if (std::find(names.begin(), at, *at) != at) return *at;
  return std::nullopt;
}

tl::expected<void, UsageError> check_find(const Options& options) {
  const std::size_t n = options.arguments.size();
  if (options.command == Command::find_merge)
    return n == 0 ? usage(options.command, "no file of records is given") : tl::expected<void, UsageError>{};
  if (options.command == Command::find_spaces)
    return n > 1 ? usage(options.command, "'find spaces' takes one name at most") : tl::expected<void, UsageError>{};
  if (options.command == Command::find_fit) {
    if (n == 0) return usage(options.command, "no results are given: a table, or results.jsonl of 'jcstress run'");
    return options.models.empty() ? usage(options.command, "a model is needed: --model jam21") : tl::expected<void, UsageError>{};
  }
  if (options.command == Command::find_transformations)
    return n > 1 ? usage(options.command, "'find transformations' takes one name at most") : tl::expected<void, UsageError>{};
  if (options.command == Command::find_transformation && n == 0)
    return usage(options.command, "no transformation is given; 'thinair find transformations' lists them");
  if (n > 0 && options.command != Command::find_transformation)
    return usage(options.command, fmt::format("'{}' is no option; a search takes no tests", options.arguments[0]));
  if (options.command == Command::find_difference && options.models.size() < 2)
    return usage(options.command, "two models are needed: --model A --model B");
  if (options.models.empty()) return usage(options.command, "a model is needed: --model jam21");
  if (options.command == Command::find_transformation && options.models.size() > 1)
    return usage(options.command, "transformations are asked of one model at a time");
  if (const auto twice = given_twice(options.models)) return usage(options.command, fmt::format("model '{}' is given twice", *twice));
  if (const auto twice = given_twice(options.to)) return usage(options.command, fmt::format("scheme '{}' is given twice", *twice));
  if (options.command == Command::find_unsound && options.to.empty()) return usage(options.command, "a scheme is needed: --to x86");
  return {};
}

tl::expected<void, UsageError> check_arguments(const Options& options) {
  const std::size_t n = options.arguments.size();
  switch (options.command) {
    case Command::check:
    case Command::outcomes:
    case Command::explain:
    case Command::compare:
    case Command::races:
    case Command::compile:
    case Command::conform:
    case Command::export_:
      if (n == 0)
        return usage(options.command,
                     "no test is given; FILE may be a litmus file, a directory, the name of a shipped test, or - for standard input");
      if (std::ranges::count(options.arguments, "-") > 1) return usage(options.command, "standard input (-) can be read only once");
      break;
    case Command::suite:
      if (!options.judged_as.empty() && options.models.empty()) return usage(options.command, "--as needs a --model to judge");
      if (options.html == "-") return usage(options.command, "--html: a site is a folder; it cannot go to standard output");
      break;
    case Command::models:
    case Command::schemes:
    case Command::tests:
      if (n > 1) return usage(options.command, fmt::format("'{}' takes one name at most", spec_of(options.command).name));
      break;
    case Command::help: return check_help(options);
    case Command::jcstress_generate:
    case Command::jcstress_run:
    case Command::jcstress_judge:
    case Command::jcstress_check:
    case Command::jcstress_gradings: return check_jcstress(options);
    case Command::find_difference:
    case Command::find_unsound:
    case Command::find_race:
    case Command::find_stronger:
    case Command::find_lost:
    case Command::find_transformation:
    case Command::find_fit:
    case Command::find_transformations:
    case Command::find_merge:
    case Command::find_spaces: return check_find(options);
    case Command::serve:
      if (n > 0) return usage(options.command, fmt::format("'{}' is no option; 'serve' takes no tests", options.arguments[0]));
      break;
  }
  if (options.command == Command::export_ && !options.murphi)
    return usage(options.command, "say how: --murphi is the one form that there is");
  const bool compiles = options.command == Command::compile || options.command == Command::conform;
  if (compiles && options.to.empty()) return usage(options.command, "no scheme is given: --to x86");
  if (options.mixed && options.to.size() < 2) return usage(options.command, "--mixed needs two schemes or more: --to A --to B");
  if (options.command == Command::explain && options.format == Format::herd)
    return usage(options.command, "an explanation has no form in herd's format");
  if (options.command != Command::compare && options.command != Command::suite) return {};
  if (options.command == Command::compare && options.models.size() < 2)
    return usage(options.command, "two models or more are needed: --model A --model B");
  Words sorted = options.models;
  std::ranges::sort(sorted);
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
    return usage(options.command, fmt::format("model '{}' is given twice", *twice));
  if (options.format == Format::herd) return usage(options.command, "a comparison has no form in herd's format");
  return {};
}

tl::expected<void, UsageError> read_jcstress(const Given& given, Options& out) {
  JcstressOptions& jcstress = out.jcstress;
  jcstress.alias = given.has("alias");
  jcstress.handles = given.has("varhandles");
  jcstress.observe = given.has("observe");
  jcstress.jars = given.all("jcstress-jar");
  if (const std::string* word = given.last("output")) jcstress.output = *word;
  if (const std::string* word = given.last("preset")) jcstress.preset = *word;
  if (const std::string* word = given.last("package")) jcstress.package = *word;
  if (!jcstress::is_package(jcstress.package))
    return usage(out.command, fmt::format("--package: '{}' is no name of a Java package", jcstress.package));
  for (const auto& [name, seconds] : {std::pair("budget", &jcstress.budget), std::pair("wall-clock", &jcstress.wall_clock)}) {
    const std::string* word = given.last(name);
    if (!word) continue;
    *seconds = to_seconds(*word);
    if (!*seconds) return usage(out.command, fmt::format("--{}: '{}' is not a number of seconds above 0", name, *word));
  }
  return {};
}

tl::expected<void, UsageError> read_find(const Given& given, Options& out) {
  FindOptions& find = out.find;
  if (const std::string* word = given.last("space")) find.space = *word;
  find.sizes = given.all("size");
  find.programs = given.all("program");
  find.jvm = given.has("jvm");
  find.vary = given.all("vary");
  for (const std::string& word : find.programs)
    if (!space::parse_program(word))
      return usage(out.command, fmt::format("--program: {}; write Wxp.Ryv|Wyp.Rxv", space::no_program(word)));
  for (const char* other : {"size", "modes"})
    if (!find.programs.empty() && given.has(other))
      return usage(out.command, fmt::format("--program and --{} exclude each other: a program has its size and its modes", other));
  find.by = given.all("by");
  for (const std::string& word : find.sizes)
    if (!space::parse_sizes(word))
      return usage(out.command, fmt::format("--size: '{}' is no size; write 2+2, or ..2+2; at most 6 threads of 6 accesses", word));
  if (const std::string* word = given.last("modes")) find.modes = *word;
  if (given.has("modes") && find.modes.find_first_not_of(" ,") == std::string::npos)
    return usage(out.command, "--modes: no mode is given; write plain,volatile");
  find.final_values = given.has("final");
  find.all = given.has("all");
  find.shortcuts = !given.has("exhaustive");
  find.assume_monotone = given.has("assume-monotone");
  if (find.assume_monotone && !find.shortcuts) return usage(out.command, "--assume-monotone and --exhaustive exclude each other");
  if (const std::string* word = given.last("limit")) {
    const auto limit = to_number<std::size_t>(*word);
    if (!limit) return usage(out.command, fmt::format("--limit: '{}' is not a number", *word));
    find.limit = *limit;
  }
  if (const std::string* word = given.last("shard")) {
    const std::size_t slash = std::min(word->find('/'), word->size());
    const auto index = to_number<std::uint64_t>(word->substr(0, slash));
    const auto of = to_number<std::uint64_t>(slash < word->size() ? word->substr(slash + 1) : "");
    if (!index || !of || *index >= *of) return usage(out.command, fmt::format("--shard: '{}' is not I/N with I below N", *word));
    find.shard = *index;
    find.shards = *of;
  }
  if (const std::string* word = given.last("resume")) find.resume = *word;
  if (const std::string* word = given.last("slurm")) find.slurm = *word;
  if (const std::string* word = given.last("output")) find.output = *word;
  return {};
}

tl::expected<void, UsageError> read_serve(const Given& given, Options& out) {
  if (const std::string* word = given.last("port")) {
    const auto port = to_number(*word);
    if (!port || *port > 65535) return usage(out.command, fmt::format("--port: '{}' is not a number from 0 to 65535", *word));
    out.serve.port = *port;
  }
  if (const std::string* word = given.last("host")) out.serve.host = *word;
  out.serve.open = given.has("open");
  return {};
}

}  // namespace

tl::expected<Options, UsageError> parse(const Words& words) {
  Options out;
  if (words.empty()) return tl::unexpected(UsageError{"thinair: no command is given\nSee 'thinair help'.\n"});
  if (words[0] == "--help" || words[0] == "-h") return out;
  if (words.size() == 2 && (words[1] == "--help" || words[1] == "-h") && !commands_of(words[0]).empty()) {
    out.arguments = {words[0]};
    return out;
  }
  const auto command = find_command(words);
  if (!command) return tl::unexpected(command.error());
  out.command = *command;

  const auto first = words.begin() + static_cast<std::ptrdiff_t>(word_count(spec_of(*command)));
  const auto given = Splitter(*command, {first, words.end()}).split(out.arguments);
  if (!given) return tl::unexpected(given.error());
  if (given->has("help")) {
    Options help;
    help.arguments = {words.begin(), first};
    return help;
  }
  out.models = given->all("model");
  if (const std::string* outcome = given->last("outcome")) out.outcome = *outcome;
  if (const std::string* html = given->last("html")) out.html = *html;
  if (const std::string* svg = given->last("svg")) out.svg = *svg;
  if (const std::string* dot = given->last("dot")) out.dot = *dot;
  if (const std::string* tikz = given->last("tikz")) out.tikz = *tikz;
  if (const std::string* expected = given->last("expected")) out.expected = *expected;
  out.names = given->all("name");
  out.to = given->all("to");
  if (const std::string* target = given->last("target-model")) out.target_model = *target;
  if (const std::string* engine = given->last("engine")) out.engine = *engine;
  out.mixed = given->has("mixed");
  out.families = given->all("family");
  out.variants = given->all("variant");
  out.include = given->all("include");
  out.skipped = given->all("skip-check");
  out.cells = given->all("set");
  out.murphi = given->has("murphi");
  for (const std::string& name : given->all("without")) out.skipped.push_back(name);
  if (const auto ok = read_output(*given, out); !ok) return tl::unexpected(ok.error());
  if (const auto ok = read_limits(*given, out); !ok) return tl::unexpected(ok.error());
  if (const auto ok = read_jcstress(*given, out); !ok) return tl::unexpected(ok.error());
  if (const auto ok = read_find(*given, out); !ok) return tl::unexpected(ok.error());
  if (const auto ok = read_serve(*given, out); !ok) return tl::unexpected(ok.error());
  if (const auto ok = check_arguments(out); !ok) return tl::unexpected(ok.error());
  return out;
}

}  // namespace thinair::cli
