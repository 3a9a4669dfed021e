// The other side of `serve`: a process for one question.
//
//   takes   a job on standard input
//   gives   its words and texts, in a process that can read no file and start no program from then on
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "cli/models.hpp"
#include "serve/job.hpp"

namespace thinair::cli {

inline constexpr std::string_view kWorkerWord = "--answer-one-question";
inline constexpr std::string_view kZygoteWord = "--answer-questions";

std::optional<serve::Job> take_job();  // nothing: there is no job on standard input

// Forks for each question, and returns in the children: with the models that are ready by then.
std::shared_ptr<const Prepared> fork_for_questions();

}  // namespace thinair::cli
