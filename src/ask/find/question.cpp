#include "ask/find/question.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>

#include "ask/conform/conform.hpp"
#include "ask/find/transform.hpp"
#include "ask/races/finder.hpp"
#include "ask/verdict/compare.hpp"
#include "read/lower.hpp"
#include "support/check.hpp"

namespace thinair::find {

using answer::Answer;
using answer::State;

struct Question::Shared {
  Settings settings;
  problem::ConfiguredModel sc;
  races::Finder races;
};

namespace {

bool open(const State& state) {
  return std::ranges::any_of(state.values, [](const answer::Datum& d) { return std::holds_alternative<answer::Open>(d); });
}

// The state in words, and as a proposition where it has one.
void describe(const program::Test& test, const State& state, Breach& out) {
  for (std::size_t i = 0; i < test.shown.size(); ++i) {
    const std::string name = program::to_text(test.program, test.shown[i]);
    const auto* value = std::get_if<program::Value>(&state.values[i]);
    const std::string text = value ? fmt::format("{}", *value) : "any " + std::get<answer::Open>(state.values[i]).symbol;
    out.state += fmt::format("{}{}={};", i == 0 ? "" : " ", name, text);
    if (!open(state)) out.clause += fmt::format("{}{}={}", i == 0 ? "" : " /\\ ", name, text);
  }
}

// One side of the formula: a model on tests that are arranged in one way. What was asked is kept: the model may look at less of the modes
// than there is (Shortcuts::same_sets), and where it looks, its checks may not (Shortcuts::same_network).
class Side {
 public:
  Side(const problem::ConfiguredModel& model, std::shared_ptr<Subject> subject, const Settings& settings)
      : model_(model),
        settings_(settings),
        subject_(std::move(subject)),
        looks_at_(settings.shortcuts.same_sets ? model.model.looks_at(subject_->test().program, model.options.variants)
                                               : ~program::SetMask{0}) {}

  // Answers stay where they are. `program` is a program, or code; only its modes differ from the subject's.
  template <class T>
  Result<Answer*> states(const T& program) {
    const program::Test& test = subject_->with_modes(program);
    const auto [known, fresh] = by_sets_.try_emplace(subject_->sets_within(looks_at_), nullptr);
    if (!fresh) return known->second;
    auto made = ask(test);
    if (!made) {
      by_sets_.erase(known);
      return fail(std::move(made.error()));
    }
    return known->second = *made;
  }
  const program::Test& test() const { return subject_->test(); }
  Subject& subject() { return *subject_; }
  const std::shared_ptr<Subject>& shared() const { return subject_; }
  const std::string& name() const { return model_.model.name(); }

 private:
  Result<Answer*> ask(const program::Test& test) {
    auto problem = model_.problem(test);
    if (!problem) return fail(std::move(problem.error()));
    Budget budget = settings_.budget();
    std::optional<std::string> likeness;
    if (settings_.shortcuts.same_network) {
      likeness = problem->engine().likeness(budget);
      if (likeness)
        if (const auto at = by_network_.find(*likeness); at != by_network_.end()) return at->second;
    }
    auto made = problem->outcomes(budget);
    if (!made) return fail(std::move(made.error()));
    Answer& answer = answers_.emplace_back(std::move(*made));
    if (likeness && answer.complete) by_network_.emplace(std::move(*likeness), &answer);
    return &answer;
  }

  const problem::ConfiguredModel& model_;
  const Settings& settings_;
  std::shared_ptr<Subject> subject_;
  program::SetMask looks_at_;
  std::deque<Answer> answers_;
  std::map<std::vector<program::SetMask>, Answer*> by_sets_;
  std::unordered_map<std::string, Answer*> by_network_;
};

std::shared_ptr<Subject> subject_of(const Program& skeleton, const Space& space) {
  return std::make_shared<Subject>(code_of(skeleton, space), space);
}

Judged unknown(const Answer& answer) { return {std::nullopt, answer.limit.text}; }

// The first state of `more` that `less` has not; of closed ones, if there are any.
std::optional<State> extra(const program::Test& test, Answer& more, Answer& less) {
  std::optional<State> found;
  for (std::size_t i = 0; i < more.outcomes.size(); ++i) {
    State state = more.outcomes.state(i);
    if (verdict::has(test, less, state)) continue;
    if (!open(state)) return state;
    if (!found) found = std::move(state);
  }
  return found;
}

class Difference : public Asker {
 public:
  Difference(const Settings& s, const Program& skeleton, const Space& space)
      : first_(s.models[0], subject_of(skeleton, space), s), second_(s.models[1], first_.shared(), s) {}

