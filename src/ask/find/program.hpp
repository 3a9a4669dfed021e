// Small programs as data: what a search for programs makes and compares.
//
//   gives   accesses, threads, programs; their short text (Wxp.Rxv|Wyv); symmetries, canonical form, embedding
//   does not know models, tests or spaces
//
// A program is written Wxp.Rxv.Ryv|Wyv.Rxv: threads separated by |, accesses by a dot, each with kind, location and mode (p plain, o
// opaque, a acquire or r release, v volatile). Behind a write, d: it writes the last value that its thread read; c: it happens only if that
// value is 1; n: only if it is not.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thinair::find {

inline constexpr std::string_view kLocationNames = "xyzw";

enum class Mode : std::uint8_t { plain, opaque, ordered, strong };  // ordered: acquire of a read, release of a write; strong: volatile
enum class Depends : std::uint8_t { no, data, if_one, if_not_one };

struct Access {
  bool write = false;
  std::uint8_t location = 0;
  Depends depends = Depends::no;
  Mode mode = Mode::plain;
  auto operator<=>(const Access&) const = default;
};

using Thread = std::vector<Access>;

struct Program {
  std::vector<Thread> threads;
  auto operator<=>(const Program&) const = default;

  std::size_t accesses() const;
  std::size_t locations() const;  // numbered from 0 without gaps
};

std::string to_text(const Program& program);
std::optional<Program> parse_program(std::string_view text);

// One renaming of threads and locations: where each goes.
struct Symmetry {
  std::vector<std::uint8_t> threads, locations;
};
// All of a program whose threads have these lengths (descending): threads of equal length, locations.
std::vector<Symmetry> symmetries(const std::vector<std::size_t>& lengths, std::size_t locations);
Program image(const Program& program, const Symmetry& symmetry);

Program skeleton(const Program& program);  // all modes plain

// Of all images, with threads by descending length, that with the least skeleton, and then with the least modes. Two programs that only
// names tell apart have the same.
Program canonical(const Program& program);

// Can threads, accesses and strength of modes be taken away from `large` so that `small` is left, up to names? An access that depends on a
// read must still depend on that read.
bool embeds(const Program& small, const Program& large);

// Smallest first: accesses, threads, locations, strength of the modes, text.
bool before(const Program& a, const Program& b);

// SB, MP, LB, ..: the family of a program of two threads with two accesses each, whatever the modes; "" if it has no name.
std::string family(const Program& program);

}  // namespace thinair::find
