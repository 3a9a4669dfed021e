// Small programs as data: what a search for programs makes and compares.
//
//   gives   accesses, threads, programs; their short text (Wxp.Rxv|Wyv); symmetries, canonical form, embedding
//   does not know models, tests or spaces
//
// A program is written Wxp.Rxv.Ryv|Wyv.Rxv: threads separated by |, accesses by a dot. An access has a kind (R read, W write, U
// getAndAdd(1), C compareAndExchange(0, constant)), a location and a mode (p plain, o opaque, a acquire, r release, v volatile). Behind it:
// c, it happens only if the last value that its thread read is 1; n, only if it is not; d, a write writes that value. A digit behind c, n
// or d goes so many reads further back. Parentheses hold what is done in a synchronized block, all on one monitor. A fence is Ff full, Fa
// acquire, Fr release, Fl loadLoad, Fs storeStore.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thinair::space {

inline constexpr std::string_view kLocationNames = "xyzw";
inline constexpr std::size_t kMostThreads = 6;  // all orders of them are compared

enum class Act : std::uint8_t { read, write, add, exchange };
enum class Mode : std::uint8_t { plain, opaque, acquire, release, strong };  // strong: volatile
enum class Guard : std::uint8_t { always, if_one, if_not_one };
enum class Fence : std::uint8_t { none, load_load, store_store, acquire, release, full };

// How much a mode asks: acquire and release ask for as much, and not for the same.
int strength(Mode mode);
inline bool weaker(Mode a, Mode b) { return strength(a) < strength(b); }

struct Access {
  Act act = Act::read;
  std::uint8_t location = 0;
  Guard guard = Guard::always;
  std::uint8_t guarded_by = 0;          // a read of the thread before it: how many there are between
  bool copies = false;                  // a write: of a value that was read
  std::uint8_t copied = 0;              // which, counted in the same way
  Fence fence = Fence::none;            // right before it
  bool locks = false, unlocks = false;  // a synchronized block begins before it, ends behind it
  Mode mode = Mode::plain;
  auto operator<=>(const Access&) const = default;

  bool reads() const { return act != Act::write; }
  bool writes() const { return act != Act::read; }
  bool depends() const { return guard != Guard::always || copies; }
};

using Thread = std::vector<Access>;

struct Program {
  std::vector<Thread> threads;
  auto operator<=>(const Program&) const = default;

  std::size_t accesses() const;
  std::size_t locations() const;  // numbered from 0 without gaps
};

std::string to_text(const Program& program);
// `rest`: what could not be read, from where it goes wrong.
std::optional<Program> parse_program(std::string_view text, std::string_view* rest = nullptr);
// What is wrong with a text that is none: "'Wxq' is no program from 'q' on".
std::string no_program(std::string_view text);

// One renaming of threads and locations: where each goes.
struct Symmetry {
  std::vector<std::uint8_t> threads, locations;
};
// All of a program whose threads have these lengths (descending): threads of equal length, locations.
std::vector<Symmetry> symmetries(const std::vector<std::size_t>& lengths, std::size_t locations);
Program image(const Program& program, const Symmetry& symmetry);
// How the image compares with the program itself, without being made.
std::strong_ordering compare_image(const Program& program, const Symmetry& symmetry);

Program skeleton(const Program& program);  // all modes plain

// Of all images, with threads by descending length, that with the least skeleton, and then with the least modes. Two programs that only
// names tell apart have the same.
Program canonical(const Program& program);

// Can threads, accesses and strength of modes be taken away from `large` so that `small` is left, up to names? An access that depends on a
// read must still depend on that read.
bool embeds(const Program& small, const Program& large);

// Smallest first: accesses, threads, locations, strength of the modes, how much stands around the accesses (dependencies, fences, blocks),
// text. What embeds in another program comes before it.
bool before(const Program& a, const Program& b);

}  // namespace thinair::space
