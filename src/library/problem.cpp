#include <algorithm>
#include <stdexcept>

#include "ask/notes/advisor.hpp"
#include "ask/verdict/check.hpp"
#include "library/convert.hpp"
#include "library/failures.hpp"
#include "library/inside.hpp"
#include "show/report/explain.hpp"

namespace thinair {
namespace {

// A slip of the pen would change nothing, silently.
void check_names(const Model& model, const std::vector<std::string>& without) {
  std::vector<std::string> names;
  for (const Rule& rule : model.rules())
    if (rule.named && rule.kind != Rule::Kind::order) names.push_back(rule.name);
  for (const std::string& name : without) {
    if (std::ranges::find(names, name) != names.end()) continue;
    const std::string near = nearest(name, names);
    library::reject("model-no-such-check", "no check or condition to leave out is called '" + name + "'",
                    near.empty() ? "" : "did you mean '" + near + "'?");
  }
}

problem::Problem fitting(const program::Test& test, const Model& model, const problem::Options& options) {
  const Model::Body& body = Inside::of(model);
  return library::unwrap(body.sources, problem::Problem::make(test, body.model, options));
}

constexpr const char* kCondition = "condition";  // what messages call it

}  // namespace

struct Problem::Body {
  Test test;
  Model model;
  problem::Options options;
  problem::Problem problem;
  std::vector<notes::Note> found = {};
  std::vector<Note> notes = {};

  const program::Test& own() const { return Inside::of(test).test; }
  const Sources& model_sources() const { return Inside::of(model).sources; }

  Judgement judge(problem::Problem& asked, const program::Clause& clause, Budget budget) const {
    answer::Statistics statistics;
    return library::judgement(test.shown(), library::unwrap(model_sources(), verdict::judge(asked, clause, budget, statistics)));
  }
};

Problem::Problem(const Test& test, const Model& model, const Options& options) {
  check_names(model, options.without);
  const problem::Options own = library::options(options);
  body_ = std::make_unique<Body>(Body{test, model, own, fitting(Inside::of(test).test, model, own)});
  body_->found = notes::Advisor().notes(Inside::of(test).sources, Inside::of(test).test, {Inside::of(model).model, own});
  for (const notes::Note& note : body_->found) {
    body_->notes.push_back({note.text, note.unknown, {}, note.suggestion});
    for (const notes::Place& place : note.places) body_->notes.back().places.push_back({place.text, place.line});
  }
}

Problem::Problem(Problem&&) noexcept = default;
Problem& Problem::operator=(Problem&&) noexcept = default;
Problem::~Problem() = default;

const Test& Problem::test() const { return body_->test; }
const Model& Problem::model() const { return body_->model; }
const std::vector<Note>& Problem::notes() const { return body_->notes; }

Answer Problem::outcomes(const Limits& limits) {
  Budget budget = library::budget(limits);
  return library::answer(body_->test.shown(), library::unwrap(body_->model_sources(), body_->problem.outcomes(budget)));
}

std::vector<Judgement> Problem::check_all(const Limits& limits) {
  Budget budget = library::budget(limits);
  const auto checked = library::unwrap(body_->model_sources(), verdict::check(body_->problem, budget));
  std::vector<Judgement> out;
  for (const verdict::Judgement& judgement : checked.judgements) out.push_back(library::judgement(body_->test.shown(), judgement));
  return out;
}

Judgement Problem::check(std::size_t clause, const Limits& limits) {
  const auto& clauses = body_->own().clauses;
  if (clause >= clauses.size()) throw std::out_of_range("test " + test().name() + " has no clause " + std::to_string(clause));
  return body_->judge(body_->problem, clauses[clause], library::budget(limits));
}

Judgement Problem::possible(const std::string& condition, const Limits& limits) {
  Sources sources;
  program::Clause clause;
  program::Test test = body_->own();
  clause.prop = library::unwrap(sources, read::read_prop(sources, sources.add(kCondition, condition), test));
  program::observe(test, clause.prop);
  if (test.hidden == body_->own().hidden) return body_->judge(body_->problem, clause, library::budget(limits));
  problem::Problem asked = fitting(test, body_->model, body_->options);  // it looks at more than the states show
  return body_->judge(asked, clause, library::budget(limits));
}

Explanation Problem::explain(const std::string& condition, const Limits& limits) {
  // The places of an explanation are in the model and in the test: here both are read from one set of texts.
  Sources sources = body_->model_sources();
  const Test::Body& from = Inside::of(body_->test);
  const std::uint32_t file = sources.add(std::string(from.sources.name(from.file)), std::string(from.sources.text(from.file)));
  program::Test test = library::unwrap(sources, read::read_test(sources, file, nullptr));
  const program::Prop goal = library::unwrap(sources, read::read_prop(sources, sources.add(kCondition, condition), test));
  program::observe(test, goal);
  problem::Problem asked = fitting(test, body_->model, body_->options);
  Budget budget = library::budget(limits);
  const answer::Explanation explanation = library::unwrap(sources, asked.explain(goal, budget));
  const report::Explained explained{test, body_->model.name(), condition, explanation, sources, body_->found};
  Explanation out;
  out.verdict = library::verdict(report::told_verdict(explanation));
  out.limit = library::stopped(explanation.limit);
  if (out.verdict == Verdict::forbidden)
    for (const answer::Rule& rule : explanation.reason.rules) out.rules.push_back(rule.name);
  out.text = report::text::explain(explained, {});
  out.json = report::json::explain(explained);
  return out;
}

}  // namespace thinair
