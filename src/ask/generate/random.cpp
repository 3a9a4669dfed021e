#include "ask/generate/random.hpp"

#include <fmt/format.h>

#include <vector>

#include "ask/generate/rng.hpp"

namespace thinair::generate {
namespace {

const std::vector<std::string> kNames = {"x", "y", "z"};
const std::vector<std::string> kLoadModes = {"", "Opaque", "Acquire", "Volatile"};
const std::vector<std::string> kStoreModes = {"", "Opaque", "Release", "Volatile"};
const std::vector<std::string> kUpdateModes = {"", "Acquire", "Release"};
const std::vector<std::string> kFences = {"fullFence", "acquireFence", "releaseFence", "loadLoadFence", "storeStoreFence"};
const std::vector<std::string> kUpdates = {"getAndAdd",       "getAndAdd",        "getAndSet",
                                           "getAndBitwiseOr", "getAndBitwiseAnd", "getAndBitwiseXor"};
const std::vector<std::string> kCounts = {"getAndIncrement", "getAndDecrement", "incrementAndGet", "decrementAndGet"};
const std::vector<std::string> kWeakForms = {"weakCompareAndSetPlain", "weakCompareAndSet", "weakCompareAndSetAcquire",
                                             "weakCompareAndSetRelease"};

class TestWriter {
 public:
  TestWriter(std::uint64_t seed, const Knobs& knobs) : rng_(seed), knobs_(knobs), locations_(1 + rng_.below(knobs.max_locations)) {}

  std::string text(std::uint64_t seed) {
    std::string out = fmt::format("Java random-{}\n{{ ", seed);
    for (unsigned i = 0; i < locations_; ++i) out += fmt::format("{} = {}; ", kNames[i], rng_.chance(15) ? 1 : 0);
    out += "}\n";
    const unsigned threads = rng_.between(knobs_.min_threads, knobs_.max_threads);
    for (unsigned t = 0; t < threads; ++t) out += thread(t);
    if (knobs_.show_locations) {
      out += "exists (";
      for (unsigned i = 0; i < locations_; ++i) out += fmt::format("{}{}=0", i == 0 ? "" : " /\\ ", kNames[i]);
      out += ")\n";
    }
    return out;
  }

 private:
  std::string thread(unsigned number) {
    registers_ = 0;
    std::string out = fmt::format("Thread{} {{\n", number);
    for (unsigned left = rng_.between(knobs_.min_accesses, knobs_.max_accesses); left > 0;) {
      if (knobs_.branches && registers_ > 0 && left >= 2 && rng_.chance(20)) {
        out += branch();
        left -= 2;
      } else {
        if (knobs_.operators && registers_ > 0 && rng_.chance(10)) out += line(fmt::format("int {} = {};", fresh(), expression()));
        out += line(statement());
        --left;
      }
    }
    return out + "}\n";
  }

  static std::string line(const std::string& statement) { return "  " + statement + "\n"; }

  // On one line, so that shrinking takes it or leaves it; simpler forms of it are shrink's business.
  std::string branch() {
    const std::string otherwise = rng_.chance(60) ? fmt::format(" else {{ {} }}", inner_statement()) : "";
    return line(fmt::format("if ({}) {{ {} }}{}", condition(), inner_statement(), otherwise));
  }

  std::string condition() {
    static const std::vector<std::string> kTests = {"==", "!=", "<", ">=", "<=", ">"};
    std::string out = fmt::format("{} {} {}", some_register(),
                                  rng_.chance(70) ? rng_.pick(std::vector<std::string>{"==", "!="}) : rng_.pick(kTests), rng_.below(3));
    if (knobs_.operators && rng_.chance(15))
      out += fmt::format(" {} {} != {}", rng_.chance(50) ? "&&" : "||", some_register(), rng_.below(3));
    return out;
  }

  std::string handle() {
    const std::string& name = kNames[rng_.below(locations_)];
    return rng_.chance(50) ? name : std::string(1, static_cast<char>(name[0] - 'a' + 'A'));
  }

  std::string mode(const std::vector<std::string>& modes) { return knobs_.modes ? rng_.pick(modes) : modes[0]; }
  std::string fresh() { return fmt::format("r{}", registers_++); }
  std::string some_register() { return fmt::format("r{}", rng_.below(registers_)); }
  std::string constant() {
    return fmt::format("{}", rng_.chance(85) ? static_cast<int>(rng_.between(1, 2)) : static_cast<int>(rng_.between(0, 4)) - 1);
  }

  // A value to store: a constant, or something over registers.
  std::string value() {
    if (!knobs_.data || registers_ == 0 || rng_.chance(50)) return constant();
    return expression();
  }

  std::string expression() {
    static const std::vector<std::string> kSimple = {"+", "^"};
    static const std::vector<std::string> kAll = {"+", "-", "*", "&", "|", "^", "<<", ">>", ">>>", "==", "!=", "<"};
    const std::string first = some_register();
    if (rng_.chance(25)) return first;
    if (knobs_.operators && rng_.chance(10)) return fmt::format("{}{}", rng_.pick(std::vector<std::string>{"-", "~"}), first);
    if (knobs_.operators && rng_.chance(10))
      return fmt::format("{} {} {}", first, rng_.chance(50) ? "/" : "%", knobs_.division ? some_register() : "2");
    if (knobs_.operators && rng_.chance(8)) return fmt::format("{} > 0 ? {} : {}", first, constant(), some_register());
    const std::string second = rng_.chance(50) ? constant() : some_register();
    return fmt::format("{} {} {}", first, rng_.pick(knobs_.operators ? kAll : kSimple), second[0] == '-' ? "(" + second + ")" : second);
  }

