// The instruction sets that there are.
#pragma once

#include "read/assembly/isa.hpp"

namespace thinair::read {

const Isa& x86_isa();     // X86_64, AT&T order
const Isa& x86_32_isa();  // X86, the destination first
const Isa& aarch64_isa();
const Isa& riscv_isa();
const Isa& ppc_isa();

}  // namespace thinair::read
