#include "ask/find/question.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ask/find/askers.hpp"
#include "read/lower.hpp"
#include "space/reduce.hpp"
#include "support/check.hpp"

namespace thinair::find {

namespace {

// What no program of a space has in it.
bool absent(cat::PrimitiveId id, bool locks) {
  switch (id) {
    case cat::PrimitiveId::Lock:
    case cat::PrimitiveId::Unlock:
    case cat::PrimitiveId::critical: return !locks;
    case cat::PrimitiveId::Alive:
    case cat::PrimitiveId::Begin:
    case cat::PrimitiveId::Early:
    case cat::PrimitiveId::End:
    case cat::PrimitiveId::External:
    case cat::PrimitiveId::Freeze:
    case cat::PrimitiveId::Join:
    case cat::PrimitiveId::Notify:
    case cat::PrimitiveId::NotifyAll:
    case cat::PrimitiveId::Restart:
    case cat::PrimitiveId::Start: return true;
    default: return false;
  }
}

std::vector<bool> are_monotone(const std::vector<problem::ConfiguredModel>& models, bool locks) {
  const Subject any(code_of(*parse_program("Wxp|Rxp"), Space{}), Space{});
  std::vector<bool> out;
  for (const problem::ConfiguredModel& one : models)
    out.push_back(one.model.is_monotone(any.test().program, one.options.variants, strengthenings(),
                                        [&](cat::PrimitiveId id) { return absent(id, locks); }));
  return out;
}

}  // namespace

struct Question::Shared {
  Shared(Settings s, problem::Model interleavings)
      : settings(std::move(s)),
        sc{std::move(interleavings), {}},
        races(races::Finder::make()),
        monotone(are_monotone(settings.models, false)),
        monotone_with_locks(are_monotone(settings.models, true)) {}

  Settings settings;
  problem::ConfiguredModel sc;
  races::Finder races;
  std::vector<bool> monotone, monotone_with_locks;  // by model
};

Question Question::make(Settings settings) {
  Sources sources;
  auto sc = problem::load(sources, "sc", {.include_path = {}, .read_files = false});
  check(sc.has_value(), "sc is shipped");
  return Question(std::make_shared<const Shared>(std::move(settings), std::move(*sc)));
}

const Settings& Question::settings() const { return shared_->settings; }

std::vector<std::string> Question::monotone_models(bool locks) const {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < shared_->settings.models.size(); ++i)
    if ((locks ? shared_->monotone_with_locks : shared_->monotone)[i]) out.push_back(shared_->settings.models[i].model.name());
  return out;
}

namespace {

// Askers side by side, and the sides that they share.
class Several : public Asker {
 public:
  Several(std::shared_ptr<Subject> subject, const Settings& settings) : subject_(std::move(subject)), settings_(settings) {}

  Side& side(const problem::ConfiguredModel& model) { return *sides_.emplace_back(std::make_unique<Side>(model, subject_, settings_)); }
  void add(std::unique_ptr<Asker> asker) { askers_.push_back(std::move(asker)); }

  Result<Judged> ask(const Program& program) override {
    Judged out;
    for (const auto& asker : askers_) {
      auto one = asker->ask(program);
      if (!one) return fail(std::move(one.error()));
      std::ranges::move(one->breaches, std::back_inserter(out.breaches));
      if (out.unknown.empty()) out.unknown = std::move(one->unknown);
      out.places.merge(one->places);
      out.invalid.merge(one->invalid);
    }
    return out;
  }

 private:
  std::shared_ptr<Subject> subject_;
  const Settings& settings_;
  std::vector<std::unique_ptr<Side>> sides_;
  std::vector<std::unique_ptr<Asker>> askers_;
};

}  // namespace

std::unique_ptr<Asker> Question::asker(const Program& skeleton, const Space& space) const {
  const Settings& s = shared_->settings;
  if (s.kind == Kind::transformation) return ask_transformation(s.models[0], s, space);
  auto out = std::make_unique<Several>(std::make_shared<Subject>(code_of(skeleton, space), space), s);
  Side& sc = out->side(shared_->sc);
  std::vector<Side*> models;
  for (const problem::ConfiguredModel& model : s.models) models.push_back(&out->side(model));
  for (std::size_t i = 0; i < models.size(); ++i) {
    Side& own = *models[i];
    switch (s.kind) {
      case Kind::difference:
        for (std::size_t j = i + 1; j < models.size(); ++j) out->add(ask_difference(own, *models[j]));
        break;
      case Kind::unsound:
        for (const Target& target : s.targets)
          out->add(ask_unsound(sc, own, s.shortcuts.assume_monotone || (space.locks ? shared_->monotone_with_locks : shared_->monotone)[i],
                               target, s, skeleton, space));
        break;
      case Kind::race: out->add(ask_race(sc, own, shared_->races, s)); break;
      case Kind::stronger: out->add(ask_stronger(s.models[i], own, s, skeleton, space)); break;
      case Kind::lost: out->add(ask_lost(sc, own, skeleton.threads.size() == 1)); break;
      case Kind::transformation: break;  // its programs have statements of their own
    }
  }
  return out;
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

std::optional<Program> Question::smaller(const Program& program, const Space& space, const Breach& breach) const {
  for (const Program& one : reductions(program, space)) {
    const auto judged = asker(skeleton(one), space)->ask(one);
    if (!judged) continue;  // a model refuses it
    if (std::ranges::any_of(judged->breaches, [&](const Breach& b) { return b.group() == breach.group(); })) return one;
  }
  return std::nullopt;
}

}  // namespace thinair::find
