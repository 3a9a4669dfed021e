#include "engine/candidates/support.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace thinair::candidates {
namespace {

using events::Event;
using events::ThreadPath;
using program::LocId;
using program::Value;
using relation::EventSet;
using value::TermId;
using value::VarId;

// What is written to one location, by one path or by all of them.
struct Values {
  std::set<Value> known;
  bool any = false;  // also what depends on a read
};

bool has_all(const EventSet& all, const EventSet& of) { return (of - all).empty(); }

// The constraints of a path that look at one read alone.
std::map<VarId, std::vector<TermId>> constraints_by_read(const value::TermPool& pool, const ThreadPath& path) {
  std::map<VarId, std::vector<TermId>> out;
  for (const TermId constraint : path.constraints)
    if (const auto& variables = pool.variables(constraint); variables.size() == 1) out[variables.front()].push_back(constraint);
  return out;
}

// Needs by number.
class Needs {
 public:
  explicit Needs(const events::Unfolding& unfolding, const std::vector<Values>& written) : pool_(unfolding.pool), written_(written) {}

  struct Need {
    LocId location;
    std::set<Value> values;
    auto operator<=>(const Need&) const = default;
  };

  // Of all that is written to the location, what the constraints on the variable accept.
  const std::set<Value>& accepted(LocId location, VarId variable, const std::vector<TermId>& constraints) {
    const auto [at, fresh] = accepted_.try_emplace({location, constraints});
    if (!fresh) return at->second;
    for (const Value value : written_[location].known) {
      const auto env = [&](VarId var) { return var == variable ? std::optional(value) : std::nullopt; };
      const bool holds = std::ranges::all_of(constraints, [&](TermId c) { return pool_.evaluate(c, env).value_or(1) != 0; });
      if (holds) at->second.insert(value);
    }
    return at->second;
  }

  std::size_t number(LocId location, const std::set<Value>& values) {
    return numbers_.try_emplace(Need{location, values}, numbers_.size()).first->second;
  }
  const std::map<Need, std::size_t>& all() const { return numbers_; }

 private:
  const value::TermPool& pool_;
  const std::vector<Values>& written_;
  std::map<std::pair<LocId, std::vector<TermId>>, std::set<Value>> accepted_;
  std::map<Need, std::size_t> numbers_;
};

}  // namespace

Support::Support(const program::Program& program, const events::Unfolding& unfolding) {
  constexpr std::size_t kWorthwhile = 8;  // choices
  std::size_t choices = 1;
  for (const auto& paths : unfolding.threads) choices *= std::min(paths.size(), kWorthwhile);
  for (const auto& paths : unfolding.threads) {
    threads_.emplace_back(paths.size());
    for (std::uint32_t p = 0; p < paths.size(); ++p) threads_.back()[p].number = p;
  }
  if (choices >= kWorthwhile) {
    find_needs(program, unfolding);
    drop_unsupported();
  }
  later_.assign(threads_.size() + 1, EventSet(count_));
  for (std::size_t t = threads_.size(); t-- > 0;) {
    later_[t] = later_[t + 1];
    if (count_ > 0)
      for (const Path& path : threads_[t]) later_[t] |= path.gives;
  }
}

void Support::find_needs(const program::Program& program, const events::Unfolding& unfolding) {
  const value::TermPool& pool = unfolding.pool;
  std::vector<Values> written(program.locations.size());
  for (LocId loc = 0; loc < written.size(); ++loc) written[loc].known.insert(program.locations[loc].initial);
  const auto add = [&](const Event& event, Values& to) {
    if (const auto value = pool.as_constant(event.written))
      to.known.insert(*value);
    else
      to.any = true;
  };
  for (const auto& paths : unfolding.threads)
    for (const ThreadPath& path : paths)
      for (const Event& event : path.events)
        if (event.writes()) add(event, written[event.location]);

  Needs needs(unfolding, written);
  std::vector<std::vector<std::vector<std::size_t>>> of_path;  // by thread and path: numbers
  for (const auto& paths : unfolding.threads) {
    of_path.emplace_back();
    for (const ThreadPath& path : paths) {
      of_path.back().emplace_back();
      const auto constraints = constraints_by_read(pool, path);
      for (const Event& read : path.events) {
        const auto found = read.reads() ? constraints.find(read.variable) : constraints.end();
        if (found == constraints.end()) continue;
        const std::set<Value>& values = needs.accepted(read.location, read.variable, found->second);
        const auto satisfies = [&](const Event& write) {
          if (!write.writes() || write.location != read.location || write.instruction == read.instruction) return false;
          const auto value = pool.as_constant(write.written);
          return !value || values.contains(*value);
        };
        if (values.contains(program.locations[read.location].initial) || std::ranges::any_of(path.events, satisfies)) continue;
        of_path.back().back().push_back(needs.number(read.location, values));
      }
    }
  }

  count_ = needs.all().size();
  for (std::size_t t = 0; t < threads_.size(); ++t)
    for (Path& path : threads_[t]) {
      path.needs = path.gives = EventSet(count_);
      for (const std::size_t need : of_path[t][path.number]) path.needs.add(need);
      std::map<LocId, Values> own;
      for (const Event& event : unfolding.threads[t][path.number].events)
        if (event.writes()) add(event, own[event.location]);
      for (const auto& [need, number] : needs.all()) {
        const auto found = own.find(need.location);
        if (found == own.end()) continue;
        const bool gives = found->second.any || std::ranges::any_of(found->second.known, [&](Value v) { return need.values.contains(v); });
        if (gives) path.gives.add(number);
      }
    }
}

// Paths with a need that no path of another thread satisfies are of no choice; without them others may be of none.
void Support::drop_unsupported() {
  for (bool dropped = count_ > 0; dropped;) {
    dropped = false;
    std::vector<EventSet> given;
    for (const auto& paths : threads_) {
      given.emplace_back(count_);
      for (const Path& path : paths) given.back() |= path.gives;
    }
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      EventSet others(count_);
      for (std::size_t other = 0; other < threads_.size(); ++other)
        if (other != t) others |= given[other];
      dropped = std::erase_if(threads_[t], [&](const Path& path) { return !has_all(others, path.needs); }) > 0 || dropped;
    }
  }
}

void Support::each(Budget& budget, const std::function<bool(const std::vector<std::uint32_t>&)>& use) const {
  std::vector<std::uint32_t> chosen(threads_.size(), 0);
  choose(0, chosen, EventSet(count_), EventSet(count_), budget, use);
}

// False: it is enough.
bool Support::choose(std::size_t thread, std::vector<std::uint32_t>& chosen, const EventSet& needs, const EventSet& gives, Budget& budget,
                     const std::function<bool(const std::vector<std::uint32_t>&)>& use) const {
  if (thread == threads_.size()) return use(chosen);
  for (const Path& path : threads_[thread]) {
    chosen[thread] = path.number;
    if (thread + 1 == threads_.size() && budget.exhausted()) return false;
    if (count_ == 0) {
      if (!choose(thread + 1, chosen, needs, gives, budget, use)) return false;
      continue;
    }
    const EventSet wanted = needs | path.needs, given = gives | path.gives;
    if (has_all(given | later_[thread + 1], wanted) && !choose(thread + 1, chosen, wanted, given, budget, use)) return false;
  }
  return true;
}

}  // namespace thinair::candidates
