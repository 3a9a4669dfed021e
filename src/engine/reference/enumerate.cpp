#include "engine/reference/enumerate.hpp"

#include <algorithm>

namespace thinair::reference {
namespace {

bool compare(program::Value a, program::Relop relop, program::Value b) {
  using program::Relop;
  switch (relop) {
    case Relop::eq: return a == b;
    case Relop::ne: return a != b;
    case Relop::lt: return a < b;
    case Relop::le: return a <= b;
    case Relop::gt: return a > b;
    case Relop::ge: return a >= b;
  }
  return false;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> path_choices(const events::Unfolding& unfolding) {
  std::vector<std::vector<std::uint32_t>> out;
  for (const auto& thread : unfolding.threads) {
    out.emplace_back();
    for (std::uint32_t i = 0; i < thread.size(); ++i) out.back().push_back(i);
  }
  return out;
}

std::vector<std::vector<events::EventId>> sources(const events::Structure& s) {
  std::vector<std::vector<events::EventId>> out(s.size());
  for (events::EventId r = 0; r < s.size(); ++r) {
    if (!s.events[r].reads()) {
      out[r] = {0};
      continue;
    }
    for (events::EventId w = 0; w < s.size(); ++w) {
      const bool own = w != r && same_instruction(s.events[w], s.events[r]);
      if (w != r && !own && s.events[w].writes() && s.events[w].location == s.events[r].location) out[r].push_back(w);
    }
  }
  return out;
}

std::vector<std::vector<events::EventId>> last_writes(const events::Structure& s, std::size_t locations) {
  std::vector<std::vector<events::EventId>> out(locations);
  for (events::EventId w = s.init_count; w < s.size(); ++w)
    if (s.events[w].writes()) out[s.events[w].location].push_back(w);
  for (events::EventId w = 0; w < s.init_count; ++w)
    if (auto& writes = out[s.events[w].location]; writes.empty()) writes.push_back(w);
  for (auto& writes : out)
    if (writes.empty()) writes.push_back(0);  // never accessed; not looked at
  return out;
}

bool holds(const program::Prop& prop, const Look& look) {
  using K = program::Prop::Kind;
  const auto value = [&](const program::Operand& o) { return o.is_constant ? o.value : look(o.observable); };
  const auto kid = [&](const program::Prop& p) { return holds(p, look); };
  switch (prop.kind) {
    case K::true_: return true;
    case K::false_: return false;
    case K::atom: return compare(value(prop.lhs), prop.relop, value(prop.rhs));
    case K::not_: return !kid(prop.kids[0]);
    case K::and_: return std::all_of(prop.kids.begin(), prop.kids.end(), kid);
    case K::or_: return std::any_of(prop.kids.begin(), prop.kids.end(), kid);
    case K::implies: return !kid(prop.kids[0]) || kid(prop.kids[1]);
  }
  return false;
}

Look final_values(const program::Program& program, const events::Unfolding& unfolding, const events::Structure& structure,
                  const std::vector<events::EventId>& final_write, const ReadValues& values) {
  return [&](const program::Observable& o) {
    const bool accessed = std::ranges::find(unfolding.accessed, o.index) != unfolding.accessed.end();
    if (o.is_location && !accessed) return program.locations[o.index].initial;
    const value::TermId term = o.is_location ? structure.events[final_write[o.index]].written : structure.registers[o.index];
    return evaluate_term(unfolding.pool, term, structure, values).value_or(0);
  };
}

}  // namespace thinair::reference
