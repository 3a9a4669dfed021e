// Our own structures as those that the public library gives out, and its limits as ours.
#pragma once

#include <thinair/thinair.hpp>

#include "answer/answer.hpp"
#include "ask/verdict/verdict.hpp"
#include "problem/model.hpp"

namespace thinair::library {

Budget budget(const Limits& limits);
problem::Options options(const Options& options);

Stopped stopped(const thinair::Limit& limit);
State state(const std::vector<std::string>& names, const answer::State& state);
Verdict verdict(answer::Verdict verdict);
Judgement judgement(const std::vector<std::string>& names, const verdict::Judgement& judgement);
Answer answer(const std::vector<std::string>& names, const answer::Answer& answer);

}  // namespace thinair::library
