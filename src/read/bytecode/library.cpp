// What is modelled of the JDK: java.lang.
#include <fmt/format.h>

#include <algorithm>

#include "read/bytecode/text.hpp"
#include "read/bytecode/thread_code.hpp"
#include "read/classfile/opcodes.hpp"
#include "read/java/sets.hpp"

namespace thinair::read::bytecode {

namespace {

constexpr const char* kVague = "the characters of a string that is no constant";
constexpr const char* kVagueHint = "constants are modelled; others only to make messages of";

}  // namespace

bool ThreadCode::library_call(Call& c) {
  return object_call(c) || thread_call(c) || text_call(c) || box_call(c) || lookup_call(c) || buffer_call(c) || handle_call(c) ||
         atomic_call(c) || updater_call(c) || lock_call(c) || stamped_call(c) || latch_call(c) || math_call(c);
}

bool ThreadCode::object_call(Call& c) {
  using SyncAction = Synchronise::Action;
  const ClassInfo& of = world_.find(c.owner);
  const bool throwable = world_.is_subclass(of, world_.find("java/lang/Throwable")) && of.known;
  if (throwable) {
    // Messages and causes play no part.
    if (c.name == "<init>" || c.name == "printStackTrace" || c.name == "addSuppressed" || c.name == "setStackTrace") return true;
    if (c.name == "getMessage" || c.name == "toString" || c.name == "getLocalizedMessage") {
      c.result = opaque_string(c.f, c.s);
      return true;
    }
    if (c.name == "fillInStackTrace" || c.name == "initCause") {
      c.result = c.args[0];
      return true;
    }
  }
  if (c.owner == "java/lang/Object") {
    if (c.name == "<init>" || c.name == "finalize") return true;
    if (c.name == "getClass" && c.args[0].known) {
      c.result = reference(pass_.class_object(pass_.things[known_object(c.args[0])].is->name));
      return true;
    }
    if (c.name == "getClass") {
      const auto& code = c.f.code->instructions;
      const bool dropped = c.f.at + 1 < code.size() && code[c.f.at + 1].opcode == classfile::op_pop;  // javac's null check before o::m
      c.result = dropped ? reference(pass_.class_object("java/lang/Object")) : own_class(c.f, c.s, c.args[0]);
      return true;
    }
    if (c.name == "equals") {
      c.result = comparison(Op::eq, c.args[0], c.args[1]);
      return true;
    }
    if (c.name == "clone" && c.args[0].known && !pass_.things[known_object(c.args[0])].is->element.empty() &&
        pass_.things[known_object(c.args[0])].bytes == 0) {
      const Thing original = pass_.things[known_object(c.args[0])];
      const Val copy = new_array(c.f, c.s, *original.is, number(original.length));
      copy_elements(c.f, c.s, c.args[0], number(0), copy, number(0), number(original.length));
      c.result = copy;
      return true;
    }
    if (c.name == "wait" || c.name == "notify" || c.name == "notifyAll") {
      const bool timed = has_time(c);
      const Val self = c.args[0];
      lock_is_variable(self);
      raise_if(c.f, c.s, negation(has_monitor(c.s, self)), "IllegalMonitorStateException");
      if (self.known && is_held(known_object(self))) {
        if (pass_.shared) pass_.escape(known_object(self));
        if (pass_.shared) throw Again{};
        return true;
      }
      const ExprId base = self.known ? code_.constant(self.value) : code_.reg(c.s.resolved.at(self.expr));
      const SyncAction action = c.name == "wait" ? SyncAction::wait : c.name == "notify" ? SyncAction::notify : SyncAction::notify_all;
      if (action == SyncAction::wait) may_wait(c.f, c.s);
      code_.emit(Synchronise{action, code_.add({Op::monitor, 0, 0, base, 0}), timed}, where(c.f));
      return true;
    }
  }
  if (c.has("java/lang/Class", "desiredAssertionStatus")) {
    c.result = number(pass_.options.assertions ? 1 : 0);
    return true;
  }
  if (c.has("java/util/Objects", "requireNonNull")) {
    c.result = nonnull(c.f, c.s, c.args[0]);
    return true;
  }
  if (c.has("java/lang/System", "arraycopy")) {
    copy_elements(c.f, c.s, c.args[0], c.args[1], c.args[2], c.args[3], c.args[4]);
    return true;
  }
  return enum_call(c);
}

// wait and join with a time; 0 is none.
bool ThreadCode::has_time(Call& c) {
  bool timed = false;
  for (std::size_t i = 1; i < c.args.size(); ++i) {
    if (c.args[i].type == 'A' || !c.args[i].known) refuse(c.f, fmt::format("'{}' with a time that is not known", c.name));
    raise_if(c.f, c.s, comparison(Op::lt, c.args[i], number(0, c.args[i].type)), "IllegalArgumentException");
    timed = timed || c.args[i].value != 0;
  }
  return timed;
}

bool ThreadCode::enum_call(Call& c) {
  if (c.owner != "java/lang/Enum") return false;
  const FieldInfo& ordinal = world_.find(c.owner).fields[0];
  if (c.name == "<init>") {
    const Place at = field_place(c.s, c.args[0], ordinal);
    store(c.f, c.s, at, c.args[2], java::kFinal, "set");
    if (!at.held) code_.emit(Synchronise{Synchronise::Action::freeze, at.address}, where(c.f));
    return true;
  }
  if (c.name != "ordinal" && c.name != "compareTo") return false;
  c.result = load(c.f, c.s, field_place(c.s, c.args[0], ordinal), java::kFinal, "get");
  if (c.name == "compareTo") {
    const Val other = nonnull(c.f, c.s, c.args[1]);
    c.result = operation(Op::sub, c.result, load(c.f, c.s, field_place(c.s, other, ordinal), java::kFinal, "get"), 'I');
  }
  return true;
}

void ThreadCode::copy_elements(Frame& f, State& s, Val from, Val from_at, Val to, Val to_at, Val count) {
  const Val source = nonnull(f, s, from), target = nonnull(f, s, to);
  if (!source.known || !target.known || !from_at.known || !to_at.known || !count.known) refuse(f, "a copy of elements that are not known");
  const Thing& from_array = pass_.things[known_object(source)];
  const Thing& to_array = pass_.things[known_object(target)];
  const std::string element = from_array.is->element;
  const std::string& of = to_array.is->element;
  const bool fits = element == of || (kind_of(element) == 'A' && kind_of(of) == 'A' && !element.empty() && !of.empty() &&
                                      world_.is_subclass(world_.find(class_of(element)), world_.find(class_of(of))));
  if (!fits) refuse(f, "a copy of elements into an array of another type");
  // All or nothing is copied.
  const bool inside = from_at.value >= 0 && to_at.value >= 0 && count.value >= 0 && from_at.value + count.value <= from_array.length &&
                      to_at.value + count.value <= to_array.length;
  if (from_array.bytes == 0 && to_array.bytes == 0 && !inside) {
    raise(f, s, "ArrayIndexOutOfBoundsException");
    throw Stop{};
  }
  std::vector<Val> values;
  for (Value i = 0; i < count.value; ++i)
    values.push_back(load(f, s, element_place(f, s, source, number(from_at.value + i), element), java::kPlain, "get"));
  for (Value i = 0; i < count.value; ++i)
    store(f, s, element_place(f, s, target, number(to_at.value + i), element), values[static_cast<std::size_t>(i)], java::kPlain, "set");
}

bool ThreadCode::thread_call(Call& c) {
  if (c.owner != "java/lang/Thread")
    return c.has("java/util/concurrent/locks/LockSupport", "park") || c.has("java/util/concurrent/locks/LockSupport", "unpark");
  if (c.name == "<init>") {
    Val target = number(0, 'A');
    for (std::size_t i = 0; i < c.types.parameters.size(); ++i)
      if (c.types.parameters[i] == "Ljava/lang/Runnable;") target = c.args[i + 1];
    const FieldInfo& field = *world_.field(world_.find("java/lang/Thread"), "target", false);
    if (!c.args[0].known) refuse(c.f, "a thread that is made in a loop whose end is not known");
    const ObjectId self = known_object(c.args[0]);
    if (is_held(self)) {
      c.s.heap[{self, field.slot}] = target;
      return true;
    }
    if (!target.known) refuse(c.f, "a thread whose Runnable is not known");
    pass_.escape(target.value);
    pass_.frozen[{self, field.slot}] = {'A', target.value};
    return true;
  }
  if (c.name == "start" || c.name == "join" || c.name == "isAlive") {
    if (!c.args[0].known) refuse(c.f, fmt::format("'{}' of a thread that is not known", c.name), "keep it in a local or in a final field");
    const bool timed = has_time(c);
    const ObjectId self = known_object(c.args[0]);
    if (c.name == "start") {
      // What the thread uses of the class waits for the initialiser to end (JLS 12.4.2).
      if (!pass_.in_initialiser.empty())
        refuse(c.f, fmt::format("the initialiser of class {} starts a thread", java_name(pass_.in_initialiser.back()->name)),
               "start it in main");
      pass_.escape(self);
      if (pass_.things[self].local) pass_.dirty = true;
      const FieldInfo& field = *world_.field(world_.find("java/lang/Thread"), "target", false);
      if (const auto target = c.s.heap.find({self, field.slot}); target != c.s.heap.end() && target->second.known)
        pass_.escape(target->second.value);
      start_sharing(c.f, c.s);
      const std::uint32_t thread = pass_.thread_of(self);
      const RegId refused = code_.temporary();
      code_.emit(StartThread{thread, refused}, where(c.f));
      // Only who may be second asks whether the thread was started before.
      const std::string& key = pass_.things[self].key;
      if (++pass_.starts[thread] > 1 || in_loop(c.f)) pass_.learn(pass_.facts.restarted, key);
      if (pass_.facts.restarted.contains(key)) raise_if(c.f, c.s, in_register(refused, 'I'), "IllegalThreadStateException");
      c.s.joined.erase(thread);
      return true;
    }
    const auto thread = pass_.known_thread(self);
    if (!thread) {  // never started, as far as is known
      c.result = number(0);
      return true;
    }
    if (!pass_.shared) return true;  // not started yet
    pass_.add_life(*thread, true);
    pass_.program.threads[*thread].joined = true;
    if (c.name == "join" && !timed) {
      may_wait(c.f, c.s);
      code_.emit(JoinThread{*thread}, where(c.f));
      c.s.joined.insert(*thread);
      return true;
    }
    // A join that does not see the end before its time is over has seen that the thread is alive.
    const RegId alive = code_.temporary();
    code_.emit(IsAlive{alive, *thread}, where(c.f));
    c.result = in_register(alive, 'I');
    return true;
  }
  if (c.name == "sleep" && c.types.parameters[0] == "J")
    raise_if(c.f, c.s, comparison(Op::lt, c.args[0], number(0, 'J')), "IllegalArgumentException");
  if (c.name == "yield" || c.name == "onSpinWait" || c.name == "sleep" || c.name == "setDaemon" || c.name == "setName" ||
      c.name == "setPriority")
    return true;
  if (c.name == "run") {
    // Whether a thread that has ended still has its Runnable is not specified.
    if (c.args[0].known && pass_.known_thread(known_object(c.args[0]))) refuse(c.f, "Thread.run of a thread that is started as well");
    const FieldInfo& field = *world_.field(world_.find("java/lang/Thread"), "target", false);
    const Val target = load(c.f, c.s, field_place(c.s, c.args[0], field), 0, "get");
    if (target.known && target.value != 0) dispatch(c.f, c.s, world_.find("java/lang/Runnable"), "run", "()V", {target});
    if (!target.known) refuse(c.f, "Thread.run of a thread that is not known");
    return true;
  }
  return false;
}

bool ThreadCode::text_call(Call& c) {
  const bool builder = c.owner == "java/lang/StringBuilder" || c.owner == "java/lang/StringBuffer";
  if (c.owner == "java/io/PrintStream" && (c.name.starts_with("print") || c.name == "flush" || c.name == "format")) {
    if (c.types.result != "V") c.result = c.args[0];
    return true;
  }
  if (builder) {
    // Only to make messages of: what it holds is not followed.
    if (c.name == "<init>") return true;
    if (c.name == "append") c.result = c.args[0];
    if (c.name == "toString") c.result = opaque_string(c.f, c.s);
    return c.name == "append" || c.name == "toString";
  }
  if (c.owner != "java/lang/String") return false;
  const auto self = c.args.empty() ? std::nullopt : text_of(c.args[0], "");
  if (c.name == "valueOf" && c.args.size() == 1) {
    const bool same = c.args[0].known && c.args[0].type == 'A' && c.args[0].value != 0 &&
                      pass_.things[known_object(c.args[0])].is == &world_.find(c.owner);
    c.result = same ? c.args[0] : new_string(c.f, c.s, text_of(c.args[0], c.types.parameters[0]));
    return true;
  }
  if (c.name == "intern" && c.args[0].known) {
    if (!self) refuse(c.f, kVague, kVagueHint);
    c.result = reference(pass_.string(*self));
    return true;
  }
  if (c.name == "toString" || c.name == "intern") {
    if (c.name == "intern") constants_only(c.f);
    c.result = c.args[0];
    return true;
  }
  if (c.name == "equals") {
    const bool known = c.args[0].known && c.args[1].known;
    if (is_null(c.args[1]) || (known && c.args[0] == c.args[1])) {
      c.result = number(is_null(c.args[1]) ? 0 : 1);
      return true;
    }
    if (known && pass_.things[known_object(c.args[1])].is != &world_.find(c.owner)) {
      c.result = number(0);
      return true;
    }
    const auto other = text_of(c.args[1], "");
    if (known && self && other) {
      c.result = number(*self == *other ? 1 : 0);
      return true;
    }
    if ((c.args[0].known && !self) || (c.args[1].known && !other)) refuse(c.f, kVague, kVagueHint);
    constants_only(c.f);
    c.result = comparison(Op::eq, c.args[0], c.args[1]);
    return true;
  }
  if (c.name == "length" || c.name == "isEmpty" || c.name == "hashCode") {
    c.result = of_text(c, [&](const std::string& text) -> Value {
      if (std::ranges::any_of(text, [](char at) { return static_cast<unsigned char>(at) >= 0x80; }))
        refuse(c.f, "the characters of a string that is not ASCII");
      if (c.name == "isEmpty") return text.empty() ? 1 : 0;
      if (c.name == "length") return static_cast<Value>(text.size());
      std::uint32_t hash = 0;
      for (const char at : text) hash = 31 * hash + static_cast<unsigned char>(at);
      return static_cast<std::int32_t>(hash);
    });
    return true;
  }
  if (c.name == "<init>") {
    if (c.args.size() == 2 && c.args[0].known && c.types.parameters[0] == "Ljava/lang/String;")
      pass_.things[known_object(c.args[0])].text = text_of(c.args[1], "");
    if (!c.args[0].known || !pass_.things[known_object(c.args[0])].local) pass_.learn(pass_.facts.vague, "java/lang/String");
    return true;
  }
  return false;
}

// Equal constants are one object (JLS 3.10.5). Another string that a reference may be to is not told from them.
void ThreadCode::constants_only(Frame& f) {
  if (!pass_.facts.vague.empty()) refuse(f, kVague, kVagueHint);
}

Val ThreadCode::of_text(Call& c, const std::function<Value(const std::string&)>& of) {
  if (c.args[0].known) {
    const auto text = text_of(c.args[0], "");
    if (!text) refuse(c.f, kVague, kVagueHint);
    return number(of(*text));
  }
  constants_only(c.f);
  Val out = number(0);
  for (const std::string& text : pass_.facts.strings)
    if (const Value value = of(text); value != 0)
      out = operation(Op::add, out, operation(Op::mul, comparison(Op::eq, c.args[0], reference(pass_.string(text))), number(value), 'I'),
                      'I');
  return out;
}

bool ThreadCode::box_call(Call& c) {
  const ClassInfo& of = world_.find(c.owner);
  static const std::map<std::string, std::string> kBoxes = {
      {"java/lang/Integer", "I"}, {"java/lang/Long", "J"},  {"java/lang/Boolean", "Z"}, {"java/lang/Byte", "B"},
      {"java/lang/Short", "S"},   {"java/lang/Float", "F"}, {"java/lang/Double", "D"},  {"java/lang/Character", "C"}};
  const auto box = kBoxes.find(c.owner);
  if (box == kBoxes.end() && c.owner != "java/lang/Number") return false;
  if (c.name == "valueOf" && c.types.parameters.size() == 1 && c.types.parameters[0] == box->second) {
    c.result = boxed(c.f, c.s, c.args[0], box->second);
    return true;
  }
  if (c.name == "<init>" && c.types.parameters.size() == 1 && c.types.parameters[0] == box->second) {
    store(c.f, c.s, field_place(c.s, c.args[0], of.fields[0]), c.args[1], java::kFinal, "set");
    return true;
  }
  if (c.name.ends_with("Value") && c.types.parameters.empty()) {
    c.result = unboxed(c.f, c.s, c.args[0], c.types.result);
    return true;
  }
  if (c.name == "equals" && box != kBoxes.end()) {
    c.result = equal_boxes(c);
    return true;
  }
  if (c.name == "toString") {
    c.result = opaque_string(c.f, c.s);
    return true;
  }
  if (c.name == "compare" && c.args.size() == 2 && (c.types.parameters[0] == "I" || c.types.parameters[0] == "J")) {
    c.result = operation(Op::sub, comparison(Op::gt, c.args[0], c.args[1]), comparison(Op::lt, c.args[0], c.args[1]), 'I');
    return true;
  }
  if (c.name == "sum" && (c.types.result == "I" || c.types.result == "J")) {
    c.result = operation(Op::add, c.args[0], c.args[1], kind_of(c.types.result));
    return true;
  }
  if ((c.name == "floatToRawIntBits" || c.name == "floatToIntBits" || c.name == "intBitsToFloat" || c.name == "doubleToRawLongBits" ||
       c.name == "doubleToLongBits" || c.name == "longBitsToDouble")) {
    c.result = c.args[0];
    c.result.type = kind_of(c.types.result);
    // Of all that are not a number, one pattern stands for them.
    const bool wide = c.types.result == "J";
    const Value infinity = wide ? 0x7ff0000000000000 : 0x7f800000, all = wide ? 0x7fffffffffffffff : 0x7fffffff;
    if (c.name == "floatToIntBits" || c.name == "doubleToLongBits")
      c.result = chosen(
          comparison(Op::gt, operation(Op::bit_and, c.result, number(all, c.result.type), c.result.type), number(infinity, c.result.type)),
          number(infinity | (infinity >> 1 & ~infinity), c.result.type), c.result);
    return true;
  }
  return false;
}

Val ThreadCode::equal_boxes(Call& c) {
  const ClassInfo& of = world_.find(c.owner);
  const FieldInfo& field = of.fields[0];
  const Val other = c.args[1];
  const Val fits = instance_or_null(c.f, c.s, other, of, false);
  if (is_null(fits)) return fits;
  const Val mine = load(c.f, c.s, field_place(c.s, c.args[0], field), java::kFinal, "get");
  if (fits.known) return comparison(Op::eq, mine, load(c.f, c.s, field_place(c.s, other, field), java::kFinal, "get"));
  const RegId result = code_.temporary();
  const Label end = code_.new_label();
  code_.emit(Assign{result, code_.constant(0)}, where(c.f));
  code_.emit(Branch{expr(fits), end, kNoJoin, false}, where(c.f));
  State inside = c.s;
  const Val box = nonnull(c.f, inside, other);
  code_.emit(Assign{result, expr(comparison(Op::eq, mine, load(c.f, inside, field_place(inside, box, field), java::kFinal, "get")))},
             where(c.f));
  code_.place(end);
  return in_register(result, 'I');
}

Val ThreadCode::choose(Frame& f, State& s, Value below) {
  if (!pass_.shared) start_sharing(f, s);
  const RegId reg = code_.temporary();
  const Label end = code_.new_label();
  for (Value v = 0; v + 1 < below; ++v) {
    const Label next = code_.new_label();
    code_.emit(Choice{next}, where(f));
    code_.emit(Assign{reg, code_.constant(v)}, where(f));
    code_.emit(Jump{end}, where(f));
    code_.place(next);
  }
  code_.emit(Assign{reg, code_.constant(below - 1)}, where(f));
  code_.place(end);
  return in_register(reg, 'I');
}

bool ThreadCode::math_call(Call& c) {
  constexpr Value kMostChoices = 16;
  if (c.owner == "java/util/concurrent/ThreadLocalRandom" || c.owner == "java/util/Random") {
    if (c.name == "current") {
      c.result = reference(pass_.only("java/util/concurrent/ThreadLocalRandom"));
      return true;
    }
    if (c.name == "nextInt" && c.args.size() == 2 && c.args[1].known && c.args[1].value > 0 && c.args[1].value <= kMostChoices) {
      c.result = choose(c.f, c.s, c.args[1].value);
      return true;
    }
    if (c.name == "nextBoolean") {
      c.result = choose(c.f, c.s, 2);
      return true;
    }
    return false;
  }
  if (c.owner == "java/lang/Math" && (c.name == "max" || c.name == "min" || c.name == "abs") && c.types.result.size() == 1 &&
      (c.types.result == "I" || c.types.result == "J")) {
    const char type = kind_of(c.types.result);
    if (c.name == "abs")
      c.result = chosen(comparison(Op::lt, c.args[0], number(0, type)), operation(Op::sub, number(0, type), c.args[0], type), c.args[0]);
    else
      c.result = chosen(comparison(c.name == "max" ? Op::gt : Op::lt, c.args[0], c.args[1]), c.args[0], c.args[1]);
    return true;
  }
  if (c.has("java/lang/ref/Reference", "reachabilityFence")) return true;
  if (c.owner == "java/util/concurrent/TimeUnit" && c.name == "sleep") return true;
  return false;
}

}  // namespace thinair::read::bytecode
