// What a search asks of every program: one formula, find a program P and a state s with s not in M(P), and s in N(Q) for a Q that belongs
// to P.
//
//   takes   models, schemes, and what relates P and Q
//   gives   for each mode choice of a skeleton: nothing, breaches, or that a limit left it open
//   does not enumerate (space.hpp), minimise or print (search.hpp)
//
//   difference   M, N two models, either way round; Q is P
//   unsound      M a model of Java, N that of a processor; Q is P compiled by a scheme
//   race         M is sc and P has no data race; N a model; Q is P
//   stronger     N is M; Q is P with one access in a stronger mode, with a fence more, or with two threads one behind the other
//   transformation  N is M; Q is P transformed by a rule at one place. States are compared on the registers that both have
//   lost         M a model, N is sc; Q is P. And the other way round if P has one thread
//
// Several models (or schemes) are asked side by side: of each program, every pair for difference, every one by itself for the others.
//
// Shortcuts, each of which can be left out, so that tests can compare. Three are exact, whatever the model. Mode choices that differ in
// nothing that the model mentions have the same states (sc mentions no mode, and is asked once for each skeleton). So have those with the
// same networks: what differs is something that no check of the model looks at. Mode choices that compile to the same code have the same
// states there: each code is judged once. Two more, for unsound, are for models that are monotone in modes. What such a model allows with
// the strongest modes of a code, it allows with all, and the weaker ones are asked only where these fail. And if it allows every
// interleaving of a skeleton with the strongest modes of all, which is asked once, then only states that no interleaving has need be asked.
// That a model is monotone is proved from its text (bounds::monotone), or else it is not taken for granted, unless the user does so.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ask/compile/scheme.hpp"
#include "ask/find/findings.hpp"
#include "problem/problem.hpp"
#include "transformation/rule.hpp"

namespace thinair::find {
using namespace space;
using namespace transformation;

enum class Kind { difference, unsound, race, stronger, lost, transformation };

struct Shortcuts {
  bool same_sets = true, same_network = true, same_code = true;  // exact
  bool no_interleavings = true, strongest_first = true;          // unsound; where the model is monotone
  bool assume_monotone = false;                                  // it is said to be, proof or not
};

// A scheme, and the model of the processor that it compiles for.
struct Target {
  const compile::Scheme* scheme = nullptr;
  const problem::Model* model = nullptr;
};

struct Settings {
  Kind kind = Kind::difference;
  std::vector<problem::ConfiguredModel> models;            // difference: at least two; else at least one
  std::vector<Target> targets;                             // unsound: at least one
  bool by_mode = true, by_fence = false, by_join = false;  // stronger
  std::vector<Rule> rules;                                 // transformation
  Shortcuts shortcuts;
  std::function<Budget()> budget;  // for one program under one model
};

struct Judged {
  std::vector<Breach> breaches;                       // at most one of each group (Breach::group)
  std::string unknown = {};                           // why, if something is not known
  std::map<std::string, std::uint64_t> places = {};   // transformation: by rule, where it applied
  std::map<std::string, std::uint64_t> invalid = {};  // of these, where it adds outcomes
};

// All mode choices of one skeleton are asked through one of these.
class Asker {
 public:
  virtual ~Asker() = default;
  virtual Result<Judged> ask(const Program& program) = 0;
};

}  // namespace thinair::find
