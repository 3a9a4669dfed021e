// Transformations of programs, as text and as data: what a compiler may make of statements.
//
//   takes   the text of rules (docs/find.md has the format), a shipped name or a path
//   gives   rules: statements with variables, what becomes of them, and when
//   does not apply them (transform.hpp)
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "space/code.hpp"
#include "support/diagnostic.hpp"

namespace thinair::transformation {
using namespace space;  // rules are about the statements of programs

// Variables are letters: registers q r s t, locations x y z, values v w, conditions g h, accesses A B C D, modes M N.
inline constexpr std::string_view kRegisterLetters = "qrst", kLocationLetters = "xyz", kValueLetters = "vw", kConditionLetters = "gh",
                                  kAccessLetters = "ABCD", kModeLetters = "MN";

// A value: a register, a value variable, or a constant if both are 0.
struct PatternOperand {
  char reg = 0, value = 0;
  int constant = 0;
};

enum class PatternKind : std::uint8_t { read, write, assign, any, rest, fence, lock, unlock };

struct PatternStep {
  PatternKind kind = PatternKind::read;
  char access = 0;     // any: A
  char target = 0;     // read, assign
  char location = 0;   // read, write
  char mode_name = 0;  // a mode variable, or else
  Mode mode = Mode::plain;
  PatternOperand value;
  Fence fence = Fence::none;
  char condition = 0;           // "if g:"
  Guard guard = Guard::always;  // "if r==1:"
  char guard_reg = 0;
};

// What must hold besides.
struct Proviso {
  enum class Kind : std::uint8_t {
    is,              // access `a`: mode (if any), kind (if any)
    independent,     // accesses `a` and `b`
    unused,          // register `a`
    conditional,     // condition `a` is one
    local,           // no other thread locks
    modes,           // mode variable `a` is one of `modes`
    rest_no_writes,  // nothing between writes location `a`
    rest_no_access,  // nothing between accesses it
    rest_no_sync,    // between there are plain and opaque accesses only
  } kind = Kind::is;
  char a = 0, b = 0;
  char mode_name = 0;
  std::vector<Mode> modes;           // empty: any
  bool reads = true, writes = true;  // is: what the access may be; both and `update`: it does both
  bool update = false;
};

struct Rule {
  std::string name, title;
  std::string_view text;  // as it is shipped; empty for a file's
  std::vector<PatternStep> from, to;
  std::vector<Proviso> where;
};

Result<std::vector<Rule>> parse_rules(Sources& sources, std::uint32_t file);
std::vector<Rule> shipped_rules();
// A shipped rule, all instances of one ("reorder-RW" for "reorder-RW-plain-plain", ..), or all of a file that ends in .rules.
Result<std::vector<Rule>> load_rules(Sources& sources, const std::string& name_or_path);

}  // namespace thinair::transformation
