#include "read/java/missing.hpp"

#include <algorithm>
#include <array>

namespace thinair::litmus::java {
namespace {

struct Missing {
  std::string_view name, hint;
};

constexpr std::string_view kDeclare = "declare shared locations in the init block, classes before it; threads hold statements only";
constexpr std::string_view kLock = "use synchronized (m) { ... }, or a spin lock: while (!L.compareAndSet(0, 1)) ; ... L.setRelease(0);";
constexpr std::string_view kInterrupt = "threads are never interrupted here";
constexpr std::string_view kLambda = "lambdas are not supported: read, compute, and compareAndSet(old, value) in a loop until it succeeds";

constexpr auto kWords = std::to_array<Missing>({
    {"enum", kDeclare},
    {"goto", ""},
    {"import", "handles and fences are known without it"},
    {"package", kDeclare},
    {"private", kDeclare},
    {"public", kDeclare},
    {"static", kDeclare},
    {"transient", kDeclare},
});

constexpr std::string_view kChoice = "write it out, as in a > b ? a : b";

constexpr auto kMethods = std::to_array<Missing>({
    {"abs", kChoice},
    {"acquire", kLock},
    {"currentThread", "a thread is named Thread1, as in Thread1.join()"},
    {"equals", "objects are compared with ==; two equal strings are one object here"},
    {"getClass", "ask with instanceof"},
    {"hashCode", "objects are compared with =="},
    {"interrupt", kInterrupt},
    {"interrupted", kInterrupt},
    {"isInterrupted", kInterrupt},
    {"lock", kLock},
    {"max", kChoice},
    {"min", kChoice},
    {"tryLock", kLock},
    {"unlock", kLock},
});

constexpr auto kTakeLambdas = std::to_array<Missing>({
    {"accumulateAndGet", kLambda},
    {"getAndAccumulate", kLambda},
    {"getAndUpdate", kLambda},
    {"updateAndGet", kLambda},
});

template <class Table>
std::optional<std::string_view> find(const Table& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &Missing::name);
  return found == table.end() ? std::nullopt : std::optional(found->hint);
}

}  // namespace

std::optional<std::string_view> missing_word(std::string_view word) { return find(kWords, word); }

std::optional<std::string_view> missing_method(std::string_view name) { return find(kMethods, name); }

std::optional<std::string_view> lambda_method(std::string_view name) { return find(kTakeLambdas, name); }

}  // namespace thinair::litmus::java
