// A memory model of any kind, loaded once and made ready once per dialect.
//
//   takes   a shipped name (jls04) or a path to a .cat, .mem or .op file
//   gives   its rules, by number; what keeps it from judging a program; an engine for a test
//   does not judge anything itself
//
// A Model is a handle: copies share what was worked out, and threads may use them at the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/bounds/monotone.hpp"
#include "engine/engine.hpp"
#include "language/cat/load.hpp"
#include "language/mem/ast.hpp"
#include "language/op/ast.hpp"

namespace thinair::problem {

// How a model is asked, whatever the test.
struct Options {
  std::optional<mem::Identity> identity;  // instead of the one a multi-execution model names
  std::vector<std::string> variants;      // herd's -variant
  std::vector<std::string> without;       // names of rules that every question leaves out
  bool verify = false;                    // every witness and justification is checked by the reference engine before it is given out
};

class Model {
 public:
  enum class Kind { single_execution, multi_execution, machine };

  static Model of(std::string name, cat::Model body);
  static Model of(std::string name, mem::Model body);
  static Model of(std::string name, op::Model body);

  const std::string& name() const;  // as given: a shipped name or a path
  Kind kind() const;
  const language::Rules& rules() const;
  // The single-execution model, its own or the one that it builds on. A machine has none: this one then has its name, its title and no
  // statements.
  const cat::Model& single() const;
  const mem::Model* multi() const;   // null if it judges single executions
  const op::Model* machine() const;  // null if it is none

  // The rules of these names; a name that no rule has is passed over.
  language::RuleSet rules_named(const std::vector<std::string>& names) const;

  // The complaint that the model is for another architecture than the program; nothing if it is not.
  Diagnostics other_architecture(const program::Program& program) const;
  // Why the model cannot judge this program: a name or kind that is wrong in it, or the architecture. Nothing if it can.
  Diagnostics incompatibilities(const program::Program& program, const std::vector<std::string>& variants) const;

  // The event sets of this dialect that anything in the model looks at. Tests that differ in others have the same states.
  program::SetMask looks_at(const program::Program& program, const std::vector<std::string>& variants) const;

  // Is it clear from the model's text alone that stronger modes allow no more (bounds::monotone)? False says nothing: models that compare
  // executions and machines have no such proof.
  bool is_monotone(const program::Program& program, const std::vector<std::string>& variants, std::span<const bounds::Strengthening> steps,
                   const std::function<bool(cat::PrimitiveId)>& absent) const;

  // An engine for the test, which must outlive it. Fails where incompatibilities() has something to say.
  Result<std::unique_ptr<engine::Engine>> engine(const program::Test& test, const Options& options) const;
  // A machine on a test as a Murphi program; other models cannot be exported.
  Result<std::string> murphi(const program::Test& test, const Options& options) const;
  // The slow and obvious one.
  std::unique_ptr<engine::Engine> reference_engine(const program::Test& test, const Options& options) const;

  // How often the model was made ready: once per dialect and set of variants.
  std::uint64_t times_resolved() const;

 private:
  struct Body;
  struct Resolved;
  std::shared_ptr<const Resolved> resolved(const program::Program& program, const std::vector<std::string>& variants) const;

  std::shared_ptr<const Body> body_;
};

Result<Model> load(Sources& sources, const std::string& name_or_path, const cat::LoadOptions& options);

// As the title line of a model and the first word of a test name it.
std::string_view architecture(program::Arch arch);

}  // namespace thinair::problem
