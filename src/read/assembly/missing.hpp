// Instructions and registers that processors have and litmus tests here do not: what they belong to, so that messages can say it.
#pragma once

#include <optional>
#include <string_view>

#include "program/program.hpp"

namespace thinair::read {

struct MissingFeature {
  std::string_view what;  // as the subject of "... are not modelled"
  std::string_view hint;
};

// Of a mnemonic in small letters that the instruction set does not know; none if nobody knows it.
std::optional<MissingFeature> missing_instruction(program::Arch arch, std::string_view mnemonic);
// Of a word in small letters that stands where a register should.
std::optional<MissingFeature> missing_register(program::Arch arch, std::string_view word);

}  // namespace thinair::read
