// Explanations as pictures: one for an execution, one per stage of a justification, one per case of a refutation.
#pragma once

#include <string>
#include <vector>

#include "show/draw/picture.hpp"
#include "show/report/explain.hpp"

namespace thinair::report {

struct Frame {
  draw::Picture picture;
  std::string caption;                 // what this picture is: "Stage 2 of 6"
  std::vector<std::string> sentences;  // what to see in it
  std::string formula;                 // the same as a formula, for who likes it better: "C3 = C2 with 1:R y=0"
};

inline constexpr std::size_t kMostFrames = 12;  // of a refutation

std::vector<Frame> frames(const Explained& explained);

}  // namespace thinair::report
