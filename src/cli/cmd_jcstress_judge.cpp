#include <cstdio>
#include <filesystem>

#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/jcstress.hpp"
#include "read/litmus/parser.hpp"
#include "read/lower.hpp"

namespace thinair::cli {
namespace {

// The tests as the results recorded them.
std::deque<JavaTest> recorded_tests(const Options& options, const jcstress::Records& records, Exit& exit) {
  std::deque<JavaTest> out;
  for (const jcstress::TestRecord& record : records.tests) {
    Sources sources;
    const std::uint32_t file = sources.add(record.test, record.litmus);
    auto tree = litmus::parse(sources, file);
    auto test = tree ? read::lower(sources, *tree, nullptr) : tl::unexpected(tree.error());
    if (!test) {
      tell(options, sources, test.error());
      exit = worst(exit, Exit::input);
      continue;
    }
    if (options.unroll) test->program.unroll = *options.unroll;
    test->name = record.test;  // a test whose name is `--` is called by its file
    out.push_back({record.test, record.litmus, std::move(*tree), std::move(*test), record.class_name});
  }
  return out;
}

}  // namespace

Exit jcstress_judge_command(const Options& options) {
  Sources sources;
  std::error_code ignored;
  std::string path = options.arguments[0];
  if (std::filesystem::is_directory(path, ignored)) path = (std::filesystem::path(path) / "results.jsonl").string();
  auto text = read_text({.path = path, .name = path == "-" ? "stdin" : path});
  if (!text) {
    tell(options, sources, text.error());
    return Exit::input;
  }
  const auto records = jcstress::read_records(sources, sources.add(path, std::move(*text)));
  if (!records) {
    tell(options, sources, records.error());
    return Exit::input;
  }
  Exit exit = Exit::as_expected;
  const std::vector<std::string> files(options.arguments.begin() + 1, options.arguments.end());
  const auto tests = files.empty() ? recorded_tests(options, *records, exit) : read_java_tests(options, files, false, exit);
  if (!records->complete) {
    if (!options.quiet) std::fputs("thinair: the run was cut off; what it had seen until then is judged\n", stderr);
    exit = worst(exit, Exit::unknown);
  }
  return worst(exit, judge_records(options, tests, *records));
}

}  // namespace thinair::cli
