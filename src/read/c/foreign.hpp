// What C litmus tests of other worlds have: the Linux kernel's primitives, OpenCL's scopes, C++'s member functions, mutexes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace thinair::litmus::c {

struct Foreign {
  std::string message;
  std::string hint;
};

// Why a word, used as a type, a function or an argument, is not read; none if it is nobody's.
std::optional<Foreign> foreign(std::string_view word);

}  // namespace thinair::litmus::c