  Result<Judged> ask(const Program& program) override {
    auto a = first_.states(program);
    if (!a) return fail(std::move(a.error()));
    auto b = second_.states(program);
    if (!b) return fail(std::move(b.error()));
    if (!(*a)->complete || !(*b)->complete) return unknown((*a)->complete ? **b : **a);
    const verdict::Difference difference = verdict::compare(first_.test(), **a, **b);
    if (difference.equal()) return Judged{};
    const bool more = !difference.only_second.empty();
    const auto& states = more ? difference.only_second : difference.only_first;
    const auto closed = std::ranges::find_if(states, [](const State& s) { return !open(s); });
    Breach out{.forbids = more ? first_.name() : second_.name(),
               .allows = more ? second_.name() : first_.name(),
               .state = {},
               .clause = {},
               .note = {},
               .rule = {}};
    if (!difference.only_first.empty() && more) out.note = fmt::format("{} allows others that {} forbids", first_.name(), second_.name());
    describe(first_.test(), closed == states.end() ? states.front() : *closed, out);
    return Judged{out, {}};
  }

 private:
  Side first_, second_;
};

class Lost : public Asker {
 public:
  Lost(const problem::ConfiguredModel& sc, const Settings& s, const Program& skeleton, const Space& space)
      : sc_(sc, subject_of(skeleton, space), s), model_(s.models[0], sc_.shared(), s), alone_(skeleton.threads.size() == 1) {}

  Result<Judged> ask(const Program& program) override {
    auto sc = sc_.states(program);
    if (!sc) return fail(std::move(sc.error()));
    auto own = model_.states(program);
    if (!own) return fail(std::move(own.error()));
    if (!(*own)->complete || !(*sc)->complete) return unknown((*own)->complete ? **sc : **own);
    if (const auto state = extra(model_.test(), **sc, **own)) return breach(model_.name(), "sc", *state);
    if (!alone_) return Judged{};
    if (const auto state = extra(model_.test(), **own, **sc)) return breach("sc", model_.name(), *state);
    return Judged{};
  }

 private:
  Judged breach(std::string forbids, std::string allows, const State& state) {
    Breach out{.forbids = std::move(forbids), .allows = std::move(allows), .state = {}, .clause = {}, .note = {}, .rule = {}};
    describe(model_.test(), state, out);
    return {out, {}};
  }
  Side sc_, model_;
  bool alone_;
};

class Race : public Asker {
 public:
  Race(const problem::ConfiguredModel& sc, const races::Finder& races, const Settings& s, const Program& skeleton, const Space& space)
      : sc_(sc, subject_of(skeleton, space), s), model_(s.models[0], sc_.shared(), s), races_(races), settings_(s) {}

  Result<Judged> ask(const Program& program) override {
    auto sc = sc_.states(program);
    if (!sc) return fail(std::move(sc.error()));
    auto own = model_.states(program);
    if (!own) return fail(std::move(own.error()));
    if (!(*own)->complete || !(*sc)->complete) return unknown((*own)->complete ? **sc : **own);
    const auto state = extra(model_.test(), **own, **sc);
    if (!state) return Judged{};
    Budget budget = settings_.budget();
    const auto races = races_.any(model_.test(), budget);
    if (!races) return fail(Diagnostics(races.error()));
    if (!races->found.empty()) return Judged{};
    if (!races->complete) return Judged{std::nullopt, races->limit.text};
    Breach out{.forbids = "sc", .allows = model_.name(), .state = {}, .clause = {}, .note = "no data race", .rule = {}};
    describe(model_.test(), *state, out);
    return Judged{out, {}};
  }

