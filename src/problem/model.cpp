#include "problem/model.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <tuple>
#include <variant>

#include "engine/axiomatic/engine.hpp"
#include "engine/justified/engine.hpp"
#include "engine/justified/write_sets.hpp"
#include "engine/machine/engine.hpp"
#include "engine/machine/murphi.hpp"
#include "engine/reference/engine.hpp"
#include "language/cat/resolve.hpp"
#include "language/mem/load.hpp"
#include "language/mem/resolve.hpp"
#include "language/op/load.hpp"
#include "language/op/resolve.hpp"
#include "support/check.hpp"

namespace thinair::problem {

std::string_view architecture(program::Arch arch) {
  switch (arch) {
    case program::Arch::java: return "Java";
    case program::Arch::x86: return "X86_64";
    case program::Arch::aarch64: return "AArch64";
    case program::Arch::riscv: return "RISCV";
    case program::Arch::ppc: return "PPC";
    case program::Arch::c: return "C";
  }
  return "";
}

// What a dialect makes of a model: complaints, or what an engine needs.
struct Model::Resolved {
  Diagnostics problems;
  std::shared_ptr<const bounds::PlannedModel> single;
  std::shared_ptr<const justified::PlannedModel> multi;
  std::shared_ptr<const justified::PlannedWrites> writes;  // of a multi-execution model with a set of writes
  std::shared_ptr<const op::Machine> machine;
};

struct Model::Body {
  using Tree = std::variant<cat::Model, mem::Model, op::Model>;
  Body(std::string n, Tree t) : name(std::move(n)), tree(std::move(t)) {
    const op::Model* machine = std::get_if<op::Model>(&tree);
    if (!machine) return;
    title_only.name = machine->name;
    title_only.title = machine->title;
    title_only.architecture = machine->architecture;
    title_only.title_span = machine->title_span;
    title_only.file = machine->file;
  }

  using Key = std::tuple<program::Arch, std::vector<std::string>, std::vector<std::string>>;  // architecture, its sets, variants

