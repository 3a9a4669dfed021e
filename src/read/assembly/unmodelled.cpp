#include "read/assembly/unmodelled.hpp"

#include <fmt/format.h>

#include <string_view>

namespace thinair::read {
namespace {

// herd names what its variant vmsa knows of a location x by prefixes: its translation table entries and its physical address.
struct Meaning {
  std::string_view prefix, what;
};
constexpr Meaning kTranslation[] = {{"pte_", "a page table entry"}, {"pte2_", "a page table entry"}, {"phy_", "a physical address"}};

class Refusal {
 public:
  explicit Refusal(Report& report) : report_(report) {}

  void look_at(std::string_view name, Span where) {
    for (const Meaning& known : kTranslation)
      if (name.starts_with(known.prefix) && name.size() > known.prefix.size())
        report_.error("litmus-unsupported", where, fmt::format("'{}' is {}: address translation is not modelled", name, known.what),
                      "rename it if it is an ordinary location");
  }

  void look_at(const litmus::InitItem& item) {
    if (!item.thread) look_at(item.name, item.name_where);
    if (item.value.kind == litmus::InitValue::Kind::name) look_at(item.value.name, item.value.where);
  }

  void look_at(const litmus::assembly::Operand& operand) {
    if (operand.kind == litmus::assembly::Operand::Kind::word) look_at(operand.word, operand.where);
    for (const litmus::assembly::Operand& part : operand.parts) look_at(part);
  }

 private:
  Report& report_;
};

}  // namespace

// A condition names no location that none of these parts does.
void refuse_unmodelled(const litmus::Test& tree, const litmus::assembly::Program& source, Report& report) {
  if (source.isa != litmus::assembly::Isa::aarch64) return;
  Refusal refusal(report);
  for (const litmus::InitItem& item : tree.init) refusal.look_at(item);
  for (const litmus::assembly::Thread& thread : source.threads)
    for (const litmus::assembly::Line& line : thread.lines)
      for (const litmus::assembly::Operand& operand : line.operands) refusal.look_at(operand);
}

}  // namespace thinair::read