  std::string store() {
    const std::string stored = value();
    if (knobs_.modes && rng_.chance(5)) return fmt::format("{}.lazySet({});", handle(), stored);
    return fmt::format("{}.set{}({});", handle(), mode(kStoreModes), stored);
  }

  std::string update_call() {
    if (rng_.chance(60)) {
      if (rng_.chance(15)) return fmt::format("{}.{}()", handle(), rng_.pick(kCounts));
      const std::string operand = value();
      if (rng_.chance(15)) return fmt::format("{}.addAndGet({})", handle(), operand);
      return fmt::format("{}.{}{}({})", handle(), rng_.pick(kUpdates), mode(kUpdateModes), operand);
    }
    return fmt::format("{}.compareAndExchange{}({}, {})", handle(), mode(kUpdateModes), rng_.below(3), constant());
  }

  std::string compare_and_set() {
    const std::string name = rng_.chance(50) ? "compareAndSet" : rng_.pick(kWeakForms);
    return fmt::format("{}.{}({}, {})", handle(), name, rng_.below(3), constant());
  }

  std::string statement() {
    const unsigned dice = rng_.below(100);
    if (knobs_.fences && dice < 8) return rng_.pick(kFences) + "();";
    if (knobs_.updates && dice < 18) {
      const std::string call = update_call();
      return fmt::format("int {} = {};", fresh(), call);
    }
    if (knobs_.updates && dice < 24) {
      const std::string call = compare_and_set();
      return fmt::format("boolean {} = {};", fresh(), call);
    }
    if (knobs_.operators && rng_.chance(4)) return modification();
    if (dice < 62) return store();
    return fmt::format("int {} = {}.get{}();", fresh(), handle(), mode(kLoadModes));
  }

  // A read and a write of one location, or of a local whose old value is still wanted.
  std::string modification() {
    const std::string& name = kNames[rng_.below(locations_)];
    if (registers_ > 0 && rng_.chance(40)) {
      const std::string old = some_register();
      return fmt::format("int {} = {} + {}++;", fresh(), old, old);
    }
    if (rng_.chance(30)) return fmt::format("{}++;", name);
    const std::string operand = value();
    if (rng_.chance(50)) return fmt::format("int {} = {};", fresh(), rng_.chance(50) ? name + "++" : "--" + name);
    return fmt::format("int {} = (int) ({} += {});", fresh(), name, operand);
  }

  // Inside a branch nothing is declared: Java would end its scope there.
  std::string inner_statement() {
    const unsigned dice = rng_.below(100);
    if (knobs_.fences && dice < 8) return rng_.pick(kFences) + "();";
    if (knobs_.updates && dice < 20) return update_call() + ";";
    if (dice < 70) return store();
    return fmt::format("{} = {}.get{}();", some_register(), handle(), mode(kLoadModes));
  }

  Rng rng_;
  const Knobs& knobs_;
  const unsigned locations_;
  unsigned registers_ = 0;
};

// What one line of a small world can be; `%r` is the register and `%v` the value of that position.
std::vector<std::string> small_world_lines() {
  std::vector<std::string> out;
  for (const char* location : {"x", "y"}) {
    for (const std::string& mode : kLoadModes) out.push_back(fmt::format("int %r = {}.get{}();", location, mode));
    for (const std::string& mode : kStoreModes) out.push_back(fmt::format("{}.set{}(%v);", location, mode));
    for (const std::string& mode : kUpdateModes) out.push_back(fmt::format("int %r = {}.getAndAdd{}(%v);", location, mode));
  }
  for (const std::string& fence : kFences) out.push_back(fence + "();");
  return out;
}

std::string fill(std::string line, unsigned reg, unsigned value) {
  if (const auto at = line.find("%r"); at != std::string::npos) line.replace(at, 2, fmt::format("r{}", reg));
  if (const auto at = line.find("%v"); at != std::string::npos) line.replace(at, 2, fmt::format("{}", value));
  return "  " + line + "\n";
}

}  // namespace

std::string random_test(std::uint64_t seed, const Knobs& knobs) { return TestWriter(seed, knobs).text(seed); }

std::uint64_t SmallWorld::size() {
  const std::uint64_t lines = small_world_lines().size();
  const std::uint64_t bodies = lines + lines * lines;
  return bodies * bodies;
}

std::string SmallWorld::test(std::uint64_t index) {
  const std::vector<std::string> lines = small_world_lines();
  const std::uint64_t bodies = lines.size() + lines.size() * lines.size();
  std::string out = fmt::format("Java small-{}\n{{ x = 0; y = 0; }}\n", index);
  unsigned value = 1;
  for (unsigned t = 0; t < 2; ++t) {
    std::uint64_t body = t == 0 ? index % bodies : index / bodies;
    out += fmt::format("Thread{} {{\n", t);
    const bool single = body < lines.size();
    if (!single) body -= lines.size();
    out += fill(lines[body % lines.size()], 0, value++);
    if (!single) out += fill(lines[body / lines.size()], 1, value++);
    out += "}\n";
  }
  return out + "exists (x=0 /\\ y=0)\n";
}

}  // namespace thinair::generate
