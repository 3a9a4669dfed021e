// The instruction sets that there are.
#pragma once

#include "program/isa.hpp"

namespace thinair::program {

const Isa& x86_isa();
const Isa& aarch64_isa();
const Isa& riscv_isa();
const Isa& ppc_isa();

}  // namespace thinair::program