  std::string name;
  Tree tree;
  cat::Model title_only;  // of a machine
  mutable std::mutex guard;
  mutable std::map<Key, std::shared_ptr<const Resolved>> ready;
  mutable std::atomic<std::uint64_t> times_resolved = 0;
};

Model Model::of(std::string name, cat::Model tree) {
  Model out;
  out.body_ = std::make_shared<const Body>(std::move(name), std::move(tree));
  return out;
}

Model Model::of(std::string name, mem::Model tree) {
  Model out;
  out.body_ = std::make_shared<const Body>(std::move(name), std::move(tree));
  return out;
}

Model Model::of(std::string name, op::Model tree) {
  Model out;
  out.body_ = std::make_shared<const Body>(std::move(name), std::move(tree));
  return out;
}

const std::string& Model::name() const { return body_->name; }
const mem::Model* Model::multi() const { return std::get_if<mem::Model>(&body_->tree); }
const op::Model* Model::machine() const { return std::get_if<op::Model>(&body_->tree); }
const cat::Model& Model::single() const {
  if (machine()) return body_->title_only;
  return multi() ? multi()->single : std::get<cat::Model>(body_->tree);
}
const language::Rules& Model::rules() const { return machine() ? machine()->parts : multi() ? multi()->rules : single().rules; }
Model::Kind Model::kind() const { return machine() ? Kind::machine : multi() ? Kind::multi_execution : Kind::single_execution; }
std::uint64_t Model::times_resolved() const { return body_->times_resolved; }

language::RuleSet Model::rules_named(const std::vector<std::string>& names) const {
  language::RuleSet out;
  for (language::RuleId id = 0; id < rules().size(); ++id)
    if (rules()[id].named && std::ranges::find(names, rules()[id].name) != names.end()) out.add(id);
  return out;
}

Diagnostics Model::other_architecture(const program::Program& program) const {
  return cat::check_architecture(single(), architecture(program.arch));
}

Diagnostics Model::incompatibilities(const program::Program& program, const std::vector<std::string>& variants) const {
  return resolved(program, variants)->problems;
}

program::SetMask Model::looks_at(const program::Program& program, const std::vector<std::string>& variants) const {
  const auto ready = resolved(program, variants);
  if (ready->single) return bounds::looks_at(*ready->single);
  if (!ready->multi) return ~program::SetMask{0};  // of a machine, or of a set of writes, nobody knows
  program::SetMask out = bounds::looks_at(*ready->multi->single);
  if (ready->multi->races) {
    const auto& races = ready->multi->races->get();
    out |= races ? bounds::looks_at(**races) : ~program::SetMask{0};
  }
  return out;
}

bool Model::is_monotone(const program::Program& program, const std::vector<std::string>& variants,
                        std::span<const bounds::Strengthening> steps, const std::function<bool(cat::PrimitiveId)>& absent) const {
  const auto ready = resolved(program, variants);
  return ready->single && bounds::monotone(*ready->single, steps, absent);
}

std::shared_ptr<const Model::Resolved> Model::resolved(const program::Program& program, const std::vector<std::string>& variants) const {
  const std::lock_guard lock(body_->guard);
  auto& ready = body_->ready[{program.arch, program.set_names, variants}];
  if (ready) return ready;
  ++body_->times_resolved;
  auto out = std::make_shared<Resolved>();
  const auto complain = [&](Diagnostics problems) {
    out->problems = std::move(problems);
    return ready = out;
  };
  // Names of another architecture would all be unbound.
  if (auto problems = other_architecture(program); !problems.empty()) return complain(std::move(problems));
  if (const op::Model* model = machine()) {
    auto resolved = op::resolve(*model, program.set_names);
    if (!resolved) return complain(std::move(resolved.error()));
    out->machine = std::make_shared<const op::Machine>(std::move(*resolved));
    return ready = out;
  }
  const bool registers = !program::is_language(program.arch) && !multi();
  if (auto problems = cat::resolve(single(), program.set_names, {.variants = variants, .registers = registers}); !problems.empty())
    return complain(std::move(problems));
  if (const mem::Model* model = multi()) {
    if (auto problems = mem::resolve(*model, program.set_names); !problems.empty()) return complain(std::move(problems));
    for (const cat::Model* other : {model->writes ? &model->writes->start : nullptr,
                                    model->drf && !model->drf->races->is_late() ? &model->drf->races->get() : nullptr})
      if (other != nullptr)
        if (auto problems = cat::resolve(*other, program.set_names, {.variants = variants, .registers = false}); !problems.empty())
          return complain(std::move(problems));
    if (model->writes) {
      auto planned = justified::plan_writes(*model, program.set_names, variants);
      if (!planned) return complain(std::move(planned.error()));
      out->writes = std::make_shared<const justified::PlannedWrites>(std::move(*planned));
      return ready = out;
    }
    auto planned = justified::plan(*model, program.set_names, variants);
    if (!planned) return complain(std::move(planned.error()));
    out->multi = std::make_shared<const justified::PlannedModel>(std::move(*planned));
  } else {
    auto planned = bounds::plan(single(), program.set_names, variants, {}, registers);
    if (!planned) return complain(std::move(planned.error()));
    out->single = std::make_shared<const bounds::PlannedModel>(std::move(*planned));
  }
  return ready = out;
}

Result<std::unique_ptr<engine::Engine>> Model::engine(const program::Test& test, const Options& options) const {
  const auto ready = resolved(test.program, options.variants);
  if (!ready->problems.empty()) return fail(Diagnostics(ready->problems));
  language::RuleSet without = rules_named(options.without);
  if (ready->machine) return std::make_unique<machine::Engine>(test, ready->machine, rules(), std::move(without));
  if (ready->writes)
    return std::make_unique<justified::WriteSetEngine>(test, ready->writes, options.identity.value_or(multi()->identity),
                                                       std::move(without));
  if (ready->multi)
    return std::make_unique<justified::Engine>(test, ready->multi, options.identity.value_or(multi()->identity), std::move(without));
  return std::make_unique<axiomatic::Engine>(test, ready->single, single().rules, std::move(without));
}

Result<std::string> Model::murphi(const program::Test& test, const Options& options) const {
  if (!machine()) {
    Diagnostic d;
    d.code = "op-export";
    d.has_position = false;
    d.message = name() + " is no machine";
    d.hint = "models whose files end in .op can be exported";
    return fail(std::move(d));
  }
  const auto ready = resolved(test.program, options.variants);
  if (!ready->problems.empty()) return fail(Diagnostics(ready->problems));
  return machine::murphi(test, *ready->machine, rules_named(options.without));
}

std::unique_ptr<engine::Engine> Model::reference_engine(const program::Test& test, const Options& options) const {
  if (machine()) {
    const auto ready = resolved(test.program, options.variants);
    check(ready->machine != nullptr, "a reference engine is asked for only where the model fits");
    return std::make_unique<machine::Engine>(test, ready->machine, rules(), rules_named(options.without), true);
  }
  return std::make_unique<reference::Engine>(test, single(), multi(),
                                             reference::ModelOptions{options.identity, options.variants, rules_named(options.without)});
}

Result<Model> load(Sources& sources, const std::string& name_or_path, const cat::LoadOptions& options) {
  if (name_or_path.ends_with(".op") || (op::is_shipped(name_or_path) && name_or_path.find('/') == std::string::npos)) {
    auto loaded = op::load(sources, name_or_path, options);
    if (!loaded) return fail(std::move(loaded.error()));
    return Model::of(printable(name_or_path), std::move(*loaded));
  }
  if (mem::is_shipped(name_or_path) || name_or_path.ends_with(".mem")) {
    auto loaded = mem::load(sources, name_or_path, options);
    if (!loaded) return fail(std::move(loaded.error()));
    return Model::of(printable(name_or_path), std::move(*loaded));
  }
  auto loaded = cat::load(sources, name_or_path, options);
  if (!loaded) return fail(std::move(loaded.error()));
  return Model::of(printable(name_or_path), std::move(*loaded));
}

}  // namespace thinair::problem
