#include "cli/commands.hpp"
#include "cli/session.hpp"

namespace thinair::cli {

Exit export_command(const Options& options) {
  return judge_tests(
      options,
      [](const Job& job, Printed& printed) {
        for (const LoadedModel& model : job.models) {
          const auto text = model.murphi(job.test, configured(job.options, model).options);
          if (text)
            printed.out += *text;
          else
            job.reject(text.error(), printed, model.name());
        }
      },
      list_counts({}));
}

}  // namespace thinair::cli
