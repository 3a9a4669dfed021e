#include "space/code.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "support/check.hpp"

namespace thinair::space {
namespace {

constexpr std::array<std::string_view, 6> kFenceNames{"", "loadLoadFence", "storeStoreFence", "acquireFence", "releaseFence", "fullFence"};

StepKind kind_of(Act act) {
  switch (act) {
    case Act::read: return StepKind::read;
    case Act::write: return StepKind::write;
    case Act::add: return StepKind::add;
    case Act::exchange: return StepKind::exchange;
  }
  return StepKind::read;
}

Step fence_step(Fence fence) {
  Step out;
  out.kind = StepKind::fence;
  out.fence = fence;
  return out;
}

// Statements, with a full fence before one access if that is wanted.
class Writer {
 public:
  Writer(const Program& program, const Space& space) : program_(program), space_(space) {}

  Code run(std::size_t fenced_thread, std::size_t fenced_before) {
    Code out;
    out.locations = program_.locations();
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      Steps& steps = out.threads.emplace_back();
      std::vector<int> reads;
      const Thread& thread = program_.threads[t];
      for (std::size_t i = 0; i < thread.size(); ++i) {
        const Access& a = thread[i];
        if (a.fence != Fence::none) steps.push_back(fence_step(a.fence));
        if (t == fenced_thread && i == fenced_before) steps.push_back(fence_step(Fence::full));
        if (a.locks) steps.push_back(bracket(StepKind::lock));
        steps.push_back(access(a, reads, out.registers));
        if (a.unlocks) steps.push_back(bracket(StepKind::unlock));
      }
    }
    return out;
  }

 private:
  static Step bracket(StepKind kind) {
    Step out;
    out.kind = kind;
    return out;
  }
  Step access(const Access& a, std::vector<int>& reads, int& registers) {
    Step out;
    out.kind = kind_of(a.act);
    out.location = a.location;
    out.mode = a.mode;
    const auto back = [&](std::size_t between) { return reads[reads.size() - 1 - between]; };
    if (a.guard != Guard::always) out.condition = {a.guard, back(a.guarded_by)};
    if (a.copies)
      out.value.reg = back(a.copied);
    else if (a.act == Act::add)
      out.value.constant = 1;
    else if (a.writes())
      out.value.constant = space_.distinct ? ++constants_[a.location] : 1;
    if (a.reads()) reads.push_back(out.target = registers++);
    return out;
  }

  const Program& program_;
  const Space& space_;
  std::array<int, 8> constants_{};
};

std::string text_of(const Operand& operand) {
  return operand.reg == kNoRegister ? fmt::format("{}", operand.constant) : fmt::format("r{}", operand.reg);
}

std::string_view suffix(Mode mode) {
  constexpr std::array<std::string_view, 5> kWords{"", ".opq", ".acq", ".rel", ".vol"};
  return kWords[static_cast<std::size_t>(mode)];
}

std::string short_text(const Step& s) {
  const std::string at = fmt::format("{}{}", kLocationNames[s.location], suffix(s.mode));
  std::string out;
  if (s.condition.guard != Guard::always)
    out = fmt::format("if (r{}{}1) ", s.condition.reg, s.condition.guard == Guard::if_one ? "==" : "!=");
  switch (s.kind) {
    case StepKind::read: return out + fmt::format("r{}={}", s.target, at);
    case StepKind::write: return out + fmt::format("{}={}", at, text_of(s.value));
    case StepKind::add: return out + fmt::format("r{}={}.getAndAdd({})", s.target, at, text_of(s.value));
    case StepKind::exchange: return out + fmt::format("r{}={}.compareAndExchange(0,{})", s.target, at, text_of(s.value));
    case StepKind::assign: return out + fmt::format("r{}={}", s.target, text_of(s.value));
    case StepKind::fence: return out + std::string(kFenceNames[static_cast<std::size_t>(s.fence)]);
    case StepKind::lock: return "lock";
    case StepKind::unlock: return "unlock";
  }
  return out;
}

// A statement of Java, without what declares its register.
std::string java_text(const Step& s) {
  const char name = static_cast<char>(kLocationNames[s.location] - 'a' + 'A');
  switch (s.kind) {
    case StepKind::read: return fmt::format("r{} = {}.{}();", s.target, name, method(s.kind, s.mode));
    case StepKind::write: return fmt::format("{}.{}({});", name, method(s.kind, s.mode), text_of(s.value));
    case StepKind::add: return fmt::format("r{} = {}.{}({});", s.target, name, method(s.kind, s.mode), text_of(s.value));
    case StepKind::exchange: return fmt::format("r{} = {}.{}(0, {});", s.target, name, method(s.kind, s.mode), text_of(s.value));
    case StepKind::assign: return fmt::format("r{} = {};", s.target, text_of(s.value));
    case StepKind::fence: return fmt::format("{}();", kFenceNames[static_cast<std::size_t>(s.fence)]);
    case StepKind::lock: return "synchronized (m) {";
    case StepKind::unlock: return "}";
  }
  return "";
}

bool has_lock(const Steps& steps) {
  return std::ranges::any_of(steps, [](const Step& s) { return s.kind == StepKind::lock; });
}

std::string thread_text(const Steps& steps) {
  std::string out;
  std::set<int> declared;
  const auto declare = [&](int reg) {
    if (declared.insert(reg).second) out += fmt::format("  int r{} = 0;\n", reg);
  };
  // What is declared in a block ends with it.
  if (has_lock(steps))
    for (const Step& s : steps)
      if (s.target != kNoRegister) declare(s.target);
  for (const Step& s : steps) {
    const bool always = s.condition.guard == Guard::always;
    if (s.target != kNoRegister && !always) declare(s.target);
    const std::string type = s.target != kNoRegister && declared.insert(s.target).second ? "int " : "";
    if (always)
      out += fmt::format("  {}{}\n", type, java_text(s));
    else
      out += fmt::format("  if (r{} {} 1) {{ {} }}\n", s.condition.reg, s.condition.guard == Guard::if_one ? "==" : "!=", java_text(s));
  }
  return out;
}

}  // namespace

