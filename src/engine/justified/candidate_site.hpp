// A structure with its network: what candidates are made of.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/justified/candidates.hpp"

namespace thinair::justified {

struct CandidateSource::Site {
  Site(value::TermPool& pool, std::shared_ptr<const Structure> s, bounds::Network n)
      : structure(std::move(s)),
        keys(std::make_shared<const Keys>(keys_of(*structure))),
        net(std::move(n)),
        reads_from(pool, *structure, net) {}

  std::shared_ptr<const Structure> structure;
  std::shared_ptr<const Keys> keys;
  bounds::Network net;
  candidates::ReadsFrom reads_from;
  std::vector<bounds::NodeId> names;      // in the order of Rules::names; kNone for "E"
  Relation visible_at_most;               // before anything is decided: which writes reads may see without a race
  std::optional<bounds::State> narrowed;  // the bounds before anything is decided, if there are any
  bool names_see_final_writes = false;    // some name that the rules mention depends on FW
  bool serves_stages = false;             // what is asked of targets alone holds here whatever is decided
};

}  // namespace thinair::justified
