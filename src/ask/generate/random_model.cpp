// Random formulas tend to reject everything or nothing. Two thirds of the checks are therefore made of what real models
// are made of (unions of po, rf, co, fr and parts of them); the rest is anything that is well-kinded.
#include "ask/generate/random_model.hpp"

#include <fmt/format.h>

#include <vector>

#include "ask/generate/rng.hpp"

namespace thinair::generate {
namespace {

class ModelWriter {
 public:
  ModelWriter(std::uint64_t seed, const ModelKnobs& knobs) : rng_(seed), knobs_(knobs) {
    sets_ = {"R", "W", "M", "IW", "V", "RA", "RMW", "F", "O", "ACQ", "REL"};
    if (knobs.final_writes) sets_.push_back("FW");
    relations_ = {"po", "po", "po", "rf", "rf", "rf", "loc", "loc", "int", "ext", "id", "data", "ctrl", "addr"};
    small_sets_ = {"V & M", "V & W", "RMW", "V", "F", "RA", "W \\ IW", "R & V", "O"};
    if (!knobs.processors) return;
    sets_ = {"R", "W", "M", "IW", "F", "EX", "AMO", "Exp", "Rreg", "Wreg", "ADDR", "DATA", "B", "BCC", "PRED"};
    relations_.insert(relations_.end(), {"rf-reg", "rf-reg", "iico_data", "iico_data", "iico_ctrl", "iico_order", "same-instance",
                                         "same-instr", "amo", "rmw", "sm", "same-low-order-bits"});
    small_sets_ = {"EX", "AMO", "F", "BCC", "PRED", "W \\ IW", "R & EX", "Wreg & range(iico_order)"};
  }

  std::string text(std::uint64_t seed) {
    out_ = fmt::format("\"random-model-{}\"\n", seed);
    if (knobs_.orders && rng_.chance(60)) coherence();
    const unsigned definitions = rng_.below(knobs_.max_definitions + 1);
    for (unsigned i = 0; i < definitions; ++i) definition();
    const unsigned checks = rng_.between(1, knobs_.max_checks);
    for (unsigned i = 0; i < checks; ++i) {
      if (i > 0 && rng_.chance(30)) definition();
      check();
    }
    return out_;
  }

 private:
  void emit(const std::string& line) { out_ += line + "\n"; }
  std::string fresh(const char* prefix) { return fmt::format("{}{}", prefix, names_++); }

  void coherence() {
    static const std::vector<std::string> kBases = {"loc & (IW * (W \\ IW))", "loc & ((IW * (W \\ IW)) | ((W \\ FW) * FW))", "0",
                                                    "po & loc", "loc & (IW * (W \\ IW)) | (rf & (W * W))"};
    std::string base = rng_.pick(kBases);
    if (!knobs_.final_writes && base.find("FW") != std::string::npos) base = kBases[0];
    emit(fmt::format("with co from per-location-orders({}, {})", rng_.chance(80) ? "W" : set(1), rng_.chance(85) ? base : relation(1)));
    emit("let fr = (rf^-1 ; co) \\ id");
    relations_.insert(relations_.end(), {"co", "co", "co", "fr", "fr", "fr"});
  }

  void definition() {
    const unsigned dice = rng_.below(100);
    if (knobs_.orders && dice < 20 && orders_ < 2) {
      ++orders_;
      static const std::vector<std::string> kBases = {"po", "0", "po | rf", "po & loc", "rf"};
      const std::string name = fresh("so");
      const std::string on = rng_.chance(80) ? rng_.pick(small_sets_) : fmt::format("({}) \\ IW", set(2));
      emit(fmt::format("with {} from {}({}, {})", name, rng_.chance(75) ? "linearisations" : "per-location-orders", on,
                       rng_.chance(75) ? rng_.pick(kBases) : relation(2)));
      relations_.insert(relations_.end(), 3, name);
    } else if (knobs_.recursion && dice < 45) {
      recursion();
    } else if (knobs_.functions && dice < 55) {
      const std::string name = fresh("f");
      relations_.push_back("arg");
      const std::string body = relation(2);
      relations_.pop_back();
      emit(fmt::format("let {}(arg) = {}", name, body));
      functions_.push_back(name);
    } else if (dice < 65) {
      const std::string name = fresh("S");
      emit(fmt::format("let {} = {}", name, set(2)));
      sets_.push_back(name);
    } else {
      const std::string name = fresh("r");
      emit(fmt::format("let {} = {}", name, relation(knobs_.depth)));
      relations_.push_back(name);
    }
  }

