#include "ask/find/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "read/java/sets.hpp"
#include "read/lower.hpp"
#include "support/check.hpp"

namespace thinair::find {
namespace {

struct ModeOf {
  std::string_view read, write;  // methods
  program::SetMask reads, writes;
};
constexpr std::array<ModeOf, 4> kModes{{{"get", "set", read::java::kPlain, read::java::kPlain},
                                        {"getOpaque", "setOpaque", read::java::kOpaque, read::java::kOpaque},
                                        {"getAcquire", "setRelease", read::java::kAcquire, read::java::kRelease},
                                        {"getVolatile", "setVolatile", read::java::kVolatile, read::java::kVolatile}}};

const ModeOf& words(Mode mode) { return kModes[static_cast<std::size_t>(mode)]; }

// The threads that the arrangement makes: each a list of threads of the program, one behind the other.
std::vector<std::vector<std::size_t>> threads_of(const Program& program, const Arrangement& how) {
  std::vector<std::vector<std::size_t>> out;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    if (how.joined && how.joined->second == t) continue;
    out.push_back({t});
    if (how.joined && how.joined->first == t) out.back().push_back(how.joined->second);
  }
  return out;
}

// By thread and access: the number of the register that a read assigns, the constant that a write writes.
std::vector<std::vector<int>> numbers_of(const Program& program, const Space& space) {
  std::vector<std::vector<int>> out;
  std::array<int, 8> constants{};
  int reads = 0;
  for (const Thread& thread : program.threads) {
    out.emplace_back();
    for (const Access& a : thread) {
      if (!a.write)
        out.back().push_back(reads++);
      else if (a.depends == Depends::data)
        out.back().push_back(0);
      else
        out.back().push_back(space.distinct ? ++constants[a.location] : 1);
    }
  }
  return out;
}

}  // namespace

std::string litmus_text(const Program& program, const Space& space, const Arrangement& how, const Told& told) {
  const auto numbers = numbers_of(program, space);
  std::string out = fmt::format("Java {}\n", told.name);
  if (!told.title.empty()) out += fmt::format("\"{}\"\n", told.title);
  if (!told.source.empty()) out += fmt::format("Source={}\n", told.source);
  out += "{";
  for (std::size_t x = 0; x < program.locations(); ++x) out += fmt::format(" {}=0;", kLocationNames[x]);
  out += " }\n";
  const auto threads = threads_of(program, how);
  for (std::size_t t = 0; t < threads.size(); ++t) {
    out += fmt::format("Thread{} {{\n", t);
    for (const std::size_t of : threads[t]) {
      int last = -1;
      for (std::size_t i = 0; i < program.threads[of].size(); ++i) {
        if (how.fence == std::pair(of, i)) out += "  fullFence();\n";
        const Access& a = program.threads[of][i];
        const char name = static_cast<char>(kLocationNames[a.location] - 'a' + 'A');
        if (!a.write) {
          out += fmt::format("  int r{} = {}.{}();\n", numbers[of][i], name, words(a.mode).read);
          last = numbers[of][i];
          continue;
        }
        const std::string value = a.depends == Depends::data ? fmt::format("r{}", last) : fmt::format("{}", numbers[of][i]);
        const std::string write = fmt::format("{}.{}({});", name, words(a.mode).write, value);
        if (a.depends == Depends::if_one || a.depends == Depends::if_not_one)
          out += fmt::format("  if (r{} {} 1) {{ {} }}\n", last, a.depends == Depends::if_one ? "==" : "!=", write);
        else
          out += fmt::format("  {}\n", write);
      }
    }
    out += "}\n";
  }
  if (!told.clause.empty()) out += told.clause + "\n";
  return out;
}

