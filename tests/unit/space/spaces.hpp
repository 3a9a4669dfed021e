// Spaces in tests: from text.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "space/space.hpp"

namespace thinair::space {

inline Space space_of(const std::string& text) {
  Sources sources;
  auto space = parse_space(sources, sources.add("test.space", text));
  EXPECT_TRUE(space.has_value()) << (space ? "" : to_text(sources, space.error()));
  return space ? *space : Space{};
}

inline Space with_modes(const std::string& size, const std::string& modes, const std::string& rules = "rules shared connected") {
  return space_of("space \"s\"\nsize " + size + "\nlocations 2\nmodes " + modes + "\n" + rules + "\n");
}

inline constexpr const char* kAllModes = "plain opaque acquire release volatile";

}  // namespace thinair::space
