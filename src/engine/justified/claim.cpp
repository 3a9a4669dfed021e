#include "engine/justified/claim.hpp"

#include <map>

namespace thinair::justified {
namespace {

reference::ClaimedExecution claimed(const Candidate& c) {
  reference::ClaimedExecution out{c.structure, c.reads_from, c.final_write, c.read, c.written, {}};
  for (std::size_t o = 0; o < c.orders.size(); ++o)
    out.orders.push_back({c.order_names[o], c.orders[o], c.order_scopes[o], c.order_pairs[o]});
  return out;
}

}  // namespace

reference::Claim claim(const Proof& proof) {
  static_assert(kNoEvent == reference::kNoMatch);
  reference::Claim out;
  std::map<std::size_t, std::size_t> number;
  const auto execution = [&](std::size_t candidate) {
    const auto [at, fresh] = number.try_emplace(candidate, out.executions.size());
    if (fresh) out.executions.push_back(claimed((*proof.candidates)[candidate]));
    return at->second;
  };
  out.target = execution(proof.justification.target);
  for (const Stage& stage : proof.justification.stages) out.stages.push_back({execution(stage.candidate), stage.matching, stage.committed});
  return out;
}

}  // namespace thinair::justified
