#include "property/java_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "ask/generate/rng.hpp"

namespace thinair::tests {
namespace {

using generate::Rng;
using Words = std::vector<std::string>;

class JavaWriter {
 public:
  JavaWriter(std::uint64_t seed, const JavaKnobs& knobs) : rng_(seed), knobs_(knobs) {
    for (const char* name : {"x", "y"})
      variables_.push_back({name, rng_.chance(35), rng_.chance(knobs.guarded_percent), rng_.chance(50) ? "m" : "n"});
    monitors_ = knobs.monitors && rng_.chance(60);
    waits_ = monitors_ && rng_.chance(20);
    notifies_one_ = rng_.chance(40);
    starts_ = knobs.threads && rng_.chance(35);
    objects_ = rng_.chance(40);
    volatile_reference_ = rng_.chance(std::max(40u, knobs.guarded_percent));
    arrays_ = rng_.chance(knobs.guarded_percent > 0 ? 5 : 15);
    loops_ = rng_.chance(30);
    methods_ = rng_.chance(20);
    exceptions_ = rng_.chance(25);
    prints_ = knobs.prints && rng_.chance(20);
    leaks_ = objects_ && rng_.chance(30);
    cells_ = objects_ && rng_.chance(30);
    shelf_ = objects_ && rng_.chance(25);
    longs_ = rng_.chance(12);
    updates_ = rng_.chance(25);
  }

  std::string text(std::uint64_t seed) {
    const unsigned threads = rng_.between(2, knobs_.max_threads);
    std::vector<unsigned> shares(threads, 1);
    for (unsigned left = knobs_.actions - std::min(knobs_.actions, threads); left > 0; --left) ++shares[rng_.below(threads)];
    started_ = starts_ ? rng_.between(1, threads - 1) : 0;
    std::string bodies;
    for (unsigned t = 0; t < threads; ++t) bodies += thread(t, shares[t]);
    return fmt::format("Java java{}\n{}{{\n{}}}\n{}", seed, declarations(), initial(), bodies) + shown(threads);
  }

 private:
  struct Variable {
    std::string name;
    bool is_volatile;
    bool is_guarded;
    std::string monitor;
  };

  std::string declarations() const {
    std::string out;
    if (cells_) out += "class Cell { int k; }\n";
    if (objects_)
      out += fmt::format("class Box {{ int a; final int b; volatile int c; {}Box(int v) {{ {}{}b = v; {}}} int get() {{ return a; }} }}\n",
                         cells_ ? "final Cell d; " : "", leaks_ && leaks_first_ ? "q = this; " : "",
                         cells_ ? "d = new Cell(); d.k = v; " : "", leaks_ && !leaks_first_ ? "q = this; " : "");
    if (methods_) {
      out += "static int next(int k) { int l = x; return l + k; }\n";
      out += "static void put(int k) { y = k; }\n";
    }
    return out;
  }

  std::string initial() const {
    std::string out;
    for (const Variable& variable : variables_)
      out += fmt::format("  {}int {} = 0;\n", variable.is_volatile ? "volatile " : "", variable.name);
    out += "  Object m = new Object();\n  Object n = new Object();\n";
    if (objects_) out += fmt::format("  {}Box p = null;\n", volatile_reference_ ? "volatile " : "");
    if (leaks_) out += "  Box q = null;\n";
    if (shelf_) out += "  Box[] s = new Box[2];\n";
    if (arrays_) out += "  int[] a = {0, 0};\n";
    if (longs_) out += fmt::format("  {}long l = 0;\n", volatile_long_ ? "volatile " : "");
    if (updates_) out += "  volatile int u = 0;\n";
    return out;
  }

  // Registers are shown, and who is blocked and who threw.
  std::string shown(unsigned threads) {
    std::string out;
    if (prints_)
      for (unsigned t = 0; t < threads; ++t) out += fmt::format("exists ({}:printed=1 /\\ {}:printed1=1)\n", t, t);
    if (rng_.chance(30)) out += "exists (x=0 /\\ y=0)\n";
    return out;
  }

