// A mode is worth a note if the model's text does not look at it and the model breaks what it promises. The second is tried: each mode has
// a smallest test that shows its promise, and the model judges it.
#include "ask/notes/advisor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "ask/notes/absent.hpp"
#include "ask/notes/looks_at.hpp"
#include "ask/verdict/check.hpp"
#include "language/cat/load.hpp"
#include "language/cat/rejects.hpp"
#include "read/lower.hpp"
#include "support/check.hpp"

namespace thinair::notes {
namespace {

constexpr std::uint64_t kProbeSteps = 200'000;  // hundreds are enough
constexpr std::size_t kLongestPlace = 40;
constexpr std::size_t kMostPlaces = 2;  // that are named; the others are counted

// An access mode or a fence: the event set that tells it, what people call it, and what it promises, as the outcome that it rules out.
struct Mode {
  std::string_view set, word;
  bool fence;
  std::string_view promise;
};

constexpr std::string_view kCoherence =
    "Java promise\n{ x=0; }\nThread0 { X.setOpaque(1); }\nThread1 { int r1 = X.getOpaque(); int r2 = X.getOpaque(); }\n"
    "exists (1:r1=1 /\\ 1:r2=0)\n";
constexpr std::string_view kMessage =
    "Java promise\n{ x=0; y=0; }\nThread0 { X.set(1); Y.setRelease(1); }\nThread1 { int r1 = Y.getAcquire(); int r2 = X.get(); }\n"
    "exists (1:r1=1 /\\ 1:r2=0)\n";
constexpr std::string_view kTotal =
    "Java promise\n{ x=0; y=0; }\nThread0 { X.setVolatile(1); int r1 = Y.getVolatile(); }\nThread1 { Y.setVolatile(1); int r2 = "
    "X.getVolatile(); }\nexists (0:r1=0 /\\ 1:r2=0)\n";
constexpr std::string_view kFullFence =
    "Java promise\n{ x=0; y=0; }\nThread0 { X.setOpaque(1); fullFence(); int r1 = Y.getOpaque(); }\nThread1 { Y.setOpaque(1); fullFence(); "
    "int r2 = X.getOpaque(); }\nexists (0:r1=0 /\\ 1:r2=0)\n";
constexpr std::string_view kHalfFences =
    "Java promise\n{ x=0; y=0; }\nThread0 { X.setOpaque(1); releaseFence(); Y.setOpaque(1); }\nThread1 { int r1 = Y.getOpaque(); "
    "acquireFence(); int r2 = X.getOpaque(); }\nexists (1:r1=1 /\\ 1:r2=0)\n";
constexpr std::string_view kWeakFences =
    "Java promise\n{ x=0; y=0; }\nThread0 { X.setOpaque(1); storeStoreFence(); Y.setOpaque(1); }\nThread1 { int r1 = Y.getOpaque(); "
    "loadLoadFence(); int r2 = X.getOpaque(); }\nexists (1:r1=1 /\\ 1:r2=0)\n";

// Fences first: they are in the sets of accesses, too.
constexpr auto kModes = std::to_array<Mode>({
    {"FULL", "fullFence", true, kFullFence},
    {"ACQF", "acquireFence", true, kHalfFences},
    {"RELF", "releaseFence", true, kHalfFences},
    {"LL", "loadLoadFence", true, kWeakFences},
    {"SS", "storeStoreFence", true, kWeakFences},
    {"V", "volatile", false, kTotal},
    {"ACQ", "acquire", false, kMessage},
    {"REL", "release", false, kMessage},
    {"O", "opaque", false, kCoherence},
});

// What threads do to each other besides accessing memory, and what that promises: one thing, or two.
struct Construct {
  std::string_view word;
  bool (*is)(const program::Instr& instr);
  std::string_view promise, other_promise = {};
};

bool acts_on(const program::Instr& instr, bool freezes) {
  const auto* action = std::get_if<program::Synchronise>(&instr.op);
  return action && (action->action == program::Synchronise::Action::freeze) == freezes;
}

constexpr auto kConstructs = std::to_array<Construct>({
    {"monitors",
     [](const program::Instr& instr) {
       return acts_on(instr, false) && std::get<program::Synchronise>(instr.op).action == program::Synchronise::Action::lock;
     },
     "Java promise\n{ x=0; y=0; Object m = new Object(); }\nThread0 { synchronized (m) { x = 1; y = 1; } }\n"
     "Thread1 { synchronized (m) { int r1 = y; int r2 = x; } }\nexists (1:r1=1 /\\ 1:r2=0)\n",
     "Java promise\n{ x=0; Object m = new Object(); }\nThread0 { synchronized (m) { int r1 = x; x = r1 + 1; } }\n"
     "Thread1 { synchronized (m) { int r2 = x; x = r2 + 1; } }\nexists (0:r1=0 /\\ 1:r2=0)\n"},
    {"the start of threads", [](const program::Instr& instr) { return std::holds_alternative<program::StartThread>(instr.op); },
     "Java promise\n{ x=0; }\nThread0 { x = 1; Thread1.start(); }\nThread1 { int r1 = x; }\nexists (1:r1=0)\n"},
    {"join", [](const program::Instr& instr) { return std::holds_alternative<program::JoinThread>(instr.op); },
     "Java promise\n{ x=0; }\nThread0 { Thread1.join(); int r1 = x; }\nThread1 { x = 1; }\nexists (0:r1=0)\n"},
    {"final fields", [](const program::Instr& instr) { return acts_on(instr, true); },
     "Java promise\nclass C { final int x; C() { x = 1; } }\n{ C p = null; }\nThread0 { p = new C(); }\n"
     "Thread1 { C q = p; int r1 = 1; if (q != null) r1 = q.x; }\nexists (1:r1=0)\n"},
});

const Mode* mode_of(const program::Program& program, program::SetMask sets) {
  for (const Mode& mode : kModes) {
    const auto at = std::ranges::find(program.set_names, mode.set);
    if (at != program.set_names.end() && program::has_set(sets, static_cast<std::size_t>(at - program.set_names.begin()))) return &mode;
  }
  return nullptr;  // plain
}

std::optional<EventKind> event_of(const program::Instr& instr) {
  if (const auto* load = std::get_if<program::Load>(&instr.op)) return EventKind{true, false, false, load->sets};
  if (const auto* store = std::get_if<program::Store>(&instr.op)) return EventKind{false, true, false, store->sets};
  if (const auto* update = std::get_if<program::Update>(&instr.op)) return EventKind{true, true, false, update->sets};
  if (const auto* cas = std::get_if<program::CompareUpdate>(&instr.op)) return EventKind{true, true, false, cas->sets_success};
  if (const auto* fence = std::get_if<program::Fence>(&instr.op)) return EventKind{false, false, true, fence->sets};
  return std::nullopt;
}

struct Use {
  const Mode* mode;
  EventKind event;
  Span where;
};

std::vector<Use> uses_of(const program::Program& program) {
  std::vector<Use> out;
  for (const program::Thread& thread : program.threads)
    for (const program::Instr& instr : thread.code)
      if (const auto event = event_of(instr))
        if (const Mode* mode = mode_of(program, event->sets)) out.push_back({mode, *event, instr.where});
  return out;
}

std::string as_written(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (blank && (out.empty() || out.back() == ' ')) continue;
    out += blank ? ' ' : static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7F ? '?' : c;
  }
  while (out.ends_with(';') || out.ends_with(' ')) out.pop_back();
  if (out.size() > kLongestPlace) out = out.substr(0, kLongestPlace) + "...";
  return out;
}

std::string sentence(const Note& note, std::string_view model, bool fence) {
  std::string places = fmt::format("{} (line {})", note.places[0].text, note.places[0].line);
  const std::size_t n = note.places.size();
  if (n == kMostPlaces) places += fmt::format(" and {} (line {})", note.places[1].text, note.places[1].line);
  if (n > kMostPlaces) places += fmt::format(" and {} more", n - 1);
  const std::string_view effect = fence ? (n == 1 ? "has no effect" : "have no effect") : (n == 1 ? "counts as plain" : "count as plain");
  std::string out = fmt::format("{} does not know {}: {} {}", model, note.unknown, places, effect);
  if (!note.suggestion.empty()) out += fmt::format("; {} does", note.suggestion);
  return out;
}

}  // namespace

