// Tables are laid out in two passes: cells as strings first, then widths, so that a column is as wide as its widest cell.
#include "show/report/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "show/report/datum.hpp"
#include "show/report/paint.hpp"

namespace thinair::report::text {

std::string datum_text(const answer::Datum& datum) {
  const auto* open = std::get_if<answer::Open>(&datum);
  if (open && open->example) return fmt::format("{}", *open->example);
  if (open) return (open->symbol.find(' ') == std::string::npos ? "any " : "") + open->symbol;
  return fmt::format("{}", std::get<answer::Value>(datum));
}

std::string datum_text(const program::Program& program, const program::Observable& of, const answer::Datum& datum) {
  const auto* value = std::get_if<answer::Value>(&datum);
  const program::Type type = program::type_of(program, of);
  return value && type != program::Type::number ? program::to_text(program, type, *value) : datum_text(datum);
}

namespace {

using answer::Datum;
using answer::Open;
using answer::State;
using verdict::Judgement;
using verdict::Standing;
using verdict::Verdict;

std::string count(std::size_t n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

// Constraints on a state's open values, each once.
std::vector<std::string> constraints(const State& state) {
  std::set<std::string> texts;
  for (const Datum& datum : state.values)
    if (const Open* open = std::get_if<Open>(&datum); open && !open->where.empty()) texts.insert(open->where);
  return {texts.begin(), texts.end()};
}

// What the examples stand for: other values of the open ones would do as well. Empty if there are no examples.
std::string openness(const program::Test& test, const State& state) {
  const auto names = column_names(test);
  std::set<std::string> symbols;
  std::string values;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Open* open = std::get_if<Open>(&state.values[i]);
    if (!open || !open->example) continue;
    symbols.insert(open->symbol);
    values += fmt::format("{}={}; ", names[i], open->symbol);
  }
  if (symbols.empty()) return "";
  const auto where = constraints(state);
  if (symbols.size() == 1 && where.empty() && symbols.begin()->find(' ') == std::string::npos) return "(any value works)";
  if (where.empty()) return fmt::format("(one of many: {})", values.substr(0, values.size() - 1));
  return fmt::format("(one of many: {}where {})", values, fmt::join(where, " && "));
}

// "0", "0 and 2", "0, 1 and 2".
std::string enumerated(const std::vector<std::uint32_t>& threads) {
  if (threads.size() == 1) return std::to_string(threads.front());
  return fmt::format("{} and {}", fmt::join(threads.begin(), threads.end() - 1, ", "), threads.back());
}

// "threads 0 and 2 threw; thread 1 is blocked"; "" if all threads came to their ends.
std::string ends_text(const State& state) {
  std::string out;
  const auto add = [&](const std::vector<std::uint32_t>& threads, std::string_view one, std::string_view several) {
    if (threads.empty()) return;
    const bool alone = threads.size() == 1;
    out += fmt::format("{}{} {} {}", out.empty() ? "" : "; ", alone ? "thread" : "threads", enumerated(threads), alone ? one : several);
  };
  add(state.threw, "threw", "threw");
  add(state.blocked, "is blocked", "are blocked");
  return out;
}

// state_of(i) gives the i-th of `count` states. There may be very many: cells are kept as the digits that they are, one after the other.
template <class StateOf>
void append_table(std::string& out, const program::Test& test, std::size_t count, const StateOf& state_of, const Style& style) {
  if (count == 0) return;
  const std::vector<std::string> names = column_names(test);
  const std::size_t columns = names.size();
  std::vector<std::size_t> widths;
  for (const std::string& name : names) widths.push_back(name.size());
  std::string cells;
  std::vector<std::uint32_t> lengths;
  lengths.reserve(count * columns);
  std::map<std::size_t, std::string> remarks;  // behind a state's values, and the lines below them
  for (std::size_t r = 0; r < count; ++r) {
    const State state = state_of(r);
    for (std::size_t i = 0; i < columns; ++i) {
      const std::string cell = datum_text(test.program, test.shown[i], state.values[i]);
      widths[i] = std::max(widths[i], cell.size());
      lengths.push_back(static_cast<std::uint32_t>(cell.size()));
      cells += cell;
    }
    std::string remark = ends_text(state);
    if (!remark.empty()) remark.insert(0, "  ");
    remark += '\n';
    for (const std::string& constraint : constraints(state)) remark += "    where " + constraint + "\n";
    if (remark.size() > 1) remarks.emplace(r, std::move(remark));
  }
  std::string head;
  for (std::size_t i = 0; i < columns; ++i) head += fmt::format("  {:>{}}", names[i], widths[i]);
  if (!head.empty()) out += paint(head, Tint::dim, style) + "\n";
  std::size_t at = 0;
  for (std::size_t r = 0, cell = 0; r < count; ++r) {
    for (std::size_t i = 0; i < columns; ++i, ++cell) {
      out.append(2 + widths[i] - lengths[cell], ' ');
      out.append(cells, at, lengths[cell]);
      at += lengths[cell];
    }
    if (columns == 0) out += "  (nothing is shown)";
    const auto remark = remarks.find(r);
    out += remark == remarks.end() ? "\n" : remark->second;
  }
}

void append_cost(std::string& out, const answer::Statistics& s, double seconds, const Style& style) {
  if (!style.stats) return;
  out += fmt::format("  {}, {}, {}, {}", count(s.structures, "path combination"), count(s.nodes, "search node"),
                     count(s.propagations, "propagation"), count(s.solver_calls, "solver call"));
  if (s.write_set > 0) out += fmt::format(", a set of {}", count(s.write_set, "write"));
  if (style.times) out += fmt::format(", {:.3f} s", seconds);
  out += '\n';
}

std::string mark(program::Clause::Kind kind, Standing standing, const Style& style) {
  switch (standing) {
    case Standing::met: return kind == program::Clause::Kind::exists ? "asked  " : paint("ok     ", Tint::good, style);
    case Standing::not_met: return paint("NOT MET", Tint::bad, style);
    case Standing::undecided: return paint("unknown", Tint::bad, style);
  }
  return "";
}

std::string explanation(const program::Test& test, const program::Clause& clause, const Judgement& judgement, const Style& style) {
  const std::string_view verdict = word(clause, judgement);
  const bool good = verdict == "allowed" || verdict == "holds";
  std::string out = paint(verdict, good ? Tint::good : Tint::bad, style);
  if (judgement.shown_by) out += " by " + state_line(test, *judgement.shown_by);
  if (judgement.by_undefined) out += " by undefined behaviour";
  if (judgement.limit.reached()) out += ": " + judgement.limit.text;
  return out;
}

}  // namespace

std::string state_line(const program::Test& test, const State& state) {
  const auto names = column_names(test);
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i)
    out += fmt::format("{}{}={};", i == 0 ? "" : " ", names[i], datum_text(test.program, test.shown[i], state.values[i]));
  if (const std::string open = openness(test, state); !open.empty())
    out += " " + open;
  else
    for (const std::string& constraint : constraints(state)) out += " where " + constraint;
  if (const std::string ends = ends_text(state); !ends.empty()) out += fmt::format("{}({})", out.empty() ? "" : " ", ends);
  return out;
}

