#include "read/assembly/isas.hpp"

namespace thinair::read {

const Isa& isa_of(litmus::assembly::Isa kind) {
  switch (kind) {
    case litmus::assembly::Isa::x86_64: return x86_isa();
    case litmus::assembly::Isa::x86: return x86_32_isa();
    case litmus::assembly::Isa::aarch64: return aarch64_isa();
    case litmus::assembly::Isa::riscv: return riscv_isa();
    case litmus::assembly::Isa::ppc: return ppc_isa();
  }
  return x86_isa();
}

const Isa* isa_of(Arch arch) {
  for (const Isa* isa : {&x86_isa(), &aarch64_isa(), &riscv_isa(), &ppc_isa()})
    if (isa->arch() == arch) return isa;
  return nullptr;
}

std::string canonical_register(Arch arch, unsigned bits, const std::string& name) {
  const Isa* isa = arch == Arch::x86 && bits == x86_32_isa().bits() ? &x86_32_isa() : isa_of(arch);
  const auto known = isa == nullptr ? std::nullopt : isa->register_named(name);
  return known ? known->canonical : name;
}

}  // namespace thinair::read
