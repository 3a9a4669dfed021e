// May a program wait forever?
//
//   takes   a program whose property says nothing of that
//   gives   the same program with one clause: exists a state in which some thread never goes on
//   does not judge it
#pragma once

#include "program/condition.hpp"

namespace thinair::verdict {

program::Test asking_for_waits(program::Test test);

}  // namespace thinair::verdict
