#include "ask/jcstress/supported.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ask/jcstress/actors.hpp"
#include "language/cat/load.hpp"
#include "support/check.hpp"

namespace thinair::jcstress {
namespace {

// What a JVM may do to a thread that waits. Chapter 17 knows volatile variables only; opaque accesses and all stronger ones see at last
// what such accesses wrote, and nobody promises that for plain ones.
constexpr std::string_view kWaiting = R"(Java "threads that wait on a JVM"
include "jls-hb.cat"
let moded = V | RA | O
empty [moded & R & SPIN] ; (loc \ rf^-1) ; [moded & FW] as progress-of-modes
)";

// Something that a thread may not get past: a monitor, the end of another thread, a loop.
bool may_wait(const program::Instr& instr, std::size_t at) {
  if (const auto* action = std::get_if<program::Synchronise>(&instr.op))
    return action->action == program::Synchronise::Action::lock || action->action == program::Synchronise::Action::wait;
  if (const auto* jump = std::get_if<program::Jump>(&instr.op)) return jump->target <= at;
  return std::holds_alternative<program::JoinThread>(instr.op);
}

std::optional<Span> first_wait(const program::Thread& thread) {
  for (std::size_t at = 0; at < thread.code.size(); ++at)
    if (may_wait(thread.code[at], at)) return thread.code[at].where;
  return std::nullopt;
}

std::optional<Span> first_loop(const program::Program& program) {
  for (const program::Thread& thread : program.threads)
    for (std::size_t at = 0; at < thread.code.size(); ++at)
      if (const auto* jump = std::get_if<program::Jump>(&thread.code[at].op); jump && jump->target <= at) return thread.code[at].where;
  return std::nullopt;
}

Diagnostic refusal(std::optional<Span> where, std::string message, std::string hint) {
  return {Severity::error, "jcstress-unsupported", where.value_or(Span{}), std::move(message), std::move(hint), {}, where.has_value()};
}

// What stands in the way if the model lets a thread wait forever, or does not say that none does.
std::optional<Diagnostic> waits(const program::Test& test, const problem::Model& model, bool interleaves, Budget& budget) {
  auto problem = problem::Problem::make(test, model);
  auto answer = problem ? problem->outcomes(budget) : tl::unexpected(problem.error());
  if (!answer) return std::nullopt;  // grading and judging say why
  for (const answer::Outcome& outcome : answer->outcomes) {
    if (outcome.state.blocked.empty()) continue;
    const std::uint32_t thread = outcome.state.blocked.front();
    const auto where = first_wait(test.program.threads[thread]);
    if (interleaves)
      return refusal(where, fmt::format("thread {} may wait forever here: a run that comes to this never ends", thread),
                     "jcstress runs only tests that always end");
    return refusal(where, fmt::format("thread {} may never see what it waits for here: a run that comes to this never ends", thread),
                   "a waiting loop ends if every access to what it reads is opaque, acquire, release or volatile");
  }
  if (answer->complete) return std::nullopt;
  const bool bound = answer->limit.kind == Incomplete::bound;
  return refusal(first_loop(test.program), fmt::format("nothing says that the threads end: {}", answer->limit.text),
                 bound ? "jcstress runs only tests that always end; --unroll N follows a loop that counts to its end"
                       : "jcstress runs only tests that always end");
}

}  // namespace

std::optional<Diagnostic> unsupported(const litmus::Test& tree, const program::Test& test) {
  return actors(tree, test, columns(test), {}).refused;
}

Endless::Endless() {
  Sources sources;
  cat::LoadOptions shipped;
  shipped.read_files = false;
  if (auto sc = problem::load(sources, "sc", shipped)) models_.push_back(std::move(*sc));
  if (auto waiting = cat::load_text(sources, sources.add("waiting.cat", std::string(kWaiting)), shipped))
    models_.push_back(problem::Model::of("waiting", std::move(*waiting)));
  check(models_.size() == 2, "the models that tell who waits forever are right");
}

std::optional<Diagnostic> Endless::operator()(const program::Test& test, Budget& budget) const {
  if (std::ranges::none_of(test.program.threads, [](const program::Thread& thread) { return first_wait(thread).has_value(); }))
    return std::nullopt;
  for (const problem::Model& model : models_)
    if (auto found = waits(test, model, &model == &models_.front(), budget)) return found;
  return std::nullopt;
}

}  // namespace thinair::jcstress
