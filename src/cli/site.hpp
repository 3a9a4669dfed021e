// suite --html: a catalogue as a small site.
#pragma once

#include "ask/suite/files.hpp"
#include "ask/suite/tally.hpp"
#include "cli/models.hpp"
#include "cli/options.hpp"

namespace thinair::cli {

// The folder for a site: makes it, or says why it cannot be used. One that holds anything but a site of an earlier run is left alone.
Result<void> prepare_site(const std::string& folder);

// index.html, a page with explanations for every test of the run, and the models' texts in models/, in the folder that the options
// name. Files of tests keep the folders of their families.
Result<void> write_site(const Options& options, const Sources& sources, const suite::Files& files, const std::vector<LoadedModel>& models,
                        const suite::Run& run);

}  // namespace thinair::cli
