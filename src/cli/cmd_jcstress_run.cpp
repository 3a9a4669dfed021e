#include <fmt/format.h>
#include <sched.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "ask/jcstress/run.hpp"
#include "cli/commands.hpp"
#include "cli/jcstress.hpp"
#include "cli/signals.hpp"
#include "cli/terminal.hpp"

namespace thinair::cli {
namespace {

namespace fs = std::filesystem;

// The folder to work in: the one that was named, or one that goes away.
class Folder {
 public:
  explicit Folder(const std::string& named) : path_(named), temporary_(named.empty()) {
    std::error_code ignored;
    if (!temporary_) {
      path_ = fs::absolute(named, ignored).string();
      return;
    }
    std::string name = (fs::temp_directory_path(ignored) / "thinair-XXXXXX").string();
    path_ = mkdtemp(name.data()) ? name : "";
  }
  ~Folder() {
    std::error_code ignored;
    if (temporary_ && !path_.empty()) fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool temporary_;
};

// On a terminal one line that is written over; elsewhere nothing, as for other commands.
class Ticker {
 public:
  explicit Ticker(const Options& options) : on_(!options.quiet && is_terminal(stderr)) {}
  ~Ticker() { say(""); }
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;
  void say(std::string_view what) const {
    if (on_) std::fputs(fmt::format("\r\x1b[K{}", what.substr(0, 78)).c_str(), stderr);
  }

 private:
  bool on_;
};

Result<jcstress::RunResult> build_and_run(const Options& options, const Folder& folder, const jcstress::Project& project) {
  const Ticker ticker(options);
  jcstress::RunRequest request;
  request.folder = folder.path();
  request.how = jcstress::preset(options.jcstress.preset);
  request.budget = options.jcstress.budget;
  request.wall_clock = options.jcstress.wall_clock;
  request.stop = stop_flag();
  std::optional<Stopwatch> running;
  request.progress = [&](std::size_t done, std::size_t planned, std::string_view name) {
    if (!running) running.emplace();
    const double left =
        done == 0 ? 0 : running->seconds() / static_cast<double>(done) * static_cast<double>(planned - std::min(done, planned));
    ticker.say(fmt::format("[{}/{}] {}{}", done, planned, done == 0 ? "" : fmt::format("about {:.0f} s left: ", left), name));
  };
  auto jdk = jcstress::find_jdk();
  if (!jdk) return fail(std::move(jdk.error()));
  request.jdk = std::move(*jdk);
  if (auto written = jcstress::write(project.files(), folder.path()); !written) return fail(std::move(written.error()));
  ticker.say("looking for jcstress");
  auto jars = jcstress::find_jcstress(options.jcstress.jars, folder.path(), stop_flag());
  if (!jars) return fail(std::move(jars.error()));
  request.jars = std::move(*jars);
  ticker.say("compiling");
  if (auto built = jcstress::build(request); !built) return fail(std::move(built.error()));
  ticker.say("jcstress looks at the machine, which takes some ten seconds");
  return jcstress::run(request);
}

// Those that we may use; 0 if that is not known.
unsigned available_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 0;
}

// What is known without starting anything: no test has a place here.
bool none_can_run(const jcstress::Project& project, unsigned cpus) {
  return cpus > 0 && std::ranges::all_of(project.tests(), [&](const jcstress::TestRecord& test) { return test.actors > cpus; });
}

}  // namespace

Exit jcstress_run_command(const Options& options) {
  Sources sources;
  const auto reject = [&](const Diagnostics& diagnostics) {
    tell(options, sources, diagnostics);
    return Exit::input;
  };
  // A model that cannot be read is told of before minutes are spent.
  const auto models = load_models(sources, options);
  if (!models) return reject(models.error());
  if (const Diagnostics unknown = unknown_names(*models, options); !unknown.empty()) return reject(unknown);
  Exit exit = Exit::as_expected;
  auto tests = read_java_tests(options, options.arguments, true, exit);
  if (tests.empty()) return worst(exit, Exit::input);
  jcstress::Project project;
  for (JavaTest& test : tests) {
    project.add(test.text, test.tree, test.test, jcstress::observing(), shape(options));
    test.class_name = project.tests().back().class_name;
  }

  jcstress::Records records;
  if (const unsigned cpus = available_cpus(); none_can_run(project, cpus)) {
    records.tests = project.tests();
    records.cpus = cpus;
    records.complete = true;
    return worst(exit, judge_records(options, tests, records));
  }
  const Folder folder(options.jcstress.output);
  const auto ran = build_and_run(options, folder, project);
  if (!ran) return worst(exit, reject(ran.error()));
  auto read = jcstress::read_records(sources, sources.add("results.jsonl", ran->results));
  if (!read) return worst(exit, reject(read.error()));
  forget_signal();  // it ended the run; what is left to do is short
  if (!ran->cut_off.empty() || !read->complete) {
    std::fputs(fmt::format("thinair: the run did not come to its end: {}; what it had seen until then is judged\n",
                           ran->cut_off.empty() ? "its results stop short" : ran->cut_off)
                   .c_str(),
               stderr);
    exit = worst(exit, Exit::unknown);
  }
  if (!options.quiet && options.format == Format::text)
    std::fputs(fmt::format("{} on {}, {} CPUs\n", read->vm, read->os, read->cpus).c_str(), stdout);
  return worst(exit, judge_records(options, tests, *read));
}

}  // namespace thinair::cli
