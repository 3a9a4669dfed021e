#include "cli/find_scripts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>

namespace thinair::cli {
namespace {

std::string quoted(const std::string& word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

constexpr std::string_view kShardScript = R"sh(#!/bin/sh
# One part of the search: shard.sh [I N]. Without arguments the numbers are those of a Slurm job array. A part that is there already ends at once; one
# that was stopped goes on where it was.
#SBATCH --requeue
cd "${{SLURM_SUBMIT_DIR:-$(dirname "$0")}}" || exit 1
I=${{1:-$SLURM_ARRAY_TASK_ID}}
N=${{2:-$SLURM_ARRAY_TASK_COUNT}}
[ -e "part-$I.done" ] && exit 0
"${{THINAIR:-thinair}}" find {0} --space ./space.space --shard "$I/$N" --resume "part-$I.jsonl" --quiet --no-times > "part-$I.out" || exit $?
touch "part-$I.done"
)sh";

constexpr std::string_view kMergeScript = R"sh(#!/bin/sh
# The parts as one: result.txt.
cd "${{SLURM_SUBMIT_DIR:-$(dirname "$0")}}" || exit 1
"${{THINAIR:-thinair}}" find merge --no-times part-*.jsonl > result.tmp
code=$?
[ $code -le 1 ] || exit $code
mv result.tmp result.txt
)sh";

constexpr std::string_view kSubmitScript = R"sh(#!/bin/sh
# Under Slurm: {0} parts as a job array, then the merge. Run it again if a part failed: parts that are done end at once.
cd "$(dirname "$0")" || exit 1
array=$(sbatch --parsable --array=0-{1} shard.sh) || exit 1
sbatch --parsable --dependency=afterok:"$array" --kill-on-invalid-dep=yes merge.sh
)sh";

constexpr std::string_view kParallelScript = R"sh(#!/bin/sh
# With GNU parallel: as many parts at a time as there are processors, or as the arguments say (-j 4, --sshloginfile machines).
cd "$(dirname "$0")" || exit 1
seq 0 {1} | parallel "$@" ./shard.sh {{}} {0} && ./merge.sh
)sh";

constexpr std::string_view kScriptsReadme = R"sh(# A search in {0} parts

    thinair find {1} --space ./space.space

* Under Slurm: `./submit.sh`. A job array of {0} tasks, each a part, and a job that merges them when all are done.
* With GNU parallel: `./parallel.sh`, `./parallel.sh -j 4`, `./parallel.sh --sshloginfile machines`.
* By hand: `./shard.sh I {0}` for I from 0 to {2}, in any order, anywhere; then `./merge.sh`.

`result.txt` has what one process would print. A part that is killed goes on where it was when it is started again: its records are in `part-I.jsonl`.
`THINAIR` names the program if it is not in the PATH; it must be the same version everywhere.
)sh";

// What names a file or a folder, by its whole path: scripts are run elsewhere.
std::string whole_path(const std::string& word, std::string_view behind) {
  std::error_code error;
  const bool names = std::filesystem::is_regular_file(word, error) || (behind == "--include" && std::filesystem::is_directory(word, error));
  if (!names) return word;
  return std::filesystem::absolute(word, error).lexically_normal().string();
}

}  // namespace

std::string shell_line(const std::vector<std::string>& words) {
  constexpr std::string_view kHarmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+,=:@%";
  std::vector<std::string> out;
  for (const std::string& word : words)
    out.push_back(!word.empty() && word.find_first_not_of(kHarmless) == std::string::npos ? word : quoted(word));
  return fmt::format("{}", fmt::join(out, " "));
}

std::vector<std::string> shell_words(std::string_view line) {
  std::vector<std::string> out;
  bool inside = false, word = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ' ' && !inside) {
      word = false;
      continue;
    }
    if (!word) out.emplace_back();
    word = true;
    if (line[i] == '\'')
      inside = !inside;
    else if (line[i] == '\\' && !inside && i + 1 < line.size())
      out.back() += line[++i];
    else
      out.back() += line[i];
  }
  return out;
}

Result<void> write_scripts(const Options& options, const std::vector<std::string>& question, const space::Space& space) {
  namespace fs = std::filesystem;
  const std::string& folder = options.find.slurm;
  std::error_code error;
  fs::create_directories(folder, error);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < question.size(); ++i) words.push_back(whole_path(question[i], i == 0 ? "" : question[i - 1]));
  const std::string asked = shell_line(words);
  const std::uint64_t n = options.find.shards;
  const auto write = [&](const char* name, const std::string& text, bool script) {
    const fs::path path = fs::path(folder) / name;
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    if (script && out)
      fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add, error);
    return static_cast<bool>(out);
  };
  const bool ok = write("space.space", to_text(space), false) && write("shard.sh", fmt::format(kShardScript, asked), true) &&
                  write("merge.sh", fmt::format(kMergeScript), true) && write("submit.sh", fmt::format(kSubmitScript, n, n - 1), true) &&
                  write("parallel.sh", fmt::format(kParallelScript, n, n - 1), true) &&
                  write("README.md", fmt::format(kScriptsReadme, n, asked, n - 1), false);
  if (ok) return {};
  Diagnostic d;
  d.code = "find-output";
  d.has_position = false;
  d.message = fmt::format("cannot write to '{}'", folder);
  return fail(std::move(d));
}

}  // namespace thinair::cli
