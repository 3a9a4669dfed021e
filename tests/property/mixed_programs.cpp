#include "property/mixed_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "ask/generate/rng.hpp"

namespace thinair::tests {
namespace {

using generate::Rng;
using Words = std::vector<std::string>;

class MixedWriter {
 public:
  MixedWriter(std::uint64_t seed, const MixedKnobs& knobs)
      : rng_(seed), knobs_(knobs), locations_(rng_.between(1, knobs.max_locations)), values_(rng_.between(1, 2)) {}

  std::string text(std::uint64_t seed) {
    std::string out = fmt::format("Java mixed-{}\n{{ x = 0; {}}}\n", seed, locations_ > 1 ? "y = 0; " : "");
    for (std::string& mode : modes_)
      if (knobs_.by_location) mode = rng_.chance(50) ? "Volatile" : "";
    const unsigned threads = knobs_.accesses > 2 ? rng_.between(2, knobs_.max_threads) : 2;
    std::vector<unsigned> shares(threads, 1);
    for (unsigned left = knobs_.accesses - std::min(knobs_.accesses, threads); left > 0; --left) ++shares[rng_.below(threads)];
    for (unsigned t = 0; t < threads; ++t) out += thread(t, shares[t]);
    if (knobs_.show_locations) out += "exists (x=0)\n";
    return out;
  }

 private:
  std::string thread(unsigned number, unsigned share) {
    registers_ = 0;
    std::string out = fmt::format("Thread{} {{\n", number);
    while (share > 0) {
      const bool both = share > 1 && rng_.chance(50);
      if (registers_ > 0 && rng_.chance(40)) {
        // One after the other: the order in which arguments are evaluated is the compiler's.
        const unsigned tested = rng_.below(registers_);
        const char* const test = rng_.chance(70) ? "==" : "!=";
        const unsigned against = rng_.between(0, values_);
        const std::string first = inner();
        const std::string otherwise = both ? fmt::format(" else {{ {} }}", inner()) : "";
        out += fmt::format("  if (r{} {} {}) {{ {} }}{}\n", tested, test, against, first, otherwise);
        share -= both ? 2 : 1;
      } else {
        out += "  " + statement() + "\n";
        --share;
      }
    }
    return out + "}\n";
  }

  std::string mode(const std::string& location, const char* strong) {
    if (knobs_.by_location) return modes_[location == "x" ? 0 : 1];
    const unsigned dice = rng_.below(100);
    return dice < 40 ? "" : dice < 70 ? "Volatile" : dice < 85 ? strong : "Opaque";
  }
  std::string location() { return rng_.below(locations_) == 0 ? "x" : "y"; }
  std::string value() {
    if (registers_ > 0 && rng_.chance(30)) {
      const std::string copied = fmt::format("r{}", rng_.below(registers_));
      return rng_.chance(20) ? copied + " + 1" : copied;
    }
    return fmt::format("{}", rng_.between(1, values_));
  }
  std::string write() {
    const std::string written = value();
    const std::string to = location();
    return fmt::format("{}.set{}({});", to, mode(to, "Release"), written);
  }
  std::string read() {
    const std::string from = location();
    return fmt::format("{}.get{}()", from, mode(from, "Acquire"));
  }
  std::string update() {
    static const Words kModes = {"", "Acquire", "Release"};
    const std::string at = location();
    const std::string& order = rng_.pick(kModes);
    if (rng_.chance(60)) return fmt::format("{}.getAndAdd{}(1)", at, order);
    const unsigned expected = rng_.between(0, 1);
    return fmt::format("{}.compareAndExchange{}({}, {})", at, order, expected, rng_.between(1, values_));
  }
  std::string statement() {
    static const Words kFences = {"fullFence();", "acquireFence();", "releaseFence();"};
    const unsigned dice = rng_.below(100);
    if (knobs_.half_fences && dice < 15) return rng_.chance(50) ? "storeStoreFence();" : "loadLoadFence();";
    if (knobs_.fences && dice < 8) return rng_.pick(kFences);
    if (dice < 52 - knobs_.update_percent / 2) return write();
    const std::string got = dice < 52 + knobs_.update_percent ? update() : read();
    return fmt::format("int r{} = {};", registers_++, got);
  }
  std::string inner() {
    if (rng_.chance(80)) return write();
    const unsigned to = rng_.below(registers_);
    return fmt::format("r{} = {};", to, read());
  }

