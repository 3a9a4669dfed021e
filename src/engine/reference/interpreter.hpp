// Evaluates .cat expressions on one candidate execution, by the book: one case per form of the language.
//
//   takes   a candidate (structure, reads-from, final writes), an expression and its environment
//   gives   its value, or a positioned diagnostic
//   does not run statements (judge does) and shares no evaluation code with engine/bounds/ and engine/axiomatic/
//
// Bindings are evaluated when first needed, as the language has it. That also tells whether a model ever looks at the
// final writes: if not, all choices of final writes are judged alike.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/reference/operators.hpp"
#include "engine/reference/value.hpp"
#include "events/structure.hpp"
#include "support/diagnostic.hpp"

namespace thinair::reference {

struct Candidate {
  const program::Program* program = nullptr;
  const events::Structure* structure = nullptr;
  std::vector<EventId> reads_from;   // by event; meaningful for reading events
  std::vector<EventId> final_write;  // by LocId; meaningful for locations with an initial write
};

// A bound name: its value, or what will give it.
struct Slot {
  std::optional<Result<Value>> value;
  std::function<Result<Value>()> compute;
};

struct Binding {
  std::string name;
  std::shared_ptr<Slot> slot;
  Env next;
};

Env bind(Env env, std::string name, Value value);
Env bind_lazily(Env env, std::string name, std::function<Result<Value>()> compute);

tl::unexpected<Diagnostics> error_at(Span where, std::string code, std::string message);

class Interpreter {
 public:
  Interpreter(const Candidate& candidate, const std::vector<std::string>& variants);

  Result<Value> evaluate(const cat::Expr& expr, const Env& env);
  Result<bool> holds(const cat::Condition& condition, const Env& env);
  // The environment with the bindings of a `let` added. `step`, if given, is asked after every round of a recursive
  // definition, with that round's environment; when it says no, the result is an empty optional.
  using Step = std::function<Result<bool>(const Env&)>;
  Result<std::optional<Env>> bind_all(const std::vector<cat::Binding>& bindings, bool recursive, const Env& env,
                                      const Step& step = nullptr);
  Result<Env> bind_pattern(const cat::Pattern& pattern, const Value& value, const Env& env, Span where);
  // A set of orders becomes the set of its elements; other values stay as they are.
  Value listed(Value value) const;

  void set_catdep(bool catdep) { catdep_ = catdep; }
  void declare_tags(const std::vector<std::string>& tags) { enums_.push_back(tags); }
  std::size_t size() const { return candidate_.structure->size(); }
  const Candidate& candidate() const { return candidate_; }
  bool used_final_writes() const { return used_final_writes_; }

 private:
  Result<Value> evaluate_inner(const cat::Expr& expr, const Env& env);
  Result<std::vector<Value>> evaluate_kids(const cat::Expr& expr, const Env& env);
  Result<Value> lookup(const cat::Expr& expr, const Env& env);
  static Result<Value> bound_value(const Env& env, const std::string& name);
  std::optional<Value> base_value(const std::string& name);
  Result<Value> apply(const Value& function, const Value& argument, Span where);
  Result<Value> match(const cat::Expr& expr, const Env& env);
  Result<Value> complement_of_tags(const ValueSet& tags, Span where) const;
  Result<std::optional<Env>> fixpoint(const std::vector<const cat::Binding*>& values, const std::vector<const cat::Binding*>& functions,
                                      const Env& env, const Step& step);

  const Candidate& candidate_;
  const std::vector<std::string>& variants_;
  std::vector<std::vector<std::string>> enums_;
  std::map<std::string, Value> base_;  // names of the candidate that were looked up
  int depth_ = 0;
  bool used_final_writes_ = false;
  bool catdep_ = false;  // the model computes dependencies itself
};

}  // namespace thinair::reference
