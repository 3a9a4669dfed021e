// Values of the .cat language while a network is built: sets and relations are nodes, everything else is concrete.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/bounds/network.hpp"
#include "language/cat/ast.hpp"
#include "language/cat/primitives.hpp"

namespace thinair::bounds {

struct CatValue;

// A binding is evaluated when it is first looked at, as in herd: what a model does not use costs nothing, and may mean nothing.
struct Thunk {
  const cat::Expr* expr = nullptr;
  const struct Frame* env = nullptr;
  std::shared_ptr<const CatValue> value;
  bool running = false;
  Thunk* whole = nullptr;                 // a part of this tuple:
  const cat::Pattern* parts = nullptr;    // as the pattern names them,
  std::size_t part = 0;                   // this one
  struct Recursion* recursion = nullptr;  // one of the sets and relations that these equations define
};

// The environment: a chain of bindings, newest first. Closures keep the chain they were born in. The builder owns all frames
// and thunks: a recursive function is reachable from its own environment, so nothing else could.
struct Frame {
  std::size_t hash = 0;
  const std::string* name = nullptr;
  Thunk* thunk = nullptr;
  const Frame* next = nullptr;
};
using Env = const Frame*;

// The sets and relations of a `let rec`, and the functions beside them. Solved when one of the names is first looked at.
struct Recursion {
  std::vector<std::pair<Thunk*, const cat::Binding*>> fixed, functions;
  Env env = nullptr;  // with all the names
};

struct Closure {
  const cat::Pattern* pattern = nullptr;
  const cat::Expr* body = nullptr;       // function
  const cat::Stmt* procedure = nullptr;  // or procedure
  Env env = nullptr;
};

// The set of all total orders of each class that extend `base`, which is transitive; a `with` makes it one unknown.
struct OrderSet {
  NodeId on = 0;
  NodeId base = 0;
  bool per_location = false;  // of each location's events; else of all together
};

struct CatValue {
  enum class Kind { empty, universe, set, relation, event, pair, tag, tuple, values, orders, closure, primitive } kind = Kind::empty;
  NodeId node = 0;                                          // set, relation
  std::uint32_t a = 0, b = 0;                               // event: a; pair: a, b
  std::string tag = {};                                     // tag
  cat::PrimitiveId function = {};                           // primitive
  std::shared_ptr<const std::vector<CatValue>> items = {};  // tuple, values (values: sorted, each once)
  std::shared_ptr<const Closure> closure = {};
  std::shared_ptr<const OrderSet> orders = {};
};

// A total order on values that can be members of a set; nodes are hash-consed, so equal constants have equal ids.
bool before(const CatValue& x, const CatValue& y);

}  // namespace thinair::bounds
