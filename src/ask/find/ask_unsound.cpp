// unsound: does compiled code do what the model forbids?
#include <algorithm>
#include <map>

#include "ask/conform/conform.hpp"
#include "ask/find/askers.hpp"
#include "ask/verdict/compare.hpp"

namespace thinair::find {
namespace {

using answer::State;

// What is said of a program that nobody wrote has no place in a file.
Diagnostics without_places(Diagnostics problems) {
  for (Diagnostic& one : problems) one.has_position = false;
  return problems;
}

// Mode choices with the same code have the same states on the processor. What an access compiles to depends on its operation alone (a
// scheme has a rule for each), so which modes of an access the scheme tells apart is found by compiling each once.
class Unsound : public Asker {
 public:
  Unsound(Side& sc, Side& model, bool monotone, const Target& target, const Settings& s, const Program& skeleton, const Space& space)
      : settings_(s),
        target_(target),
        sc_(sc),
        model_(model),
        space_(space),
        skeleton_(skeleton),
        strongest_first_(monotone && s.shortcuts.strongest_first),
        no_interleavings_(monotone && s.shortcuts.no_interleavings) {}

  Result<Judged> ask(const Program& program) override {
    if (classes_.empty())
      if (auto problem = prepare()) return fail(std::move(*problem));
    auto code = compiled(program);
    if (!code) return fail(std::move(code.error()));
    if ((*code)->passes) return (*code)->limit.reached() ? unknown((*code)->limit) : Judged{};
    return judge(program, **code);
  }

 private:
  struct Compiled {
    std::vector<State> wanted;  // what the model must allow
    Limit limit;
    bool passes = false;  // whatever the modes
  };
  using Classes = std::vector<Mode>;  // by mode: the strongest one that is no weaker and compiles to the same

  std::optional<Diagnostics> prepare() {
    if (auto problem = find_classes()) return problem;
    if (!no_interleavings_) return std::nullopt;
    auto allowed = allows_interleavings();
    if (!allowed) return std::move(allowed.error());
    no_interleavings_ = *allowed;
    return std::nullopt;
  }

  // With the strongest modes that there are, and so with all, also those of a context: interleavings know no modes.
  Result<bool> allows_interleavings() {
    Program most = skeleton_;
    for (Thread& thread : most.threads)
      for (Access& a : thread) a.mode = Mode::strong;
    auto sc = sc_.states(most);
    if (!sc) return fail(std::move(sc.error()));
    auto own = model_.states(most);
    if (!own) return fail(std::move(own.error()));
    return (*sc)->complete && (*own)->complete && !extra(model_.test(), **sc, **own);
  }

  std::optional<Diagnostics> find_classes() {
    for (std::size_t t = 0; t < skeleton_.threads.size(); ++t)
      for (std::size_t i = 0; i < skeleton_.threads[t].size(); ++i) {
        const std::vector<Mode>& modes = space_.modes(skeleton_.threads[t][i].act);
        std::vector<std::pair<Mode, std::string>> texts;  // modes ascend
        for (const Mode mode : modes) {
          Program one = skeleton_;
          one.threads[t][i].mode = mode;
          auto made = compile::compile(model_.subject().with_modes(one), *target_.scheme, compile::Reader::thinair);
          if (!made) return without_places(made.error());
          texts.emplace_back(mode, to_text(made->tree));
        }
        // A mode that the space does not have stands for itself: contexts and programs that are named may have any.
        Classes& classes = classes_.emplace_back(Classes{Mode::plain, Mode::opaque, Mode::acquire, Mode::release, Mode::strong});
        for (const auto& [mode, text] : texts) {
          Mode& most = classes[static_cast<std::size_t>(mode)] = mode;
          for (const auto& [other, same] : texts)
            if (same == text && weaker(most, other)) most = other;
        }
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

  Result<Compiled*> compiled(const Program& program) {
    const Program most = strongest(program);
    const auto at = codes_.find(most);
    if (at != codes_.end()) return &at->second;
    auto sc = sc_.states(most);
    if (!sc) return fail(std::move(sc.error()));
    const program::Test& test = model_.subject().with_modes(most);
    Sources sources;
    auto states = conform::compiled_states(test, {*target_.scheme, target_.model}, {settings_.budget(), false, nullptr}, sources);
    if (!states) return fail(without_places(std::move(states.error())));
    Compiled code;
    code.limit = states->limit;
    for (const State& state : states->states)
      if (!no_interleavings_ || !verdict::has(test, **sc, state)) code.wanted.push_back(state);
    code.passes = code.wanted.empty();
    if (!code.passes && strongest_first_) {
      auto judged = judge(most, code);
      if (!judged) return fail(std::move(judged.error()));
      code.passes = judged->breaches.empty() && judged->unknown.empty();
    }
    return &codes_.emplace(most, std::move(code)).first->second;
  }

  Result<Judged> judge(const Program& program, const Compiled& code) {
    auto own = model_.states(program);
    if (!own) return fail(std::move(own.error()));
    if (!(*own)->complete) return unknown((*own)->limit);
    for (const State& state : code.wanted) {
      if (verdict::has(model_.test(), **own, state)) continue;
      Judged out;
      out.breaches.push_back(breach_of(model_.test(), state, model_.name(), target_.scheme->name));
      return out;
    }
    return code.limit.reached() ? unknown(code.limit) : Judged{};
  }

  static Judged unknown(const Limit& limit) { return {.breaches = {}, .unknown = limit.text}; }

  const Settings& settings_;
  Target target_;
  Side &sc_, &model_;
  const Space& space_;
  Program skeleton_;
  bool strongest_first_, no_interleavings_;
  std::vector<Classes> classes_;  // by access, through all threads
  std::map<Program, Compiled> codes_;
};

}  // namespace

std::unique_ptr<Asker> ask_unsound(Side& sc, Side& model, bool monotone, const Target& target, const Settings& settings,
                                   const Program& skeleton, const Space& space) {
  return std::make_unique<Unsound>(sc, model, monotone, target, settings, skeleton, space);
}

}  // namespace thinair::find
