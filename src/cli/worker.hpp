// The other side of `serve`: a process for one question.
//
//   takes   a job on standard input
//   gives   its words and texts, in a process that can read no file and start no program from then on
#pragma once

#include <optional>
#include <string_view>

#include "serve/job.hpp"

namespace thinair::cli {

inline constexpr std::string_view kWorkerWord = "--answer-one-question";

std::optional<serve::Job> take_job();  // nothing: there is no job on standard input

}  // namespace thinair::cli