  // Least fixpoints exist because the bodies grow with what they define: no ~ and no right side of a difference there.
  void recursion() {
    const std::string first = fresh("h");
    if (rng_.chance(60)) {
      emit(fmt::format("let rec {} = {}", first, growing({first}, 2)));
      relations_.push_back(first);
      return;
    }
    const std::string second = fresh("h");
    const std::string body = growing({first, second}, 2);
    emit(fmt::format("let rec {} = {} and {} = {}", first, body, second, growing({first, second}, 2)));
    relations_.push_back(first);
    relations_.push_back(second);
  }

  std::string growing(const std::vector<std::string>& self, unsigned depth) {
    if (depth == 0) return rng_.pick(self);
    switch (rng_.below(7)) {
      case 0: return fmt::format("({} ; {})", growing(self, depth - 1), relation(1));
      case 1: return fmt::format("({} ; {})", relation(1), growing(self, depth - 1));
      case 2: return fmt::format("({} & {})", growing(self, depth - 1), relation(1));
      case 3: return fmt::format("({} ; {})", growing(self, depth - 1), growing(self, depth - 1));
      case 4: return fmt::format("({})^-1", growing(self, depth - 1));
      default: return fmt::format("({} | {})", relation(1), growing(self, depth - 1));
    }
  }

  std::string set(unsigned depth) {
    if (depth == 0 || rng_.chance(40)) return rng_.pick(sets_);
    switch (rng_.below(7)) {
      case 0: return fmt::format("({} | {})", set(depth - 1), set(depth - 1));
      case 1: return fmt::format("({} & {})", set(depth - 1), set(depth - 1));
      case 2: return fmt::format("({} \\ {})", set(depth - 1), set(depth - 1));
      case 3: return fmt::format("(~{})", set(depth - 1));
      case 4: return fmt::format("domain({})", relation(depth - 1));
      case 5: return fmt::format("range({})", relation(depth - 1));
      default: return "_";
    }
  }

  std::string relation(unsigned depth) {
    if (depth == 0 || rng_.chance(25)) return rng_.pick(relations_);
    const auto sub = [&] { return relation(depth - 1); };
    switch (rng_.below(17)) {
      case 0:
      case 1: return fmt::format("({} | {})", sub(), sub());
      case 2:
      case 3: return fmt::format("({} & {})", sub(), sub());
      case 4:
      case 5:
      case 6: return fmt::format("({} ; {})", sub(), sub());
      case 7: return fmt::format("({} \\ {})", sub(), sub());
      case 8: return fmt::format("({})^-1", sub());
      case 9: return fmt::format("({})+", sub());
      case 10: return fmt::format("({})*", sub());
      case 11: return fmt::format("({})?", sub());
      case 12: return fmt::format("(~{})", sub());
      case 13: return fmt::format("({} * {})", set(depth - 1), set(depth - 1));
      case 14: return fmt::format("([{}] ; {})", set(depth - 1), sub());
      case 15: return fmt::format("({} ; [{}])", sub(), set(depth - 1));
      default: return functions_.empty() ? fmt::format("[{}]", set(depth - 1)) : fmt::format("{}({})", rng_.pick(functions_), sub());
    }
  }

  std::string usual() {
    std::string out;
    const unsigned parts = rng_.between(1, 4);
    for (unsigned i = 0; i < parts; ++i) {
      std::string part = rng_.pick(relations_);
      if (rng_.chance(30)) part = fmt::format("({} & {})", part, rng_.pick(relations_));
      if (rng_.chance(20)) part = fmt::format("([{}] ; {})", rng_.pick(sets_), part);
      if (rng_.chance(20)) part = fmt::format("({} ; [{}])", part, rng_.pick(sets_));
      if (rng_.chance(15)) part = fmt::format("({} \\ {})", part, rng_.pick(relations_));
      out += (i == 0 ? "" : " | ") + part;
    }
    return "(" + out + ")";
  }

  void check() {
    std::string body = rng_.chance(66) ? usual() : relation(knobs_.depth);
    if (rng_.chance(25)) body = fmt::format("({} ; {})", body, usual());
    const unsigned dice = rng_.below(100);
    const char* test = dice < 50 ? "acyclic" : dice < 85 ? "irreflexive" : "empty";
    if (dice >= 95) body = set(knobs_.depth);
    const char* negated = rng_.chance(8) ? "~" : "";
    if (knobs_.flags && rng_.chance(30))
      emit(fmt::format("flag {}{} {} as {}", negated, test, body, fresh("flag")));
    else
      emit(fmt::format("{}{} {} as {}", negated, test, body, fresh("check")));
  }

  Rng rng_;
  const ModelKnobs& knobs_;
  std::vector<std::string> sets_, small_sets_, relations_, functions_;
  std::string out_;
  unsigned names_ = 0;
  unsigned orders_ = 0;
};

}  // namespace

std::string random_model(std::uint64_t seed, const ModelKnobs& knobs) { return ModelWriter(seed, knobs).text(seed); }

}  // namespace thinair::generate