struct Advisor::Knowledge {
  std::mutex mutex;
  std::map<std::pair<std::string, EventKind>, bool> looked_at;    // by the model's name
  std::map<std::pair<std::string, std::string_view>, bool> kept;  // by the model's name and the promise
  std::optional<std::vector<problem::Model>> shipped;  // for Java, last names first: of two versions the newer one; those that are
                                                       // for other languages too come last

  bool looks(const problem::Model& model, const program::Program& program, const EventKind& event) {
    const auto [entry, added] = looked_at.try_emplace({model.name(), event}, false);
    if (added) entry->second = looks_at(model, program.set_names, event);
    return entry->second;
  }

  bool keeps(const problem::ConfiguredModel& model, std::string_view promise) {
    const auto [entry, added] = kept.try_emplace({model.model.name(), promise}, false);
    if (added) entry->second = tried(model, promise);
    return entry->second;
  }

  // The first promise of the construct that the model breaks; empty if it keeps them.
  std::string_view broken(const problem::ConfiguredModel& model, const Construct& construct) {
    for (const std::string_view promise : {construct.promise, construct.other_promise})
      if (!promise.empty() && !keeps(model, promise)) return promise;
    return {};
  }

  static bool tried(problem::ConfiguredModel model, std::string_view promise) {
    model.options.verify = false;
    Sources sources;
    const auto test = read::read_test(sources, sources.add("promise", std::string(promise)), nullptr);
    check(test.has_value() && test->clauses.size() == 1, "promises are tests of one clause");
    auto problem = model.problem(*test);
    if (!problem) return false;
    Budget budget(std::nullopt, std::nullopt, kProbeSteps, nullptr);
    const auto checked = verdict::check(*problem, budget);
    return checked && checked->judgements[0].verdict == verdict::Verdict::forbidden;
  }

