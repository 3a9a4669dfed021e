// A rule is matched at each place of each thread, statement by statement, with backtracking where `..` may be longer. What it says about
// conditions: statements without "if" have one condition in common (that of the place), and one with "if g:" happens at most when the place
// is reached, so either the place has no condition, or g is that one.
#include "transformation/transform.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "support/check.hpp"

namespace thinair::transformation {
namespace {

struct Bound {
  std::map<char, int> registers;
  std::map<char, std::uint8_t> locations;
  std::map<char, Operand> values;
  std::map<char, Condition> conditions;
  std::map<char, Mode> modes;
  std::map<char, Step> accesses;
  std::optional<Condition> place;          // of the statements without "if"
  std::size_t rest_from = 0, rest_to = 0;  // what `..` stands for
};

template <class T>
bool bind(std::map<char, T>& bound, char name, const T& value) {
  return bound.try_emplace(name, value).first->second == value;
}

bool synchronises(const Step& s) { return !s.access() ? s.kind != StepKind::assign : strength(s.mode) >= 2; }

// Blocks begin and end by turns; a rule that breaks one does not apply.
bool balanced(const Steps& steps) {
  bool inside = false;
  for (const Step& s : steps) {
    if (s.kind != StepKind::lock && s.kind != StepKind::unlock) continue;
    if (inside == (s.kind == StepKind::lock)) return false;
    inside = !inside;
  }
  return !inside;
}

class Matcher {
 public:
  Matcher(const Code& code, const Rule& rule, std::size_t thread)
      : code_(code), rule_(rule), thread_(thread), steps_(code.threads[thread]) {}

  std::vector<Code> run() {
    for (std::size_t at = 0; at + (rule_.from.empty() ? 0 : 1) <= steps_.size(); ++at) match(at, at, 0, {});
    return std::move(out_);
  }

 private:
  void match(std::size_t begin, std::size_t at, std::size_t i, Bound bound) {
    if (i == rule_.from.size()) return finish(begin, at, std::move(bound));
    const PatternStep& p = rule_.from[i];
    if (p.kind == PatternKind::rest) {
      for (std::size_t to = at; to <= steps_.size(); ++to) {
        bound.rest_from = at;
        bound.rest_to = to;
        match(begin, to, i + 1, bound);
      }
      return;
    }
    if (at < steps_.size() && step(p, steps_[at], bound)) match(begin, at + 1, i + 1, std::move(bound));
  }

  bool step(const PatternStep& p, const Step& s, Bound& bound) const {
    switch (p.kind) {
      case PatternKind::any: return s.access() && bind(bound.accesses, p.access, s);
      case PatternKind::lock: return s.kind == StepKind::lock;
      case PatternKind::unlock: return s.kind == StepKind::unlock;
      case PatternKind::fence: return s.kind == StepKind::fence && s.fence == p.fence;
      case PatternKind::read:
        if (s.kind != StepKind::read || !access(p, s, bound) || !bind(bound.registers, p.target, s.target)) return false;
        break;
      case PatternKind::write:
        if (s.kind != StepKind::write || !access(p, s, bound) || !value(p.value, s.value, bound)) return false;
        break;
      default: return false;
    }
    return condition(p, s.condition, bound);
  }

  static bool access(const PatternStep& p, const Step& s, Bound& bound) {
    if (p.mode_name ? !bind(bound.modes, p.mode_name, s.mode) : p.mode != s.mode) return false;
    for (const auto& [name, location] : bound.locations)
      if (name != p.location && location == s.location) return false;  // two letters are two locations
    return bind(bound.locations, p.location, s.location);
  }
  static bool value(const PatternOperand& p, const Operand& v, Bound& bound) {
    if (p.reg) return v.reg != kNoRegister && bind(bound.registers, p.reg, v.reg);
    if (p.value) return bind(bound.values, p.value, v);
    return v.reg == kNoRegister && v.constant == p.constant;
  }
  static bool condition(const PatternStep& p, const Condition& c, Bound& bound) {
    if (p.guard_reg) return c.guard == p.guard && bind(bound.registers, p.guard_reg, c.reg);
    if (p.condition) return bind(bound.conditions, p.condition, c);
    if (bound.place) return *bound.place == c;
    bound.place = c;
    return true;
  }

  void finish(std::size_t begin, std::size_t end, Bound bound) {
    if (!bound.place) bound.place = Condition{};
    if (bound.place->guard != Guard::always)
      for (const auto& [name, c] : bound.conditions)
        if (c != *bound.place) return;
    for (const Proviso& side : rule_.where)
      if (!holds(side, begin, end, bound)) return;
    choose(begin, end, std::move(bound));
  }

