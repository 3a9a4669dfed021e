// New objects, types, monitors, the initialisation of classes, and the moment when others begin to see what a thread has made.
#include <fmt/format.h>

#include <algorithm>

#include "read/bytecode/thread_code.hpp"
#include "read/java/sets.hpp"

namespace thinair::read::bytecode {
namespace {

constexpr Value kLongestArray = 1024;
constexpr Value kLongestShared = 64;

}  // namespace

// Names the place for objects that are made there: the calls that lead to it, and the turns of loops that are written out.
std::string ThreadCode::site(const Frame& f) const { return fmt::format("{}{}:{}", f.path, f.region ? f.region->tag : "", f.at); }

bool ThreadCode::in_loop(const Frame& f) const {
  if (f.looping) return true;
  for (const Region* r = f.region; r; r = r->outer)
    if (r->general) return true;
  return false;
}

void ThreadCode::fill_defaults(State& s, ObjectId id) {
  const Thing& t = pass_.things[id];
  if (!t.is->element.empty() && !t.is_holder) {
    for (std::uint32_t i = 0; i < t.length; ++i) s.heap.try_emplace({id, i}, number(0, kind_of(t.is->element)));
    return;
  }
  for (const FieldInfo& field : t.is_holder ? t.is->statics : t.is->fields) {
    Val value = number(0, kind_of(field.descriptor));
    if (field.constant && t.is->file && *field.constant < t.is->file->constants.size()) {
      const classfile::Constant& c = t.is->file->constants[*field.constant];
      value = c.kind == classfile::Constant::Kind::string ? reference(pass_.string(c.text)) : number(c.number, kind_of(field.descriptor));
    }
    s.heap.try_emplace({id, field.slot}, value);
  }
}

// An object that nobody else can reach has its variables in the state. In a loop of the lowered program, one that others can reach is
// another one in each turn.
Val ThreadCode::new_object(Frame& f, State& s, const ClassInfo& of) {
  if (!of.known) refuse(f, fmt::format("an object of class {}", java_name(of.name)), "the class is neither on the class path nor modelled");
  if (of.file && (of.file->flags & (classfile::kAbstract | classfile::kInterface)) != 0)
    refuse(f, fmt::format("class {} is abstract", java_name(of.name)));
  const std::string key = fmt::format("t{}{}", pass_.shared ? thread_ : 0, site(f));
  const ObjectId id = pass_.make(of, key);
  if (is_held(id)) {
    fill_defaults(s, id);
    return reference(id);
  }
  if (!in_loop(f)) return reference(id);
  const std::uint32_t count = std::min(16U, pass_.options.unroll + 1);
  for (std::uint32_t n = 1; n < count; ++n) pass_.escape(pass_.make(of, key));
  const RegId reg = code_.temporary();
  pass_.program.registers[reg].type = Type::reference;
  code_.emit(New{reg, id, count}, where(f));
  const Val out = in_register(reg, 'A');
  s.resolved[out.expr] = reg;
  return out;
}

Val ThreadCode::new_array(Frame& f, State& s, const ClassInfo& of, Val length) {
  if (!length.known) refuse(f, "an array whose length is not known before the program runs");
  raise_if(f, s, comparison(Op::lt, length, number(0)), "NegativeArraySizeException");
  if (length.value > kLongestArray)
    refuse(f, fmt::format("an array of {} elements", length.value), fmt::format("up to {} are modelled", kLongestArray));
  const std::string key = fmt::format("t{}{}", pass_.shared ? thread_ : 0, site(f));
  const ObjectId id = pass_.make(of, key, static_cast<std::uint32_t>(length.value));
  if (!pass_.things[id].local && length.value > kLongestShared)
    refuse(f, fmt::format("an array of {} elements that threads share", length.value),
           fmt::format("up to {} are modelled", kLongestShared));
  if (is_held(id)) {
    fill_defaults(s, id);
    return reference(id);
  }
  if (!in_loop(f)) return reference(id);
  const std::uint32_t count = std::min(16U, pass_.options.unroll + 1);
  for (std::uint32_t n = 1; n < count; ++n) pass_.escape(pass_.make(of, key, static_cast<std::uint32_t>(length.value)));
  const RegId reg = code_.temporary();
  pass_.program.registers[reg].type = Type::reference;
  code_.emit(New{reg, id, count}, where(f));
  const Val out = in_register(reg, 'A');
  s.resolved[out.expr] = reg;
  return out;
}

Val ThreadCode::new_arrays(Frame& f, State& s, const ClassInfo& of, const std::vector<Val>& lengths, std::size_t depth) {
  const Val self = new_array(f, s, of, lengths[depth]);
  for (Value i = 0; depth + 1 < lengths.size() && i < lengths[depth].value; ++i) {
    const Val inner = new_arrays(f, s, world_.find(of.element), lengths, depth + 1);
    store(f, s, element_place(f, s, self, number(i), of.element), inner, java::kPlain, "set");
  }
  return self;
}

Val ThreadCode::length_of(Frame& f, State& s, Val array) {
  const Val object = nonnull(f, s, array);
  if (object.known) {
    const Thing& t = pass_.things[known_object(object)];
    return number(t.bytes != 0 ? t.bytes : t.length);
  }
  if (!pass_.facts.viewed.empty()) refuse(f, "the length of an array that is not known, in a program with views of arrays of bytes");
  const RegId reg = code_.temporary();
  code_.emit(Assign{reg, code_.add({Op::length, 0, 0, code_.reg(s.resolved.at(object.expr)), 0})}, where(f));
  return in_register(reg, 'I');
}

// Of an object that is not known: of all classes with objects the one that it is an instance of, and of none of whose subclasses.
Val ThreadCode::own_class(Frame& f, State& s, Val v) {
  const Val known = nonnull(f, s, v);
  const ExprId reg = code_.reg(s.resolved.at(known.expr));
  const auto is = [&](const ClassInfo& one) { return Val{'I', false, 0, code_.add({Op::instance_of, 0, pass_.class_id(one), reg, 0})}; };
  const auto all = pass_.candidates(world_.find("java/lang/Object"));
  Val out = number(0, 'A');
  for (const ClassInfo* one : all) {
    Val exactly = is(*one);
    for (const ClassInfo* other : all)
      if (other != one && world_.is_subclass(*other, *one))
        exactly = operation(Op::bit_and, exactly, comparison(Op::eq, is(*other), number(0)), 'I');
    out = operation(Op::add, out, operation(Op::mul, exactly, reference(pass_.class_object(one->name)), 'A'), 'A');
  }
  const RegId result = code_.temporary();
  code_.emit(Assign{result, expr(out)}, where(f));
  return in_register(result, 'A');
}

Val ThreadCode::instance(Frame& f, State& s, Val v, const ClassInfo& of) {
  if (of.name == "java/lang/Object") return number(1);
  if (v.known) return number(world_.is_subclass(*pass_.things[known_object(v)].is, of) ? 1 : 0);
  const Val known = nonnull(f, s, v);
  const ExprId reg = code_.reg(s.resolved.at(known.expr));
  std::optional<ExprId> out;
  for (const ClassInfo* one : pass_.candidates(of)) {
    const ExprId is = code_.add({Op::instance_of, 0, pass_.class_id(*one), reg, 0});
    out = out ? code_.binary(Op::bit_or, *out, is) : is;
  }
  if (!out) return number(0);
  return {'I', false, 0, *out};
}

// `instanceof`, where null is none, and casts, where null is fine.
Val ThreadCode::instance_or_null(Frame& f, State& s, Val v, const ClassInfo& of, bool null_counts) {
  if (v.known) return v.value == 0 ? number(null_counts ? 1 : 0) : instance(f, s, v, of);
  if (null_counts) {
    // Most casts cannot fail: then nothing needs to be known about the reference.
    const auto all = pass_.candidates(world_.find("java/lang/Object"));
    const bool erased = std::ranges::all_of(all, [&](const ClassInfo* one) { return world_.is_subclass(*one, of); });
    if (erased) return number(1);
  }
  if (!pass_.shared) start_sharing(f, s);
  RegId reg;
  if (const auto known = s.resolved.find(v.expr); known != s.resolved.end()) {
    reg = known->second;
  } else {
    reg = code_.temporary();
    code_.emit(Assign{reg, v.expr}, where(f));
  }
  TestClass test{code_.temporary(), reg, {}, null_counts};
  for (const ClassInfo* one : pass_.candidates(of)) test.classes.push_back(pass_.class_id(*one));
  const RegId result = test.dst;
  code_.emit(std::move(test), where(f));
  return in_register(result, 'I');
}

void ThreadCode::monitor(Frame& f, State& s, Val object, bool enter) {
  lock_is_variable(object);
  take_monitor(f, s, object, enter);
  if (enter) return s.monitors.push_back(object);
  const auto same = std::ranges::find(s.monitors.rbegin(), s.monitors.rend(), object);
  if (same != s.monitors.rend())
    s.monitors.erase(std::next(same).base());
  else if (!s.monitors.empty())
    s.monitors.pop_back();  // the same object in another register
}

Val ThreadCode::has_monitor(State& s, Val object) {
  Val out = number(0);
  for (const Val& held : s.monitors) {
    const Val same = comparison(Op::eq, held, object);
    if (same.known && same.value != 0) return same;
    out = operation(Op::bit_or, out, same, 'I');
  }
  return out;
}

void ThreadCode::take_monitor(Frame& f, State& s, Val object, bool enter) {
  using SyncAction = Synchronise::Action;
  if (object.known && is_held(known_object(object))) return;  // nobody else takes it; if that changes, start_sharing takes it
  if (object.known && pass_.program.objects[known_object(object)].monitor == kNoAddress) throw Again{};
  if (enter) may_wait(f, s);
  const ExprId base = object.known ? code_.constant(object.value) : code_.reg(s.resolved.at(object.expr));
  code_.emit(Synchronise{enter ? SyncAction::lock : SyncAction::unlock, code_.add({Op::monitor, 0, 0, base, 0})}, where(f));
}

// Final fields freeze when the constructor of their class ends (JLS 17.5.1).
void ThreadCode::freeze(Frame& f, State& s, MethodRef constructor, Val self) {
  if (self.known && is_held(known_object(self))) return;
  for (const FieldInfo& field : constructor.of->fields)
    if (field.of == constructor.of && field.is_final())
      code_.emit(Synchronise{Synchronise::Action::freeze, field_place(s, self, field).address}, where(f));
}

// ---- class initialisation (JLS 12.4)

void ThreadCode::initialise(Frame& f, State& s, const ClassInfo& of) {
  if (!of.file) return;
  if (pass_.initialised.contains(&of)) return needs_itself(f, of);
  if (pass_.shared) {
    // A thread would do it. It is done before they run instead, if that makes no difference.
    if (std::ranges::find(pass_.facts.initialised, of.name) != pass_.facts.initialised.end()) return;
    pass_.facts.initialised.push_back(of.name);
    pass_.dirty = true;
    throw Again{};
  }
  pass_.initialised.insert(&of);
  pass_.in_initialiser.push_back(&of);
  if (of.super) initialise(f, s, *of.super);
  fill_defaults(s, pass_.holder(of));
  if (const classfile::Method* method = of.file->find("<clinit>", "()V"); method && method->code) {
    try {
      invoke(f, s, {&of, method}, {});
    } catch (const Stop&) {
      refuse(f, fmt::format("the initialiser of class {} ends with an exception, or does not end", java_name(of.name)));
    }
  }
  pass_.in_initialiser.pop_back();
}

// A thread that needs a class which it is initialising itself goes on (JLS 12.4.2). Another thread would wait, and which of two classes
// that need each other comes first decides what they see.
void ThreadCode::needs_itself(Frame& f, const ClassInfo& of) {
  if (!pass_.initialising_from || pass_.in_initialiser.empty() || pass_.in_initialiser.back() == &of) return;
  if (std::ranges::find(pass_.in_initialiser, &of) == pass_.in_initialiser.end()) return;
  if (world_.is_subclass(*pass_.in_initialiser.back(), of)) return;
  refuse(f,
         fmt::format("classes {} and {} need each other to be initialised, which may happen while threads run",
                     java_name(pass_.in_initialiser.back()->name), java_name(of.name)),
         "use one of them before the first thread starts");
}

// From here on other threads may run. What they can reach becomes memory with the values that it has now.
void ThreadCode::start_sharing(Frame& f, State& s) {
  if (pass_.shared) return;
  for (const std::string& name : std::vector<std::string>(pass_.facts.initialised)) {
    const ClassInfo& of = world_.find(name);
    if (pass_.initialised.contains(&of)) continue;
    pass_.initialising_from = static_cast<ObjectId>(pass_.things.size());
    pass_.initialising = pass_.holder(of);
    initialise(f, s, of);
    pass_.initialising_from.reset();
  }
  pass_.shared = true;
  pass_.first_shared = static_cast<ObjectId>(pass_.things.size());
  // Whatever a variable of memory refers to is reachable.
  for (const auto& [variable, value] : s.heap)
    if (!pass_.things[variable.first].local && value.known && value.type == 'A' && pass_.result != variable.first)
      pass_.escape(value.value);
  for (auto at = s.heap.begin(); at != s.heap.end();) {
    const auto [id, slot] = at->first;
    Thing& t = pass_.things[id];
    if (t.local || pass_.result == id || slot >= kPseudo) {
      ++at;
      continue;
    }
    if (slot >= t.parts.size()) throw Again{};
    const Val value = at->second;
    if (!value.known) {
      code_.emit(Store{code_.address(t.parts[slot]), expr(value), java::kPlain}, where(f), "set");
      pass_.written.insert(pass_.variable_key(id, slot));
    } else {
      pass_.set_initial(id, slot, value.value);
    }
    if (value.known) {
      const bool array = !t.is->element.empty() && !t.is_holder;
      const std::vector<FieldInfo>& fields = t.is_holder ? t.is->statics : t.is->fields;
      if (!array && fields[slot].is_final()) pass_.frozen[{id, slot}] = {value.type, value.value};
    }
    at = s.heap.erase(at);
  }
  for (const Val& held : s.monitors) take_monitor(f, s, held, true);
  take_locks(f, s);
  begin(s);
}

Frame ThreadCode::root() {
  Frame f;
  f.path = fmt::format("t{}", thread_);
  return f;
}

ObjectId ThreadCode::construct(const ClassInfo& of, const std::string& key, State& s) {
  Frame f = root();
  f.path = key;
  initialise(f, s, of);
  const ObjectId id = pass_.make(of, key);
  fill_defaults(s, id);
  const MethodRef constructor = world_.method(of, "<init>", "()V");
  if (!constructor.method || constructor.of != &of)
    refuse(f, fmt::format("class {} has no constructor without arguments", java_name(of.name)));
  if (!run(constructor, {reference(id)}, s)) refuse(f, fmt::format("the constructor of {} does not end", java_name(of.name)));
  return id;
}

bool ThreadCode::run(MethodRef method, std::vector<Val> arguments, State& s) {
  Frame f = root();
  f.end = code_.new_label();
  try {
    invoke(f, s, method, std::move(arguments));
  } catch (const Stop&) {
    return false;
  }
  return true;
}

void ThreadCode::end(const State& s) {
  Frame f = root();
  hand_over(f, s);
}

void ThreadCode::join(std::uint32_t thread, State& s) {
  pass_.add_life(thread, false);
  pass_.program.threads[thread].joined = true;
  code_.emit(JoinThread{thread}, {});
  s.joined.insert(thread);
}

void ThreadCode::keep(const std::string& name, Val value, Type type) {
  const RegId reg = code_.local(name, 0);
  code_.emit(Assign{reg, expr(value)}, {});
  code_.mark_assigned(reg);
  pass_.program.registers[reg].type = type;
}

}  // namespace thinair::read::bytecode