 private:
  Side sc_, model_;
  const races::Finder& races_;
  const Settings& settings_;
};

class Stronger : public Asker {
  // The program made stronger in one way.
  struct Variant {
    std::unique_ptr<Side> side;
    std::function<Code(const Program&)> code;
    std::string note;
  };

 public:
  Stronger(const Settings& s, const Program& skeleton, const Space& space)
      : settings_(s), space_(space), model_(s.models[0], subject_of(skeleton, space), s) {
    const auto add = [&](std::function<Code(const Program&)> made, std::string note) {
      auto side = std::make_unique<Side>(s.models[0], std::make_shared<Subject>(made(skeleton), space), s);
      variants_.push_back({std::move(side), std::move(made), std::move(note)});
    };
    if (s.by_fence)
      for (std::size_t t = 0; t < skeleton.threads.size(); ++t)
        for (std::size_t i = 1; i < skeleton.threads[t].size(); ++i)
          add([&space, t, i](const Program& p) { return with_fence(p, space, t, i); },
              fmt::format("with a full fence before access {} of thread {}", i, t));
    if (s.by_join)
      for (std::size_t t = 0; t < skeleton.threads.size(); ++t)
        for (std::size_t u = 0; u < skeleton.threads.size(); ++u)
          if (t != u)
            add([&space, t, u](const Program& p) { return joined(code_of(p, space), t, u); },
                fmt::format("with thread {} run behind thread {}", u, t));
  }

  Result<Judged> ask(const Program& program) override {
    auto own = model_.states(program);
    if (!own) return fail(std::move(own.error()));
    if (!(*own)->complete) return unknown(**own);
    Judged out;
    const auto compare = [&](Answer& more, const std::string& note) {
      if (!more.complete) {
        out.unknown = more.limit.text;
        return false;
      }
      const auto state = extra(model_.test(), more, **own);
      if (!state) return false;
      out.breach = Breach{.forbids = model_.name(), .allows = model_.name(), .state = {}, .clause = {}, .note = note, .rule = {}};
      describe(model_.test(), *state, *out.breach);
      return true;
    };
    if (settings_.by_mode)
      for (std::size_t t = 0; t < program.threads.size(); ++t)
        for (std::size_t i = 0; i < program.threads[t].size(); ++i) {
          Program other = program;
          Access& a = other.threads[t][i];
          const Mode now = a.mode;
          for (const Mode mode : stronger(space_.modes(a.act), now)) {
            a.mode = mode;
            auto more = model_.states(other);
            if (!more) return fail(std::move(more.error()));
            if (compare(**more, fmt::format("as {}", to_text(other)))) return out;
          }
        }
    for (Variant& variant : variants_) {
      auto more = variant.side->states(variant.code(program));
      if (!more) return fail(std::move(more.error()));
      if (compare(**more, variant.note)) return out;
    }
    return out;
  }

 private:
  // The next stronger modes.
  static std::vector<Mode> stronger(const std::vector<Mode>& modes, Mode than) {
    std::vector<Mode> out;
    for (const Mode mode : modes)
      if (weaker(than, mode) && (out.empty() || !weaker(out.front(), mode))) out.push_back(mode);
    return out;
  }

  const Settings& settings_;
  const Space& space_;
  Side model_;
  std::vector<Variant> variants_;
};

// What is said of a program that nobody wrote has no place in a file.
Diagnostics without_places(Diagnostics problems) {
  for (Diagnostic& one : problems) one.has_position = false;
  return problems;
}

// Mode choices with the same code have the same states on the processor. What an access compiles to depends on its operation alone (a
// scheme has a rule for each), so which modes of an access the scheme tells apart is found by compiling each once.
class Unsound : public Asker {
 public:
  Unsound(const problem::ConfiguredModel& sc, const Settings& s, const Program& skeleton, const Space& space)
      : settings_(s), sc_(sc, subject_of(skeleton, space), s), model_(s.models[0], sc_.shared(), s), space_(space), skeleton_(skeleton) {}

