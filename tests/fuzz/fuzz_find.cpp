// Spaces, transformation rules and programs on any bytes: what is read is printed and read back as it was; what is listed is in order; a
// rule that is read can be applied.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "space/reduce.hpp"
#include "space/space.hpp"
#include "transformation/rule.hpp"
#include "transformation/transform.hpp"

using namespace thinair;

namespace {

constexpr int kPrograms = 200;  // that are looked at of a space

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_find: broken: %s\n", what);
  std::abort();
}

space::Space usual() {
  Sources sources;
  return *space::load_space(sources, std::string(space::kUsualSpace));
}

void program_laws(const space::Program& program, const space::Space& space) {
  const std::string text = to_text(program);
  const auto again = space::parse_program(text);
  require(again && *again == program, "a printed program is read back as it was");
  require(canonical(canonical(program)) == canonical(program), "the canonical form of a canonical form is itself");
  require(embeds(program, program), "a program embeds in itself");
  for (const space::Program& less : reductions(program, space)) {
    require(less.accesses() <= program.accesses(), "what is reduced is no larger");
    require(space::parse_program(to_text(less)).has_value(), "what is reduced is a program");
    require(!embeds(less, program) || canonical(less) == canonical(program) || before(less, canonical(program)),
            "what embeds in a program comes before it");
  }
  require(!litmus_text(code_of(program, space)).empty(), "a program is a litmus test");
}

void one_program(std::string_view text) {
  const auto program = space::parse_program(text);
  if (!program) {
    require(!space::no_program(text).empty(), "what is no program has a message");
    return;
  }
  // Each access anew costs the square of a thread.
  if (program->accesses() > 24) return;
  require(to_text(*space::parse_program(to_text(*program))) == to_text(*program), "printing and reading back changes nothing");
  program_laws(canonical(*program), usual());
}

void one_space(const std::string& text) {
  Sources sources;
  const auto space = space::parse_space(sources, sources.add("fuzz.space", text));
  if (!space) {
    require(!to_text(sources, space.error()).empty(), "a rejected space has a message");
    return;
  }
  const std::string printed = to_text(*space);
  const auto second = space::parse_space(sources, sources.add("fuzz.space", printed));
  require(second.has_value(), "a printed space can be read back");
  require(to_text(*second) == printed, "printing and reading back changes nothing");
  int seen = 0;
  for (const space::Lengths& size : space->sizes) {
    std::size_t accesses = 0;
    for (const std::size_t n : size) accesses += n;
    if (accesses > 4) continue;  // rules may leave out all of very many
    for_each_skeleton(*space, size, [&](const space::Program& skeleton) {
      const space::Modes modes(*space, skeleton);
      std::uint64_t met = 0;
      if (modes.choices() <= 2000) {
        for (std::uint64_t i = 0; i < modes.choices(); ++i) met += modes.program(i).has_value();
        require(met == modes.count(), "as many programs are listed as Burnside counts");
      }
      const space::Program program = modes.any_program(modes.choices() - 1);
      require(fits(*space, program), "what is listed belongs to the space");
      program_laws(program, *space);
      return ++seen < kPrograms;
    });
    if (seen >= kPrograms) break;
  }
}

void rules(const std::string& text) {
  Sources sources;
  const auto read = transformation::parse_rules(sources, sources.add("fuzz.rules", text));
  if (!read) {
    require(!to_text(sources, read.error()).empty(), "rejected rules have a message");
    return;
  }
  const space::Space space = usual();
  for (const transformation::Rule& rule : *read) {
    require(!rule.name.empty() && rule.name.find('/') == std::string::npos, "a rule has a name that a file can have");
    for (const char* on : {"Rxp.Ryp.Wxpd1|Wyp", "(Wxv.Ryp).Ff.(Wypc)|Ryo.Uxv", "Rxp.Wxpd.Rxp|Wxp"})
      for (const space::Code& after : transformed(code_of(*space::parse_program(on), space), rule))
        require(!litmus_text(after).empty(), "what a rule makes is a litmus test");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  one_program(std::string_view(text).substr(0, text.find('\n')));
  one_space(text);
  rules(text);
  return 0;
}
