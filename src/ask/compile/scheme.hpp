// Compilation schemes: for each operation of the VarHandle API and each fence, the target's instructions.
//
//   takes   a shipped name (x86) or a path to a .scheme file; docs/compilation.md has the format
//   gives   rules whose instructions are known to exist and whose holes are known to be filled
//   does not compile: compile.hpp does
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "read/assembly/ast.hpp"
#include "support/diagnostic.hpp"

namespace thinair::compile {

// Only executions that leave this value in the temporary count: the others are turns of a loop that go round.
struct Assumption {
  std::string temporary;
  std::int64_t value = 0;
  Span where;
};

struct Rule {
  std::vector<litmus::assembly::Line> lines;  // operands may be holes: {x}, {r}, {v}, {e}, {n}, temporaries {t..}
  std::vector<Assumption> assumptions;
  std::string note;  // what a reader of the compiled test should know
  Span where;
};

struct Scheme {
  std::string name;  // as given
  litmus::assembly::Isa isa = litmus::assembly::Isa::x86_64;
  std::string model;                               // that compiled tests are judged under
  std::string summary;                             // half a sentence
  std::map<std::string, Rule, std::less<>> rules;  // by operation
  // Instead of those above in tests that herd is to read.
  std::map<std::string, Rule, std::less<>> rules_for_herd;
};

// The words of the litmus format for an instruction set.
std::string_view dialect_of(litmus::assembly::Isa isa);

Result<Scheme> load_scheme(Sources& sources, const std::string& name_or_path);

struct ShippedScheme {
  std::string name, summary;
  std::string_view target;  // the dialect that it compiles to
  std::string model;        // that compiled tests are judged under
  std::string_view text;
};
std::vector<ShippedScheme> shipped_schemes();  // in the order of their names

// The shipped scheme of this name; "ppc" is another name of power's.
Result<ShippedScheme> shipped_scheme(std::string_view name);

}  // namespace thinair::compile
