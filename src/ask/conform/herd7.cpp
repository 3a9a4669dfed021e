#include "ask/conform/herd7.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "support/process.hpp"

namespace thinair::conform {
namespace {

tl::unexpected<Diagnostics> problem(std::string message, std::string hint = {}) {
  Diagnostic d;
  d.code = "herd7";
  d.has_position = false;
  d.message = std::move(message);
  d.hint = std::move(hint);
  return fail(std::move(d));
}

// `0:rax=1`, `[x]=1`, `x=1`: the name as thinair has it, and the value.
bool read_binding(std::string_view text, std::map<std::string, answer::Value>& values) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return false;
  std::string_view name = text.substr(0, equals);
  std::string_view number = text.substr(equals + 1);
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  answer::Value value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc{} || end != number.data() + number.size()) return false;
  values[std::string(name)] = value;
  return true;
}

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    const char* folder = std::getenv("TMPDIR");
    path_ = fmt::format("{}/thinair-XXXXXX.litmus", folder == nullptr ? "/tmp" : folder);
    const int file = mkstemps(path_.data(), 7);
    if (file < 0) {
      path_.clear();
      return;
    }
    close(file);
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

Result<std::vector<answer::State>> read_herd_states(const std::string& output, const program::Test& test) {
  std::vector<answer::State> states;
  std::istringstream lines(output);
  std::string line;
  std::size_t expected = 0;
  bool found = false;
  while (!found && std::getline(lines, line)) {
    if (!line.starts_with("States ")) continue;
    const auto [end, error] = std::from_chars(line.data() + 7, line.data() + line.size(), expected);
    found = error == std::errc{};
  }
  if (!found) return problem("herd7 printed no states", last_lines(output, 3));
  for (std::size_t i = 0; i < expected; ++i) {
    if (!std::getline(lines, line)) return problem("herd7's list of states is cut off");
    std::map<std::string, answer::Value> values;
    std::istringstream bindings(line);
    for (std::string binding; std::getline(bindings, binding, ';');)
      if (binding.find_first_not_of(' ') != std::string::npos && !read_binding(binding, values))
        return problem(fmt::format("cannot read '{}' in a state of herd7", binding));
    answer::State& state = states.emplace_back();
    for (const program::Observable& shown : test.shown) {
      const std::string name = to_text(test.program, shown);
      if (!values.contains(name)) return problem(fmt::format("herd7 does not tell the value of {}", name));
      state.values.emplace_back(values[name]);
    }
  }
  return states;
}

Result<HerdStates> herd_states(const compile::Compiled& compiled, const program::Test& test, const Budget& budget,
                               const std::atomic<bool>* stop) {
  if (find_program("herd7").empty()) return problem("herd7 is not in the PATH", "it is part of herdtools7, which opam installs");
  const TemporaryFile file(litmus::to_text(compiled.tree));
  if (file.path().empty()) return problem("cannot write a temporary file for herd7");
  ProcessCommand command;
  command.words = {"herd7", file.path()};
  command.seconds = budget.seconds_left();
  command.stop = stop;
  const ProcessResult result = run_process(command);
  using End = ProcessResult::End;
  if (result.end == End::interrupted) return HerdStates{{}, {Incomplete::stopped, "herd7 was stopped"}};
  if (result.end == End::timed_out)
    return HerdStates{{}, {Incomplete::time, fmt::format("herd7 was stopped after {:.3g} s", *command.seconds)}};
  if (!result.succeeded()) return problem("herd7 failed", last_lines(result.output, 5));
  auto states = read_herd_states(result.output, test);
  if (!states) return fail(std::move(states.error()));
  return HerdStates{std::move(*states), {}};
}

}  // namespace thinair::conform
