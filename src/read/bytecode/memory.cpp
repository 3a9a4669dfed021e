// Variables: in the state of the thread while nobody else can see them, in memory otherwise.
#include <fmt/format.h>

#include "read/bytecode/thread_code.hpp"
#include "read/java/sets.hpp"
#include "support/check.hpp"

namespace thinair::read::bytecode {

using Action = java::Method::Action;

ObjectId ThreadCode::known_object(Val v) const {
  check(v.known, "who asks for an object knows which");
  const auto id = v.type == 'A' ? object_of(pass_.program, v.value) : std::nullopt;
  if (!id) throw wrong("bytecode-malformed", {}, "a number or null stands where code that was verified has an object");
  return *id;
}

bool ThreadCode::is_held(ObjectId id) const { return !pass_.shared || pass_.things[id].local; }

Val ThreadCode::nonnull(Frame& f, State& s, Val v) {
  if (v.type != 'A') throw wrong("bytecode-malformed", where(f), "a number stands where a reference belongs");
  if (v.known) {
    if (v.value != 0) return v;
    raise(f, s, "NullPointerException");
    throw Stop{};
  }
  if (const auto known = s.resolved.find(v.expr); known != s.resolved.end()) return in_register(known->second, 'A');
  const RegId reg = code_.temporary();
  code_.emit(Assign{reg, v.expr}, where(f));
  raise_if(f, s, {'I', false, 0, code_.binary(Op::eq, code_.reg(reg), code_.constant(0))}, "NullPointerException");
  code_.emit(Resolve{reg, {}}, where(f));
  s.resolved[v.expr] = reg;
  const Val out = in_register(reg, 'A');
  s.resolved[out.expr] = reg;
  return out;
}

Place ThreadCode::field_place(State& s, Val object, const FieldInfo& field) {
  Place out;
  out.slot = field.slot;
  out.descriptor = field.descriptor;
  out.pattern = field.of->name + "." + field.name;
  out.is_volatile = field.is_volatile();
  out.sets = field.is_volatile() ? java::kVolatile : field.is_final() ? java::kFinal : java::kPlain;
  out.torn = pass_.facts.torn.contains(out.pattern);
  if (object.known) {
    out.thing = known_object(object);
    out.held = is_held(*out.thing);
    if (pass_.result && *out.thing == *pass_.result && pass_.shared && !pass_.facts.shared_results.contains(field.slot)) {
      out.held = true;
      auto& users = pass_.result_users[field.slot];
      users.insert(thread_);
      if (users.size() > 1 && pass_.facts.shared_results.insert(field.slot).second) pass_.dirty = true;
    }
    if (!out.held) {
      if (out.slot >= pass_.things[*out.thing].parts.size()) throw Again{};
      out.address = code_.address(pass_.things[*out.thing].parts[out.slot]);
      keeps(s, out);
    }
  } else {
    const auto known = s.resolved.find(object.expr);
    check(known != s.resolved.end(), "a reference is resolved before it is followed");
    out.address = code_.add({Op::field, 0, field.slot, code_.reg(known->second), 0});
  }
  return out;
}

Place ThreadCode::static_place(Frame&, State& s, const FieldInfo& field) {
  const bool fresh = pass_.things.size() <= pass_.holder(*field.of) || !s.heap.contains({pass_.holder(*field.of), field.slot});
  const ObjectId holder = pass_.holder(*field.of);
  if (fresh && !pass_.shared) fill_defaults(s, holder);
  Place out = field_place(s, reference(holder), field);
  return out;
}

Place ThreadCode::known_element(State& s, ObjectId array, std::uint32_t index) {
  const Thing& t = pass_.things[array];
  Place out;
  out.thing = array;
  out.slot = index;
  out.descriptor = t.is->element;
  out.pattern = t.is->name;
  out.torn = pass_.facts.torn.contains(out.pattern);
  out.held = is_held(array);
  if (!out.held) {
    if (index >= t.parts.size()) throw Again{};
    out.address = code_.address(t.parts[index]);
    keeps(s, out);
  }
  return out;
}

// The array, then the index, then the bounds (JLS 15.10.4).
Place ThreadCode::element_place(Frame& f, State& s, Val array, Val index, const std::string& descriptor) {
  const Val object = nonnull(f, s, array);
  Place out;
  out.descriptor = descriptor;
  if (object.known) {
    out.thing = known_object(object);
    const Thing t = pass_.things[*out.thing];  // raising an exception makes others
    if (t.bytes != 0) refuse(f, "an access to a byte of an array that is also accessed through a view", "use either bytes or one view");
    const Val length = number(t.length);
    const Val wrong = operation(Op::bit_or, comparison(Op::lt, index, number(0)), comparison(Op::ge, index, length), 'I');
    raise_if(f, s, wrong, "ArrayIndexOutOfBoundsException");
    if (index.known) return known_element(s, *out.thing, static_cast<std::uint32_t>(index.value));
    out.descriptor = t.is->element;
    out.pattern = t.is->name;
    out.torn = pass_.facts.torn.contains(out.pattern);
    out.held = is_held(*out.thing);
    pass_.escape(*out.thing);  // an element that is not known: the array is memory
    if (out.held && pass_.things[*out.thing].local) throw Again{};
    if (out.held) start_sharing(f, s);
    out.held = false;
    out.thing.reset();
  } else {
    if (descriptor == "B" && !pass_.facts.viewed.empty())
      refuse(f, "an element of an array of bytes that is not known, in a program with views of such arrays");
    // References to arrays of this kind only; of objects any.
    out.pattern = descriptor.size() == 1 ? "[" + descriptor : "[A";
    out.torn = (descriptor == "J" || descriptor == "D") && pass_.facts.torn.contains("[" + descriptor);
  }
  const ExprId base = object.known ? code_.constant(object.value) : code_.reg(s.resolved.at(object.expr));
  const ExprId length = code_.add({Op::length, 0, 0, base, 0});
  if (!object.known) {
    const Val wrong{
        'I', false, 0,
        code_.binary(
            Op::bit_or,
            comparison(Op::lt, index, number(0)).known && index.value >= 0 ? code_.constant(0) : expr(comparison(Op::lt, index, number(0))),
            code_.binary(Op::ge, expr(index), length))};
    raise_if(f, s, wrong, "ArrayIndexOutOfBoundsException");
  }
  const RegId at = code_.temporary();
  code_.emit(Assign{at, expr(index)}, where(f));
  code_.emit(Resolve{at, length}, where(f));
  out.address = code_.add({Op::element, 0, 0, base, code_.reg(at)});
  return out;
}

// A class that is initialised early must not depend on when that happens.
void ThreadCode::touch(Frame& f, const Place& at, bool writes) {
  if (!pass_.initialising_from || !at.thing || *at.thing >= *pass_.initialising_from || *at.thing == *pass_.initialising) return;
  const Thing& t = pass_.things[*at.thing];
  const bool final = t.is_holder && t.is->statics[at.slot].is_final();
  const bool constant = !writes && (!pass_.facts.written || pass_.never_written(pass_.variable_key(*at.thing, at.slot), at.pattern));
  if (!final && !constant)
    refuse(f,
           fmt::format("a class may be initialised while threads run, and its initialiser uses the shared variable {}",
                       at.pattern.starts_with('[') ? "of type " + java_name(at.pattern) : java_name(at.pattern)),
           "use the class before the first thread starts");
}

// A variable that only this thread sees before its end.
void ThreadCode::keeps(State& s, Place& at) {
  if (pass_.confined_to(*at.thing, at.slot) == thread_ && s.heap.contains({*at.thing, at.slot})) at.held = at.kept = true;
}

void ThreadCode::accessed(State& s, const Place& at, bool plain, bool written) {
  if (!at.thing) {
    pass_.accesses["*" + at.pattern].plain = false;
    return;
  }
  Accesses& access = pass_.accesses[pass_.variable_key(*at.thing, at.slot)];
  const auto [by, fresh] = access.by.try_emplace(thread_, s.joined);
  if (!fresh) std::erase_if(by->second, [&](std::uint32_t t) { return !s.joined.contains(t); });
  access.plain = access.plain && plain && !at.is_volatile;
  access.written = access.written || written;
  access.pattern = at.pattern;
}

// What other threads see of variables that this one has kept for itself.
void ThreadCode::hand_over(Frame& f, const State& s) {
  for (const auto& [variable, value] : s.heap) {
    const auto [id, slot] = variable;
    if (slot >= kPseudo || !pass_.shared || pass_.confined_to(id, slot) != thread_ || pass_.things[id].local) continue;
    hand_over_one(f, s, id, slot, value);
  }
}

void ThreadCode::hand_over_one(Frame& f, const State& s, ObjectId id, std::uint32_t slot, Val value) {
  const auto told = s.told.find({id, slot});
  if (told == s.told.end() ? value.known && value.value == pass_.initial_value(id, slot).value : told->second == value) return;
  if (value.known && value.type == 'A') pass_.escape(value.value);
  code_.emit(Store{code_.address(pass_.things[id].parts[slot]), expr(value), java::kPlain}, where(f), "set");
}

// If it does, the state at the end shows what its static variables hold here.
void ThreadCode::may_wait(Frame& f, State& s) {
  if (!pass_.shared || pass_.facts.confined.empty()) return;
  for (const auto& [variable, value] : s.heap) {
    const auto [id, slot] = variable;
    if (slot >= kPseudo || !pass_.things[id].is_holder || pass_.confined_to(id, slot) != thread_) continue;
    hand_over_one(f, s, id, slot, value);
    const bool initial = !s.told.contains(variable) && value.known && value.value == pass_.initial_value(id, slot).value;
    if (!initial) s.told[variable] = value;
  }
}

void ThreadCode::begin(State& s) {
  for (ObjectId id = 0; id < pass_.first_shared; ++id) {
    if (pass_.things[id].local) continue;
    for (std::uint32_t slot = 0; slot < pass_.things[id].parts.size(); ++slot)
      if (pass_.confined_to(id, slot) == thread_) {
        const Known value = pass_.initial_value(id, slot);
        s.heap.try_emplace({id, slot}, number(value.value, value.type));
      }
  }
}

void ThreadCode::wrote(const Place& at) {
  if (at.thing)
    pass_.written.insert(pass_.variable_key(*at.thing, at.slot));
  else
    pass_.written.insert("*" + at.pattern);
  if (at.pattern == "[B") pass_.written.insert("*[Z");  // bastore is of both
  // An array of objects whose class is not known.
  if (at.pattern == "[A") pass_.written.insert("*");
}

// An access by an instruction, which may tear a long or double (JLS 17.7), unless nobody else runs any more.
void ThreadCode::plainly(State& s, const Place& at) {
  if (at.held || at.is_volatile || !pass_.options.tearing || (at.descriptor != "J" && at.descriptor != "D")) return;
  if (pass_.facts.torn.contains(at.pattern)) return;
  std::size_t others = pass_.program.threads.size();
  for (const std::uint32_t t : s.joined)
    if (t < pass_.program.threads.size()) --others;
  if (others > 1) pass_.learn(pass_.facts.torn, at.pattern);
}

Val ThreadCode::load(Frame& f, State& s, const Place& from, SetMask sets, std::string_view name) {
  const char type = kind_of(from.descriptor);
  touch(f, from, false);
  if (!from.held || from.kept) accessed(s, from, sets == java::kPlain, false);
  if (from.held) {
    const auto found = s.heap.find({*from.thing, from.slot});
    if (found == s.heap.end()) {  // another thread's
      pass_.escape(*from.thing);
      if (!pass_.dirty) refuse(f, fmt::format("a variable of {} that is not there", pass_.things[*from.thing].key));
      throw Again{};
    }
    return found->second;
  }
  // A read that is not plain orders others in some models, whatever it reads.
  if (from.thing && (sets == java::kPlain || sets == java::kFinal)) {
    if (const auto fixed = pass_.frozen.find({*from.thing, from.slot}); fixed != pass_.frozen.end())
      return number(fixed->second.value, fixed->second.type);
    const std::string key = pass_.variable_key(*from.thing, from.slot);
    if (pass_.never_written(key, from.pattern)) {
      const Location& at = pass_.program.locations[pass_.things[*from.thing].parts[from.slot]];
      const Value value = at.high == kNoAddress ? at.initial : (pass_.program.locations[at.high].initial << 32 | at.initial);
      return number(value, type);
    }
  }
  const RegId dst = code_.temporary();
  pass_.program.registers[dst].type = type == 'A' ? Type::reference : Type::number;
  const Pairing pairing = from.torn && sets != java::kPlain && sets != java::kFinal ? Pairing::whole : Pairing::none;
  code_.emit(Load{dst, from.address, sets, pairing}, where(f), name);
  return in_register(dst, type);
}

void ThreadCode::store(Frame& f, State& s, const Place& to, Val value, SetMask sets, std::string_view name) {
  touch(f, to, true);
  if (to.descriptor.size() == 1 && value.known) value = narrowed(value, to.descriptor[0]);  // javac has narrowed what is not known
  if (!to.held || to.kept) accessed(s, to, sets == java::kPlain, true);
  if (to.held) {
    s.heap[{*to.thing, to.slot}] = value;
    if (to.kept) wrote(to);
    return;
  }
  if (value.known && value.type == 'A') pass_.escape(value.value);
  wrote(to);
  const Pairing pairing = to.torn && sets != java::kPlain && sets != java::kFinal ? Pairing::whole : Pairing::none;
  code_.emit(Store{to.address, expr(value), sets, pairing}, where(f), name);
}

Val ThreadCode::access_held(Frame& f, State& s, const java::Method& m, const Place& at, const std::vector<Val>& arguments) {
  const Val old = load(f, s, at, 0, "");
  const char type = kind_of(at.descriptor);
  switch (m.action) {
    case Action::compare_set:
    case Action::compare_exchange: {
      const Val equal = comparison(Op::eq, old, arguments[0]);
      if (!equal.known || m.weak) {
        // Whether it succeeds is not known: the variable becomes memory.
        if (pass_.things[*at.thing].local) {
          pass_.escape(*at.thing);
          throw Again{};
        }
        refuse(f, "a compare-and-set of which it is not known whether it succeeds, before the first thread starts");
      }
      if (equal.value != 0) store(f, s, at, arguments[1], 0, "");
      return m.action == Action::compare_set ? equal : old;
    }
    default: break;
  }
  const Val operand = m.operand ? number(*m.operand, type) : arguments[0];
  Val next = operand;
  if (m.action == Action::get_add) next = operation(Op::add, old, operand, type);
  if (m.action == Action::get_or) next = operation(Op::bit_or, old, operand, type);
  if (m.action == Action::get_and) next = operation(Op::bit_and, old, operand, type);
  if (m.action == Action::get_xor) next = operation(Op::bit_xor, old, operand, type);
  store(f, s, at, next, 0, "");
  return m.gives_new ? next : old;
}

// An access method of a VarHandle, an Atomic or an updater.
Val ThreadCode::access(Frame& f, State& s, const java::Method& m, const Place& at, const std::vector<Val>& arguments, bool) {
  const char type = kind_of(at.descriptor);
  if (m.action == Action::get) return load(f, s, at, m.sets, m.same_as);
  if (m.action == Action::set) {
    store(f, s, at, arguments[0], m.sets, m.same_as);
    return {};
  }
  const bool compares = m.action == Action::compare_set || m.action == Action::compare_exchange;
  if (type == 'A' && compares && !is_null(arguments[0])) {
    const Val now = at.held ? load(f, s, at, m.sets, "") : Val{'A', false};
    if (!is_null(now)) compare_boxes(f, now, arguments[0]);
  }
  if (at.held && !at.kept) return access_held(f, s, m, at, arguments);
  accessed(s, at, false, true);
  if (at.kept) throw Again{};  // it is not confined after all
  touch(f, at, true);
  if (at.torn)
    refuse(f, fmt::format("'{}' of a long or double that plain accesses race on", m.name),
           "plain accesses may tear it: declare it volatile, or use access methods only");
  if (type == 'F' || type == 'D') {
    if (m.action != Action::get_set && m.action != Action::compare_set && m.action != Action::compare_exchange)
      refuse(f, fmt::format("'{}' of a floating number", m.name));
  }
  for (const Val& v : arguments)
    if (v.known && v.type == 'A') pass_.escape(v.value);
  wrote(at);
  const RegId dst = code_.temporary();
  if (type == 'A') pass_.program.registers[dst].type = Type::reference;
  if (compares) {
    const RegId success = code_.temporary();
    code_.emit(CompareUpdate{dst, success, at.address, expr(arguments[0]), expr(arguments[1]), m.sets, m.sets_failure, m.weak}, where(f),
               m.same_as);
    return m.action == Action::compare_set ? in_register(success, 'I') : in_register(dst, type);
  }
  const Val old = in_register(dst, type);
  const Val operand = m.operand ? number(*m.operand, type) : arguments[0];
  const auto updated = [&](Val before) {
    switch (m.action) {
      case Action::get_add: return operation(Op::add, before, operand, type);
      case Action::get_or: return operation(Op::bit_or, before, operand, type);
      case Action::get_and: return operation(Op::bit_and, before, operand, type);
      case Action::get_xor: return operation(Op::bit_xor, before, operand, type);
      default: return operand;
    }
  };
  Val next = updated(old);
  if (m.action == Action::get_add && at.descriptor.size() == 1) next = narrowed(next, at.descriptor[0]);
  code_.emit(Update{dst, at.address, expr(next), m.sets}, where(f), m.same_as);
  if (!m.gives_new) return old;
  const RegId after = code_.temporary();
  code_.emit(Assign{after, expr(next)}, where(f));
  return in_register(after, type);
}

}  // namespace thinair::read::bytecode
