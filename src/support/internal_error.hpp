// What a failed check() becomes.
//
// In a library it is an exception, so that a program that uses thinair lives on. A handler may be set that sees it first: the command
// line's prints and ends the program there and then, since half of an answer may already have been printed.
#pragma once

#include <string>
#include <thinair/fault.hpp>

#include "support/check.hpp"

namespace thinair {

class InternalError : public Fault {
 public:
  InternalError(std::string_view what, CodeLocation at) : Fault(std::string(what)), at_(at) {}
  CodeLocation at() const { return at_; }

 private:
  CodeLocation at_;
};

// Called, on the thread where it happens, before InternalError is thrown; it need not return. Null: nobody. Gives the one before.
using BrokenHandler = void (*)(std::string_view what, CodeLocation at);
BrokenHandler set_broken_handler(BrokenHandler handler);

}  // namespace thinair
