#include "show/draw/picture.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace thinair::draw {
namespace {

// Names that readers know from other pictures have the places they have there; what says most comes first.
constexpr auto kKnown = std::to_array<std::pair<std::string_view, std::size_t>>({
    {"rf", 1},
    {"fr", 4},
    {"co", 2},
    {"mo", 2},
    {"so", 3},
    {"sw", 5},
    {"start", 5},
    {"join", 5},
    {"to", 3},
    {"pushto", 3},
    {"hb", 6},
    {"vo", 6},
    {"po", 0},
});

std::size_t rank(const std::string& relation) {
  const auto at = std::ranges::find(kKnown, relation, &std::pair<std::string_view, std::size_t>::first);
  return static_cast<std::size_t>(at - kKnown.begin());
}

}  // namespace

std::size_t style_of(const std::string& relation) {
  const std::size_t at = rank(relation);
  if (at < kKnown.size()) return kKnown[at].second;
  std::size_t sum = 0;  // any function of the name will do, if it is the same on every machine
  for (const char c : relation) sum = sum * 31 + static_cast<unsigned char>(c);
  constexpr std::size_t kFirst = 7;
  return kFirst + sum % (kStyles - kFirst);
}

const std::string& leading(const Edge& edge) {
  static const std::string none;
  return edge.relations.empty() ? none : *std::ranges::min_element(edge.relations, {}, rank);
}

// The orders of a family, one per thread, are called o.0, o.1 and so on. Where an edge is in several of them, their name stands once.
std::string label_of(const Edge& edge) {
  std::vector<std::string> names;
  std::string family;
  for (const std::string& relation : edge.relations) {
    if (relation == "po") continue;
    const auto dot = relation.rfind('.');
    const bool member = dot != std::string::npos && relation.find_first_not_of("0123456789", dot + 1) == std::string::npos;
    const std::string name = member ? relation.substr(0, dot) : "";
    if (member && name == family)
      names.back() = family;
    else
      names.push_back(relation);
    family = name;
  }
  return fmt::format("{}", fmt::join(names, ","));
}

bool too_large(const Picture& picture) {
  constexpr std::size_t kMostColumns = 10, kMostNodes = 40, kMostEdges = 60;
  return picture.columns.size() > kMostColumns || picture.nodes.size() > kMostNodes || picture.edges.size() > kMostEdges;
}

}  // namespace thinair::draw