  std::string thread(unsigned number, unsigned share) {
    number_ = number;
    registers_ = 0;
    depth_ = 0;
    looped_ = false;
    held_.clear();
    std::string body;
    if (number == 0 && started_ != 0) {
      const bool first = rng_.chance(50);
      if (!first) body += line(share);
      body += fmt::format("  Thread{}.start();\n", started_);
      if (first) body += line(share);
      if (exceptions_ && rng_.chance(20))
        body += fmt::format("  try {{ Thread{}.start(); }} catch (IllegalThreadStateException e) {{ int t = 1; }}\n", started_);
      if (rng_.chance(70)) body += look_at(started_);
    } else if (starts_ && number != started_ && rng_.chance(30)) {
      body += look_at(started_);
    }
    while (share > 0) body += line(share);
    return fmt::format("Thread{} {{\n{}}}\n", number, body);
  }

  std::string look_at(unsigned other) {
    if (rng_.chance(65)) return fmt::format("  Thread{}.join();\n", other);
    if (knobs_.endless && rng_.chance(30)) return fmt::format("  while ({}Thread{}.isAlive()) ;\n", rng_.chance(70) ? "" : "!", other);
    return fmt::format("  boolean b{} = Thread{}.isAlive();\n", registers_++, other);
  }

  std::string line(unsigned& share) {
    if (share == 0) return "";
    return "  " + statement(share) + "\n";
  }

  static void pay(unsigned& share, unsigned cost) { share -= std::min(share, cost); }

  std::string number() {
    if (!numbers().empty() && rng_.chance(30)) return rng_.pick(numbers());
    return fmt::format("{}", rng_.between(1, 2));
  }
  const Words& numbers() const { return ints_[number_]; }

  const Variable& variable() { return variables_[rng_.below(2)]; }

  // Inside the monitor of a variable that has one.
  std::string guarded(const Variable& variable, const std::string& what) {
    if (!variable.is_guarded || variable.is_volatile || std::ranges::find(held_, variable.monitor) != held_.end()) return what;
    return fmt::format("synchronized ({}) {{ {} }}", variable.monitor, what);
  }

  std::string write() {
    const Variable& to = variable();
    const std::string value = number();
    if (rng_.chance(12)) return guarded(to, fmt::format("{}++;", to.name));
    return guarded(to, fmt::format("{} = {};", to.name, value));
  }

  std::string read() {
    const Variable& from = variable();
    const unsigned reg = registers_++;
    const std::string plain = fmt::format("r{} = {};", reg, from.name);
    const std::string body = guarded(from, plain);
    const bool inside = depth_ > 0 || body != plain;
    if (depth_ == 0) ints_[number_].push_back(fmt::format("r{}", reg));
    return inside ? fmt::format("int r{} = 0; {}", reg, body) : "int " + plain;
  }

  std::string nested(unsigned& share) {
    ++depth_;
    const std::string out = statement(share);
    --depth_;
    return out;
  }

  std::string statement(unsigned& share) {
    const unsigned dice = rng_.below(100);
    if (monitors_ && dice < 25 && depth_ < 2) return critical(share);
    if (objects_ && dice < 50 && dice >= 25) return object(share);
    if (arrays_ && dice < 60 && dice >= 50) return element(share);
    if (longs_ && rng_.chance(35)) return wide(share);
    if (updates_ && rng_.chance(35)) return update(share);
    if (waits_ && knobs_.endless && depth_ == 0 && rng_.chance(15)) return condition(share);
    if (loops_ && dice < 68 && dice >= 60 && !looped_) return loop(share);
    if (methods_ && dice < 74 && dice >= 68) return call(share);
    if (exceptions_ && dice < 80 && dice >= 74) return exception(share);
    if (prints_ && dice < 86 && dice >= 80) return external(share);
    if (dice >= 86 && depth_ < 2 && !numbers().empty()) return branch(share);
    pay(share, 1);
    return rng_.chance(50) ? write() : read();
  }

  std::string critical(unsigned& share) {
    const std::string monitor = rng_.chance(70) ? "m" : "n";
    pay(share, 1);
    const bool nothing = share == 0 && rng_.chance(20);
    held_.push_back(monitor);
    std::string body = nothing ? "" : nested(share) + " ";
    if (share > 0 && rng_.chance(40)) body += nested(share) + " ";
    // To wake one of several is beyond the models: notify() only where one thread waits.
    if (waits_ && rng_.chance(50)) {
      const bool waits = rng_.chance(40) && (!notifies_one_ || number_ == 0);
      body += fmt::format("{}.{}(); ", monitor, waits ? "wait" : notifies_one_ ? "notify" : "notifyAll");
    }
    held_.pop_back();
    return fmt::format("synchronized ({}) {{ {}}}", monitor, body);
  }

