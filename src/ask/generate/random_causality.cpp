#include "ask/generate/random_causality.hpp"

#include <fmt/format.h>

#include <vector>

#include "ask/generate/rng.hpp"

namespace thinair::generate {
namespace {

const std::vector<std::string> kCausalityNames = {"x", "y", "z"};

class CausalityWriter {
 public:
  CausalityWriter(std::uint64_t seed, const CausalityKnobs& knobs) : rng_(seed), knobs_(knobs) {}

  std::string text(std::uint64_t seed) {
    const unsigned threads = knobs_.max_threads > 2 && rng_.chance(40) ? 3 : 2;
    locations_ = threads == 3 || rng_.chance(15) ? 3 : 2;
    for (unsigned i = 0; i < locations_; ++i) is_volatile_.push_back(rng_.chance(knobs_.volatile_percent));
    std::string out = fmt::format("Java causality-{}\n{{ ", seed);
    for (unsigned i = 0; i < locations_; ++i) out += fmt::format("{} = 0; ", kCausalityNames[i]);
    out += "}\n";
    for (unsigned t = 0; t < threads; ++t) out += thread(t);
    if (knobs_.show_locations) out += "exists (x=0 /\\ y=0)\n";
    return out;
  }

 private:
  // Reads from one location and writes to the next; the threads make a ring.
  std::string thread(unsigned number) {
    registers_ = 0;
    from_ = number % locations_;
    std::string out = fmt::format("Thread{} {{\n", number);
    for (unsigned left = rng_.between(2, knobs_.max_accesses); left > 0; --left) {
      const bool last = left == 1;
      const unsigned dice = rng_.below(100);
      std::string statement;
      if (dice < knobs_.update_percent)
        statement = update();
      else if (registers_ == 0 && rng_.chance(90))
        statement = read();
      else if (last || dice < 65)
        statement = registers_ > 0 && rng_.chance(45) ? branch() : write(value());
      else
        statement = read();
      out += "  " + statement + "\n";
    }
    return out + "}\n";
  }

  std::string call(const char* what, unsigned location, const std::string& argument) {
    const bool is_volatile = knobs_.mixed_modes ? rng_.chance(knobs_.volatile_percent) : is_volatile_[location];
    return fmt::format("{}.{}{}({})", kCausalityNames[location], what, is_volatile ? "Volatile" : "", argument);
  }
  std::string fresh() { return fmt::format("r{}", registers_++); }
  std::string some_register() { return fmt::format("r{}", rng_.below(registers_)); }
  unsigned to() { return rng_.chance(knobs_.same_location_percent) ? from_ : (from_ + 1) % locations_; }

  std::string read() {
    const std::string got = call("get", rng_.chance(75) ? from_ : rng_.below(locations_), "");
    return fmt::format("int {} = {};", fresh(), got);
  }
  std::string update() {
    const std::string got = fmt::format("{}.getAndAdd({})", kCausalityNames[rng_.chance(50) ? from_ : to()], rng_.between(1, 2));
    return fmt::format("int {} = {};", fresh(), got);
  }
  std::string write(const std::string& written) { return call("set", to(), written) + ";"; }

  std::string value() {
    if (registers_ == 0 || rng_.chance(30)) return fmt::format("{}", rng_.between(1, 2));
    if (rng_.chance(50)) return some_register();
    static const std::vector<std::string> kForms = {"{} | 1", "{} + 1", "1 - {}", "{} ^ 1", "{0} - {0} + 1", "{} * 2", "{} & 1"};
    const std::string reg = some_register();
    return fmt::format(fmt::runtime(rng_.pick(kForms)), reg);
  }

  // Often with the same write on both sides: then it does not depend on what was read.
  std::string branch() {
    const std::string condition = fmt::format("{} {} {}", some_register(), rng_.chance(60) ? "==" : "!=", rng_.below(3));
    const std::string first = write(value());
    const unsigned dice = rng_.below(100);
    if (dice < 30) return fmt::format("if ({}) {{ {} }}", condition, first);
    const std::string second = dice < 55   ? first
                               : dice < 70 ? fmt::format("{} = {};", some_register(), call("get", from_, ""))
                                           : write(value());
    return fmt::format("if ({}) {{ {} }} else {{ {} }}", condition, first, second);
  }

  Rng rng_;
  const CausalityKnobs& knobs_;
  unsigned locations_ = 2;
  std::vector<bool> is_volatile_;
  unsigned from_ = 0;
  unsigned registers_ = 0;
};

}  // namespace

std::string random_causality_test(std::uint64_t seed, const CausalityKnobs& knobs) { return CausalityWriter(seed, knobs).text(seed); }

}  // namespace thinair::generate
