#include "engine/candidates/reads_from.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "engine/bounds/primitives.hpp"

namespace thinair::candidates {

using bounds::Network;
using relation::Relation;

ReadsFrom::ReadsFrom(value::TermPool& pool, const Structure& structure, const Network& network,
                     std::shared_ptr<bounds::Propagator> propagator)
    : structure_(structure),
      net_(network),
      shared_(propagator ? std::move(propagator) : std::make_shared<bounds::Propagator>(network)),
      propagator_(*shared_),
      flow_(pool, structure),
      every_candidate_(bounds::rf_candidates(structure)),
      candidates_(structure.size()) {
  for (EventId e = 0; e < structure.size(); ++e)
    if (structure.events[e].reads()) reads_.push_back(e);
  for (EventId e = 0; e < structure.size(); ++e)
    if (structure.events[e].writes()) writes_.push_back(e);
}

bool ReadsFrom::run(const Relation* allowed, Budget& budget, const Cut& cut, const Visit& visit, const Hints& hints) {
  budget_ = &budget;
  cut_ = &cut;
  visit_ = &visit;
  hints_ = hints;
  rest_ = false;
  auto state = root(allowed, budget, hints.start);
  if (!state) return budget.limit().reached();
  const bool free = propagator_.entailed(*state);
  bounds::Path path(propagator_, std::move(*state));
  path_ = &path;
  const bool ended = decide(free);
  path_ = nullptr;
  return ended;
}

std::optional<bounds::State> ReadsFrom::root(const Relation* allowed, Budget& budget, const bounds::State* start) {
  candidates_ = every_candidate_;
  // A read whose every candidate contradicts its path's constraints ends the matter before any propagation.
  bounds::State state = start ? *start : propagator_.initial();
  for (const EventId r : reads_) {
    bool possible = false;
    for (const EventId w : writes_) {
      if (!every_candidate_.has(w, r)) continue;
      if (budget.exhausted()) return std::nullopt;
      bool ok = !allowed || allowed->has(w, r);
      if (ok) {
        const std::size_t mark = flow_.mark();
        ok = flow_.assign(r, w);
        flow_.rewind(mark);
      }
      possible = possible || ok;
      if (ok) continue;
      candidates_.remove(w, r);
      if (net_.rf != Network::kNone) propagator_.exclude(state, net_.rf, w, r);
    }
    if (!possible) return std::nullopt;
  }
  if (!propagator_.propagate(state)) return std::nullopt;
  return state;
}

bool ReadsFrom::may_see(EventId write, EventId read) const {
  return net_.rf != Network::kNone ? propagator_.upper_has(path_->state(), net_.rf, write, read) : candidates_.has(write, read);
}

// counts_: of each open read, how many writes it may see.
void ReadsFrom::count_candidates() {
  counts_.assign(structure_.size(), 0);
  relation::EventSet open(structure_.size());
  for (const EventId r : reads_)
    if (!flow_.assigned(r)) open.add(r);
  for (const EventId w : writes_) {
    const relation::Word* row = net_.rf != Network::kNone ? propagator_.upper_row(path_->state(), net_.rf, w) : candidates_.row(w).data();
    for (std::size_t i = 0; i < candidates_.stride(); ++i)
      for (relation::Word rest = row[i] & open.words()[i]; rest != 0; rest &= rest - 1)
        ++counts_[i * 64 + static_cast<std::size_t>(std::countr_zero(rest))];
  }
}

bool ReadsFrom::decide(bool free) {
  ++nodes_;
  if (budget_->exhausted() || (hints_.patience && !hints_.patience->spend())) return true;
  if ((*cut_)(path_->state())) return false;
  if (many() && hints_.one_is_enough && std::has_single_bit(nodes_) && guess(free)) return true;
  constexpr EventId kNone = UINT32_MAX;
  EventId read = kNone;
  std::size_t fewest = SIZE_MAX;
  count_candidates();
  bool matters = false;
  for (const EventId r : reads_) {
    if (flow_.assigned(r)) continue;
    const bool first = many() && hints_.matter && hints_.matter->has(r);
    if (matters > first || (matters == first && counts_[r] >= fewest)) continue;
    matters = first;
    fewest = counts_[r];
    read = r;
  }
  if (read == kNone) return (*visit_)(path_->state());
  if (!many() || !hints_.matter || matters || rest_) return each_write(read, free);
  rest_ = true;
  const bool stop = guess(free) || (!(*cut_)(path_->state()) && each_write(read, free));
  rest_ = false;
  return stop;
}

bool ReadsFrom::each_write(EventId read, bool free) {
  for (const EventId w : writes_) {
    if (!may_see(w, read)) continue;
    if (budget_->limit().reached()) return true;
    if (decide(read, w, free)) return true;
    if (rest_ && (*cut_)(path_->state())) return false;  // what was found settles this branch
  }
  return false;
}

bool ReadsFrom::decide(EventId read, EventId write, bool free) {
  const std::size_t mark = flow_.mark();
  bool stop = false;
  // Where bounds are wide, values that settle the branch by themselves are worth a question before propagation.
  if (flow_.assign(read, write) && !(many() && (*cut_)(path_->state()))) {
    if (free || net_.rf == Network::kNone || propagator_.lower_has(path_->state(), net_.rf, write, read)) {
      stop = decide(free);
    } else if (path_->enter([&](bounds::State& state) { propagator_.require(state, net_.rf, write, read); })) {
      stop = decide(propagator_.entailed(path_->state()));
      path_->leave();
    }
  }
  flow_.rewind(mark);
  return stop;
}

// Some interleaving of the threads in which reads that are decided come after their writes, and which goes against neither the orders nor
// the checks as far as these are known; without the checks, or the orders, where those contradict each other.
std::vector<std::uint32_t> ReadsFrom::interleaving() const {
  const bounds::State& state = path_->state();
  const std::size_t n = structure_.size();
  Relation threads = structure_.po;
  for (std::size_t init = 0; init < structure_.init_count; ++init)
    for (std::size_t e = structure_.init_count; e < n; ++e) threads.add(init, e);
  Relation reads = threads;
  for (const EventId r : reads_)
    if (flow_.assigned(r)) reads.add(flow_.writer(r), r);
  if (net_.rf != Network::kNone) reads |= propagator_.lower(state, net_.rf);
  Relation orders = reads;
  for (const bounds::Order& order : net_.orders) orders |= propagator_.lower(state, order.node);
  Relation checks = orders;
  for (const bounds::Axiom& axiom : net_.axioms)
    if (axiom.test == cat::Test::acyclic && !axiom.negated && !net_.is_constant(axiom.node)) checks |= propagator_.lower(state, axiom.node);
  for (const Relation* known : {&checks, &orders, &reads})
    if (known->acyclic()) return relation::linear_extension(relation::EventSet::full(n), *known);
  return relation::linear_extension(relation::EventSet::full(n), threads);
}

// Decides every open read as one interleaving of the threads has it, all at once. True: the search can end.
bool ReadsFrom::guess(bool free) {
  std::vector<std::pair<EventId, EventId>> taken;  // write, read
  std::map<events::LocId, std::vector<EventId>> so_far;
  const std::size_t mark = flow_.mark();
  bool possible = true;
  for (const std::uint32_t e : interleaving()) {
    const events::Event& event = structure_.events[e];
    if (event.reads() && !flow_.assigned(e) && possible) {
      const auto sees = [&](EventId w) { return may_see(w, e); };
      const auto& before = so_far[event.location];
      const auto last = std::find_if(before.rbegin(), before.rend(), sees);
      const auto any = last == before.rend() ? std::ranges::find_if(writes_, sees) : writes_.end();
      if (last == before.rend() && any == writes_.end()) {
        possible = false;
        break;
      }
      taken.emplace_back(last == before.rend() ? *any : *last, e);
      possible = flow_.assign(e, taken.back().first);
    }
    if (event.writes()) so_far[event.location].push_back(e);
  }
  bool stop = false;
  if (!possible || taken.size() < kMany) {
    // Nothing to try, or so little that it is decided one by one.
  } else if (free || net_.rf == Network::kNone) {
    stop = decide(free);
  } else if (path_->enter([&](bounds::State& state) {
               for (const auto& [w, r] : taken) propagator_.require(state, net_.rf, w, r);
             })) {
    stop = decide(propagator_.entailed(path_->state()));
    path_->leave();
  }
  flow_.rewind(mark);
  return stop;
}

}  // namespace thinair::candidates