  // Where references are put, and found.
  std::string place() {
    if (leaks_ && rng_.chance(35)) return "q";
    if (shelf_ && rng_.chance(50)) return fmt::format("s[{}]", index());
    return "p";
  }

  std::string object(unsigned& share) {
    const unsigned dice = rng_.below(100);
    pay(share, 2);
    const unsigned box = registers_++;
    if (dice < 35) {
      const unsigned value = rng_.between(1, 2);
      if (rng_.chance(50)) return fmt::format("{} = new Box({});", place(), value);
      return fmt::format("Box o{} = new Box({}); o{}.{} = 2; {} = o{};", box, value, box, rng_.chance(60) ? "a" : "c", place(), box);
    }
    const std::string start = fmt::format("Box o{} = {}; ", box, place());
    if (dice < 45) return start + fmt::format("if (o{} != null) {{ o{}.{} = 1; }}", box, box, rng_.chance(60) ? "a" : "c");
    if (dice < 50) return start + fmt::format("{} = o{};", place(), box);
    if (dice < 57 && monitors_ && depth_ < 2)
      return start + fmt::format("if (o{} != null) {{ synchronized (o{}) {{ {} }} }}", box, box, nested(share));
    return start + look_into(box);
  }

  std::string look_into(unsigned box) {
    static const Words kFields = {"a", "b", "b", "c"};
    const unsigned reg = registers_++;
    const std::string field = cells_ && rng_.chance(45) ? "d.k" : rng_.chance(20) ? "get()" : rng_.pick(kFields);
    const std::string look = fmt::format("r{} = o{}.{};", reg, box, field);
    if (depth_ == 0) ints_[number_].push_back(fmt::format("r{}", reg));
    const std::string start = fmt::format("int r{} = 0; ", reg);
    if (exceptions_ && rng_.chance(40)) return start + fmt::format("try {{ {} }} catch (NullPointerException e) {{ r{} = 7; }}", look, reg);
    if (exceptions_ && rng_.chance(30)) return start + look;
    return start + fmt::format("if (o{} != null) {{ {} }}", box, look);
  }

  // Where it may be outside the array, an exception ends the thread.
  std::string index() {
    if (numbers().empty() || rng_.chance(30)) return fmt::format("{}", rng_.below(2));
    const std::string from = rng_.pick(numbers());
    const unsigned dice = rng_.below(100);
    return dice < 50 ? fmt::format("{} & 1", from) : dice < 75 ? fmt::format("1 - {}", from) : from;
  }

  std::string element(unsigned& share) {
    pay(share, 1);
    const std::string at = index();
    if (rng_.chance(50)) return fmt::format("a[{}] = {};", at, number());
    const unsigned reg = registers_++;
    if (depth_ == 0) ints_[number_].push_back(fmt::format("r{}", reg));
    return fmt::format("int r{} = a[{}];", reg, at);
  }

  // 64 bits: both halves are 1 or 2.
  std::string wide(unsigned& share) {
    pay(share, 2);
    if (rng_.chance(55)) return rng_.chance(60) ? "l = 4294967297L;" : "l = 8589934594L;";
    return fmt::format("long w{} = l;", registers_++);
  }

  // Atomic, of a volatile variable: what an update does beside plain accesses is the models' own idea.
  std::string update(unsigned& share) {
    pay(share, 1);
    const unsigned reg = registers_++;
    const unsigned dice = rng_.below(100);
    if (depth_ == 0) ints_[number_].push_back(fmt::format("r{}", reg));
    if (dice < 40) return fmt::format("int r{} = U.getAndAdd(1);", reg);
    if (dice < 60) return fmt::format("int r{} = U.getAndSet({});", reg, number());
    return fmt::format("int r{} = U.compareAndSet({}, {}) ? 1 : 0;", reg, rng_.between(0, 1), rng_.between(1, 2));
  }

  std::string condition(unsigned& share) {
    pay(share, 2);
    return fmt::format("synchronized (m) {{ while ({} == 0) m.wait(); }}", variable().name);
  }

