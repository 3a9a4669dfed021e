// Addresses of processors: which location an access is to, and addresses that come out of memory (ADR 25).
//
// On a path an address is a term of its own, `address(x)`, never a number. Memory holds numbers: the address of the k-th location is the
// number reference_to(k), as Java's references are. A write turns the one into the other. A read that may give an address is followed once
// for each address that may be there (References), where the term is known again, and once as a number, which none of them is. So
// everything that computes with addresses computes with known ones.
//
// An access is to `address(x)` plus an offset. If the offset is not known, it goes on once for each element of the array, and otherwise the
// path ends there: it leads nowhere. That path is no execution. If the model allows it, the answer is not complete.
#include <algorithm>

#include "events/unfolder.hpp"

namespace thinair::events {

using program::Op;
using program::Value;

// A location and what is added to its address.
std::optional<Unfolder::Place> Unfolder::place_of(TermId term) {
  const value::Term t = pool_[term];
  if (t.op == Op::address) return Place{t.index, pool_.constant(0)};
  if (t.op != Op::add && t.op != Op::sub) return std::nullopt;
  const bool left = has_address(t.lhs);
  const bool right = has_address(t.rhs);
  if (left == right || (right && t.op == Op::sub)) return std::nullopt;
  const auto base = place_of(left ? t.lhs : t.rhs);
  if (!base) return std::nullopt;
  return Place{base->base, pool_.binary(t.op, base->offset, left ? t.rhs : t.lhs)};
}

// The element of the same array that is so many bytes further on.
std::optional<LocId> Unfolder::element(LocId base, Value offset) const {
  if (offset == 0) return base;
  const program::Location& from = program_.locations[base];
  if (from.array == program::kNoAddress) return std::nullopt;
  for (LocId at = 0; at < program_.locations.size(); ++at)
    if (const program::Location& to = program_.locations[at];
        to.array == from.array && Value{to.array_offset} - Value{from.array_offset} == offset)
      return at;
  return std::nullopt;
}

std::optional<LocId> Unfolder::location_of(TermId term) {
  if (pool_[term].op == Op::address) return pool_[term].index;
  if (!has_address(term)) return std::nullopt;
  const auto place = place_of(term);
  const auto offset = place ? pool_.as_constant(place->offset) : std::nullopt;
  return offset ? element(place->base, *offset) : std::nullopt;
}

// The term with a number for an address, if it is one; otherwise the term itself.
TermId Unfolder::numbered(TermId term) {
  const auto location = location_of(term);
  return location ? pool_.constant(program::reference_to(*location)) : term;
}

// What a comparison says of addresses that are equal or not; other terms stay.
TermId Unfolder::compared(TermId term) {
  const value::Term t = pool_[term];
  if ((t.op != Op::eq && t.op != Op::ne) || !has_address(term)) return term;
  return pool_.binary(t.op, numbered(t.lhs), numbered(t.rhs));
}

// The register has just got what was read. Goes on as a number; addresses are put aside. False if it can only be an address.
bool Unfolder::split_by_address(Walk& walk, RegId reg) {
  if (!holds_addresses(program_)) return true;
  const TermId term = walk.registers.at(reg).term;
  const auto read = std::ranges::find_if(
      walk.path.events, [&](const Event& e) { return e.reads() && pool_[term].op == Op::reg && e.variable == pool_[term].index; });
  if (read == walk.path.events.end()) return true;
  const std::set<Value>& possible = context_.references.at(read->location);
  if (possible.empty()) return true;
  ++walk.choices;
  for (const Value value : possible) {
    Walk next = walk;
    next.registers.at(reg).term = pool_.address(program_.objects[*program::object_of(program_, value)].parts.front());
    if (require(next, pool_.binary(Op::eq, term, pool_.constant(value)))) push(std::move(next));
  }
  return std::ranges::all_of(possible, [&](Value value) { return require(walk, pool_.binary(Op::ne, term, pool_.constant(value))); });
}

// The access whose address is not known yet is tried again where it is.
void Unfolder::split_by_place(Walk walk, TermId term, bool continues) {
  --walk.at;
  if (!continues) --walk.instruction;
  ++walk.choices;
  if (const auto place = place_of(term); place && !pool_.as_constant(place->offset)) {
    const program::Location& base = program_.locations[place->base];
    Walk nowhere = walk;
    for (LocId at = 0; at < program_.locations.size(); ++at) {
      const program::Location& to = program_.locations[at];
      if (at != place->base && (base.array == program::kNoAddress || to.array != base.array)) continue;
      const TermId offset = pool_.constant(Value{to.array_offset} - Value{base.array_offset});
      Walk next = walk;
      next.places[term] = at;
      if (require(next, pool_.binary(Op::eq, place->offset, offset))) push(std::move(next));
      if (!require(nowhere, pool_.binary(Op::ne, place->offset, offset))) return;
    }
    walk = std::move(nowhere);
  }
  walk.path.bound_reached = walk.path.nowhere = true;
  walk.at = static_cast<program::Label>(code_.size());
  finish(std::move(walk));
}

}  // namespace thinair::events