  Result<Judged> ask(const Program& program) override {
    if (classes_.empty())
      if (auto problem = find_classes()) return fail(std::move(*problem));
    auto code = code_of(program);
    if (!code) return fail(std::move(code.error()));
    if ((*code)->passes) return (*code)->limit.reached() ? Judged{std::nullopt, (*code)->limit.text} : Judged{};
    return judge(program, **code);
  }

 private:
  struct Code {
    std::vector<State> wanted;  // what the model must allow
    Limit limit;
    bool passes = false;  // whatever the modes
  };
  using Classes = std::vector<Mode>;  // by mode: the strongest one that compiles to the same

  std::optional<Diagnostics> find_classes() {
    for (std::size_t t = 0; t < skeleton_.threads.size(); ++t)
      for (std::size_t i = 0; i < skeleton_.threads[t].size(); ++i) {
        const std::vector<Mode>& modes = space_.modes(skeleton_.threads[t][i].act);
        std::map<std::string, Mode> strongest;
        std::vector<std::pair<Mode, std::string>> texts;
        for (const Mode mode : modes) {
          Program one = skeleton_;
          one.threads[t][i].mode = mode;
          auto made = compile::compile(model_.subject().with_modes(one), *settings_.scheme, compile::Reader::thinair);
          if (!made) return without_places(made.error());
          texts.emplace_back(mode, to_text(made->tree));
          strongest[texts.back().second] = mode;  // modes ascend
        }
        Classes& classes = classes_.emplace_back(5, Mode::plain);
        for (const auto& [mode, text] : texts) classes[static_cast<std::size_t>(mode)] = strongest.at(text);
      }
    return std::nullopt;
  }

  // The strongest modes with the same code.
  Program strongest(const Program& program) const {
    Program out = program;
    if (!settings_.shortcuts.same_code) return out;
    std::size_t at = 0;
    for (Thread& thread : out.threads)
      for (Access& a : thread) a.mode = classes_[at++][static_cast<std::size_t>(a.mode)];
    return out;
  }

  Result<Code*> code_of(const Program& program) {
    const Program most = strongest(program);
    const auto at = codes_.find(most);
    if (at != codes_.end()) return &at->second;
    auto sc = sc_.states(most);
    if (!sc) return fail(std::move(sc.error()));
    const program::Test& test = model_.subject().with_modes(most);
    Sources sources;
    auto states = conform::compiled_states(test, {*settings_.scheme, settings_.target}, {settings_.budget(), false, nullptr}, sources);
    if (!states) return fail(without_places(std::move(states.error())));
    Code code;
    code.limit = states->limit;
    for (const State& state : states->states)
      if (!settings_.shortcuts.no_interleavings || !verdict::has(test, **sc, state)) code.wanted.push_back(state);
    code.passes = code.wanted.empty();
    if (!code.passes && settings_.shortcuts.strongest_first) {
      auto judged = judge(most, code);
      if (!judged) return fail(std::move(judged.error()));
      code.passes = !judged->breach && judged->unknown.empty();
    }
    return &codes_.emplace(most, std::move(code)).first->second;
  }

  Result<Judged> judge(const Program& program, const Code& code) {
    auto own = model_.states(program);
    if (!own) return fail(std::move(own.error()));
    if (!(*own)->complete) return unknown(**own);
    for (const State& state : code.wanted) {
      if (verdict::has(model_.test(), **own, state)) continue;
      Breach out{.forbids = model_.name(), .allows = settings_.scheme->name, .state = {}, .clause = {}, .note = {}, .rule = {}};
      describe(model_.test(), state, out);
      return Judged{out, {}};
    }
    return code.limit.reached() ? Judged{std::nullopt, code.limit.text} : Judged{};
  }

