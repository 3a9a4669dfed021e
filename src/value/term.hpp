// Symbolic values: hash-consed terms over the values that reads return.
//
//   takes   operators of program::Op and variables (one per reading event)
//   gives   terms that are equal exactly when their ids are; constants are folded, x^x, x-x, x*0 and the like simplified
//   does not track syntactic dependencies: r^r is the constant 0 here (events/unfold keeps dependencies apart)
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "program/program.hpp"

namespace thinair::value {

using program::Op;
using program::Value;
using TermId = std::uint32_t;
using VarId = std::uint32_t;

// Arithmetic of one operator on concrete values: two's complement of the given width, results sign-extended.
Value apply(Op op, Value lhs, Value rhs, unsigned bits);
Value wrap(Value value, unsigned bits);

struct Term {
  Op op = Op::constant;  // Op::reg is a variable here, its VarId in `index`
  Value value = 0;
  std::uint32_t index = 0;
  TermId lhs = 0, rhs = 0;
  std::uint8_t bits = 0;  // of the operation; 0: the pool's
  bool operator==(const Term&) const = default;
};

class TermPool {
 public:
  explicit TermPool(unsigned bits = 32) : bits_(bits) {}

  TermId constant(Value value);
  TermId variable(VarId var);
  TermId address(std::uint32_t location);
  TermId unary(Op op, TermId operand, std::uint8_t bits = 0);
  TermId binary(Op op, TermId lhs, TermId rhs, std::uint8_t bits = 0);
  TermId logical_not(TermId term) { return unary(Op::log_not, term); }

  const Term& operator[](TermId id) const { return terms_[id]; }
  std::optional<Value> as_constant(TermId id) const;
  unsigned bits() const { return bits_; }
  std::size_t size() const { return terms_.size(); }

  // Variables that occur, sorted, each once.
  const std::vector<VarId>& variables(TermId id) const { return variables_[id]; }

  // The value under an assignment; none if a variable that matters is unassigned.
  std::optional<Value> evaluate(TermId id, const std::function<std::optional<Value>(VarId)>& env) const;

  // The term with variables replaced.
  TermId substitute(TermId id, const std::function<std::optional<TermId>(VarId)>& env);

  std::string to_text(TermId id, const std::function<std::string(VarId)>& name) const;

 private:
  unsigned width(std::uint8_t bits) const { return bits == 0 ? bits_ : bits; }
  std::pair<TermId, Value> without_constants(Op by, TermId term, std::uint8_t bits) const;
  TermId intern(Term term);
  struct Hash {
    std::size_t operator()(const Term& t) const;
  };
  unsigned bits_;
  std::vector<Term> terms_;
  std::vector<std::vector<VarId>> variables_;
  std::unordered_map<Term, TermId, Hash> ids_;
};

}  // namespace thinair::value
