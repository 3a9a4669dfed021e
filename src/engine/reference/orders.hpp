// The sets of total orders that `linearisations` and `per-location-orders` denote.
//
//   takes   a description (value.hpp, Orders) and the location of every event
//   gives   every element in turn, or whether a relation is one of them
//   does not prune: an order is listed although no check will accept it
#pragma once

#include <functional>

#include "engine/reference/value.hpp"
#include "events/structure.hpp"

namespace thinair::reference {

// Calls `visit` with every element until it returns false.
void for_each_order(const Orders& orders, const events::Structure& structure, const std::function<bool(const Pairs&)>& visit);

// Empty if `chosen` is an element; else a sentence that says why it is not.
std::string why_not_member(const Orders& orders, const events::Structure& structure, const Pairs& chosen);

// `set` split by location, in ascending order of location. Events without a location (fences) are in no class.
std::vector<Events> classes_by_location(const Events& set, const events::Structure& structure);

}  // namespace thinair::reference
