// Names and kinds of a model, checked before anything is evaluated.
//
//   takes   a loaded model, the event sets that the test's dialect brings (V, ACQ, ...), the variants that are on
//   gives   every name that is bound nowhere (cat-unbound), every value of the wrong kind (cat-kind), primitives that thinair
//           lacks (cat-unsupported), recursive definitions without a least fixpoint (cat-not-monotone)
//   does not reject what it cannot judge: a value of unknown kind fits everywhere
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "language/cat/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::cat {

struct ResolveOptions {
  std::vector<std::string> variants = {};  // herd's -variant; decides `if "name"`
  bool registers = true;                   // the test's instructions can be taken apart (Primitive::registers)
};

Diagnostics resolve(const Model& model, const std::vector<std::string>& dialect_sets, const ResolveOptions& options = {});

// An error if the model's title names an architecture and it is not the test's ("Java", "X86_64", ...).
Diagnostics check_architecture(const Model& model, std::string_view architecture);

}  // namespace thinair::cat
