#include "cli/commands.hpp"
#include "cli/schemes.hpp"
#include "cli/session.hpp"
#include "show/report/conform.hpp"

namespace thinair::cli {

// What is printed is for herd to read as well; it is read back first, so that it is known to be a test.
Exit compile_command(const Options& options) {
  return with_schemes(options, [&](const std::vector<compile::Scheme>& schemes, const Sources& scheme_sources) {
    return read_tests(options, scheme_sources, [&](const Job& job, Printed& printed) {
      Sources sources = job.sources;
      for (const compile::Scheme& scheme : schemes) {
        const auto compiled = conform::compile_test(job.test, scheme, compile::Reader::herd, sources);
        if (!compiled) {
          job.reject_source(sources, compiled.error(), printed);
          return;
        }
        printed.out += options.format == Format::json ? report::json::compiled(job.test, job.origin.file, scheme.name, *compiled)
                                                      : litmus::to_text(compiled->compiled.tree);
      }
    });
  });
}

}  // namespace thinair::cli