  const Settings& settings_;
  Side sc_, model_;
  const Space& space_;
  Program skeleton_;
  std::vector<Classes> classes_;  // by access, through all threads
  std::map<Program, Code> codes_;
};

// One transformation at one place, judged on the registers that both programs have: what a rule drops nobody looks at.
class Transformation : public Asker {
 public:
  Transformation(const Settings& s, const Space& space) : settings_(s), space_(space) {}

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
        const std::string& name = settings_.models[0].model.name();
        Breach breach{.forbids = name, .allows = name, .state = {}, .clause = {}, .note = {}, .rule = {}};
        breach.note = fmt::format("where {} makes it {}", rule.name, fmt::join(lines(made), " | "));
        breach.rule = rule.name;
        describe(test, *state, breach);
        if (out.breach)
          out.more.push_back(std::move(breach));
        else
          out.breach = std::move(breach);
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
      side = sides_.try_emplace(std::move(key), settings_.models[0], std::move(subject), settings_).first;
    }
    return side->second.states(code);
  }

  const Settings& settings_;
  const Space& space_;
  std::map<Key, Side> sides_;
};

}  // namespace

Question Question::make(Settings settings) {
  Sources sources;
  auto sc = problem::load(sources, "sc", {.include_path = {}, .read_files = false});
  check(sc.has_value(), "sc is shipped");
  return Question(std::make_shared<const Shared>(Shared{std::move(settings), {std::move(*sc), {}}, races::Finder::make()}));
}

const Settings& Question::settings() const { return shared_->settings; }

std::unique_ptr<Asker> Question::asker(const Program& skeleton, const Space& space) const {
  const Settings& s = shared_->settings;
  switch (s.kind) {
    case Kind::difference: return std::make_unique<Difference>(s, skeleton, space);
    case Kind::unsound: return std::make_unique<Unsound>(shared_->sc, s, skeleton, space);
    case Kind::race: return std::make_unique<Race>(shared_->sc, shared_->races, s, skeleton, space);
    case Kind::stronger: return std::make_unique<Stronger>(s, skeleton, space);
    case Kind::lost: return std::make_unique<Lost>(shared_->sc, s, skeleton, space);
    case Kind::transformation: return std::make_unique<Transformation>(s, space);
  }
  return nullptr;
}

const problem::ConfiguredModel* Question::named(const std::string& model) const {
  for (const problem::ConfiguredModel& one : shared_->settings.models)
    if (one.model.name() == model) return &one;
  return model == "sc" ? &shared_->sc : nullptr;
}

std::optional<bool> Question::confirmed(const Program& program, const Space& space, const Breach& breach, std::uint64_t steps) const {
  const problem::ConfiguredModel* model = named(breach.forbids);
  if (!model || breach.clause.empty()) return std::nullopt;
  Subject subject(code_of(program, space), space);
  program::Test test = subject.test();
  Sources sources;
  const auto goal = read::read_prop(sources, sources.add("state", breach.clause), test);
  check(goal.has_value(), "the clause of a finding can be read");
  engine::Question question;
  question.goal = &*goal;
  question.first_only = true;
  Budget budget(std::nullopt, std::nullopt, steps);
  const auto answer = model->model.reference_engine(test, model->options)->ask(question, budget);
  if (!answer) return std::nullopt;
  if (!answer->outcomes.empty()) return false;
  return answer->complete ? std::optional(true) : std::nullopt;
}

std::vector<std::string> Question::reasons(const Program& program, const Space& space, const Breach& breach) const {
  const problem::ConfiguredModel* model = named(breach.forbids);
  if (!model || breach.clause.empty()) return {};
  Subject subject(code_of(program, space), space);
  program::Test test = subject.test();
  Sources sources;
  const auto goal = read::read_prop(sources, sources.add("state", breach.clause), test);
  check(goal.has_value(), "the clause of a finding can be read");
  auto problem = model->problem(test);
  if (!problem) return {};
  Budget budget = shared_->settings.budget();
  const auto explained = problem->explain(*goal, budget);
  std::vector<std::string> out;
  if (explained)
    for (const answer::Rule& rule : explained->reason.rules) out.push_back(rule.name);
  return out;
}

}  // namespace thinair::find
