#include "ask/jcstress/class_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "ask/jcstress/ids.hpp"
#include "ask/jcstress/lint.hpp"
#include "engine/satisfies.hpp"
#include "problem/problem.hpp"
#include "read/bytecode/text.hpp"

namespace thinair::jcstress {
namespace {

using program::Value;
using read::bytecode::Lowered;
using read::bytecode::ResultField;

constexpr Value kOtherValue = 1234567;  // stands for all values that no id names

// None: what the field holds has no text that is known, an object for example.
std::optional<std::string> field_text(const Lowered& lowered, const ResultField& field, Value value) {
  if (read::bytecode::kind_of(field.descriptor) != 'A') return read::bytecode::java_text(value, field.descriptor);
  if (value == 0) return "null";
  const auto known = lowered.texts.find(value);
  return known == lowered.texts.end() ? std::nullopt : std::optional(known->second);
}

program::Prop equals(const program::Observable& what, Value value) {
  program::Prop atom;
  atom.kind = program::Prop::Kind::atom;
  atom.lhs.observable = what;
  atom.rhs.is_constant = true;
  atom.rhs.value = value;
  return atom;
}

// Numbers that ids mention: an open value may be any of them, or another.
std::vector<Value> mentioned(const ListedTest& test) {
  std::set<Value> out = {kOtherValue};
  for (const ListedOutcome& outcome : test.outcomes)
    for (const std::string& id : outcome.ids)
      for (std::size_t at = 0; at < id.size();) {
        const bool minus = id[at] == '-' && at + 1 < id.size() && std::isdigit(static_cast<unsigned char>(id[at + 1]));
        if (!minus && !std::isdigit(static_cast<unsigned char>(id[at]))) {
          ++at;
          continue;
        }
        std::size_t end = at + 1;
        while (end < id.size() && std::isdigit(static_cast<unsigned char>(id[end]))) ++end;
        if (end - at < 12) out.insert(std::stoll(id.substr(at, end - at)));
        at = end;
      }
  return {out.begin(), out.end()};
}

class Texts {
 public:
  Texts(const ClassTest& test, const Lowered& lowered, answer::Answer& answer)
      : test_(test), lowered_(lowered), answer_(answer), values_(mentioned(test.graded)) {}

  std::string add(const answer::Outcome& outcome, std::map<std::string, PossibleResult>& out) {
    const answer::State& state = outcome.state;
    program::Prop prop;
    prop.kind = program::Prop::Kind::and_;
    if (test_.termination) {
      // The first thread is the actor.
      const bool stale = std::ranges::find(state.blocked, 0U) != state.blocked.end();
      return keep(stale ? "STALE" : "TERMINATED", std::nullopt, out);
    }
    if (!state.threw.empty()) {
      const std::string text = fmt::format("an exception ends {}", name(state.threw.front()));
      out.try_emplace(text, PossibleResult{text, "FORBIDDEN", "jcstress stops with an error", true, std::nullopt});
      return "";
    }
    if (!state.blocked.empty()) {
      blocked.insert(fmt::format("'{}' may wait forever; gradings do not speak of that", name(state.blocked.front())));
      return "";
    }
    return fields(outcome, 0, "", prop, out);
  }

  std::set<std::string> blocked;

 private:
  std::string name(std::uint32_t thread) const { return lowered_.test.program.threads[thread].name; }

  std::string keep(const std::string& text, std::optional<program::Prop> prop, std::map<std::string, PossibleResult>& out) {
    PossibleResult result = graded(test_.graded, text);
    result.prop = std::move(prop);
    out.try_emplace(text, std::move(result));
    return "";
  }

