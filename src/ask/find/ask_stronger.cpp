// stronger: does a program do more when an access gets a stronger mode, when a fence is added, when two threads run one behind the other?
#include <fmt/format.h>

#include "ask/find/askers.hpp"

namespace thinair::find {
namespace {

using answer::Answer;

class Stronger : public Asker {
  // The program made stronger in one way.
  struct Variant {
    std::unique_ptr<Side> side;
    std::function<Code(const Program&)> code;
    std::string way, note;
  };

 public:
  Stronger(const problem::ConfiguredModel& model, Side& side, const Settings& s, const Program& skeleton, const Space& space)
      : settings_(s), space_(space), model_(side) {
    const auto add = [&](std::string way, std::function<Code(const Program&)> made, std::string note) {
      auto other = std::make_unique<Side>(model, std::make_shared<Subject>(made(skeleton), space), s);
      variants_.push_back({std::move(other), std::move(made), std::move(way), std::move(note)});
    };
    if (s.by_fence)
      for (std::size_t t = 0; t < skeleton.threads.size(); ++t)
        for (std::size_t i = 1; i < skeleton.threads[t].size(); ++i)
          add(
              "fence", [&space, t, i](const Program& p) { return with_fence(p, space, t, i); },
              fmt::format("with a full fence before access {} of thread {}", i, t));
    if (s.by_join)
      for (std::size_t t = 0; t < skeleton.threads.size(); ++t)
        for (std::size_t u = 0; u < skeleton.threads.size(); ++u)
          if (t != u)
            add(
                "join", [&space, t, u](const Program& p) { return joined(code_of(p, space), t, u); },
                fmt::format("with thread {} run behind thread {}", u, t));
  }

  Result<Judged> ask(const Program& program) override {
    auto own = model_.states(program);
    if (!own) return fail(std::move(own.error()));
    Judged out;
    if (!(*own)->complete) {
      out.unknown = (*own)->limit.text;
      return out;
    }
    if (settings_.by_mode)
      if (auto problem = by_mode(program, **own, out)) return fail(std::move(*problem));
    for (Variant& variant : variants_) {
      if (!out.breaches.empty() && out.breaches.back().way == variant.way) continue;  // the first of each way is told
      auto more = variant.side->states(variant.code(program));
      if (!more) return fail(std::move(more.error()));
      compare(**more, **own, variant.way, variant.note, out);
    }
    return out;
  }

 private:
  std::optional<Diagnostics> by_mode(const Program& program, Answer& own, Judged& out) {
    for (std::size_t t = 0; t < program.threads.size(); ++t)
      for (std::size_t i = 0; i < program.threads[t].size(); ++i) {
        Program other = program;
        Access& a = other.threads[t][i];
        const Mode now = a.mode;
        for (const Mode mode : stronger(space_.modes(a.act), now)) {
          a.mode = mode;
          auto more = model_.states(other);
          if (!more) return std::move(more.error());
          if (compare(**more, own, "mode", fmt::format("as {}", to_text(other)), out)) return std::nullopt;
        }
      }
    return std::nullopt;
  }

  bool compare(Answer& more, Answer& own, const std::string& way, const std::string& note, Judged& out) {
    if (!more.complete) {
      out.unknown = more.limit.text;
      return false;
    }
    const auto state = extra(model_.test(), more, own);
    if (!state) return false;
    out.breaches.push_back(breach_of(model_.test(), *state, model_.name(), model_.name()));
    out.breaches.back().note = note;
    out.breaches.back().way = way;
    return true;
  }

  // The next stronger modes.
  static std::vector<Mode> stronger(const std::vector<Mode>& modes, Mode than) {
    std::vector<Mode> out;
    for (const Mode mode : modes)
      if (weaker(than, mode) && (out.empty() || !weaker(out.front(), mode))) out.push_back(mode);
    return out;
  }

  const Settings& settings_;
  const Space& space_;
  Side& model_;
  std::vector<Variant> variants_;
};

}  // namespace

std::unique_ptr<Asker> ask_stronger(const problem::ConfiguredModel& model, Side& side, const Settings& settings, const Program& skeleton,
                                    const Space& space) {
  return std::make_unique<Stronger>(model, side, settings, skeleton, space);
}

}  // namespace thinair::find
