// What a result of a test is made of: the values that a jcstress result object holds, in order.
//
//   takes   a test
//   gives   one column for every register that the program assigns or a condition names, for every location that a condition
//           names, and for every thread that can end with an exception (1 if it did)
//
// A column of references is a number in a result: 0 for null, 1 and so on for objects that can be told from others (those of the init
// block, strings, and what a thread makes outside of loops and methods), -1 for all others. Whether a thread is blocked is in no result:
// a test that can block is not run.
//
// All registers are kept, also those that no condition looks at: a read whose value nobody uses is deleted by the compiler.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "answer/answer.hpp"
#include "program/condition.hpp"

namespace thinair::jcstress {

struct Column {
  enum class Kind { reg, location, threw } kind = Kind::reg;
  std::uint32_t index = 0;  // RegId, LocId, thread
  auto operator<=>(const Column&) const = default;
};

// How results name objects.
struct Coding {
  std::vector<program::ObjectId> objects;            // one for each number, from 1 on
  std::map<program::ObjectId, std::size_t> numbers;  // several objects of the program may be one of the results
};
inline constexpr program::Value kOtherObject = -1;

bool is_reference(const program::Test& test, const Column& column);
bool is_floating(const program::Test& test, const Column& column);
// What a value of the column is in a result. Objects that a result does not tell apart are equal there.
program::Value coded(const program::Test& test, const Column& column, program::Value value, const Coding& coding);
// The value that stands for all that the result may mean; kOtherObject stays itself. None if no object has that number.
std::optional<program::Value> decoded(const program::Test& test, const Column& column, program::Value number, const Coding& coding);

// As people write it; an object that results do not tell apart is "other".
std::string value_text(const program::Test& test, const Column& column, program::Value value);

std::vector<Column> columns(const program::Test& test);

std::string name(const program::Test& test, const Column& column);  // "0:r1", "x", "0:threw"
// The column of this name; none if the test has no such register, location or thread.
std::optional<Column> find_column(const program::Test& test, std::string_view name);

// The same test, but its states show all columns, and no filter hides any.
program::Test showing(program::Test test, const std::vector<Column>& columns);

// The values of a state of showing(test, columns).
std::vector<answer::Datum> values(const answer::State& state, const std::vector<Column>& columns);

// "1, 0": how jcstress prints a result, and its opposite. None if the text is no list of that many numbers.
std::string result_text(const std::vector<program::Value>& values);
std::optional<std::vector<program::Value>> read_result(std::string_view text, std::size_t count);

// "0:r1=1 /\ x=2" over registers and locations; exceptions are no part of propositions.
program::Prop proposition(const program::Test& test, const std::vector<Column>& columns, const std::vector<program::Value>& values);

}  // namespace thinair::jcstress
