#include "space/reduce.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace thinair::space {
namespace {

// Where the read is that an access names by how many reads there are between.
std::optional<std::size_t> read_named(const Thread& thread, std::size_t at, std::size_t between) {
  for (std::size_t i = at; i-- > 0;)
    if (thread[i].reads() && between-- == 0) return i;
  return std::nullopt;
}

std::uint8_t reads_between(const Thread& thread, std::size_t read, std::size_t at) {
  return static_cast<std::uint8_t>(std::count_if(thread.begin() + static_cast<std::ptrdiff_t>(read) + 1,
                                                 thread.begin() + static_cast<std::ptrdiff_t>(at),
                                                 [](const Access& a) { return a.reads(); }));
}

void drop_guard(Access& a) {
  a.guard = Guard::always;
  a.guarded_by = 0;
}
void drop_copy(Access& a) {
  a.copies = false;
  a.copied = 0;
}

// The end of the block that begins before `at`.
std::size_t end_of_block(const Thread& thread, std::size_t at) {
  while (!thread[at].unlocks) ++at;
  return at;
}

// What depends on the access depends on nothing then. What stands around it (a fence, the ends of a block) stands around what is left.
Thread without(const Thread& thread, std::size_t at) {
  Thread out = thread;
  out.erase(out.begin() + static_cast<std::ptrdiff_t>(at));
  const auto moved = [&](std::size_t i) { return i < at ? i : i - 1; };
  for (std::size_t i = at + 1; i < thread.size(); ++i) {
    const Access& old = thread[i];
    Access& a = out[i - 1];
    if (old.guard != Guard::always) {
      const auto read = read_named(thread, i, old.guarded_by);
      if (!read || *read == at)
        drop_guard(a);
      else
        a.guarded_by = reads_between(out, moved(*read), i - 1);
    }
    if (old.copies) {
      const auto read = read_named(thread, i, old.copied);
      if (!read || *read == at)
        drop_copy(a);
      else
        a.copied = reads_between(out, moved(*read), i - 1);
    }
  }
  const Access& gone = thread[at];
  if (at < out.size() && at > 0 && out[at].fence == Fence::none) out[at].fence = gone.fence;
  if (at == 0 && !out.empty()) out[0].fence = Fence::none;  // a fence stands between two accesses
  if (gone.locks != gone.unlocks) {
    if (gone.locks) out[at].locks = true;
    if (gone.unlocks) out[at - 1].unlocks = true;
  }
  return out;
}

// The strongest modes that are weaker, of those that the space has.
std::vector<Mode> next_weaker(const std::vector<Mode>& modes, Mode than) {
  std::vector<Mode> out;
  for (const Mode mode : modes)
    if (weaker(mode, than) && std::ranges::none_of(modes, [&](Mode m) { return weaker(mode, m) && weaker(m, than); })) out.push_back(mode);
  return out;
}

// Locations are numbered without gaps; a thread without accesses is none.
bool tidy(Program& program, std::size_t context) {
  std::erase_if(program.threads, [](const Thread& thread) { return thread.empty(); });
  if (program.threads.size() <= context) return false;
  std::set<std::uint8_t> used;
  for (const Thread& thread : program.threads)
    for (const Access& a : thread) used.insert(a.location);
  for (Thread& thread : program.threads)
    for (Access& a : thread) a.location = static_cast<std::uint8_t>(std::distance(used.begin(), used.find(a.location)));
  return true;
}

class Reducer {
 public:
  Reducer(const Program& program, const Space& space) : program_(program), space_(space) {}

  std::vector<Program> run() {
    const std::size_t own = program_.threads.size() - space_.context.size();
    for (std::size_t t = 0; t < own; ++t)
      for (std::size_t i = 0; i < program_.threads[t].size(); ++i) reduce(t, i);
    if (space_.by_location) weaken_locations(own);
    return std::move(out_);
  }

 private:
  void reduce(std::size_t t, std::size_t i) {
    const Thread& thread = program_.threads[t];
    const Access& a = thread[i];
    {
      Program less = program_;
      less.threads[t] = without(thread, i);
      add(std::move(less));
    }
    const auto changed = [&](auto change) {
      Program less = program_;
      change(less.threads[t]);
      add(std::move(less));
    };
    if (a.guard != Guard::always) changed([&](Thread& at) { drop_guard(at[i]); });
    if (a.copies) changed([&](Thread& at) { drop_copy(at[i]); });
    if (a.fence != Fence::none) changed([&](Thread& at) { at[i].fence = Fence::none; });
    if (a.locks)
      changed([&](Thread& at) {
        at[end_of_block(at, i)].unlocks = false;
        at[i].locks = false;
      });
    if (!space_.by_location)
      for (const Mode mode : next_weaker(space_.modes(a.act), a.mode)) changed([&](Thread& at) { at[i].mode = mode; });
  }

  void weaken_locations(std::size_t own) {
    for (std::size_t x = 0; x < program_.locations(); ++x)
      for (const Mode mode : space_.reads) {
        Program less = program_;
        bool weakened = false;
        for (std::size_t t = 0; t < own; ++t)
          for (Access& a : less.threads[t])
            if (a.location == x && weaker(mode, a.mode)) {
              a.mode = mode;
              weakened = true;
            }
        if (weakened) add(std::move(less));
      }
  }

  void add(Program less) {
    if (!tidy(less, space_.context.size())) return;
    if (space_.context.empty()) less = canonical(less);
    if (seen_.insert(less).second) out_.push_back(std::move(less));
  }

  const Program& program_;
  const Space& space_;
  std::set<Program> seen_;
  std::vector<Program> out_;
};

}  // namespace

std::vector<Program> reductions(const Program& program, const Space& space) { return Reducer(program, space).run(); }

}  // namespace thinair::space
