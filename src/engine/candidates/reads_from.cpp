#include "engine/candidates/reads_from.hpp"

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
}

bool ReadsFrom::run(const Relation* allowed, Budget& budget, const Cut& cut, const Visit& visit, const bounds::State* start) {
  budget_ = &budget;
  cut_ = &cut;
  visit_ = &visit;
  candidates_ = every_candidate_;
  // A read whose every candidate contradicts its path's constraints ends the matter before any propagation.
  bounds::State state = start ? *start : propagator_.initial();
  for (const EventId r : reads_) {
    bool possible = false;
    for (EventId w = 0; w < structure_.size(); ++w) {
      if (!every_candidate_.has(w, r)) continue;
      if (budget.exhausted()) return true;
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
    if (!possible) return false;
  }
  return propagator_.propagate(state) && decide(state, propagator_.entailed(state));
}

bool ReadsFrom::decide(const bounds::State& state, bool free) {
  ++nodes_;
  if (budget_->exhausted()) return true;
  if ((*cut_)(state)) return false;
  const bool asks_network = net_.rf != Network::kNone;
  constexpr EventId kNone = UINT32_MAX;
  EventId read = kNone;
  std::size_t fewest = SIZE_MAX;
  const Relation possible = asks_network ? propagator_.upper(state, net_.rf) : candidates_;
  for (const EventId r : reads_) {
    if (flow_.assigned(r)) continue;
    std::size_t count = 0;
    for (std::size_t w = 0; w < structure_.size(); ++w) count += possible.has(w, r);
    if (count < fewest) {
      fewest = count;
      read = r;
    }
  }
  if (read == kNone) return (*visit_)(state);
  for (EventId w = 0; w < structure_.size(); ++w) {
    if (!possible.has(w, read)) continue;
    if (budget_->limit().reached()) return true;
    const std::size_t mark = flow_.mark();
    bool stop = false;
    if (flow_.assign(read, w)) {
      if (free || !asks_network) {
        stop = decide(state, free);
      } else {
        bounds::State next = state;
        propagator_.require(next, net_.rf, w, read);
        stop = propagator_.propagate(next) && decide(next, propagator_.entailed(next));
      }
    }
    flow_.rewind(mark);
    if (stop) return true;
  }
  return false;
}

}  // namespace thinair::candidates
