// A space of programs: which programs a search looks at, as text and as data.
//
//   takes   the text of a space (docs/find.md has the format), a shipped name or a path
//   gives   its skeletons (programs without modes) up to names, the mode choices of each, and how many programs there are
//   does not store programs: a skeleton and a number are one
//
// Two programs that differ in the names of threads and locations only are one program, and the least of them (program.hpp: canonical)
// stands for all. A skeleton is canonical; of its mode choices those count that no symmetry of the skeleton makes smaller. How many these
// are, Burnside's lemma says without listing them: the mean, over the symmetries of the skeleton, of the number of choices that the
// symmetry leaves as they are.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "space/program.hpp"
#include "support/diagnostic.hpp"

namespace thinair::space {

using Lengths = std::vector<std::size_t>;  // of threads, descending

// How an access may depend on what was read.
struct Dependency {
  Guard guard = Guard::always;
  bool copies = false;
  auto operator<=>(const Dependency&) const = default;
};

struct Space {
  std::string title;
  std::vector<Lengths> sizes;  // smallest first
  std::size_t locations = 2;
  std::vector<Mode> reads, writes;  // modes, weakest first
  std::vector<Mode> updates;        // of getAndAdd and compareAndExchange
  std::vector<Act> acts{Act::read, Act::write};
  bool by_location = false;                     // a location is plain, or volatile, for all its accesses
  std::vector<Dependency> of_writes, of_reads;  // what these may do besides
  bool any_read = false;                        // dependencies are on any read before, not on the last one only
  std::vector<Fence> fences;                    // that may stand between accesses
  bool locks = false;                           // accesses may be in synchronized blocks
  std::vector<Thread> context;                  // threads that are always there; sizes are those of the others
  bool distinct = true;                         // the n-th constant written to a location is n; else all are 1
  bool final_values = false;                    // states show what is left in memory, too
  std::vector<Program> only;                    // nothing but these, whatever the sizes
  bool shared = true;                           // every location is written, and used by two threads
  bool connected = true;                        // no thread is apart from the others
  bool cycle = false;                           // the ends of the threads make a critical cycle (cycle.hpp)

  const std::vector<Mode>& modes(Act act) const { return act == Act::read ? reads : act == Act::write ? writes : updates; }
};

// "3+3" or "..3+3": that size, or all of as many threads that are no larger. Nothing if it is none.
std::optional<std::vector<Lengths>> parse_sizes(std::string_view text);

struct ShippedSpace {
  std::string name, title;
  std::string_view text;
};
std::vector<ShippedSpace> shipped_spaces();
inline constexpr std::string_view kUsualSpace = "modes";

Result<Space> parse_space(Sources& sources, std::uint32_t file);
Result<Space> load_space(Sources& sources, const std::string& name_or_path);
// Why all accesses of a location cannot have one mode there, if the space asks for that; else nothing.
std::string_view against_by_location(const Space& space);
// As text that parse_space reads back.
std::string to_text(const Space& space);

// Calls `use` for each canonical skeleton of one size, in order; modes are plain, and the program is there during the call only. Nothing is
// kept. Ends early, and returns false, if `use` does so or if `stop` is set.
bool for_each_skeleton(const Space& space, const Lengths& size, const std::function<bool(const Program&)>& use,
                       const std::atomic<bool>* stop = nullptr);
std::vector<Program> skeletons(const Space& space, const Lengths& size);  // all of them: of small spaces
// The renamings that leave a space as it is: its context stays where it is.
std::vector<Symmetry> symmetries(const Space& space, const Program& program);

// The mode choices of one skeleton, by number.
class Modes {
 public:
  Modes(const Space& space, const Program& skeleton);

  std::uint64_t choices() const { return choices_; }  // numbers go up to this
  std::uint64_t count() const { return count_; }      // of programs that differ by more than names; by Burnside
  // The program of a number. None if it is another one's with other names.
  std::optional<Program> program(std::uint64_t number) const;
  Program any_program(std::uint64_t number) const;  // whether or not it is canonical

 private:
  const std::vector<Mode>& modes(std::size_t thread, std::size_t at) const;  // that the access may have

  const Space& space_;
  Program skeleton_;
  std::vector<Symmetry> stabiliser_;  // but the identity
  std::vector<std::uint64_t> radix_;  // by access, or by location
  std::uint64_t choices_ = 1, count_ = 0;
};

std::uint64_t count(const Space& space);  // all programs

// How many programs of one size there are without rules, by Burnside's formula alone: for a permutation of threads and one of locations, a
// cycle of c threads of length k contributes (choices that the c-th power of the permutation of locations fixes)^k.
std::uint64_t count_by_formula(std::size_t choices_a_location, const Lengths& size, std::size_t locations);

// Does the program belong to the space? Its modes, dependencies and rules, not its size.
bool fits(const Space& space, const Program& program);

}  // namespace thinair::space