  const std::vector<problem::Model>& shipped_for(const program::Program& program) {
    if (shipped) return *shipped;
    shipped.emplace();
    for (const cat::ShippedModel& one : cat::shipped_models()) {
      Sources sources;
      auto model = problem::load(sources, one.name, {.include_path = {}, .read_files = false});
      // Machines and their twins are for study: none is suggested.
      if (!model || one.name.ends_with("-axiomatic") || model->kind() == problem::Model::Kind::machine ||
          !model->incompatibilities(program, {}).empty())
        continue;
      const bool shared = model->single().architecture.find(',') != std::string::npos;
      shipped->insert(shared ? shipped->end() : shipped->begin(), std::move(*model));
    }
    std::ranges::stable_partition(*shipped, [](const problem::Model& model) { return model.name() == "java"; });  // speaks of all of it
    return *shipped;
  }

  // A shipped model that keeps the promise; one that judges values out of thin air too, if there is one.
  std::string keeper(const program::Program& program, std::string_view promise) {
    std::string out;
    for (const problem::Model& model : shipped_for(program)) {
      if (!keeps({model, {}}, promise)) continue;
      if (model.kind() == problem::Model::Kind::multi_execution) return model.name();
      if (out.empty()) out = model.name();
    }
    return out;
  }

  // The first shipped model that looks at all that the test uses; if there is none, at what is asked about.
  std::string suggestion(const program::Program& program, const std::vector<Use>& all, const Mode& mode) {
    for (const bool only : {false, true})
      for (const problem::Model& model : shipped_for(program))
        if (std::ranges::all_of(all, [&](const Use& use) { return (only && use.mode != &mode) || looks(model, program, use.event); }))
          return model.name();
    return "";
  }
};

Advisor::Advisor() : knowledge_(std::make_unique<Knowledge>()) {}
Advisor::~Advisor() = default;

std::vector<Note> Advisor::notes(const Sources& sources, const program::Test& test, const problem::ConfiguredModel& model) const {
  if (model.model.kind() == problem::Model::Kind::single_execution && !cat::may_reject(model.model.single()))
    return {{fmt::format("{} has no check: it allows everything", model.model.name()), "", {}, ""}};
  if (test.program.arch == program::Arch::c) return {};
  if (!program::is_language(test.program.arch)) return absent_notes(test.program, model.model);
  const std::vector<Use> uses = uses_of(test.program);
  std::vector<Note> out;
  const std::lock_guard lock(knowledge_->mutex);
  for (const Mode& mode : kModes) {
    Note note;
    note.unknown = mode.word;
    for (const Use& use : uses)
      if (use.mode == &mode && !knowledge_->looks(model.model, test.program, use.event))
        note.places.push_back(
            {as_written(sources.text(use.where)), static_cast<unsigned>(sources.position(use.where.file, use.where.begin).line)});
    if (note.places.empty() || knowledge_->keeps(model, mode.promise)) continue;
    note.suggestion = knowledge_->suggestion(test.program, uses, mode);
    note.text = sentence(note, model.model.name(), mode.fence);
    out.push_back(std::move(note));
  }
  for (const Construct& construct : kConstructs) {
    Note note;
    note.unknown = construct.word;
    for (const program::Thread& thread : test.program.threads)
      for (const program::Instr& instr : thread.code)
        if (construct.is(instr))
          note.places.push_back(
              {as_written(sources.text(instr.where)), static_cast<unsigned>(sources.position(instr.where.file, instr.where.begin).line)});
    if (note.places.empty()) continue;
    const std::string_view broken = knowledge_->broken(model, construct);
    if (broken.empty()) continue;
    note.suggestion = knowledge_->keeper(test.program, broken);
    note.text = sentence(note, model.model.name(), true);
    out.push_back(std::move(note));
  }
  return out;
}

}  // namespace thinair::notes
