// What is modelled of the JDK: locks, latches and semaphores, by what their documentation says they synchronise.
//
// A lock is a volatile variable that is updated. Whoever has to wait reads it again and again, which events/unfold knows to be waiting.
// A ReentrantLock on which nobody calls tryLock, and whose monitor nobody uses, is a monitor. How often a thread holds a lock is known to
// the thread alone.
#include <fmt/format.h>

#include "read/bytecode/thread_code.hpp"
#include "read/java/sets.hpp"

namespace thinair::read::bytecode {
namespace {

constexpr Value kMostPermits = 1 << 20;  // so that there is no overflow, which is an Error
constexpr std::string_view kLocks = "java/util/concurrent/locks/";
constexpr std::string_view kReentrant = "java/util/concurrent/locks/ReentrantLock";

}  // namespace

Place ThreadCode::state_of(Frame& f, State& s, Val lock) {
  const Val object = nonnull(f, s, lock);
  if (!object.known) refuse(f, "a lock that is not known", "keep it in a final field");
  return field_place(s, object, pass_.things[known_object(object)].is->fields[0]);
}

Val ThreadCode::spin(Frame& f, State& s, const Place& at, const Function& possible, const Function& next) {
  const char type = kind_of(at.descriptor);
  if (at.held) {
    const Val old = load(f, s, at, 0, "");
    const Val can = possible(old);
    if (!can.known || can.value == 0) refuse(f, "a thread waits before the first thread starts");
    store(f, s, at, next(old), 0, "");
    return old;
  }
  wrote(at);
  may_wait(f, s);
  s.resolved.clear();
  const Label head = code_.new_label();
  code_.place(head);
  const RegId old = code_.temporary(), read = code_.temporary(), success = code_.temporary();
  code_.emit(Load{old, at.address, java::kVolatile}, where(f), "getVolatile");
  const Val before = in_register(old, type);
  const Label taken = code_.new_label(), again = code_.new_label(), go = code_.new_label();
  code_.emit(Branch{expr(possible(before)), again, kNoJoin, false}, where(f));
  code_.emit(Jump{go}, where(f));
  code_.place(again);
  code_.emit(Jump{head}, where(f));
  code_.place(go);
  code_.emit(CompareUpdate{read, success, at.address, before.expr, expr(next(before)), java::kVolatile, java::kVolatile, false}, where(f),
             "compareAndSet");
  code_.emit(Branch{code_.unary(Op::log_not, code_.reg(success)), taken, kNoJoin, false}, where(f));
  code_.emit(Jump{head}, where(f));
  code_.place(taken);
  return before;
}

std::pair<Val, Val> ThreadCode::attempt(Frame& f, State& s, const Place& at, const Function& possible, const Function& next) {
  const char type = kind_of(at.descriptor);
  if (at.held) {
    const Val old = load(f, s, at, 0, "");
    const Val can = possible(old);
    if (!can.known) refuse(f, "a lock whose state is not known before the first thread starts");
    if (can.value != 0) store(f, s, at, next(old), 0, "");
    return {can, old};
  }
  wrote(at);
  const RegId old = code_.temporary(), read = code_.temporary(), success = code_.temporary(), result = code_.temporary();
  const Label head = code_.new_label(), end = code_.new_label(), again = code_.new_label();
  code_.emit(Assign{result, code_.constant(0)}, where(f));
  code_.place(head);
  code_.emit(Load{old, at.address, java::kVolatile}, where(f), "getVolatile");
  const Val before = in_register(old, type);
  code_.emit(Branch{expr(possible(before)), end, kNoJoin, false}, where(f));
  code_.emit(CompareUpdate{read, success, at.address, before.expr, expr(next(before)), java::kVolatile, java::kVolatile, false}, where(f),
             "compareAndSet");
  // Another thread came between. That is no reason to fail: others may have left enough permits, or are readers as well.
  code_.emit(Branch{code_.reg(success), again, kNoJoin, false}, where(f));
  code_.emit(Assign{result, code_.constant(1)}, where(f));
  code_.emit(Jump{end}, where(f));
  code_.place(again);
  code_.emit(Jump{head}, where(f));
  code_.place(end);
  return {in_register(result, 'I'), before};
}

Val& ThreadCode::holds(State& s, ObjectId lock, bool shared) {
  Val& count = s.heap.try_emplace({lock, kPseudo + (shared ? 1 : 0)}, number(0)).first->second;
  count = known_count(s, count);
  return count;
}

bool ThreadCode::is_monitor(ObjectId lock) const {
  const Thing& t = pass_.things[lock];
  return t.is->name == kReentrant && !pass_.facts.tried.contains(t.key) && !pass_.facts.tried.contains("*");
}

void ThreadCode::lock_is_variable(Val object) {
  if (object.known) {
    const Thing& t = pass_.things[known_object(object)];
    if (t.is->name == kReentrant) pass_.learn(pass_.facts.tried, t.key);
  } else if (pass_.facts.made.contains(std::string(kReentrant))) {
    pass_.learn(pass_.facts.tried, "*");
  }
}

// A ReentrantLock is 1 if it is held, or 0. A ReadWriteLock has twice the number of its readers, and 1 more if a writer holds it, who may
// become a reader as well.
void ThreadCode::take(Frame& f, State& s, ObjectId lock, bool shared) {
  Val& count = holds(s, lock, shared);
  if (!count.known) refuse(f, "a lock of which it is not known whether the thread holds it");
  const bool again = count.value > 0;
  count = operation(Op::add, count, number(1), 'I');
  if (again) return;
  if (is_monitor(lock)) return take_monitor(f, s, reference(lock), true);
  const Place at = state_of(f, s, reference(lock));
  if (!shared) {
    spin(
        f, s, at, [&](Val v) { return comparison(Op::eq, v, number(0)); }, [&](Val) { return number(1); });
    return;
  }
  if (writes(f, s, lock)) {
    access(f, s, method_named("getAndAdd"), at, {number(2)});
    return;
  }
  spin(
      f, s, at, [&](Val v) { return no_writer(v); }, [&](Val v) { return operation(Op::add, v, number(2), 'I'); });
}

bool ThreadCode::writes(Frame& f, State& s, ObjectId lock) {
  const Val count = holds(s, lock, false);
  if (!count.known) refuse(f, "a lock of which it is not known whether the thread holds it");
  return count.value > 0;
}

Val ThreadCode::no_writer(Val v) { return comparison(Op::eq, operation(Op::bit_and, v, number(1), 'I'), number(0)); }

void ThreadCode::take_locks(Frame& f, State& s) {
  for (const auto& [variable, count] : s.heap) {
    const auto [id, slot] = variable;
    if (slot != kPseudo || !is_monitor(id) || (count.known && count.value == 0)) continue;
    if (!count.known) refuse(f, "a lock of which it is not known whether the thread holds it");
    take_monitor(f, s, reference(id), true);
  }
}

void ThreadCode::release(Frame& f, State& s, ObjectId lock, bool shared) {
  Val& count = holds(s, lock, shared);
  const Val none = comparison(Op::eq, count, number(0));
  raise_if(f, s, none, "IllegalMonitorStateException");
  count = count.known ? operation(Op::sub, count, number(1), 'I') : number(0);
  if (count.value > 0) return;
  if (is_monitor(lock)) return take_monitor(f, s, reference(lock), false);
  const Place at = state_of(f, s, reference(lock));
  if (shared) {
    access(f, s, method_named("getAndAdd"), at, {number(-2)});
    return;
  }
  const Val reads = holds(s, lock, true);  // of this thread: there are no others
  if (!reads.known) refuse(f, "a lock of which it is not known whether the thread holds it");
  access(f, s, method_named("setVolatile"), at, {number(reads.value > 0 ? 2 : 0)});
}

Val ThreadCode::try_to_take(Frame& f, State& s, ObjectId lock, bool shared) {
  if (pass_.facts.tried.insert(pass_.things[lock].key).second) {
    pass_.dirty = true;
    throw Again{};
  }
  const Val count = holds(s, lock, shared);
  if (!count.known) refuse(f, "a lock of which it is not known whether the thread holds it");
  if (count.value > 0 || (shared && writes(f, s, lock))) {
    if (count.value > 0)
      holds(s, lock, shared) = operation(Op::add, count, number(1), 'I');
    else
      take(f, s, lock, shared);
    return number(1);
  }
  const Place at = state_of(f, s, reference(lock));
  const Val done = shared ? attempt(
                                f, s, at, [&](Val v) { return no_writer(v); }, [&](Val v) { return operation(Op::add, v, number(2), 'I'); })
                                .first
                          : attempt(
                                f, s, at, [&](Val v) { return comparison(Op::eq, v, number(0)); }, [&](Val) { return number(1); })
                                .first;
  holds(s, lock, shared) = done;
  return done;
}

bool ThreadCode::lock_call(Call& c) {
  if (!c.owner.starts_with(kLocks) || c.owner.ends_with("StampedLock") || c.owner.ends_with("LockSupport")) return false;
  const std::string name = c.owner.substr(kLocks.size());
  if (c.name == "<init>")
    return name == "ReentrantLock" || name == "ReentrantReadWriteLock";  // fair or not: no difference in what is possible
  const Val self = nonnull(c.f, c.s, c.args[0]);
  if (!self.known) refuse(c.f, "a lock that is not known", "keep it in a final field");
  const ObjectId id = known_object(self);
  if (name == "ReentrantReadWriteLock" && (c.name == "readLock" || c.name == "writeLock")) {
    c.result = reference(pass_.part_of(id, c.name == "readLock"));
    return true;
  }
  const ObjectId lock = pass_.things[id].parent.value_or(id);
  const bool shared = pass_.things[id].is->name.ends_with("$ReadLock");
  if (pass_.things[lock].is->fields.empty()) return false;
  if (c.name == "lock" || c.name == "lockInterruptibly") {
    take(c.f, c.s, lock, shared);
    return true;
  }
  if (c.name == "unlock") {
    release(c.f, c.s, lock, shared);
    return true;
  }
  // With a time: who gives up has seen that the lock was taken, and who gets it later could have come later.
  if (c.name == "tryLock") {
    c.result = try_to_take(c.f, c.s, lock, shared);
    return true;
  }
  return false;
}

// As its documentation and its code have it: a version, a bit for the writer, and a count of readers, in one volatile variable.
bool ThreadCode::stamped_call(Call& c) {
  if (!c.owner.ends_with("locks/StampedLock")) return false;
  constexpr Value kWriter = 128, kReaders = 127, kAny = 255, kVersion = ~kReaders, kOrigin = 256;
  if (c.name == "<init>") {
    const Place at = state_of(c.f, c.s, c.args[0]);
    store(c.f, c.s, at, number(kOrigin, 'J'), java::kVolatile, "setVolatile");
    return true;
  }
  const Place at = state_of(c.f, c.s, c.args[0]);
  const auto masked = [&](Val v, Value mask) { return operation(Op::bit_and, v, number(mask, 'J'), 'J'); };
  const auto plus = [&](Val v, Value n) { return operation(Op::add, v, number(n, 'J'), 'J'); };
  const Function is_free = [&](Val v) { return comparison(Op::eq, masked(v, kAny), number(0, 'J')); };
  const Function no_writer = [&](Val v) { return comparison(Op::eq, masked(v, kWriter), number(0, 'J')); };
  const Function add_writer = [&](Val v) { return plus(v, kWriter); };
  const Function add_reader = [&](Val v) { return plus(v, 1); };
  // So that a reader who sees what the writer does next does not validate: the other half of the fence in validate().
  const auto fence_writer = [&] {
    if (!at.held) code_.emit(Fence{method_named("storeStoreFence").sets}, where(c.f), "storeStoreFence");
  };
  const auto stamped = [&](Val done, Val stamp) {
    if (done.known) return done.value != 0 ? stamp : number(0, 'J');
    Val factor = done;
    factor.type = 'J';
    return operation(Op::mul, factor, stamp, 'J');
  };
  if (c.name == "writeLock" || c.name == "writeLockInterruptibly") {
    c.result = plus(spin(c.f, c.s, at, is_free, add_writer), kWriter);
    fence_writer();
    return true;
  }
  if (c.name == "readLock" || c.name == "readLockInterruptibly") {
    c.result = plus(spin(c.f, c.s, at, no_writer, add_reader), 1);
    return true;
  }
  if (c.name == "tryWriteLock" || c.name == "tryReadLock") {
    const bool write = c.name == "tryWriteLock";
    const auto [done, before] = attempt(c.f, c.s, at, write ? is_free : no_writer, write ? add_writer : add_reader);
    c.result = stamped(done, plus(before, write ? kWriter : 1));
    if (write) fence_writer();
    return true;
  }
  if (c.name == "tryOptimisticRead") {
    const Val now = load(c.f, c.s, at, java::kVolatile, "getVolatile");
    c.result = stamped(no_writer(now), masked(now, kVersion));
    return true;
  }
  if (c.name == "validate") {
    if (!at.held) code_.emit(Fence{method_named("acquireFence").sets}, where(c.f), "acquireFence");
    const Val now = load(c.f, c.s, at, java::kVolatile, "getVolatile");
    c.result = comparison(Op::eq, masked(c.args[1], kVersion), masked(now, kVersion));
    return true;
  }
  if (c.name == "unlockWrite") {
    const Val now = load(c.f, c.s, at, java::kVolatile, "getVolatile");
    const Val mine = operation(Op::bit_and, comparison(Op::eq, now, c.args[1]), negation(no_writer(c.args[1])), 'I');
    raise_if(c.f, c.s, negation(mine), "IllegalMonitorStateException");
    store(c.f, c.s, at, plus(now, kWriter), java::kVolatile, "setVolatile");
    return true;
  }
  if (c.name == "unlockRead") {
    const auto has_reader = [&](Val v) { return negation(comparison(Op::eq, masked(v, kReaders), number(0, 'J'))); };
    raise_if(c.f, c.s, negation(has_reader(c.args[1])), "IllegalMonitorStateException");
    const Function mine = [&](Val v) {
      return operation(Op::bit_and, comparison(Op::eq, masked(v, kVersion), masked(c.args[1], kVersion)), has_reader(v), 'I');
    };
    const Val done = attempt(c.f, c.s, at, mine, [&](Val v) { return plus(v, -1); }).first;
    raise_if(c.f, c.s, negation(done), "IllegalMonitorStateException");
    return true;
  }
  if (c.name == "isWriteLocked" || c.name == "isReadLocked") {
    const Val now = load(c.f, c.s, at, java::kVolatile, "getVolatile");
    c.result = negation(c.name == "isWriteLocked" ? no_writer(now) : comparison(Op::eq, masked(now, kReaders), number(0, 'J')));
    return true;
  }
  return false;
}

bool ThreadCode::latch_call(Call& c) {
  const bool latch = c.owner == "java/util/concurrent/CountDownLatch", semaphore = c.owner == "java/util/concurrent/Semaphore";
  if (!latch && !semaphore) return false;
  const Place at = state_of(c.f, c.s, c.args[0]);
  if (c.name == "<init>") {
    if (latch) raise_if(c.f, c.s, comparison(Op::lt, c.args[1], number(0)), "IllegalArgumentException");
    if (semaphore && (!c.args[1].known || c.args[1].value > kMostPermits))
      refuse(c.f, "a Semaphore whose permits are not known, or more than a million");
    store(c.f, c.s, at, c.args[1], java::kVolatile, "setVolatile");
    return true;
  }
  const auto below = [&](Val n) { return Function([this, n](Val v) { return operation(Op::sub, v, n, 'I'); }); };
  if (latch) {
    if (c.name == "getCount") {
      c.result = converted(c.f, load(c.f, c.s, at, java::kVolatile, "getVolatile"), "I", "J");
      return true;
    }
    if (c.name == "countDown") {
      // At zero it does nothing but look.
      attempt(
          c.f, c.s, at, [&](Val v) { return comparison(Op::gt, v, number(0)); }, below(number(1)));
      return true;
    }
    if (c.name == "await" && c.args.size() > 1) {
      c.result = comparison(Op::eq, load(c.f, c.s, at, java::kVolatile, "getVolatile"), number(0));
      return true;
    }
    if (c.name == "await") {
      if (at.held) {
        const Val now = load(c.f, c.s, at, 0, "");
        if (!now.known || now.value != 0) refuse(c.f, "a thread waits before the first thread starts");
        return true;
      }
      may_wait(c.f, c.s);
      const Label head = code_.new_label(), end = code_.new_label();
      code_.place(head);
      const Val now = load(c.f, c.s, at, java::kVolatile, "getVolatile");
      code_.emit(Branch{expr(comparison(Op::ne, now, number(0))), end, kNoJoin, false}, where(c.f));
      code_.emit(Jump{head}, where(c.f));
      code_.place(end);
      return true;
    }
    return false;
  }
  const Val n = c.args.size() > 1 && c.types.parameters[0] == "I" ? c.args[1] : number(1);
  const Function enough = [&](Val v) { return comparison(Op::ge, v, n); };
  if (c.name == "release" || c.name.starts_with("acquire") || c.name == "tryAcquire")
    raise_if(c.f, c.s, comparison(Op::lt, n, number(0)), "IllegalArgumentException");
  if (c.name == "acquire" || c.name == "acquireUninterruptibly") {
    spin(c.f, c.s, at, enough, below(n));
    return true;
  }
  if (c.name == "release") {
    access(c.f, c.s, method_named("getAndAdd"), at, {n});
    return true;
  }
  if (c.name == "tryAcquire") {
    c.result = attempt(c.f, c.s, at, enough, below(n)).first;
    return true;
  }
  if (c.name == "availablePermits") {
    c.result = load(c.f, c.s, at, java::kVolatile, "getVolatile");
    return true;
  }
  return false;
}

}  // namespace thinair::read::bytecode
