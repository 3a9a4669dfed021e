// A pass goes up through the nodes whose operands changed, applies the rules of the unknowns and the axioms, then goes down
// through the nodes whose own bounds (or an operand's) changed; passes repeat until nothing changes.
#include "engine/bounds/propagate.hpp"

#include "engine/bounds/kernel.hpp"
#include "support/check.hpp"

namespace thinair::bounds {

template <int kStride>
Kernel<kStride>::Kernel(const Network& network)
    : AnyKernel(network),
      bits_{n, stride, network.budget(), &wide_},
      wide_(n, stride),
      scratch((kStride == 0 ? 6 : 4) * n * stride + 4 * stride, 0),
      group_offset(network.nodes().size(), 0) {
  std::size_t most = 0;
  for (const RecursiveGroup& group : net.groups) {
    std::size_t words = 0;
    for (const NodeId id : group.body) words += length(id);
    most = std::max(most, words);
  }
  group_scratch.assign(most, 0);
}

template <int kStride>
bool Kernel<kStride>::propagate(State& s) {
  bits_.budget = net.budget();
  if (!s.pending) return within_limits();  // nothing has happened since the last time
  while (s.pending) {
    ++passes;
    if (!within_limits()) return false;
    s.pending = false;
    for (const NodeId id : open) {
      if (!s.upward()[id] || !s.live()[id]) continue;
      const std::uint8_t which = s.upward()[id];
      s.upward()[id] = 0;
      now(By::up, id);
      if (!proceed(id) || !up(s, id, which)) return false;
    }
    now(By::other, 0);
    for (const RecursiveGroup& group : net.groups)
      if (!cut_to_fixpoint(s, group)) return false;
    for (std::size_t i = 0; i < net.orders.size(); ++i) {
      const Order& order = net.orders[i];
      if (!s.live()[order.node] || !s.downward()[order.node]) continue;
      now(By::order, i);
      if (!proceed(order.node) || !order_rules(s, order)) return false;
    }
    now(By::choice, 0);
    if (!choice_rules(s)) return false;
    for (std::size_t i = 0; i < net.axioms.size(); ++i) {
      if (!s.axiom_active()[i] || !s.axiom_dirty()[i]) continue;
      s.axiom_dirty()[i] = 0;
      now(By::axiom, i);
      if (!proceed(net.axioms[i].node) || !enforce(s, net.axioms[i])) return false;
    }
    for (auto it = open.rbegin(); it != open.rend(); ++it) {
      const NodeId id = *it;
      if (!s.downward()[id] || !s.live()[id] || net[id].kind == Kind::unknown) continue;  // unknowns have rules of their own
      s.downward()[id] = 0;
      now(By::down, id);
      if (!proceed(id) || !down(s, id)) return false;
    }
  }
  drop_entailed(s);
  return within_limits();
}

struct Propagator::Implementation {
  std::unique_ptr<AnyKernel> kernel;
};

Propagator::Propagator(const Network& network) : implementation_(std::make_unique<Implementation>()) {
  if (network.events() <= 64)
    implementation_->kernel = std::make_unique<Kernel<1>>(network);
  else
    implementation_->kernel = std::make_unique<Kernel<0>>(network);
}
Propagator::~Propagator() = default;

State Propagator::initial() const {
  const AnyKernel& k = *implementation_->kernel;
  const std::size_t nodes = k.net.nodes().size();
  State s(k.total, nodes, k.net.axioms.size());
  std::ranges::fill(s.upward(), static_cast<std::uint8_t>(kLower | kUpper));
  std::ranges::fill(s.downward(), std::uint8_t{1});
  std::ranges::fill(s.axiom_dirty(), std::uint8_t{1});
  std::ranges::fill(s.axiom_active(), std::uint8_t{1});
  const EventSet all = EventSet::full(k.n);
  const Relation all_pairs = Relation::product(all, all);
  const auto set_upper = [&](NodeId id, std::span<const Word> words) { std::copy(words.begin(), words.end(), k.hi(s, id)); };
  for (const NodeId id : k.open) set_upper(id, k.net[id].is_set ? all.words() : all_pairs.words());
  if (k.net.rf != Network::kNone && !k.is_constant(k.net.rf)) set_upper(k.net.rf, k.net.rf_candidates.words());
  if (k.net.fw != Network::kNone && !k.is_constant(k.net.fw)) {
    EventSet candidates(k.n);
    for (const EventSet& group : k.net.fw_groups) candidates |= group;
    set_upper(k.net.fw, candidates.words());
  }
  for (const Order& order : k.net.orders) set_upper(order.node, order.scope.words());
  k.mark_live(s);
  k.evaluate(s);
  return s;
}

void Propagator::narrow_bit(State& s, NodeId id, std::size_t row, std::size_t column, bool in) const {
  const AnyKernel& k = *implementation_->kernel;
  const std::size_t at = row * k.stride + column / 64;
  const Word mask = Word{1} << (column % 64);
  Word* bound = in ? k.lo(s, id) : k.hi(s, id);
  const bool present = (bound[at] & mask) != 0;
  if (present == in) return;
  bound[at] ^= mask;
  k.changed(s, id, in ? kLower : kUpper);
  // A decision against the other bound is a conflict: leave the bounds crossed, propagate() finds it.
  if (((k.lo(s, id)[at] & ~k.hi(s, id)[at]) & mask) != 0) s.contradiction = true;
}

void Propagator::require(State& s, NodeId id, std::size_t a, std::size_t b) const { narrow_bit(s, id, a, b, true); }
void Propagator::exclude(State& s, NodeId id, std::size_t a, std::size_t b) const { narrow_bit(s, id, a, b, false); }
void Propagator::require(State& s, NodeId id, std::size_t event) const { narrow_bit(s, id, 0, event, true); }
void Propagator::exclude(State& s, NodeId id, std::size_t event) const { narrow_bit(s, id, 0, event, false); }

void Propagator::record(Record* record) { implementation_->kernel->record = record; }
const Layout& Propagator::layout() const { return *implementation_->kernel; }

bool Propagator::propagate(State& s) { return !s.contradiction && implementation_->kernel->propagate(s); }

bool Propagator::entailed(const State& s) const {
  const auto settled = [&](const Order& order) { return decided(s, order.base); };  // else it may yet forbid every order
  return std::ranges::none_of(s.axiom_active(), [](std::uint8_t active) { return active != 0; }) &&
         std::ranges::all_of(implementation_->kernel->net.orders, settled);
}

bool Propagator::lower_has(const State& s, NodeId id, std::size_t a, std::size_t b) const {
  const AnyKernel& k = *implementation_->kernel;
  return (k.lo(s, id)[a * k.stride + b / 64] >> (b % 64) & 1) != 0;
}

bool Propagator::upper_has(const State& s, NodeId id, std::size_t a, std::size_t b) const {
  const AnyKernel& k = *implementation_->kernel;
  return (k.hi(s, id)[a * k.stride + b / 64] >> (b % 64) & 1) != 0;
}

bool Propagator::decided(const State& s, NodeId id) const {
  const AnyKernel& k = *implementation_->kernel;
  return std::equal(k.lo(s, id), k.lo(s, id) + k.length(id), k.hi(s, id));
}

namespace {

Relation as_relation(std::size_t n, const Word* words) {
  Relation r(n);
  std::copy(words, words + r.words().size(), r.words().begin());
  return r;
}

EventSet as_set(std::size_t n, const Word* words) {
  EventSet set(n);
  std::copy(words, words + set.words().size(), set.words().begin());
  return set;
}

}  // namespace

Relation Propagator::lower(const State& s, NodeId id) const {
  const AnyKernel& k = *implementation_->kernel;
  return as_relation(k.n, k.lo(s, id));
}
Relation Propagator::upper(const State& s, NodeId id) const {
  const AnyKernel& k = *implementation_->kernel;
  return as_relation(k.n, k.hi(s, id));
}
EventSet Propagator::lower_set(const State& s, NodeId id) const {
  const AnyKernel& k = *implementation_->kernel;
  return as_set(k.n, k.lo(s, id));
}
EventSet Propagator::upper_set(const State& s, NodeId id) const {
  const AnyKernel& k = *implementation_->kernel;
  return as_set(k.n, k.hi(s, id));
}

const Word* Propagator::upper_row(const State& s, NodeId id, std::size_t a) const {
  const AnyKernel& k = *implementation_->kernel;
  return k.hi(s, id) + a * k.stride;
}

const Network& Propagator::network() const { return implementation_->kernel->net; }

bool Path::keep() {
  const std::span<const Word> from = states_[0].words(), to = states_[1].words();
  check(to.size() <= UINT32_MAX, "a state's words can be numbered");
  steps_.push_back(changed_.size());
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (from[i] == to[i]) continue;
    if (changed_.size() == changed_.capacity()) {  // which is about to double
      Budget* budget = propagator_.network().budget();
      if (budget && !budget->room_for((2 * changed_.size() + 1) * (sizeof(Word) + sizeof(std::uint32_t)))) {
        changed_.resize(steps_.back());
        before_.resize(steps_.back());
        steps_.pop_back();
        return false;
      }
    }
    changed_.push_back(static_cast<std::uint32_t>(i));
    before_.push_back(from[i]);
  }
  std::swap(states_[0], states_[1]);
  return true;
}

void Path::leave() {
  if (!large_) {
    --at_;
    return;
  }
  const std::span<Word> words = states_[0].words();
  for (std::size_t i = steps_.back(); i < changed_.size(); ++i) words[changed_[i]] = before_[i];
  changed_.resize(steps_.back());
  before_.resize(steps_.back());
  steps_.pop_back();
}

std::uint64_t Propagator::passes() const { return implementation_->kernel->passes; }

}  // namespace thinair::bounds