Subject::Subject(const Program& skeleton, const Space& space, const Arrangement& how) {
  Sources sources;
  auto test = read::read_test(sources, sources.add("found.litmus", litmus_text(skeleton, space, how)), nullptr);
  check(test.has_value(), "programs of a space can be read");
  test_ = std::move(*test);
  // Registers in the order of the program, whatever the threads; then, if they count, locations.
  const auto numbers = numbers_of(skeleton, space);
  test_.shown.clear();
  for (std::size_t t = 0; t < skeleton.threads.size(); ++t)
    for (std::size_t i = 0; i < skeleton.threads[t].size(); ++i) {
      if (skeleton.threads[t][i].write) continue;
      const std::string name = fmt::format("r{}", numbers[t][i]);
      const auto at = std::ranges::find(test_.program.registers, name, &program::Register::name);
      check(at != test_.program.registers.end(), "every read has a register");
      test_.shown.push_back({false, static_cast<std::uint32_t>(at - test_.program.registers.begin())});
    }
  if (space.final_values)
    for (std::size_t x = 0; x < skeleton.locations(); ++x) {
      const auto at = std::ranges::find(test_.program.locations, std::string(1, kLocationNames[x]), &program::Location::name);
      check(at != test_.program.locations.end(), "every location is declared");
      test_.shown.push_back({true, static_cast<std::uint32_t>(at - test_.program.locations.begin())});
    }
  places_.resize(skeleton.threads.size());
  const auto threads = threads_of(skeleton, how);
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    std::size_t at = 0;
    const auto& code = test_.program.threads[t].code;
    for (const std::size_t of : threads[t])
      for (std::size_t i = 0; i < skeleton.threads[of].size(); ++i, ++at) {
        while (at < code.size() && !std::holds_alternative<program::Load>(code[at].op) &&
               !std::holds_alternative<program::Store>(code[at].op))
          ++at;
        check(at < code.size(), "every access is an instruction");
        places_[of].push_back({t, at});
      }
  }
}

const program::Test& Subject::with_modes(const Program& program) {
  for (std::size_t t = 0; t < places_.size(); ++t)
    for (std::size_t i = 0; i < places_[t].size(); ++i) {
      const Access& a = program.threads[t][i];
      program::Instr& instr = test_.program.threads[places_[t][i].thread].code[places_[t][i].instruction];
      const ModeOf& mode = words(a.mode);
      if (auto* load = std::get_if<program::Load>(&instr.op)) {
        load->sets = mode.reads;
        instr.operation = mode.read;
      } else {
        std::get<program::Store>(instr.op).sets = mode.writes;
        instr.operation = mode.write;
      }
    }
  return test_;
}

namespace {

std::optional<Mode> mode_of(program::SetMask sets, bool write) {
  for (std::size_t m = 0; m < kModes.size(); ++m)
    if ((write ? kModes[m].writes : kModes[m].reads) == sets) return static_cast<Mode>(m);
  return std::nullopt;
}

std::optional<Thread> thread_of(const program::Program& p, const program::Thread& thread,
                                std::map<program::LocId, std::uint8_t>& locations) {
  Thread out;
  std::optional<program::RegId> last;
  const auto access = [&](program::ExprId address, program::SetMask sets, bool write) {
    const program::Expr& at = p.exprs[address];
    const auto mode = mode_of(sets, write);
    if (at.op != program::Op::address || !mode) return false;
    const auto x = locations.try_emplace(at.index, static_cast<std::uint8_t>(locations.size())).first->second;
    out.push_back({write, x, Depends::no, *mode});
    return true;
  };
  for (const program::Instr& instr : thread.code) {
    if (const auto* load = std::get_if<program::Load>(&instr.op)) {
      if (load->pairing != program::Pairing::none || !access(load->address, load->sets, false)) return std::nullopt;
      last = load->dst;
    } else if (const auto* store = std::get_if<program::Store>(&instr.op)) {
      const program::Expr& value = p.exprs[store->value];
      const bool copies = value.op == program::Op::reg && last && value.index == *last;
      if (store->pairing != program::Pairing::none || (value.op != program::Op::constant && !copies)) return std::nullopt;
      if (!access(store->address, store->sets, true)) return std::nullopt;
      if (copies) out.back().depends = Depends::data;
    } else if (const auto* assign = std::get_if<program::Assign>(&instr.op)) {
      const program::Expr& value = p.exprs[assign->value];
      if (value.op != program::Op::reg || !last || value.index != *last) return std::nullopt;
      last = assign->dst;
    } else {
      return std::nullopt;
    }
  }
  return out;
}

}  // namespace

std::optional<Program> program_of(const program::Test& test) {
  if (test.program.arch != program::Arch::java) return std::nullopt;
  Program out;
  std::map<program::LocId, std::uint8_t> locations;
  for (const program::Thread& thread : test.program.threads) {
    auto read = thread_of(test.program, thread, locations);
    if (!read || thread.on_start || thread.joined) return std::nullopt;
    if (!read->empty()) out.threads.push_back(std::move(*read));
  }
  if (out.threads.empty() || locations.size() > kLocationNames.size()) return std::nullopt;
  return canonical(out);
}

}  // namespace thinair::find
