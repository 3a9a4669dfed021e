// The models a command works with.
//
//   takes   what --model, --include and the shipped files give
//   gives   loaded models under the names the user gave them, and the list of shipped ones
#pragma once

#include <string>
#include <vector>

#include "cat/ast.hpp"
#include "cli/options.hpp"
#include "program/program.hpp"
#include "report/report.hpp"
#include "support/diagnostic.hpp"

namespace thinair::cli {

struct LoadedModel {
  std::string name;  // as given: a shipped name or a path
  cat::Model model;
};

std::vector<report::ModelInfo> shipped_models();  // in the order of their names
std::vector<std::string> shipped_names();

// What Java tests are judged under when no model is given.
std::string default_model();

// All that --model names (the default if it names none), or everything that is wrong with them.
Result<std::vector<LoadedModel>> load_models(Sources& sources, const Options& options);

// Why the model cannot judge this program: a name or kind that is wrong in it, or the architecture. Nothing if it can.
Diagnostics misfits(const LoadedModel& model, const program::Program& program, const Options& options);

// The text of a shipped model.
Result<std::string> model_text(const std::string& name);

}  // namespace thinair::cli
