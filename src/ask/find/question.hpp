// The question of a search (asker.hpp), made ready: askers for its blocks, and second opinions on what was found.
//
//   takes   settings, models that are loaded
//   gives   an asker for each skeleton; for a finding the reference engine's opinion, the rules behind it, and whether it can be smaller
//   does not enumerate (space.hpp) or print
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ask/find/asker.hpp"
#include "space/space.hpp"

namespace thinair::find {

class Question {
 public:
  static Question make(Settings settings);
  std::unique_ptr<Asker> asker(const Program& skeleton, const Space& space) const;
  const Settings& settings() const;
  // Models of the question that are monotone in modes, by proof (bounds::monotone). Programs of a space with locks have more in them.
  std::vector<std::string> monotone_models(bool locks) const;

  // The reference engine's opinion: does the side that forbids the state forbid it? Nothing if that is too much to enumerate.
  std::optional<bool> confirmed(const Program& program, const Space& space, const Breach& breach, std::uint64_t steps) const;
  // The rules that exclude it, by name; empty if the side has none to name.
  std::vector<std::string> reasons(const Program& program, const Space& space, const Breach& breach) const;
  // A program that is found in the same way, and is this one without an access, a dependency, a fence, a block or some strength of a mode
  // (reduce.hpp). A space that has all of these programs leaves none; one of few sizes or with rules may.
  std::optional<Program> smaller(const Program& program, const Space& space, const Breach& breach) const;

 private:
  struct Shared;
  explicit Question(std::shared_ptr<const Shared> shared) : shared_(std::move(shared)) {}
  const problem::ConfiguredModel* named(const std::string& model) const;
  std::shared_ptr<const Shared> shared_;
};

}  // namespace thinair::find