  bool holds(const Proviso& side, std::size_t begin, std::size_t end, const Bound& bound) const {
    const auto between = [&](auto&& bad) {
      for (std::size_t i = bound.rest_from; i < bound.rest_to; ++i)
        if (bad(steps_[i])) return false;
      return true;
    };
    switch (side.kind) {
      case Proviso::Kind::is: {
        const Step& s = bound.accesses.at(side.a);
        if (side.update ? !(s.reads() && s.writes()) : (s.reads() && !side.reads) || (s.writes() && !side.writes)) return false;
        if (side.mode_name) return is_mode(side.mode_name, s.mode);
        return side.modes.empty() || std::ranges::find(side.modes, s.mode) != side.modes.end();
      }
      case Proviso::Kind::independent: {
        const Step &a = bound.accesses.at(side.a), &b = bound.accesses.at(side.b);
        return (a.location != b.location || (!a.writes() && !b.writes())) && !a.uses(b.target) && !b.uses(a.target);
      }
      case Proviso::Kind::unused: {
        const int reg = bound.registers.at(side.a);
        for (std::size_t i = 0; i < steps_.size(); ++i)
          if ((i < begin || i >= end) && steps_[i].uses(reg)) return false;
        return true;
      }
      case Proviso::Kind::conditional: return bound.conditions.at(side.a).guard != Guard::always;
      case Proviso::Kind::local:
        for (std::size_t t = 0; t < code_.threads.size(); ++t)
          if (t != thread_ && std::ranges::any_of(code_.threads[t], [](const Step& s) { return s.kind == StepKind::lock; })) return false;
        return true;
      case Proviso::Kind::modes: {
        const auto mode = bound.modes.find(side.a);  // unless only other provisos name it: see is_mode
        return mode == bound.modes.end() || std::ranges::find(side.modes, mode->second) != side.modes.end();
      }
      case Proviso::Kind::rest_no_writes:
        return between([&](const Step& s) { return s.writes() && s.location == bound.locations.at(side.a); });
      case Proviso::Kind::rest_no_access:
        return between([&](const Step& s) { return s.access() && s.location == bound.locations.at(side.a); });
      case Proviso::Kind::rest_no_sync: return between(synchronises);
    }
    return false;
  }
  // A mode variable that only side conditions name has its modes from there.
  bool is_mode(char name, Mode mode) const {
    for (const Proviso& side : rule_.where)
      if (side.kind == Proviso::Kind::modes && side.a == name) return std::ranges::find(side.modes, mode) != side.modes.end();
    return true;
  }

  // What the right side names and the left does not: a new register, every location, every condition on what is known there.
  void choose(std::size_t begin, std::size_t end, Bound bound) {
    for (const PatternStep& p : rule_.to) {
      if (p.location && !bound.locations.contains(p.location)) {
        for (std::uint8_t x = 0; x < code_.locations; ++x) {
          Bound more = bound;
          more.locations[p.location] = x;
          choose(begin, end, std::move(more));
        }
        return;
      }
      if (p.condition && !bound.conditions.contains(p.condition)) {
        bound.conditions[p.condition] = *bound.place;
        choose(begin, end, bound);
        if (bound.place->guard != Guard::always) return;
        for (std::size_t i = 0; i < begin; ++i) {
          if (steps_[i].target == kNoRegister) continue;
          for (const Guard guard : {Guard::if_one, Guard::if_not_one}) {
            bound.conditions[p.condition] = {guard, steps_[i].target};
            choose(begin, end, bound);
          }
        }
        return;
      }
    }
    make(begin, end, std::move(bound));
  }

  void make(std::size_t begin, std::size_t end, Bound bound) {
    int fresh = code_.registers;
    for (const Steps& steps : code_.threads)
      for (const Step& s : steps) fresh = std::max(fresh, s.target + 1);
    Steps made(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(begin));
    for (const PatternStep& p : rule_.to) {
      if (p.kind == PatternKind::rest) {
        made.insert(made.end(), steps_.begin() + static_cast<std::ptrdiff_t>(bound.rest_from),
                    steps_.begin() + static_cast<std::ptrdiff_t>(bound.rest_to));
        continue;
      }
      if (p.target && bound.registers.try_emplace(p.target, fresh).second) ++fresh;
      made.push_back(step_of(p, bound));
    }
    made.insert(made.end(), steps_.begin() + static_cast<std::ptrdiff_t>(end), steps_.end());
    if (!balanced(made)) return;
    Code out = code_;
    out.threads[thread_] = std::move(made);
    if (out != code_) out_.push_back(std::move(out));
  }

  static Step step_of(const PatternStep& p, const Bound& bound) {
    if (p.kind == PatternKind::any) return bound.accesses.at(p.access);
    Step s;
    switch (p.kind) {
      case PatternKind::read: s.kind = StepKind::read; break;
      case PatternKind::write: s.kind = StepKind::write; break;
      case PatternKind::assign: s.kind = StepKind::assign; break;
      case PatternKind::fence: s.kind = StepKind::fence; break;
      case PatternKind::lock: s.kind = StepKind::lock; break;
      default: s.kind = StepKind::unlock;
    }
    s.fence = p.fence;
    if (p.location) {
      s.location = bound.locations.at(p.location);
      s.mode = p.mode_name ? bound.modes.at(p.mode_name) : p.mode;
    }
    if (p.target) s.target = bound.registers.at(p.target);
    if (s.kind == StepKind::write || s.kind == StepKind::assign)
      s.value = p.value.reg     ? Operand{bound.registers.at(p.value.reg), 0}
                : p.value.value ? bound.values.at(p.value.value)
                                : Operand{kNoRegister, p.value.constant};
    if (s.access() || s.kind == StepKind::assign)
      s.condition = p.guard_reg   ? Condition{p.guard, bound.registers.at(p.guard_reg)}
                    : p.condition ? bound.conditions.at(p.condition)
                                  : *bound.place;
    return s;
  }

  const Code& code_;
  const Rule& rule_;
  std::size_t thread_;
  const Steps& steps_;
  std::vector<Code> out_;
};

}  // namespace

std::vector<Code> transformed(const Code& code, const Rule& rule) {
  std::vector<Code> out;
  for (std::size_t t = 0; t < code.threads.size(); ++t)
    for (Code& one : Matcher(code, rule, t).run()) out.push_back(std::move(one));
  return out;
}

}  // namespace thinair::transformation
