// The instruction sets that there are.
#pragma once

#include "read/assembly/isa.hpp"

namespace thinair::read {

const Isa& x86_isa();
const Isa& aarch64_isa();
const Isa& riscv_isa();
const Isa& ppc_isa();

}  // namespace thinair::read