std::string_view method(StepKind kind, Mode mode) {
  const auto m = static_cast<std::size_t>(mode);
  constexpr std::array<std::string_view, 5> kReads{"get", "getOpaque", "getAcquire", "", "getVolatile"};
  constexpr std::array<std::string_view, 5> kWrites{"set", "setOpaque", "", "setRelease", "setVolatile"};
  constexpr std::array<std::string_view, 5> kAdds{"getAndAdd", "", "getAndAddAcquire", "getAndAddRelease", "getAndAdd"};
  constexpr std::array<std::string_view, 5> kExchanges{"compareAndExchange", "", "compareAndExchangeAcquire", "compareAndExchangeRelease",
                                                       "compareAndExchange"};
  switch (kind) {
    case StepKind::read: return kReads[m];
    case StepKind::write: return kWrites[m];
    case StepKind::add: return kAdds[m];
    case StepKind::exchange: return kExchanges[m];
    default: return "";
  }
}

Code code_of(const Program& program, const Space& space) { return Writer(program, space).run(SIZE_MAX, SIZE_MAX); }

Code with_fence(const Program& program, const Space& space, std::size_t thread, std::size_t before) {
  return Writer(program, space).run(thread, before);
}

Code joined(Code code, std::size_t first, std::size_t second) {
  check(first != second, "a thread does not run behind itself");
  Steps& to = code.threads[first];
  to.insert(to.end(), code.threads[second].begin(), code.threads[second].end());
  code.threads.erase(code.threads.begin() + static_cast<std::ptrdiff_t>(second));
  return code;
}

Code without_modes(Code code) {
  for (Steps& steps : code.threads)
    for (Step& s : steps) s.mode = Mode::plain;
  return code;
}

std::vector<std::string> lines(const Code& code) {
  std::vector<std::string> out;
  for (const Steps& steps : code.threads) {
    std::vector<std::string> texts;
    for (const Step& s : steps) texts.push_back(short_text(s));
    out.push_back(fmt::format("{}", fmt::join(texts, "; ")));
  }
  return out;
}

std::string litmus_text(const Code& code, const Told& told) {
  std::string out = fmt::format("Java {}\n", told.name);
  if (!told.title.empty()) out += fmt::format("\"{}\"\n", told.title);
  if (!told.source.empty()) out += fmt::format("Source={}\n", told.source);
  out += "{";
  for (std::size_t x = 0; x < code.locations; ++x) out += fmt::format(" {}=0;", kLocationNames[x]);
  if (std::ranges::any_of(code.threads, has_lock)) out += " Object m = new Object();";
  out += " }\n";
  for (std::size_t t = 0; t < code.threads.size(); ++t) out += fmt::format("Thread{} {{\n{}}}\n", t, thread_text(code.threads[t]));
  if (!told.clause.empty()) out += told.clause + "\n";
  return out;
}

}  // namespace thinair::space
