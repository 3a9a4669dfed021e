// The targets that there are.
#pragma once

#include "ask/compile/target.hpp"

namespace thinair::compile {

const Target& x86_target();
const Target& aarch64_target();
const Target& riscv_target();
const Target& ppc_target();

}  // namespace thinair::compile
