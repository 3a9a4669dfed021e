// Why a pair is in a relation of a model: a path of edges with names.
//
//   takes   a network with labels and the bounds of its nodes
//   gives   the edges that put a pair there, each with the model's name for its relation
#pragma once

#include "answer/explanation.hpp"
#include "engine/bounds/propagate.hpp"

namespace thinair::axiomatic {

using answer::Step;
using events::EventId;

class Derivation {
 public:
  Derivation(const bounds::Network& network, const bounds::Propagator& propagator, const bounds::State& state);

  // Names that the text of what is told uses itself: an edge goes by these before it goes by any other. In the order of the text.
  void prefer(const std::vector<std::string>& names);

  // `pair` must be in the node's lower bound. Empty where no edge is needed ([S]).
  std::vector<Step> path(bounds::NodeId node, EventId a, EventId b);

 private:
  using NodeId = bounds::NodeId;
  const bounds::Relation& lower(NodeId node);
  const std::string* name_of(NodeId node);
  std::vector<Step> expand(NodeId node, EventId a, EventId b, bool names, unsigned depth);
  std::vector<Step> inside(NodeId node, EventId a, EventId b, bool names, unsigned depth);
  Step named(NodeId node, const std::string& name, EventId a, EventId b, unsigned depth);
  const std::pair<std::string, NodeId>* preferred_part(NodeId node, EventId a, EventId b);
  std::vector<Step> along(NodeId node, EventId a, EventId b, bool names, unsigned depth);
  std::string nearest_name(NodeId node);
  Step nameless(NodeId node, EventId a, EventId b);

  const bounds::Network& net_;
  const bounds::Propagator& propagator_;
  const bounds::State& state_;
  std::map<NodeId, bounds::Relation> lower_;
  std::map<NodeId, std::string> names_;
  std::vector<std::pair<std::string, NodeId>> preferred_;
};

}  // namespace thinair::axiomatic