  std::string fields(const answer::Outcome& outcome, std::size_t at, const std::string& before, const program::Prop& prop,
                     std::map<std::string, PossibleResult>& out) {
    if (at == lowered_.results.size()) return keep(before, prop, out);
    const ResultField& field = lowered_.results[at];
    if (field.name.size() < 2 || field.name[0] != 'r' || field.name.find_first_not_of("0123456789", 1) != std::string::npos)
      return fields(outcome, at + 1, before, prop, out);
    const auto next = [&](Value value) -> std::string {
      const auto text = field_text(lowered_, field, value);
      if (!text) return fmt::format("the field {} of the result holds an object", field.name);
      program::Prop more = prop;
      if (field.shown) more.kids.push_back(equals(*field.shown, value));
      return fields(outcome, at + 1, before.empty() && at == 0 ? *text : before + ", " + *text, more, out);
    };
    if (!field.shown) return next(0);
    const auto column = std::ranges::find(lowered_.test.shown, *field.shown) - lowered_.test.shown.begin();
    const answer::Datum& datum = outcome.state.values[static_cast<std::size_t>(column)];
    if (const auto* value = std::get_if<Value>(&datum)) return next(*value);
    for (const Value value : values_) {
      program::Prop more = prop;
      more.kids.push_back(equals(*field.shown, value));
      if (engine::satisfies(lowered_.test, answer_, outcome, more) == answer::Truth::no) continue;
      if (std::string problem = next(value); !problem.empty()) return problem;
    }
    return "";
  }

  const ClassTest& test_;
  const Lowered& lowered_;
  answer::Answer& answer_;
  std::vector<Value> values_;
};

}  // namespace

PossibleResult graded(const ListedTest& test, const std::string& text) {
  const ListedOutcome* found = nullptr;
  for (const ListedOutcome& outcome : test.outcomes)
    if (!found && std::ranges::find(outcome.ids, text) != outcome.ids.end()) found = &outcome;
  for (const ListedOutcome& outcome : test.outcomes)
    if (!found && !outcome.is_default() && std::ranges::any_of(outcome.ids, [&](const std::string& id) { return id_fits(id, text); }))
      found = &outcome;
  const bool named = found != nullptr;
  for (const ListedOutcome& outcome : test.outcomes)
    if (!found && outcome.is_default()) found = &outcome;
  if (!found) return {text, "FORBIDDEN", "no outcome fits it", true, std::nullopt};
  return {text, found->expect, found->description, !named, std::nullopt};
}

std::size_t ClassChecked::forbidden() const {
  return static_cast<std::size_t>(std::ranges::count(possible, std::string("FORBIDDEN"), &PossibleResult::expect));
}
std::size_t ClassChecked::interesting() const {
  return static_cast<std::size_t>(std::ranges::count(possible, std::string("ACCEPTABLE_INTERESTING"), &PossibleResult::expect));
}

Result<ClassChecked> check_class_test(const ClassTest& test, const Lowered& lowered, problem::Problem& problem, Budget& budget) {
  ClassChecked out;
  out.remarks = lint(test.graded);
  auto answer = problem.outcomes(budget);
  if (!answer) return fail(answer.error());
  out.complete = answer->complete;
  out.limit = answer->limit;
  std::map<std::string, PossibleResult> possible;
  Texts texts(test, lowered, *answer);
  for (const answer::Outcome& outcome : answer->outcomes)
    if (const std::string trouble = texts.add(outcome, possible); !trouble.empty() && out.complete) {
      out.complete = false;
      out.limit = {Incomplete::unsupported, trouble};
    }
  out.remarks.insert(out.remarks.end(), texts.blocked.begin(), texts.blocked.end());
  for (auto& [text, result] : possible) out.possible.push_back(std::move(result));
  if (!out.complete) return out;
  for (const ListedOutcome& outcome : test.graded.outcomes)
    for (const std::string& id : outcome.ids) {
      if (id.empty() || outcome.expect == "FORBIDDEN") continue;
      const bool any = std::ranges::any_of(out.possible, [&](const PossibleResult& r) { return id_fits(id, r.text); });
      if (!any) out.impossible.push_back(id);
    }
  return out;
}

}  // namespace thinair::jcstress
