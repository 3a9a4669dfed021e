// The command line as data: one table of commands and one of options. Parsing, --help, the manual page and the completions are
// all made from these, so that none of them can forget an option.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "language/mem/ast.hpp"

namespace thinair::cli {

enum class Command : std::uint8_t {
  compile,
  conform,
  export_,
  check,
  outcomes,
  explain,
  suite,
  compare,
  races,
  models,
  schemes,
  tests,
  help,
  jcstress_generate,
  jcstress_run,
  jcstress_judge,
  jcstress_gradings,
  jcstress_check,
  find_difference,
  find_unsound,
  find_race,
  find_stronger,
  find_lost,
  find_transformation,
  find_fit,
  find_merge,
  find_spaces,
  find_transformations,
  serve,
};

// A name of two words belongs to a group: `jcstress run` is one command, `jcstress` alone is none.
struct CommandSpec {
  Command command;
  std::string_view name;
  std::string_view arguments;  // as in a synopsis: "FILE..."
  std::string_view summary;    // half a sentence, for lists
  std::string_view details;    // a paragraph, for the command's own help
};

std::span<const CommandSpec> commands();
const CommandSpec& spec_of(Command command);
std::string_view group_of(const CommandSpec& spec);                   // the first word of two; empty if it has one
std::vector<const CommandSpec*> commands_of(std::string_view group);  // none if there is no such group
std::vector<std::string_view> first_words();                          // what may follow `thinair`: groups count once

// A command line that does something useful by itself, with a shipped test where it needs one.
struct Example {
  Command command;
  std::string_view line;  // after "thinair "
  std::string_view what;  // it shows; half a sentence
};
std::vector<Example> examples_of(Command command);

// What may follow an option or stand as an argument; completions offer it.
enum class Completes : std::uint8_t { nothing, litmus_file, file, directory, model, scheme, test, word };

// Two commands may give one name different meanings (help --as, suite --as); each then has an entry of its own.
struct OptionSpec {
  std::string_view name;      // without dashes
  char letter = 0;            // short form, 0 if none
  std::string_view value;     // what the value is called in help; empty: a flag
  std::string_view group;     // heading in help
  std::string_view fallback;  // the default, in words; empty: none
  std::string_view help;
  std::uint32_t accepted_by;  // bits: 1 << Command
  bool repeatable = false;
  Completes completes = Completes::nothing;
  std::string_view words = {};  // the values it takes, if they are few: "text json herd"
};

std::span<const OptionSpec> options();  // sorted by group as help shows them, then by name
bool accepts(const OptionSpec& option, Command command);

enum class Format : std::uint8_t { text, json, herd, csv, markdown };
enum class Colour : std::uint8_t { automatic, always, never };

// What `thinair jcstress` is told beyond what other commands take.
struct JcstressOptions {
  bool alias = false;
  bool handles = false;  // --varhandles
  bool observe = false;
  std::string output;  // --output; empty: none
  std::string package = "litmus";
  std::string preset = "normal";
  std::optional<double> budget;      // seconds for the run as a whole
  std::optional<double> wall_clock;  // seconds after which JVMs are stopped
  std::vector<std::string> jars;     // --jcstress-jar
};

// What `thinair find` is told beyond what other commands take.
struct FindOptions {
  std::string space;                   // --space; empty: what is usual for the question
  std::vector<std::string> sizes, by;  // --size, --by
  std::string modes;                   // --modes, separated by commas; empty: the space's own
  bool final_values = false, all = false, shortcuts = true, assume_monotone = false;
  std::size_t limit = 20;
  std::uint64_t shard = 0, shards = 1;
  std::string resume;                 // a file of records
  std::string output;                 // a folder for .litmus files; fit: for models
  std::string slurm;                  // a folder for scripts
  std::vector<std::string> vary;      // fit: rules to leave out, files of edits
  std::vector<std::string> programs;  // instead of a space's
  bool jvm = false;                   // have a JVM run what is found
};

// What `thinair serve` is told beyond what other commands take.
struct ServeOptions {
  unsigned port = 0;  // 0: a free one
  std::string host = "127.0.0.1";
  bool open = false;
};

struct Prepared;  // cli/models.hpp

// A parsed command line.
struct Options {
  Command command = Command::help;
  std::vector<std::string> arguments;                               // files, or the name after `models` and `help`
  std::shared_ptr<const std::map<std::string, std::string>> texts;  // of tests and models by name; then no file is read (serve)
  std::shared_ptr<const Prepared> prepared;                         // models that are loaded already (serve)
  std::vector<std::string> models;                                  // empty: the default model
  std::vector<std::string> variants;
  std::vector<std::string> include;
  std::vector<std::string> skipped;
  std::vector<std::string> cells;
  bool murphi = false;
  std::optional<mem::Identity> identity;
  std::optional<double> timeout;
  std::optional<std::uint64_t> memory;
  std::optional<std::uint64_t> steps;
  unsigned jobs = 1;
  Format format = Format::text;
  Colour colour = Colour::automatic;
  bool times = true;
  bool stats = false;
  bool quiet = false;
  bool expect_equal = false;
  bool verify = false;                // --check
  std::string judged_as;              // suite --as; empty: each model by its own table
  std::string expected;               // suite --expected; empty: the catalogue's own tables
  std::vector<std::string> names;     // suite --name
  std::vector<std::string> families;  // suite --family
  bool details = false;
  std::string outcome;          // explain --outcome; empty: the test's own clauses
  std::string html;             // explain: a file; suite: a folder
  std::string svg, dot, tikz;   // explain: files
  std::string as = "text";      // help --as
  std::vector<std::string> to;  // compile, conform: schemes; jcstress generate: one at most
  std::string target_model;     // --target-model; empty: what the scheme says
  std::string engine;           // conform --engine
  bool mixed = false;           // conform --mixed
  std::optional<unsigned> unroll;
  std::vector<std::string> threads;     // --threads: methods of a Java program
  std::vector<std::string> class_path;  // --class-path
  std::string class_name;               // --class
  bool tearing = true;                  // --no-tearing
  bool assertions = true;               // --no-assertions
  std::string property;                 // --property: a condition instead of "no exception ends a thread"
  JcstressOptions jcstress;
  FindOptions find;
  ServeOptions serve;
};

}  // namespace thinair::cli
