// A single-execution model that few questions need.
//
//   takes   a model that was loaded, or a shipped file
//   gives   the model; a shipped file is read when it is first asked for
//   does not find faults: a shipped file has none, which the tests hold, and a user's file is loaded by whoever names it
//
// Threads may ask at the same time.
#pragma once

#include <mutex>
#include <optional>

#include "language/cat/files.hpp"

namespace thinair::cat {

class LateModel {
 public:
  explicit LateModel(Model loaded) : model_(std::move(loaded)) {}
  explicit LateModel(ModelFile shipped);

  bool is_late() const { return file_.has_value(); }
  const Model& get() const;

 private:
  std::optional<ModelFile> file_;
  mutable std::once_flag once_;
  mutable std::optional<Model> model_;
};

}  // namespace thinair::cat
