// Calls: every method is written out where it is called.
#include <fmt/format.h>

#include <algorithm>

#include "read/bytecode/thread_code.hpp"
#include "read/classfile/opcodes.hpp"
#include "read/java/sets.hpp"

namespace thinair::read::bytecode {

using namespace classfile;

namespace {

constexpr std::uint32_t kDeepest = 100;

}  // namespace

// None: the method gives no value. Does not come back if the method does not.
std::optional<Val> ThreadCode::invoke(Frame& f, State& s, MethodRef m, std::vector<Val> arguments) {
  const auto types = signature(m.method->descriptor);
  if (!types) refuse(f, fmt::format("the method {}.{} has no valid descriptor", java_name(m.of->name), m.method->name));
  if (!m.method->code)
    refuse(f, fmt::format("the method {}.{} has no code", java_name(m.of->name), m.method->name),
           (m.method->flags & kNative) != 0 ? "it is native" : "it is abstract");
  if (arguments.size() != types->parameters.size() + (m.method->is_static() ? 0 : 1))
    refuse(f, fmt::format("the method {}.{} is called as if it were {}static", java_name(m.of->name), m.method->name,
                          m.method->is_static() ? "not " : ""));
  unsigned same = 0;
  for (const Frame* up = &f; up; up = up->caller)
    if (up->method.method == m.method) ++same;
  if (depth_ > kDeepest || same > std::max(8U, pass_.options.unroll)) cut(f);  // recursion beyond the bound

  Frame in;
  in.method = m;
  in.code = &*m.method->code;
  in.flow = &world_.flow(*m.method);
  in.caller = &f;
  in.path = f.code ? fmt::format("{}>{}", site(f), m.method->name) : fmt::format("{}/{}", f.path, m.method->name);
  in.looping = in_loop(f);
  in.end = code_.new_label();
  if (!in.flow->reducible) refuse(f, fmt::format("the loops of {}.{} have several ways in", java_name(m.of->name), m.method->name));
  State inside;
  inside.locals.assign(in.code->max_locals, {.type = '?'});
  std::size_t slot = 0;
  for (const Val& v : arguments) {
    if (slot >= inside.locals.size()) refuse(f, "a method has more arguments than locals");
    inside.locals[slot] = v;
    slot += v.type == 'J' || v.type == 'D' ? 2 : 1;
  }
  inside.heap = std::move(s.heap);
  inside.resolved = s.resolved;
  inside.joined = s.joined;
  inside.monitors = s.monitors;
  inside.decided = s.decided;
  inside.told = s.told;
  std::optional<Val> locked;
  if ((m.method->flags & kSynchronized) != 0) {
    locked = m.method->is_static() ? reference(pass_.class_object(m.of->name)) : arguments[0];
    if (m.method->is_static()) initialise(f, inside, *m.of);
    monitor(f, inside, *locked, true);
  }
  Region whole;
  whole.pending[0].push_back(leave(std::move(inside)));
  ++depth_;
  run_region(in, whole);
  --depth_;
  const bool constructor = m.method->name == "<init>";
  const auto on_exit = [&](State& out) {
    if (constructor) freeze(in, out, m, arguments[0]);
    if (locked) monitor(in, out, *locked, false);
  };
  const auto take_over = [&](State out) {
    s.heap = std::move(out.heap);
    s.joined = std::move(out.joined);
    s.told = std::move(out.told);
  };
  for (Frame::Thrown& thrown : in.thrown) {
    code_.place(thrown.edge.from);
    on_exit(thrown.edge.state);
    State outside = s;
    outside.heap = std::move(thrown.edge.state.heap);
    outside.joined = std::move(thrown.edge.state.joined);
    outside.told = std::move(thrown.edge.state.told);
    raise(f, std::move(outside), thrown.exception, thrown.where);
  }
  if (in.returns.empty()) {
    code_.place(in.end);
    throw Stop{};
  }
  for (Edge& e : in.returns) e.state.locals.clear();
  State out = merge(std::move(in.returns), nullptr);
  code_.place(in.end);
  on_exit(out);
  std::optional<Val> value;
  if (types->result != "V") value = out.pop();
  take_over(std::move(out));
  return value;
}

std::vector<Val> ThreadCode::take_arguments(State& s, const std::vector<std::string>& parameters, bool has_self) {
  std::vector<Val> out(parameters.size() + (has_self ? 1 : 0));
  for (std::size_t i = out.size(); i-- > 0;) out[i] = s.pop();
  return out;
}

void ThreadCode::call(Frame& f, const Instruction& i, State& s) {
  const MemberRef& m = f.method.of->file->constants[static_cast<std::size_t>(i.a)].member;
  const auto types = signature(m.descriptor);
  if (!types) refuse(f, fmt::format("the method {}.{} has no valid descriptor", java_name(m.owner), m.name));
  const bool is_static = i.opcode == op_invokestatic;
  std::vector<Val> arguments = take_arguments(s, types->parameters, !is_static);
  const ClassInfo& of = world_.find(m.owner);
  std::optional<Val> result;
  if (is_static) initialise(f, s, of);
  if (!is_static) arguments[0] = nonnull(f, s, arguments[0]);
  if (i.opcode == op_invokevirtual || i.opcode == op_invokeinterface) {
    result = dispatch(f, s, of, m.name, m.descriptor, std::move(arguments));
  } else {
    result = call_on(f, s, of, m.name, m.descriptor, std::move(arguments));
  }
  if (result) s.push(*result);
}

// A method of exactly this class, or the one that it inherits.
std::optional<Val> ThreadCode::call_on(Frame& f, State& s, const ClassInfo& of, const std::string& name, const std::string& descriptor,
                                       std::vector<Val> arguments) {
  if (of.lambda && of.lambda->method == name) return run_lambda(f, s, of, std::move(arguments), descriptor);
  if (const MethodRef m = world_.method(of, name, descriptor); m.method && (m.method->code || m.of->file)) {
    if (m.method->code || (m.method->flags & kNative) != 0) return invoke(f, s, m, std::move(arguments));
  }
  const auto types = signature(descriptor);
  const std::string owner = of.name.starts_with('[') ? "java/lang/Object" : world_.library_ancestor(of).name;
  for (const std::string& as : {of.name, owner, std::string("java/lang/Object")}) {
    Call c{f, s, as, name, descriptor, *types, arguments};
    if (library_call(c)) return types->result == "V" ? std::nullopt : std::optional(c.result);
  }
  std::string hint;
  if (!of.known && !of.name.starts_with("java")) hint = "the class is not on the class path";
  if (of.name.starts_with("kotlin/") || of.name.starts_with("scala/")) hint = "the run-time library of Kotlin or Scala is not modelled";
  if (const auto broken = world_.broken().find(of.name); broken != world_.broken().end())
    hint = fmt::format("its class file is broken: {}", broken->second);
  refuse(f, fmt::format("{}.{} is not modelled", java_name(of.name), name), hint);
}

// By the class of the receiver: known, or one way for each class that it may be of.
std::optional<Val> ThreadCode::dispatch(Frame& f, State& s, const ClassInfo& of, const std::string& name, const std::string& descriptor,
                                        std::vector<Val> arguments) {
  const Val self = arguments[0];
  if (self.known) {
    const ClassInfo& exact = *pass_.things[known_object(self)].is;
    // Private methods of nest mates are called so as well, and are of the class that is named.
    const MethodRef named = world_.method(of, name, descriptor);
    if (named.method && (named.method->flags & 0x0002) != 0) return invoke(f, s, named, std::move(arguments));
    return call_on(f, s, exact, name, descriptor, std::move(arguments));
  }
  const auto all = pass_.candidates(of);
  std::vector<const ClassInfo*> ways;
  for (const ClassInfo* one : all) {
    // A class that inherits what its ancestor among them does is covered by it.
    const MethodRef m = world_.method(*one, name, descriptor);
    const bool covered = std::ranges::any_of(all, [&](const ClassInfo* other) {
      return other != one && world_.is_subclass(*one, *other) && !one->lambda && m.method == world_.method(*other, name, descriptor).method;
    });
    if (!covered) ways.push_back(one);
  }
  if (ways.empty()) {
    const ClassInfo& library = world_.library_ancestor(of);
    if (library.file || &library == &world_.find("java/lang/Object")) {
      raise(f, s, "NullPointerException");  // there is no such object
      throw Stop{};
    }
    return call_on(f, s, of, name, descriptor, std::move(arguments));
  }
  if (ways.size() == 1) return call_on(f, s, *ways[0], name, descriptor, std::move(arguments));
  const auto types = signature(descriptor);
  std::vector<Edge> ends;
  const ExprId reg = code_.reg(s.resolved.at(self.expr));
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const Label next = code_.new_label();
    const bool last = i + 1 == ways.size();
    if (!last) code_.emit(Branch{code_.add({Op::instance_of, 0, pass_.class_id(*ways[i]), reg, 0}), next, kNoJoin, false}, where(f));
    State way = s;
    try {
      const auto value = call_on(f, way, *ways[i], name, descriptor, arguments);
      if (value) way.push(*value);
      ends.push_back(leave(std::move(way)));
    } catch (const Stop&) {}
    if (!last) code_.place(next);
  }
  if (ends.empty()) throw Stop{};
  s = merge(std::move(ends), nullptr);
  if (types->result == "V") return std::nullopt;
  return s.pop();
}

void ThreadCode::run_thread(ObjectId id) {
  State s;
  Frame f = root();
  f.end = code_.new_label();
  const ClassInfo& is = *pass_.things[id].is;
  begin(s);
  try {
    if (const MethodRef run = world_.method(is, "run", "()V"); run.method && run.method->code) {
      invoke(f, s, run, {reference(id)});
    } else if (const auto target = pass_.frozen.find({id, world_.field(is, "target", false)->slot});
               target != pass_.frozen.end() && target->second.value != 0) {
      const Val self{'A', true, target->second.value};
      call_on(f, s, *pass_.things[known_object(self)].is, "run", "()V", {self});
    }
    hand_over(f, s);
  } catch (const Stop&) {}
  code_.place(f.end);
}

}  // namespace thinair::read::bytecode
