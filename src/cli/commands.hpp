// One function per command; each writes to stdout and stderr and says how it ended.
#pragma once

#include "cli/exit_code.hpp"
#include "cli/options.hpp"

namespace thinair::cli {

Exit check_command(const Options& options);
Exit outcomes_command(const Options& options);
Exit explain_command(const Options& options);
Exit suite_command(const Options& options);
Exit compare_command(const Options& options);
Exit races_command(const Options& options);
Exit compile_command(const Options& options);
Exit conform_command(const Options& options);
Exit export_command(const Options& options);
Exit models_command(const Options& options);
Exit schemes_command(const Options& options);
Exit tests_command(const Options& options);
Exit jcstress_generate_command(const Options& options);
Exit jcstress_run_command(const Options& options);
Exit jcstress_judge_command(const Options& options);
Exit jcstress_gradings_command(const Options& options);
Exit jcstress_check_command(const Options& options);
Exit find_command(const Options& options);  // all questions
Exit find_merge_command(const Options& options);
Exit find_spaces_command(const Options& options);
Exit find_fit_command(const Options& options);
Exit find_transformations_command(const Options& options);
Exit serve_command(const Options& options);
Exit help_command(const Options& options);

}  // namespace thinair::cli