  std::string loop(unsigned& share) {
    looped_ = true;
    const unsigned dice = rng_.below(100);
    const Variable& on = variable();
    if (knobs_.endless && dice < 50) {
      pay(share, 1);
      const char* const test = rng_.chance(70) ? "==" : "!=";
      if (knobs_.starving && monitors_ && held_.empty() && rng_.chance(60))
        return fmt::format("while (true) {{ synchronized ({}) {{ if ({} {} {}) break; }} }}", rng_.chance(50) ? "m" : "n", on.name, test,
                           rng_.between(0, 1));
      return fmt::format("while ({} {} {}) ;", on.name, test, rng_.between(0, 1));
    }
    const unsigned counter = registers_++;
    pay(share, 2);
    const std::string head = fmt::format("for (int i{0} = 0; i{0} < 2; i{0}++)", counter);
    if (dice < 75) return fmt::format("{} {{ {} }}", head, guarded(on, fmt::format("{} = i{};", on.name, counter)));
    const std::string look = guarded(on, fmt::format("r{} = {};", counter, on.name));
    return fmt::format("int r{0} = 0; {1} {{ if (r{0} != 0) break; {2} }}", counter, head, look);
  }

  std::string call(unsigned& share) {
    pay(share, 1);
    if (rng_.chance(50)) return guarded(variables_[1], fmt::format("put({});", number()));
    const unsigned reg = registers_++;
    return fmt::format("int r{} = 0; {}", reg, guarded(variables_[0], fmt::format("r{} = next({});", reg, rng_.between(1, 2))));
  }

  std::string exception(unsigned& share) {
    const unsigned dice = rng_.below(100);
    if (dice < 30) {
      pay(share, 1);
      const Variable& on = variable();
      return guarded(on, fmt::format("assert {} != 1;", on.name));
    }
    if (dice < 40 && !numbers().empty()) {
      pay(share, 1);
      const unsigned reg = registers_++;
      const std::string divided = fmt::format("int r{} = 5; try {{ r{} = 2 / {}; }} ", reg, reg, rng_.pick(numbers()));
      return divided + (rng_.chance(50) ? fmt::format("catch (ArithmeticException e) {{ r{} = 6; }}", reg) : "finally { int f = 1; }");
    }
    const std::string first = share > 1 ? nested(share) : "";
    const std::string then = nested(share);
    if (dice < 65 || numbers().empty())
      return fmt::format("try {{ {} throw new RuntimeException(); }} catch (RuntimeException e) {{ {} }}", first, then);
    const std::string condition = rng_.pick(numbers());
    return fmt::format("try {{ if ({} == 1) throw new RuntimeException(); {} }} {} {{ {} }}", condition, first,
                       rng_.chance(50) ? "finally" : "catch (RuntimeException e)", then);
  }

  std::string external(unsigned& share) {
    pay(share, 1);
    return fmt::format("print({});", number());
  }

  std::string branch(unsigned& share) {
    const std::string tested = rng_.pick(numbers());
    const char* const test = rng_.chance(70) ? "==" : "!=";
    const unsigned against = rng_.between(0, 1);
    const std::string first = nested(share);
    const std::string otherwise = share > 0 && rng_.chance(30) ? fmt::format(" else {{ {} }}", nested(share)) : "";
    return fmt::format("if ({} {} {}) {{ {} }}{}", tested, test, against, first, otherwise);
  }

  Rng rng_;
  const JavaKnobs& knobs_;
  std::vector<Variable> variables_;
  bool monitors_, waits_, notifies_one_, starts_, objects_, volatile_reference_, arrays_, loops_, methods_, exceptions_, prints_;
  bool leaks_, cells_, shelf_, longs_, updates_;
  bool leaks_first_ = rng_.chance(50), volatile_long_ = rng_.chance(30);
  unsigned started_ = 0;  // which thread another one starts; 0: none
  unsigned number_ = 0, registers_ = 0, depth_ = 0;
  bool looped_ = false;
  Words held_;
  Words ints_[3];  // by thread: locals that hold numbers and are in scope to its end
};

}  // namespace

std::string java_program(std::uint64_t seed, const JavaKnobs& knobs) { return JavaWriter(seed, knobs).text(seed); }

}  // namespace thinair::tests
