// Parse, dispatch, map the outcome to an exit code.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/broken.hpp"
#include "cli/commands.hpp"
#include "cli/parse.hpp"
#include "cli/signals.hpp"
#include "cli/worker.hpp"
#include "support/diagnostic.hpp"

namespace {

using namespace thinair::cli;

Exit run(const Options& options) {
  switch (options.command) {
    case Command::check: return check_command(options);
    case Command::outcomes: return outcomes_command(options);
    case Command::explain: return explain_command(options);
    case Command::suite: return suite_command(options);
    case Command::compare: return compare_command(options);
    case Command::races: return races_command(options);
    case Command::compile: return compile_command(options);
    case Command::conform: return conform_command(options);
    case Command::export_: return export_command(options);
    case Command::models: return models_command(options);
    case Command::schemes: return schemes_command(options);
    case Command::tests: return tests_command(options);
    case Command::jcstress_generate: return jcstress_generate_command(options);
    case Command::jcstress_run: return jcstress_run_command(options);
    case Command::jcstress_judge: return jcstress_judge_command(options);
    case Command::jcstress_gradings: return jcstress_gradings_command(options);
    case Command::jcstress_check: return jcstress_check_command(options);
    case Command::find_difference:
    case Command::find_unsound:
    case Command::find_race:
    case Command::find_stronger:
    case Command::find_lost:
    case Command::find_transformation: return find_command(options);
    case Command::find_fit: return find_fit_command(options);
    case Command::find_transformations: return find_transformations_command(options);
    case Command::find_merge: return find_merge_command(options);
    case Command::find_spaces: return find_spaces_command(options);
    case Command::serve: return serve_command(options);
    case Command::help: return help_command(options);
  }
  return Exit::usage;
}

int finish(Exit exit) {
  // An answer that could not be written must not look like one that was.
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
    std::fprintf(stderr, "thinair: error: cannot write to standard output: %s\n", std::strerror(errno));
    exit = worst(exit, Exit::input);
  }
  die_of_signal();
  return static_cast<int>(exit);
}

}  // namespace

int main(int argc, char** argv) {
  thinair::set_broken_handler(report_broken);
  handle_signals();
  std::vector<std::string> words(argv + (argc > 0), argv + argc);
  if (words.size() == 1 && (words[0] == "--version" || words[0] == "-V")) {
    std::puts("thinair " THINAIR_VERSION);
    return finish(Exit::as_expected);
  }
  // A question of `serve`, in a process of its own.
  std::shared_ptr<const std::map<std::string, std::string>> texts;
  std::shared_ptr<const Prepared> prepared;
  const bool forks = words.size() == 1 && words[0] == kZygoteWord;
  if (forks) prepared = fork_for_questions();
  if (forks || (words.size() == 1 && words[0] == kWorkerWord)) {
    auto job = take_job();
    if (!job) return static_cast<int>(Exit::usage);
    words = std::move(job->words);
    texts = std::make_shared<const std::map<std::string, std::string>>(std::move(job->texts));
  }
  auto options = parse(words);
  if (!options) {
    std::fputs(thinair::printable(options.error().message).c_str(), stderr);
    return static_cast<int>(Exit::usage);
  }
  options->texts = std::move(texts);
  options->prepared = std::move(prepared);
  const int code = finish(run(*options));
  if (forks) {  // to take apart what it shares with others would copy it first
    std::fflush(nullptr);
    std::_Exit(code);
  }
  return code;
}
