// transformation: does a program do more after a compiler changed it?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <utility>

#include "ask/find/askers.hpp"
#include "transformation/transform.hpp"

namespace thinair::find {
namespace {

using answer::Answer;

// One transformation at one place, judged on the registers that both programs have: what a rule drops nobody looks at.
class Transformation : public Asker {
 public:
  Transformation(const problem::ConfiguredModel& model, const Settings& s, const Space& space)
      : model_(model), settings_(s), space_(space) {}

  Result<Judged> ask(const Program& program) override {
    Judged out;
    const Code source = code_of(program, space_);
    for (const Rule& rule : settings_.rules) {
      bool broken = false;
      for (const Code& made : transformed(source, rule)) {
        ++out.places[rule.name];
        const std::vector<int> registers = common(source, made);
        auto more = states(made, registers);
        if (!more) return fail(std::move(more.error()));
        auto own = states(source, registers);
        if (!own) return fail(std::move(own.error()));
        if (!(*own)->complete || !(*more)->complete) {
          out.unknown = ((*own)->complete ? *more : *own)->limit.text;
          continue;
        }
        const program::Test& test = sides_.at({without_modes(source), registers}).test();
        const auto state = extra(test, **more, **own);
        if (!state) continue;
        ++out.invalid[rule.name];
        if (std::exchange(broken, true)) continue;  // the first place is told
        const std::string& name = model_.model.name();
        Breach breach = breach_of(test, *state, name, name);
        breach.note = fmt::format("where {} makes it {}", rule.name, fmt::join(lines(made), " | "));
        breach.rule = rule.name;
        out.breaches.push_back(std::move(breach));
      }
    }
    return out;
  }

 private:
  using Key = std::pair<Code, std::vector<int>>;

  static std::vector<int> common(const Code& source, const Code& made) {
    std::vector<bool> there(static_cast<std::size_t>(source.registers), false);
    for (const Steps& steps : made.threads)
      for (const Step& s : steps)
        if (s.target != kNoRegister && s.target < source.registers) there[static_cast<std::size_t>(s.target)] = true;
    std::vector<int> out;
    for (int r = 0; r < source.registers; ++r)
      if (there[static_cast<std::size_t>(r)]) out.push_back(r);
    return out;
  }

  // Different programs often become the same one.
  Result<Answer*> states(const Code& code, const std::vector<int>& registers) {
    Key key{without_modes(code), registers};
    auto side = sides_.find(key);
    if (side == sides_.end()) {
      auto subject = std::make_shared<Subject>(key.first, registers, space_.final_values);
      side = sides_.try_emplace(std::move(key), model_, std::move(subject), settings_).first;
    }
    return side->second.states(code);
  }

  const problem::ConfiguredModel& model_;
  const Settings& settings_;
  const Space& space_;
  std::map<Key, Side> sides_;
};

}  // namespace

std::unique_ptr<Asker> ask_transformation(const problem::ConfiguredModel& model, const Settings& settings, const Space& space) {
  return std::make_unique<Transformation>(model, settings, space);
}

}  // namespace thinair::find
