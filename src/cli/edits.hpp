// Changes of models' texts: what `find fit --vary FILE.edits` tries.
//
//   takes   a file of edits (docs/find.md has the format), a model
//   gives   the model with some of the edits
//   does not know what is tried
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/parse.hpp"
#include "problem/model.hpp"

namespace thinair::cli {

// What is wrong with the words or the files of `find fit`.
Diagnostic fit_problem(std::string message, std::string hint = {});

// A change of a model's text: lines that go, lines that come.
struct Edit {
  std::string name, from, to;
};

Result<std::vector<Edit>> read_edits(const std::string& path);

// A folder for models that were edited; it goes away with this.
class EditedModels {
 public:
  EditedModels() = default;
  EditedModels(const EditedModels&) = delete;
  EditedModels& operator=(const EditedModels&) = delete;
  ~EditedModels();

  // None if two of the edits change the same lines: they are alternatives.
  Result<std::optional<problem::Model>> load(const Options& o, const problem::Model& model, const std::vector<const Edit*>& edits,
                                             Sources& sources);
  // The text of the model that was loaded last, and what to call its file: "jam21+coherent.cat".
  struct Made {
    std::string file, text;
  };
  const Made& last() const { return made_; }

 private:
  std::string folder_;
  int number_ = 0;
  Made made_;
};

}  // namespace thinair::cli
