#include "cli/worker.hpp"

#include <cstdio>
#include <string>

#include "serve/zygote.hpp"
#include "support/sandbox.hpp"

namespace thinair::cli {
namespace {

// Above what the question itself is told to keep to: whoever reaches these is beyond control.
constexpr double kSecondsMore = 3;
constexpr std::uint64_t kBytesMore = 1ULL << 30;

}  // namespace

std::optional<serve::Job> take_job() {
  std::string text;
  char buffer[1 << 16];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, stdin)) text.append(buffer, n);
  auto job = serve::read_job(text);
  if (job) seal({job->seconds + kSecondsMore, job->memory + kBytesMore});
  return job;
}

std::shared_ptr<const Prepared> fork_for_questions() {
  auto prepared = std::make_shared<Prepared>();
  serve::fork_for_questions([&](const std::string& model) { prepare(*prepared, model); });
  return prepared;
}

}  // namespace thinair::cli
