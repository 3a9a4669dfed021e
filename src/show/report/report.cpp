#include "show/report/report.hpp"

#include <fmt/format.h>

namespace thinair::report {

using program::Clause;
using verdict::Verdict;

std::string title(const program::Test& test, const Origin& origin) {
  return origin.ambiguous ? test.name + " (" + std::string(origin.file) + ")" : test.name;
}

std::vector<std::string> column_names(const program::Test& test) {
  std::vector<std::string> names;
  for (const program::Observable& observable : test.shown) names.push_back(program::to_text(test.program, observable));
  return names;
}

std::string_view keyword(Clause::Kind kind) {
  switch (kind) {
    case Clause::Kind::exists: return "exists";
    case Clause::Kind::not_exists: return "~exists";
    case Clause::Kind::forall: return "forall";
    case Clause::Kind::required: return "required";
    case Clause::Kind::forbidden: return "forbidden";
  }
  return "exists";
}

std::string_view name(verdict::Verdict verdict) {
  switch (verdict) {
    case verdict::Verdict::allowed: return "allowed";
    case verdict::Verdict::forbidden: return "forbidden";
    case verdict::Verdict::unknown: return "unknown";
  }
  return "";
}

std::string clause_text(const Clause& clause) {
  return is_property(clause) ? clause.text : fmt::format("{} {}", keyword(clause.kind), clause.text);
}

std::string_view word(const Clause& clause, const verdict::Judgement& judgement) {
  if (!is_property(clause)) return word(clause.kind, judgement.verdict);
  switch (judgement.verdict) {
    case Verdict::allowed: return "fails";
    case Verdict::forbidden: return "holds";
    case Verdict::unknown: return judgement.limit.kind == Incomplete::bound ? "bounded" : "unknown";
  }
  return "unknown";
}

std::string_view word(Clause::Kind kind, Verdict verdict) {
  const bool forall = kind == Clause::Kind::forall;  // judged by its negation, see verdict::sought
  switch (verdict) {
    case Verdict::allowed: return forall ? "violated" : "allowed";
    case Verdict::forbidden: return forall ? "holds" : "forbidden";
    case Verdict::unknown: return "unknown";
  }
  return "unknown";
}

std::string_view word(Incomplete kind) {
  switch (kind) {
    case Incomplete::none: return "none";
    case Incomplete::time: return "time";
    case Incomplete::memory: return "memory";
    case Incomplete::steps: return "steps";
    case Incomplete::paths: return "paths";
    case Incomplete::bound: return "bound";
    case Incomplete::solver: return "solver";
    case Incomplete::unsupported: return "unsupported";
    case Incomplete::stopped: return "stopped";
  }
  return "none";
}

}  // namespace thinair::report
