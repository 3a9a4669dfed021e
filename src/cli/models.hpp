// The models a command works with.
//
//   takes   what --model, --include and the shipped files give
//   gives   loaded models under the names the user gave them, and the list of shipped ones
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "problem/problem.hpp"
#include "show/report/report.hpp"
#include "support/diagnostic.hpp"

namespace thinair::cli {

using LoadedModel = problem::Model;

// Shipped models that were loaded before the command began, by name, and the texts that their positions are in.
struct Prepared {
  Sources sources;
  std::map<std::string, LoadedModel> models;
};
// One more: loaded, and made ready for every dialect that it is for. What is no shipped model is passed over.
void prepare(Prepared& prepared, const std::string& name);
// What a command's Sources begin with; models that are ready can be used with these alone.
Sources first_sources(const Options& options);

std::vector<report::ModelInfo> shipped_models();  // in the order of their names
std::vector<std::string> shipped_names();
std::vector<report::ModelInfo> library_files();  // what models include: cos.cat and others

// What tests are judged under when no model is given.
std::string default_model(program::Arch arch = program::Arch::java);

// All that --model names (the default if it names none), or everything that is wrong with them.
Result<std::vector<LoadedModel>> load_models(Sources& sources, const Options& options, program::Arch arch = program::Arch::java);

// Names after --skip-check, --without and --variant that none of the models has: a slip of the pen would change nothing, silently.
Diagnostics unknown_names(const std::vector<LoadedModel>& models, const Options& options);

// The text of a shipped model, or of a library file.
// `cells`: settings of --set, for machines.
Result<std::string> model_text(const std::string& name, const std::vector<std::string>& cells = {});

}  // namespace thinair::cli
