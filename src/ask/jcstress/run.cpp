#include "ask/jcstress/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/check.hpp"
#include "support/process.hpp"

namespace thinair::jcstress {
namespace {

namespace fs = std::filesystem;
using End = ProcessResult::End;

constexpr double kCompileSeconds = 600;
constexpr double kProbing = 60;         // jcstress looks at machine and JVM before it starts; ten seconds as a rule
constexpr double kSecondsPerJvm = 1.5;  // to start and stop one
constexpr std::string_view kResults = "results.jsonl";

Diagnostic failed(std::string_view code, std::string message) {
  Diagnostic d;
  d.code = code;
  d.has_position = false;
  d.message = std::move(message);
  return d;
}

std::string how_it_ended(const ProcessResult& done, std::optional<double> limit) {
  switch (done.end) {
    case End::exited: return fmt::format("it ended with code {}", done.code);
    case End::killed: return fmt::format("it was ended by signal {}", done.code);
    case End::timed_out: return limit ? fmt::format("it was stopped after {:.0f} s", *limit) : "it was stopped";
    case End::interrupted: return "it was interrupted";
    case End::not_started: return fmt::format("it could not be started: {}", std::generic_category().message(done.code));
  }
  return "";
}

// "progress 3/46 litmus.SB", as Record.java prints it.
struct Progress {
  std::size_t done = 0, planned = 0;
  std::string_view name;
};
std::optional<Progress> read_progress(std::string_view line) {
  constexpr std::string_view kWord = "progress ";
  if (!line.starts_with(kWord)) return std::nullopt;
  line.remove_prefix(kWord.size());
  Progress out;
  const char* const end = line.data() + line.size();
  const auto [slash, first] = std::from_chars(line.data(), end, out.done);
  if (first != std::errc{} || slash == end || *slash != '/') return std::nullopt;
  const auto [rest, second] = std::from_chars(slash + 1, end, out.planned);
  if (second != std::errc{}) return std::nullopt;
  out.name = line.substr(static_cast<std::size_t>(rest - line.data()));
  if (out.name.starts_with(' ')) out.name.remove_prefix(1);
  return out;
}

std::string text_if_readable(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Preset preset(std::string_view name) {
  // On one configuration of the JVM; on those that jcstress finds, all actors compiled alike; on all combinations of compilers.
  if (name == "smoke") return {{"-sc", "false", "-fsm", "1", "-jvmArgs", "-XX:+UseSerialGC"}, 1000};
  if (name == "thorough") return {{"-sc", "true", "-fsm", "2"}, 5000};
  check(name == "normal", "presets are smoke, normal and thorough");
  return {{"-sc", "false", "-fsm", "1"}, 2500};
}

Result<void> build(const RunRequest& request) {
  const fs::path root = fs::path(request.folder), target = root / "target", classes = target / "classes";
  std::error_code error;
  fs::remove_all(target, error);
  fs::create_directories(classes, error);
  std::ofstream sources(target / "sources");
  std::vector<std::string> names;
  for (fs::recursive_directory_iterator at(root / "src/main/java", error); !error && at != fs::recursive_directory_iterator();
       at.increment(error))
    if (at->path().extension() == ".java") names.push_back(at->path().string());
  std::ranges::sort(names);
  for (const std::string& name : names) sources << '"' << name << "\"\n";
  sources.close();
  fs::copy(root / "src/main/resources", classes, fs::copy_options::recursive, error);
  if (error || !sources) return fail(failed("jcstress-build", fmt::format("cannot write to '{}'", target.string())));
  ProcessCommand compile;
  compile.words = {request.jdk.javac,
                   "--release",
                   std::to_string(kOldestJdk),
                   "-encoding",
                   "UTF-8",
                   "-cp",
                   class_path(request.jars),
                   "-processor",
                   "org.openjdk.jcstress.infra.processors.JCStressTestProcessor",
                   "-d",
                   classes.string(),
                   "@" + (target / "sources").string()};
  compile.seconds = kCompileSeconds;
  compile.stop = request.stop;
  ProcessResult done = run_process(compile);
  if (!done.succeeded())
    return fail(failed("jcstress-build", fmt::format("javac did not compile the tests, {}:\n{}", how_it_ended(done, compile.seconds),
                                                     last_lines(done.output, 30))));
  // In a jar, as jcstress can check its own classes for false sharing only there.
  ProcessCommand pack;
  pack.words = {request.jdk.jar, "--create", "--file", (target / "tests.jar").string(), "-C", classes.string(), "."};
  pack.seconds = kCompileSeconds;
  pack.stop = request.stop;
  done = run_process(pack);
  if (!done.succeeded())
    return fail(failed("jcstress-build",
                       fmt::format("jar did not pack the tests, {}:\n{}", how_it_ended(done, pack.seconds), last_lines(done.output, 10))));
  return {};
}

Result<RunResult> run(const RunRequest& request) {
  const fs::path results = fs::path(request.folder) / kResults;
  std::error_code error;
  fs::remove(results, error);
  std::vector<std::string> path = {(fs::path(request.folder) / "target/tests.jar").string()};
  path.insert(path.end(), request.jars.begin(), request.jars.end());
  ProcessCommand command;
  command.directory = request.folder;
  command.stop = request.stop;
  command.words = {request.jdk.java,
                   "-cp",
                   class_path(path),
                   "thinair.Record",
                   std::string(kResults),
                   "--milliseconds",
                   std::to_string(request.how.milliseconds)};
  if (request.budget) command.words.insert(command.words.end(), {"--budget", fmt::format("{}", *request.budget)});
  command.words.insert(command.words.end(), request.how.options.begin(), request.how.options.end());
  const double per_jvm = kSecondsPerJvm + request.how.milliseconds / 1000.0;
  double limit = request.wall_clock.value_or(2 * kProbing + 2 * request.budget.value_or(0));
  command.seconds = limit;
  command.on_line = [&](std::string_view line) -> std::optional<double> {
    const auto progress = read_progress(line);
    if (!progress) return std::nullopt;
    if (request.progress) request.progress(progress->done, progress->planned, progress->name);
    if (request.wall_clock || progress->done > 0) return std::nullopt;
    // Now that the number of JVMs is known, so is what to expect.
    limit = kProbing + 2 * (request.budget ? std::max(*request.budget, static_cast<double>(progress->planned) * kSecondsPerJvm)
                                           : static_cast<double>(progress->planned) * per_jvm);
    return limit;
  };
  const ProcessResult done = run_process(command);
  RunResult out;
  out.results = text_if_readable(results);
  if (out.results.empty())
    return fail(
        failed("jcstress-run", fmt::format("jcstress left no results, {}:\n{}", how_it_ended(done, limit), last_lines(done.output, 15))));
  if (!done.succeeded()) out.cut_off = how_it_ended(done, limit);
  return out;
}

}  // namespace thinair::jcstress
