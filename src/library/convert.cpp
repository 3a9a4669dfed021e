#include "library/convert.hpp"

namespace thinair::library {

Budget budget(const Limits& limits) { return {limits.seconds, limits.mebibytes, limits.steps, limits.stop}; }

problem::Options options(const Options& from) {
  problem::Options out;
  if (from.identity) out.identity = *from.identity == Identity::nth ? mem::Identity::nth : mem::Identity::free;
  out.variants = from.variants;
  out.without = from.without;
  out.verify = from.verify;
  return out;
}

namespace {

Stopped::Kind kind(Incomplete incomplete) {
  switch (incomplete) {
    case Incomplete::none: return Stopped::Kind::none;
    case Incomplete::time: return Stopped::Kind::time;
    case Incomplete::memory: return Stopped::Kind::memory;
    case Incomplete::steps: return Stopped::Kind::steps;
    case Incomplete::paths: return Stopped::Kind::paths;
    case Incomplete::bound: return Stopped::Kind::bound;
    case Incomplete::solver: return Stopped::Kind::solver;
    case Incomplete::unsupported: return Stopped::Kind::unsupported;
    case Incomplete::stopped: return Stopped::Kind::stopped;
  }
  return Stopped::Kind::none;
}

Value value(const answer::Datum& datum) {
  if (const auto* number = std::get_if<program::Value>(&datum)) return {*number, {}, {}};
  const auto& open = std::get<answer::Open>(datum);
  return {std::nullopt, open.symbol, open.where};
}

Judgement::Standing standing(verdict::Standing standing) {
  switch (standing) {
    case verdict::Standing::met: return Judgement::Standing::met;
    case verdict::Standing::not_met: return Judgement::Standing::not_met;
    case verdict::Standing::undecided: return Judgement::Standing::undecided;
  }
  return Judgement::Standing::undecided;
}

}  // namespace

Stopped stopped(const thinair::Limit& limit) { return {kind(limit.kind), limit.text}; }

State state(const std::vector<std::string>& names, const answer::State& from) {
  State out;
  out.values.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) out.values.emplace_back(names[i], value(from.values[i]));
  out.threw.assign(from.threw.begin(), from.threw.end());
  out.blocked.assign(from.blocked.begin(), from.blocked.end());
  return out;
}

Verdict verdict(answer::Verdict verdict) {
  switch (verdict) {
    case answer::Verdict::allowed: return Verdict::allowed;
    case answer::Verdict::forbidden: return Verdict::forbidden;
    case answer::Verdict::unknown: return Verdict::unknown;
  }
  return Verdict::unknown;
}

Judgement judgement(const std::vector<std::string>& names, const verdict::Judgement& from) {
  Judgement out;
  out.verdict = verdict(from.verdict);
  out.standing = standing(from.standing);
  if (from.shown_by) out.shown_by = state(names, *from.shown_by);
  out.for_some_values = from.for_some_values;
  out.by_undefined = from.by_undefined;
  out.limit = stopped(from.limit);
  return out;
}

Answer answer(const std::vector<std::string>& names, const answer::Answer& from) {
  Answer out;
  out.states.reserve(from.outcomes.size());
  for (std::size_t i = 0; i < from.outcomes.size(); ++i) out.states.push_back(state(names, from.outcomes.state(i)));
  out.flags = from.flags;
  out.undefined = from.undefined;
  out.complete = from.complete;
  out.limit = stopped(from.limit);
  return out;
}

}  // namespace thinair::library
