#include "language/mem/print.hpp"

#include <fmt/format.h>

#include "language/cat/print.hpp"

namespace thinair::mem {

std::string to_text(const Condition& condition) {
  using CK = Condition::Kind;
  const std::string left = cat::to_text(*condition.left);
  const auto test = [&](std::string_view word) { return fmt::format("require {} {} as {}", word, left, condition.name); };
  const auto comparison = [&](std::string_view word) {
    return fmt::format("require {} {} {} as {}", left, word, cat::to_text(*condition.right), condition.name);
  };
  switch (condition.kind) {
    case CK::subset: return comparison("subset");
    case CK::equal: return comparison("=");
    case CK::values: return test("values");
    case CK::empty: return test("empty");
    case CK::acyclic: return test("acyclic");
    case CK::irreflexive: return test("irreflexive");
  }
  return {};
}

std::string to_text(const Keep& keep) { return fmt::format("keep {} in {} as {}", cat::to_text(*keep.pairs), keep.relation, keep.name); }

std::string to_text(const Model& model) {
  std::string out;
  if (!model.title.empty()) out += fmt::format("\"{}\"\n", model.title);
  out += fmt::format("single \"{}\"\n", model.single_name);
  out += fmt::format("identity {}\n", model.identity == Identity::nth ? "nth" : "free");
  for (std::size_t i = 0; i < model.stages_without.size(); ++i)
    out += fmt::format("{}{}", i == 0 ? "stages without " : ", ", model.stages_without[i].first);
  if (!model.stages_without.empty()) out += "\n";
  if (model.drf) out += fmt::format("drf-sc \"{}\"\n", model.drf->file_name);
  if (model.writes)
    out += fmt::format("plain reads see {}writes from \"{}\" as {}\n", model.writes->visible.empty() ? "" : model.writes->visible + " or ",
                       model.writes->file_name, model.writes->name);
  for (const cat::Binding& definition : model.definitions) {
    cat::Stmt let;
    let.kind = cat::Stmt::Kind::let;
    let.bindings = {definition};
    out += cat::to_text(let);
  }
  for (const Condition& condition : model.conditions) out += to_text(condition) + "\n";
  for (const Keep& keep : model.keeps) out += to_text(keep) + "\n";
  return out;
}

}  // namespace thinair::mem
