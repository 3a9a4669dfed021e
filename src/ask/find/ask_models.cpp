// Questions about models on the program as it is: difference, lost, race.
#include "ask/find/askers.hpp"

namespace thinair::find {
namespace {

using answer::Answer;

// What two sides say of a program. Nothing compares what a limit cut off.
struct Pair {
  Answer *first, *second;
  bool complete() const { return first->complete && second->complete; }
  Judged unknown() const { return {.breaches = {}, .unknown = (first->complete ? second : first)->limit.text}; }
};

Result<Pair> states_of(Side& first, Side& second, const Program& program) {
  auto a = first.states(program);
  if (!a) return fail(std::move(a.error()));
  auto b = second.states(program);
  if (!b) return fail(std::move(b.error()));
  return Pair{*a, *b};
}

class Difference : public Asker {
 public:
  Difference(Side& first, Side& second) : first_(first), second_(second) {}

  Result<Judged> ask(const Program& program) override {
    const auto states = states_of(first_, second_, program);
    if (!states) return fail(Diagnostics(states.error()));
    if (!states->complete()) return states->unknown();
    Judged out;
    if (const auto state = extra(first_.test(), *states->second, *states->first))
      out.breaches.push_back(breach_of(first_.test(), *state, first_.name(), second_.name()));
    if (const auto state = extra(first_.test(), *states->first, *states->second))
      out.breaches.push_back(breach_of(first_.test(), *state, second_.name(), first_.name()));
    return out;
  }

 private:
  Side &first_, &second_;
};

class Lost : public Asker {
 public:
  Lost(Side& sc, Side& model, bool alone) : sc_(sc), model_(model), alone_(alone) {}

  Result<Judged> ask(const Program& program) override {
    const auto states = states_of(sc_, model_, program);
    if (!states) return fail(Diagnostics(states.error()));
    if (!states->complete()) return states->unknown();
    Judged out;
    if (const auto state = extra(model_.test(), *states->first, *states->second))
      out.breaches.push_back(breach_of(model_.test(), *state, model_.name(), "sc"));
    if (alone_)
      if (const auto state = extra(model_.test(), *states->second, *states->first))
        out.breaches.push_back(breach_of(model_.test(), *state, "sc", model_.name()));
    return out;
  }

 private:
  Side &sc_, &model_;
  bool alone_;
};

class Race : public Asker {
 public:
  Race(Side& sc, Side& model, const races::Finder& races, const Settings& settings)
      : sc_(sc), model_(model), races_(races), settings_(settings) {}

  Result<Judged> ask(const Program& program) override {
    const auto states = states_of(sc_, model_, program);
    if (!states) return fail(Diagnostics(states.error()));
    if (!states->complete()) return states->unknown();
    const auto state = extra(model_.test(), *states->second, *states->first);
    if (!state) return Judged{};
    Budget budget = settings_.budget();
    const auto races = races_.any(model_.test(), budget);
    if (!races) return fail(Diagnostics(races.error()));
    if (!races->found.empty()) return Judged{};
    if (!races->complete) return Judged{.breaches = {}, .unknown = races->limit.text};
    Judged out;
    out.breaches.push_back(breach_of(model_.test(), *state, "sc", model_.name()));
    out.breaches.back().note = "no data race";
    return out;
  }

 private:
  Side &sc_, &model_;
  const races::Finder& races_;
  const Settings& settings_;
};

}  // namespace

std::unique_ptr<Asker> ask_difference(Side& first, Side& second) { return std::make_unique<Difference>(first, second); }
std::unique_ptr<Asker> ask_lost(Side& sc, Side& model, bool alone) { return std::make_unique<Lost>(sc, model, alone); }
std::unique_ptr<Asker> ask_race(Side& sc, Side& model, const races::Finder& races, const Settings& settings) {
  return std::make_unique<Race>(sc, model, races, settings);
}

}  // namespace thinair::find