  Rng rng_;
  const MixedKnobs& knobs_;
  const unsigned locations_;
  const unsigned values_;
  unsigned registers_ = 0;
  std::array<std::string, 2> modes_;  // by_location: of x, of y
};

}  // namespace

std::string mixed_program(std::uint64_t seed, const MixedKnobs& knobs) { return MixedWriter(seed, knobs).text(seed); }

CountingProgram counting_program(std::uint64_t seed) {
  static const Words kModes = {"", "Acquire", "Release"};
  Rng rng(seed);
  CountingProgram out;
  const unsigned threads = rng.between(2, 3), locations = rng.between(1, 2);
  out.test = fmt::format("Java counting{}\n{{ x = 0; y = 0; }}\n", seed);
  std::string shown = "x; y;";
  for (unsigned t = 0; t < threads; ++t) {
    out.test += fmt::format("Thread{} {{\n", t);
    const unsigned accesses = rng.between(1, threads == 2 ? 3 : 2);
    for (unsigned r = 0; r < accesses; ++r) {
      const std::string at = rng.below(locations) == 0 ? "x" : "y";
      const std::string reg = fmt::format("{}:r{}", t, r);
      shown += fmt::format(" {};", reg);
      if (rng.chance(20)) {
        out.test += fmt::format("  int r{} = {}.get();\n", r, at);
        continue;
      }
      out.test += fmt::format("  int r{} = {}.getAndAdd{}(1);\n", r, at, rng.pick(kModes));
      out.updates[at].push_back(reg);
    }
    out.test += "}\n";
  }
  out.test += fmt::format("locations [{}]\n", shown);
  return out;
}

std::string random_rules(std::uint64_t seed) {
  Rng rng(seed);
  std::string out =
      "\"Random rules\"\nsingle \"jls-hb.cat\"\n\nlet new = C \\ D\nlet ssw = (G.sw & reduction(G.hb)) \\ G.po \\ (IW * _)\n\n";
  if (rng.chance(60)) out += "stages without update-once\n";
  // One of each row; the first is what the specification says, "" leaves the rule out.
  const std::vector<Words> kRules = {
      {"require C subset G.E", "require new subset G.E"},
      {"require [C] ; G.hb ; [C] = [C] ; T.hb ; [C]", "require [C] ; G.hb ; [C] subset T.hb", "require [C] ; T.hb ; [C] subset G.hb",
       "require (T.rf ; [C & R]) & G.hb = (T.rf ; [C & R]) & T.hb", "require acyclic G.po | [C] ; T.hb ; [C]", ""},
      {"require [C] ; G.so ; [C] = [C] ; T.so ; [C]", "require [D] ; G.so ; [D] = [D] ; T.so ; [D]", "require empty G.so & T.so^-1",
       "require empty (T.rf ; [C & R])^-1 & G.hb", ""},
      {"require values (C & W)", "require values (new & W)", "require values (D & W)"},
      {"require G.rf ; [D & R] = T.rf ; [D & R]", "require G.rf ; [C & R] = T.rf ; [C & R]", "require irreflexive T.rf ; [C] ; G.hb"},
      {"require G.rf ; [G.R \\ D] subset G.hb", "require G.rf ; [G.R \\ C] subset G.hb", "require empty (G.rf ; [G.R \\ D]) \\ G.hb"},
      {"require domain((G.rf | T.rf) ; [new & R]) subset D", "require domain(T.rf ; [new & R]) subset D",
       "require domain((G.rf | T.rf) ; [new & R]) subset C", "require T.rf ; [new & R] subset (D * _)"},
      {"keep ssw & (_ * domain(G.hb? ; [new])) in sw", "keep G.rf ; [new & R] in rf", "keep [new] ; G.po ; [C] in po", ""},
      {"", "", "require empty (new & R) * (new & W)", "require domain(T.po ; [new]) subset C",
       "require domain(G.po ; [new & V]) & W subset C"},
  };
  for (std::size_t i = 0; i < kRules.size(); ++i)
    if (const std::string& rule = rng.chance(50) ? kRules[i][0] : rng.pick(kRules[i]); !rule.empty())
      out += fmt::format("{} as rule-{}\n", rule, i + 1);
  return out;
}

}  // namespace thinair::tests
