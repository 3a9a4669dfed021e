#include "language/op/possible.hpp"

#include <array>
#include <utility>

namespace thinair::op {
namespace {

using P = cat::PrimitiveId;
using Mask = std::uint32_t;

// Kinds of events, one bit each. No event is of two.
enum Bit : Mask { initial = 1, read = 2, write = 4, update = 8, first_single = 16 };
// Sets that are a kind by themselves.
constexpr std::array kSingle = {P::F,     P::Begin, P::End,     P::External,  P::Freeze, P::Join,  P::Lock,
                                P::Alive, P::Early, P::Restart, P::NotifyAll, P::Start,  P::Unlock};
constexpr Mask kAll = ~Mask{0};

// The kinds that may have events in a set, and those all of whose events are in it.
struct Bounds {
  Mask upper = kAll, lower = 0;
};

Bounds exactly(Mask mask) { return {mask, mask}; }

Bounds of(P id) {
  for (std::size_t i = 0; i < kSingle.size(); ++i)
    if (kSingle[i] == id) return exactly(first_single << i);
  switch (id) {
    case P::R: return exactly(read | update);
    case P::W: return exactly(initial | write | update);
    case P::M: return exactly(initial | read | write | update);
    case P::RMW: return exactly(update);
    case P::IW: return exactly(initial);
    default: return {};
  }
}

Bounds bounds(const Machine& machine, NodeId id) {
  const Node& node = machine.nodes[id];
  if (node.kind != Kind::set) return {};
  const auto kid = [&](std::size_t i) { return bounds(machine, node.kids[i]); };
  switch (node.op) {
    case NodeOp::nothing: return exactly(0);
    case NodeOp::everything: return exactly(kAll);
    case NodeOp::primitive_set: return of(static_cast<P>(node.index));
    case NodeOp::next: return {kAll & ~Mask{initial}, 0};  // initial writes are done when the machine starts
    case NodeOp::union_: {
      const Bounds a = kid(0), b = kid(1);
      return {a.upper | b.upper, a.lower | b.lower};
    }
    case NodeOp::intersection: {
      const Bounds a = kid(0), b = kid(1);
      return {a.upper & b.upper, a.lower & b.lower};
    }
    case NodeOp::difference: {
      const Bounds a = kid(0), b = kid(1);
      return {a.upper & ~b.lower, a.lower & ~b.upper};
    }
    case NodeOp::complement: {
      const Bounds a = kid(0);
      return {~a.lower, ~a.upper};
    }
    default: return {};
  }
}

}  // namespace

bool may_have_events(const Machine& machine, NodeId set) { return bounds(machine, set).upper != 0; }

}  // namespace thinair::op
