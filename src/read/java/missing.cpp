#include "read/java/missing.hpp"

#include <algorithm>
#include <array>

namespace thinair::litmus::java {
namespace {

struct Missing {
  std::string_view name, hint;
};

constexpr std::string_view kLoop =
    "write each round out with if; for a loop that waits, read once and keep what got through: filter (1:r1=1)";
constexpr std::string_view kType = "values are int or boolean";
constexpr std::string_view kThrow = "only division by zero throws; use if";
constexpr std::string_view kSwitch = "use if and else";
constexpr std::string_view kDeclare = "declare shared locations in the init block; threads hold statements only";
constexpr std::string_view kLock =
    "a lock is a location: boolean l = Lock.compareAndSet(0, 1); ... Lock.setVolatile(0); with filter (0:l=true)";
constexpr std::string_view kEnd = "a thread ends with its last statement; put the rest into if or else";

constexpr auto kWords = std::to_array<Missing>({
    {"assert", "write a clause behind the threads: forbidden (0:r1=0), or filter to assume it"},
    {"break", kLoop},
    {"byte", kType},
    {"case", kSwitch},
    {"catch", kThrow},
    {"char", kType},
    {"class", kDeclare},
    {"continue", kLoop},
    {"default", kSwitch},
    {"do", kLoop},
    {"double", kType},
    {"enum", kDeclare},
    {"float", kType},
    {"for", kLoop},
    {"goto", ""},
    {"import", "handles and fences are known without it"},
    {"instanceof", "a reference is an int that you choose; compare it with =="},
    {"long", kType},
    {"new", "an object is a location for each field, and an int other than 0 for the reference to it"},
    {"null", "a reference is an int that you choose, and 0 is null"},
    {"package", kDeclare},
    {"private", kDeclare},
    {"public", kDeclare},
    {"return", kEnd},
    {"short", kType},
    {"static", kDeclare},
    {"switch", kSwitch},
    {"synchronized", kLock},
    {"this", "name the location alone: x for this.x"},
    {"throw", kThrow},
    {"transient", kDeclare},
    {"try", kThrow},
    {"while", kLoop},
});

constexpr std::string_view kLambda = "lambdas are not supported: read, compute, and compareAndSet(old, value), with filter on its success";
constexpr std::string_view kStart = "all threads start together; what happens before that is the init block";
constexpr std::string_view kJoin = "conditions see the state after all threads: name the location there, as in exists (x=1)";

constexpr auto kMethods = std::to_array<Missing>({
    {"accumulateAndGet", kLambda},
    {"acquire", kLock},
    {"getAndAccumulate", kLambda},
    {"getAndUpdate", kLambda},
    {"join", kJoin},
    {"lock", kLock},
    {"notify", "a waiting thread reads a location once and keeps what got through: filter (1:r1=1)"},
    {"notifyAll", "a waiting thread reads a location once and keeps what got through: filter (1:r1=1)"},
    {"onSpinWait", "it has no effect on results: leave it out"},
    {"println", "states show locals and, with locations [x; y], locations"},
    {"sleep", "there is no time: every interleaving is looked at; leave it out"},
    {"start", kStart},
    {"tryLock", kLock},
    {"unlock", kLock},
    {"updateAndGet", kLambda},
    {"wait", "a waiting thread reads a location once and keeps what got through: filter (1:r1=1)"},
    {"yield", "every interleaving is looked at anyway: leave it out"},
});

template <class Table>
std::optional<std::string_view> find(const Table& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &Missing::name);
  return found == table.end() ? std::nullopt : std::optional(found->hint);
}

}  // namespace

std::optional<std::string_view> missing_word(std::string_view word) { return find(kWords, word); }

std::optional<std::string_view> missing_method(std::string_view name) { return find(kMethods, name); }

}  // namespace thinair::litmus::java
