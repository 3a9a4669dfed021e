#include <cstdio>

#include "cli/commands.hpp"
#include "cli/schemes.hpp"
#include "cli/worker.hpp"
#include "serve/serve.hpp"
#include "support/process.hpp"

namespace thinair::cli {
namespace {

constexpr double kSeconds = 10;
constexpr std::uint64_t kMebibytes = 512;

void open_page(const std::string& address) {
  const std::string program = find_program("xdg-open");
  if (program.empty() || !run_process({.words = {program, address}, .directory = "", .seconds = 10, .on_line = {}}).succeeded())
    std::fputs("thinair: no browser could be opened; open the address yourself\n", stderr);
}

}  // namespace

Exit serve_command(const Options& options) {
  serve::Settings settings;
  settings.host = options.serve.host;
  settings.port = static_cast<std::uint16_t>(options.serve.port);
  settings.jobs = options.jobs;
  settings.seconds = options.timeout.value_or(kSeconds);
  settings.memory = options.memory.value_or(kMebibytes) << 20;
  settings.version = THINAIR_VERSION;
  settings.worker_word = kWorkerWord;
  settings.zygote_word = kZygoteWord;
  settings.ready = [&](const std::string& address) {
    std::fputs((address + "\n").c_str(), stdout);
    std::fflush(stdout);
    if (options.serve.open) open_page(address);
  };
  const std::string failure = serve::serve(settings);
  if (failure.empty()) return Exit::as_expected;
  Diagnostic d;
  d.code = "serve-listen";
  d.message = failure;
  d.has_position = false;
  return reject(options, {}, {std::move(d)});
}

}  // namespace thinair::cli
