#include "ask/jcstress/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/satisfies.hpp"
#include "problem/problem.hpp"
#include "read/lower.hpp"

namespace thinair::jcstress {
namespace {

using verdict::Verdict;

Diagnostic unfit(std::string message) {
  Diagnostic d;
  d.code = "jcstress-results";
  d.has_position = false;
  d.message = std::move(message);
  return d;
}

Result<std::vector<Column>> columns_of(const TestRecord& record, const program::Test& test) {
  std::vector<Column> out;
  for (const std::string& wanted : record.columns) {
    const auto column = find_column(test, wanted);
    if (!column) return fail(unfit(fmt::format("the results of '{}' have a value '{}', which the test has not", record.test, wanted)));
    // showing() and values() rely on the order that columns() gives.
    if (!out.empty() && !(out.back() < *column)) return fail(unfit(fmt::format("the values of '{}' are out of order", record.test)));
    out.push_back(*column);
  }
  return out;
}

using Observed = std::map<std::vector<program::Value>, Seen>;

Result<Observed> collect(const Records& records, const TestRecord& record, const Coding& coding, Judged& out) {
  Observed observed;
  std::map<std::pair<std::vector<std::string>, std::string>, std::uint64_t> samples;  // by configuration
  std::map<std::pair<std::vector<program::Value>, std::pair<std::vector<std::string>, std::string>>, std::uint64_t> shown;
  std::set<std::string> troubles;
  for (const ForkRecord& fork : records.forks) {
    if (fork.class_name != record.class_name) continue;
    const auto configuration = std::pair(fork.jvm, fork.compile);
    samples[configuration] += 0;
    if (fork.status != "NORMAL") troubles.insert(fork.messages.empty() ? fork.status : fork.status + ": " + fork.messages.front());
    for (const auto& [text, count] : fork.states) {
      // A test without registers has the result 0, which stands for nothing.
      auto values = out.columns.empty() ? std::vector<program::Value>{} : read_result(text, out.columns.size());
      if (!values) return fail(unfit(fmt::format("'{}' is no result of '{}', which has {} values", text, record.test, out.columns.size())));
      if (count == 0) continue;
      for (std::size_t i = 0; i < values->size(); ++i) {
        const auto value = decoded(out.test, out.columns[i], (*values)[i], coding);
        if (!value)
          return fail(unfit(fmt::format("'{}' is no result of '{}': no object has the number {}", text, record.test, (*values)[i])));
        (*values)[i] = *value;
      }
      observed[*values].count += count;
      shown[{*values, configuration}] += count;
      samples[configuration] += count;
      out.samples += count;
    }
  }
  for (auto& [values, seen] : observed) seen.values = values;
  for (const auto& [key, count] : shown)
    observed[key.first].configurations.push_back({key.second.first, key.second.second, count, samples[key.second]});
  out.configurations = samples.size();
  out.troubles.assign(troubles.begin(), troubles.end());
  return observed;
}

std::string why_not_run(const Records& records, const TestRecord& record, const Judged& judged) {
  if (judged.samples > 0) return "";
  if (!judged.troubles.empty()) return "no JVM came to a result";
  if (records.cpus > 0 && record.actors > records.cpus)
    return fmt::format("not run (needs {} CPUs, the machine had {})", record.actors, records.cpus);
  return records.complete ? fmt::format("not run (jcstress found no place for its {} actors)", record.actors)
                          : "not run (the run was cut off before its turn)";
}

// Is what was seen among the instances of this outcome?
bool explains(const program::Test& test, const std::vector<Column>& columns, answer::Answer& answer, const answer::Outcome& outcome,
              const std::vector<program::Value>& seen, const program::Prop& prop, const Coding& coding) {
  const auto allowed = values(outcome.state, columns);
  bool open = false;
  for (std::size_t i = 0; i < allowed.size(); ++i) {
    const auto* value = std::get_if<program::Value>(&allowed[i]);
    if (value && coded(test, columns[i], *value, coding) != coded(test, columns[i], seen[i], coding)) return false;
    open = open || !value;
  }
  return !open || engine::satisfies(test, answer, outcome, prop) != answer::Truth::no;
}

}  // namespace

std::size_t Judged::mismatches() const { return static_cast<std::size_t>(std::ranges::count(seen, Verdict::forbidden, &Seen::verdict)); }

const TestRecord* find_record(const Records& records, const program::Test& test) {
  for (const TestRecord& record : records.tests) {
    if (record.test != test.name) continue;
    Sources sources;
    const auto recorded = read::read_test(sources, sources.add(record.test, record.litmus), nullptr);
    if (recorded && program::to_text(recorded->program) == program::to_text(test.program)) return &record;
  }
  return nullptr;
}

Result<Judged> judge(const program::Test& test, const Records& records, const TestRecord& record, const problem::ConfiguredModel& model,
                     const std::function<Budget()>& budget, const std::function<Budget()>& explaining, const Coding& coding) {
  Judged out;
  auto columns = columns_of(record, test);
  if (!columns) return fail(std::move(columns.error()));
  out.columns = std::move(*columns);
  out.test = showing(test, out.columns);
  auto observed = collect(records, record, coding, out);
  if (!observed) return fail(std::move(observed.error()));
  out.not_run = why_not_run(records, record, out);

  if (!out.not_run.empty()) return out;

  auto problem = model.problem(out.test);
  if (!problem) return fail(std::move(problem.error()));
  Budget searching = budget();
  auto answer = problem->outcomes(searching);
  if (!answer) return fail(std::move(answer.error()));
  out.complete = answer->complete;
  out.reason = answer->limit.text;
  const std::vector<answer::Outcome> outcomes(answer->outcomes.begin(), answer->outcomes.end());
  std::vector<bool> shown(outcomes.size(), false);
  const Budget for_reasons = explaining();
  for (auto& [values, seen] : *observed) {
    const program::Prop prop = proposition(out.test, out.columns, values);
    bool found = false;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (!explains(out.test, out.columns, *answer, outcomes[i], values, prop, coding)) continue;
      found = true;
      shown[i] = true;
    }
    seen.verdict = verdict::decide(found, answer->complete);
    if (seen.verdict == Verdict::forbidden) {
      Budget limited = for_reasons.again();
      auto explanation = problem->explain(prop, limited);
      if (!explanation) return fail(std::move(explanation.error()));
      seen.why = std::move(*explanation);
    }
    out.seen.push_back(std::move(seen));
  }
  for (std::size_t i = 0; i < shown.size(); ++i)
    if (!shown[i]) out.unseen.push_back(values(outcomes[i].state, out.columns));
  return out;
}

}  // namespace thinair::jcstress
