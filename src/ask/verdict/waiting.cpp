#include "ask/verdict/waiting.hpp"

namespace thinair::verdict {

program::Test asking_for_waits(program::Test test) {
  program::Prop any;
  any.kind = program::Prop::Kind::or_;
  for (std::uint32_t t = 0; t < test.program.threads.size(); ++t) {
    program::Register reg{.thread = t, .name = "blocked"};
    reg.tells = program::Register::Tells::blocked;
    program::Prop atom;
    atom.kind = program::Prop::Kind::atom;
    atom.lhs.observable = {false, static_cast<program::RegId>(test.program.registers.size())};
    atom.rhs.is_constant = true;
    atom.rhs.value = 1;
    test.program.registers.push_back(std::move(reg));
    any.kids.push_back(std::move(atom));
  }
  program::observe(test, any);
  test.clauses = {{program::Clause::Kind::exists, std::move(any), {}, "a thread waits forever"}};
  return test;
}

}  // namespace thinair::verdict