std::string undefined_line(const std::vector<std::string>& undefined, const Style& style) {
  if (undefined.empty()) return "";
  return fmt::format("  {}: {}; every outcome is allowed\n", paint("undefined behaviour", Tint::bad, style), fmt::join(undefined, ", "));
}

std::string outcomes(const Outcomes& o, const Style& style) {
  const std::size_t n = o.answer.outcomes.size();
  std::string out = fmt::format("{} under {}: ", title(o.test, o.origin), o.model);
  if (o.answer.complete)
    out += count(n, "state") + "\n";
  else
    out += fmt::format("{} ({} found so far)\n", paint("unknown: " + o.answer.limit.text, Tint::bad, style), count(n, "state"));
  append_table(
      out, o.test, n, [&](std::size_t i) { return o.answer.outcomes.state(i); }, style);
  for (const std::string& flag : o.answer.flags)
    if (flag != "undef" || o.answer.undefined.empty()) out += "  flag " + flag + "\n";
  out += undefined_line(o.answer.undefined, style);
  out += note_lines(o.notes, style);
  append_cost(out, o.answer.statistics, o.seconds, style);
  return out;
}

std::string check(const Check& c, const Style& style) {
  const auto& judgements = c.checked.judgements;
  std::string out = fmt::format("{} under {}", title(c.test, c.origin), c.model);
  if (judgements.empty()) {
    out += ": no clause to judge\n";
    return out;
  }
  out += '\n';
  std::vector<std::string> clauses;
  std::size_t width = 0;
  for (const program::Clause& clause : c.test.clauses) {
    clauses.push_back(clause_text(clause));
    width = std::max(width, clauses.back().size());
  }
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    const auto kind = c.test.clauses[i].kind;
    out += fmt::format("  {}  {:<{}}  {}\n", mark(kind, judgements[i].standing, style), clauses[i], width,
                       explanation(c.test, c.test.clauses[i], judgements[i], style));
  }
  out += undefined_line(c.checked.undefined, style);
  out += note_lines(c.notes, style);
  append_cost(out, c.checked.statistics, c.seconds, style);
  return out;
}

std::string compare(const Comparison& c, const Style& style) {
  const auto& d = c.difference;
  std::string out = fmt::format("{}: ", title(c.test, c.origin));
  if (!d.complete) out += paint("unknown, because a limit was reached; so far: ", Tint::bad, style);
  std::string undefined;
  for (const auto& [model, names] : c.undefined)
    undefined += fmt::format("  under {} {}: {}; every outcome is allowed\n", model, paint("undefined behaviour", Tint::bad, style),
                             fmt::join(names, ", "));
  if (d.equal()) return out + fmt::format("{} and {} have the same states\n", c.first, c.second) + undefined + note_lines(c.notes, style);
  out += fmt::format("{} and {} differ in {}\n", c.first, c.second, count(d.only_first.size() + d.only_second.size(), "state"));
  const auto side = [&](std::string_view model, const std::vector<State>& states) {
    if (states.empty()) return;
    out += fmt::format("  only under {}:\n", model);
    append_table(
        out, c.test, states.size(), [&](std::size_t i) { return states[i]; }, style);
  };
  side(c.first, d.only_first);
  side(c.second, d.only_second);
  return out + undefined + note_lines(c.notes, style);
}

std::string models(const std::vector<ModelInfo>& models, std::string_view fallback) {
  std::size_t width = 0;
  for (const ModelInfo& model : models) width = std::max(width, model.name.size());
  std::string out;
  for (const ModelInfo& model : models) {
    out += fmt::format("{:<{}}  {}{}\n", model.name, width, model.title, model.name == fallback ? " (the default for Java tests)" : "");
    if (!model.summary.empty()) out += fmt::format("{:<{}}  {}\n", "", width, model.summary);
  }
  return out;
}

}  // namespace thinair::report::text
