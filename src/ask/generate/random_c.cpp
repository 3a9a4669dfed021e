#include "ask/generate/random_c.hpp"

#include <fmt/format.h>

#include <vector>

#include "ask/generate/rng.hpp"

namespace thinair::generate {
namespace {

const std::vector<std::string> kCLoads = {"relaxed", "relaxed", "consume", "acquire", "seq_cst"};
const std::vector<std::string> kCStores = {"relaxed", "relaxed", "release", "seq_cst"};
const std::vector<std::string> kCOrders = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
const std::vector<std::string> kCUpdates = {"exchange", "fetch_add", "fetch_sub", "fetch_or", "fetch_and", "fetch_xor"};

class CWriter {
 public:
  CWriter(std::uint64_t seed, const CKnobs& knobs) : rng_(seed), knobs_(knobs) {}

  std::string text(std::uint64_t seed) {
    std::string out = fmt::format("C random-{}\n{{ x = {}; y = 0; }}\n", seed, rng_.chance(15) ? 1 : 0);
    const unsigned threads = rng_.between(knobs_.min_threads, knobs_.max_threads);
    for (unsigned t = 0; t < threads; ++t) {
      registers_ = 0;
      out += fmt::format("P{} (int* x, int* y) {{\n", t);
      for (unsigned left = rng_.between(1, knobs_.max_accesses); left > 0; --left) out += fmt::format("  {}\n", statement());
      out += "}\n";
    }
    if (knobs_.show_locations) out += "exists (x=0 /\\ y=0)\n";
    return out;
  }

 private:
  std::string place() { return rng_.chance(55) ? "x" : "y"; }
  std::string some() { return fmt::format("r{}", rng_.below(registers_)); }
  std::string fresh() { return fmt::format("r{}", registers_++); }
  static std::string order(const std::string& name) { return "memory_order_" + name; }

  std::string value() {
    if (registers_ == 0 || rng_.chance(60)) return fmt::format("{}", rng_.between(1, 2));
    switch (rng_.below(4)) {
      case 0: return fmt::format("{} + 1", some());
      case 1: return fmt::format("{} ^ {}", some(), some());
      case 2: return fmt::format("{} == 0 ? 1 : 2", some());
      default: return some();
    }
  }

  std::string read() {
    if (knobs_.plain && rng_.chance(20)) return fmt::format("*{}", place());
    if (rng_.chance(15)) return fmt::format("atomic_load({})", place());
    return fmt::format("atomic_load_explicit({}, {})", place(), order(rng_.pick(kCLoads)));
  }

  std::string write() {
    const std::string at = place(), written = value();
    if (knobs_.plain && rng_.chance(20))
      return rng_.chance(80) ? fmt::format("*{} = {};", at, written) : fmt::format("*{} += {};", at, written);
    if (rng_.chance(15)) return fmt::format("atomic_store({}, {});", at, written);
    return fmt::format("atomic_store_explicit({}, {}, {});", at, written, order(rng_.pick(kCStores)));
  }

  std::string update() {
    const std::string at = place();
    if (rng_.chance(65)) {
      const std::string operand = value();
      return fmt::format("atomic_{}_explicit({}, {}, {})", rng_.pick(kCUpdates), at, operand, order(rng_.pick(kCOrders)));
    }
    // What is expected: a register, if there is one, or the other location.
    const std::string expected = registers_ > 0 && rng_.chance(70) ? "&" + some() : at == "x" ? "y" : "x";
    const std::string desired = fmt::format("{}", rng_.between(1, 2));
    return fmt::format("atomic_compare_exchange_{}_explicit({}, {}, {}, {}, {})", rng_.chance(75) ? "strong" : "weak", at, expected,
                       desired, order(rng_.pick(kCOrders)), order(rng_.pick(kCLoads)));
  }

  std::string statement() {
    const unsigned dice = rng_.below(100);
    if (dice < 10) return fmt::format("atomic_thread_fence({});", order(rng_.pick(kCOrders)));
    if (dice < 24) {
      const std::string call = update();
      return fmt::format("int {} = {};", fresh(), call);
    }
    if (dice < 34 && registers_ > 0) {
      const std::string guard = fmt::format("{} {} {}", some(), rng_.chance(50) ? "==" : "!=", rng_.below(2));
      const std::string inner = write();
      return rng_.chance(50) ? fmt::format("if ({}) {{ {} }}", guard, inner)
                             : fmt::format("if ({}) {{ {} }} else {{ {} }}", guard, inner, write());
    }
    if (dice < 38) {  // in either order
      const std::string first = read(), second = read();
      return fmt::format("int {} = {} + 2 * {};", fresh(), first, second);
    }
    if (dice < 68) return write();
    const std::string from = read();
    return fmt::format("int {} = {};", fresh(), from);
  }

  Rng rng_;
  const CKnobs& knobs_;
  unsigned registers_ = 0;
};

}  // namespace

std::string random_c(std::uint64_t seed, const CKnobs& knobs) { return CWriter(seed, knobs).text(seed); }

}  // namespace thinair::generate
